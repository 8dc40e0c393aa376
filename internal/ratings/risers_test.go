package ratings

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Who rose most by rated events comes first, those who fell or are provisional not at all, and no more than were asked for.
func TestRisers(t *testing.T) {
	onBoth(t, []string{"1d", "1d", "1d", "1d"}, func(t *testing.T, w *world) {
		event := w.event("2026-03-01")
		w.tx(func(tx *store.Tx) error {
			id, err := store.One(ctx, tx, store.Value[int64], `
				INSERT INTO rating_event (event_id, name, day, formula, players, games, not_rated, submitted_at, submitted_by)
				VALUES ($1, 'Open', '2026-03-01', 'x', 4, 4, 0, $2, 'the test')
				RETURNING id`, event, now)
			if err != nil {
				return err
			}
			for i, c := range [][3]int{{1000, 1400, 30}, {1000, 1900, 12}, {1000, 700, 30}, {1000, 3000, 9}} {
				if _, err := tx.Exec(ctx, `
					INSERT INTO rating_change (submission_id, person_id, event_id, day, before_milli, after_milli, games_before, games)
					VALUES ($1, $2, $3, '2026-03-01', $4, $5, $6, 5)`, id, w.people[i], event, c[0], c[1], c[2]); err != nil {
					return err
				}
			}
			return nil
		})
		for _, tt := range []struct {
			since string
			limit int
			want  []PersonID
		}{
			{"2026-01-01", 5, []PersonID{w.people[1], w.people[0]}}, {"2026-01-01", 1, w.people[1:2]}, {"2026-03-02", 5, nil},
		} {
			got, err := w.s.Risers(ctx, civil.MustParseDate(tt.since), tt.limit)
			if err != nil || len(got) != len(tt.want) {
				t.Fatalf("since %s: %v, %v", tt.since, got, err)
			}
			for i, r := range got {
				if r.Person != tt.want[i] {
					t.Errorf("since %s: %v", tt.since, got)
				}
			}
		}
	})
}
