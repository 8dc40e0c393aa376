package meetings

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// accountsMotion is a motion that adopts the accounts of a year.
type accountsMotion struct {
	motion  MotionID
	meeting ID
}

// motionsOfAccounts reads the motions that adopt the accounts of a year, also those that a further date of a meeting
// without a quorum took over.
func motionsOfAccounts(ctx context.Context, q store.Queryer, until civil.Date) ([]accountsMotion, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (a accountsMotion, err error) {
		err = s.Scan(&a.motion, &a.meeting)
		return a, err
	}, `
		WITH RECURSIVE moved (id) AS (
		    SELECT motion_id
		    FROM accounts_motion
		    WHERE until_day = $1
		    UNION
		    SELECT c.id
		    FROM motion c
		    JOIN moved ON c.copied_id = moved.id
		)
		SELECT m.id, m.meeting_id
		FROM motion m
		JOIN moved ON moved.id = m.id
		ORDER BY m.id`, until)
	if err != nil {
		return nil, fmt.Errorf("read the motions on accounts: %w", err)
	}
	return all, nil
}

// adoptsAccounts reports whether a motion was moved to adopt the accounts of a year.
func adoptsAccounts(ctx context.Context, q store.Queryer, id MotionID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM accounts_motion
		WHERE motion_id = $1`, id)
	if err != nil {
		return false, fmt.Errorf("read whether a motion adopts accounts: %w", err)
	}
	return n > 0, nil
}

func insertAccountsMotion(ctx context.Context, tx *store.Tx, id MotionID, until civil.Date) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO accounts_motion (motion_id, until_day)
		VALUES ($1, $2)`, id, until); err != nil {
		return fmt.Errorf("keep that a motion adopts accounts: %w", err)
	}
	return nil
}
