package governance_test

import (
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/treasury"
)

// registerPlays are those of the questions on rules 2.x.
var registerPlays = plays{
	constitution.NewMember: func(s *society) string {
		lastYear, longAgo := s.person(), s.person()
		s.on("2020-08-01")
		s.enrol(longAgo)
		s.on("2021-08-01")
		s.enrol(lastYear)
		s.on("2023-03-01")
		return fmt.Sprintf(
			"a member of last year joins until %s, one of long ago until %s", s.joinsUntil(lastYear), s.joinsUntil(longAgo),
		)
	},
	constitution.EarlyRenewal: func(s *society) string {
		member := s.person()
		s.on("2021-08-01")
		s.enrol(member)
		s.on("2022-06-10")
		quote, err := s.treasury.Quote(ctx, s.program, treasury.Application{
			Person: member, Year: s.year() + 1, Received: s.now.Date(),
		})
		s.must(err)
		return "a renewal paid ahead begins on " + quote.From.String()
	},
	constitution.JoiningByList: func(s *society) string {
		five := s.strangers(5)
		s.on("2021-01-20")
		id, standing := s.list(s.found("Capital"), five...)
		s.on("2021-02-04")
		_, err := s.clubs.ReceiveFee(ctx, s.program, clubs.FeeInput{
			Return: id, Amount: standing.Due(), ReceivedOn: s.now.Date(), Method: treasury.Bank,
		})
		s.must(err)
		return "new on a list of January with its fee in February: until " + s.until(five[0])
	},
	constitution.TwoLists: func(s *society) string {
		five := s.strangers(5)
		s.on("2020-08-01")
		s.affiliate(s.found("Capital"), five...)
		_, standing := s.list(s.found("Harbour"), append(s.strangers(4), five[0])...)
		return "a list of five, one of whom is registered, costs " + standing.Due().String()
	},
	constitution.LateList: func(s *society) string {
		five := s.strangers(5)
		s.on("2021-03-05")
		s.affiliate(s.found("Capital"), five...)
		return "new on a list of March: until " + s.until(five[0])
	},
	constitution.UnderMinimum: func(s *society) string {
		five, club := s.strangers(5), s.found("Capital")
		s.on("2020-08-01")
		s.affiliate(club, five...)
		file, err := s.members.File(ctx, s.program, five[0])
		s.must(err)
		s.must(s.members.CorrectTerm(ctx, s.program, members.CorrectInput{
			Term: file.Terms[0].ID, To: day("2020-10-31"), Reason: "Resigned.",
		}))
		s.on("2020-12-01")
		desk, err := s.clubs.Desk(ctx, s.program, club)
		s.must(err)
		return fmt.Sprintf("with four members left affiliated: %t", desk.Affiliated)
	},
	constitution.SecretaryOfClub: func(s *society) string {
		five, club := s.strangers(5), s.found("Capital")
		s.on("2020-08-01")
		s.affiliate(club, five...)
		s.on("2021-08-01")
		return told(s.clubs.NameSecretary(ctx, s.program, clubs.NameSecretary{
			Club: club, Person: five[0], From: s.now.Date(),
		}))
	},
}

// strangers are so many people who are not members.
func (s *society) strangers(n int) []auth.PersonID {
	s.t.Helper()
	var out []auth.PersonID
	for range n {
		out = append(out, s.person())
	}
	return out
}

// joinsUntil is until when somebody would be a member who joins today.
func (s *society) joinsUntil(person auth.PersonID) string {
	s.t.Helper()
	quote, err := s.treasury.Quote(ctx, s.program, treasury.Application{
		Person: person, Year: s.year(), Received: s.now.Date(),
	})
	s.must(err)
	return quote.Registration.To.String()
}

// until is until when somebody is a member.
func (s *society) until(person auth.PersonID) string {
	s.t.Helper()
	file, err := s.members.File(ctx, s.program, person)
	s.must(err)
	return file.Summary.Until.String()
}
