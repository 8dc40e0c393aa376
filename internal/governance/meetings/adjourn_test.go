package meetings

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store/storetest"
)

// continues is another day for the AGM of 14 March.
func continues(date string) AdjournInput {
	return AdjournInput{Day: day(date), Time: "18:30", Place: "Library, Wellington", Tell: TellAll}
}

func (w *society) adjourn(id ID, in AdjournInput) {
	w.t.Helper()
	w.must(w.s.Adjourn(ctx, w.secretary, id, w.version(id), in))
}

// An AGM that is adjourned keeps its roll and what it decided; on the other day who
// is there is recorded again, and they vote.
func TestAdjournedToAnotherDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var first, second MotionID
		id := w.held(func(id ID) { first, second = w.propose(id, MotionInput{}), w.propose(id, MotionInput{Title: "Two"}) })
		w.count(first, 0, constitution.Hands, votes(8, 2, 0))
		w.declare(first)
		w.adjourn(id, continues("2026-03-28"))
		v := w.view(id)
		s, adjourned := v.Continues()
		if !adjourned || v.Meeting.State != Adjourned || len(v.Attendance) != 0 || v.Meeting.Chair != 0 {
			t.Fatalf("%s with %d there", v.Meeting.State, len(v.Attendance))
		}
		if len(s.Attendance) != 12 || !s.Quorum.Reached || s.Chair.Person != w.people[0] || s.Day != day("2026-03-28") {
			t.Errorf("the first day is kept as %+v", s)
		}
		if s.Letters.Queued != memberCount-3 || s.Letters.Left != 0 || len(s.Letters.NoLetter) != 3 {
			t.Errorf("letters: %+v", s.Letters)
		}
		if m := w.motion(first); m.State != Carried {
			t.Errorf("what was decided is %s", m.State)
		}
		w.refused("before the day", w.at(id, 0, PresenceInput{}), apperr.Conflict, "28 March 2026")
		w.refused("a count", w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: second, Method: constitution.Hands, Votes: votes(1, 0, 0),
		}), apperr.Conflict, "recorded while it is open")
		_, err := w.s.Propose(ctx, w.secretary, id, MotionInput{
			Title: "New", Text: "That it be new.", Item: constitution.OtherBusiness, Mover: w.people[6], Seconder: w.people[7],
		})
		w.refused("new business", err, apperr.Conflict, "no new business")

		w.on("2026-03-28")
		w.deliver(nil)
		if s, _ := w.view(id).Continues(); s.Letters.Left != memberCount-3 {
			t.Errorf("%d letters have left", s.Letters.Left)
		}
		for i := 2; i < 11; i++ { // neither the president nor the secretary
			w.must(w.at(id, i, PresenceInput{}))
		}
		w.refused("nine", w.s.Open(ctx, w.secretary, id, w.version(id)), apperr.Invalid, "9 present at the beginning < 10")
		w.must(w.at(id, 13, PresenceInput{}))
		w.open(id)
		v = w.view(id)
		if v.Meeting.State != Open || v.Chair.Person != w.people[2] || v.Quorum.Present != 10 {
			t.Errorf("%s, in the chair %s, %d there", v.Meeting.State, v.Chair.Name, v.Quorum.Present)
		}
		w.refused("twelve votes of ten", w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: second, Method: constitution.Hands, Votes: votes(12, 0, 0),
		}), apperr.Invalid, "9")
		w.count(second, 0, constitution.Hands, votes(5, 4, 0))
		w.declare(second)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if _, err := w.s.DraftMinutes(ctx, w.secretary, id, nil); err != nil {
			t.Error(err)
		}
		for _, d := range w.view(id).Deadlines {
			if d.What == constitution.DutyMinutes && d.By != day("2026-04-11") {
				t.Errorf("the minutes are due on %s", d.By)
			}
		}
	})
}

