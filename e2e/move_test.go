package e2e

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestTheSocietyMovesBothWays moves the demonstration society to PostgreSQL, killing the move again and again, and from
// there to SQLite; nothing is moved over a society, from one that is served, or twice.
func TestTheSocietyMovesBothWays(t *testing.T) {
	t.Parallel()
	db := newPostgres(t)
	address, data := addressOf(db), demoCopy(t)
	head := headOf(t, "--data", data)

	s := start(t, "serve", data)
	if said := nzgsRefuses(t, "move", "--from", data, "--to", address); !strings.Contains(said, "another nzgs is using") {
		t.Errorf("from a folder that is served: %s", said)
	}
	s.stop()
	killed, ended := moveKilled(t, data, address)
	said := nzgs(t, "move", "--from", data, "--to", address)
	if !ended && !strings.Contains(said, "the same at both ends") {
		t.Errorf("the move says %s", said)
	}
	t.Logf("killed %d times; then: %s", killed, said)
	if got := nzgs(t, "audit", "verify", "--data", t.TempDir(), "--database", address, "--expect", head); !strings.Contains(got, "unbroken") {
		t.Errorf("audit verify: %s", got)
	}
	if said := nzgsRefuses(t, "serve", "--data", data, "--addr", "127.0.0.1:0"); !strings.Contains(said, "was moved from this database") {
		t.Errorf("the source is served: %s", said)
	}
	if said := nzgsRefuses(t, "move", "--from", demoCopy(t), "--to", address); !strings.Contains(said, "name an empty") {
		t.Errorf("over a society: %s", said)
	}

	s = startProgram(t, binary, "demo", t.TempDir(), "--database", address)
	enterOne(t, s)
	back := t.TempDir()
	if said := nzgsRefuses(t, "move", "--from", address, "--to", back); !strings.Contains(said, "another nzgs is using") {
		t.Errorf("from a database that is served: %s", said)
	}
	s.stop()
	head = headOf(t, "--data", t.TempDir(), "--database", address)
	nzgs(t, "move", "--from", address, "--to", back)
	if got := nzgs(t, "audit", "verify", "--data", back, "--expect", head); !strings.Contains(got, "unbroken") {
		t.Errorf("audit verify: %s", got)
	}
	enterOne(t, start(t, "demo", back))
	nzgs(t, "move", "--release", data)
	start(t, "serve", data)
}

// headOf is the head of a society's log, as it stands on paper.
func headOf(t *testing.T, where ...string) string {
	t.Helper()
	said := nzgs(t, append([]string{"audit", "verify"}, where...)...)
	_, rest, found := strings.Cut(said, "on paper: ")
	if !found {
		t.Fatalf("audit verify: %s", said)
	}
	head, _, _ := strings.Cut(rest, "\n")
	return head
}

// moveKilled begins a move several times, and kills it each time after a while, if it has not ended.
func moveKilled(t *testing.T, from, to string) (killed int, ended bool) {
	t.Helper()
	for n := range 6 {
		c := exec.CommandContext(context.Background(), binary, "move", "--from", from, "--to", to)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(n)*150*time.Millisecond + mathrand.N(150*time.Millisecond))
		c.Process.Kill() //nolint:errcheck // it may have ended
		if err := c.Wait(); err == nil {
			return killed, true
		}
		killed++
	}
	return killed, false
}

// enterOne enters a result: rows are added where others were moved to.
func enterOne(t *testing.T, s *server) {
	t.Helper()
	c := call(t, s, "Director")
	board, tables := runningBoard(c)
	if got := c.post(board, tables[0].line(rand.Text(), "b", "77.5")); got.Status != http.StatusSeeOther {
		t.Errorf("a result after the move: %d %s", got.Status, words(got.Body))
	}
}
