package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/titles"
)

const champion titles.ID = 1

// titled is a world with an event of one round between two members, a visitor and another member, whose Open decides the
// champion of New Zealand. The visitor and the first member win.
type titled struct {
	*world
	e       Event
	section SectionID
	round   Round
	visitor PersonID
	officer auth.Actor
}

func onTitled(t *testing.T, test func(w *titled)) {
	t.Helper()
	onBoth(t, func(t *testing.T, w *world) {
		out := &titled{world: w}
		w.members(3)
		out.visitor = w.person("Gast", "Vera", "5d")
		out.officer = w.actor(w.person("Rua", "Rangi", ""), auth.RatingsOfficer)
		out.e, out.section = w.event(aSection("Open", 1))
		w.enter(out.section, append([]PersonID{out.visitor}, w.people...)...)
		test(out)
	})
}

// played plays the round: who is listed wins.
func (w *titled) played(winners ...PersonID) {
	w.t.Helper()
	if w.round.Number == 0 {
		w.round = w.publish(w.section)
	}
	w.play(w.section, w.round, func(_ Game, black, white Entry) pairing.Result {
		for _, id := range winners {
			if black.Person == id {
				return pairing.BlackWins
			}
		}
		return pairing.WhiteWins
	})
}

func (w *titled) declare(actor auth.Actor, title titles.ID) error {
	w.t.Helper()
	one, err := w.s.TitleSection(ctx, actor, w.section)
	w.must(err)
	return w.s.DeclareTitle(ctx, actor, w.section, title, one.Declared.Version)
}

// finish makes the event final.
func (w *titled) finish() {
	w.t.Helper()
	w.must(w.s.Close(ctx, w.director, w.e.ID, w.get(w.e.ID).Version))
}

