package governance_test

import (
	"fmt"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/money"
)

// meetingPlays are those of the questions on rules 4.x.
var meetingPlays = plays{
	constitution.AGMInterval:       func(s *society) string { return s.planned("2026-02-14", "2024-10-14") },
	constitution.AGMYear:           func(s *society) string { return s.planned("2026-02-01", "2024-12-10") },
	constitution.TwoWeeks:          fourteenDays,
	constitution.OnlinePresence:    oneOnline,
	constitution.QuorumAgain:       nineOnTheFurtherDay,
	constitution.ActingSeniority:   anActingPresident,
	constitution.ThoseVoting:       fiveForAndSixAbstain,
	constitution.ChairAndTen:       tenAndAnAmendment,
	constitution.BlankPaper:        nineAndABlankPaper,
	constitution.CommitteesMotion:  theCommitteesAmendment,
	constitution.ReElection:        anOfficerForAnotherOffice,
	constitution.ChairsBallot:      aPaperForEachPresent,
	constitution.ElectionTie:       aTie,
	constitution.ChairInTie:        theChairIsTied,
	constitution.TenPercent:        tenPercentOfThePapers,
	constitution.HighestTotals:     nineFiveFive,
	constitution.LateProposal:      lateProposals,
	constitution.MovedDate:         aProposalBeforeTheAGMMoved,
	constitution.CarriedOver:       aProposalBeforeTheFurtherDate,
	constitution.PreviousInquorate: twoWithoutAQuorum,
	constitution.ClubsThatShare:    aClubThatJoinsLate,
	constitution.OddCents:          aCentForTwoClubs,
}

// planned tells what is wrong with an AGM on a day after one on another.
func (s *society) planned(on, previous string) string {
	s.t.Helper()
	p, err := s.meetings.Plan(ctx, s.secretary, meetings.PlanInput{Kind: meetings.AGM, Date: day(on),
		Previous: day(previous)})
	s.must(err)
	return fmt.Sprint(p.Calendar.Warnings)
}

// fourteenDays is a notice given exactly fourteen days before, and by when it is
// due.
func fourteenDays(s *society) string {
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	s.on("2026-02-28")
	s.notify(id)
	v := s.meeting(id)
	for _, d := range v.Deadlines {
		if d.What == constitution.DutyNotice {
			return fmt.Sprint(v.Notices[0].Timeliness, " ", d.By)
		}
	}
	return "no deadline"
}

// oneOnline is a meeting with nine in the room and one online.
func oneOnline(s *society) string {
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.arrive(id, s.people[:9]...)
	s.must(s.meetings.Arrive(ctx, s.secretary, id, meetings.PresenceInput{Person: s.people[9], Where: meetings.Online}))
	return told(s.meetings.Open(ctx, s.secretary, id, s.meeting(id).Meeting.Version))
}

// nineOnTheFurtherDay come when an AGM that was adjourned is to continue.
func nineOnTheFurtherDay(s *society) string {
	id := s.hold(meetings.AGM, func(meetings.ID) {})
	s.must(s.meetings.Adjourn(ctx, s.secretary, id, s.meeting(id).Meeting.Version, meetings.AdjournInput{
		Day: day("2026-03-28"), Time: "14:00", Place: "Club rooms, Wellington",
	}))
	s.on("2026-03-28")
	s.arrive(id, s.people[:9]...)
	return told(s.meetings.Open(ctx, s.secretary, id, s.meeting(id).Meeting.Version))
}

// anActingPresident is at a meeting with the secretary.
func anActingPresident(s *society) string {
	_, err := s.offices.Appoint(ctx, s.program, auth.Office{Person: s.people[10], Role: auth.President,
		From: day(proposalDay), Acting: true})
	s.must(err)
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.arrive(id, s.people[1:12]...)
	s.must(s.meetings.Open(ctx, s.secretary, id, s.meeting(id).Meeting.Version))
	return s.meeting(id).Chair.Name
}

func fiveForAndSixAbstain(s *society) string {
	var m meetings.MotionID
	id := s.hold(meetings.AGM, func(id meetings.ID) { m = s.propose(id, meetings.MotionInput{}) })
	s.must(s.count(m, 5, 0, 6))
	return fmt.Sprint(s.declare(id, m).Carried)
}

// tenAndAnAmendment is a meeting of ten, and all of them counted for an
// amendment.
func tenAndAnAmendment(s *society) string {
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	m := s.propose(id, meetings.MotionInput{Kind: constitution.Constitutional})
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.arrive(id, s.people[:10]...)
	s.open(id)
	return fmt.Sprint(s.count(m, 10, 0, 0) == nil)
}

