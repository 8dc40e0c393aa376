package demo

import (
	"context"
	"testing"

	"nzgs/internal/audit"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
)

// tiny is the world in small, by the same way.
func tiny() Plan {
	plan := World()
	plan.Clubs, plan.People, plan.PastEvents, plan.Games = 8, 2_100, 120, 3_000
	return plan
}

func TestTheWorldInSmall(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		fill(t, db, tiny(), "2026-11-21")
		for _, tt := range []struct {
			query string
			want  int
		}{
			{`SELECT count(*) FROM club`, 8},
			{`SELECT count(*) FROM person`, 2_103}, // two of them only ordered books
			{`SELECT count(*) FROM event WHERE status = 'rated'`, 120},
			{`SELECT count(*) FROM rating_game`, 3_000},
			{`SELECT count(DISTINCT year) FROM membership_term`, 20},
			// No one is registered by two clubs for a year.
			{`SELECT count(*) FROM (SELECT person_id FROM membership_term GROUP BY person_id, year HAVING count(*) > 1) AS twice`, 0},
		} {
			if got := count(t, db, tt.query); got != tt.want {
				t.Errorf("%s = %d, want %d", tt.query, got, tt.want)
			}
		}
		for what, query := range map[string]string{
			"returned after a year away": `SELECT count(*) FROM membership_term t
				WHERE NOT EXISTS (SELECT 1 FROM membership_term b WHERE b.person_id = t.person_id AND b.year = t.year - 1)
				AND EXISTS (SELECT 1 FROM membership_term b WHERE b.person_id = t.person_id AND b.year = t.year - 2)`,
			"moved to another club": `SELECT count(*) FROM membership_term t
				JOIN membership_term b ON b.person_id = t.person_id AND b.year = t.year - 1 AND b.club_id <> t.club_id`,
			"left":     `SELECT count(*) FROM (SELECT person_id FROM membership_term GROUP BY person_id HAVING max(year) < 2026) AS past`,
			"evenings": `SELECT count(*) FROM event WHERE name LIKE '% evening %'`,
			"keen":     `SELECT count(*) FROM (SELECT person_id FROM rating_player GROUP BY person_id HAVING count(*) >= 10) AS keen`,
		} {
			if count(t, db, query) < 5 {
				t.Errorf("hardly anyone or anything: %s", what)
			}
		}
		if _, err := audit.Verify(context.Background(), db); err != nil {
			t.Error(err)
		}
	})
}
