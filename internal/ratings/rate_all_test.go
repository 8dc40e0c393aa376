package ratings

import (
	"strings"
	"testing"

	"nzgs/internal/store"
)

func (w *world) rateAll(in []Submission, lists ...Starting) (out RatedAll, err error) {
	err = w.db.InTx(ctx, func(tx *store.Tx) error {
		out, err = w.s.RateAll(ctx, tx, desk, in, lists)
		return err
	})
	return out, err
}

func (w *world) mustRateAll(in []Submission, lists ...Starting) RatedAll {
	w.t.Helper()
	out, err := w.rateAll(in, lists...)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// Past events are rated together: what each did is told in the order of their days, and
// so is what they did to events that were on the list.
func TestEventsAreRatedTogether(t *testing.T) {
	onBoth(t, []string{"5k", "5k", "5k", ""}, func(t *testing.T, w *world) {
		w.mustRate(w.submission("2026-06-06", w.game(1, 0, 1, 0, BlackWins)))
		late := w.submission("2026-05-02", w.game(1, 0, 2, 0, WhiteWins), w.game(2, 1, 2, 0, "W_default"))
		early := w.submission("2026-03-07", w.game(1, 0, 1, 0, BlackWins))
		out := w.mustRateAll([]Submission{late, early})
		if len(out.Events) != 2 || out.Games != 2 || out.NotRated != 1 || len(out.Events[0].Changes) != 2 ||
			!out.Events[0].Changes[0].First || out.Events[1].Changes[0].First {
			t.Errorf("%+v", out)
		}
		if len(out.Later) != 1 || out.Later[0].Players != 2 {
			t.Errorf("later %+v", out.Later)
		}
		w.check()

		before := w.snapshot()
		again := late
		fresh := w.submission("2026-07-04", w.game(1, 0, 1, 0, BlackWins))
		if _, err := w.rateAll([]Submission{fresh, again}); err == nil || !strings.Contains(err.Error(), "already rated") {
			t.Errorf("an event that is rated: %v", err)
		}
		unknown := w.submission("2026-07-05", w.game(1, 0, 3, 0, BlackWins))
		_, err := w.rateAll([]Submission{fresh, unknown, w.submission("2026-07-06")})
		if err == nil || !strings.Contains(err.Error(), "enter a grade first") || !strings.Contains(err.Error(), "nothing to rate") {
			t.Errorf("both problems: %v", err)
		}
		if after := w.snapshot(); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Errorf("a refusal left\n%v\nwant\n%v", after, before)
		}
	})
}
