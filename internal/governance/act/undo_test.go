package act

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// A step that was ticked off by mistake is due again; who ticked it and who undid it stays, and it can be ticked again.
func TestAStepTickedOffByMistakeIsUndone(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		must(t, w.BeginYear(ctx, w.secretary, day("2027-03-31")))
		in := ProofInput{Key: "return:2027-03-31", On: day("2027-05-01"), Reference: "CO-123"}
		if err := w.Undo(ctx, w.secretary, in.Key, "Not sent yet."); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("before it is ticked: %v", err)
		}
		must(t, w.TickOff(ctx, w.secretary, in))
		for _, reason := range []string{"", " ", strings.Repeat("a", 301)} {
			if err := w.Undo(ctx, w.secretary, in.Key, reason); fields(err) != "reason" {
				t.Errorf("with %.10q: %v", reason, err)
			}
		}
		open := func() (n int) {
			t.Helper()
			n, err := store.One(ctx, w.db, store.Value[int], `
				SELECT COUNT(*) FROM duty WHERE what = 'return:2027-03-31' AND done_at IS NULL AND NOT cancelled`)
			must(t, err)
			return n
		}
		if n := open(); n != 0 {
			t.Errorf("ticked off, and %d duties", n)
		}
		must(t, w.Undo(ctx, w.secretary, in.Key, "Not  sent yet."))
		if err := w.Undo(ctx, w.secretary, in.Key, "Once more."); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("twice: %v", err)
		}
		if n := open(); n != 1 {
			t.Errorf("undone, and %d duties", n)
		}
		at := func(list []Step) *Step {
			for i := range list {
				if list[i].Key == in.Key {
					return &list[i]
				}
			}
			return nil
		}
		v, err := w.View(ctx, w.treasurer)
		must(t, err)
		step := at(v.Steps)
		if step == nil || at(v.Done) != nil || len(step.Undone) != 1 {
			t.Fatalf("%+v", v)
		}
		if u := step.Undone[0]; u.Reference != "CO-123" || u.On != in.On || u.By.ID != w.secretary.Person || u.Who.Name == "" ||
			u.Reason != "Not sent yet." || u.Ticked.IsZero() || u.At.IsZero() {
			t.Errorf("kept: %+v", u)
		}
		in.Reference = "CO-124"
		must(t, w.TickOff(ctx, w.secretary, in))
		v, err = w.View(ctx, w.treasurer)
		must(t, err)
		if step := at(v.Done); step == nil || step.Done.Reference != "CO-124" || len(step.Undone) != 1 || open() != 0 {
			t.Errorf("ticked again: %+v", v)
		}
	})
}
