package letters

import (
	"testing"

	"nzgs/internal/auth"
)

// Bug: the letter that a subscription runs out named the rate of each member, whatever the kind of who reads it.
func TestALetterNamesThePriceOfItsReader(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		for kind, cents := range map[string]int{"full": 4000, "student": 1500, "family": 6000} {
			w.sql(`INSERT INTO subscription_rate (year, kind, amount, meeting, meeting_day, resolution, recorded_at)
				VALUES (2027, $1, $2, 'agm', '2027-03-01', 'That it be so.', $3)`, kind, cents, w.now)
		}
		of := func(given, kind string, payer auth.PersonID) auth.PersonID {
			id := w.member("Moana", given, given+"@example.nz", 0)
			if kind != "full" {
				w.sql(`INSERT INTO member_kind (person_id, kind, from_year, payer_id, reason, recorded_at, recorded_by)
					VALUES ($1, $2, 2026, NULLIF(CAST($3 AS BIGINT), 0), 'So.', $4, 'The secretary')`, id, kind, int64(payer), w.now)
			}
			return id
		}
		of("Full", "full", 0)
		of("Student", "student", 0)
		of("Life", "life", 0)
		of("Junior", "junior", 0) // without a rate of its own
		payer := of("Payer", "family", 0)
		of("Child", "family", payer)
		want := map[string]string{
			"Full Moana": "$40.00", "Student Moana": "$15.00", "Junior Moana": "$40.00", "Payer Moana": "$60.00", "Child Moana": "",
		}
		got := map[string]string{}
		for _, a := range w.plan(RenewSoon).To {
			got[a.Name] = a.Fields["amount"]
		}
		if len(got) != len(want) {
			t.Errorf("letters go to %v; a life member is asked for nothing", got)
		}
		for name, amount := range want {
			if got[name] != amount {
				t.Errorf("%s reads %q, want %q", name, got[name], amount)
			}
		}
	})
}
