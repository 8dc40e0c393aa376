package meetings

import (
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
)

// egmOpen is an EGM of the committee's on 20 February 2026, called for one
// proposal, and open with twelve present and two tellers.
func (w *society) egmOpen() ID {
	w.t.Helper()
	in := agm("2026-02-20")
	in.Kind = EGM
	id := w.create(in)
	w.propose(id, MotionInput{Origin: constitution.FromCommittee})
	w.notify(id)
	w.on("2026-02-20")
	w.arrive(id, 12)
	w.open(id)
	w.tellers(id)
	return id
}

// Nothing on the constitution is a formality that the chair moves at an AGM.
func TestTheConstitutionIsNoFormality(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := MotionInput{
			Title: "Quorum", Text: "That three be a quorum.", Origin: constitution.Formal, Kind: constitution.Constitutional,
			Mover: w.people[6], Seconder: w.people[7],
		}
		under := in
		under.Item = constitution.PastMinutes
		id := w.create(agm("2026-03-14"))
		_, err := w.s.Propose(ctx, w.secretary, id, under)
		w.refused("under the minutes", err, apperr.Invalid, "item")
		w.on("2026-02-20")
		w.notify(id)
		_, err = w.s.Propose(ctx, w.secretary, id, in)
		w.refused("after the notice", err, apperr.Invalid, "[4.17]")
	})
}

// Rule 7.1: nothing that is decided at an EGM amends the constitution, not even
// what is called formal.
func TestAnEGMNeverAmendsTheConstitution(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.egmOpen()
		m := w.propose(id, MotionInput{Title: "Quorum", Origin: constitution.Formal, Kind: constitution.Constitutional,
			Mover: w.people[6], Seconder: w.people[7], Change: []FigureChange{{"quorum", "3"}},
			Proposal: w.view(id).Motions[0].ID})
		w.must(w.s.SetAside(ctx, w.secretary, w.view(id).Motions[0].ID, w.view(id).Motions[0].Version))
		w.refused(
			"a count",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(12, 0, 0)}),
			apperr.Invalid, "[5.8]",
		)
		w.must(w.s.FrameMotion(ctx, w.secretary, m, w.motion(m).Version))
		w.must(w.s.Close(ctx, w.secretary, id, w.version(id)))
		if versions, err := w.rules.Versions(ctx); err != nil || len(versions) != 1 {
			t.Errorf("an EGM made a version: %v, %v", versions, err)
		}
	})
}

// Rule 5.7: once its notice is given, an EGM takes no motion but what words one
// of the proposals in it, and matters of procedure.
func TestAnEGMTakesNothingElse(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-02-20")
		in.Kind = EGM
		id := w.create(in)
		if step := w.view(id).Next[0]; !strings.Contains(step.Findings[0].String(), "5.7") {
			t.Errorf("notice of an EGM without a proposal: %v", step.Findings)
		}
		elsewhere := w.propose(w.create(agm("2026-03-14")), MotionInput{})
		library := w.propose(id, MotionInput{Title: "A library", Origin: constitution.FromCommittee})
		hall := MotionInput{Title: "A hall", Text: "That a hall be built.", Mover: w.people[6], Seconder: w.people[7]}
		w.notify(id)
		try := func(name string, in MotionInput, words string) {
			t.Helper()
			if _, err := w.s.Propose(ctx, w.secretary, id, in); words != "" {
				w.refused(name, err, apperr.Invalid, words)
			} else {
				w.must(err)
			}
		}
		try("after the notice", hall, "[5.7]")
		w.on("2026-02-20")
		w.arrive(id, 12)
		w.open(id)
		try("at the meeting", hall, "[5.7]")
		hall.Origin = constitution.FromCommittee
		try("the committee’s", hall, "[5.7]")
		hall.Proposal = elsewhere
		try("on another meeting’s proposal", hall, "proposal")
		hall.Proposal = library
		try("which words a proposal", hall, "")
		try("procedure", MotionInput{Title: "Tea", Text: "That the meeting have tea.", Origin: constitution.Formal}, "")
		m := w.view(id).Motions[1]
		if from, ok := w.view(id).Words(m); !ok || from.ID != library {
			t.Errorf("motion 2 words %+v", from)
		}
		again := MotionInput{
			Title: "A larger hall", Text: "That a large hall be built.", Mover: w.people[6], Seconder: w.people[7],
		}
		w.refused(
			"changed to something else", w.s.EditMotion(ctx, w.secretary, m.ID, m.Version, again), apperr.Invalid, "[5.7]",
		)
		again.Proposal = m.ID
		w.refused(
			"on what was never in the notice", w.s.EditMotion(ctx, w.secretary, m.ID, m.Version, again), apperr.Invalid,
			"proposal",
		)
		again.Proposal = library
		w.must(w.s.EditMotion(ctx, w.secretary, m.ID, m.Version, again))
		minutes, err := w.s.DraftMinutes(ctx, w.secretary, id, nil)
		if err != nil || !strings.Contains(minutes.Markdown(), "It words motion 1, “A library”.") {
			t.Errorf("%v\n%s", err, minutes.Markdown())
		}
	})
}

