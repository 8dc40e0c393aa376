package ratings

import "testing"

func TestEvent(t *testing.T) {
	onBoth(t, []string{"5k", "1d"}, func(t *testing.T, w *world) {
		in := w.submission("2026-03-14", w.game(1, 0, 1, 5, BlackWins), w.game(2, 0, 1, 5, "W_default"))
		if r, err := w.s.Event(ctx, in.Event); err != nil || r.Current != nil || len(r.Past)+len(r.Changes) != 0 {
			t.Errorf("not rated yet: %+v, %v", r, err)
		}
		w.mustRate(in)
		r, err := w.s.Event(ctx, in.Event)
		if err != nil || r.Current == nil {
			t.Fatalf("rated: %+v, %v", r, err)
		}
		if c := r.Current; c.Games != 1 || c.NotRated != 1 || c.Players != 2 || c.SubmittedBy != "test" ||
			c.SubmittedAt != now || c.Formula != "nzgs-2026" {
			t.Errorf("rated: %+v", c)
		}
		if len(r.Changes) != 2 || r.Changes[0].Person != w.people[1] || r.Changes[0].Before != 1000 ||
			!r.Changes[0].First() || r.Changes[1].Name != "Test Player000" {
			t.Errorf("changes: %+v", r.Changes)
		}
		w.mustWithdraw(in.Event)
		w.mustRate(in)
		w.mustWithdraw(in.Event)
		r, err = w.s.Event(ctx, in.Event)
		if err != nil || r.Current != nil || len(r.Changes) != 0 || len(r.Past) != 2 ||
			r.Past[0].Submission < r.Past[1].Submission || r.Past[0].WithdrawnBy != "test" {
			t.Errorf("withdrawn twice: %+v, %v", r, err)
		}
	})
}
