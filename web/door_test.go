package web_test

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/web/kit/kittest"
)

// opens opens a connection from one of this machine's own addresses.
func opens(t *testing.T, from, address string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// asks asks for a short answer and reads it.
func asks(c net.Conn) error {
	if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: go.example.nz\r\n\r\n"); err != nil {
		return err
	}
	c.SetReadDeadline(time.Now().Add(5 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// asksAndRests asks, and waits until the server knows that it has answered.
func asksAndRests(t *testing.T, s *kittest.Site, c net.Conn) {
	t.Helper()
	s.Must(asks(c))
	eventually(t, "every connection rests", func() bool { return s.Resting() == s.Open() })
}

// isEnded says whether the server has ended a connection, or ends it soon.
func isEnded(c net.Conn) bool {
	c.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

// holds opens a connection on which a request is under way: a form that is not in.
func holds(t *testing.T, s *kittest.Site, from, address string) net.Conn {
	t.Helper()
	c := opens(t, from, address)
	busy := s.Open() - s.Resting()
	_, err := io.WriteString(c, strings.Replace(lazy(http.MethodPost, "/sign-in", urlencoded), "1000000", "100", 1))
	s.Must(err)
	eventually(t, "the request is under way", func() bool { return s.Open()-s.Resting() == busy+1 })
	return c
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 100 {
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s: still not", what)
}

// A network has so many connections; the next one takes the place of the one
// that has rested for longest, and another network loses none.
func TestAConnectionTakesThePlaceOfTheLongestResting(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetDoor(100, 3)
	address := listening(t, s)
	other := opens(t, "127.0.0.9", address)
	asksAndRests(t, s, other)
	first, second, third := opens(t, "127.0.0.2", address), opens(t, "127.0.0.2", address), opens(t, "127.0.0.2", address)
	for _, c := range []net.Conn{second, third, first} { // the second rests for longest
		asksAndRests(t, s, c)
	}
	fourth := opens(t, "127.0.0.2", address)
	asksAndRests(t, s, fourth)
	if !isEnded(second) {
		t.Error("the connection that rested for longest is open")
	}
	for name, c := range map[string]net.Conn{"first": first, "third": third, "fourth": fourth, "other": other} {
		if err := asks(c); err != nil {
			t.Errorf("the %s connection ended: %v", name, err)
		}
	}
}

// Half a head is no request: slow heads give up their places.
func TestSlowHeadsGiveUpTheirPlaces(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetDoor(100, 3)
	address := listening(t, s)
	for range 10 {
		_, err := io.WriteString(opens(t, "127.0.0.2", address), "GET / HTTP/1.1\r\nX-Slow: ")
		s.Must(err)
	}
	s.Must(asks(opens(t, "127.0.0.2", address)))
	eventually(t, "no more than three are open", func() bool { return s.Open() <= 3 })
}

// Requests that are under way are not ended: a newcomer of that network is turned
// away, one of another is not, and the places come back.
func TestRequestsUnderWayKeepTheirConnections(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetDoor(100, 3)
	address := listening(t, s)
	var busy []net.Conn
	for range 3 {
		busy = append(busy, holds(t, s, "127.0.0.2", address))
	}
	eventually(t, "a newcomer is turned away", func() bool { return isEnded(opens(t, "127.0.0.2", address)) })
	for _, c := range busy {
		if isEnded(c) {
			t.Error("a request that was under way was ended")
		}
	}
	s.Must(asks(opens(t, "127.0.0.9", address)))
	busy[0].Close()
	eventually(t, "the place that was left is taken", func() bool { return asks(opens(t, "127.0.0.2", address)) == nil })
}

// When all places are taken, the network that has the most gives one up.
func TestTheLargestNetworkMakesRoom(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetDoor(5, 4)
	address := listening(t, s)
	few := opens(t, "127.0.0.9", address)
	asksAndRests(t, s, few)
	var many []net.Conn
	for range 4 {
		c := opens(t, "127.0.0.2", address)
		asksAndRests(t, s, c)
		many = append(many, c)
	}
	s.Must(asks(opens(t, "127.0.0.3", address)))
	if err := asks(few); err != nil {
		t.Errorf("a network with one connection lost it: %v", err)
	}
	if !isEnded(many[0]) {
		t.Error("the network with the most connections has them all")
	}
}

// A proxy that is trusted to say for whom it asks passes on for everybody.
func TestATrustedProxyIsNotCountedAtTheDoor(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetDoor(5, 3, netip.MustParsePrefix("127.0.0.2/32"))
	address := listening(t, s)
	var all []net.Conn
	for range 10 {
		c := opens(t, "127.0.0.2", address)
		s.Must(asks(c))
		all = append(all, c)
	}
	for _, c := range all {
		if err := asks(c); err != nil {
			t.Fatalf("a connection of the proxy ended: %v", err)
		}
	}
	for range 10 { // who only says so is not trusted
		c := opens(t, "127.0.0.3", address)
		_, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: go.example.nz\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n")
		s.Must(err)
	}
	eventually(t, "no more than three are counted", func() bool { return s.Open() == 3 })
}

// What ends is no longer counted, however it ended.
func TestEndedConnectionsAreForgotten(t *testing.T) {
	s := kittest.EmptySite(t)
	s.SetDoor(100, 3)
	address := listening(t, s)
	for range 10 {
		c := opens(t, "127.0.0.2", address)
		s.Must(asks(c))
		c.Close()
		opens(t, "127.0.0.2", address).Close()
	}
	eventually(t, "none is counted", func() bool { return s.Open() == 0 })
}

// One line a minute says that a network is turned away, and no name is in it.
func TestWhoIsTurnedAwayIsLogged(t *testing.T) {
	s := kittest.EmptySite(t)
	log := &safeLog{}
	s.Log = slog.New(slog.NewTextHandler(log, nil))
	s.SetDoor(100, 1)
	address := listening(t, s)
	holds(t, s, "127.0.0.2", address)
	for range 5 {
		eventually(t, "turned away", func() bool { return isEnded(opens(t, "127.0.0.2", address)) })
	}
	line := "event=throttled network=127.0.0.2 account=0 reason=\"too many connections\" actor=none"
	if n := strings.Count(log.text(), line); n != 1 {
		t.Errorf("%d lines", n)
	}
}

// safeLog is a log that is written and read at the same time.
type safeLog struct {
	mu   sync.Mutex
	said strings.Builder
}

func (l *safeLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said.Write(b)
}

func (l *safeLog) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said.String()
}
