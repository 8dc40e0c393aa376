package tournaments

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// hand changes the last round of a section by hand.
func (w *world) hand(section SectionID, in HandInput) error {
	c := w.chart(section)
	r := c.Rounds[len(c.Rounds)-1]
	in.Round, in.Version = r.ID, r.Version
	return w.s.ChangeByHand(ctx, w.director, in)
}

// last is the last round of a section.
func (w *world) last(section SectionID) Round {
	c := w.chart(section)
	return c.Rounds[len(c.Rounds)-1]
}

// without is a round's games but for those of somebody, as they are stored.
func without(r Round, ids ...EntryID) []Game {
	return slices.DeleteFunc(slices.Clone(r.Games), func(g Game) bool {
		return slices.ContainsFunc(ids, g.Has)
	})
}

func sameGames(a, b []Game) bool {
	return slices.EqualFunc(a, b, func(x, y Game) bool {
		return fmt.Sprintf("%+v", x) == fmt.Sprintf("%+v", y)
	})
}

// Two players are exchanged after the other tables have their results: two tables change, and the
// others keep game, number, result and all.
func TestExchangeTwoPlayersAfterResults(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(aSection("Handicap", 3, byRating))
		e := w.enter(section, w.members(8)...)
		r := w.publish(section)
		a, b := e[0].ID, e[1].ID
		if w.gameOf(section, 1, a).ID == w.gameOf(section, 1, b).ID {
			b = e[2].ID
		}
		ga, gb := w.gameOf(section, 1, a), w.gameOf(section, 1, b)
		rest := r
		rest.Games = without(r, a, b)
		w.play(section, rest, nil)
		before := without(w.last(section), a, b)
		w.must(w.hand(section, HandInput{Kind: Exchange, Player: a, Other: b}))
		now := w.last(section)
		if got := without(now, a, b); !sameGames(got, before) {
			t.Errorf("other games changed:\n%+v\nwant\n%+v", got, before)
		}
		na, nb := w.gameOf(section, 1, a), w.gameOf(section, 1, b)
		if na.Table != gb.Table || nb.Table != ga.Table || !na.Fixed || na.ID == gb.ID {
			t.Errorf("a at %+v, b at %+v", na, nb)
		}
		c := w.chart(section)
		for _, g := range []Game{na, nb} {
			black, _ := c.Entry(g.Black)
			white, _ := c.Entry(g.White)
			stones := scale.DefaultCeiling
			if d := int(white.Rating - black.Rating); d >= 0 && (d+9)/10 < stones {
				stones = (d + 9) / 10
			}
			if white.Rating < black.Rating || g.Handicap != stones {
				t.Errorf("table %d: %s (Black) against %s (White) with %d stones, want %d", g.Table, black.Rating, white.Rating, g.Handicap, stones)
			}
		}
		if n := len(now.ByHand); n != 1 || !strings.Contains(c.Named(now.ByHand[0].What), "are exchanged") {
			t.Errorf("the round does not tell it: %+v", now.ByHand)
		}
		back := w.hand(section, HandInput{Kind: Exchange, Player: a, Other: b})
		w.must(back)
		if got := w.gameOf(section, 1, a); got.Table != ga.Table || !got.Has(ga.White) || !got.Has(ga.Black) {
			t.Errorf("exchanged back: %+v, was %+v", got, ga)
		}
	})
}

// A late arrival plays who has the bye, at the first free table; no table is renumbered.
func TestALateArrivalPlaysTheBye(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		people := w.members(6)
		w.enter(section, people[:5]...)
		r := w.publish(section)
		rest := r
		rest.Games = r.Games[:1]
		w.play(section, rest, nil)
		late := w.enter(section, people[5])[0]
		if late.Plays(1) {
			t.Fatal("the late arrival plays round 1 already")
		}
		bye := r.Byes[0]
		before := w.last(section).Games
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: late.ID, Other: bye}))
		now := w.last(section)
		if len(now.Byes) != 0 || len(now.Games) != 3 || now.Games[2].Table != 3 || !now.Games[2].Has(late.ID) {
			t.Errorf("%+v", now)
		}
		if !sameGames(now.Games[:2], before) {
			t.Errorf("other games changed: %+v, were %+v", now.Games[:2], before)
		}
		if e, _ := w.chart(section).Entry(late.ID); !e.Plays(1) {
			t.Error("the late arrival does not play")
		}
		for _, line := range w.chart(section).ByName(1) {
			if line.Player.Entry.ID == bye && line.Table != 3 {
				t.Errorf("the list by name says %+v", line)
			}
		}
	})
}

