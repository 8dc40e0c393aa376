package retention

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Who was a member or played lately is found once by the days of terms and events, not for each person of the register.
func TestFormerMembersAreFoundByTheDaysOfTermsAndEvents(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		day := civil.MustParseDate("2026-11-26")
		plans := storetest.Plans(t, db, func(q store.Queryer) {
			for _, c := range []condition{dueFormer, heldFormer} {
				if _, err := c.rows(context.Background(), q, day.AddMonths(-24), day); err != nil {
					t.Fatal(err)
				}
			}
		})
		for _, plan := range plans {
			for _, index := range []string{"membership_term_days", "event_over"} {
				if !strings.Contains(plan, index) {
					t.Errorf("they are not found by %s:\n%s", index, plan)
				}
			}
		}
	})
}
