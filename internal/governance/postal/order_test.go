package postal

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/governance/ballot"
	"nzgs/internal/store"
)

// orders gathers, over many votes, at which place in the store the paper lies
// that was entered as the nth.
type orders struct {
	votes  int
	papers int
	places [][]int   // how often the nth entry lay at a place
	rho    []float64 // rank correlation of entry and place in each vote
}

func newOrders(papers int) *orders {
	o := &orders{papers: papers, places: make([][]int, papers)}
	for i := range o.places {
		o.places[i] = make([]int, papers)
	}
	return o
}

func (o *orders) add(entered, stored []ballot.RecordID) {
	o.votes++
	sum := 0
	for n, id := range entered {
		place := slices.Index(stored, id)
		o.places[n][place]++
		sum += (n - place) * (n - place)
	}
	k := float64(o.papers)
	o.rho = append(o.rho, 1-6*float64(sum)/(k*(k*k-1)))
}

// tells says what the order of storage gives away, "" for nothing. Under random
// order the mean of Spearman's rank correlation has the deviation
// 1/√((papers−1)·votes), and the table of places, the χ² distribution with
// (papers−1)² degrees of freedom, whose mean these are and whose variance is
// twice that. Five deviations are never seen by chance; the seed is fixed.
func (o *orders) tells() string {
	mean := 0.0
	for _, r := range o.rho {
		mean += r
	}
	mean /= float64(len(o.rho))
	if math.Abs(mean)*math.Sqrt(float64((o.papers-1)*o.votes)) > 5 {
		return "the order of storage goes with the order of entry"
	}
	want, chi := float64(o.votes)/float64(o.papers), 0.0
	for _, row := range o.places {
		for _, n := range row {
			chi += (float64(n) - want) * (float64(n) - want) / want
		}
	}
	freedom := float64((o.papers - 1) * (o.papers - 1))
	if chi > freedom+5*math.Sqrt(2*freedom) {
		return "some entries lie at some places more often than others"
	}
	return ""
}

// A thousand simulated votes: neither the order in which rows lie in the store
// nor the order of their ids says anything of the order of entry.
func TestStorageOrderSaysNothingOfTheOrderOfEntry(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test without FAST runs it")
	}
	const votes, papers, saves = 1000, 6, 3
	eachFile(t, 16, func(t *testing.T, w *society, _ string) {
		seed := rand.NewChaCha8([32]byte{5})
		w.random = seed
		w.reach(StateClosed, draft, "yn")
		f, err := w.facts(ctx, w.db, w.vote)
		w.must(err)
		d, err := f.desk(w.actors["ana"])
		w.must(err)
		serials := w.someSerials(papers)
		byStore, byID := newOrders(papers), newOrders(papers)
		for range votes {
			entered, stored := w.simulate(d, serials, saves)
			byStore.add(entered, stored)
			byID.add(entered, slices.Sorted(slices.Values(stored)))
		}
		if found := byStore.tells(); found != "" {
			t.Error(found)
		}
		if found := byID.tells(); found != "" {
			t.Errorf("by id: %s", found)
		}
	})
}

// simulate enters papers in a few saves as Enter does, and takes them away
// again: their ids in the order of entry, and in the order of the store.
func (w *society) simulate(d desk, serials []ballot.Serial, saves int) (entered, stored []ballot.RecordID) {
	w.t.Helper()
	w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
		for batch := range slices.Chunk(serials, len(serials)/saves) {
			there, err := records(ctx, tx, w.vote, d.number)
			if err != nil {
				return err
			}
			var read []ballot.Paper
			for _, s := range batch {
				read = append(read, ballot.Paper{Serial: s, Choices: []ballot.Choice{ballot.Yes, ballot.No}})
			}
			sealed, err := d.seal(w.random, read)
			if err != nil {
				return err
			}
			for _, r := range sealed {
				entered = append(entered, r.ID)
			}
			if err := rewriteRecords(ctx, tx, w.vote, d.number, append(there, sealed...)); err != nil {
				return err
			}
		}
		place := ""
		if w.db.Dialect() == store.Postgres {
			place = " ORDER BY ctid"
		}
		var err error
		stored, err = store.All(ctx, tx, store.Value[ballot.RecordID], `SELECT id FROM postal_entry`+place)
		if err != nil {
			return err
		}
		return deleteFrom(ctx, tx, w.vote, "postal_entry")
	}))
	return entered, stored
}

func (w *society) someSerials(n int) (out []ballot.Serial) {
	for _, text := range w.serials {
		s, err := ballot.ParseSerial(text)
		w.must(err)
		if out = append(out, s); len(out) == n {
			break
		}
	}
	return out
}

