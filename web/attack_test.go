package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/web/kit/kittest"
)

// listening serves a site on a free port of this machine while the test runs.
func listening(t *testing.T, s *kittest.Site) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	s.Must(err)
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// sends opens a connection and sends the bytes, and no more.
func sends(t *testing.T, address, text string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	return c
}

// answersWithin fails unless a page comes within so long.
func answersWithin(t *testing.T, address, path string, limit time.Duration) {
	t.Helper()
	client := &http.Client{Timeout: limit, Transport: &http.Transport{DisableKeepAlives: true}}
	a, err := client.Get("http://" + address + path)
	if err != nil {
		t.Fatalf("%s did not answer within %s: %v", path, limit, err)
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		t.Errorf("%s: status %d", path, a.StatusCode)
	}
}

// lazy is a request that says that a body of a megabyte follows, and sends none.
func lazy(method, path, kind string) string {
	return fmt.Sprintf(
		"%s %s HTTP/1.1\r\nHost: go.example.nz\r\nContent-Type: %s\r\nContent-Length: 1000000\r\n\r\n", method, path, kind,
	)
}

const (
	urlencoded = "application/x-www-form-urlencoded"
	multipart  = "multipart/form-data; boundary=x"
)

// Bug: two connections that declared a body and sent none held every place in
// the line of the pages for a minute.
func TestIdleBodiesStopNoPage(t *testing.T) {
	s := kittest.EmptySite(t)
	address := listening(t, s)
	for _, kind := range []string{urlencoded, multipart} {
		for _, path := range []string{"/account", "/check-record", "/clubs", "/metrics"} {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				t.Run(method+" "+path+" "+kind, func(t *testing.T) {
					for range 8 {
						sends(t, address, lazy(method, path, kind))
					}
					time.Sleep(20 * time.Millisecond)
					answersWithin(t, address, "/clubs", 2*time.Second)
				})
			}
		}
	}
}

// The same with forms: whoever sends one slowly holds nobody up.
func TestSlowFormsStopNoPage(t *testing.T) {
	s := kittest.EmptySite(t)
	address := listening(t, s)
	for _, path := range []string{"/sign-in", "/check-record", "/account/password", "/t/1-1-kererukakapotuitui"} {
		for range 8 {
			sends(t, address, lazy(http.MethodPost, path, urlencoded)+"email=")
		}
	}
	time.Sleep(20 * time.Millisecond)
	answersWithin(t, address, "/clubs", 2*time.Second)
}

// The answer to a page that came with a body is whole, and the connection ends:
// what is still to come would be read as the next request.
func TestABodyOfAPageIsNeverRead(t *testing.T) {
	s := kittest.EmptySite(t)
	address := listening(t, s)
	c := sends(t, address, lazy(http.MethodGet, "/clubs", urlencoded))
	c.SetReadDeadline(time.Now().Add(3 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	s.Must(err)
	if _, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusOK || !answer.Close {
		t.Errorf("status %d, closed %v, %v", answer.StatusCode, answer.Close, err)
	}
}

// Whoever may not come is told so within moments, however slowly they send.
func TestRefusedFormsAreDrainedWithinABound(t *testing.T) {
	s := kittest.EmptySite(t)
	address := listening(t, s)
	for _, sent := range []int{0, 100_000} {
		c := sends(t, address, lazy(http.MethodPost, "/account/password", urlencoded)+strings.Repeat("x", sent))
		c.SetReadDeadline(time.Now().Add(8 * time.Second))
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%d bytes sent of a refused form: %v", sent, err)
		}
		if answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("status %d", answer.StatusCode)
		}
	}
	// A whole small form is taken in, so that its sender sees the answer.
	whole := "POST /account/password HTTP/1.1\r\nHost: go.example.nz\r\nContent-Length: 200000\r\n\r\n"
	c := sends(t, address, whole+strings.Repeat("x", 200_000))
	c.SetReadDeadline(time.Now().Add(3 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	s.Must(err)
	if answer.StatusCode != http.StatusUnauthorized || answer.Close {
		t.Errorf("status %d, closed %v", answer.StatusCode, answer.Close)
	}
}
