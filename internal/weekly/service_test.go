package weekly

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

func TestPlanIsChecked(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		bad := Plan{RemindDays: 0, LateDays: 99, Late: "x", Last: map[int]civil.Date{
			1: civil.MustParseDate("2026-11-29"), 2: civil.MustParseDate("2026-11-20"),
		}}
		err := w.s.SetPlan(ctx, w.director, w.section, bad)
		if apperr.KindOf(err) != apperr.Invalid {
			t.Fatalf("a bad plan: %v", err)
		}
		_, found, err := w.s.Plan(ctx, w.section)
		if w.must(err); found {
			t.Error("a refused plan is kept")
		}
		good := Proposed(civil.MustParseDate("2026-11-30"), 3, contact)
		err = w.s.SetPlan(ctx, player(w.director.Person, "No office"), w.section, good)
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("set by someone without an office: %v", err)
		}
		w.plan()
		p, _, err := w.s.Plan(ctx, w.section)
		w.must(err)
		if p.Last[2].String() != "2026-12-13" || p.Version != 1 || len(p.Last) != 3 {
			t.Errorf("plan %+v", p)
		}
		if err := w.s.SetPlan(ctx, w.director, w.section, good); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("over a version that was not seen: %v", err)
		}
		p.LateDays = 7
		w.must(w.s.SetPlan(ctx, w.director, w.section, p))
	})
}

// Everyone who plays is written to in the transaction that publishes the round.
func TestPublishingWritesToThePlayers(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		letters := w.letters()
		if len(letters) != 3 { // the fourth has no address
			t.Fatalf("%d letters", len(letters))
		}
		for _, l := range letters {
			has(t, l.Subject, "Weekly Online, round 1: play Given Family", "by 6 December 2026")
			has(t, l.Body, "you have ", " against Given Family", "komi", "on a board of 19 lines",
				"the end of Sunday 6 December 2026, New Zealand time", "director (Aroha Directs, aroha@example.nz).",
				"tell the director (Aroha Directs, aroha@example.nz) before the last day", "All days are by New Zealand time.")
		}
		lines, err := w.s.Section(ctx, w.director, w.event, w.section)
		w.must(err)
		var reached []string
		for _, l := range lines {
			reached = append(reached, l.Reached[0].Text(), l.Reached[1].Text())
		}
		has(t, strings.Join(reached, "; "), "letter waiting in the outbox", "no e-mail address")
		if _, err := w.s.Section(ctx, player(games[0].BlackPerson, "A player"), w.event, w.section); err == nil {
			t.Error("a player reads whom letters reached")
		}
	})
}

// Who has the bye is told so.
func TestTheByeIsWrittenTo(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		chart, err := w.events.Wallchart(ctx, w.director, w.section)
		w.must(err)
		gone := chart.Entries[3] // without an address
		w.must(w.events.RemoveEntry(ctx, w.director, gone.ID, gone.Version))
		w.publish()
		var byes int
		for _, l := range w.letters() {
			if strings.Contains(l.Subject, "you have the bye") {
				byes++
				has(t, l.Body, "Weekly Online, Open, round 1", "you have no game in this round")
			}
		}
		if n := len(w.letters()); n != 3 || byes != 1 {
			t.Errorf("%d letters, %d to byes", n, byes)
		}
	})
}

// A section without deadlines is published as it always was.
func TestPublishingWithoutDeadlines(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.publish()
		if n := len(w.letters()); n != 0 {
			t.Errorf("%d letters of an event over the board", n)
		}
		w.at("2027-01-30")
		if n := w.remind(); n != 0 {
			t.Errorf("%d reminders", n)
		}
	})
}

// Players are not told of a round that is late when they hear of it.
func TestARoundWhoseLastDayHasPassedIsNotPublished(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		w.at("2026-12-07")
		r, err := w.events.Draw(ctx, w.director, w.section, 0)
		w.must(err)
		err = w.events.Publish(ctx, w.director, r.ID, r.Version, "")
		was := "The last day of round 1 was 6 December 2026"
		if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), was) {
			t.Errorf("published: %v", err)
		}
		if n := len(w.letters()); n != 0 {
			t.Errorf("%d letters of a round that is not published", n)
		}
	})
}

