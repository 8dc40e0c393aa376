package tournaments

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// gameOf is the game of an entry in a round.
func (w *world) gameOf(section SectionID, round int, id EntryID) Game {
	w.t.Helper()
	r, _ := w.chart(section).Round(round)
	for _, g := range r.Games {
		if g.Has(id) {
			return g
		}
	}
	w.t.Fatalf("%d has no game in round %d", id, round)
	return Game{}
}

// why is the reason that a game gives for its colours, with names.
func (w *world) why(section SectionID, g Game) string {
	var out []string
	for _, r := range w.chart(section).Reasons(g.Why) {
		if r.Criterion == pairing.CriterionColours {
			out = append(out, r.Text)
		}
	}
	return strings.Join(out, "; ")
}

// TestAHandicapByHandGivesTheStrongerWhite: whoever the form puts on which
// side, and the reason of the pair says what the director decided.
func TestAHandicapByHandGivesTheStrongerWhite(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(aSection("Handicap", 3, byRating))
		e := w.enter(section, w.members(6)...) // 6, 5, 4, 3, 2, 1 dan
		even, one, two := 0, 1, 2
		for _, form := range []FixInput{
			{White: e[3].ID, Black: e[0].ID, Handicap: &two, Reason: "a wager"},
			{White: e[2].ID, Black: e[1].ID, Handicap: &even, Reason: "they asked"},
			{White: e[5].ID, Black: e[4].ID, Handicap: &one, Reason: "a wager", Colours: pairing.ColoursByDraw},
		} {
			form.Section, form.Round = section, 1
			w.must(w.s.Fix(ctx, w.director, form))
		}
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		for _, want := range []struct {
			player, white EntryID
			handicap      int
			why           string
		}{
			{e[0].ID, e[0].ID, 2, "2 stones as the director decided (a wager): Given Family00, the stronger, takes White"},
			{e[1].ID, e[2].ID, 0, "an even game as the director decided (they asked): Given Family02 takes White"},
			{
				e[4].ID, e[4].ID, 1, "a handicap of 1 as the director decided (a wager): Given Family04, the stronger, takes White",
			},
		} {
			g := w.gameOf(section, 1, want.player)
			if g.White != want.white || g.Handicap != want.handicap || w.why(section, g) != want.why {
				t.Errorf(
					"White %d, handicap %d, %q\nwant %d, %d, %q", g.White, g.Handicap, w.why(section, g), want.white, want.handicap,
					want.why,
				)
			}
		}
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
		g := w.gameOf(section, 1, e[1].ID)
		w.must(w.s.SwapColours(ctx, w.director, g.ID, g.Version))
		g = w.gameOf(section, 1, e[1].ID)
		if want := "an even game as the director decided (they asked): Given Family01 takes White"; w.why(section, g) != want {
			t.Errorf("once published, swapped: %q, want %q", w.why(section, g), want)
		}
		g = w.gameOf(section, 1, e[0].ID)
		w.must(w.s.SetHandicap(ctx, w.director, g.ID, g.Version, 4, "as the others"))
		g = w.gameOf(section, 1, e[0].ID)
		if want := "4 stones as the director decided (as the others): Given Family00, the stronger, takes White"; w.why(section, g) != want {
			t.Errorf("once published, with another handicap: %q, want %q", w.why(section, g), want)
		}
		if other := w.gameOf(section, 1, e[1].ID); g.HandicapBy != w.director.Name || other.HandicapBy != w.director.Name {
			t.Errorf("set by %q, and fixed before the draw by %q", g.HandicapBy, other.HandicapBy)
		}
	})
}

// TestADecisionCanAlwaysBeTakenBack: letting one pair go must not wait for
// another, although the round cannot be drawn yet.
func TestADecisionCanAlwaysBeTakenBack(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(8)...)
		for _, i := range []int{0, 2} {
			w.must(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: e[i].ID, Black: e[i+1].ID}))
		}
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: e[4].ID, B: e[5].ID}))
		r, err := w.s.Draw(ctx, w.director, section, 1)
		w.must(err)
		for _, i := range []int{0, 2} {
			form := e[i].Input()
			form.Absent = []int{1}
			w.must(w.s.EditEntry(ctx, w.director, e[i].ID, form))
		}
		_, err = w.s.Draw(ctx, w.director, section, 1)
		w.refused(err, apperr.Invalid, "Given Family00 does not play in round 1; Given Family02 does not play in round 1.")
		w.must(w.s.Allow(ctx, w.director, w.chart(section).Forbidden()[0].ID))
		for _, p := range w.chart(section).Fixed(1) {
			w.must(w.s.LetGo(ctx, w.director, p.ID))
		}
		if c := w.chart(section); len(c.Fixed(1))+len(c.Forbidden()) > 0 || c.OutOfDate(1) != nil {
			t.Errorf("left: %v, %v; out of date: %v", c.Fixed(1), c.Forbidden(), c.OutOfDate(1))
		}
		w.refused(w.s.Publish(ctx, w.director, r.ID, r.Version, ""), apperr.Conflict, "drawn again")
		w.audited()
	})
}

// TestAWayOutTakenTwice finds the pair fixed already: two directors may press
// the same button.
func TestAWayOutTakenTwice(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		w.enter(section, w.members(2)...)
		w.play(section, w.publish(section), nil)
		_, err := w.s.Draw(ctx, w.director, section, 0)
		var impossible *pairing.Impossible
		if !errors.As(err, &impossible) {
			t.Fatal(err)
		}
		way := impossible.Relax[0].Lift[0]
		lifts := []Lift{{way.Rule, EntryOf(way.A), EntryOf(way.B)}}
		for range 2 {
			r, err := w.s.Relax(ctx, w.director, section, 2, lifts)
			w.must(err)
			if len(r.Games) != 1 || len(w.chart(section).Fixed(2)) != 1 {
				t.Errorf("games %v, fixed %v", r.Games, w.chart(section).Fixed(2))
			}
		}
	})
}

// TestAWayOutThatIsNoneAnyMore: meanwhile one of the two was fixed against
// someone else.
func TestAWayOutThatIsNoneAnyMore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(4)...)
		w.must(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: e[0].ID, Black: e[1].ID}))
		_, err := w.s.Relax(ctx, w.director, section, 1, []Lift{{pairing.RuleRematch, e[1].ID, e[2].ID}})
		w.refused(err, apperr.Conflict, "Given Family01 is now in a fixed pair. Check the draw and try again.")
	})
}

// TestTablesFollowTheirFirstNumber: a preview drawn before the number of the
// first table was changed has the wrong tables.
func TestTablesFollowTheirFirstNumber(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		w.enter(section, w.members(4)...)
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		form := w.chart(section).Section.input()
		form.FirstTable = 21
		w.must(w.s.EditSection(ctx, w.director, section, form))
		w.refused(w.s.Publish(ctx, w.director, r.ID, r.Version, ""), apperr.Conflict, "Draw round 1 again")
		r, err = w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
		if got := fmt.Sprint(w.chart(section).Tables()); got != "[21 22]" || r.Games[0].Table != 21 {
			t.Errorf("tables %s, the first game at %d", got, r.Games[0].Table)
		}
	})
}