// The measure finds an order where there is one: otherwise it says nothing.
func TestTheMeasureOfOrderFindsOne(t *testing.T) {
	const papers = 8
	ids := make([]ballot.RecordID, papers)
	for i := range ids {
		ids[i] = ballot.RecordID(rune('a' + i))
	}
	random := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name  string
		order func(s []ballot.RecordID)
		found bool
	}{
		{"as entered", func([]ballot.RecordID) {}, true},
		{"backwards", slices.Reverse[[]ballot.RecordID], true},
		{"the last one last in every fifth vote", func(s []ballot.RecordID) {
			random.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
			if random.IntN(5) == 0 {
				k := slices.Index(s, ids[papers-1])
				s[k], s[papers-1] = s[papers-1], s[k]
			}
		}, true},
		{"each batch shuffled by itself", func(s []ballot.RecordID) {
			for half := range slices.Chunk(s, papers/2) {
				random.Shuffle(len(half), func(i, j int) { half[i], half[j] = half[j], half[i] })
			}
		}, true},
		{"shuffled", func(s []ballot.RecordID) {
			random.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
		}, false},
	} {
		o := newOrders(papers)
		for range 1000 {
			stored := slices.Clone(ids)
			c.order(stored)
			o.add(ids, stored)
		}
		if got := o.tells(); (got != "") != c.found {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// One copy of the database's files has each entry once: neither the write-ahead
// log nor a page that was let go has it as it was when fewer were there, which
// would tell the order in which papers were entered. After the destruction none
// of them has an entry, a reason from the register or a key.
func TestTheFilesHaveNothingOfWhatWasBefore(t *testing.T) {
	eachFile(t, 16, func(t *testing.T, w *society, folder string) {
		if folder == "" {
			return // PostgreSQL's files are not the program's
		}
		count := func(what []byte) (n int) {
			for _, name := range []string{"society.db", "society.db-wal"} {
				content, err := os.ReadFile(filepath.Join(folder, name))
				w.must(err)
				n += bytes.Count(content, what)
			}
			return n
		}
		marks := strings.Split(strings.Repeat("yn ", 12), " ")[:12]
		w.reach(StateDespatched, draft)
		const why = "It was signed by the cat of the house."
		_, err := w.Receive(ctx, w.actors["ana"], w.vote, Receipt{
			Person: w.people[13], Received: w.now.Date(), Route: Direct, Standing: Rejected, Reason: why,
		})
		w.must(err)
		w.advance(StateClosed, marks...)
		for _, name := range []string{"ana", "ben"} {
			for _, e := range w.entries(marks...) {
				w.must(w.Enter(ctx, w.actors[name], w.vote, []Entry{e}))
			}
			w.must(w.Finish(ctx, w.actors[name], w.vote))
		}
		var all []ballot.Record
		for teller := range 2 {
			some, err := records(ctx, w.db, w.vote, ballot.TellerNumber(teller+1))
			w.must(err)
			all = append(all, some...)
		}
		for _, r := range all {
			if n := count(r.Sealed); n != 1 {
				t.Errorf("an entry is there %d times", n)
			}
		}
		for _, name := range []string{"ana", "ben"} {
			_, err := w.Approve(ctx, w.actors[name], w.vote, w.key(name))
			w.must(err)
		}
		w.advance(StateDestroyed)
		for _, r := range all {
			if n := count(r.Sealed); n != 0 {
				t.Errorf("an entry is there %d times after the destruction", n)
			}
		}
		if n := count([]byte(why)); n != 0 {
			t.Errorf("a line of the register is there %d times after the destruction", n)
		}
	})
}

// Bug: while somebody read the database for long, the write-ahead log kept what
// was destroyed; the failure was dropped and nothing tried again.
func TestADestroyedVoteIsClearedInTheEnd(t *testing.T) {
	eachFile(t, 14, func(t *testing.T, w *society, folder string) {
		w.reach(StateDeclared, draft, "yy")
		cleared := func() (n int) {
			return w.count(`SELECT COUNT(*) FROM audit_entry WHERE action = 'clear.postal_vote'`)
		}
		if folder != "" {
			reading, err := w.db.Query(ctx, `SELECT id FROM person`)
			w.must(err)
			defer reading.Close()
			reading.Next()
			w.advance(StateDestroyed)
			if err := w.ClearDestroyed(ctx); !errors.Is(err, store.ErrRead) || cleared() != 0 {
				t.Errorf("while somebody reads: %v, %d cleared", err, cleared())
			}
			if d, err := w.Declaration(ctx, w.vote); err != nil || d.Destroyed.IsZero() || !d.ClearedAt.IsZero() {
				t.Errorf("while somebody reads: destroyed %s, cleared %q, %v", d.Destroyed, d.ClearedAt, err)
			}
			w.must(reading.Close())
		} else {
			w.advance(StateDestroyed)
		}
		for range 2 { // once is enough
			w.must(w.ClearDestroyed(ctx))
			if cleared() != 1 {
				t.Errorf("%d cleared", cleared())
			}
		}
		if d, err := w.Declaration(ctx, w.vote); err != nil || d.ClearedAt != w.now {
			t.Errorf("cleared at %q, %v", d.ClearedAt, err)
		}
		if folder != "" {
			log, err := os.Stat(filepath.Join(folder, "society.db-wal"))
			w.must(err)
			if waiting, err := destroyedUncleared(ctx, w.db); err != nil || len(waiting) != 0 {
				t.Errorf("waiting %v, %v; log of %d bytes", waiting, err, log.Size())
			}
		}
	})
}
