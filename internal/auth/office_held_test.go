package auth

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

func TestAnActingOfficerStandsBesideTheOneWhoCannotAct(t *testing.T) {
	each(t, func(w *world) {
		day := civil.MustParseDate
		aroha, wiremu, mei := w.person("Aroha", "Tūī"), w.person("Wiremu", "Parata"), w.person("Mei", "Lin")
		from, until := day("2026-07-01"), day("2026-12-31")
		for _, tt := range []struct {
			name   string
			office Office
			want   string // "": accepted
		}{
			{"the treasurer", Office{Person: aroha, Role: Treasurer, From: from}, ""},
			{"an acting one", Office{Person: wiremu, Role: Treasurer, From: from, Until: until, Acting: true}, ""},
			{
				"a second acting one", Office{Person: mei, Role: Treasurer, From: until, Acting: true},
				"Wiremu Parata is the acting treasurer from 1 July 2026 until 31 December 2026",
			},
			{
				"acting for oneself", Office{Person: aroha, Role: Treasurer, From: from, Acting: true},
				"already has this office (since 1 July 2026)",
			},
			{
				"an acting committee member", Office{Person: mei, Role: Committee, From: from, Acting: true},
				"role: Only the president, secretary or treasurer",
			},
		} {
			_, err := w.Appoint(ctx, program, tt.office)
			if tt.want == "" {
				w.must(err)
			} else {
				w.refused(err, apperr.Invalid, tt.want)
			}
		}
		acting, err := w.ActingAs(ctx, wiremu)
		w.must(err)
		if !Can(acting, RecordPayment, Object{}, from) || Can(acting, RecordPayment, Object{}, until.AddDays(1)) {
			t.Error("the acting treasurer's permissions do not follow the days of the office")
		}
		if got := acting.Offices[0].Title(); got != "Acting treasurer" {
			t.Errorf("title %q", got)
		}
	})
}

func TestSeatsOfTheCommittee(t *testing.T) {
	each(t, func(w *world) {
		day := civil.MustParseDate
		add := func(given string, o Office) OfficeID {
			o.Person = w.person(given, "Testcase")
			id, err := w.Appoint(ctx, program, o)
			w.must(err)
			return id
		}
		member := add("Member", Office{Role: Committee, From: day("2026-01-01"), Until: day("2026-06-30")})
		add("Referee", Office{Role: Referee, From: day("2026-01-01")})
		acting := add("Acting", Office{Role: President, From: day("2026-03-01"), Until: day("2026-03-31"), Acting: true})
		president := add("President", Office{Role: President, From: day("2026-02-01")})
		for _, tt := range []struct {
			from, until string
			want        []OfficeID
		}{
			{"2025-12-31", "2025-12-31", nil},
			{"2026-01-01", "2026-01-01", []OfficeID{member}},
			{"2026-03-31", "2026-03-31", []OfficeID{president, acting, member}},
			{"2026-04-01", "2026-06-30", []OfficeID{president, member}},
			{"2026-07-01", "2027-06-30", []OfficeID{president}},
		} {
			seats, err := SeatsBetween(ctx, w.db, day(tt.from), day(tt.until))
			w.must(err)
			if len(seats) != len(tt.want) {
				t.Fatalf("%s to %s: %v, want %v", tt.from, tt.until, seats, tt.want)
			}
			for i, a := range seats {
				if a.ID != tt.want[i] {
					t.Errorf("%s to %s: %v, want %v", tt.from, tt.until, seats, tt.want)
				}
			}
		}
		found, err := Appointments(ctx, w.db, []OfficeID{acting, 999})
		w.must(err)
		if len(found) != 1 || !found[acting].Acting || found[acting].Title() != "Acting president" {
			t.Errorf("found %+v", found)
		}
	})
}