// Two players without a game after theirs are taken off are paired, and the gap of the tables is
// filled first.
func TestPairTheUnpaired(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		w.enter(section, w.members(8)...)
		r := w.publish(section)
		g1, g3 := r.Games[0], r.Games[2]
		w.must(w.hand(section, HandInput{Kind: TakeOff, Player: g1.White}))
		w.must(w.hand(section, HandInput{Kind: TakeOff, Player: g3.Black}))
		now := w.last(section)
		if len(now.Games) != 2 || len(now.Idle) != 4 {
			t.Fatalf("%+v", now)
		}
		for _, p := range w.chart(section).Pairings(1) {
			if p.Game.ID == 0 && p.Idle != "not paired" {
				t.Errorf("%s is shown as %s", p.Black.Entry.Name, p.Idle)
			}
		}
		w.refused(w.hand(section, HandInput{Kind: PairUp, Player: g1.White, Other: r.Games[1].White}), apperr.Invalid, "has a game at table 2")
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: g1.White, Other: g3.White}))
		w.must(w.hand(section, HandInput{Kind: GiveBye, Player: g1.Black}))
		w.refused(w.hand(section, HandInput{Kind: GiveBye, Player: g3.Black}), apperr.Invalid, "Someone else has the bye")
		w.must(w.hand(section, HandInput{Kind: Exchange, Player: g1.Black, Other: g3.Black}))
		now = w.last(section)
		if len(now.Byes) != 1 || now.Byes[0] != g3.Black || now.Games[0].Table != 1 || !now.Games[0].Has(g3.White) {
			t.Errorf("%+v", now)
		}
		w.must(w.hand(section, HandInput{Kind: TakeOff, Player: g3.Black}))
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: g3.Black, Other: g1.Black}))
		now = w.last(section)
		w.play(section, now, nil)
		if p := now.Progress(); p.Total != 4 {
			t.Errorf("%+v", p)
		}
		if len(now.ByHand) != 7 {
			t.Errorf("%d changes are told", len(now.ByHand))
		}
		w.publish(section) // the next round is drawn as ever
	})
}

// A game with a result changes only when the director says that the result is set aside, and why;
// the result stays readable with the change, and in the log.
func TestAResultIsNeverLostByHand(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		w.enter(section, w.members(4)...)
		r := w.publish(section)
		w.play(section, r, nil)
		g := w.last(section).Games[0]
		in := HandInput{Kind: TakeOff, Player: g.White}
		err := w.hand(section, in)
		w.refused(err, apperr.Invalid, "There is a result at table 1")
		w.refused(err, apperr.Invalid, "Say why a result is set aside")
		if now := w.last(section); now.Games[0].Result != g.Result || now.Games[0].ID != g.ID {
			t.Errorf("a refusal changed the game: %+v", now.Games[0])
		}
		in.SetAside, in.Reason = true, "They played at the wrong table."
		for _, kept := range []string{
			`INSERT INTO dispute (game_id, state, black_says, white_says, opened_at) VALUES ($1, 'open', 'B', 'W', $2)`,
			`INSERT INTO game_ruling (game_id, kind, rule, facts, reason, ruled_at, ruled_by) VALUES ($1, 'x', '1', 'f', 'r', $2, 'Referee')`,
		} {
			w.exec(kept, g.ID, w.now)
			w.refused(w.hand(section, in), apperr.Conflict, "so its pair stays")
			w.exec(`DELETE FROM dispute WHERE game_id = $1`, g.ID)
		}
		w.exec(`DELETE FROM game_ruling WHERE game_id = $1`, g.ID)
		w.must(w.hand(section, in))
		change := w.last(section).ByHand[0]
		if len(change.Aside) != 1 || change.Aside[0] != (AsideGame{1, g.Black, g.White, g.Result, g.Margin}) || change.Reason != in.Reason {
			t.Errorf("%+v", change)
		}
		w.audited()
	})
}

