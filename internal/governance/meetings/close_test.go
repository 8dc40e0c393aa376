package meetings

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// amendingMotion is a motion on the constitution that members six and seven
// sign.
func (w *society) amending(id ID, title string, change ...FigureChange) MotionID {
	w.t.Helper()
	return w.propose(id, MotionInput{
		Title: title, Text: "That " + title + ".", Kind: constitution.Constitutional, Change: change,
	})
}

// Rules 7.1 and 7.2.
func TestMotionsOnTheConstitution(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var quorum, more, lapses, wording MotionID
		id := w.held(func(id ID) {
			quorum = w.amending(id, "twelve be a quorum", FigureChange{"quorum", "12"})
			more = w.amending(
				id, "notice be three weeks", FigureChange{"notice_days", "21"}, FigureChange{"committee_majority", ">=2/3"},
			)
			lapses = w.propose(id, MotionInput{
				Title: "names", Kind: constitution.Constitutional, Mover: w.people[6], Seconder: w.people[20],
			})
			wording = w.amending(id, "the text be clearer")
		})
		w.refused(
			"by voice",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: quorum, Method: constitution.Voice, Call: constitution.Ayes}),
			apperr.Invalid, "[7.2]",
		)
		w.refused(
			"without its seconder",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: lapses, Method: constitution.Hands, Votes: votes(9, 1, 0)}),
			apperr.Invalid, "[7.1]",
		)
		w.refused(
			"lapsing with both there", w.s.Lapse(ctx, w.secretary, quorum, w.motion(quorum).Version), apperr.Invalid, "[7.1]",
		)
		w.must(w.s.Lapse(ctx, w.secretary, lapses, w.motion(lapses).Version))
		if got := w.motion(lapses); got.State != Lapsed || got.Trace.Rule != "7.1" || got.Trace.Outcome != "lapsed" {
			t.Errorf("lapsed: %+v", got)
		}
		for _, c := range []struct {
			votes   constitution.Votes
			carried bool
			words   string
		}{
			{votes(6, 3, 0), false, "9 recorded < 10"},
			{votes(6, 4, 0), false, "6 of 10 voting < 2/3"},
			{votes(6, 3, 1), true, "6 of 9 voting ≥ 2/3"},
		} {
			w.count(quorum, 0, constitution.Ballot, c.votes)
			if out := w.declare(quorum); out.Carried != c.carried || !strings.Contains(out.Trace.String(), c.words) {
				t.Errorf("%s: %s; want %q", c.votes, out.Trace, c.words)
			}
		}
		for _, m := range []MotionID{more, wording} {
			w.count(m, 0, constitution.Hands, votes(8, 3, 0))
			w.declare(m)
		}
		if c, err := w.rules.On(ctx, w.db, day("2026-03-14")); err != nil || c.Figures.Quorum != 10 {
			t.Errorf("before the meeting's end: %d, %v", c.Figures.Quorum, err)
		}
		w.must(w.s.Close(ctx, w.actor(w.people[0]), id, w.version(id)))
		c, err := w.rules.On(ctx, w.db, day("2026-03-14"))
		w.must(err)
		if c.Figures.Quorum != 12 || c.Figures.NoticeDays != 21 ||
			c.Figures.CommitteeMajority.String() != "at least two thirds" || c.Figures.Tellers != 2 {
			t.Errorf("after it: %+v", c.Figures)
		}
		if c.From != day("2026-03-14") || c.AdoptedBy != "AGM of 14 March 2026: motion 1, twelve be a quorum; motion 2, "+
			"notice be three weeks; motion 4, the text be clearer" {
			t.Errorf("adopted by %q from %s", c.AdoptedBy, c.From)
		}
		if before, err := w.rules.Governing(ctx, w.db, day("2026-03-14")); err != nil || before.Figures.Quorum != 10 {
			t.Errorf("the meeting itself is held by %d, %v", before.Figures.Quorum, err)
		}
		if v := w.view(id); v.Quorum.Needed != 10 {
			t.Errorf("the meeting's own quorum became %d", v.Quorum.Needed)
		}
	})
}

