package representative

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// knownEvents are the events that are posted, with their placings, and the sections that will be.
func knownEvents(ctx context.Context, q store.Queryer) ([]event, error) {
	posted, err := postedEvents(ctx, q)
	if err != nil {
		return nil, err
	}
	waiting, err := store.All(ctx, q, func(s store.Scanner) (e event, err error) {
		err = s.Scan(&e.id, &e.name, &e.day, &e.kind, &e.ends, store.ZeroNull(&e.club), &e.of)
		return e, err
	}, `
		SELECT e.id, ev.name || ', ' || s.name, ev.to_day, e.kind, e.ends_year, e.club_id, ev.id
		FROM points_event e
		JOIN section s ON s.id = e.section_id
		JOIN event ev ON ev.id = s.event_id
		WHERE e.withdrawn_at IS NULL
		  AND NOT EXISTS (SELECT 1 FROM points_posting p WHERE p.points_event_id = e.id AND p.replaced_at IS NULL)
		ORDER BY e.id`)
	if err != nil {
		return nil, fmt.Errorf("read the sections that will give points: %w", err)
	}
	return append(posted, waiting...), nil
}

func apartPairs(ctx context.Context, q store.Queryer) (map[pair]bool, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (p pair, err error) {
		err = s.Scan(&p.one, &p.other)
		return p, err
	}, `SELECT one_id, other_id FROM points_apart`)
	if err != nil {
		return nil, fmt.Errorf("read which points events are different: %w", err)
	}
	out := make(map[pair]bool, len(all))
	for _, p := range all {
		out[p] = true
	}
	return out, nil
}

func insertApart(ctx context.Context, tx *store.Tx, p pair, now civil.Instant, by string) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO points_apart (one_id, other_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (one_id, other_id) DO NOTHING`, p.one, p.other, now, by)
	if err != nil {
		return fmt.Errorf("keep that two points events are different: %w", err)
	}
	return nil
}
