package meetings

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// presencesOf reads who is or was at a meeting, by name; without names and
// entitlement.
func presencesOf(ctx context.Context, q store.Queryer, id ID) ([]Presence, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (p Presence, err error) {
		err = s.Scan(&p.Person, &p.Came, &p.Where, &p.CameAt, &p.LeftAt, &p.BackAt)
		return p, err
	}, `
		SELECT a.person_id, a.came, a.place, a.came_at, a.left_at, a.back_at
		FROM meeting_presence a
		JOIN person p ON p.id = a.person_id
		WHERE a.meeting_id = $1
		ORDER BY p.sort_key, p.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read who is at meeting %d: %w", id, err)
	}
	return all, nil
}

// setPresence records somebody as present, also again after having left.
func setPresence(ctx context.Context, tx *store.Tx, id ID, in PresenceInput, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_presence (meeting_id, person_id, came, place, came_at)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (meeting_id, person_id) DO UPDATE
		SET came = excluded.came, place = excluded.place, left_at = NULL,
		    back_at = CASE WHEN meeting_presence.left_at IS NULL THEN meeting_presence.back_at ELSE excluded.came_at END`, id, in.Person, string(in.Came), string(in.Where),
		now); err != nil {
		return fmt.Errorf("record who is at meeting %d: %w", id, err)
	}
	return nil
}

func setLeft(ctx context.Context, tx *store.Tx, id ID, person PersonID, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE meeting_presence
		SET left_at = $3
		WHERE meeting_id = $1 AND person_id = $2`, id, person, now); err != nil {
		return fmt.Errorf("record who left meeting %d: %w", id, err)
	}
	return nil
}

func deletePresence(ctx context.Context, tx *store.Tx, id ID, person PersonID) error {
	if _, err := tx.Exec(
		ctx, `DELETE FROM meeting_presence WHERE meeting_id = $1 AND person_id = $2`, id, person,
	); err != nil {
		return fmt.Errorf("strike someone at meeting %d: %w", id, err)
	}
	return nil
}

func deletePresences(ctx context.Context, tx *store.Tx, id ID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_presence WHERE meeting_id = $1`, id); err != nil {
		return fmt.Errorf("strike everyone at meeting %d: %w", id, err)
	}
	return nil
}

func tellersOf(ctx context.Context, q store.Queryer, id ID) ([]PersonID, error) {
	all, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT t.person_id
		FROM meeting_teller t
		JOIN person p ON p.id = t.person_id
		WHERE t.meeting_id = $1
		ORDER BY p.sort_key, p.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the tellers of meeting %d: %w", id, err)
	}
	return all, nil
}

func replaceTellers(ctx context.Context, tx *store.Tx, id ID, tellers []PersonID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM meeting_teller WHERE meeting_id = $1`, id); err != nil {
		return fmt.Errorf("set the tellers of meeting %d: %w", id, err)
	}
	for _, t := range tellers {
		if _, err := tx.Exec(ctx, `INSERT INTO meeting_teller (meeting_id, person_id) VALUES ($1, $2)`, id, t); err != nil {
			return fmt.Errorf("set the tellers of meeting %d: %w", id, err)
		}
	}
	return nil
}