// Rule 4.19: the constitution is never other business, whatever its effect is
// said to be.
func TestTheConstitutionIsNeverOtherBusiness(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		_, err := w.s.Propose(ctx, w.secretary, id, MotionInput{Title: "Quorum", Text: "That three be a quorum.", Item: constitution.OtherBusiness,
			Kind: constitution.Constitutional, Effect: constitution.NoSubstance, Mover: w.people[6], Seconder: w.people[7]})
		w.refused("under other business", err, apperr.Invalid, "[4.19]")
	})
}

// A day of posting after the meeting is refused, and the meeting's page stays.
func TestLettersPostedAfterTheMeeting(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-20")
		w.refused("posted after the meeting", w.posted(id, 1, "2026-03-15", PostedPrinted), apperr.Invalid, "posted")
		if _, err := w.s.View(ctx, w.secretary, id); err != nil {
			t.Errorf("the page: %v", err)
		}
		w.must(w.posted(id, 1, "2026-03-14", PostedPrinted))
		w.view(id)
	})
}

// Rule 4.2: who left before the meeting began and is back later was not there
// at its beginning.
func TestBackAfterTheBeginning(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.arrive(id, 11)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[10]))
		w.now = w.now.Add(time.Minute)
		w.open(id)
		w.now = w.now.Add(time.Minute)
		w.must(w.at(id, 10, PresenceInput{}))
		v := w.view(id)
		if p, _ := v.presence(w.people[10]); p.Came != CameLater || v.Quorum.Present != 10 {
			t.Errorf("came %q, %s", p.Came, v.Quorum.Trace)
		}
	})
}

// Rule 7.1: a motion that was voted on while its mover was there does not
// lapse when the mover goes before the chair declares the vote.
func TestAMoverWhoGoesAfterTheVote(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.amending(id, "twelve be a quorum", FigureChange{"quorum", "12"}) })
		w.count(m, 0, constitution.Hands, votes(9, 2, 0))
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[6]))
		w.refused("lapsing", w.s.Lapse(ctx, w.secretary, m, w.motion(m).Version), apperr.Conflict, "put to the vote")
		if out := w.declare(m); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
	})
}

// Rule 6.2: a resolution that three voted on is declared though one has gone.
func TestTheCommitteesQuorumIsThatOfTheVote(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(PlanInput{Kind: Committee, Date: day("2026-02-05"), Time: "20:30", Place: "Online"})
		w.on("2026-02-05")
		for _, p := range w.people[:3] {
			w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: p}))
		}
		w.open(id)
		m := w.propose(id, MotionInput{Origin: constitution.FromCommittee})
		w.count(m, 0, constitution.Hands, votes(3, 0, 0))
		w.now = w.now.Add(time.Minute)
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[2]))
		if out := w.declare(m); !out.Carried {
			t.Errorf("%s", out.Trace)
		}
		other := w.propose(id, MotionInput{Origin: constitution.FromCommittee})
		w.refused(
			"a vote without a quorum",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: other, Method: constitution.Voice, Call: constitution.Ayes}),
			apperr.Invalid, "[6.2]",
		)
	})
}

