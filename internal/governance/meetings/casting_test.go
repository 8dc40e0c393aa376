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
		w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{Question: constitution.CommitteeTie, Reading: "casting", Meeting: day("2026-02-05"), Words: "The chair casts."}))
		after := hold("2026-03-05")
		m := w.motion(after)
		if v := w.view(m.Meeting); !m.ChairMay || !v.May.CastVote {
			t.Errorf("the chair may %t, the page offers it %t", m.ChairMay, v.May.CastVote)
		}
		w.must(cast(after))
		if out := w.declare(after); !out.Carried || !strings.Contains(out.Trace.String(), "the chair votes yes") || !strings.Contains(out.Trace.String(), "ruled on 5 February 2026") {
			t.Errorf("carried %t: %s", out.Carried, out.Trace)
		}
		if out := w.declare(hold("2026-04-05")); out.Carried || !out.Divided {
			t.Errorf("a chair who stays silent: %s", out.Trace)
		}
	})
}
