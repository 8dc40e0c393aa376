package governance_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

// society has all its services, on a clock that plays move: it begins on
// 1 July 2020. Its 24 people are members from then to June 2030; the first three
// are president, secretary and treasurer, the fourth is on the committee. The
// subscription of every year is $20.
type society struct {
	t   *testing.T
	db  *store.DB
	now civil.Instant

	offices   *auth.Service
	rules     *governance.Service
	outbox    *mail.Service
	members   *members.Service
	treasury  *treasury.Service
	clubs     *clubs.Service
	meetings  *meetings.Service
	elections *elections.Service
	postal    *postal.Service
	committee *committee.Service

	program                         auth.Actor // may do everything
	president, secretary, treasurer auth.Actor
	ordinary                        auth.Actor // member of the committee without an office
	people                          []auth.PersonID
	made                            int // people made so far, for their names
}

const (
	founded     = "2020-07-01"
	lastTerm    = "2030-06-30"
	societyName = "Go Society of Nowhere"
	settled     = 24 // people who are members throughout
	rate        = money.Cents(2000)
)

func newSociety(t *testing.T) *society {
	t.Helper()
	s := &society{t: t, db: storetest.SQLite(t), program: auth.System("the test")}
	s.on(founded)
	s.wire()
	s.people = s.register(settled)
	s.tx(func(tx *store.Tx) error {
		var terms []members.Term
		for _, p := range s.people {
			terms = append(terms, members.Term{
				Person: p, Year: 2020, From: day(founded), To: day(lastTerm), Kind: members.KindNew, RecordedAt: s.now,
			})
		}
		return members.InsertTerms(ctx, tx, terms)
	})
	s.president, s.secretary = s.appoint(s.people[0], auth.President), s.appoint(s.people[1], auth.Secretary)
	s.treasurer, s.ordinary = s.appoint(s.people[2], auth.Treasurer), s.appoint(s.people[3], auth.Committee)
	for year := members.Year(2020); year < 2030; year++ {
		_, err := s.treasury.SetRate(ctx, s.program, treasury.RateInput{
			Year: year, Amount: rate, Meeting: treasury.AGM, MeetingDay: day(founded), Resolution: "That it be $20.",
		})
		s.must(err)
	}
	return s
}

// wire builds the services as cmd/nzgs does.
func (s *society) wire() {
	clock := func() civil.Instant { return s.now }
	s.outbox = mail.New(s.db, clock, nil)
	s.offices = auth.New(s.db, clock, auth.Settings{})
	s.rules = governance.New(s.db, clock)
	s.members = members.New(s.db, clock)
	s.treasury = treasury.New(s.db, clock)
	s.clubs = clubs.New(s.db, clock, s.offices)
	s.committee = committee.New(s.db, clock, s.offices, s.rules)
	s.meetings = meetings.New(s.db, clock, societyName, s.rules, s.outbox, s.clubs)
	s.elections = elections.New(s.db, clock, s.rules, s.meetings, s.offices)
	s.postal = postal.New(s.db, clock, societyName, s.rules, s.outbox)
	s.meetings.AskCandidates(elections.Candidates)
	s.meetings.WhenMoved(s.elections.Follow)
	s.meetings.WhenHeld(s.elections.Opened)
}

// rule records the committee's ruling on a question, made today.
func (s *society) rule(q constitution.QuestionID, r constitution.ReadingID) {
	s.t.Helper()
	s.must(s.rules.RecordRuling(ctx, s.secretary, constitution.Ruling{
		Question: q, Reading: r, Meeting: s.now.Date(), Words: "So ruled.",
	}))
}

// on moves the clock to noon of a day.
func (s *society) on(day string) { s.now = civil.MustParseInstant(day + "T00:00:00.000Z") }

func (s *society) tx(f func(tx *store.Tx) error) { s.t.Helper(); s.must(s.db.InTx(ctx, f)) }

func (s *society) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(told(err))
	}
}

// told is what a service answered: its refusal with the rule and the fields, or
// "done".
func told(err error) string {
	var e *apperr.Error
	switch {
	case err == nil:
		return "done"
	case errors.As(err, &e):
		return fmt.Sprintf("%s [%s] %s %v", e.Kind, e.Rule, e.Message, e.Fields)
	}
	return err.Error()
}

// person is somebody in the register who is not a member.
func (s *society) person() auth.PersonID { s.t.Helper(); return s.register(1)[0] }

// register puts so many people into the register.
func (s *society) register(n int) []auth.PersonID {
	s.t.Helper()
	in := make([]members.PersonInput, n)
	for i := range in {
		s.made++
		in[i] = members.PersonInput{
			FamilyName: fmt.Sprintf("Testcase%02d", s.made), GivenNames: "Kiri",
			Email: fmt.Sprintf("kiri%02d@mail.example", s.made), Address: "1 Invented Street\nWellington",
		}
	}
	ids, err := s.members.RegisterAll(ctx, s.program, in)
	s.must(err)
	return ids
}

// year is the subscription year that the clock's day lies in.
func (s *society) year() members.Year {
	s.t.Helper()
	c, err := s.rules.Today(ctx)
	s.must(err)
	return c.YearOf(s.now.Date())
}

// enrol has somebody join without a club, for the year that the clock's day lies
// in, and pay on that day.
func (s *society) enrol(person auth.PersonID) treasury.Joined {
	s.t.Helper()
	today := s.now.Date()
	joined, err := s.treasury.Join(ctx, s.program, treasury.JoinInput{
		Application: treasury.Application{Person: person, Year: s.year(), Received: today}, Method: treasury.Bank,
		Consented: true,
	})
	s.must(err)
	return joined
}

// found makes a club.
func (s *society) found(name string) clubs.ClubID {
	s.t.Helper()
	id, err := s.clubs.Found(ctx, s.program, clubs.ClubInput{Name: name, Short: name, City: "Wellington"})
	s.must(err)
	return id
}

// list hands in a club's list of the year that today lies in, received today and
// confirmed.
func (s *society) list(club clubs.ClubID, people ...auth.PersonID) (clubs.ReturnID, clubs.Affiliation) {
	s.t.Helper()
	today := s.now.Date()
	in := clubs.PastList{Club: club, Year: s.year(), Received: today, Source: "list.xlsx"}
	for _, p := range people {
		in.Rows = append(in.Rows, clubs.PastRow{Person: p})
	}
	id, standing, err := s.clubs.TakeOver(ctx, s.program, in)
	s.must(err)
	return id, standing
}

// affiliate hands in a club's list and pays its fee, all today.
func (s *society) affiliate(club clubs.ClubID, people ...auth.PersonID) clubs.ReturnID {
	s.t.Helper()
	id, standing := s.list(club, people...)
	if due := standing.Due(); due > 0 {
		_, err := s.clubs.ReceiveFee(ctx, s.program, clubs.FeeInput{
			Return: id, Amount: due, ReceivedOn: s.now.Date(), Method: treasury.Bank,
		})
		s.must(err)
	}
	return id
}

// appoint gives somebody an office from today.
func (s *society) appoint(person auth.PersonID, role auth.Role) auth.Actor {
	s.t.Helper()
	_, err := s.offices.Appoint(ctx, s.program, auth.Office{Person: person, Role: role, From: s.now.Date()})
	s.must(err)
	return s.as(person)
}

// as is a person with the offices held today.
func (s *society) as(person auth.PersonID) auth.Actor {
	s.t.Helper()
	actor, err := s.offices.ActingAs(ctx, person)
	s.must(err)
	return actor
}
