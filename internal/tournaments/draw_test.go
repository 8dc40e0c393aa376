package tournaments

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// ids are the pairs of a round as white–black, by table.
func pairsOf(r Round) [][2]EntryID {
	var out [][2]EntryID
	for _, g := range r.Games {
		out = append(out, [2]EntryID{g.White, g.Black})
	}
	return out
}

func TestADrawIsAPreviewUntilItIsPublished(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		w.enter(section, w.members(6)...)
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		if r.Number != 1 || r.State != Preview || len(r.Games) != 3 || len(r.Games[0].Why) == 0 || r.Games[0].Table != 1 ||
			r.Games[2].Komi != 14 {
			t.Errorf("the preview: %+v", r)
		}
		stored, ok := w.chart(section).Round(1)
		if diff := cmp.Diff(pairsOf(r), pairsOf(stored)); !ok || diff != "" ||
			len(stored.Games[0].Why) != len(r.Games[0].Why) || len(stored.Cost) == 0 {
			t.Errorf("stored (-drawn +stored):\n%s", diff)
		}
		again, err := w.s.Draw(ctx, w.director, section, 1)
		w.must(err)
		if diff := cmp.Diff(pairsOf(r), pairsOf(again)); diff != "" {
			t.Errorf("drawn again from the same, another draw:\n%s", diff)
		}
		public, err := w.s.Wallchart(ctx, auth.Actor{}, section)
		w.must(err)
		if len(public.Rounds) != 0 || public.Pairings(1) != nil {
			t.Error("everyone sees the preview")
		}
		w.refused(w.s.Publish(ctx, w.director, r.ID, r.Version, ""), apperr.Conflict, "drawn again")
		w.refused(w.s.Publish(ctx, w.director, again.ID, r.Version, ""), apperr.Conflict, "changed this draw")
		w.must(w.s.Publish(ctx, w.director, again.ID, again.Version, " Saturday,  10.00 am "))
		w.must(w.s.Publish(ctx, w.director, again.ID, again.Version, "")) // again: already so
		public, err = w.s.WallchartAt(ctx, auth.Actor{}, e.Slug, "open")
		w.must(err)
		published, ok := public.Round(1)
		if !ok || published.Starts != "Saturday, 10.00 am" || public.Event.Status != Running || public.Published() != 1 {
			t.Errorf("published: %+v, event %s", published, public.Event.Status)
		}
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, "results are missing at tables 1, 2 and 3")
		_, err = w.s.Draw(ctx, w.director, section, 3)
		w.refused(err, apperr.Conflict, "results are missing")

		w.must(w.s.Unpublish(ctx, w.director, published.ID, published.Version))
		if w.get(e.ID).Status != Open {
			t.Errorf("with no round published the event is %s", w.get(e.ID).Status)
		}
		back, _ := w.chart(section).Round(1)
		w.must(w.s.DiscardPreview(ctx, w.director, back.ID, back.Version))
		if len(w.chart(section).Rounds) != 0 {
			t.Error("the discarded preview is still there")
		}
		w.audited()
	})
}

func TestAResultKeepsARoundPublished(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		w.enter(section, w.members(4)...)
		r := w.publish(section)
		w.play(section, Round{Games: r.Games[:1]}, nil)
		w.refused(w.s.Unpublish(ctx, w.director, r.ID, r.Version), apperr.Conflict, "Round 1 has a result")
		w.refused(w.s.SwapColours(ctx, w.director, r.Games[0].ID, 2), apperr.Conflict, "Table 1 has a result")
		w.must(w.s.SwapColours(ctx, w.director, r.Games[1].ID, 1))
		w.refused(w.s.SwapColours(ctx, w.director, r.Games[1].ID, 1), apperr.Conflict, "changed this game")
		got, _ := w.chart(section).Round(1)
		if got.Games[1].White != r.Games[1].Black || got.Games[1].Black != r.Games[1].White {
			t.Error("the colours are not swapped")
		}
	})
}

