package e2e

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// attempt is a result that was sent once and may have been answered.
type attempt struct {
	table    boardTable
	key      string
	margin   string // tells it apart from every other in the history
	answered bool
}

// Rounds of pulling the plug, and the longest that results flow before it.
const (
	plugs      = 12
	beforePlug = 60 * time.Millisecond
)

// TestKilledServerKeepsWhatItConfirmed kills the server at random moments while
// results are being sent. Whatever it has answered is there afterwards, exactly
// once; whatever it has not can be sent again without being there twice.
func TestKilledServerKeepsWhatItConfirmed(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	c := call(t, s, "Director")
	board, tables := runningBoard(c)
	var all []attempt
	answered, unanswered := 0, 0
	for plug := range plugs {
		attempts := sendUntilKilled(c, s, board, tables, plug)
		s = start(t, "serve", s.Data)
		c.moveTo(s)
		for _, a := range attempts {
			before := timesSaved(c, a)
			if a.answered && before != 1 {
				t.Fatalf("round %d: %s was confirmed before the server was killed and is there %d times", plug, a.margin, before)
			}
			if before > 1 {
				t.Fatalf("round %d: %s is there %d times", plug, a.margin, before)
			}
			// Later results were saved over most of these: only its key tells the
			// server that this one is not new.
			if got := c.post(board, a.table.line(a.key, "b", a.margin)); got.Status != http.StatusSeeOther {
				t.Fatalf("round %d: %s sent again: %s", plug, a.margin, got)
			}
			if after := timesSaved(c, a); after != 1 {
				t.Fatalf("round %d: %s sent again is there %d times", plug, a.margin, after)
			}
			if a.answered {
				answered++
			} else {
				unanswered++
			}
		}
		all = append(all, attempts...)
		tables = readBoard(t, c.page(board))
	}
	for _, a := range all {
		if n := timesSaved(c, a); n != 1 {
			t.Errorf("in the end %s is there %d times", a.margin, n)
		}
	}
	if answered == 0 {
		t.Error("no result was answered before the plug was pulled: the test has tested nothing")
	}
	t.Logf("%d results answered before the plug was pulled, %d not", answered, unanswered)
	if said := nzgs(t, "audit", "verify", "--data", s.Data); !strings.Contains(said, "unbroken") {
		t.Errorf("audit verify: %s", said)
	}
}

// sendUntilKilled sends results for one table after the other, round and
// round, until the server is gone.
func sendUntilKilled(c *caller, s *server, board string, tables []boardTable, plug int) (attempts []attempt) {
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		time.Sleep(mathrand.N(beforePlug))
		s.kill()
	}()
	defer func() { <-killed }()
	for i := 0; ; i++ {
		table := &tables[i%len(tables)]
		a := attempt{table: *table, key: rand.Text(), margin: fmt.Sprintf("%d.%d", i, plug)}
		got, err := c.tryPost(board, table.line(a.key, "b", a.margin))
		if err == nil && got.Status != http.StatusSeeOther {
			c.t.Fatalf("%s was not taken: %s", a.margin, got)
		}
		a.answered = err == nil
		attempts = append(attempts, a)
		if err != nil {
			return attempts
		}
		table.Version++
	}
}

// timesSaved is how often the result is in the history of its game.
func timesSaved(c *caller, a attempt) int {
	c.t.Helper()
	history := c.page(a.table.Game)
	_, history, _ = strings.Cut(history, "Every change")
	return strings.Count(words(history), "→ Black won by "+a.margin+" ")
}