// Whoever opened the round before another changed it is told, and nothing is changed; so is who
// changes a round that others follow, that is a round robin's, or that does not exist.
func TestChangesByHandThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		e := w.enter(section, w.members(6)...)
		first := w.publish(section)
		white, black := first.Games[0].White, first.Games[0].Black
		w.refused(w.hand(section, HandInput{Kind: Exchange, Player: white, Other: black}), apperr.Invalid, "play each other")
		w.refused(w.hand(section, HandInput{Kind: Exchange, Player: white, Other: white}), apperr.Invalid, "Choose another player")
		w.refused(w.hand(section, HandInput{Kind: Exchange, Player: white, Other: 999}), apperr.Invalid, "Choose a player of this section")
		w.refused(w.hand(section, HandInput{Kind: "turn", Player: white}), apperr.Invalid, "Choose what to change")
		w.refused(w.hand(section, HandInput{Kind: GiveBye, Player: white}), apperr.Invalid, "has a game at table")
		stale := HandInput{Round: first.ID, Version: first.Version, Kind: TakeOff, Player: white}
		w.must(w.s.ChangeByHand(ctx, w.director, stale))
		w.refused(w.s.ChangeByHand(ctx, w.director, stale), apperr.Conflict, "")
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: white, Other: black}))
		w.play(section, w.last(section), nil)
		w.publish(section)
		r, _ := w.chart(section).Round(1)
		late := HandInput{Round: r.ID, Version: r.Version, Kind: TakeOff, Player: white, SetAside: true, Reason: "x"}
		w.refused(w.s.ChangeByHand(ctx, w.director, late), apperr.Conflict, "Round 2 is published")
		stranger := w.actor(e[0].Person)
		if err := w.s.ChangeByHand(ctx, stranger, late); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a player changes the draw: %v", err)
		}
	})
}

// A preview that was changed by hand can be published as it is; drawn again, it keeps to what was
// changed.
func TestAPreviewChangedByHand(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		w.enter(section, w.members(8)...)
		r, err := w.s.Draw(ctx, w.director, section, 0)
		w.must(err)
		a, b := r.Games[0].White, r.Games[1].White
		with := r.Games[1].Black
		w.must(w.hand(section, HandInput{Kind: Exchange, Player: a, Other: b}))
		if out := w.chart(section).OutOfDate(1); len(out) != 0 {
			t.Errorf("out of date: %v", out)
		}
		_, err = w.s.Draw(ctx, w.director, section, 1)
		w.must(err)
		if !w.gameOf(section, 1, a).Has(with) {
			t.Error("drawing again forgot the change")
		}
		now := w.last(section)
		w.must(w.s.Publish(ctx, w.director, now.ID, now.Version, ""))
	})
}

// A pair made by hand does not take a table of another section.
func TestTablesOfOtherSections(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		e, section := w.event(open5())
		people := w.members(7)
		w.enter(section, people[:3]...)
		other, err := w.s.AddSection(ctx, w.director, e.ID, aSection("Other", 3, func(s *Settings) { s.FirstTable = 2 }))
		w.must(err)
		w.enter(other, people[3:]...)
		r := w.publish(section)
		w.publish(other)
		late := w.enter(section, w.person("Late", "Lee", "1d"))[0]
		w.must(w.hand(section, HandInput{Kind: PairUp, Player: late.ID, Other: r.Byes[0]}))
		if g := w.gameOf(section, 1, late.ID); g.Table != 4 {
			t.Errorf("table %d, want 4: 2 and 3 are the other section's", g.Table)
		}
	})
}

