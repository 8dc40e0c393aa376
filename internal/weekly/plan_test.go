package weekly

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// A person's games with a last day are found from the deadlines, which are few, not from all rounds that were ever played.
func TestGamesAreFoundFromTheDeadlines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for _, plan := range storetest.Plans(t, db, func(q store.Queryer) {
			if _, err := gamesOf(context.Background(), q, 1); err != nil {
				t.Fatal(err)
			}
		}) {
			for _, all := range []string{"SCAN r\n", "SCAN s\n", "SCAN e\n", "SCAN g\n", "Seq Scan on round"} {
				if strings.Contains(plan, all) {
					t.Errorf("all are read:\n%s", plan)
				}
			}
		}
	})
}
