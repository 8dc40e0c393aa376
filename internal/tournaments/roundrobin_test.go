package tournaments

import (
	"fmt"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// allPlay is a round robin of six whose first round is played; absent stays
// away from it.
func allPlay(w *world, absent int) (section SectionID, entries []Entry) {
	form := open5()
	form.System = pairing.RoundRobin
	_, section = w.event(form)
	entries = w.enter(section, w.members(6)...)
	in := entries[absent].Input()
	in.Absent = []int{1}
	w.must(w.s.EditEntry(ctx, w.director, entries[absent].ID, in))
	w.play(section, w.publish(section), nil)
	for i, e := range entries {
		entries[i], _ = w.chart(section).Entry(e.ID)
	}
	return section, entries
}

// playOut draws the rounds that are left; no one may meet twice in them.
func playOut(w *world, section SectionID) {
	w.t.Helper()
	met := map[string]int{}
	for c := w.chart(section); ; c = w.chart(section) {
		for _, g := range c.Rounds[len(c.Rounds)-1].Games {
			pair := fmt.Sprint(min(g.Black, g.White), max(g.Black, g.White))
			if round := met[pair]; round > 0 {
				w.t.Errorf("%s and %s meet in rounds %d and %d", c.nameOf(g.Black), c.nameOf(g.White), round, len(c.Rounds))
			}
			met[pair] = len(c.Rounds)
		}
		if len(c.Rounds) == c.Section.Rounds {
			return
		}
		w.play(section, w.publish(section), nil)
	}
}

// TestAnotherLotLeavesTheTableOfARoundRobin: the lot gives out the numbers of
// the table once; another one after the first round would make people meet
// twice.
func TestAnotherLotLeavesTheTableOfARoundRobin(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, _ := allPlay(w, 5)
		_, err := w.s.Redraw(ctx, w.director, section, 0, "Again.")
		w.refused(err, apperr.Conflict, "come from its table. Its lot was drawn before round 1.")
		form := w.chart(section).Section.input()
		form.Seed = 99
		w.refused(
			w.s.EditSection(ctx, w.director, section, form), apperr.Invalid,
			"seed: Round 1 is published, so the table of the round robin can no longer be changed.",
		)
		playOut(w, section)
	})
}

// TestWhoLeavesARoundRobinKeepsTheirNumber: someone who was absent so far may
// leave, but not as if they had never been in the table.
func TestWhoLeavesARoundRobinKeepsTheirNumber(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, entries := allPlay(w, 0)
		gone := entries[0]
		w.refused(
			w.s.Withdraw(ctx, w.director, gone.ID, 0, gone.Version), apperr.Invalid,
			"after: This player is in the round robin’s table. Withdraw the player after round 1 or later.",
		)
		w.refused(w.s.RemoveEntry(ctx, w.director, gone.ID, gone.Version), apperr.Invalid, "Withdraw the player instead.")
		w.must(w.s.Withdraw(ctx, w.director, gone.ID, 1, gone.Version))
		playOut(w, section)
	})
}

// TestNobodyComesIntoARoundRobinByBeingReadmitted: who left before the first
// round has no number in the table.
func TestNobodyComesIntoARoundRobinByBeingReadmitted(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.System = pairing.RoundRobin
		_, section := w.event(form)
		entries := w.enter(section, w.members(7)...)
		w.must(w.s.Withdraw(ctx, w.director, entries[6].ID, 0, entries[6].Version))
		w.play(section, w.publish(section), nil)
		gone, _ := w.chart(section).Entry(entries[6].ID)
		w.refused(
			w.s.Readmit(ctx, w.director, gone.ID, gone.Version), apperr.Conflict,
			"This player is not in the round robin’s table, which is made.",
		)
		w.refused(
			w.s.Withdraw(ctx, w.director, gone.ID, 1, gone.Version), apperr.Conflict,
			"This player is not in the round robin’s table, which is made.",
		)
		playOut(w, section)
	})
}

// TestColoursAndHandicapsOfARoundRobin are the director's to change, as in any
// other system; the pairs stay those of the table.
func TestColoursAndHandicapsOfARoundRobin(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, entries := allPlay(w, 5)
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		was := r.Games[0]
		w.must(w.s.SwapColours(ctx, w.director, was.ID, was.Version))
		r, _ = w.chart(section).Round(2)
		if g := r.Games[0]; g.White != was.Black || g.Black != was.White || !g.Fixed {
			t.Errorf("the colours of %+v are not swapped: %+v", was, g)
		}
		was = r.Games[1]
		w.must(w.s.SetHandicap(ctx, w.director, was.ID, was.Version, 3, "they asked for it"))
		r, _ = w.chart(section).Round(2)
		if g := r.Games[1]; g.Handicap != 3 || g.Komi != 0 || !g.Has(was.Black) || !g.Has(was.White) {
			t.Errorf("no handicap in %+v", g)
		}
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
		r, _ = w.chart(section).Round(2)
		w.must(w.s.Unpublish(ctx, w.director, r.ID, r.Version))
		again, err := w.s.Draw(ctx, w.director, section, 2)
		w.must(err)
		if g := again.Games[1]; g.Handicap != 3 {
			t.Errorf("drawn again without the handicap: %+v", g)
		}
		w.refused(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 2, White: entries[0].ID, Black: entries[1].ID}),
			apperr.Invalid, "white: The pairs of a round robin come from its table.")
		w.must(w.s.Publish(ctx, w.director, again.ID, again.Version, ""))
		r, _ = w.chart(section).Round(2)
		w.play(section, r, nil)
		playOut(w, section)
		checks, err := w.chart(section).CheckDraws()
		w.must(err)
		for _, c := range checks {
			for _, d := range c.Differences {
				if d.Kind != "handicap" {
					t.Errorf("round %d: %s", c.Round, d.Text)
				}
			}
		}
	})
}
