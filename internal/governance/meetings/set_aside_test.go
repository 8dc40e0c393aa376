package meetings

import (
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

func (w *society) undo(m MotionID, a AmendmentID, count int, reason string) error {
	w.t.Helper()
	version := w.motion(m).Version
	if a != 0 {
		version = w.amendment(m, a).Version
	}
	return w.s.Undo(ctx, w.secretary, UndoInput{Motion: m, Amendment: a, Version: version, Count: count, Reason: reason})
}

// A declaration made by mistake is set aside with a reason; it is kept, and the
// motion is before the meeting again, with its counts.
func TestADeclarationIsSetAside(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.refused("one that was not made", w.undo(m, 0, 0, "A slip."), apperr.Conflict, "no outcome")
		w.count(m, 0, constitution.Ballot, votes(6, 5, 0))
		w.declare(m)
		w.refused("without a reason", w.undo(m, 0, 0, " "), apperr.Invalid, "Enter why")
		w.refused("a count of what is declared", w.undo(m, 0, 1, "A slip."), apperr.Conflict, "outcome aside first")
		in := UndoInput{Motion: m, Version: w.motion(m).Version, Reason: "A slip."}
		w.refused("by nobody", w.s.Undo(ctx, auth.Actor{}, in), apperr.SignIn, "")
		w.refused("by a member", w.s.Undo(ctx, w.actor(w.people[9]), in), apperr.Forbidden, "")
		w.must(w.s.Undo(ctx, w.secretary, in))
		w.refused("twice", w.s.Undo(ctx, w.secretary, in), apperr.Conflict, "")
		one := w.motion(m)
		if one.State != Pending || len(one.Counts) != 1 || one.Decisive != 1 || len(one.Undone) != 1 ||
			one.Undone[0].Outcome != "Carried" || one.Undone[0].Reason != "A slip." || !one.DecidedAt.IsZero() {
			t.Errorf("%+v", one)
		}
		// The papers had been entered the wrong way round.
		w.must(w.undo(m, 0, 1, "Yes and no were changed over."))
		w.refused("twice", w.undo(m, 0, 1, "Again."), apperr.Conflict, "already")
		w.refused("one that is not there", w.undo(m, 0, 7, "What?"), apperr.NotFound, "")
		_, err := w.s.Declare(ctx, w.secretary, m, w.motion(m).Version)
		w.refused("nothing that counts", err, apperr.Invalid, "Record a count first")
		w.count(m, 0, constitution.Hands, votes(5, 6, 0)) // less formal, and the only one
		if out := w.declare(m); out.Carried {
			t.Errorf("%s", out.Trace)
		}
		w.tellsMinutes(id, "“Carried” was declared by mistake and set aside: A slip.",
			"This count was set aside: Yes and no were changed over.")
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.refused("at a closed meeting", w.undo(m, 0, 0, "Late."), apperr.Conflict, "stays “Not carried”")
	})
}

// A recount goes before the count that it counted again.
func TestARecountIsSetAside(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.count(m, 0, constitution.Hands, votes(5, 5, 0))
		w.must(w.s.RecordRecount(ctx, w.secretary, RecountInput{
			Motion: m, Of: 1, Votes: votes(6, 5, 0), Stands: SecondStands, Reason: "A hand was missed.",
		}))
		w.refused("the first", w.undo(m, 0, 1, "A slip."), apperr.Invalid, "Count 2 counted it again")
		w.must(w.undo(m, 0, 2, "It was of another motion."))
		if one := w.motion(m); one.Decisive != 1 || !one.ChairMay {
			t.Errorf("count %d decides", one.Decisive)
		}
	})
}

