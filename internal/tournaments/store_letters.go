package tournaments

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// seatsOn are the tables of the rounds that are published, of the events of a day.
func seatsOn(ctx context.Context, q store.Queryer, day civil.Date) ([]seat, error) {
	seats, err := store.All(ctx, q, func(sc store.Scanner) (at seat, err error) {
		return at, sc.Scan(&at.section.ID, &at.section.cardSecret, &at.table)
	}, `
		SELECT DISTINCT s.id, s.card_secret, g.table_no
		FROM event e
		JOIN section s ON s.event_id = e.id
		JOIN round r ON r.section_id = s.id
		JOIN game g ON g.round_id = r.id
		WHERE e.from_day <= $1 AND e.to_day >= $1 AND e.status <> $2 AND r.state = $3
		ORDER BY s.id, g.table_no`, day, string(Draft), string(Published))
	if err != nil {
		return nil, fmt.Errorf("read the tables of a day: %w", err)
	}
	return seats, nil
}
