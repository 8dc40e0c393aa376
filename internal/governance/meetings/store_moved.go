package meetings

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// insertMove keeps the day that a meeting was arranged for until now.
func insertMove(ctx context.Context, tx *store.Tx, id ID, from civil.Date, at civil.Instant, by string) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO meeting_move (meeting_id, from_day, moved_at, moved_by)
		VALUES ($1, $2, $3, $4)`, id, from, at, by); err != nil {
		return fmt.Errorf("keep the day of meeting %d: %w", id, err)
	}
	return nil
}

// DaysOf reads the days that a meeting was arranged for.
func DaysOf(ctx context.Context, q store.Queryer, m Meeting) (Days, error) {
	last := Arranged{Meeting: m.ID, Day: m.Date}
	var out Days
	for {
		own, err := movesOf(ctx, q, m.ID)
		if err != nil {
			return nil, err
		}
		out = slices.Concat(own, Days{last}, out)
		if m.Follows == 0 {
			return out, nil
		}
		if m, err = ByID(ctx, q, m.Follows); err != nil {
			return nil, err
		}
		last = Arranged{Meeting: m.ID, Day: m.Date, Until: m.ClosedAt.Date()}
	}
}

// movesOf reads the days that a meeting was arranged for before its own.
func movesOf(ctx context.Context, q store.Queryer, id ID) (Days, error) {
	out, err := store.All(ctx, q, func(s store.Scanner) (a Arranged, err error) {
		var at civil.Instant
		err = s.Scan(&a.Meeting, &a.Day, &at)
		a.Until = at.Date()
		return a, err
	}, `
		SELECT meeting_id, from_day, moved_at
		FROM meeting_move
		WHERE meeting_id = $1
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("read the days of meeting %d: %w", id, err)
	}
	return out, nil
}

// leftBy reads the meeting that a further date takes over from: the latest one
// arranged after the inquorate meeting that was called off, or else the
// inquorate meeting itself.
func leftBy(ctx context.Context, q store.Queryer, inquorate Meeting) (Meeting, error) {
	m, err := store.One(ctx, q, scanMeeting, `
		SELECT `+meetingColumns+`
		FROM meeting m
		WHERE m.follows_id = $1 AND m.state = 'cancelled'
		ORDER BY m.id DESC
		LIMIT 1`, inquorate.ID)
	if errors.Is(err, store.ErrNoRows) {
		return inquorate, nil
	}
	if err != nil {
		return Meeting{}, fmt.Errorf("read the further dates of meeting %d: %w", inquorate.ID, err)
	}
	return m, nil
}