// A motion's own amendment changes the figures that it sets.
func TestAmendedFigures(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, clash MotionID
		id := w.held(func(id ID) {
			m = w.amending(id, "twelve be a quorum", FigureChange{"quorum", "12"})
			clash = w.amending(id, "the postal vote be short", FigureChange{"closing_days", "15"})
		})
		a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{Motion: m, Text: "That eleven be.", Mover: w.people[4], Seconder: w.people[5],
			Change: []FigureChange{{"quorum", "11"}, {"closing_notice_days", "15"}}})
		w.refused("figures that cannot stand", func() error {
			_, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
				Motion: m, Text: "None.", Mover: w.people[4], Seconder: w.people[5], Change: []FigureChange{{"quorum", "0"}},
			})
			return err
		}(), apperr.Invalid, "quorum")
		w.must(err)
		w.count(m, a, constitution.Hands, votes(8, 3, 0))
		_, err = w.s.DeclareAmendment(ctx, w.secretary, a, w.amendment(m, a).Version)
		w.must(err)
		if got := w.motion(m); got.Change[0].Value != "11" || got.MovedChange[0].Value != "12" {
			t.Errorf("figures %v, moved %v", got.Change, got.MovedChange)
		}
		w.count(m, 0, constitution.Hands, votes(9, 2, 0))
		w.declare(m)
		w.count(clash, 0, constitution.Hands, votes(9, 2, 0))
		_, err = w.s.Declare(ctx, w.secretary, clash, w.motion(clash).Version)
		w.refused("two motions that cannot stand together", err, apperr.Invalid, "cannot stand")
		w.must(w.s.RuleOut(ctx, w.secretary, clash, w.motion(clash).Version, "It cannot stand beside what was carried."))
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if c, err := w.rules.On(ctx, w.db, day("2026-03-14")); err != nil || c.Figures.Quorum != 11 {
			t.Errorf("adopted %d, %v", c.Figures.Quorum, err)
		}
	})
}

func TestAnEGMWordsItsMotions(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-02-20")
		in.Kind, in.Request = EGM, w.request("2026-01-05", 10)
		id := w.create(in)
		w.notify(id)
		w.on("2026-02-20")
		w.arrive(id, 10)
		w.open(id)
		w.tellers(id)
		library := w.view(id).Motions[0].ID
		second := w.propose(id, MotionInput{Title: "A museum", Origin: constitution.FromCommittee, Proposal: library})
		third := w.propose(id, MotionInput{Title: "Two thirds", Kind: constitution.Constitutional, Proposal: library})
		w.refused(
			"a vote on its substance",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: library, Method: constitution.Hands, Votes: votes(9, 0, 0)}),
			apperr.Invalid, "[5.8]",
		)
		a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: library, Text: "That a library be founded in Nelson.", Mover: w.people[4], Seconder: w.people[5],
		})
		w.must(err)
		w.refused(
			"before its amendments", w.s.FrameMotion(ctx, w.secretary, library, w.motion(library).Version), apperr.Invalid,
			"[4.18]",
		)
		w.count(library, a, constitution.Hands, votes(6, 3, 0))
		_, err = w.s.DeclareAmendment(ctx, w.secretary, a, w.amendment(library, a).Version)
		w.must(err)
		long := w.propose(id, MotionInput{Title: "In many words", Text: strings.Repeat("x", MaxFramed+1), Proposal: library})
		w.refused(
			"too long for a paper", w.s.FrameMotion(ctx, w.secretary, long, w.motion(long).Version), apperr.Invalid, "[5.9]",
		)
		w.must(w.s.SetAside(ctx, w.secretary, long, w.motion(long).Version))
		w.must(w.s.FrameMotion(ctx, w.secretary, third, w.motion(third).Version))
		w.must(w.s.FrameMotion(ctx, w.secretary, library, w.motion(library).Version))
		w.refused("twice", w.s.FrameMotion(ctx, w.secretary, library, w.motion(library).Version), apperr.Conflict, "")
		w.must(w.s.WithdrawMotion(ctx, w.secretary, second, w.motion(second).Version, ""))
		formal := w.propose(id, MotionInput{Title: "To adjourn for tea", Origin: constitution.Formal})
		w.refused(
			"procedure by post", w.s.FrameMotion(ctx, w.secretary, formal, w.motion(formal).Version), apperr.Invalid, "[5.6]",
		)
		w.must(w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: formal, Method: constitution.Voice, Call: constitution.Ayes,
		}))
		if out := w.declare(formal); !out.Carried {
			t.Errorf("procedure: %s", out.Trace)
		}
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		vote, err := VoteOf(ctx, w.db, id)
		if got := vote.Motions; err != nil || vote.Proposer != w.view(id).Request.Proposer || len(got) != 2 ||
			got[0].ID != third || got[0].PaperNumber != 1 || got[0].Kind != constitution.Constitutional ||
			got[1].PaperNumber != 2 || got[1].Text != "That a library be founded in Nelson." {
			t.Errorf("for the vote: %+v, %v", vote, err)
		}
		if got := w.dutyList(id); got != "(notice 2026-02-05), (motions_to_secretary 2026-02-27), (request 2026-03-05), "+
			"minutes 2026-03-06, despatch 2026-03-19" {
			t.Errorf("duties %s", got)
		}
		if versions, err := w.rules.Versions(ctx); err != nil || len(versions) != 1 {
			t.Errorf("an EGM made a version: %v, %v", versions, err)
		}
	})
}