// nineAndABlankPaper is a ballot on an amendment of the constitution.
func nineAndABlankPaper(s *society) string {
	var m meetings.MotionID
	id := s.hold(meetings.AGM, func(id meetings.ID) {
		m = s.propose(id, meetings.MotionInput{Kind: constitution.Constitutional})
	})
	s.must(s.meetings.RecordCount(ctx, s.secretary, meetings.CountInput{
		Motion: m, Method: constitution.Ballot, Votes: constitution.Votes{Yes: 9}, Blank: 1,
	}))
	return fmt.Sprint(s.declare(id, m).Carried)
}

// theCommitteesAmendment comes from nobody but the committee.
func theCommitteesAmendment(s *society) string {
	s.on(proposalDay)
	_, err := s.meetings.Propose(ctx, s.secretary, s.plan(meetings.AGM), meetings.MotionInput{
		Origin: constitution.FromCommittee, Kind: constitution.Constitutional, Title: "The quorum",
		Text: "That it be twelve.",
	})
	return told(err)
}

// electing is an AGM in planning with its elections.
func (s *society) electing() meetings.ID {
	s.t.Helper()
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	s.must(s.elections.Prepare(ctx, s.secretary, id))
	return id
}

func (s *society) election(id meetings.ID, post elections.Post) elections.View {
	s.t.Helper()
	all, err := s.elections.OfMeeting(ctx, s.secretary, id)
	s.must(err)
	for _, v := range all.Elections {
		if v.Post == post {
			return v
		}
	}
	s.t.Fatalf("no election of %s", post)
	return elections.View{}
}

// nominate puts people forward, by the last two members.
func (s *society) nominate(id meetings.ID, post elections.Post, people ...auth.PersonID) {
	s.t.Helper()
	for _, p := range people {
		v := s.election(id, post)
		s.must(s.elections.Nominate(ctx, s.secretary, elections.NominationInput{
			Election: v.ID, Version: v.Version, Candidate: p, Proposer: s.people[22], Seconder: s.people[23],
			Received:        day(proposalDay),
			CandidateSigned: elections.Signed, ProposerSigned: elections.Signed, SeconderSigned: elections.Signed,
		}))
	}
}

// voted is an election of ordinary members among three, held by twelve present,
// with the votes of each.
func (s *society) voted(papers, invalid int, votes ...int) (meetings.ID, error) {
	s.t.Helper()
	id := s.electing()
	s.nominate(id, elections.Ordinary, s.people[15:15+len(votes)]...)
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.arrive(id, s.people[:12]...)
	s.open(id)
	v := s.election(id, elections.Ordinary)
	in := elections.BallotInput{Election: v.ID, Version: v.Version, Papers: papers, Invalid: invalid,
		Votes: map[elections.CandidateID]int{}}
	for i, n := range votes {
		for _, c := range v.Candidates {
			if c.Person.ID == s.people[15+i] {
				in.Votes[c.ID] = n
			}
		}
	}
	return id, s.elections.RecordBallot(ctx, s.secretary, in)
}

func anOfficerForAnotherOffice(s *society) string {
	v := s.election(s.electing(), elections.Post(constitution.President))
	return told(s.elections.Nominate(ctx, s.secretary, elections.NominationInput{Election: v.ID, Version: v.Version,
		Candidate: s.people[1]}))
}

func aPaperForEachPresent(s *society) string {
	_, err := s.voted(12, 0, 9, 6, 5)
	return told(err)
}

// aTie tells in which ways a tie may be broken.
func aTie(s *society) string {
	id, err := s.voted(11, 0, 9, 5, 5)
	s.must(err)
	return fmt.Sprint(s.election(id, elections.Ordinary).Ways)
}

// theChairIsTied tells whether a chair who is among those tied gives the casting
// vote.
func theChairIsTied(s *society) string {
	id := s.electing()
	s.nominate(id, elections.Ordinary, s.people[0], s.people[16], s.people[17])
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.arrive(id, s.people[:12]...)
	s.open(id)
	v := s.election(id, elections.Ordinary)
	in := elections.BallotInput{
		Election: v.ID, Version: v.Version, Papers: 11, Votes: map[elections.CandidateID]int{},
	}
	var chair elections.CandidateID
	for _, c := range v.Candidates {
		if in.Votes[c.ID] = 5; c.Person.ID == s.people[16] {
			in.Votes[c.ID] = 9
		}
		if c.Person.ID == s.people[0] {
			chair = c.ID
		}
	}
	s.must(s.elections.RecordBallot(ctx, s.secretary, in))
	v = s.election(id, elections.Ordinary)
	return told(s.elections.BreakTie(ctx, s.secretary, elections.TieInput{
		Election: v.ID, Version: v.Version, Way: constitution.CastingVote, Chosen: []elections.CandidateID{chair},
	}))
}

