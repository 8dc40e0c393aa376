package representative_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/representative"
)

// Bug: each public page worked the whole ledger out from all events again.
func TestPublicPagesWorkThePointsOutOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		var read atomic.Int64
		w.db.Watch(func(query string, _ error) {
			if strings.Contains(query, "FROM points_placing") && !strings.Contains(query, "COUNT(*)") {
				read.Add(1)
			}
		})
		look := func(days ...string) {
			t.Helper()
			for _, on := range days {
				_, err := w.s.Standings(ctx, day(on))
				w.must(err)
				_, err = w.s.History(ctx)
				w.must(err)
			}
		}
		look("2026-11-22", "2026-11-23", "2026-01-01", "2027-06-01")
		if n := read.Load(); n != 1 {
			t.Errorf("the placings were read %d times", n)
		}
		for i := range 42 {
			w.regional(fmt.Sprintf("Event %d", i), day("2026-12-01").AddDays(i).String(), 2, 4)
		}
		for i := range 60 {
			look(day("2026-12-01").AddDays(i).String())
		}
		if n := w.s.KeptDays(); n == 0 || n > 32 {
			t.Errorf("standings are kept for %d days", n)
		}
	})
}

// What is kept is right after every change, in whichever process it is made; a name is shown as it is now.
func TestWhatIsKeptOfPointsIsRightAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		here, there := w.s, representative.New(w.db, func() civil.Instant { return w.now })
		wants := func(on, want string) {
			t.Helper()
			for _, s := range []*representative.Service{here, there, here} {
				w.s = s
				w.wants(on, want)
			}
			w.s = here
		}
		wants("2027-06-01", "– – – – – –")
		w.championship("Congress", "2026-11-22", 8, 6, 4)
		wants("2027-06-01", "10.00 7.00 5.00 – – –")
		end, err := there.YearEnd(ctx, officer, 2026)
		w.must(err)
		w.must(there.Close(ctx, officer, 2026, end.Revision))
		wants("2027-06-01", "7.50 5.25 3.75 – – –")
		if err := here.Close(ctx, officer, 2026, end.Revision); err == nil {
			t.Error("the year was closed twice")
		}
		wants("2027-06-01", "7.50 5.25 3.75 – – –")
		w.must(here.Reopen(ctx, officer, 2026, "To see."))
		wants("2027-06-01", "10.00 7.00 5.00 – – –")
		wants("2026-11-21", "– – – – – –")
	})
}
