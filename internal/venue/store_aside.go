package venue

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// AsideID is the number of an Aside.
type AsideID int64

// Aside is a version of an event that was not taken and is kept as a file.
type Aside struct {
	ID     AsideID
	Event  EventID
	Loan   LoanID // 0: the event as it stood on the site
	Number int    // of the loan; 0 likewise
	Hash   string
	Why    string
	CameAt civil.Instant
	UsedAt civil.Instant // when the event was made this version; zero: it was not
	UsedBy string
}

const asideColumns = `a.id, a.event_id, a.loan_id, l.number, a.hash, a.why, a.came_at, a.used_at, a.used_by`

const asideTables = `event_aside a LEFT JOIN event_loan l ON l.id = a.loan_id`

func asideFields(a *Aside) []any {
	return []any{
		&a.ID, &a.Event, store.ZeroNull(&a.Loan), store.ZeroNull(&a.Number), &a.Hash, &a.Why, &a.CameAt, &a.UsedAt, &a.UsedBy,
	}
}

func asidesOf(ctx context.Context, q store.Queryer, event EventID) ([]Aside, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (a Aside, err error) {
		err = s.Scan(asideFields(&a)...)
		return a, err
	}, `
		SELECT `+asideColumns+`
		FROM `+asideTables+`
		WHERE a.event_id = $1
		ORDER BY a.id DESC`, event)
	if err != nil {
		return nil, fmt.Errorf("read what was kept aside: %w", err)
	}
	return list, nil
}

func asideByID(ctx context.Context, q store.Queryer, id AsideID) (a Aside, content []byte, err error) {
	a, err = store.One(ctx, q, func(s store.Scanner) (a Aside, err error) {
		err = s.Scan(append(asideFields(&a), &content)...)
		return a, err
	}, `
		SELECT `+asideColumns+`, a.content
		FROM `+asideTables+`
		WHERE a.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return a, nil, apperr.New(apperr.NotFound, "This file is not kept.")
	}
	if err != nil {
		return a, nil, fmt.Errorf("read what was kept aside: %w", err)
	}
	return a, content, nil
}

// insertAside keeps a version; one that is kept already stays as it is.
func insertAside(ctx context.Context, tx *store.Tx, a Aside, content []byte) (added bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO event_aside (event_id, loan_id, hash, content, why, came_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (event_id, hash) DO NOTHING`,
		a.Event, store.NullZero(a.Loan), a.Hash, content, a.Why, a.CameAt)
	if err != nil {
		return false, fmt.Errorf("keep a version aside: %w", err)
	}
	return n > 0, nil
}

func countAsides(ctx context.Context, q store.Queryer, event EventID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT COUNT(*) FROM event_aside WHERE event_id = $1`, event)
	if err != nil {
		return 0, fmt.Errorf("count what was kept aside: %w", err)
	}
	return n, nil
}

// dropEarlier removes versions of the same loan that this one follows, each of which the laptop itself left behind.
func dropEarlier(ctx context.Context, tx *store.Tx, loan LoanID, after []string) error {
	for _, hash := range after {
		if _, err := tx.Exec(ctx, `
			DELETE FROM event_aside
			WHERE loan_id = $1 AND hash = $2 AND used_at IS NULL`, loan, hash); err != nil {
			return fmt.Errorf("replace what was kept aside: %w", err)
		}
	}
	return nil
}

func useAside(ctx context.Context, tx *store.Tx, a Aside) error {
	if _, err := tx.Exec(ctx, `
		UPDATE event_aside
		SET used_at = $2, used_by = $3
		WHERE id = $1`, a.ID, a.UsedAt, a.UsedBy); err != nil {
		return fmt.Errorf("note that a version is used: %w", err)
	}
	return nil
}
