package results

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"nzgs/internal/audit"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// A result that is being saved at one event holds up no other event, from the event's row to the log.
func TestAResultWaitsForNoOtherEvent(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, a *world) {
		if a.db.Dialect() != store.Postgres {
			return // one writer at a time
		}
		b := newWorld(t, a.db, 2)
		g := a.game(1)
		a.must(a.s.inGame(ctx, g.ID, a.event.ID, func(tx *store.Tx, p tournaments.Played) (*usecase.Entry, error) {
			permit, err := a.s.cases.Allow(a.director.By(), nil)
			if err != nil {
				return nil, err
			}
			if err := permit.Did("enter.result", "game", int64(g.ID), nil, nil).Write(ctx, tx); err != nil {
				return nil, err
			}
			brief, stop := context.WithTimeout(ctx, 20*time.Second) // for the test to end where they do wait
			defer stop()
			if _, err := b.s.EnterAt(brief, b.director, BoardInput{
				Section: b.section, Table: 1, Result: pairing.BlackWins, Version: b.game(1).Version,
			}); err != nil {
				return nil, fmt.Errorf("the other event waits: %w", err)
			}
			return permit.Did("enter.result", "game", int64(g.ID), nil, nil), nil
		}))
		if a.audited() == 0 {
			t.Error("nothing is in the log")
		}
	})
}

// BenchmarkEvents measures changes of a game, without what is changed of it, at one event and at eight, each with a director of its own, with commits that are on
// the disk: NZGS_TEST_POSTGRES names a server that syncs. waits is how many of eight writers stood at a lock when looked at.
func BenchmarkEvents(b *testing.B) {
	if os.Getenv(storetest.EnvPostgres) == "" {
		b.Skip(storetest.EnvPostgres + " is not set")
	}
	for _, events := range []int{1, 8} {
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			db := storetest.Postgres(b)
			worlds := make([]*world, events)
			for i := range worlds {
				worlds[i] = newWorld(b, db, 1)
			}
			share := make(chan int, b.N)
			for i := range b.N {
				share <- i
			}
			close(share)
			b.ResetTimer()
			var all sync.WaitGroup
			for _, w := range worlds {
				g := w.game(1)
				permit, err := w.s.cases.Allow(w.director.By(), nil)
				w.must(err)
				all.Go(func() {
					for range share {
						w.must(w.s.inGame(ctx, g.ID, w.event.ID, func(*store.Tx, tournaments.Played) (*usecase.Entry, error) {
							return permit.Did("enter.result", "game", int64(g.ID), nil, nil), nil
						}))
					}
				})
			}
			stop, looks, waits := make(chan struct{}), 0, 0
			var looking sync.WaitGroup
			looking.Go(func() {
				for {
					select {
					case <-stop:
						return
					case <-time.After(20 * time.Millisecond):
					}
					n, err := store.One(ctx, db, store.Value[int], `SELECT COUNT(*) FROM pg_stat_activity
						WHERE datname = current_database() AND wait_event_type = 'Lock'`)
					if err == nil {
						looks, waits = looks+1, waits+n
					}
				}
			})
			all.Wait()
			b.StopTimer()
			close(stop)
			looking.Wait()
			if looks > 0 {
				b.ReportMetric(float64(waits)/float64(looks), "waits")
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "changes/s")
			if _, err := audit.Verify(ctx, db); err != nil {
				b.Error(err)
			}
		})
	}
}
