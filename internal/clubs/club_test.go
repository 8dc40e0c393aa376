package clubs_test

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
)

func TestNamingASecretary(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		free := clubs.NameSecretary{Club: s.capital, Person: s.capitalSecretary.Person, From: day("2026-08-03")}
		s.must(s.NameSecretary(ctx, s.treasurer, free)) // the club has no members yet
		s.capitalList()
		s.on("2026-09-01")
		err := s.NameSecretary(ctx, s.treasurer, clubs.NameSecretary{
			Club: s.capital, Person: s.harbourSecretary.Person, From: day("2026-09-01"),
		})
		var e *apperr.Error
		if !errors.As(err, &e) || e.Rule != "2.4" {
			t.Errorf("a secretary who is no member: %v, want rule 2.4", err)
		}
		aroha := s.member("aroha").Person.ID
		s.must(s.NameSecretary(ctx, s.capitalSecretary, clubs.NameSecretary{
			Club: s.capital, Person: aroha, From: day("2026-09-01"),
		}))
		d, err := s.Desk(ctx, s.treasurer, s.capital)
		s.must(err)
		if len(d.Secretaries) != 1 || d.Secretaries[0].Person != aroha || !d.Secretaries[0].IsMember {
			t.Errorf("secretaries: %+v", d.Secretaries)
		}
		if err := s.NameSecretary(ctx, s.harbourSecretary, clubs.NameSecretary{
			Club: s.capital, Person: aroha, From: day("2026-09-01"),
		}); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("the secretary of another club: %v", err)
		}
		list, err := s.Overviews(ctx, s.treasurer, 2026)
		s.must(err)
		if len(list) != 2 || !list[0].Affiliated || list[0].Secretary != "Aroha Tūī" || list[0].Members != 8 ||
			list[1].Affiliated {
			t.Errorf("overviews: %+v", list)
		}
	})
}

// Bug: the secretary of a club whose members had all lapsed could name anybody
// in the register, and learnt from refusals who stands behind a number.
func TestASecretaryOfALapsedClubIsOneOfItsMembers(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2027-08-01") // nobody is registered for 2027/28 yet
		name := func(actor auth.Actor, person clubs.PersonID) error {
			return s.NameSecretary(ctx, actor, clubs.NameSecretary{Club: s.capital, Person: person, From: day("2027-08-01")})
		}
		for _, person := range []clubs.PersonID{s.harbourSecretary.Person, 99999} {
			err := name(s.capitalSecretary, person)
			var e *apperr.Error
			if !errors.As(err, &e) || e.Rule != "2.4" || strings.Contains(e.Message, "Peters") {
				t.Errorf("person %d: %v, want rule 2.4 and no name", person, err)
			}
		}
		s.must(name(s.capitalSecretary, s.member("aroha").Person.ID))
	})
}

// Bug: a first day before the present secretary's gave a club two secretaries,
// and one before the end of an earlier office changed the record of it.
func TestASecretaryFollowsTheOneBefore(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		s.on("2026-12-01")
		aroha, mere, carol := s.member("aroha").Person.ID, s.member("mere").Person.ID, s.member("carol").Person.ID
		name := func(person clubs.PersonID, from string) error {
			return s.NameSecretary(ctx, s.treasurer, clubs.NameSecretary{Club: s.capital, Person: person, From: day(from)})
		}
		s.must(name(aroha, "2026-09-01"))
		s.must(name(mere, "2026-10-01"))
		for _, from := range []string{"2026-08-15", "2026-09-15", "2026-09-30"} {
			var e *apperr.Error
			if err := name(carol, from); !errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Name != "from" {
				t.Errorf("from %s: %v, want a problem of the first day", from, err)
			}
		}
		s.must(name(carol, "2027-01-01"))
		if err := name(aroha, "2026-12-01"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("before one who is named already: %v", err)
		}
		d, err := s.Desk(ctx, s.treasurer, s.capital)
		s.must(err)
		if len(d.Secretaries) != 1 || d.Secretaries[0].Person != mere {
			t.Errorf("secretaries: %+v", d.Secretaries)
		}
	})
}

func TestClubNamesAreUniqueAndFormsSayEverything(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		_, err := s.Found(ctx, s.treasurer, clubs.ClubInput{Name: "capital  GO club"})
		var e *apperr.Error
		if !errors.As(err, &e) || e.Fields[0].Name != "name" {
			t.Errorf("the same name: %v", err)
		}
		_, err = s.Found(ctx, s.treasurer, clubs.ClubInput{Email: "x", Website: "not a web address", Short: "TOOLONGNAME"})
		if !errors.As(err, &e) || len(e.Fields) != 4 {
			t.Errorf("four mistakes: %v", err)
		}
		c, err := s.Club(ctx, s.capital)
		s.must(err)
		edit := clubs.EditClub{
			ID: c.ID, Version: c.Version, ClubInput: clubs.ClubInput{Name: "Pōneke Go Club", Website: "capital.example.nz"},
		}
		s.must(s.Edit(ctx, s.treasurer, edit))
		if err := s.Edit(ctx, s.treasurer, edit); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if c, err := s.Club(ctx, s.capital); err != nil || c.Name != "Pōneke Go Club" ||
			c.Website != "https://capital.example.nz" {
			t.Errorf("after the edit: %+v, %v", c, err)
		}
	})
}