// What was voted on was reached, and is withdrawn or ruled out only for a reason
// that the minutes give; also after a count that was declared and taken again.
func TestWhatWasVotedOnIsNotLeft(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m, other MotionID
		w.held(func(id ID) { m, other = w.propose(id, MotionInput{}), w.propose(id, MotionInput{}) })
		for _, method := range []constitution.Method{constitution.Hands, constitution.Ballot} {
			w.count(m, 0, method, votes(6, 5, 0))
			v := w.motion(m).Version
			w.refused("set aside", w.s.SetAside(ctx, w.secretary, m, v), apperr.Conflict, "put to the vote")
			w.refused("withdrawn", w.s.WithdrawMotion(ctx, w.secretary, m, v, " "), apperr.Invalid, "reason")
			w.refused("ruled out", w.s.RuleOut(ctx, w.secretary, m, v, " "), apperr.Invalid, "reason")
			w.declare(m)
		}
		w.count(other, 0, constitution.Hands, votes(6, 5, 0))
		w.must(w.s.WithdrawMotion(ctx, w.secretary, other, w.motion(other).Version, "The votes were another motion’s."))
	})
}

// The same of an amendment.
func TestAnAmendmentThatWasVotedOn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		a, err := w.s.MoveAmendment(ctx, w.secretary, AmendmentInput{
			Motion: m, Text: "That it be otherwise.", Mover: w.people[4], Seconder: w.people[5],
		})
		w.must(err)
		w.count(m, a, constitution.Hands, votes(6, 5, 0))
		w.refused(
			"withdrawn", w.s.WithdrawAmendment(ctx, w.secretary, a, w.amendment(m, a).Version), apperr.Conflict,
			"put to the vote",
		)
		w.must(w.s.RuleOutAmendment(ctx, w.secretary, a, w.amendment(m, a).Version, "It is not relevant after all."))
	})
}

// Who came on a day that was put off is not there on the other day.
func TestAMeetingPutOffAtItsDoor(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.noticed()
		w.arrive(id, 12)
		in := agm("2026-04-04")
		w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), in))
		w.notify(id)
		w.on("2026-04-04")
		if v := w.view(id); len(v.Attendance) != 0 || v.Quorum.Reached {
			t.Errorf("%d are there already", len(v.Attendance))
		}
		w.refused("with nobody there", w.s.Open(ctx, w.secretary, id, w.version(id)), apperr.Invalid, "[4.2]")
	})
}

// The notice that holds is the latest one: members who were told of another day
// are told again when the meeting comes back to the first.
func TestADayThatComesBack(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-02")
		w.notify(id)
		w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-21")))
		w.notify(id)
		w.must(w.s.Edit(ctx, w.secretary, id, w.version(id), agm("2026-03-14")))
		if got := w.dutyList(id); !strings.Contains(got, "notice_3") || strings.Contains(got, "(notice_3") {
			t.Errorf("duties before it is given again: %s", got)
		}
		w.on("2026-03-14")
		w.refused(
			"without a notice that holds", w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)), apperr.Invalid,
			"No notice",
		)
		w.on("2026-02-03")
		w.notify(id)
		v := w.view(id)
		if len(v.Notices) != 3 || v.Meeting.State != NoticeSent || !strings.Contains(
			v.Notices[0].Body, "takes the place of that of 2 February 2026 for 21 March 2026",
		) {
			t.Errorf("%d notices, %s: %s", len(v.Notices), v.Meeting.State, v.Notices[0].Body)
		}
		if got := w.dutyList(id); !strings.Contains(got, "notice_3") {
			t.Errorf("duties %s", got)
		}
	})
}

// Rule 4.20: a further date that is called off leaves the committee to arrange
// another.
func TestAFurtherDateThatIsCalledOff(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		id := w.create(agm("2026-03-14"))
		w.on("2026-02-20")
		w.notify(id)
		w.on("2026-03-14")
		w.must(w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)))
		in := agm("2026-04-18")
		in.Follows = id
		further := w.create(in)
		w.must(w.s.Cancel(ctx, w.secretary, further, w.version(further), "The hall is shut."))
		if got := w.dutyList(id); strings.HasPrefix(got, "(") || !strings.Contains(got, "further_date") {
			t.Errorf("after it was called off: %s", got)
		}
		again := w.create(in)
		if got := w.dutyList(id); !strings.HasPrefix(got, "(") {
			t.Errorf("after it was arranged again: %s", got)
		}
		if w.view(again).Meeting.Follows != id {
			t.Error("it follows nothing")
		}
	})
}

