package clubs_test

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
)

var ctx = context.Background()

func day(s string) civil.Date { return civil.MustParseDate(s) }

// society has a treasurer, two clubs with their secretaries, and the rate of
// 2026; its day can be moved.
type society struct {
	*clubs.Service
	t                *testing.T
	db               *store.DB
	people           *members.Service
	money            *treasury.Service
	now              civil.Instant
	capital, harbour clubs.ClubID
	clock            civil.Clock
	treasurer        auth.Actor
	secretary        auth.Actor // of the society
	capitalSecretary auth.Actor
	harbourSecretary auth.Actor
}

func each(t *testing.T, test func(t *testing.T, s *society)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newSociety(t, db)) })
}

func newSociety(t *testing.T, db *store.DB) *society {
	t.Helper()
	s := &society{t: t, db: db}
	s.on("2026-08-03")
	clock := func() civil.Instant { return s.now }
	s.clock = clock
	s.people, s.money = members.New(db, clock), treasury.New(db, clock)
	s.Service = clubs.New(db, clock, auth.New(db, clock, auth.Settings{}))
	ids, err := s.people.RegisterAll(ctx, auth.System("test"), []members.PersonInput{
		{FamilyName: "Moana", GivenNames: "Tere"},
		{FamilyName: "Rātā", GivenNames: "Hemi"},
		{FamilyName: "Peters", GivenNames: "James"},
	})
	s.must(err)
	office := func(i int, role auth.Role, club auth.ClubID) auth.Actor {
		return auth.Actor{
			Person: ids[i], Name: "Officer",
			Offices: []auth.Office{{Person: ids[i], Role: role, Club: club, From: day("2020-01-01")}},
		}
	}
	s.treasurer, s.secretary = office(0, auth.Treasurer, 0), office(0, auth.Secretary, 0)
	s.capital, err = s.Found(ctx, s.treasurer, clubs.ClubInput{Name: "Capital Go Club"})
	s.must(err)
	s.harbour, err = s.Found(ctx, s.treasurer, clubs.ClubInput{Name: "Harbour Go Club"})
	s.must(err)
	s.capitalSecretary, s.harbourSecretary = office(
		1, auth.ClubSecretary, s.capital,
	), office(2, auth.ClubSecretary, s.harbour)
	s.rate(2026, "20.00")
	return s
}

func (s *society) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *society) on(d string) { s.now = day(d).Midnight() }

func (s *society) rate(year members.Year, amount string) {
	s.t.Helper()
	_, err := s.money.SetRate(ctx, s.treasurer, treasury.RateInput{
		Year: year, Amount: money.MustParse(amount), Meeting: treasury.AGM, MeetingDay: day("2024-03-14"),
		Resolution: "That the subscription be $" + amount + ".",
	})
	s.must(err)
}

// csv reads a list of "Family,Given,Email,Phone,Grade" lines.
func (s *society) csv(lines ...string) clubs.List {
	s.t.Helper()
	l, err := clubs.ReadList(
		"list.csv", strings.NewReader("Family name,Given names,E-mail,Phone,Grade\n"+strings.Join(lines, "\n")+"\n"),
	)
	s.must(err)
	return l
}

// eight are the members of the Capital club.
var eight = []string{
	"Tūī,Aroha,aroha@example.nz,021 555 001,3d",
	"Kererū,Mere,mere@example.nz,021 555 002,12k",
	"王,小明,wang@example.nz,021 555 003,1k",
	"Smith,Ann,ann@example.nz,021 555 004,8k",
	"Smith,Bob,bob@example.nz,021 555 005,9k",
	"O’Brien,Maeve,maeve@example.nz,,",
	"Nguyễn,Văn An,an@example.nz,,2d",
	"Jones,Carol,carol@example.nz,,15k",
}

func (s *society) upload(actor auth.Actor, club clubs.ClubID, received string, lines ...string) clubs.Upload {
	s.t.Helper()
	in := clubs.UploadInput{Club: club, Year: 2026, List: s.csv(lines...)}
	if received != "" {
		in.Received = day(received)
	}
	out, err := s.Upload(ctx, actor, in)
	s.must(err)
	return out
}

func (s *society) view(actor auth.Actor, id clubs.ReturnID) clubs.View {
	s.t.Helper()
	v, err := s.View(ctx, actor, id)
	s.must(err)
	return v
}

func (s *society) ref(id clubs.ReturnID) clubs.Ref {
	s.t.Helper()
	return clubs.Ref{Return: id, Version: s.view(s.treasurer, id).Return.Version}
}

// consented is what whoever hands a list in or confirms it says.
var consented = clubs.Last{Consented: true}

func (s *society) confirm(id clubs.ReturnID) clubs.Affiliation {
	s.t.Helper()
	a, err := s.Confirm(ctx, s.treasurer, s.ref(id), consented)
	s.must(err)
	return a
}

func (s *society) pay(id clubs.ReturnID, amount, received string) clubs.Settled {
	s.t.Helper()
	out, err := s.ReceiveFee(ctx, s.treasurer, clubs.FeeInput{
		Return: id, Amount: money.MustParse(amount), ReceivedOn: day(received), Method: treasury.Bank,
	})
	s.must(err)
	return out
}

// capitalList uploads, confirms and pays the eight.
func (s *society) capitalList() clubs.ReturnID {
	s.t.Helper()
	id := s.upload(s.treasurer, s.capital, "", eight...).Return
	s.confirm(id)
	s.pay(id, "160.00", s.now.Date().String())
	return id
}

// member is the register's line of somebody, by a piece of the name.
func (s *society) member(name string) members.Entry {
	s.t.Helper()
	r, err := s.people.List(ctx, s.treasurer, members.RegisterFilter{Query: name})
	s.must(err)
	if len(r.Entries) != 1 {
		s.t.Fatalf("%d people are called %s", len(r.Entries), name)
	}
	return r.Entries[0]
}

func (s *society) line(v clubs.View, given string) clubs.Line {
	s.t.Helper()
	for _, l := range v.Lines {
		if l.Row.Given == given {
			return l
		}
	}
	s.t.Fatalf("nobody called %s is on the list", given)
	return clubs.Line{}
}

func (s *society) inRegister() int {
	s.t.Helper()
	r, err := s.people.List(ctx, s.treasurer, members.RegisterFilter{Size: 1})
	s.must(err)
	return r.Total
}
