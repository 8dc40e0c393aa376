package ratings

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// planned rates an event as a director's submission does: by a plan.
func (w *world) planned(in Submission, again Again) (out Outcome, err error) {
	err = Attempt(func() (*Plan, error) { return w.s.PlanRating(ctx, in, again) }, func(p *Plan) error {
		return w.db.InTx(ctx, func(tx *store.Tx) error {
			out, err = w.s.RatePlanned(ctx, tx, desk, in, again, p)
			return err
		})
	})
	return out, err
}

func (w *world) carryOut(p *Plan, in Submission) error {
	return w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := w.s.RatePlanned(ctx, tx, desk, in, Once, p)
		return err
	})
}

// A plan is worked out while someone else writes: it holds nothing up, and
// changes nothing.
func TestAPlanHoldsNothingUp(t *testing.T) {
	onBoth(t, []string{"1d", "2k"}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins)))
		in := w.submission("2026-03-01", w.game(1, 1, 0, 0, BlackWins))
		before := w.snapshot()
		var p *Plan
		w.tx(func(tx *store.Tx) (err error) {
			if _, err = tx.Exec(ctx, `UPDATE event SET revision = revision + 1`); err != nil {
				return err
			}
			p, err = w.s.PlanRating(ctx, in, Once)
			return err
		})
		if diff := gocmp.Diff(before, w.snapshot()); diff != "" {
			t.Errorf("a plan has changed:\n%s", diff)
		}
		want := p.Outcome()
		if len(want.Changes) != 2 || len(want.Later) != 1 || want.Games != 1 {
			t.Errorf("planned: %+v", want)
		}
		got := w.mustRate(in)
		want.Submission = got.Submission
		if !reflect.DeepEqual(want, got) {
			t.Errorf("planned %+v,\ndone %+v", want, got)
		}
	})
}

func TestAPlanOfAnOlderListIsNotCarriedOut(t *testing.T) {
	onBoth(t, []string{"1d", "2k"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14", w.game(1, 0, 1, 0, BlackWins))
		p, err := w.s.PlanRating(ctx, in, Once)
		if err != nil {
			t.Fatal(err)
		}
		w.mustRate(w.submission("2026-03-01", w.game(1, 1, 0, 0, BlackWins)))
		before := w.snapshot()
		if err := w.carryOut(p, in); !errors.Is(err, ErrMoved) {
			t.Errorf("a plan of an older list: %v", err)
		}
		if diff := gocmp.Diff(before, w.snapshot()); diff != "" {
			t.Errorf("it has changed:\n%s", diff)
		}
		if p, err = w.s.PlanRating(ctx, in, Once); err != nil {
			t.Fatal(err)
		}
		corrected := in
		corrected.Games = slices.Clone(in.Games)
		corrected.Games[0].Result = WhiteWins
		if err := w.carryOut(p, corrected); !errors.Is(err, ErrMoved) {
			t.Errorf("a plan of other games: %v", err)
		}
		w.exec(`UPDATE person SET grade = '5d' WHERE id = $1`, w.people[0])
		if err := w.carryOut(p, in); !errors.Is(err, ErrMoved) {
			t.Errorf("a plan of other strengths: %v", err)
		}
		w.check()
	})
}

// Directors who plan at the same moment: each plan is carried out on the list it
// was worked out from, or worked out again.
func TestManyPlansAtOnce(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "5k"}, func(t *testing.T, w *world) {
		var all []Submission
		for i := range 8 {
			all = append(all, w.submission(
				fmt.Sprintf("2026-03-%02d", 20-i/2), w.game(1, 0, 1, 0, BlackWins), w.game(2, 2, 0, 6, Jigo),
			))
		}
		var wg sync.WaitGroup
		for _, in := range all {
			wg.Go(func() {
				if _, err := w.planned(in, Once); err != nil {
					t.Errorf("%s: %v", in.Name, err)
				}
			})
		}
		wg.Wait()
		w.check()
	})
}

// Events of one day are rated in the order of their numbers, in whatever order
// they are sent in: the list is the same to the thousandth.
func TestEventsOfADayInAnyOrder(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), []string{"3d", "1k", "4k", "9k", "15k"})
	rapid.Check(t, func(rt *rapid.T) {
		var all []Submission
		for i := range rapid.IntRange(2, 4).Draw(rt, "events") {
			in := w.submission(rapid.SampledFrom([]string{"2026-05-01", "2026-05-02"}).Draw(rt, "day"))
			in.Games = numbered(drawGames(rt, len(w.people), fmt.Sprint("games ", i)), &w.ref)
			for i := range in.Games {
				in.Games[i].Black, in.Games[i].White = w.people[in.Games[i].Black-1], w.people[in.Games[i].White-1]
			}
			if _, _, err := in.prepare(); err == nil {
				all = append(all, in)
			}
		}
		var want []string
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		for range 3 {
			for _, in := range all {
				if _, err := w.planned(in, Once); err != nil {
					rt.Fatal(err)
				}
			}
			got := w.snapshot()
			if want == nil {
				want = got
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				rt.Fatalf("sent in in another order:\n%s", diff)
			}
			w.check()
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, in := range all {
				w.mustWithdraw(in.Event)
			}
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		}
	})
}

// Rating again in place gives what withdrawing and rating gives.
func TestRatedInPlace(t *testing.T) {
	onBoth(t, []string{"3d", "1k", "4k", "9k"}, func(t *testing.T, w *world) {
		rapid.Check(t, func(rt *rapid.T) {
			var all []Submission
			for i := range 4 {
				in := w.submission(fmt.Sprintf("2026-06-%02d", i/2+1))
				in.Games = []Game{w.game(1, i%4, (i+1)%4, 0, BlackWins)} // one that is rated for certain
				for _, g := range drawGames(rt, len(w.people), fmt.Sprint("games ", i)) {
					g.Black, g.White = w.people[g.Black-1], w.people[g.White-1]
					in.Games = append(in.Games, numbered([]Game{g}, &w.ref)[0])
				}
				w.mustRate(in)
				all = append(all, in)
			}
			in := all[rapid.IntRange(0, 3).Draw(rt, "which")]
			in.Games = slices.Clone(in.Games)
			in.Games[0].Result = rapid.SampledFrom([]Result{WhiteWins, Jigo, BlackWins}).Draw(rt, "result")
			if len(in.Games) > 2 && rapid.Bool().Draw(rt, "fewer") {
				in.Games = in.Games[:2]
			}
			if _, err := w.planned(in, InPlace); err != nil {
				rt.Fatal(err)
			}
			w.check()
			got := w.snapshot()
			w.mustWithdraw(in.Event)
			w.mustRate(in)
			if diff := gocmp.Diff(w.snapshot(), got); diff != "" {
				rt.Fatalf("withdrawn and rated (-), in place (+):\n%s", diff)
			}
			for _, in := range all {
				w.mustWithdraw(in.Event)
			}
			if left := w.snapshot(); len(left) > 0 {
				rt.Fatalf("left over: %v", left)
			}
		})
	})
}