func TestMinutes(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{Title: "Boards"}) })
		w.count(m, 0, constitution.Hands, votes(5, 5, 1))
		w.must(w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes))
		w.declare(m)
		task, err := w.s.AddAction(ctx, w.secretary, id, ActionInput{
			Task: "Buy the boards", Person: w.people[5], Due: day("2026-06-30"),
		})
		w.must(err)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.must(w.s.FinishAction(ctx, w.actor(w.people[5]), task))
		w.refused("somebody else’s", w.s.FinishAction(ctx, w.actor(w.people[7]), task), apperr.Forbidden, "")

		draft, err := w.s.DraftMinutes(ctx, w.secretary, id, []Block{
			{Item: constitution.ElectOfficers, Sentences: []Sentence{{Text: "No one was elected."}}},
		})
		w.must(err)
		_, err = w.s.DraftMinutes(ctx, w.member, id, nil)
		w.refused("drafted by a member", err, apperr.Forbidden, "")
		w.refused("empty", w.s.SaveMinutes(ctx, w.secretary, id, 0, " ", ""), apperr.Invalid, "minutes")
		w.refused(
			"approved before they are written", w.s.ApproveMinutes(ctx, w.secretary, id, 0, id, ""), apperr.Invalid, "[4.5]",
		)
		w.must(w.s.SaveMinutes(ctx, w.secretary, id, 0, draft.Markdown(), ""))
		w.refused(
			"an old version", w.s.SaveMinutes(ctx, w.president, id, 0, draft.Markdown(), ""), apperr.Conflict,
			"Someone else changed these minutes first. The last change was made by Kiri Testcase01 on",
		)
		w.must(w.s.SaveMinutes(ctx, w.president, id, 1, draft.Markdown()+"\nAll were thanked.\n", ""))

		published, err := w.s.Published(ctx, w.member, id)
		if err != nil || published.Minutes != nil || len(published.Motions) != 1 || published.Motions[0].Counts[0].By != "" ||
			published.Notice == nil {
			t.Errorf("published before the approval: %+v, %v", published, err)
		}
		committee := agm("2026-03-14")
		committee.Kind = Committee
		other := w.create(committee)
		w.refused("approved by the committee", w.s.ApproveMinutes(ctx, w.secretary, id, 2, other, ""), apperr.Invalid, "at")
		w.refused("approved by nothing", w.s.ApproveMinutes(ctx, w.secretary, id, 2, 999, ""), apperr.Invalid, "at")
		w.refused("approved by itself", w.s.ApproveMinutes(ctx, w.secretary, id, 2, id, ""), apperr.Invalid, "at")
		next := w.create(agm("2027-03-14"))
		w.refused("approved by a meeting to come", w.s.ApproveMinutes(ctx, w.secretary, id, 2, next, ""), apperr.Invalid, "at")
		w.on("2027-02-20")
		w.notify(next)
		w.on("2027-03-14")
		w.arrive(next, 12)
		w.open(next)
		w.must(w.s.ApproveMinutes(ctx, w.secretary, id, 2, next, ""))
		v := w.view(id)
		if v.Meeting.State != Approved || v.Minutes.ApprovedOn != day("2027-03-14") ||
			v.Minutes.ApprovedBy != "Kiri Testcase01" {
			t.Errorf("approved: %s, %+v", v.Meeting.State, v.Minutes)
		}
		w.refused(
			"changed afterwards", w.s.SaveMinutes(ctx, w.secretary, id, v.Minutes.Version, "Else.", ""), apperr.Conflict,
			"cannot be written",
		)
		if published, err = w.s.Published(ctx, w.member, id); err != nil || published.Minutes == nil ||
			!strings.HasSuffix(published.Minutes.Text, "All were thanked.") {
			t.Errorf("published: %+v, %v", published, err)
		}
		if due := w.view(next).Meeting.Previous; due != day("2026-03-14") {
			t.Errorf("the AGM before: %s", due)
		}
	})
}

