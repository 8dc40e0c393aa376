package governance_test

import (
	"fmt"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
)

// postalPlays are those of the questions on rules 5.x.
var postalPlays = plays{
	constitution.CalledOrHeld: func(s *society) string {
		var signers []meetings.Signer
		for _, p := range s.people[3:14] {
			signers = append(signers, meetings.Signer{Person: p})
		}
		request, err := s.meetings.RecordRequest(ctx, s.secretary, meetings.RequestInput{
			Received: s.now.Date(), Proposer: s.people[3], Signers: signers,
			Proposals: []meetings.RequestedProposal{{Title: "Sets", Text: "That sets be bought.", Kind: constitution.Ordinary}},
		})
		s.must(err)
		plan, err := s.meetings.Plan(ctx, s.secretary, meetings.PlanInput{
			Kind: meetings.EGM, Date: day("2020-09-20"), Time: "14:00", Place: "Club rooms, Wellington", Request: request,
		})
		s.must(err)
		return fmt.Sprint(plan.Calendar.Warnings)
	},
	constitution.BallotAtEGM: func(s *society) string {
		var m meetings.MotionID
		s.hold(meetings.EGM, func(id meetings.ID) { m = s.propose(id, meetings.MotionInput{Kind: constitution.Ordinary}) })
		return told(s.count(m, 10, 1, 0))
	},
	constitution.SecondPaper: func(s *society) string {
		v := s.vote()
		v.despatch()
		v.receive(s.people[5], postal.OnPaper)
		v.receive(s.people[5], postal.OnPaper)
		return v.standings()
	},
	constitution.Electronic: func(s *society) string {
		v := s.vote()
		v.despatch()
		return told(v.receive(s.people[5], postal.Electronic))
	},
	constitution.SixMonths: func(s *society) string {
		v := s.vote()
		v.declare("yy")
		s.on("2021-03-08") // six months after the closing day, and not after the declaration
		err := s.postal.Destroy(
			ctx, s.secretary, v.id, v.version(), postal.Destruction{Keys: "Deleted.", Papers: "Shredded."},
		)
		return fmt.Sprintf("refused: %t", err != nil)
	},
	constitution.AbstainRecorded: func(s *society) string {
		v := s.vote()
		return v.declare("yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy", "aa").Outcomes[0].InWords()
	},
	constitution.ConstitutionByPost: func(s *society) string {
		v := s.vote()
		return v.declare("yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy", "yy").Outcomes[1].InWords()
	},
}
