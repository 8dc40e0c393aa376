package grades

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Whoever was never at a dan, or has the diploma of the highest that the rating reached, is not looked at: among a hundred
// thousand players those who may be proposed are few.
func TestProposalsLookAtThoseWhoReachedADan(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		plans := storetest.Plans(t, db, func(q store.Queryer) {
			if _, err := mayBeProposed(context.Background(), q); err != nil {
				t.Fatal(err)
			}
		})
		if !strings.Contains(plans[0], "rating_change_dan") {
			t.Errorf("those who reached a dan are not found by index:\n%s", plans[0])
		}
	})
}