func TestAPreviewGoesOutOfDate(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		entries := w.enter(section, w.members(6)...)
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		if changes := w.chart(section).OutOfDate(1); changes != nil {
			t.Errorf("fresh, but %v", changes)
		}
		form := entries[2].Input()
		form.Absent = []int{1}
		w.must(w.s.EditEntry(ctx, w.director, entries[2].ID, form))
		want := []string{"Given Family02 no longer plays this round."}
		if got := w.chart(section).OutOfDate(1); !cmp.Equal(got, want) {
			t.Errorf("out of date: %v, want %v", got, want)
		}
		w.refused(w.s.Publish(ctx, w.director, r.ID, r.Version, ""), apperr.Conflict, "Draw round 1 again: Given Family02")
		r, err = w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		if len(r.Games) != 2 || len(r.Byes) != 1 || len(r.Idle) != 1 {
			t.Errorf("drawn again: %+v", r)
		}
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))

		r1, _ := w.chart(section).Round(1)
		w.play(section, r1, nil)
		r2, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		r1, _ = w.chart(section).Round(1)
		w.play(section, Round{Games: r1.Games[:1]}, func(g Game, _, _ Entry) pairing.Result {
			if g.Result == pairing.WhiteWins {
				return pairing.BlackWins
			}
			return pairing.WhiteWins
		})
		w.refused(
			w.s.Publish(ctx, w.director, r2.ID, r2.Version, ""), apperr.Conflict, "A result, a rating or a setting was changed",
		)
	})
}

func TestTheDirectorsDecisions(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(6)...) // slide: 1–4, 2–5, 3–6
		has := func(r Round, a, b EntryID) bool {
			return slices.ContainsFunc(r.Games, func(g Game) bool { return g.Has(a) && g.Has(b) })
		}
		preview := func() Round {
			r, ok := w.chart(section).Round(1)
			if !ok {
				t.Fatal("no preview")
			}
			return r
		}
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		if !has(r, e[0].ID, e[3].ID) {
			t.Fatalf("not the draw this test begins with: %v", pairsOf(r))
		}
		w.must(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: e[5].ID, Black: e[0].ID}))
		r = preview()
		if i := slices.IndexFunc(r.Games, func(g Game) bool { return g.White == e[5].ID && g.Black == e[0].ID }); i < 0 ||
			!r.Games[i].Fixed {
			t.Errorf("the fixed pair is drawn at once: %v", pairsOf(r))
		}
		w.refused(
			w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: e[1].ID, Black: e[0].ID}), apperr.Invalid,
			"black: This player is already in a fixed pair",
		)
		w.refused(
			w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 9, White: e[1].ID, Black: e[1].ID}), apperr.Invalid,
			"round: The section has rounds 1 to 5",
		)
		fixed := w.chart(section).Fixed(1)
		w.must(w.s.LetGo(ctx, w.director, fixed[0].ID))
		if !has(preview(), e[0].ID, e[3].ID) {
			t.Errorf("let go: %v", pairsOf(preview()))
		}
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: e[3].ID, B: e[0].ID, Reason: "family"}))
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: e[0].ID, B: e[3].ID}))
		if has(preview(), e[0].ID, e[3].ID) || len(w.chart(section).Forbidden()) != 1 {
			t.Errorf("forbidden: %v, %v", pairsOf(preview()), w.chart(section).Forbidden())
		}
		w.must(w.s.Allow(ctx, w.director, w.chart(section).Forbidden()[0].ID))

		g := preview().Games[0]
		w.must(w.s.SwapColours(ctx, w.director, g.ID, g.Version))
		r, err = w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		if !slices.ContainsFunc(r.Games, func(n Game) bool { return n.White == g.Black && n.Black == g.White }) {
			t.Errorf("swapped colours stay when drawn again: %v, were %v", pairsOf(r), g)
		}
		g = r.Games[1]
		w.refused(w.s.SetHandicap(ctx, w.director, g.ID, g.Version, -1, ""), apperr.Invalid, "reason: Say why")
		w.must(w.s.SetHandicap(ctx, w.director, g.ID, g.Version, 2, "a lesson"))
		r, err = w.s.Redraw(ctx, w.director, section, 1, "Two friends met.")
		w.must(err)
		i := slices.IndexFunc(r.Games, func(n Game) bool { return n.Has(g.White) && n.Has(g.Black) })
		if i < 0 || r.Games[i].Handicap != 2 || r.Games[i].Komi != 0 || r.Games[i].HandicapReason != "a lesson" ||
			r.Seed == 7 {
			t.Errorf("a handicap by hand stays with another lot: %+v", r)
		}
		w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
		w.refused(w.s.LetGo(ctx, w.director, w.chart(section).Fixed(1)[0].ID), apperr.Conflict, "published")
		w.audited()
	})
}

