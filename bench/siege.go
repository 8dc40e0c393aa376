package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Besiegers come from one address, readers from another. They are fewer than one
// network may have connections, so that none is closed at the door.
const (
	besiegers    = 500
	besiegedFrom = "127.0.0.2"
	heldAtMost   = 5 * time.Minute // a connection that the server never ends
)

// siege measures eight readers of the full-size society without and with 500
// connections from one other address that are slow, idle, huge or lie.
func siege(binary, full string, long time.Duration) error {
	p, err := start(binary, full)
	if err != nil {
		return err
	}
	defer p.stop()
	s := &site{url: p.url, client: &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	if err := s.follow("/", samplesPerKind); err != nil {
		return err
	}
	var html []page
	for _, pg := range s.pages {
		if !isFile(pg.path) {
			html = append(html, pg)
		}
	}
	s.pages = html
	fmt.Printf("### %d slow, idle, huge and lying connections from one address for %s, 8 others reading\n\n", besiegers, long)
	fmt.Println("| readers | answers | median | 99th percentile | worst |\n|---|---|---|---|---|")
	if err := readAll("before", s, long); err != nil {
		return err
	}
	end := make(chan struct{})
	opened, all := besiege(strings.TrimPrefix(p.url, "http://"), end)
	time.Sleep(time.Second)
	err = readAll("with them", s, long)
	close(end)
	all.Wait()
	now, peak, memErr := p.resident()
	fmt.Printf("\nThey opened %d connections. Resident memory: %.0f MB, highest %.0f MB.\n\n", opened.Load(), now, peak)
	return errors.Join(err, memErr)
}

func readAll(name string, s *site, long time.Duration) error {
	took, err := read(s, 8, long)
	var all []time.Duration
	for _, times := range took {
		all = append(all, times...)
	}
	printPercentiles(name, all)
	return err
}

// attacks are what a besieger sends: at once, and then again and again.
var attacks = []struct{ first, then string }{
	{"", ""}, // idle
	{"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", "x"}, // a head that never ends
	{"GET /account HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n", "x"},
	{"GET /check-record HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000\r\n\r\n", "x"},
	{"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n", "x"},
	{"POST /account/password HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n", strings.Repeat("x", 64<<10)},
	{"POST /check-record HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000000\r\n\r\n", strings.Repeat("x", 64<<10)},
	{strings.Repeat("GET /ratings HTTP/1.1\r\nHost: x\r\n\r\n", 50), ""}, // and takes no answer
	{"GET /ratings HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabGET / HTTP/1.1\r\n", "x"},
	{"GET /events/1/live HTTP/1.1\r\nHost: x\r\n\r\n", ""},
}

// besiege opens the connections, and each again whenever it ends, until end.
func besiege(address string, end <-chan struct{}) (opened *atomic.Int64, all *sync.WaitGroup) {
	opened, all = &atomic.Int64{}, &sync.WaitGroup{}
	for i := range besiegers {
		a := attacks[i%len(attacks)]
		all.Go(func() {
			for {
				select {
				case <-end:
					return
				case <-time.After(100 * time.Millisecond):
				}
				hold(address, a.first, a.then, end, opened)
			}
		})
	}
	return opened, all
}

// hold opens one connection and keeps it as long as the server lets it.
func hold(address, first, then string, end <-chan struct{}, opened *atomic.Int64) {
	dialer := net.Dialer{Timeout: 5 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(besiegedFrom)}}
	c, err := dialer.Dial("tcp", address)
	if err != nil {
		return
	}
	defer c.Close()
	opened.Add(1)
	if _, err := io.WriteString(c, first); err != nil {
		return
	}
	gone := time.After(heldAtMost)
	for {
		select {
		case <-end:
			return
		case <-gone:
			return
		case <-time.After(500 * time.Millisecond):
		}
		c.SetWriteDeadline(time.Now().Add(time.Second))
		if _, err := io.WriteString(c, then); err != nil {
			return // the server has ended it
		}
	}
}
