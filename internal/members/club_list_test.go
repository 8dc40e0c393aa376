package members_test

import (
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// Attack: a club's secretary asks for the list of another day, for people who are of no club, or for those whom a piece of an
// address or a number finds that the secretary may not see.
func TestAClubFindsNobodyByWhatItDoesNotSee(t *testing.T) {
	each(t, func(t *testing.T, s society) {
		ids, err := s.RegisterAll(ctx, s.treasurer, []members.PersonInput{
			{FamilyName: "Stays", GivenNames: "Ana", Email: "ana@example.nz"},
			{FamilyName: "Went", GivenNames: "Bo", Email: "bo@example.nz", Phone: "021 555 0199"},
			{FamilyName: "Guest", GivenNames: "Cy", Email: "cy@example.nz"},
		})
		if err != nil {
			t.Fatal(err)
		}
		in := func(query string, args ...any) {
			t.Helper()
			if err := s.db.InTx(ctx, func(tx *store.Tx) error {
				_, err := tx.Exec(ctx, query, args...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		today := clock().Date()
		in(`INSERT INTO membership_term (person_id, club_id, year, from_day, to_day, kind, trace, recorded_at) VALUES
			($1, 1, 2024, $3, $4, 'new', '{}', $7), ($2, 1, 2022, '2022-07-01', '2023-06-30', 'new', '{}', $7),
			($2, 2, 2023, $5, $6, 'new', '{}', $7)`,
			ids[0], ids[1], today.AddMonths(-3), today.AddMonths(3), "2023-07-01", today.AddDays(-1), clock())
		in(`INSERT INTO account (person_id, email, email_key, created_at)
			VALUES ($1, 'secret@example.nz', 'secret@example.nz', $2)`, ids[0], clock())
		secretary := actor(s.ids[0], auth.ClubSecretary, 1)
		for name, tt := range map[string]struct {
			filter           members.RegisterFilter
			secretary, books string // who is found, by the treasurer too
		}{
			"own address":             {members.RegisterFilter{Query: "ana@"}, "Stays", "Stays"},
			"address for signing in":  {members.RegisterFilter{Query: "secret@"}, "", "Stays"},
			"address of who went":     {members.RegisterFilter{Query: "bo@", Status: members.Lapsed}, "", "Went"},
			"number of who went":      {members.RegisterFilter{Query: "0215550199", Status: members.Lapsed}, "", "Went"},
			"name of who went":        {members.RegisterFilter{Query: "went", Status: members.Lapsed}, "Went", "Went"},
			"who was there that day":  {members.RegisterFilter{Query: "went", On: day("2023-01-01")}, "", "Went"},
			"who never was a member":  {members.RegisterFilter{Query: "guest", Status: members.Unenrolled}, "", ""},
			"who is found by nothing": {members.RegisterFilter{Query: "cy@"}, "", ""},
		} {
			tt.filter.Club = 1
			for who, want := range map[*auth.Actor]string{&secretary: tt.secretary, &s.treasurer: tt.books} {
				r, err := s.ClubList(ctx, *who, tt.filter)
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				for _, e := range r.Entries {
					got += e.Person.Name.Family
				}
				if got != want {
					t.Errorf("%s: %s finds %q, want %q", name, who.Name, got, want)
				}
			}
		}
	})
}
