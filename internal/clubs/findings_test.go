package clubs_test

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
)

// What the preview says beside a row, and what it does not.
func TestWhatAPreviewSaysOfARow(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		list, err := clubs.ReadList("list.csv", strings.NewReader(strings.Join([]string{
			"Member number,Family name,Given names,E-mail,Phone,Grade",
			",Tui,Aroha,,,",                      // in the register with a macron
			",Kererū,Mere,,,",                    // as the register has her
			",Smith,Ann,ann@example.nz,,",        // called somebody new
			",Moana,Tere,,,",                     // in the register, with no club
			",Heke,,,,",                          // one name
			",Heke,Wiremu 2,,,",                  // a figure
			",Heke,heke@example.nz,,,",           // a sign
			",Heke,Rewi,,,99z",                   // no grade
			"paid 12 August in cash,Heke,Ana,,,", // no number
			",Heke,Hone,,,5k",
		}, "\n")))
		s.must(err)
		up, err := s.Upload(ctx, s.treasurer, clubs.UploadInput{Club: s.harbour, Year: 2026, List: list})
		s.must(err)
		v := s.view(s.treasurer, up.Return)
		var choices []clubs.Choice
		for _, given := range []string{"Aroha", "Mere", "Tere"} {
			l := s.line(v, given)
			choices = append(choices, clubs.Choice{Row: l.Row.ID, Decision: clubs.SamePerson, Person: l.Candidates[0].Person})
		}
		choices = append(choices, clubs.Choice{Row: s.line(v, "Ann").Row.ID, Decision: clubs.NewPerson})
		s.must(s.Decide(ctx, s.treasurer, s.ref(up.Return), choices))

		v = s.view(s.treasurer, up.Return)
		const twice = "Already registered until 30 June 2027 through Capital Go Club."
		for given, want := range map[string][]string{
			"Aroha":           {"The register has “Aroha Tūī”", twice},
			"Mere":            {twice},
			"Ann":             {"Ann Smith (no. "},
			"Tere":            nil,
			"":                {"There is only one name."},
			"Wiremu 2":        {"The name has a digit or a symbol in it."},
			"heke@example.nz": {"The name has a digit or a symbol in it."},
			"Rewi":            {"“99z” will not be used"},
			"Ana":             {"This is not a member number"},
			"Hone":            nil,
		} {
			l := s.line(v, given)
			if len(l.Findings) != len(want) || l.State == clubs.RowError {
				t.Errorf("%q is %s with %d findings, want %d: %+v", given, l.State, len(l.Findings), len(want), l.Findings)
				continue
			}
			for i, text := range want {
				if f := l.Findings[i]; f.Level != clubs.Caution || !strings.Contains(f.Text, text) {
					t.Errorf("%q: %s %q, want a caution that says %q", given, f.Level, f.Text, text)
				}
			}
		}
		trace := strings.Join(s.line(v, "Ann").Registration.Trace.Lines(), "\n")
		if !strings.Contains(trace, "The full fee is not in: worked out as if it came on 3 August 2026") {
			t.Errorf("the term of a new member before the fee is in: %s", trace)
		}
		if trace = strings.Join(s.line(v, "Mere").Registration.Trace.Lines(), "\n"); strings.Contains(trace, "not in") {
			t.Errorf("the term of a member who goes on: %s", trace)
		}
	})
}

func TestWhatIsKnownOfAClubIsChecked(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		long := strings.Repeat("ā", 301)
		for _, tt := range []struct {
			in    clubs.ClubInput
			wrong string // fields, in order; "": none
		}{
			{clubs.ClubInput{}, "name"},
			{clubs.ClubInput{Name: " – "}, "name"},
			{clubs.ClubInput{Name: long, Short: "Ninecells", City: long, Meets: long}, "name short city meets"},
			{clubs.ClubInput{Name: "A", Email: "club at example", Website: "example"}, "email website"},
			{clubs.ClubInput{Name: "A", Website: "ftp://example.nz"}, "website"},
			{clubs.ClubInput{Name: "A", Website: "https://example.nz/" + long}, "website"},
			{clubs.ClubInput{Name: "Hilltop Go Club", Short: "Hilltop", Email: "club@example.nz", Website: "example.nz"}, ""},
			{clubs.ClubInput{Name: "Seaside Go Club", Website: "http://example.nz"}, ""},
			{clubs.ClubInput{Name: "A", At: "near the harbour", About: strings.Repeat("ā", 3001)}, "at about"},
			{clubs.ClubInput{Name: "Bay Go Club", At: "-41.2889, 174.7772", About: strings.Repeat("ā", 3000)}, ""},
		} {
			id, err := s.Found(ctx, s.treasurer, tt.in)
			var fields []string
			if refused := (*apperr.Error)(nil); errors.As(err, &refused) {
				for _, f := range refused.Fields {
					fields = append(fields, f.Name)
				}
			}
			if got := strings.Join(fields, " "); got != tt.wrong || (err == nil) != (tt.wrong == "") {
				t.Errorf("%+v: wrong are %q, %v; want %q", tt.in, got, err, tt.wrong)
			}
			if err != nil {
				continue
			}
			c, err := s.Club(ctx, id)
			s.must(err)
			if tt.in.Website != "" && (!strings.Contains(c.Website, "://example.nz") || strings.Count(c.Website, "http") != 1) {
				t.Errorf("the website is kept as %q", c.Website)
			}
			if want := map[string]string{"": c.Name, "Hilltop": "Hilltop"}[tt.in.Short]; c.Label() != want {
				t.Errorf("%+v is called %q, want %q", c, c.Label(), want)
			}
		}
	})
}

