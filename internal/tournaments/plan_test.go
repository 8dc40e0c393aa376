package tournaments

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Lists of events read the rows of their page, and count in an index: the whole table of a society that has played for
// twenty years is long.
func TestListsOfEventsReadByIndex(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx, today := context.Background(), civil.MustParseDate("2026-11-26")
		plans := storetest.Plans(t, db, func(q store.Queryer) {
			for _, when := range []When{Coming, Past} {
				if _, _, err := listEvents(ctx, q, EventFilter{When: when, Limit: 40}, today, []EventID{1}, false); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range []EventFilter{
				{Year: 2026, Limit: 40}, {System: pairing.Swiss, Limit: 40}, {Among: []EventID{1, 2}, Limit: 40},
			} {
				if _, _, err := listEvents(ctx, q, f, today, nil, false); err != nil {
					t.Fatal(err)
				}
			}
			if _, _, err := listEvents(ctx, q, EventFilter{When: Past, Limit: 3}, today, nil, true); err != nil {
				t.Fatal(err)
			}
			if _, err := openEvents(ctx, q, nil, true, today); err != nil {
				t.Fatal(err)
			}
		})
		for i, index := range []string{
			"event_over", "event_over", "event_over", "event_days",
			"event_days", "event_days", "section_system", "section_system", "SEARCH e USING INTEGER PRIMARY KEY|event_pkey",
			"SEARCH e USING INTEGER PRIMARY KEY|event_pkey|event_days", "event_over", "event_days", "event_not_rated",
		} {
			if !slices.ContainsFunc(strings.Split(index, "|"), func(s string) bool { return strings.Contains(plans[i], s) }) {
				t.Errorf("query %d does not read by %s:\n%s", i+1, index, plans[i])
			}
		}
	})
}
