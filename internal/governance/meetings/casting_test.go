package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// Rule 6.3: equal votes in the committee fail, unless it ruled that its chair
// has a casting vote; then the chair may cast it, and need not.
func TestTheChairOfTheCommitteeOnEqualVotes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		hold := func(day string) MotionID {
			in := agm(day)
			in.Kind = Committee
			id := w.create(in)
			w.on(day)
			w.arrive(id, 4)
			w.open(id)
			m := w.propose(id, MotionInput{Origin: constitution.FromCommittee})
			w.count(m, 0, constitution.Hands, votes(2, 2, 0))
			return m
		}
		cast := func(m MotionID) error {
			return w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes)
		}
		before := hold("2026-02-05")
		if m := w.motion(before); m.ChairMay {
			t.Error("the chair may vote without a ruling")
		}
		w.refused("a casting vote without a ruling", cast(before), apperr.Invalid, "rule 6.3")
		w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.CommitteeTie, Reading: "casting", Meeting: day("2026-02-05"), Words: "The chair casts.",
		}))
		after := hold("2026-03-05")
		m := w.motion(after)
		if v := w.view(m.Meeting); !m.ChairMay || !v.May.CastVote {
			t.Errorf("the chair may %t, the page offers it %t", m.ChairMay, v.May.CastVote)
		}
		w.must(cast(after))
		if out := w.declare(after); !out.Carried || !strings.Contains(
			out.Trace.String(), "the chair votes yes",
		) || !strings.Contains(out.Trace.String(), "ruled on 5 February 2026") {
			t.Errorf("carried %t: %s", out.Carried, out.Trace)
		}
		if out := w.declare(hold("2026-04-05")); out.Carried || !out.Divided {
			t.Errorf("a chair who stays silent: %s", out.Trace)
		}
	})
}

// A ruling that lets an EGM decide what it does not send to a postal vote does
// not let it amend the constitution: that takes a ruling on rule 7.1 as well.
func TestAnEGMThatDecidesDoesNotAmend(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		rule := func(q constitution.QuestionID, r constitution.ReadingID) {
			w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{
				Question: q, Reading: r, Meeting: day("2026-01-01"), Words: "So ruled.",
			}))
		}
		rule(constitution.BallotAtEGM, "all")
		in := agm("2026-03-20")
		in.Kind = EGM
		id := w.create(in)
		amend := w.propose(id, MotionInput{
			Title: "Quorum", Kind: constitution.Constitutional, Mover: w.people[6], Seconder: w.people[7],
			Change: []FigureChange{{"quorum", "3"}},
		})
		plain := w.propose(id, MotionInput{Title: "A hall"})
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-20")
		w.arrive(id, 12)
		w.open(id)
		w.tellers(id)
		w.count(plain, 0, constitution.Hands, votes(11, 0, 0))
		w.declare(plain)
		w.refused(
			"an amendment at an EGM",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: amend, Method: constitution.Hands, Votes: votes(12, 0, 0)}),
			apperr.Invalid, "Only an AGM can amend the constitution",
		)
		rule(constitution.WhichMeeting, "general")
		w.count(amend, 0, constitution.Hands, votes(11, 0, 0))
		if out := w.declare(amend); !out.Carried || out.Trace.Rule != "7.2" {
			t.Errorf("%s", out.Trace)
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if c, err := w.rules.On(ctx, w.db, day("2026-03-20")); err != nil || c.Figures.Quorum != 3 {
			t.Errorf("quorum %d, %v", c.Figures.Quorum, err)
		}
	})
}