func TestTheByeCanBeGiven(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(5)...)
		w.must(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: e[0].ID, Reason: "has to leave"}))
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		if !cmp.Equal(r.Byes, []EntryID{e[0].ID}) {
			t.Errorf("byes %v, want %v", r.Byes, e[0].ID)
		}
		stored, _ := w.chart(section).Round(1)
		if !cmp.Equal(stored.Byes, r.Byes) || len(stored.ByeWhy) == 0 {
			t.Errorf("stored: %+v", stored)
		}
		last := w.chart(section).Pairings(1)[2]
		if last.Black.Entry.ID != e[0].ID || last.Idle != "bye" || last.Game.ID != 0 {
			t.Errorf("the bye among the pairings: %+v", last)
		}
	})
}

func TestAnImpossibleDrawOffersAWayOut(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(2)...)
		w.play(section, w.publish(section), nil)
		_, err := w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Invalid, "Round 2 cannot be drawn")
		w.refused(err, apperr.Invalid, "Given Family00")
		var impossible *pairing.Impossible
		if !errors.As(err, &impossible) || len(impossible.Relax) == 0 || contains(impossible.Relax[0].Text, "⟦") {
			t.Fatalf("no way out: %v", err)
		}
		var lifts []Lift
		for _, l := range impossible.Relax[0].Lift {
			lifts = append(lifts, Lift{l.Rule, EntryOf(l.A), EntryOf(l.B)})
		}
		if want := []Lift{{pairing.RuleRematch, e[0].ID, e[1].ID}}; !cmp.Equal(lifts, want) {
			t.Errorf("lifts %v, want %v", lifts, want)
		}
		r, err := w.s.Relax(ctx, w.director, section, 2, lifts)
		w.must(err)
		if len(r.Games) != 1 || !r.Games[0].Fixed {
			t.Errorf("after relaxing: %+v", r)
		}
		w.audited()
	})
}

func TestWhyNot(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(6)...)
		alt, err := w.s.WhyNot(ctx, w.director, section, e[0].ID, e[1].ID)
		w.must(err)
		if alt.Drawn || alt.Criterion == "" || contains(alt.Text, "⟦") {
			t.Errorf("%+v", alt)
		}
		_, err = w.s.WhyNot(ctx, auth.Actor{}, section, e[0].ID, e[1].ID)
		w.refused(err, apperr.SignIn, "")
	})
}

func TestHandicapSection(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(aSection("Handicap", 3, byRating, func(s *Settings) {
			s.Handicap.Ceiling, s.FirstTable = 2, 21
		}))
		w.enter(section, w.members(8)...) // slide: four grades apart
		r := w.publish(section)
		for i, g := range r.Games {
			black, _ := w.chart(section).Entry(g.Black)
			white, _ := w.chart(section).Entry(g.White)
			if g.Table != 21+i || g.Handicap != 2 || g.Komi != 0 || white.Rating <= black.Rating {
				t.Errorf(
					"table %d: handicap %d, komi %s, White %s, Black %s", g.Table, g.Handicap, g.Komi, white.Rating, black.Rating,
				)
			}
		}
		w.refused(w.s.SwapColours(ctx, w.director, r.Games[0].ID, 1), apperr.Invalid, "With a handicap the weaker")
		if got := w.chart(section).Tables(); !cmp.Equal(got, []int{21, 22, 23, 24}) {
			t.Errorf("tables %v", got)
		}
	})
}