// Random changes by hand, one after the other: nobody is ever in two places, nobody vanishes, tables
// are used once, and untouched games are never changed.
func TestRandomChangesByHand(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(aSection("Open", 3, byRating))
		e := w.enter(section, w.members(9)...)
		w.publish(section)
		rng := rand.New(rand.NewPCG(14, 3))
		done := 0
		for range 60 {
			before := w.last(section)
			in := HandInput{
				Kind: []HandKind{Exchange, PairUp, TakeOff, GiveBye}[rng.IntN(4)], Player: e[rng.IntN(9)].ID, Other: e[rng.IntN(9)].ID,
				SetAside: true, Reason: "a random change",
			}
			err := w.hand(section, in)
			now := w.last(section)
			if err != nil {
				if apperr.KindOf(err) != apperr.Invalid {
					t.Fatalf("%+v: %v", in, err)
				}
				if !sameGames(now.Games, before.Games) || !slices.Equal(now.Byes, before.Byes) {
					t.Fatalf("%+v was refused and changed the round", in)
				}
				continue
			}
			done++
			touched := []EntryID{in.Player}
			if in.Kind == Exchange || in.Kind == PairUp {
				touched = append(touched, in.Other)
			}
			touched = append(touched, partners(before, touched)...)
			if !sameGames(without(before, touched...), without(now, touched...)) {
				t.Fatalf("%+v changed other games:\n%+v\nwas\n%+v", in, now.Games, before.Games)
			}
			seen, tables := map[EntryID]int{}, map[int]bool{}
			for _, g := range now.Games {
				seen[g.Black]++
				seen[g.White]++
				if tables[g.Table] {
					t.Fatalf("table %d twice", g.Table)
				}
				tables[g.Table] = true
			}
			for _, id := range now.Byes {
				seen[id]++
			}
			for _, idle := range now.Idle {
				seen[idle.Entry]++
			}
			for _, one := range e {
				if seen[one.ID] != 1 {
					t.Fatalf("%+v: entry %d is in %d places", in, one.ID, seen[one.ID])
				}
			}
			if rng.IntN(3) == 0 && len(now.Games) > 0 {
				g := now.Games[rng.IntN(len(now.Games))]
				if g.Result == pairing.NoResult {
					one := now
					one.Games = []Game{g}
					w.play(section, one, nil)
				}
			}
		}
		if done < 15 {
			t.Errorf("only %d changes were made", done)
		}
	})
}

// partners are the opponents of players in a round.
func partners(r Round, ids []EntryID) []EntryID {
	var out []EntryID
	for _, g := range r.Games {
		switch {
		case slices.Contains(ids, g.White):
			out = append(out, g.Black)
		case slices.Contains(ids, g.Black):
			out = append(out, g.White)
		}
	}
	return out
}

// What became worse and better is said in the words of a director, the weightiest first.
func TestCostsAreCompared(t *testing.T) {
	cost := func(scores, colours int64) []pairing.Cost {
		return []pairing.Cost{
			{Criterion: pairing.CriterionScore, Values: []int64{scores}, Text: fmt.Sprintf("%d pairs one point apart", scores/4)},
			{Criterion: pairing.CriterionColours, Values: []int64{colours}},
			{Criterion: pairing.CriterionLot, Values: []int64{scores + colours}},
		}
	}
	for _, c := range []struct {
		before, after []pairing.Cost
		want          string
	}{
		{cost(4, 2), cost(4, 2), ""},
		{cost(4, 2), cost(12, 1), "worse: opponents are further apart in score (3 pairs one point apart; before, 1 pairs one point apart); " +
			"better: colours are more even / Scores: Squares of the differences in half points, added up: 12 instead of 4, " +
			"Colours: Squares of Black minus White after the round, added up: 1 instead of 2"},
		{nil, cost(4, 2), ""},
	} {
		got, figures := compareCosts(c.before, c.after)
		if len(figures) > 0 {
			got += " / " + strings.Join(figures, ", ")
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
