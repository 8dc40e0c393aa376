package governance_test

import (
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
)

// committeePlays are those of the questions on rules 2.5, 3.x and 6.x.
var committeePlays = plays{
	constitution.ExcludedClub: func(s *society) string {
		club := s.found("Harbour")
		var people []auth.PersonID
		for range 5 {
			people = append(people, s.person())
		}
		s.affiliate(club, people...)
		s.exclude(club)
		on, err := members.MembersOn(ctx, s.db, people, s.now.Date())
		s.must(err)
		return fmt.Sprintf("%t that the club’s people are members", on[people[0]])
	},
	constitution.CommitteeSeats: func(s *society) string {
		s.appoint(s.people[4], auth.Committee)
		s.appoint(s.people[5], auth.Committee)
		seats, err := s.committee.Seats(ctx, s.secretary, s.now.Date())
		s.must(err)
		return seats.Trace.Outcome + fmt.Sprint(seats.Findings)
	},
	constitution.WhichPayments: func(s *society) string {
		id, err := s.committee.AskPayment(ctx, s.ordinary, committee.PaymentInput{
			Payee: "Board Makers Ltd", Amount: 16000, Purpose: "Ten boards.", Day: s.now.Date(), Method: constitution.Transfer,
		})
		s.must(err)
		return told(s.committee.RecordPaid(ctx, s.treasurer, committee.PaidInput{ID: id, Version: 1, On: s.now.Date()}))
	},
	constitution.CommitteeYear: func(s *society) string {
		s.on("2020-08-03")
		s.resolve(s.now.Date(), constitution.Votes{Yes: 3}, constitution.ChairSilent)
		s.on("2021-02-01")
		y, err := s.committee.MeetingYear(ctx, s.secretary)
		s.must(err)
		return fmt.Sprintf("%d missing by %s", y.Missing, y.Last)
	},
	constitution.CommitteeTie: func(s *society) string {
		r, err := s.resolution(s.now.Date(), constitution.Votes{Yes: 1, No: 1}, constitution.ChairYes)
		return string(r.Outcome) + told(err)
	},
}

// resolution records a resolution of the committee, with its three officers.
func (s *society) resolution(
	on civil.Date, v constitution.Votes, chair constitution.ChairVote,
) (committee.Resolution, error) {
	return s.committee.Record(ctx, s.secretary, committee.ResolutionInput{
		Day: on, Text: "That it be so.", Present: s.people[:3], Votes: v, Chair: chair,
	})
}

func (s *society) resolve(on civil.Date, v constitution.Votes, chair constitution.ChairVote) committee.Resolution {
	s.t.Helper()
	r, err := s.resolution(on, v, chair)
	s.must(err)
	return r
}

// exclude brings a case against a club from today to its end a month later.
func (s *society) exclude(club auth.ClubID) {
	s.t.Helper()
	today := s.now.Date()
	in := committee.ExclusionInput{
		Of: constitution.AccusedClub, Club: club, Rules: "2.3", Reasons: "Left members off its list.",
		SentOn: today, Sent: "Letter.", HearingOn: today.AddDays(14),
	}
	id, err := s.committee.OpenExclusion(ctx, s.secretary, in)
	s.must(err)
	s.on(today.AddDays(31).String())
	in.Heard = "Nothing came."
	s.must(s.committee.SaveExclusion(ctx, s.secretary, id, 1, in))
	r := s.resolve(today.AddDays(30), constitution.Votes{Yes: 3}, constitution.ChairSilent)
	_, err = s.committee.DecideExclusion(ctx, s.secretary, committee.DecisionInput{
		ID: id, Version: 2, State: committee.Excluded, Resolution: r.ID, Decision: "It is so.",
	})
	s.must(err)
}