// What something rests on that came after it is not set aside.
func TestWhatIsRestedOnIsNotSetAside(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, minutes MotionID
		var before ID
		id := w.held(func(id ID) {
			before = w.create(agm("2026-02-10"))
			m = w.propose(id, MotionInput{})
			minutes = w.propose(id, MotionInput{Origin: constitution.Formal, Item: constitution.PastMinutes})
		})
		move := func(text string) AmendmentID {
			a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
				Motion: m, Text: text, Mover: w.people[4], Seconder: w.people[5],
			})
			w.must(err)
			return a
		}
		adopt := func(a AmendmentID) {
			w.count(m, a, constitution.Hands, votes(6, 5, 0))
			_, err := w.s.DeclareAmendment(ctx, w.secretary, a, w.amendment(m, a).Version)
			w.must(err)
		}
		first := move("That it be settled at once.")
		adopt(first)
		w.must(w.undo(m, first, 0, "It was the vote on another."))
		if one := w.motion(m); one.Text != one.Moved || one.Ready {
			t.Errorf("after the amendment was set aside: %q", one.Text)
		}
		w.must(w.undo(m, first, 1, "The same."))
		adopt(first)
		second := move("That it be settled at once, and for good.")
		adopt(second)
		w.refused("the amendment before", w.undo(m, first, 0, "A slip."), apperr.Invalid, "Amendment 2 was decided after")
		w.count(m, 0, constitution.Hands, votes(6, 5, 0))
		w.refused("of a motion that was put", w.undo(m, second, 0, "A slip."), apperr.Invalid, "was put to the vote after")
		w.declare(m)
		w.refused("of a motion that is decided", w.undo(m, second, 0, "A slip."), apperr.Invalid, "set that outcome aside first")

		w.count(minutes, 0, constitution.Hands, votes(11, 0, 0))
		w.declare(minutes)
		w.must(w.undo(minutes, 0, 0, "They were not read yet."))
		w.declare(minutes)
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO meeting_minutes (meeting_id, content, saved_at, saved_by, approved_id, approved_at)
				VALUES ($1, 'Minutes.', $2, 'the test', $3, $4)`, before, w.now, id, w.now)
			return err
		})
		w.refused("minutes that are approved", w.undo(minutes, 0, 0, "A slip."), apperr.Invalid, "recorded as approved")
	})
}

// Of amendments of the constitution that were carried, one that another cannot
// stand without is not set aside.
func TestAnAmendmentOfTheConstitutionIsSetAside(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var longer, shorter, closing MotionID
		id := w.held(func(id ID) {
			longer = w.amending(id, "twenty days of notice", FigureChange{"closing_notice_days", "20"})
			shorter = w.amending(id, "ten days of notice", FigureChange{"closing_notice_days", "10"})
			closing = w.amending(id, "sixteen days to close", FigureChange{"closing_days", "16"})
		})
		for _, m := range []MotionID{longer, shorter, closing} {
			w.count(m, 0, constitution.Hands, votes(11, 0, 0))
			if out := w.declare(m); !out.Carried {
				t.Fatalf("%s", out.Trace)
			}
		}
		w.refused("the second", w.undo(shorter, 0, 0, "A slip."), apperr.Invalid, "rests on motion 2")
		w.must(w.undo(closing, 0, 0, "The hands were of another motion."))
		w.must(w.undo(shorter, 0, 0, "So were these."))
		for _, m := range []MotionID{shorter, closing} {
			w.must(w.undo(m, 0, 1, "So were these."))
			w.count(m, 0, constitution.Hands, votes(1, 10, 0))
			w.declare(m)
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if c, err := w.rules.On(ctx, w.db, day("2026-03-15")); err != nil || c.Figures.ClosingNoticeDays != 20 ||
			c.Figures.ClosingDays != constitution.Shipped().Figures.ClosingDays {
			t.Errorf("the constitution has %+v, %v", c.Figures, err)
		}
		w.refused("at the end", w.undo(longer, 0, 0, "Late."), apperr.Conflict, "it amended the constitution")
	})
}

// Rule 5.9: of the motions that go to the postal vote the last goes first, for
// they have numbers on the papers.
func TestAFramedMotionIsSetAside(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-03-14")
		in.Kind = EGM
		id := w.create(in)
		a, b := w.propose(id, MotionInput{}), w.propose(id, MotionInput{})
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.arrive(id, 12)
		w.open(id)
		w.tellers(id)
		for _, m := range []MotionID{a, b} {
			w.must(w.s.FrameMotion(ctx, w.secretary, m, w.motion(m).Version))
		}
		w.refused("the first", w.undo(a, 0, 0, "A slip."), apperr.Invalid, "as number 2 on the papers")
		w.must(w.undo(b, 0, 0, "Its wording was not final."))
		if one := w.motion(b); one.State != Pending || one.PaperNumber != 0 {
			t.Errorf("%s, number %d", one.State, one.PaperNumber)
		}
		w.must(w.s.FrameMotion(ctx, w.secretary, b, w.motion(b).Version))
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.refused("after the meeting", w.undo(b, 0, 0, "Late."), apperr.Conflict, "for the postal vote (rule 5.8)")
	})
}

// A motion that lies on the table is taken up by setting aside what laid it there;
// what the meeting has acted on since stays.
func TestAMotionOnProcedureIsSetAside(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var motion MotionID
		id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
		table := w.moves(id, LieOnTable, motion, true)
		w.refused("what lies on the table", w.undo(motion, 0, 0, "A slip."), apperr.Conflict, "because motion 2 was carried")
		w.must(w.undo(table, 0, 0, "It was lost."))
		if m := w.motion(motion); m.State != Pending {
			t.Errorf("the motion is %s", m.State)
		}
		put := w.moves(id, PutQuestion, motion, true)
		w.now = w.now.Add(time.Minute)
		w.count(motion, 0, constitution.Hands, votes(6, 5, 0))
		w.refused("after the vote", w.undo(put, 0, 0, "A slip."), apperr.Conflict, "was put to the vote after motion 3")
		w.must(w.s.Undo(ctx, w.secretary, UndoInput{
			Motion: motion, Version: w.motion(motion).Version, Count: 1, Reason: "It was too early.",
		}))
		w.must(w.undo(put, 0, 0, "A slip."))
		adjourn := w.moves(id, AdjournNow, 0, true)
		w.now = w.now.Add(time.Minute)
		w.adjourn(id, continues("2026-03-28"))
		w.refused("while it is adjourned", w.undo(adjourn, 0, 0, "A slip."), apperr.Conflict, "that stands")
		w.on("2026-03-28")
		w.arrive(id, 12)
		w.open(id)
		w.refused("on the other day", w.undo(adjourn, 0, 0, "A slip."), apperr.Conflict, "that stands")
	})
}

// A count of a day that was adjourned keeps who had the chair then: the chair of
// the other day has no vote on it, and what was decided by the chair's stays.
func TestACountOfTheDayBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var decided, open MotionID
		id := w.held(func(id ID) { decided, open = w.propose(id, MotionInput{}), w.propose(id, MotionInput{}) })
		w.count(decided, 0, constitution.Hands, votes(5, 5, 0))
		w.must(w.s.CastChairVote(ctx, w.secretary, decided, 0, w.motion(decided).Version, constitution.ChairYes))
		w.declare(decided)
		w.count(open, 0, constitution.Hands, votes(5, 5, 1))
		w.now = w.now.Add(time.Minute)
		w.adjourn(id, continues("2026-03-28"))
		w.on("2026-03-28")
		for _, p := range w.people[1:12] { // without the president
			w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: p}))
		}
		w.open(id)
		w.tellers(id)
		if m := w.motion(decided); m.State != Carried || !m.Outcome.Carried {
			t.Errorf("%s, by the counts %t: %s", m.State, m.Outcome.Carried, m.Outcome.Trace)
		}
		m, err := ByID(ctx, w.db, id)
		w.must(err)
		for _, day := range []struct {
			at   civil.Instant
			most int
		}{{civil.Instant{}, 11}, {w.now, 11}, {w.motion(decided).DecidedAt, 12}} {
			n, why, recorded, err := PapersAt(ctx, w.db, m, constitution.Shipped(), "4.15", day.at)
			if n != day.most || !recorded || err != nil {
				t.Errorf("%d papers of an election given at %s, want %d: %s, %v", n, day.at, day.most, why, err)
			}
		}
		w.refused("the other chair", w.s.CastChairVote(
			ctx, w.secretary, open, 0, w.motion(open).Version, constitution.ChairYes,
		), apperr.Invalid, "Put it to the vote again")
		w.must(w.s.RecordRecount(ctx, w.secretary, RecountInput{
			Motion: open, Of: 1, Votes: votes(6, 5, 0), Asked: w.people[0], Stands: SecondStands, Reason: "The slip was misread.",
		}))
		if m := w.motion(open); m.Counts[1].Voters != 11 || m.Decisive != 2 {
			t.Errorf("%+v", m.Counts[1])
		}
		if out := w.declare(open); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
	})
}
