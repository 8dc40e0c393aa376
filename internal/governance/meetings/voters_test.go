package meetings

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
)

// rule records a ruling of the committee.
func (w *society) rule(q constitution.QuestionID, r constitution.ReadingID) {
	w.t.Helper()
	w.must(w.rules.RecordRuling(ctx, w.secretary, constitution.Ruling{Question: q, Reading: r,
		Meeting: day("2026-01-05"), Words: "So ruled."}))
}

// Rule 4.8: the chair votes only where the others are equally divided, so that
// twelve present with the chair are eleven voters.
func TestTheChairIsNotCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.create(agm("2026-03-14"))
		m = w.propose(id, MotionInput{})
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: w.lapsed.Person})) // a guest
		w.arrive(id, 12)
		w.open(id)
		w.tellers(id)
		v := w.view(id)
		if n, trace := v.Voters(constitution.Ordinary); n != 11 || !strings.Contains(trace.String(),
			"12 present − the chair") {
			t.Errorf("%d may vote: %s", n, trace)
		}
		if n := v.BallotPapers(); n != 12 {
			t.Errorf("%d ballot papers for an election", n)
		}
		count := func(y, n, a int) error {
			return w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(y, n, a)})
		}
		w.refused("with the chair's vote on what is not divided", count(8, 4, 0), apperr.Invalid,
			"12 present − the chair, who votes only on equal votes = 11")
		w.refused("with the chair's vote on equal ones", count(6, 5, 1), apperr.Invalid,
			"without the chair’s vote, 5 yes and 5 no")
		w.must(count(5, 5, 1))
		w.must(w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes))
		if out := w.declare(m); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
		minutes, err := w.s.DraftMinutes(ctx, w.secretary, id, nil)
		if err != nil || !strings.Contains(minutes.Markdown(),
			"Voting at the beginning: 12 present − the chair, who votes only on equal votes = 11 who may vote (4.8).") {
			t.Errorf("%v\n%s", err, minutes.Markdown())
		}
	})
}

// Who left after the count before may have voted; who left earlier has not.
func TestWhoLeftBeforeTheVote(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, next MotionID
		id := w.held(func(id ID) { m, next = w.propose(id, MotionInput{}), w.propose(id, MotionInput{}) })
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[11]))
		w.now = w.now.Add(time.Minute)
		count := func(m MotionID, yes int) error {
			return w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(yes, 0, 0)})
		}
		w.must(count(m, 11)) // the vote was before they left
		w.now = w.now.Add(time.Minute)
		w.refused("a vote after they left", count(next, 11), apperr.Invalid, "= 10 who may vote")
		w.must(count(next, 10))
	})
}

// Rule 7.2 with ten present: nine votes beside the chair carry no amendment,
// unless it is ruled that the chair votes with the others.
func TestTenPresentAndAnAmendment(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.create(agm("2026-03-14"))
		m = w.amending(id, "twelve be a quorum", FigureChange{"quorum", "12"})
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.arrive(id, 10)
		w.open(id)
		w.tellers(id)
		count := func(yes int) error {
			return w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(yes, 0, 0)})
		}
		w.refused("ten votes with the chair’s", count(10), apperr.Invalid, "[reading 4.8-ten]")
		w.must(count(9))
		if out := w.declare(m); out.Carried || !out.Trace.Uses(constitution.ChairAndTen) {
			t.Errorf("nine recorded: %s", out.Trace)
		}
		w.rule(constitution.ChairAndTen, "records")
		w.must(count(10))
		if out := w.declare(m); !out.Carried {
			t.Errorf("ten recorded by the ruling: %s", out.Trace)
		}
	})
}

// Rule 4.12 against 7.1: the committee's amendment needs its two members, and by
// a ruling is moved from the chair.
func TestTheCommitteesAmendment(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := MotionInput{Title: "Quorum", Text: "That twelve be a quorum.", Origin: constitution.FromCommittee,
			Kind:   constitution.Constitutional,
			Change: []FigureChange{{"quorum", "12"}}}
		id := w.create(agm("2026-03-14"))
		_, err := w.s.Propose(ctx, w.secretary, id, in)
		w.refused("without mover and seconder", err, apperr.Invalid, "(rule 7.1)")
		w.rule(constitution.CommitteesMotion, "chair")
		m, err := w.s.Propose(ctx, w.secretary, id, in)
		w.must(err)
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.arrive(id, 12)
		w.open(id)
		w.tellers(id)
		w.count(m, 0, constitution.Hands, votes(10, 1, 0))
		if out := w.declare(m); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
	})
}

// Rule 4.18: an amendment is counted before its motion, and only while it is
// before the meeting; no question is counted without end.
func TestCountsOfAmendmentsThatAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, put MotionID
		w.held(func(id ID) { m, put = w.propose(id, MotionInput{}), w.propose(id, MotionInput{}) })
		move := func(m MotionID) AmendmentID {
			a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{Motion: m, Text: "That it be otherwise.",
				Mover: w.people[4], Seconder: w.people[5]})
			w.must(err)
			return a
		}
		count := func(m MotionID, a AmendmentID) error {
			return w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Amendment: a, Method: constitution.Voice,
				Call: constitution.Ayes})
		}
		a := move(m)
		w.must(w.s.WithdrawAmendment(ctx, w.secretary, a, w.amendment(m, a).Version))
		w.refused("one that was withdrawn", count(m, a), apperr.Conflict, "not before the meeting")

		b := move(put)
		w.must(count(put, b))
		_, err := w.s.DeclareAmendment(ctx, w.secretary, b, w.amendment(put, b).Version)
		w.must(err)
		w.must(count(put, 0))
		w.refused("after its motion was put", count(put, b), apperr.Invalid, "[4.18]")

		for range maxCounts {
			w.must(count(m, 0))
		}
		w.refused("a count too many", count(m, 0), apperr.Invalid, "method")
	})
}

// Rule 4.8: the chair votes on equal votes only, of amendments too, and on what
// is before the meeting.
func TestTheChairsVoteThatIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{Motion: m, Text: "That it be otherwise.",
			Mover: w.people[4], Seconder: w.people[5]})
		w.must(err)
		cast := func(a AmendmentID, version int64) error {
			return w.s.CastChairVote(ctx, w.president, m, a, version, constitution.ChairYes)
		}
		w.refused("before a count", cast(a, w.amendment(m, a).Version), apperr.Invalid, "Record a count first")
		w.count(m, a, constitution.Hands, votes(6, 5, 0))
		w.refused("on an amendment that is not divided", cast(a, w.amendment(m, a).Version), apperr.Invalid, "chair")
		w.count(m, a, constitution.Hands, votes(5, 5, 1))
		w.must(cast(a, w.amendment(m, a).Version))
		_, err = w.s.DeclareAmendment(ctx, w.secretary, a, w.amendment(m, a).Version)
		w.must(err)
		w.count(m, 0, constitution.Hands, votes(5, 5, 1))
		w.declare(m)
		w.refused("on a motion that is decided", cast(0, w.motion(m).Version), apperr.Conflict, "not before the meeting")
	})
}