// Rule 5.1: an EGM on request that found no quorum has a further date on the
// same request.
func TestARequestedEGMWithoutAQuorum(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		in := agm("2026-02-20")
		in.Kind, in.Request = EGM, w.request("2026-01-05", 10)
		id := w.create(in)
		w.notify(id)
		w.on("2026-02-20")
		w.arrive(id, 9)
		w.must(w.s.DeclareInquorate(ctx, w.secretary, id, w.version(id)))
		next := agm("2026-03-20")
		next.Kind, next.Follows = EGM, id
		further := w.create(next)
		v := w.view(further)
		if v.Meeting.Request != in.Request || v.Meeting.CalledBy != ByMembers || len(v.Motions) != 1 {
			t.Errorf("%+v, %d motions", v.Meeting, len(v.Motions))
		}
	})
}

// Rule 4.11: tellers who have gone count nothing.
func TestTellersWhoHaveGone(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.must(w.s.Leave(ctx, w.secretary, id, w.people[8]))
		w.refused(
			"one teller is left",
			w.s.RecordCount(ctx, w.secretary, CountInput{Motion: m, Method: constitution.Hands, Votes: votes(6, 4, 0)}),
			apperr.Invalid, "4.11",
		)
	})
}

// A member who resigned between the notice and the meeting is a guest.
func TestWhoResignedSinceTheNotice(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		id := w.create(agm("2026-03-14"))
		m = w.amending(id, "twelve be a quorum", FigureChange{"quorum", "12"})
		w.on("2026-02-20")
		w.notify(id)
		w.tx(func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE membership_term SET to_day = $2 WHERE person_id = $1`, w.people[6], day("2026-03-13"))
			return err
		})
		w.on("2026-03-14")
		w.arrive(id, 10)
		w.refused("nine members and a guest", w.s.Open(ctx, w.secretary, id, w.version(id)), apperr.Invalid, "[4.2]")
		w.must(w.s.Arrive(ctx, w.secretary, id, PresenceInput{Person: w.people[12]}))
		w.open(id)
		w.refused(
			"a teller who is a guest", w.s.SetTellers(ctx, w.secretary, id, w.version(id), []PersonID{w.people[6], w.people[8]}),
			apperr.Invalid, "tellers",
		)
		w.must(w.s.Lapse(ctx, w.secretary, m, w.motion(m).Version))
	})
}

// An hour that the clocks skip, and one that they show twice.
func TestHoursThatAreNotThere(t *testing.T) {
	for _, c := range []struct{ name, day, time, want string }{
		{"skipped", "2026-09-27", "02:30", "2026-09-26T14:30:00.000Z"},
		{"twice", "2026-04-05", "02:30", "2026-04-04T14:30:00.000Z"},
		{"leap day", "2028-02-29", "19:30", "2028-02-29T06:30:00.000Z"},
		{"the last minute of the year", "2026-12-31", "23:59", "2026-12-31T10:59:00.000Z"},
	} {
		m := Meeting{Date: day(c.day), Time: c.time}
		if got := m.Start(); got != civil.MustParseInstant(c.want) || got.Date() != m.Date {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// Rule 4.8: the chair's vote on equal votes does not outlive a recount.
func TestTheChairsVoteAfterARecount(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		var m MotionID
		w.held(func(id ID) { m = w.propose(id, MotionInput{}) })
		w.count(m, 0, constitution.Hands, votes(5, 5, 1))
		w.must(w.s.CastChairVote(ctx, w.secretary, m, 0, w.motion(m).Version, constitution.ChairYes))
		w.count(m, 0, constitution.Hands, votes(5, 5, 0)) // counted again, equal again
		got := w.motion(m)
		if got.ChairVote != constitution.ChairSilent || got.Outcome.Carried || !got.ChairMay {
			t.Errorf("%+v", got.Ballot)
		}
		w.must(w.s.CastChairVote(ctx, w.secretary, m, 0, got.Version, constitution.ChairNo))
		w.must(w.s.RecordCount(ctx, w.secretary, CountInput{
			Motion: m, Method: constitution.Voice, Call: constitution.Ayes,
		})) // less formal
		if got = w.motion(m); got.ChairVote != constitution.ChairNo || got.Outcome.Carried || got.Decisive != 2 {
			t.Errorf("%+v", got.Ballot)
		}
		if out := w.declare(m); out.Carried {
			t.Errorf("%s", out.Trace)
		}
	})
}
