// Package mailtest is a mail server for tests: it listens on this machine,
// takes letters and keeps them.
package mailtest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
)

// Server takes letters on 127.0.0.1.
type Server struct {
	Port int

	mu      sync.Mutex
	letters []Letter
	answers map[string]string
}

// Letter is one that was taken.
type Letter struct {
	From, To string // of the envelope
	Raw      string // as it came, with its header
}

// Header gives a line of the letter's header, decoded.
func (l Letter) Header(name string) string {
	m, err := mail.ReadMessage(strings.NewReader(l.Raw))
	if err != nil {
		return ""
	}
	return m.Header.Get(name)
}

// DropAfterText as an answer closes the line when the text has come, without a reply.
const DropAfterText = "drop"

// DropOnceTaken as an answer closes the line when the text was taken, without taking leave.
const DropOnceTaken = "drop once taken"

// Start starts a server that stops with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Port: l.Addr().(*net.TCPAddr).Port, answers: map[string]string{}}
	var running sync.WaitGroup
	running.Add(1)
	go func() { // raced by TestLettersAreSentOnce
		defer running.Done()
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() { s.talk(conn) }) // raced by TestLettersAreSentOnce
		}
	}()
	t.Cleanup(func() {
		l.Close()
		running.Wait()
	})
	return s
}

// Answer makes the server answer "RCPT TO" this address so ("550 no such
// person"), or DropAfterText; "" takes its letters again.
func (s *Server) Answer(address, reply string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[address] = reply
}

// Letters gives those taken so far.
func (s *Server) Letters() []Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Letter(nil), s.letters...)
}

func (s *Server) answer(address string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answers[address]
}

// talk speaks as much of RFC 5321 as a sender needs.
func (s *Server) talk(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 mailtest")
	var l Letter
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch verb {
		case "EHLO":
			say("250-mailtest\r\n250 8BITMIME")
		case "MAIL":
			l = Letter{From: address(line)}
			say("250 yes")
		case "RCPT":
			l.To = address(line)
			if reply := s.answer(l.To); reply != "" && reply != DropAfterText && reply != DropOnceTaken {
				say(reply)
				continue
			}
			say("250 yes")
		case "DATA":
			say("354 go on")
			if l.Raw, err = text(r); err != nil || s.answer(l.To) == DropAfterText {
				return
			}
			s.mu.Lock()
			s.letters = append(s.letters, l)
			s.mu.Unlock()
			say("250 taken")
			if s.answer(l.To) == DropOnceTaken {
				return
			}
		case "QUIT":
			say("221 good-bye")
			return
		default:
			say("250 yes")
		}
	}
}

func address(line string) string {
	_, rest, _ := strings.Cut(line, "<")
	a, _, _ := strings.Cut(rest, ">")
	return a
}

func text(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", io.ErrUnexpectedEOF
		}
		if line == ".\r\n" {
			return b.String(), nil
		}
		b.WriteString(strings.TrimPrefix(line, "."))
	}
}
