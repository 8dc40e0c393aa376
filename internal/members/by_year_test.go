package members_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Who is a member twice counts once, a term that was cancelled not at all, and each year is the one before with who joined and
// without who left.
func TestMembersByYear(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		day := civil.MustParseDate
		clock := func() civil.Instant { return day("2026-08-01").Midnight() }
		ids, err := members.New(db, clock).RegisterAll(t.Context(), auth.System("test"), []members.PersonInput{
			{FamilyName: "A", GivenNames: "A"}, {FamilyName: "B", GivenNames: "B"}, {FamilyName: "C", GivenNames: "C"},
		})
		if err != nil {
			t.Fatal(err)
		}
		term := func(i int, from, to string, kind members.TermKind, corrects members.TermID) members.Term {
			return members.Term{
				Person: ids[i], Year: members.Year(day(from).Year()), From: day(from), To: day(to), Kind: kind, Corrects: corrects,
				Reason: "x", RecordedAt: clock(),
			}
		}
		if err := db.InTx(t.Context(), func(tx *store.Tx) error {
			return members.InsertTerms(t.Context(), tx, []members.Term{
				term(0, "2023-07-01", "2024-06-30", members.KindNew, 0), term(0, "2024-07-01", "2025-06-30", members.KindRenewal, 0),
				term(1, "2024-09-01", "2025-06-30", members.KindNew, 0), term(1, "2024-10-01", "2025-06-30", members.KindNew, 0),
				term(2, "2025-09-01", "2026-06-30", members.KindNew, 0),
				term(1, "2025-07-01", "2026-06-30", members.KindRenewal, 0), term(1, "2025-07-01", "2026-06-30", members.KindVoid, 6),
			})
		}); err != nil {
			t.Fatal(err)
		}
		got, err := members.CountsByYear(t.Context(), db, []civil.Date{
			day("2023-06-30"), day("2024-06-30"), day("2025-06-30"), day("2026-06-30"), day("2026-08-01"),
		})
		want := []members.YearCount{
			{On: day("2024-06-30"), Members: 1, Joined: 1}, {On: day("2025-06-30"), Members: 2, Joined: 1},
			{On: day("2026-06-30"), Members: 1, Joined: 1, Left: 2}, {On: day("2026-08-01"), Left: 1},
		}
		if err != nil || len(got) != len(want) {
			t.Fatalf("%+v, %v", got, err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%+v, want %+v", got[i], want[i])
			}
		}
	})
}

// Of random terms, more years than are read at once, the counts are those of looking at each person on each day.
func TestMembersByYearOfRandomTerms(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		day := civil.MustParseDate
		rng := rand.New(rand.NewPCG(18, 6))
		clock := func() civil.Instant { return day("2026-08-01").Midnight() }
		var people []members.PersonInput
		for i := range 30 {
			people = append(people, members.PersonInput{FamilyName: fmt.Sprint("Person ", i), GivenNames: "A"})
		}
		ids, err := members.New(db, clock).RegisterAll(t.Context(), auth.System("test"), people)
		if err != nil {
			t.Fatal(err)
		}
		var terms []members.Term
		for range 150 {
			from := day("1960-01-10").AddDays(rng.IntN(24000))
			terms = append(terms, members.Term{
				Person: ids[rng.IntN(len(ids))], Year: members.Year(from.Year()), From: from, To: from.AddDays(rng.IntN(900)),
				Kind: members.KindNew, Reason: "x", RecordedAt: clock(),
			})
		}
		if err := db.InTx(t.Context(), func(tx *store.Tx) error { return members.InsertTerms(t.Context(), tx, terms) }); err != nil {
			t.Fatal(err)
		}
		var days []civil.Date
		for y := range 65 {
			days = append(days, day("1961-06-30").AddMonths(12*y))
		}
		got, err := members.CountsByYear(t.Context(), db, days)
		if err != nil || len(got) != len(days)-1 {
			t.Fatalf("%d years, %v", len(got), err)
		}
		on := func(id members.PersonID, d civil.Date) bool {
			return slices.ContainsFunc(terms, func(x members.Term) bool {
				return x.Person == id && !d.Before(x.From) && !d.After(x.To)
			})
		}
		for i, d := range days[1:] {
			want := members.YearCount{On: d}
			for _, id := range ids {
				switch was, is := on(id, days[i]), on(id, d); {
				case is && was:
					want.Members++
				case is:
					want.Members++
					want.Joined++
				case was:
					want.Left++
				}
			}
			if got[i] != want {
				t.Errorf("%+v, want %+v", got[i], want)
			}
		}
	})
}