// One reminder before the last day and one after it, never twice, none with a result,
// and again where the director has moved the day.
func TestReminders(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		if n := w.remind(); n != 0 {
			t.Errorf("%d reminders on the day of publication", n)
		}
		w.at("2026-12-03")
		if n := w.remind(); n != 0 {
			t.Errorf("%d reminders three days before", n)
		}
		w.at("2026-12-04")
		if n := w.remind(); n != 3 {
			t.Errorf("%d reminders two days before, want 3", n)
		}
		if n := w.remind(); n != 0 {
			t.Errorf("%d reminders an hour later", n)
		}
		w.report(games[0], results.BlackSide, pairing.BlackWins)
		w.report(games[0], results.WhiteSide, pairing.BlackWins)
		w.at("2026-12-07")
		late := w.remind()
		if late == 0 || late > 2 {
			t.Errorf("%d reminders to the two whose game is late", late)
		}
		for _, l := range w.letters()[6:] {
			has(t, l.Subject, "is late")
			has(t, l.Body, "The last day was Sunday 6 December 2026", "the director decides what it counts as")
		}
		p, _, err := w.s.Plan(ctx, w.section)
		w.must(err)
		p.Last[1] = civil.MustParseDate("2026-12-09")
		w.must(w.s.SetPlan(ctx, w.director, w.section, p))
		if n := w.remind(); n != late {
			t.Errorf("%d reminders of the moved day, want %d", n, late)
		}
	})
}

// A round that is being played is not ended behind its players' backs: they are
// written to when its last day moves, and it never moves into the past.
func TestPlayersAreToldOfAMovedDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		w.publish()
		w.at("2026-12-03")
		p, _, err := w.s.Plan(ctx, w.section)
		w.must(err)
		p.Last[1] = civil.MustParseDate("2026-12-02")
		if err := w.s.SetPlan(ctx, w.director, w.section, p); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("moved into the past: %v", err)
		}
		if n := len(w.letters()); n != 3 {
			t.Errorf("%d letters after a refused change, want the three of the draw", n)
		}
		p.Last[1] = civil.MustParseDate("2026-12-05")
		w.must(w.s.SetPlan(ctx, w.director, w.section, p))
		letters := w.letters()
		if len(letters) != 6 {
			t.Fatalf("%d letters, want six", len(letters))
		}
		has(t, letters[5].Subject, "the last day of your game with", "is now 5 December 2026")
	})
}

func TestDeadlinesCanBeTakenAway(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		if err := w.s.RemovePlan(ctx, w.director, w.section, 7); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("over a version that was not seen: %v", err)
		}
		w.report(games[0], results.BlackSide, pairing.BlackWins)
		w.report(games[0], results.WhiteSide, pairing.BlackWins)
		before := len(w.letters())
		w.must(w.s.RemovePlan(ctx, w.director, w.section, 1))
		told := w.letters()[before:]
		for _, l := range told {
			has(t, l.Subject, "no longer has a last day")
			has(t, l.Body, "is no longer on your own page. Ask the director ("+contact+") when it is played")
		}
		want := 0
		for _, id := range []tournaments.PersonID{games[1].BlackPerson, games[1].WhitePerson} {
			if w.mails(id) {
				want++
			}
		}
		if len(told) != want || want == 0 {
			t.Errorf("%d letters to the players of the open game, want %d", len(told), want)
		}
		w.at("2026-12-20")
		if n := w.remind(); n != 0 {
			t.Errorf("%d reminders of a section without deadlines", n)
		}
	})
}

