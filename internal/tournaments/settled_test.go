package tournaments

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// firstWins gives every game to whoever entered first.
func firstWins(_ Game, black, white Entry) pairing.Result {
	if black.Number < white.Number {
		return pairing.BlackWins
	}
	return pairing.WhiteWins
}

// aCup is a knock-out of n members, seeded as they entered.
func aCup(w *world, n int, change func(in *SectionInput)) (SectionID, []Entry) {
	form := open5()
	form.System, form.Seeding, form.Knockout.ThirdPlace = pairing.Knockout, pairing.SeedOrder, true
	if change != nil {
		change(&form)
	}
	_, section := w.event(form)
	entries := w.enter(section, w.members(n)...)
	for i, e := range entries {
		in := e.Input()
		in.Seed = i + 1
		w.must(w.s.EditEntry(ctx, w.director, e.ID, in))
	}
	for i, e := range entries {
		entries[i], _ = w.chart(section).Entry(e.ID)
	}
	return section, entries
}

func placesOf(w *world, section SectionID) string {
	st, err := w.chart(section).Standings(0)
	w.must(err)
	var out []string
	for _, row := range st.Rows {
		out = append(out, strings.TrimSpace(string(rune('a'+row.Entry.Number-1))+row.Place.String()))
	}
	return strings.Join(out, " ")
}

func TestKnockoutFromDrawToEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, entries := aCup(w, 5, nil)
		if c := w.chart(section); c.Section.Rounds != 3 {
			t.Errorf("five players: %d rounds", c.Section.Rounds)
		}
		r := w.publish(section)
		if len(r.Games) != 1 || len(r.Byes) != 3 || len(r.ByeWhy) != 3 {
			t.Fatalf("round 1: %+v", r)
		}
		if h, err := sectionByID(ctx, w.s.db, section); err != nil || h.section.Rounds != 3 {
			t.Errorf("kept: %d rounds, %v", h.section.Rounds, err)
		}
		w.play(section, r, firstWins)
		c := w.chart(section)
		if c.Plays(entries[4], 2) || !c.Plays(entries[3], 2) {
			t.Error("who lost is out, who won is in")
		}
		w.play(section, w.publish(section), firstWins)
		if next, why := w.chart(section).Next(); next != 3 || why != "" {
			t.Errorf("the final: %d %q", next, why)
		}
		last := w.publish(section)
		if len(last.Games) != 2 {
			t.Errorf("the final and the game for third place: %+v", last.Games)
		}
		w.play(section, last, firstWins)
		if got := placesOf(w, section); got != "a1 b2 c3 d4 e5" {
			t.Error(got)
		}
		if _, why := w.chart(section).Next(); why != "All 3 rounds are played." {
			t.Error(why)
		}
		if st, _ := w.chart(section).Standings(0); !st.Final {
			t.Error("not final")
		}
		checks, err := w.chart(section).CheckDraws()
		w.must(err)
		for _, c := range checks {
			if len(c.Differences) > 0 {
				t.Errorf("round %d: %v", c.Round, c.Differences)
			}
		}
	})
}

func TestKnockoutWhatIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, entries := aCup(w, 4, nil)
		fix := FixInput{Section: section, Round: 1, White: entries[0].ID, Black: entries[1].ID}
		w.refused(w.s.Fix(ctx, w.director, fix), apperr.Invalid, "white: The pairs of a knock-out come from its bracket.")
		w.refused(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: entries[0].ID, B: entries[3].ID}),
			apperr.Invalid, "a: The pairs of a knock-out come from its bracket.")
		in := entries[3].Input()
		in.HalfByes = []int{2}
		w.refused(w.s.EditEntry(ctx, w.director, entries[3].ID, in), apperr.Invalid, "half_byes: A knock-out has no half points")
		in = entries[3].Input()
		in.Seed = 1
		w.refused(w.s.EditEntry(ctx, w.director, entries[3].ID, in), apperr.Invalid, "is seed 1 already")
		r := w.publish(section)
		change := HandInput{Round: r.ID, Version: r.Version, Kind: Exchange, Player: entries[0].ID, Other: entries[1].ID}
		w.refused(w.s.ChangeByHand(ctx, w.director, change), apperr.Invalid, "kind: The pairs of a knock-out come from its bracket.")
		in = entries[3].Input()
		in.Seed = 9
		w.refused(w.s.EditEntry(ctx, w.director, entries[3].ID, in), apperr.Invalid, "the seeds can no longer be changed")
		late := w.members(5)[4]
		_, err := w.s.Enter(ctx, w.director, late, EntryInput{Section: section})
		w.refused(err, apperr.Invalid, "The bracket of a knock-out is made once")
	})
}

