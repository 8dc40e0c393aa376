package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// Rule 4.2: who takes part online is not present, and so takes no chair, moves
// nothing and is no teller, unless the committee ruled otherwise.
func TestAnOfficerOnline(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: w.people[0], Where: Online}))
		for _, p := range w.people[1:12] {
			w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: p}))
		}
		chair := w.view(id).Chair
		if chair.Person != w.people[1] || !chair.Trace.Uses(constitution.OnlinePresence) || !strings.Contains(
			chair.Trace.String(), "The president takes part online and is not present (4.2)",
		) {
			t.Errorf("%s has the chair: %s", chair.Name, chair.Trace)
		}
		w.open(id)
		w.refused(
			"a teller online", w.s.SetTellers(ctx, w.secretary, id, w.version(id), []PersonID{w.people[0], w.people[8]}),
			apperr.Invalid, "tellers",
		)
		w.tellers(id)
		m := w.propose(id, MotionInput{Title: "Thanks", Text: "That the hosts be thanked.", Item: constitution.OtherBusiness})
		_, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: m, Text: "That all be thanked.", Mover: w.people[0], Seconder: w.people[5],
		})
		w.refused("an amendment moved online", err, apperr.Invalid, "mover")
		w.refused(
			"a vote more than there are present",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(11, 0, 0)}),
			apperr.Invalid, "yes",
		)
		w.count(m, 0, constitution.Hands, votes(10, 0, 0))
		w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{
			Question: constitution.OnlinePresence, Reading: "online", Meeting: day("2026-03-01"), Words: "They are.",
		}))
		w.count(m, 0, constitution.Hands, votes(11, 0, 0))
		_, err = w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: m, Text: "That all be thanked.", Mover: w.people[0], Seconder: w.people[5],
		})
		w.refused("an amendment after the vote", err, apperr.Invalid, "[4.18]")
	})
}
