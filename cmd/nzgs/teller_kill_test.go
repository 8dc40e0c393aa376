package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// tellerProcessCommand is nzgs teller in a process of its own, for tests that kill it or give it a terminal.
func tellerProcessCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	return commandInProcess(t, os.Args[0], append([]string{"teller"}, args...)...)
}

// TestKilledWhileEntering kills the command again and again at any moment:
// what it said was saved is there, whole, and no file has a vote.
func TestKilledWhileEntering(t *testing.T) {
	const motions, made = 20, 60
	w := newTellersTable(t, motions, made, "2026-04-25")
	random := rand.New(rand.NewPCG(1, 2))
	saved := map[string]string{}
	var all []string
	for round := range 8 {
		c := tellerProcessCommand(t, with("ana", "enter", "vote.json")...)
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		var rest strings.Builder
		for n, s := range w.serials {
			if _, done := saved[s.String()]; !done {
				fmt.Fprintf(&rest, "%s\n%s\n\n", s, planted(n, motions))
			}
		}
		go io.WriteString(in, rest.String()) // until the pipe breaks
		said := make(chan string)
		go func() {
			defer close(said)
			s := bufio.NewScanner(out)
			for s.Scan() {
				if _, serial, ok := strings.Cut(s.Text(), "Saved: "); ok { // a prompt without its echo stands before it
					said <- serial
				}
			}
			io.Copy(io.Discard, out)
		}()
		now := map[string]string{}
		lives := 1 + random.IntN(6) // papers until it is killed
		for serial := range said {
			now[serial] = w.votesOf(serial, motions)
			if len(now) == lives {
				time.Sleep(time.Duration(random.IntN(4000)) * time.Microsecond)
				if err := c.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		c.Wait()
		in.Close()
		for serial, votes := range now {
			saved[serial] = votes
			all = append(all, votes)
		}
		got := w.opened("ana", "egm-2026-teller-1.json")
		for serial, votes := range saved {
			if got[serial] != votes {
				t.Errorf("round %d: %s was saved, and is %q", round, serial, got[serial])
			}
		}
		for serial, votes := range got { // a paper may have been saved in the moment of the kill
			if votes != w.votesOf(serial, motions) {
				t.Errorf("round %d: %s is %q", round, serial, votes)
			}
			saved[serial] = votes
		}
		w.checkNoVotes(all...)
	}
	if len(saved) < 8 {
		t.Errorf("only %d papers were entered", len(saved))
	}
	if out := w.must(
		"list\n", with("ana", "enter", "vote.json")...,
	); !strings.Contains(out, fmt.Sprintf("%d papers of %d", len(saved), made)) {
		t.Errorf("going on after all that: %q", out)
	}
}

// votesOf are the votes that are entered for a serial.
func (w *tellersTable) votesOf(serial string, motions int) string {
	for n, s := range w.serials {
		if s.String() == serial {
			return planted(n, motions)
		}
	}
	w.t.Fatalf("%q is no serial", serial)
	return ""
}

// TestTwoAtOnce: a second nzgs does not write over what the first one saves.
func TestTwoAtOnce(t *testing.T) {
	w := newTellersTable(t, 1, 2, "2026-04-25")
	c := tellerProcessCommand(t, with("ana", "enter", "vote.json")...)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n') // it has greeted: the folder is locked
	if err != nil {
		t.Fatal(line, err)
	}
	if _, _, err := w.run(
		"", with("ana", "enter", "vote.json")...,
	); err == nil || !strings.Contains(err.Error(), "another nzgs") {
		t.Errorf("a second one: %v", err)
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	w.must("", with("ana", "enter", "vote.json")...)
}
