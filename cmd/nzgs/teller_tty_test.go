//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// newTerminal is a pseudo terminal: what a person sees and types at, and what
// the program is given.
func newTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		lacking(t, err)
	}
	var number, unlocked uint32
	for _, call := range []struct {
		request uintptr
		arg     *uint32
	}{{syscall.TIOCGPTN, &number}, {syscall.TIOCSPTLCK, &unlocked}} {
		if _, _, e := syscall.Syscall(
			syscall.SYS_IOCTL, person.Fd(), call.request, uintptr(unsafe.Pointer(call.arg)),
		); e != 0 {
			lacking(t, e)
		}
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		lacking(t, err)
	}
	return person, program
}

// screen is everything that a terminal was sent.
type screen struct {
	t    *testing.T
	mu   sync.Mutex
	text strings.Builder
	file *os.File
}

func (s *screen) watch() {
	b := make([]byte, 4096)
	for {
		n, err := s.file.Read(b)
		s.mu.Lock()
		s.text.Write(b[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *screen) seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// until waits until the screen shows text, and then types.
func (s *screen) until(text, answer string) {
	s.t.Helper()
	for range 2400 { // a minute: the machine may be busy
		if strings.Contains(s.seen(), text) {
			io.WriteString(s.file, answer)
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	s.t.Fatalf("the screen never shows %q: %q", text, s.seen())
}

func startAtTerminal(t *testing.T, args ...string) (*exec.Cmd, *screen) {
	t.Helper()
	person, program := newTerminal(t)
	t.Cleanup(func() { person.Close() })
	c := tellerProcessCommand(t, args...)
	c.Stdin, c.Stdout, c.Stderr = program, program, program
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	s := &screen{t: t, file: person}
	go s.watch()
	return c, s
}

// TestAtATerminal: passphrases are asked for twice and not shown; what is typed
// of papers is on the second screen, which is wiped after each of them.
func TestAtATerminal(t *testing.T) {
	w := newTellersTable(t, 2, 2, "2026-04-25")

	c, s := startAtTerminal(t, "key", "--key", "cal.age")
	s.until("New passphrase", tellerPassphrase+"\r")
	s.until("Repeat the passphrase", tellerPassphrase+"x\r")
	s.until("not the same", "")
	if err := c.Wait(); err == nil {
		t.Errorf("two different passphrases: %q", s.seen())
	}
	c, s = startAtTerminal(t, "key", "--key", "cal.age")
	s.until("New passphrase", tellerPassphrase+"\r")
	s.until("Repeat the passphrase", tellerPassphrase+"\r")
	if err := c.Wait(); err != nil {
		t.Errorf("%v %q", err, s.seen())
	}
	s.until("age1", "")
	if strings.Contains(s.seen(), tellerPassphrase[:8]) {
		t.Errorf("the passphrase is shown: %q", s.seen())
	}

	c, s = startAtTerminal(t, "enter", "vote.json", "--key", "ana.age")
	s.until("Passphrase of ana.age", tellerPassphrase+"\r")
	s.until("0 papers. Serial:", w.serials[0].String()+"\r")
	s.until("Votes on 1 2", "ya\r")
	s.until("1 Yes, 2 Abstain", "\r")
	s.until("Saved: "+w.serials[0].String(), "quit\r")
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	s.until("1 paper of 2 made", "")
	seen := s.seen()
	if strings.Contains(seen, tellerPassphrase[:8]) {
		t.Errorf("the passphrase is shown: %q", seen)
	}
	begin, wiped, end := strings.Index(seen, "\x1b[?1049h"), strings.Index(seen, "\x1b[3JSaved"), strings.LastIndex(seen, "\x1b[?1049l")
	read := strings.Index(seen, "1 Yes")
	if begin < 0 || begin > read || wiped < read || end < wiped || strings.Contains(seen[wiped:], "Yes, 2") {
		t.Errorf("votes are on the second screen and wiped off it: %q", seen)
	}
	if got := w.opened("ana", "egm-2026-teller-1.json"); got[w.serials[0].String()] != "ya" {
		t.Errorf("entered: %v", got)
	}
}

// TestCtrlC: whoever leaves has their terminal back as it was, and all that was
// saved. While papers are entered, the process would write no core.
func TestCtrlC(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	c, s := startAtTerminal(t, "enter", "vote.json", "--key", "ana.age")
	s.until("Passphrase of ana.age", "\x03")
	s.until("stopped", "")
	if err := c.Wait(); err == nil {
		t.Errorf("leaving at the passphrase: %q", s.seen())
	}

	c, s = startAtTerminal(t, "enter", "vote.json", "--key", "ana.age")
	s.until("Passphrase of ana.age", tellerPassphrase+"\r")
	s.until("0 papers. Serial:", w.serials[0].String()+"\r")
	limits, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", c.Process.Pid))
	if err != nil || !regexp.MustCompile(`Max core file size +0 +0 `).Match(limits) {
		t.Errorf("%v, %s", err, limits)
	}
	s.until("Votes on 1", "y\r")
	s.until("1 Yes", "\r")
	s.until("1 paper. Serial:", w.serials[1].String()+"\r")
	s.until("Votes on 1: ", "n\r")
	s.until("1 No", "\x03")
	if err := c.Wait(); err != nil {
		t.Errorf("leaving with Ctrl-C: %v %q", err, s.seen())
	}
	s.until("1 paper of 2 made", "")
	if end := strings.LastIndex(s.seen(), "\x1b[?1049l"); end < strings.LastIndex(s.seen(), "1 No") {
		t.Errorf("the first screen is not given back: %q", s.seen())
	}
}
