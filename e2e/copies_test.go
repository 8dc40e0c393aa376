package e2e

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAnotherCopySeesAResult: a result entered at one copy of the program is told at once to who watches the event at
// another one. How long that takes is said, and measured by make bench.
func TestAnotherCopySeesAResult(t *testing.T) {
	t.Parallel()
	db := newPostgres(t)
	demoOn(t, addressOf(db))
	a, b := copiesOn(t, racedBinary(t), addressOf(db))
	c := call(t, a, "Director")
	board, tables := runningBoard(c)
	event := regexp.MustCompile(`/events/(\d+)`).FindString(c.page(linkTo(t, c.page("/director"), `/director/events/\d+`)))
	seen := watch(t, b, event)
	first := <-seen
	var took []time.Duration
	for i := range 20 {
		table := &tables[i%len(tables)]
		begin := time.Now()
		if got := c.post(board, table.line(rand.Text(), "b", fmt.Sprintf("%d.5", i))); got.Status != http.StatusSeeOther {
			t.Fatalf("a result was not taken: %s", got)
		}
		table.Version++
		select {
		case now := <-seen:
			if now == first {
				t.Fatalf("revision %s was told twice", now)
			}
			first = now
		case <-time.After(time.Minute):
			t.Fatalf("result %d was not seen", i)
		}
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	t.Logf("from sending a result to one copy until another copy's viewer is told: median %v, most %v", took[10], took[19])
}

// watch gives the revisions of an event as a server tells them to a live page.
func watch(t *testing.T, s *server, event string) <-chan string {
	t.Helper()
	res, err := http.Get(s.URL + event + "/live")
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s/live answered %s", event, res.Status)
	}
	t.Cleanup(func() { res.Body.Close() })
	told := make(chan string, 1000)
	go func() {
		lines := bufio.NewScanner(res.Body)
		for lines.Scan() {
			if revision, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				told <- revision
			}
		}
	}()
	return told
}
