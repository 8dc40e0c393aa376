package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// moves puts a procedural motion and has it carried, or lost.
func (w *society) moves(id ID, p Procedure, about MotionID, carried bool) MotionID {
	w.t.Helper()
	m, err := w.s.MoveProcedure(ctx, w.secretary, id, ProcedureInput{
		Procedure: p, About: about, Mover: w.people[5], Seconder: w.people[6],
	})
	w.must(err)
	w.now = w.now.Add(60_000_000_000)
	if carried {
		w.count(m, 0, constitution.Hands, votes(8, 2, 0))
	} else {
		w.count(m, 0, constitution.Hands, votes(2, 8, 0))
	}
	w.declare(m)
	return m
}

// What a procedural motion brings about follows from its being carried, and is
// undone when another count decides otherwise.
func TestWhatProceduralMotionsBringAbout(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var motion MotionID
		id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
		state := func(want MotionState) {
			t.Helper()
			if got := w.motion(motion); got.State != want {
				t.Errorf("the motion is %q; want %q", got.State, want)
			}
		}
		w.moves(id, LieOnTable, motion, false)
		state(Pending)
		table := w.moves(id, LieOnTable, motion, true)
		state(NotReached)
		if m := w.motion(motion); !strings.Contains(m.Reason, "lie on the table: motion 3 was carried") {
			t.Errorf("the reason is %q", m.Reason)
		}
		w.refused("a vote on it", w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: motion, Method: constitution.Hands, Votes: votes(5, 1, 0),
		}), apperr.Conflict, "cannot be put")
		w.count(table, 0, constitution.Ballot, votes(2, 8, 0)) // more formal, and otherwise
		w.declare(table)
		state(Pending)
		w.moves(id, NextBusiness, motion, true)
		state(NotReached)
		w.moves(id, TakeUp, motion, true)
		state(Pending)

		item := w.view(id).ItemOf(w.motion(motion))
		w.moves(id, PutQuestion, motion, true)
		w.refused("a speaker", w.s.AskToSpeak(ctx, w.secretary, id, item, w.people[7]), apperr.Invalid, "question on motion 1 be put")

		w.must(w.s.RuleOut(ctx, w.secretary, motion, w.motion(motion).Version, "It is out of order."))
		state(RuledOut)
		w.moves(id, Dissent, motion, true)
		state(Pending)
		w.now = w.now.Add(60_000_000_000)
		w.must(w.s.RuleOut(ctx, w.secretary, motion, w.motion(motion).Version, "So it is."))
		state(RuledOut)
		if w.view(id).ToAdjourn() {
			t.Error("it adjourns though that was not moved")
		}
		w.moves(id, AdjournNow, 0, true)
		if !w.view(id).ToAdjourn() {
			t.Error("it does not adjourn though that was carried")
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
	})
}

// What lies on the table when the meeting closes stays undecided.
func TestWhatLiesOnTheTableAtTheEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var motion MotionID
		id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
		w.moves(id, LieOnTable, motion, true)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		stored, err := motionsOf(ctx, w.db, id)
		w.must(err)
		if stored[0].State != NotReached || !strings.Contains(stored[0].Reason, "lie on the table") {
			t.Errorf("stored as %s: %s", stored[0].State, stored[0].Reason)
		}
	})
}

func TestProceduralMotionsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var motion MotionID
		id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
		for name, c := range map[string]struct {
			in   ProcedureInput
			want string
		}{
			"nothing":       {ProcedureInput{}, "Choose what is moved"},
			"about nothing": {ProcedureInput{Procedure: PutQuestion}, "Choose the motion"},
			"no words":      {ProcedureInput{Procedure: OtherProcedure}, "Enter what is moved"},
			"not ruled out": {ProcedureInput{Procedure: Dissent, About: motion}, "was not ruled out"},
			"not tabled":    {ProcedureInput{Procedure: TakeUp, About: motion}, "does not lie on the table"},
			"not here":      {ProcedureInput{Procedure: AdjournNow, Mover: w.people[20]}, "Choose someone who is here"},
			"himself": {
				ProcedureInput{Procedure: AdjournNow, Mover: w.people[4], Seconder: w.people[4]}, "another member",
			},
		} {
			_, err := w.s.MoveProcedure(ctx, w.secretary, id, c.in)
			w.refused(name, err, apperr.Invalid, c.want)
		}
		_, err := w.s.MoveProcedure(ctx, w.member, id, ProcedureInput{Procedure: AdjournNow})
		w.refused("a member", err, apperr.Forbidden, "needs the president")
	})
}
