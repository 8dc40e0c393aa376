package retention

import (
	"context"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// Who was a member or played lately is found once by the days that are kept and those of events, not for each person of the register.
func TestFormerMembersAreFoundByTheDaysOfTermsAndEvents(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		day := civil.MustParseDate("2026-11-26")
		fillOld(t, db)
		plans := storetest.Plans(t, db, func(q store.Queryer) {
			for _, c := range []condition{dueFormer, heldFormer} {
				if _, err := c.rows(context.Background(), q, day.AddMonths(-24), day); err != nil {
					t.Fatal(err)
				}
			}
		})
		for _, plan := range plans {
			if !strings.Contains(plan, "event_over") || strings.Contains(plan, "membership_term_days") {
				t.Errorf("they are not found by the days of events and those that are kept with people:\n%s", plan)
			}
		}
	})
}

// What is under way is read once, and asked of no one of the register by itself; contact details are counted by index.
func TestWhatIsUnderWayIsReadOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		day := civil.MustParseDate("2026-11-26")
		fillOld(t, db)
		for index, conditions := range map[string][]condition{
			"person_reached": {dueFormer, heldFormer}, "club_return_row_reached": {dueLists},
		} {
			for _, plan := range storetest.Plans(t, db, func(q store.Queryer) {
				for _, c := range conditions {
					if _, err := c.rows(context.Background(), q, day.AddMonths(-24), day); err != nil {
						t.Fatal(err)
					}
				}
			}) {
				byPeople := index == "person_reached" && !strings.Contains(plan, "SCAN p\n") && !strings.Contains(plan, "Seq Scan on person")
				if !strings.Contains(plan, index) && !byPeople {
					t.Errorf("not counted by %s:\n%s", index, plan)
				}
				if at := strings.Index(plan, "CORRELATED"); at >= 0 && strings.Contains(plan[at:], "UNION ALL") {
					t.Errorf("what is under way is asked of each person:\n%s", plan)
				}
				for _, all := range []string{"SCAN h USING COVERING INDEX sqlite_autoindex_entry_1", "Seq Scan on entry"} {
					if strings.Contains(plan, all) {
						t.Errorf("all entries of all events are read:\n%s", plan)
					}
				}
			}
		}
	})
}

// fillOld has a register of whom few were members lately: PostgreSQL takes an index by what is in a table.
func fillOld(t *testing.T, db *store.DB) {
	t.Helper()
	if db.Dialect() != store.Postgres {
		return
	}
	if err := db.InTx(context.Background(), func(tx *store.Tx) error {
		for _, statement := range []string{
			`INSERT INTO person (id, family_name, given_names, name_key, sort_key, email, email_key, phone, phone_key, created_at)
			SELECT n, 'Kōwhai', 'N' || n, 'n' || n, '', '', '', '', '', '2010-01-01T00:00:00.000Z' FROM generate_series(1, 3000) AS n`,
			`INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
			SELECT n, 2011, '2011-07-01', '2012-06-30', 'new', '{}', '2011-07-01T00:00:00.000Z' FROM generate_series(1, 3000) AS n`,
			`INSERT INTO event (id, slug, name, from_day, to_day, created_at)
			SELECT n, 'event-' || n, 'Event', '2011-07-01', '2011-07-02', '2011-07-01T00:00:00.000Z' FROM generate_series(1, 3000) AS n`,
			`ANALYZE person`, `ANALYZE membership_term`, `ANALYZE event`,
		} {
			if _, err := tx.Exec(context.Background(), statement); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
