package asked

import (
	"context"
	"fmt"
	"time"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// claim notes that something is being done, unless something is that has said so lately.
func claim(ctx context.Context, tx *store.Tx, tries string, now civil.Instant, silent time.Duration) (bool, error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO backup_asked (id, tries, begun_at, said_at)
		VALUES (1, $1, $2, $2)
		ON CONFLICT (id) DO UPDATE SET tries = EXCLUDED.tries, begun_at = EXCLUDED.begun_at, said_at = EXCLUDED.said_at,
		    ended_at = NULL, stage = 0, name = '', size = 0, encrypted = FALSE, problem = ''
		WHERE backup_asked.ended_at IS NOT NULL OR backup_asked.said_at < $3 OR backup_asked.said_at > $4`,
		tries, now, now.Add(-silent), now.Add(silent))
	if err != nil {
		return false, fmt.Errorf("see whether a backup is under way: %w", err)
	}
	return n == 1, nil
}

// saySomething notes how far it is; of one that was given up, and another begun since, it notes nothing.
func saySomething(ctx context.Context, tx *store.Tx, at Stage, now, begun civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE backup_asked
		SET stage = $1, said_at = $2
		WHERE id = 1 AND ended_at IS NULL AND begun_at <= $3`, int(at), now, begun)
	if err != nil {
		return fmt.Errorf("say how far a backup is: %w", err)
	}
	return nil
}

// writeEnd notes what became of it; of one that was given up, and another begun since, it notes nothing.
func writeEnd(ctx context.Context, tx *store.Tx, end Standing, begun civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE backup_asked
		SET ended_at = CAST($1 AS TEXT), said_at = CAST($1 AS TEXT), stage = $2, name = $3, size = $4, encrypted = $5, problem = $6
		WHERE id = 1 AND ended_at IS NULL AND begun_at <= $7`,
		end.Ended, int(end.Stage), end.Name, end.Size, end.Encrypted, end.Problem, begun)
	if err != nil {
		return fmt.Errorf("note what became of a backup: %w", err)
	}
	return nil
}

func readStanding(ctx context.Context, q store.Queryer) (Standing, error) {
	all, err := store.All(ctx, q, func(row store.Scanner) (s Standing, err error) {
		var stage int
		err = row.Scan(&s.Tries, &s.Begun, &s.said, &s.Ended, &stage, &s.Name, &s.Size, &s.Encrypted, &s.Problem)
		s.Stage = Stage(stage)
		return s, err
	}, `
		SELECT tries, begun_at, said_at, ended_at, stage, name, size, encrypted, problem
		FROM backup_asked`)
	if err != nil || len(all) == 0 {
		return Standing{}, err
	}
	return all[0], nil
}

// writeTried notes a try; of backups that are no longer kept nothing stays.
func writeTried(ctx context.Context, tx *store.Tx, name string, t Tried, kept []string) error {
	known, err := readTried(ctx, tx)
	if err != nil {
		return err
	}
	for _, k := range kept {
		delete(known, k)
	}
	for gone := range known {
		if _, err := tx.Exec(ctx, `DELETE FROM backup_tried WHERE name = $1`, gone); err != nil {
			return fmt.Errorf("forget a try to restore: %w", err)
		}
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO backup_tried (name, tried_at, size, worked, problem)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (name) DO UPDATE SET tried_at = EXCLUDED.tried_at, size = EXCLUDED.size, worked = EXCLUDED.worked,
		    problem = EXCLUDED.problem`, name, t.At, t.size, t.Worked, t.Problem)
	if err != nil {
		return fmt.Errorf("note a try to restore: %w", err)
	}
	return nil
}

func readTried(ctx context.Context, q store.Queryer) (map[string]Tried, error) {
	type row struct {
		name string
		Tried
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.name, &r.At, &r.size, &r.Worked, &r.Problem)
		return r, err
	}, `
		SELECT name, tried_at, size, worked, problem
		FROM backup_tried`)
	if err != nil {
		return nil, fmt.Errorf("read which backups were tried: %w", err)
	}
	out := map[string]Tried{}
	for _, r := range all {
		out[r.name] = r.Tried
	}
	return out, nil
}
