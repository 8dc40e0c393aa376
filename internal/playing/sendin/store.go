package sendin

import (
	"context"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/playing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// row is a player who has sent a game in.
type row struct {
	game   playing.ID
	person auth.PersonID
	table  tournaments.GameID
	at     civil.Instant
}

func sentOf(ctx context.Context, q store.Queryer, id playing.ID) ([]row, error) {
	rows, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		r.game = id
		err = s.Scan(&r.person, &r.table, &r.at)
		return r, err
	}, `
		SELECT person_id, table_id, sent_at
		FROM play_sent
		WHERE game_id = $1
		ORDER BY sent_at, person_id`, id)
	if err != nil {
		return nil, fmt.Errorf("read who has sent game %d in: %w", id, err)
	}
	return rows, nil
}

// othersFor counts the other games that were sent in for a table.
func othersFor(ctx context.Context, q store.Queryer, table tournaments.GameID, but playing.ID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM play_sent
		WHERE table_id = $1 AND game_id <> $2`, table, but)
	if err != nil {
		return 0, fmt.Errorf("count the games that were sent in for a table: %w", err)
	}
	return n, nil
}

func insert(ctx context.Context, tx *store.Tx, r row) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO play_sent (game_id, person_id, table_id, sent_at)
		VALUES ($1, $2, $3, $4)`, r.game, r.person, r.table, r.at)
	if err != nil {
		return fmt.Errorf("keep who has sent game %d in: %w", r.game, err)
	}
	return nil
}
