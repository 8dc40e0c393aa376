package playing

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/playing/ladder"
	"nzgs/internal/store"
)

// placesOf reads the order of a ladder, the top first.
func placesOf(ctx context.Context, q store.Queryer, w games.Which) ([]auth.PersonID, error) {
	order, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT person_id
		FROM play_ladder_place
		WHERE ladder = $1
		ORDER BY place`, string(w))
	if err != nil {
		return nil, fmt.Errorf("read the ladder of %s: %w", w, err)
	}
	return order, nil
}

// setPlaces keeps an order instead of the one before: only the places that differ are written.
func setPlaces(ctx context.Context, tx *store.Tx, w games.Which, before, order []auth.PersonID) error {
	for i, person := range order {
		query := `UPDATE play_ladder_place SET person_id = $3 WHERE ladder = $1 AND place = $2`
		switch {
		case i >= len(before):
			query = `INSERT INTO play_ladder_place (ladder, place, person_id) VALUES ($1, $2, $3)`
		case before[i] == person:
			continue
		}
		if _, err := tx.Exec(ctx, query, string(w), i+1, person); err != nil {
			return fmt.Errorf("keep the ladder of %s: %w", w, err)
		}
	}
	_, err := tx.Exec(ctx, `DELETE FROM play_ladder_place WHERE ladder = $1 AND place > $2`, string(w), len(order))
	if err != nil {
		return fmt.Errorf("keep the ladder of %s: %w", w, err)
	}
	return nil
}

func insertEvent(ctx context.Context, tx *store.Tx, w games.Which, e ladder.Event) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO play_ladder_event (ladder, kind, person_id, other_id, game_id, at, from_place, to_place)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		string(w), string(e.Kind), e.Person, store.NullZero(e.Other), store.NullZero(e.Game), e.At, e.From, e.To)
	if err != nil {
		return fmt.Errorf("keep what has happened on the ladder of %s: %w", w, err)
	}
	return nil
}

func scanEvent(s store.Scanner) (e ladder.Event, err error) {
	err = s.Scan(&e.Kind, &e.Person, store.ZeroNull(&e.Other), store.ZeroNull(&e.Game), &e.At, &e.From, &e.To)
	return e, err
}

func eventsOf(ctx context.Context, q store.Queryer, w games.Which) ([]ladder.Event, error) {
	events, err := store.All(ctx, q, scanEvent, `
		SELECT kind, person_id, other_id, game_id, at, from_place, to_place
		FROM play_ladder_event
		WHERE ladder = $1
		ORDER BY id`, string(w))
	if err != nil {
		return nil, fmt.Errorf("read the ladder of %s: %w", w, err)
	}
	return events, nil
}

// lastEvents reads the newest events, the newest first.
func lastEvents(ctx context.Context, q store.Queryer, w games.Which, most int) ([]ladder.Event, error) {
	events, err := store.All(ctx, q, scanEvent, `
		SELECT kind, person_id, other_id, game_id, at, from_place, to_place
		FROM play_ladder_event
		WHERE ladder = $1
		ORDER BY id DESC
		LIMIT $2`, string(w), most)
	if err != nil {
		return nil, fmt.Errorf("read what has happened on the ladder of %s: %w", w, err)
	}
	return slices.Clip(events), nil
}

// forPlace is the challenge that someone has made for a place, or the game that came of it, 0 for none.
func forPlace(ctx context.Context, q store.Queryer, person auth.PersonID, w games.Which) (ID, error) {
	ids, err := store.All(ctx, q, store.Value[ID], `
		SELECT id
		FROM play_game
		WHERE challenger_id = $1 AND ladder AND game = $2 AND stage IN ('offered', 'playing', 'stopped', 'disputed')
		ORDER BY id
		LIMIT 1`, person, string(w))
	if err != nil {
		return 0, fmt.Errorf("look for a game for a place: %w", err)
	}
	if len(ids) == 0 {
		return 0, nil
	}
	return ids[0], nil
}

// idleOn are those on a ladder of whom it has no event since an instant, and who play no game for a place.
func idleOn(ctx context.Context, q store.Queryer, w games.Which, since civil.Instant) ([]auth.PersonID, error) {
	ids, err := store.All(ctx, q, store.Value[auth.PersonID], `
		SELECT p.person_id
		FROM play_ladder_place p
		WHERE p.ladder = $1
			AND NOT EXISTS (SELECT 1 FROM play_ladder_event e WHERE e.person_id = p.person_id AND e.ladder = p.ladder AND e.at > $2)
			AND NOT EXISTS (SELECT 1 FROM play_ladder_event e WHERE e.other_id = p.person_id AND e.ladder = p.ladder AND e.at > $2)
			AND NOT EXISTS (SELECT 1 FROM play_game g WHERE g.black_id = p.person_id AND g.ladder AND g.game = p.ladder
				AND g.stage IN ('playing', 'stopped', 'disputed'))
			AND NOT EXISTS (SELECT 1 FROM play_game g WHERE g.white_id = p.person_id AND g.ladder AND g.game = p.ladder
				AND g.stage IN ('playing', 'stopped', 'disputed'))
		ORDER BY p.place`, string(w), since)
	if err != nil {
		return nil, fmt.Errorf("look for who is idle on the ladder of %s: %w", w, err)
	}
	return ids, nil
}
