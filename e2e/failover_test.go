package e2e

import (
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// How many drills are gone through: NZGS_E2E_DRILLS says another number. Results flow for at most beforeKill before the
// primary is killed, and for afterPromotion after each copy has taken the first one again.
const (
	drills         = 3
	beforeKill     = 300 * time.Millisecond
	afterPromotion = 100 * time.Millisecond
)

func numberOfDrills(t *testing.T) int {
	t.Helper()
	said := os.Getenv("NZGS_E2E_DRILLS")
	if said == "" {
		return drills
	}
	n, err := strconv.Atoi(said)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFailoverLosesNothing: two copies of the program, whose address names two servers, take results while the primary is
// killed and its synchronous standby is promoted. Each result is sent again until it is confirmed, as a phone does; in the
// end each is there once, and both copies have gone on by themselves.
func TestFailoverLosesNothing(t *testing.T) {
	t.Parallel()
	failOver(t, "the primary killed", func(primary *postgres) (afterwards func()) {
		primary.kill()
		return func() {}
	})
}

// TestAPrimaryThatHangsLosesNothing: the same where the primary is not gone but says nothing any more, as a machine that
// swaps or waits for its disk, and comes back when the standby has taken over: what hung there is not taken for saved.
func TestAPrimaryThatHangsLosesNothing(t *testing.T) {
	t.Parallel()
	failOver(t, "the primary hanging", func(primary *postgres) (afterwards func()) {
		primary.pause()
		return primary.goOn
	})
}

// failOver goes through drills in which the primary is lost as fails does it and how says; it is made a standby when afterwards has run,
// and results were sent for a while.
func failOver(t *testing.T, how string, fails func(*postgres) (afterwards func())) {
	t.Helper()
	primary := newPostgres(t)
	standby := &postgres{t: t, data: primary.data + "-standby", port: freePort(t)}
	demoOn(t, addressOf(primary))
	address := addressOf(primary, standby)
	a, b := copiesOn(t, binary, address)
	desks := desksAt(t, a, b)
	var waits []time.Duration
	for range numberOfDrills(t) {
		primary.follow(standby)
		waits = append(waits, drill(t, desks, primary, standby, fails)...)
		primary.end()
		primary, standby = standby, primary
	}
	confirmed, retried := 0, 0
	for _, d := range desks {
		d.everyResultIsThereOnce()
		confirmed, retried = confirmed+len(d.sent), retried+d.retried
	}
	slices.Sort(waits)
	t.Logf("%s, %d drills: %d results confirmed, %d of them sent again; from promotion until a copy confirms a result: median %v, "+
		"most %v", how, numberOfDrills(t), confirmed, retried, waits[len(waits)/2], waits[len(waits)-1])
	if said := nzgs(t, "audit", "verify", "--data", t.TempDir(), "--database", address); !strings.Contains(said, "unbroken") {
		t.Errorf("audit verify: %s", said)
	}
}

// drill has the primary fail while results are sent at both desks, promotes the standby, and gives how long each desk then
// waited for a confirmation.
func drill(t *testing.T, desks []*desk, primary, standby *postgres, fails func(*postgres) func()) []time.Duration {
	t.Helper()
	var stop atomic.Bool
	var running sync.WaitGroup
	for _, d := range desks {
		d.confirmedAt.Store(0)
		running.Go(func() { d.sendUntil(&stop) })
	}
	defer func() { stop.Store(true); running.Wait() }()
	for _, d := range desks {
		sleepUntil(t, "a result before the primary is killed", func() bool { return d.confirmedAt.Load() != 0 })
	}
	time.Sleep(mathrand.N(beforeKill))
	afterwards := fails(primary)
	standby.promote()
	promoted := time.Now()
	standby.sql("SELECT 1")
	var waits []time.Duration
	for _, d := range desks {
		sleepUntil(t, "a result after the standby is promoted", func() bool { return d.confirmedAt.Load() > promoted.UnixNano() })
		waits = append(waits, d.firstAfter(promoted))
	}
	afterwards()
	time.Sleep(afterPromotion)
	return waits
}

// TestAResultThatOnlyThePrimaryHasIsNotConfirmed: while the standby is away a commit waits for it without an end,
// and what is cut off stays at the primary alone. Whoever sent it gets an answer, but is not told that it is saved, nor when
// they send it again, until the standby has it.
func TestAResultThatOnlyThePrimaryHasIsNotConfirmed(t *testing.T) {
	t.Parallel()
	primary := newPostgres(t)
	standby := &postgres{t: t, data: primary.data + "-standby", port: freePort(t)}
	demoOn(t, addressOf(primary))
	s := startProgram(t, binary, "demo", t.TempDir(), "--database", addressOf(primary))
	c := call(t, s, "Director")
	board, tables := runningBoard(c)
	primary.follow(standby)
	standby.kill()
	a := attempt{table: tables[0], key: rand.Text(), margin: "66.5"}
	for range 2 {
		got := c.post(board, a.table.line(a.key, "b", a.margin))
		if got.Status != http.StatusServiceUnavailable {
			t.Errorf("while the standby is away: %d %s", got.Status, words(got.Body))
		}
		// Sent again it is a result that stands already, and there is nothing to change.
		sleepUntil(t, "the primary has it", func() bool { return timesSaved(c, a) == 1 })
	}
	standby.start()
	sleepUntil(t, "the standby follows again", func() bool {
		return c.post(board, a.table.line(a.key, "b", a.margin)).Status == http.StatusSeeOther
	})
	if n := timesSaved(c, a); n != 1 {
		t.Errorf("it is there %d times", n)
	}
}

// desk enters results at one copy of the program.
type desk struct {
	*caller
	board  string
	tables []*boardTable

	confirmedAt atomic.Int64 // when the last result was confirmed, in nanoseconds

	mu        sync.Mutex
	sent      []attempt
	confirmed []time.Time // of each
	retried   int
}

// desksAt are the desks of one director at two copies, who share the tables of a round.
func desksAt(t *testing.T, a, b *server) []*desk {
	t.Helper()
	first := call(t, a, "Director")
	second := &caller{t: t, base: a.URL, http: first.http}
	second.moveTo(b)
	board, tables := runningBoard(first)
	desks := []*desk{{caller: first, board: board}, {caller: second, board: board}}
	for i := range tables {
		d := desks[i%len(desks)]
		d.tables = append(d.tables, &tables[i])
	}
	return desks
}

// sendUntil sends one result after the other, each again until it is confirmed.
func (d *desk) sendUntil(stop *atomic.Bool) {
	for !stop.Load() {
		d.mu.Lock()
		n := len(d.sent)
		d.mu.Unlock()
		table := d.tables[n%len(d.tables)]
		a := attempt{table: *table, key: rand.Text(), margin: fmt.Sprintf("%d.5", n)}
		for tries := 1; ; tries++ {
			got, err := d.tryPost(d.board, table.line(a.key, "b", a.margin))
			if err == nil && got.Status == http.StatusSeeOther {
				d.note(a, tries)
				break
			}
			if err == nil && got.Status != http.StatusServiceUnavailable {
				d.t.Errorf("%s was not taken: %d\n%s", a.margin, got.Status, words(got.Body))
				return
			}
			if tries > 5000 {
				d.t.Errorf("%s was never taken", a.margin)
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		table.Version++
	}
}

func (d *desk) note(a attempt, tries int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	d.sent, d.confirmed = append(d.sent, a), append(d.confirmed, now)
	if tries > 1 {
		d.retried++
	}
	d.confirmedAt.Store(now.UnixNano())
}

// firstAfter is how long after an instant the first result was confirmed.
func (d *desk) firstAfter(instant time.Time) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, at := range d.confirmed {
		if at.After(instant) {
			return at.Sub(instant)
		}
	}
	return 0
}

// everyResultIsThereOnce compares what was confirmed with the histories of the games.
func (d *desk) everyResultIsThereOnce() {
	d.t.Helper()
	histories := map[string]string{}
	for _, a := range d.sent {
		if histories[a.table.Game] == "" {
			_, history, _ := strings.Cut(d.page(a.table.Game), "Every change")
			histories[a.table.Game] = words(history)
		}
		if n := strings.Count(histories[a.table.Game], "→ Black won by "+a.margin+" "); n != 1 {
			d.t.Errorf("%s at table %d was confirmed and is there %d times", a.margin, a.table.Number, n)
		}
	}
}
