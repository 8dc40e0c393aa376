package clubs_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/places"
)

// A club's secretary keeps what the club says of itself, and not its name; of another club nothing.
func TestAClubsSecretaryKeepsItsPage(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		secretary := s.treasurer
		secretary.Offices = []auth.Office{{Role: auth.ClubSecretary, Club: s.capital, From: day("2020-01-01")}}
		was, err := s.Club(ctx, s.capital)
		s.must(err)
		in := clubs.EditClub{ID: s.capital, Version: was.Version, ClubInput: clubs.ClubInput{
			Name: "Mine Go Club", Short: "Mine", City: "Te Whanganui-a-Tara", Meets: "Tuesdays at 7:00 pm",
			At: "41.3 S, 174.78 E", About: " Beginners are welcome.\r\n\r\nThe door is at the back. ",
		}}
		s.must(s.Edit(ctx, secretary, in))
		c, err := s.Club(ctx, s.capital)
		s.must(err)
		if c.Name != was.Name || c.Short != was.Short || c.Meets != in.Meets || c.At != places.Degrees(-41.3, 174.78) ||
			c.About != "Beginners are welcome.\n\nThe door is at the back." {
			t.Errorf("the club is %+v", c)
		}
		if at, ok := c.Where(); !ok || at != c.At {
			t.Errorf("it is at %v", at)
		}
		if err := s.Edit(ctx, secretary, in); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		in.Version++
		in.At = ""
		s.must(s.Edit(ctx, secretary, in))
		if c, err = s.Club(ctx, s.capital); err != nil || !c.At.IsZero() {
			t.Errorf("without a point: %+v, %v", c, err)
		}
		if at, ok := c.Where(); !ok || at.Kilometres(places.Degrees(-41.289, 174.777)) > 1 {
			t.Errorf("by its town it is at %v, %v", at, ok)
		}
		in.ID = s.harbour
		for _, actor := range []auth.Actor{secretary, {Person: secretary.Person, Name: "A member"}} {
			if err := s.Edit(ctx, actor, in); apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("another club: %v", err)
			}
		}
		if err := s.Edit(ctx, auth.Actor{}, in); apperr.KindOf(err) != apperr.SignIn {
			t.Errorf("no one: %v", err)
		}
	})
}

// What officers save of a list taken over leaves alone what the club said of itself.
func TestInputKeepsEverythingOfAClub(t *testing.T) {
	c := clubs.Club{
		Name: "A", Short: "B", City: "C", Meets: "D", Email: "e@example.nz", Website: "https://f.nz",
		At: places.Degrees(-41.2, 174.7), About: "G",
	}
	want := clubs.ClubInput{
		Name: "A", Short: "B", City: "C", Meets: "D", Email: "e@example.nz", Website: "https://f.nz", At: "-41.2000, 174.7000", About: "G",
	}
	if got := c.Input(); got != want {
		t.Errorf("it is %+v", got)
	}
}
