package cancelling

import (
	"context"
	"fmt"

	"nzgs/internal/store"
)

// countPlayed counts the games of an event of which there is a result, or a player's report of one, or a record.
func countPlayed(ctx context.Context, q store.Queryer, event EventID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM game g
		JOIN round r ON r.id = g.round_id
		JOIN section s ON s.id = r.section_id
		WHERE s.event_id = $1
		  AND (g.result <> ''
		       OR EXISTS (SELECT 1 FROM player_report p WHERE p.game_id = g.id)
		       OR EXISTS (SELECT 1 FROM game_record c WHERE c.game_id = g.id)
		       OR EXISTS (SELECT 1 FROM game_ruling u WHERE u.game_id = g.id))`, event)
	if err != nil {
		return 0, fmt.Errorf("count what was played: %w", err)
	}
	return n, nil
}