// roll is the roll in words: who holds what, and the lines that were reversed.
func (w *titled) roll() string {
	w.t.Helper()
	all, err := w.s.titles.Roll(ctx)
	w.must(err)
	var out []string
	for _, a := range all {
		text := fmt.Sprintf("%d %d", a.Year, a.Person)
		switch {
		case a.Reverses:
			text = "−" + text
		case a.Reversed:
			text = "(" + text + ")"
		case a.Shared:
			text += " shared"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// A visitor wins and takes no title: the next member does, with the arithmetic.
func TestAVisitorTakesThePrizeAndTheNextMemberTheTitle(t *testing.T) {
	onTitled(t, func(w *titled) {
		w.must(w.declare(w.director, champion))
		w.played(w.visitor)
		w.finish()
		winner := w.chart(w.section)
		s, err := winner.Standings(0)
		w.must(err)
		all, err := w.s.titles.Roll(ctx)
		w.must(err)
		if len(all) != 1 || all[0].Person == w.visitor || all[0].EventName != "Congress" || all[0].Year != 2027 {
			t.Fatalf("the roll is %+v; the first is %s", all, s.Rows[0].Entry.Name)
		}
		trace := strings.Join(all[0].Trace, "\n")
		if !strings.Contains(trace, "Vera Gast, score 1: not a member on 4 January 2027") || strings.Contains(trace, "{") {
			t.Errorf("the arithmetic is %q", trace)
		}
		of, err := w.s.titles.Of(ctx, all[0].Person)
		w.must(err)
		if len(of) != 1 || of[0].TitleName != "Champion of New Zealand" {
			t.Errorf("their titles are %+v", of)
		}
	})
}

// A member who was no longer one on the last day is a visitor that day.
func TestAMemberIsAskedOfTheLastDay(t *testing.T) {
	onTitled(t, func(w *titled) {
		w.exec(`UPDATE membership_term SET to_day = '2027-01-03' WHERE person_id <> $1`, w.people[2])
		w.must(w.declare(w.director, champion))
		w.played(w.people[0], w.people[1])
		w.finish()
		if got := w.roll(); got != fmt.Sprintf("2027 %d", w.people[2]) {
			t.Errorf("the roll is %s", got)
		}
	})
}

// Equal first by score share the title, or are separated by the tie-breaks that the title names, whatever the section's.
func TestEqualFirstShareOrAreSeparated(t *testing.T) {
	onTitled(t, func(w *titled) {
		w.must(w.declare(w.director, champion))
		w.played(w.people[0], w.people[1])
		w.exec(`UPDATE membership_term SET to_day = '2027-06-30'`)
		w.finish()
		all, err := w.s.titles.Roll(ctx)
		w.must(err)
		if got := w.roll(); len(all) == 2 && !strings.Contains(got, "shared") || len(all) == 0 {
			t.Errorf("the roll is %s", got)
		}
		before := len(all)
		in := titles.Input{ID: champion, Name: "Champion of New Zealand", Breaks: []pairing.TieBreak{pairing.ByRating}, Version: 1}
		in.From = w.e.To
		w.refused(w.s.titles.Save(ctx, w.officer, in), apperr.Invalid, "by the present rule")
		w.must(w.declare(w.officer, 0))
		w.must(w.s.titles.Save(ctx, w.officer, titles.Input{
			ID: champion, Name: in.Name, Breaks: in.Breaks, From: civil.MustParseDate("2027-01-01"), Version: 1,
		}))
		w.must(w.declare(w.officer, champion))
		all, err = w.s.titles.Roll(ctx)
		w.must(err)
		holders := 0
		for _, a := range all {
			if a.Counts() {
				holders++
				if a.Shared || !strings.Contains(a.Rule, "separated by rating") {
					t.Errorf("held by %+v", a)
				}
			}
		}
		if holders != 1 || len(all) != 2*before+1 {
			t.Errorf("%d holders, %d lines after %d", holders, len(all), before)
		}
	})
}

// A result that is corrected after the award reverses it and awards again; both are seen.
func TestACorrectionReversesAndAwardsAgain(t *testing.T) {
	onTitled(t, func(w *titled) {
		w.must(w.declare(w.director, champion))
		w.played(w.people[0], w.people[1], w.people[2])
		w.finish()
		first := w.roll()
		w.must(w.s.AwardTitles(ctx, w.director, w.e.ID)) // nothing has changed
		if again := w.roll(); again != first {
			t.Errorf("decided again without a change: %s, then %s", first, again)
		}
		w.must(w.s.Reopen(ctx, w.director, w.e.ID, w.get(w.e.ID).Version))
		if open := w.roll(); open != first {
			t.Errorf("while it is open: %s", open)
		}
		w.play(w.section, w.publish0(), func(_ Game, black, white Entry) pairing.Result { return pairing.WhiteWins })
		w.finish()
		second := w.roll()
		if !strings.Contains(second, "−2027") || !strings.Contains(second, "(2027") || second == first {
			t.Errorf("first %s, then %s", first, second)
		}
		if err := w.tries(`UPDATE title_award SET year = 1999`); err == nil {
			t.Error("a line was changed")
		}
		if err := w.tries(`DELETE FROM title_award`); err == nil {
			t.Error("a line was deleted")
		}
	})
}

// A director who plays says which title it is about before it begins, and not once it has; no director undoes an award.
func TestNoOneAwardsTheirOwnTitle(t *testing.T) {
	onTitled(t, func(w *titled) {
		player := w.actor(w.people[0], auth.Director)
		w.must(w.declare(player, champion)) // announced before it begins
		w.must(w.declare(player, 0))
		w.played(w.people[0], w.people[1], w.people[2])
		w.finish()
		w.now = civil.MustParseInstant("2027-01-05T00:00:00.000Z")
		w.refused(w.declare(player, champion), apperr.Invalid, "You play in this section")
		officer := w.actor(w.people[1], auth.RatingsOfficer)
		w.refused(w.declare(officer, champion), apperr.Invalid, "You play in this section")
		if _, err := w.s.TitleSections(ctx, w.actor(w.people[0]), w.e.ID); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("someone without an office: %v", err)
		}
		if w.roll() != "" {
			t.Errorf("the roll is %s", w.roll())
		}
		w.must(w.declare(w.director, champion))
		if w.roll() == "" {
			t.Error("the director, who does not play, awarded nothing")
		}
		w.refused(w.declare(w.director, 0), apperr.Invalid, "The title is awarded")
		w.must(w.declare(w.officer, 0))
		if !strings.HasPrefix(w.roll(), "(") {
			t.Errorf("withdrawn: %s", w.roll())
		}
	})
}

// A title is decided once a year, a retired one never, and a section that decides one is not removed.
func TestATitleIsDecidedOnceAYear(t *testing.T) {
	onTitled(t, func(w *titled) {
		w.must(w.declare(w.director, champion))
		w.refused(w.declare(w.director, 999), apperr.Invalid, "Choose one of the titles")
		second, err := w.s.AddSection(ctx, w.director, w.e.ID, aSection("Second", 1))
		w.must(err)
		w.refused(w.s.DeclareTitle(ctx, w.director, second, champion, 0), apperr.Invalid, "decided by Congress, Open already")
		w.refused(w.s.DeclareTitle(ctx, w.director, w.section, 2, 99), apperr.Conflict, "first")
		w.must(w.s.titles.Save(ctx, w.officer, titles.Input{ID: 2, Name: "Rapid champion", Retired: true, Version: 1}))
		w.refused(w.s.DeclareTitle(ctx, w.director, second, 2, 0), apperr.Invalid, "no longer awarded")
		w.must(w.s.DeclareTitle(ctx, w.director, second, 3, 0))
		w.refused(w.s.RemoveSection(ctx, w.director, second, 1), apperr.Invalid, "decides the Handicap champion")
		w.refused(w.s.titles.Enter(ctx, w.officer, titles.Row{
			Year: "2026", Title: "No such", Champion: "Mei Lin", Source: "Journal",
		}), apperr.Invalid, "no title “No such”")
	})
}

// publish0 is the round as it stands.
func (w *titled) publish0() Round { return w.chart(w.section).Rounds[0] }

// tries runs a statement in a transaction of its own.
func (w *titled) tries(statement string) error {
	return w.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	})
}