// TestKnockoutJigo: a drawn game is played again, or takes through whom the section says.
func TestKnockoutJigo(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, _ := aCup(w, 2, nil)
		r := w.publish(section)
		w.play(section, r, func(Game, Entry, Entry) pairing.Result { return pairing.Jigo })
		c := w.chart(section)
		if _, why := c.Next(); !strings.Contains(why, "Round 1 has no winner at table 1. Replay the game") {
			t.Error(why)
		}
		w.refused(w.s.Close(ctx, w.director, c.Event.ID, c.Event.Version), apperr.Invalid, "no winner at table 1")
		form := c.Section.input()
		form.Knockout.Jigo = pairing.JigoWhite
		w.must(w.s.EditSection(ctx, w.director, section, form))
		c = w.chart(section)
		white, _ := c.Entry(c.Rounds[0].Games[0].White)
		if got := placesOf(w, section); !strings.HasPrefix(got, string(rune('a'+white.Number-1))+"1 ") {
			t.Errorf("White goes through: %s", got)
		}
		w.must(w.s.Close(ctx, w.director, c.Event.ID, c.Event.Version))
	})
}

// TestKnockoutWalkover: who withdraws or does not come is out, and the opponent goes through without a game.
func TestKnockoutWalkover(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		section, entries := aCup(w, 4, nil)
		w.play(section, w.publish(section), firstWins)
		w.must(w.s.Withdraw(ctx, w.director, entries[0].ID, 1, entries[0].Version))
		r := w.publish(section)
		if len(r.Games) != 1 || len(r.Byes) != 1 || r.Byes[0] != entries[1].ID {
			t.Fatalf("%+v", r)
		}
		if text := w.chart(section).Reasons(r.ByeWhy)[0].Text; !strings.Contains(text, "does not play (withdrew after round 1)") {
			t.Error(text)
		}
		w.play(section, r, firstWins)
		if got := placesOf(w, section); got != "b1 a2 c3 d4" {
			t.Error(got)
		}
	})
}

// TestBecomingAKnockout: what was agreed for a Swiss does not stand in the way of a bracket.
func TestBecomingAKnockout(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		_, section := w.event(open5())
		entries := w.enter(section, w.members(5)...)
		w.must(w.s.Fix(ctx, w.director, FixInput{Section: section, Round: 1, White: entries[0].ID, Black: entries[1].ID}))
		w.must(w.s.Forbid(ctx, w.director, ForbidInput{Section: section, A: entries[0].ID, B: entries[3].ID}))
		in := entries[4].Input()
		in.HalfByes, in.StartScore = []int{1}, 2
		w.must(w.s.EditEntry(ctx, w.director, entries[4].ID, in))
		form := w.chart(section).Section.input()
		form.System = pairing.Knockout
		w.must(w.s.EditSection(ctx, w.director, section, form))
		if r := w.publish(section); len(r.Games) != 2 || len(r.Byes) != 0 {
			t.Errorf("%+v", r)
		}
	})
}

func TestMatchEndsWhenDecided(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		form := open5()
		form.System = pairing.Match
		_, section := w.event(form)
		entries := w.enter(section, w.members(3)...)
		_, err := w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Invalid, "a match is between two players, and 3 are entered")
		w.must(w.s.RemoveEntry(ctx, w.director, entries[2].ID, entries[2].Version))
		var white []EntryID
		for range 3 {
			r := w.publish(section)
			white = append(white, r.Games[0].White)
			w.play(section, r, firstWins)
		}
		if white[0] == white[1] || white[0] != white[2] {
			t.Errorf("colours do not change: %v", white)
		}
		c := w.chart(section)
		if next, why := c.Next(); next != 0 || why != "All 3 rounds are played." || c.Section.Rounds != 3 || c.Settings().Rounds != 5 {
			t.Errorf("%d %q, %d and %d rounds", next, why, c.Section.Rounds, c.Settings().Rounds)
		}
		_, err = w.s.Draw(ctx, w.director, section, 0)
		w.refused(err, apperr.Conflict, "All 3 rounds are played.")
		if got := placesOf(w, section); got != "a1 b2" {
			t.Error(got)
		}
		w.must(w.s.Close(ctx, w.director, c.Event.ID, c.Event.Version))
	})
}