// Rule 4.20.
func TestAnInquorateAGM(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		m := w.propose(id, MotionInput{Title: "Boards"})
		w.on("2026-02-20")
		w.notify(id)
		in := agm("2026-04-18")
		in.Follows = id
		_, err := w.s.Create(ctx, w.secretary, in)
		w.refused("a further date of a meeting to come", err, apperr.Invalid, "follows")
		w.on("2026-03-14")
		w.arrive(id, 9)
		w.must(w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)))
		if got := w.dutyList(id); got != "further_date 2027-09-14" {
			t.Errorf("duties %s", got)
		}
		further := w.create(in)
		v := w.view(further)
		if v.Previous == nil || v.Previous.ID != id || len(v.Motions) != 1 || v.Motions[0].CopiedFrom != m ||
			v.Motions[0].Received != day("2026-01-05") {
			t.Errorf("further date: %+v", v.Motions)
		}
		if old := w.view(id); old.Further == nil || old.Further.ID != further || old.May.SetFurther || len(old.Motions) != 1 {
			t.Errorf("inquorate: %+v", old.Further)
		}
		if got := w.dutyList(id); got != "(further_date 2027-09-14)" {
			t.Errorf("duties %s", got)
		}
		_, err = w.s.Create(ctx, w.secretary, in)
		w.refused("a second further date", err, apperr.Invalid, "arranged already")

		for _, c := range []struct {
			on      string
			allowed bool
		}{{"2027-09-14", false}, {"2027-09-15", true}} {
			advice, err := w.s.Dissolution(ctx, w.ordinary, day(c.on), 100_001)
			if err != nil || advice.May.Allowed != c.allowed || advice.May.From != day("2027-09-15") ||
				advice.May.Trace.Rule != "4.20" {
				t.Errorf("%s: %+v, %v", c.on, advice.May, err)
			}
		}
		_, err = w.s.Dissolution(ctx, w.member, day("2027-09-15"), 1)
		w.refused("a member", err, apperr.Forbidden, "")
		_, err = w.s.Dissolution(ctx, w.secretary, day("2027-09-15"), -1)
		w.refused("debts", err, apperr.Invalid, "assets")
	})
}

func TestWhoSeesMeetings(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		in := agm("2026-01-08")
		in.Kind = Committee
		committee := w.create(in)
		if list, err := w.s.List(ctx, w.ordinary); err != nil || len(list.Upcoming) != 2 || list.MayCall ||
			list.Upcoming[0].ID != committee {
			t.Errorf("the committee: %+v, %v", list, err)
		}
		if list, err := w.s.List(ctx, w.member); err != nil || len(list.Upcoming) != 1 || list.Upcoming[0].ID != id {
			t.Errorf("a member: %+v, %v", list, err)
		}
		_, err := w.s.List(ctx, w.lapsed)
		w.refused("lapsed", err, apperr.Forbidden, "members")
		_, err = w.s.View(ctx, w.member, id)
		w.refused("a member looks behind", err, apperr.Forbidden, "")
		if p, err := w.s.Published(ctx, w.member, id); err != nil || p.Notice != nil || len(p.Agenda) != 8 {
			t.Errorf("published: %+v, %v", p, err)
		}
		_, err = w.s.Published(ctx, w.member, committee)
		w.refused("the committee's", err, apperr.NotFound, "")
		v, err := w.s.View(ctx, w.ordinary, id)
		if err != nil || v.May != (May{}) || len(v.Next) == 0 {
			t.Errorf("the committee may %+v, %v", v.May, err)
		}
	})
}

func TestOthersFollowAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var seen []State
		w.s.WhenHeld(func(_ context.Context, _ *store.Tx, m Meeting) error {
			seen = append(seen, m.State)
			return nil
		})
		id := w.held(nil)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if len(seen) != 2 || seen[0] != Open || seen[1] != Closed {
			t.Errorf("told of %v", seen)
		}
	})
}

// What the register learns later leaves the quorum of a meeting as it was.
func TestTheQuorumIsKept(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.held(nil)
		want := w.view(id).Quorum
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		w.tx(func(tx *store.Tx) error {
			terms, err := members.TermsOf(ctx, tx, w.people[:12])
			if err != nil {
				return err
			}
			var all []members.Term
			for _, list := range terms {
				all = append(all, list...)
			}
			return members.Correct(ctx, tx, w.now, w.treasurer, all, day("2026-03-01"), "A mistake.")
		})
		v := w.view(id)
		if v.Quorum.Present != 12 || v.Quorum.Trace.String() != want.Trace.String() || !v.Quorum.Reached ||
			v.Quorum.Needed != want.Needed {
			t.Errorf("quorum %+v; want %+v", v.Quorum, want)
		}
	})
}

// What is due of a meeting to come follows a version that is adopted, and a
// ruling that is made, before it.
func TestDutiesFollowTheConstitution(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		next := w.create(agm("2026-09-12"))
		id := w.held(func(id ID) { m = w.amending(id, "notice be three weeks", FigureChange{"notice_days", "21"}) })
		if got := w.dutyList(next); !strings.Contains(got, "notice 2026-08-28") {
			t.Errorf("before: %s", got)
		}
		w.count(m, 0, constitution.Hands, votes(10, 1, 0))
		w.declare(m)
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if got := w.dutyList(next); !strings.Contains(got, "notice 2026-08-21") {
			t.Errorf("after the amendment: %s", got)
		}
		w.rule(constitution.TwoWeeks, "fourteen")
		if got := w.dutyList(next); !strings.Contains(got, "notice 2026-08-22") {
			t.Errorf("after the ruling: %s", got)
		}
	})
}
