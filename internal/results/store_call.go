package results

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

func insertCall(ctx context.Context, tx *store.Tx, c Call, person int64) (CallID, error) {
	id, err := store.One(ctx, tx, store.Value[CallID], `
		INSERT INTO referee_call (game_id, side, person_id, by_name, at)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, c.game, string(c.Side), store.NullZero(person), c.By, c.At)
	if err != nil {
		return 0, fmt.Errorf("keep a call for the referee: %w", err)
	}
	return id, nil
}

// callsAt counts the calls of a game; isOpen is whether one is open.
func callsAt(ctx context.Context, q store.Queryer, game GameID) (n int, isOpen bool, err error) {
	if n, err = store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM referee_call
		WHERE game_id = $1`, game); err != nil {
		return 0, false, fmt.Errorf("count the calls of a game: %w", err)
	}
	at, err := openCall(ctx, q, game)
	return n, !at.IsZero(), err
}

// openCall is when the open call of a game came in; zero when none is open.
func openCall(ctx context.Context, q store.Queryer, game GameID) (civil.Instant, error) {
	at, err := store.One(ctx, q, store.Value[civil.Instant], `
		SELECT at
		FROM referee_call
		WHERE game_id = $1 AND answered_at IS NULL`, game)
	if errors.Is(err, store.ErrNoRows) {
		return civil.Instant{}, nil
	}
	if err != nil {
		return civil.Instant{}, fmt.Errorf("read the call of a game: %w", err)
	}
	return at, nil
}

func answerCall(ctx context.Context, tx *store.Tx, id CallID, by string, at civil.Instant) (changed bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE referee_call
		SET answered_at = $2, answered_by = $3
		WHERE id = $1 AND answered_at IS NULL`, id, at, by)
	if err != nil {
		return false, fmt.Errorf("answer a call: %w", err)
	}
	return n > 0, nil
}

const callColumns = `c.id, c.game_id, r.number, r.section_id, c.side, c.by_name, c.at, c.answered_at, c.answered_by`

const callTables = `referee_call c
	JOIN game g ON g.id = c.game_id
	JOIN round r ON r.id = g.round_id`

func scanCall(s store.Scanner) (Call, error) {
	var c Call
	err := s.Scan(&c.ID, &c.game, &c.round, &c.section, &c.Side, &c.By, &c.At, &c.AnsweredAt, &c.AnsweredBy)
	return c, err
}

func callByID(ctx context.Context, q store.Queryer, id CallID) (Call, error) {
	c, err := store.One(ctx, q, scanCall, `
		SELECT `+callColumns+`
		FROM `+callTables+`
		WHERE c.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return c, apperr.New(apperr.NotFound, "This call is gone: its pair was changed.")
	}
	if err != nil {
		return c, fmt.Errorf("read a call: %w", err)
	}
	return c, nil
}

// callsOf reads the calls of an event, open ones first, then the newest.
func callsOf(ctx context.Context, q store.Queryer, event EventID) ([]Call, error) {
	list, err := store.All(ctx, q, scanCall, `
		SELECT `+callColumns+`
		FROM `+callTables+`
		JOIN section s ON s.id = r.section_id
		WHERE s.event_id = $1
		ORDER BY CASE WHEN c.answered_at IS NULL THEN 0 ELSE 1 END, c.id DESC
		LIMIT 100`, event)
	if err != nil {
		return nil, fmt.Errorf("read the calls of an event: %w", err)
	}
	return list, nil
}

// waitingFor counts what is open for the referees of an event.
func waitingFor(ctx context.Context, q store.Queryer, event EventID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*)
		        FROM dispute d
		        JOIN game g ON g.id = d.game_id
		        JOIN round r ON r.id = g.round_id
		        JOIN section s ON s.id = r.section_id
		        WHERE s.event_id = $1 AND d.state = 'open')
		     + (SELECT COUNT(*)
		        FROM `+callTables+`
		        JOIN section s ON s.id = r.section_id
		        WHERE s.event_id = $1 AND c.answered_at IS NULL)`, event)
	if err != nil {
		return 0, fmt.Errorf("count what waits for the referee: %w", err)
	}
	return n, nil
}