// tenPercentOfThePapers is one vote of ten valid papers, and one not valid.
func tenPercentOfThePapers(s *society) string {
	id, err := s.voted(10, 1, 1)
	s.must(err)
	return fmt.Sprint(len(s.election(id, elections.Ordinary).Outcome.Elected))
}

func nineFiveFive(s *society) string {
	id, err := s.voted(11, 0, 9, 5, 5)
	s.must(err)
	return fmt.Sprint(len(s.election(id, elections.Ordinary).Outcome.Elected))
}

// lateProposals are one a month before the AGM, and one within the two weeks.
func lateProposals(s *society) string {
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	var out []string
	for _, on := range []string{"2026-02-10", "2026-03-06"} {
		s.on(on)
		m := s.propose(id, meetings.MotionInput{})
		err := s.meetings.AcceptLate(ctx, s.secretary, m, s.motion(id, m).Version, "It fits.")
		out = append(out, fmt.Sprint(err == nil))
	}
	return strings.Join(out, " ")
}

// aProposalBeforeTheAGMMoved was in time for its first day and is not for the
// earlier one.
func aProposalBeforeTheAGMMoved(s *society) string {
	s.on("2026-01-14")
	id := s.plan(meetings.AGM)
	m := s.propose(id, meetings.MotionInput{})
	s.on("2026-01-20")
	v := s.meeting(id)
	s.must(s.meetings.Edit(ctx, s.secretary, id, v.Meeting.Version, meetings.PlanInput{Date: day("2026-03-07"),
		Time: "14:00", Place: "Club rooms, Wellington"}))
	return fmt.Sprint(s.motion(id, m).Late.Blocked())
}

// aProposalBeforeTheFurtherDate was sent in for an AGM that had no quorum.
func aProposalBeforeTheFurtherDate(s *society) string {
	s.on(proposalDay)
	id := s.plan(meetings.AGM)
	s.propose(id, meetings.MotionInput{})
	s.on(noticeDay)
	s.notify(id)
	s.on(meetingDay)
	s.must(s.meetings.DeclareInquorate(ctx, s.secretary, id, s.meeting(id).Meeting.Version))
	further, err := s.meetings.Create(ctx, s.secretary, meetings.PlanInput{
		Kind: meetings.AGM, Date: day("2026-05-20"), Time: "14:00", Place: "Club rooms, Wellington", Follows: id,
	})
	s.must(err)
	return fmt.Sprint(len(s.meeting(further).Motions))
}

// inquorate has AGMs without a quorum, each on a day with notice of a month.
func (s *society) inquorate(days ...string) {
	s.t.Helper()
	for _, on := range days {
		s.now = day(on).AddDays(-30).Midnight()
		id, err := s.meetings.Create(ctx, s.secretary, meetings.PlanInput{Kind: meetings.AGM, Date: day(on), Time: "14:00",
			Place: "Club rooms, Wellington"})
		s.must(err)
		s.notify(id)
		s.on(on)
		s.must(s.meetings.DeclareInquorate(ctx, s.secretary, id, s.meeting(id).Meeting.Version))
	}
}

// dissolved tells whether the committee may dissolve the society on a day, and
// what each club would get.
func (s *society) dissolved(on civil.Date, assets money.Cents) string {
	s.t.Helper()
	advice, err := s.meetings.Dissolution(ctx, s.secretary, on, assets)
	s.must(err)
	return fmt.Sprint(advice.May.Allowed, advice.May.From, advice.Shares)
}

func twoWithoutAQuorum(s *society) string {
	s.inquorate("2024-03-14", "2024-07-10")
	s.on("2025-10-01")
	return s.dissolved(day("2025-10-01"), 0)
}

func aClubThatJoinsLate(s *society) string {
	s.inquorate("2024-03-14")
	s.on("2025-08-01")
	s.affiliate(s.found("Capital"), s.people[:5]...)
	s.on("2025-10-01")
	s.affiliate(s.found("Harbour"), s.people[5:10]...)
	s.on("2025-10-10")
	return s.dissolved(day("2025-10-10"), 10_000)
}

func aCentForTwoClubs(s *society) string {
	s.inquorate("2024-03-14")
	s.on("2025-08-01")
	s.affiliate(s.found("Capital"), s.people[:5]...)
	s.affiliate(s.found("Harbour"), s.people[5:10]...)
	s.on("2025-10-10")
	return s.dissolved(day("2025-10-10"), 1)
}