// Who is reported against falsely hears of it, and the report alone counts nothing.
func TestAFalseReportIsToldAndCountsNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		g := games[0]
		w.report(g, results.BlackSide, pairing.BlackWins)
		w.at("2026-12-12") // long after the section's rule
		w.remind()
		var heard bool
		for _, l := range w.letters() {
			if tournaments.PersonID(l.To.Person) == g.WhitePerson && strings.Contains(l.Subject, "is late") {
				heard = true
				has(t, l.Body, g.BlackName+" has reported: "+g.BlackName+" won. It does not count until you say the same",
					"the referee is told")
			}
		}
		if !heard && w.mails(g.WhitePerson) {
			t.Error("White is not told of Black’s report")
		}
		now, err := tournaments.GameByID(ctx, w.db, g.Game.ID)
		if w.must(err); now.Game.Result != pairing.NoResult {
			t.Errorf("one report alone became the result %s", now.Game.Result)
		}
		w.report(g, results.WhiteSide, pairing.WhiteWins)
		game, err := w.s.Game(ctx, player(g.WhitePerson, g.WhiteName), g.Game.ID)
		if w.must(err); game.Standing != results.Disputed || game.Due.Stage != RuleDue {
			t.Errorf("standing %s, %s", game.Standing, game.Due.Stage)
		}
	})
}

// mails reports whether the person has an e-mail address.
func (w *world) mails(id tournaments.PersonID) bool {
	for _, l := range w.letters() {
		if tournaments.PersonID(l.To.Person) == id {
			return true
		}
	}
	return false
}

// The program enters nothing: not even long after the last day.
func TestNoResultIsEnteredByTheProgram(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		plan := Proposed(civil.MustParseDate("2026-11-30"), 3, contact)
		plan.Late = BothDefault
		w.must(w.s.SetPlan(ctx, w.director, w.section, plan))
		games := w.publish()
		w.at("2027-02-01")
		w.remind()
		for _, g := range games {
			now, err := tournaments.GameByID(ctx, w.db, g.Game.ID)
			if w.must(err); now.Game.Result != pairing.NoResult {
				t.Errorf("the result is %s", now.Game.Result)
			}
		}
		lines, err := w.s.Section(ctx, w.director, w.event, w.section)
		if w.must(err); len(lines) != 2 || lines[0].Due.Stage != RuleDue {
			t.Errorf("the director is shown %+v", lines)
		}
	})
}

// What is finished keeps its deadlines.
func TestAFinishedEventKeepsItsDeadlines(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		for range 3 {
			for _, g := range w.publish() {
				w.report(g, results.BlackSide, pairing.BlackWins)
				w.report(g, results.WhiteSide, pairing.BlackWins)
			}
		}
		e, err := w.events.EventByID(ctx, w.director, w.event)
		w.must(err)
		w.must(w.events.Close(ctx, w.director, w.event, e.Version))
		p, _, err := w.s.Plan(ctx, w.section)
		w.must(err)
		p.LateDays = 9
		if err := w.s.SetPlan(ctx, w.director, w.section, p); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("changed after the event: %v", err)
		}
		if err := w.s.RemovePlan(ctx, w.director, w.section, p.Version); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("removed after the event: %v", err)
		}
	})
}

func TestWhoSeesAGame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		g, other := games[0], games[1]
		may := []auth.Actor{player(g.BlackPerson, g.BlackName), player(g.WhitePerson, g.WhiteName), w.director}
		for _, actor := range may {
			if _, err := w.s.Game(ctx, actor, g.Game.ID); err != nil {
				t.Errorf("%s: %v", actor.Name, err)
			}
		}
		for _, actor := range []auth.Actor{{}, player(other.BlackPerson, other.BlackName)} {
			if _, err := w.s.Game(ctx, actor, g.Game.ID); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("%q sees the game of others: %v", actor.Name, err)
			}
		}
		mine, err := w.s.Mine(ctx, player(g.BlackPerson, g.BlackName))
		if w.must(err); len(mine) != 1 || mine[0].Played.Game.ID != g.Game.ID {
			t.Errorf("own games %+v", mine)
		}
		if mine, err := w.s.Mine(ctx, auth.Actor{}); err != nil || len(mine) != 0 {
			t.Errorf("games of no one: %+v, %v", mine, err)
		}
	})
}
