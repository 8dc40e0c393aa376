package upkeep

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// The two rows of backup_made.
const (
	lastKept  = 1
	lastTried = 2
)

func noteBackup(ctx context.Context, tx *store.Tx, at civil.Instant, o Outcome) error {
	var rows []int
	if !o.Aside {
		rows = append(rows, lastTried)
	}
	if o.Kept {
		rows = append(rows, lastKept)
	}
	for _, row := range rows { // two at most
		at := at
		if row == lastKept && !o.Made.IsZero() {
			at = o.Made
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO backup_made (id, made_at, worked, size, encrypted, oldest_at)
			VALUES ($1, $2, $3, $4, $5, CAST($6 AS TEXT))
			ON CONFLICT (id) DO UPDATE SET made_at = EXCLUDED.made_at, worked = EXCLUDED.worked, size = EXCLUDED.size,
			    encrypted = EXCLUDED.encrypted, oldest_at = COALESCE(EXCLUDED.oldest_at, backup_made.oldest_at)`,
			row, at, row == lastKept || o.Worked, o.Size, o.Encrypted, o.Oldest); err != nil {
			return fmt.Errorf("note the backup: %w", err)
		}
	}
	return nil
}

// takeTurn notes a try that has not worked yet, unless there was one since due that worked, or one just now. A try that is
// of a time to come was noted by a clock that was wrong, and counts for nothing: there would be no backup until then. By a
// little the clocks of two copies may differ.
func takeTurn(ctx context.Context, tx *store.Tx, now, due civil.Instant) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO backup_made (id, made_at, worked, size)
		VALUES ($1, $2, FALSE, 0)
		ON CONFLICT (id) DO UPDATE SET made_at = EXCLUDED.made_at, worked = FALSE, size = 0
		WHERE backup_made.made_at > $5
		OR backup_made.made_at < $4 AND (backup_made.made_at < $3 OR NOT backup_made.worked)`,
		lastTried, now, due, now.Add(-againAfter), now.Add(againAfter))
	if err != nil {
		return false, fmt.Errorf("see whether a backup is due: %w", err)
	}
	return n == 1, nil
}

func lastBackups(ctx context.Context, q store.Queryer) (b Backups, err error) {
	_, err = store.All(ctx, q, func(s store.Scanner) (row int, err error) {
		var at civil.Instant
		var worked bool
		var size int64
		var encrypted bool
		var oldest civil.Instant
		err = s.Scan(&row, &at, &worked, &size, &encrypted, &oldest)
		if row == lastKept {
			b.Kept, b.Size, b.Encrypted, b.Oldest = at, size, encrypted, oldest
		} else {
			b.Tried, b.Worked = at, worked
		}
		return row, err
	}, `
		SELECT id, made_at, worked, size, encrypted, oldest_at
		FROM backup_made`)
	if err != nil {
		return b, fmt.Errorf("read the last backups: %w", err)
	}
	return b, nil
}

func outbox(ctx context.Context, q store.Queryer) (o Outbox, err error) {
	_, err = store.All(ctx, q, func(s store.Scanner) (state string, err error) {
		var held bool
		var n int
		err = s.Scan(&state, &held, &n)
		switch {
		case held:
			o.Held += n
		case state == "waiting":
			o.Waiting += n
		case state == "sending":
			o.Unknown += n
		default:
			o.Failed += n
		}
		return state, err
	}, `
		SELECT state, restored, COUNT(*)
		FROM mail_letter
		WHERE state IN ('waiting', 'sending', 'failed') AND NOT unwanted
		GROUP BY state, restored`)
	if err != nil {
		return o, fmt.Errorf("count the outbox: %w", err)
	}
	return o, nil
}
