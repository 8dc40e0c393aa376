package members_test

import (
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