// Clubs are added and changed by the secretary and the treasurer; a club's own
// secretary keeps what its page says, but for its name, and no other club's.
func TestWhoKeepsTheClubs(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		was, err := s.Club(ctx, s.capital)
		s.must(err)
		for name, actor := range map[string]auth.Actor{
			"nobody": {}, "another club's secretary": s.harbourSecretary,
			"a director": {Person: s.treasurer.Person, Name: "Officer", Offices: []auth.Office{
				{Person: s.treasurer.Person, Role: auth.Director, From: day("2020-01-01")},
			}},
		} {
			want := apperr.Forbidden
			if !actor.SignedIn() {
				want = apperr.SignIn
			}
			_, e1 := s.Found(ctx, actor, clubs.ClubInput{Name: "Hilltop Go Club"})
			e2 := s.Edit(ctx, actor, clubs.EditClub{
				ClubInput: clubs.ClubInput{Name: "Hilltop Go Club"}, ID: s.capital, Version: was.Version,
			})
			for _, err := range []error{e1, e2} {
				if apperr.KindOf(err) != want {
					t.Errorf("%s: %v, want %s", name, err, want)
				}
			}
		}
		if now, err := s.Club(ctx, s.capital); err != nil || now != was {
			t.Errorf("the club was %+v, is %+v, %v", was, now, err)
		}
		if _, err := s.Found(ctx, s.capitalSecretary, clubs.ClubInput{Name: "Hilltop Go Club"}); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("a club's secretary adds a club: %v", err)
		}
		own := clubs.ClubInput{Name: "Hilltop Go Club", Short: "Hilltop", Meets: "Tuesdays at 7 pm"}
		s.must(s.Edit(ctx, s.capitalSecretary, clubs.EditClub{ClubInput: own, ID: s.capital, Version: was.Version}))
		now, err := s.Club(ctx, s.capital)
		if s.must(err); now.Name != was.Name || now.Short != was.Short || now.Meets != own.Meets {
			t.Errorf("after its secretary changed it the club is %+v", now)
		}
		s.must(s.Edit(ctx, s.secretary, clubs.EditClub{
			ClubInput: clubs.ClubInput{Name: "Hilltop Go Club"}, ID: s.capital, Version: now.Version,
		}))
	})
}

// Who was left out of a list is registered by no payment for it.
func TestARowThatIsLeftOutGivesNoTerm(t *testing.T) {
	each(t, func(t *testing.T, s *society) {
		s.capitalList()
		id := s.upload(
			s.treasurer, s.harbour, "", "Tūī,Aroha,,,", "Heke,One,,,", "Heke,Two,,,", "Heke,Three,,,", "Heke,Four,,,",
			"Heke,Five,,,",
		).Return
		aroha := s.line(s.view(s.treasurer, id), "Aroha")
		same := clubs.Choice{Row: aroha.Row.ID, Decision: clubs.SamePerson, Person: aroha.Candidates[0].Person}
		s.must(s.Decide(ctx, s.treasurer, s.ref(id), []clubs.Choice{same}))
		s.must(s.Decide(ctx, s.treasurer, s.ref(id), []clubs.Choice{{Row: aroha.Row.ID, Decision: clubs.LeaveOut}}))
		if a := s.confirm(id); a.Fee != money.MustParse("100") {
			t.Errorf("the fee for five of six: %s", a.Fee)
		}
		s.pay(id, "100", "2026-08-03")
		f, err := s.people.File(ctx, s.treasurer, s.member("aroha").Person.ID)
		s.must(err)
		if len(f.Terms) != 1 || f.Terms[0].Club != s.capital {
			t.Errorf("terms of somebody left out: %+v", f.Terms)
		}
	})
}