// What was done before the adjournment stays done.
func TestWhatWasDoneBeforeTheAdjournment(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.held(nil)
		minutes, arising := w.view(id).Agenda[1], w.view(id).Agenda[2]
		w.must(w.s.FinishItem(ctx, w.secretary, id, minutes.ID))
		w.adjourn(id, AdjournInput{Day: day("2026-03-28"), Time: "18:30", Place: "Library"})
		if letters := w.view(id).Sittings[0].Letters; letters.Queued+len(letters.NoLetter) > 0 {
			t.Errorf("letters, though no one was to be told: %+v", letters)
		}
		w.on("2026-03-28")
		w.arrive(id, 10)
		w.open(id)
		w.refused("done before", w.s.TakeItem(ctx, w.secretary, id, minutes.ID), apperr.Conflict, "was done before")
		_, err := w.s.Propose(ctx, w.secretary, id, MotionInput{
			Title: "Again", Text: "That they be read again.", Item: constitution.PastMinutes, Origin: constitution.Formal,
		})
		w.refused("a motion under it", err, apperr.Conflict, "was done before")
		w.must(w.s.TakeItem(ctx, w.secretary, id, arising.ID))
	})
}

// Another further day may be chosen; a meeting that does not continue closes with
// what it did not come to.
func TestAnAdjournedMeetingThatDoesNotContinue(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var motion MotionID
		id := w.held(func(id ID) { motion = w.propose(id, MotionInput{}) })
		w.refused("the past", w.s.Adjourn(ctx, w.secretary, id, w.version(id), continues("2026-03-01")), apperr.Invalid, "is past")
		w.refused("no place", w.s.Adjourn(ctx, w.secretary, id, w.version(id), AdjournInput{
			Day: day("2026-03-28"), Time: "18:30",
		}), apperr.Invalid, "Enter where")
		w.refused(
			"a member", w.s.Adjourn(ctx, w.member, id, w.version(id), continues("2026-03-28")), apperr.Forbidden, "needs the president",
		)
		w.adjourn(id, continues("2026-03-28"))
		w.adjourn(id, continues("2026-04-11"))
		s, _ := w.view(id).Continues()
		if len(w.view(id).Sittings) != 1 || s.Day != day("2026-04-11") || s.Letters.Queued != memberCount-3 {
			t.Errorf("the other day: %+v", s)
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		v := w.view(id)
		if m := w.motion(motion); m.State != NotReached || !strings.Contains(m.Reason, "did not continue") {
			t.Errorf("the motion is %s: %s", m.State, m.Reason)
		}
		if v.Meeting.State != Closed || !v.Quorum.Reached || v.Meeting.Chair != w.people[0] {
			t.Errorf("%s, quorum %t, chair %d", v.Meeting.State, v.Quorum.Reached, v.Meeting.Chair)
		}
	})
}

// The committee's meeting is adjourned, too; who was there on either day was at it.
func TestACommitteeMeetingThatIsAdjourned(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(PlanInput{Kind: Committee, Date: day("2026-01-05"), Time: "19:30", Place: "Online"})
		w.arrive(id, 3)
		w.open(id)
		w.adjourn(id, AdjournInput{Day: day("2026-01-06"), Time: "19:30", Place: "Online", Tell: TellPresent})
		if s := w.view(id).Sittings[0]; s.Letters.Queued != 3 {
			t.Errorf("letters: %+v", s.Letters)
		}
		w.on("2026-01-06")
		for _, i := range []int{1, 2, 3} {
			w.must(w.at(id, i, PresenceInput{}))
		}
		w.open(id)
		_, err := w.s.AddItem(ctx, w.secretary, id, w.version(id), ItemInput{Title: "New"})
		w.refused("a new item", err, apperr.Conflict, "stays as it is")
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
	})
}

// Bug: what an adjourned meeting carried about the constitution was in force from
// its first day, before it was decided (rule 7.2).
func TestAnAmendmentOfAnAdjournedMeetingIsInForceFromItsEnd(t *testing.T) {
	w := newSociety(t, storetest.SQLite(t))
	var longer MotionID
	id := w.held(func(id ID) {
		longer = w.amending(id, "twenty days of notice", FigureChange{"closing_notice_days", "20"})
	})
	w.adjourn(id, continues("2026-03-28"))
	w.on("2026-03-28")
	w.arrive(id, 11)
	w.open(id)
	w.count(longer, 0, constitution.Hands, votes(10, 0, 0))
	w.declare(longer)
	w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
	for on, want := range map[string]int{"2026-03-20": constitution.Shipped().Figures.ClosingNoticeDays, "2026-03-29": 20} {
		if c, err := w.rules.On(ctx, w.db, day(on)); err != nil || c.Figures.ClosingNoticeDays != want {
			t.Errorf("on %s it is %d, want %d (%v)", on, c.Figures.ClosingNoticeDays, want, err)
		}
	}
}
