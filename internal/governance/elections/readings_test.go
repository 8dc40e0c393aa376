package elections

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
)

func (w *society) rule(q constitution.QuestionID, r constitution.ReadingID) {
	w.t.Helper()
	w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{Question: q, Reading: r,
		Meeting: day("2026-03-01"), Words: "So ruled."}))
}

// Rule 4.8: the chair has a ballot paper in an election, and by a ruling none.
func TestTheChairsBallotPaper(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate(Ordinary, "Ana", "Ben", "Cal")
		w.now = civil.MustParseInstant(agmDay + "T01:00:00.000Z")
		w.state(meetings.Open)
		for _, given := range []string{"Hemi", "Ana", "Ben", "Cal", "Dee"} {
			w.must(w.s.meetings.Arrive(ctx, w.secretary, w.agm, meetings.PresenceInput{Person: w.people[given]}))
		}
		record := func(text string) string { return fields(w.s.RecordBallot(ctx, w.chair, w.ballot(Ordinary, text))) }
		if got := record("5+1: Ana 5, Ben 3, Cal 2"); got != "ballots" {
			t.Errorf("six papers of five: %q", got)
		}
		w.rule(constitution.ChairsBallot, "silent")
		if got := record("4+1: Ana 4, Ben 3, Cal 1"); got != "ballots" {
			t.Errorf("five papers, and the chair has none: %q", got)
		}
		w.must(w.s.RecordBallot(ctx, w.chair, w.ballot(Ordinary, "4+0: Ana 4, Ben 3, Cal 1")))
	})
}

// Rule 4.16 with 9, 5 and 5: a tie, and by a ruling three are elected, whom rule
// 3.2 takes on that ruling.
func TestThreeWithTheTwoHighestTotals(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		w.prepare()
		w.nominate(Ordinary, "Ana", "Ben", "Cal")
		w.nominate("president", "Dee")
		w.state(meetings.Open)
		w.count(Ordinary, "12+0: Ana 9, Ben 5, Cal 5")
		if v := w.view(Ordinary); v.Outcome.State != Tied || len(v.Outcome.Elected) != 1 {
			t.Errorf("without a ruling: %+v", v.Outcome)
		}
		w.rule(constitution.HighestTotals, "totals")
		if v := w.view(Ordinary); v.Outcome.State != Decided || len(v.Outcome.Elected) != 3 || v.Outcome.Empty != 0 {
			t.Errorf("by the ruling: %+v", v.Outcome)
		}
		w.state(meetings.Closed)
		w.must(w.s.Confirm(ctx, w.secretary, w.confirmation()))
		if got := w.holders("2026-03-15"); strings.Count(got, string(auth.Committee)) != 3 {
			t.Errorf("they hold %s", got)
		}
	})
}
