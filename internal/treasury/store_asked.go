package treasury

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

const askedColumns = `s.id, s.person_id, s.year, s.club_id, s.invoice_id, s.asked_on, s.begun, s.stuck`

func scanAsked(r store.Scanner) (a Asked, err error) {
	err = r.Scan(&a.ID, &a.Person, &a.Year, store.ZeroNull(&a.Club), &a.Invoice, &a.Day, &a.Begun, &a.Stuck)
	return a, err
}

// askedBy finds the subscription that an invoice asks for.
func askedBy(ctx context.Context, q store.Queryer, id InvoiceID) (a Asked, found bool, err error) {
	a, err = store.One(ctx, q, scanAsked, `
		SELECT `+askedColumns+`
		FROM subscription_asked s
		WHERE s.invoice_id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return a, false, nil
	}
	return a, err == nil, err
}

// leftSinceAsked reports whether an invoice asks for a subscription of someone who has resigned or died since.
func leftSinceAsked(ctx context.Context, q store.Queryer, id InvoiceID) (bool, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM subscription_asked s
		JOIN departure d ON d.person_id = s.person_id
		WHERE s.invoice_id = $1 AND d.undone_at IS NULL AND d.day >= s.asked_on`, id)
	if err != nil {
		return false, fmt.Errorf("look whether someone left since they were asked: %w", err)
	}
	return n > 0, nil
}

// OpenAsked are the subscriptions that a person was asked for and has not paid.
func OpenAsked(ctx context.Context, q store.Queryer, person members.PersonID) ([]OpenBill, error) {
	all, err := store.All(ctx, q, scanAsked, `
		SELECT `+askedColumns+`
		FROM subscription_asked s
		WHERE s.person_id = $1
		ORDER BY s.id`, person)
	if err != nil {
		return nil, fmt.Errorf("read the subscriptions that were asked for: %w", err)
	}
	return withBills(ctx, q, all)
}

// waitingAsked are all that are not paid, or are paid without a term.
func waitingAsked(ctx context.Context, q store.Queryer) ([]OpenBill, error) {
	all, err := store.All(ctx, q, scanAsked, `
		SELECT `+askedColumns+`
		FROM subscription_asked s
		WHERE s.begun = FALSE
		ORDER BY s.id`)
	if err != nil {
		return nil, fmt.Errorf("list the subscriptions that were asked for: %w", err)
	}
	return withBills(ctx, q, all)
}

// withBills adds the invoices, and leaves out what was credited or written off, unless it is stuck.
func withBills(ctx context.Context, q store.Queryer, all []Asked) (out []OpenBill, err error) {
	ids := make([]InvoiceID, len(all))
	for i, a := range all {
		ids[i] = a.Invoice
	}
	if len(ids) == 0 {
		return nil, nil
	}
	bills, err := InvoicesIn(ctx, q, ids)
	for _, a := range all {
		if b := bills[a.Invoice]; b.Open() > 0 || a.Stuck != "" && b.Paid > 0 {
			out = append(out, OpenBill{a, b})
		}
	}
	return out, err
}

func insertAsked(ctx context.Context, tx *store.Tx, a Asked) (AskedID, error) {
	id, err := store.One(ctx, tx, store.Value[AskedID], `
		INSERT INTO subscription_asked (person_id, year, club_id, invoice_id, asked_on)
		VALUES ($1, $2, $3, $4, $5)
		RETURNING id`, a.Person, int64(a.Year), store.NullZero(a.Club), a.Invoice, a.Day)
	if err != nil {
		return 0, fmt.Errorf("ask for a subscription: %w", err)
	}
	return id, nil
}

func saveAsked(ctx context.Context, tx *store.Tx, a Asked) error {
	if a.paid != 0 { // its terms say it
		return nil
	}
	if _, err := tx.Exec(ctx, `
		UPDATE subscription_asked
		SET begun = $2, stuck = $3
		WHERE id = $1`, a.ID, a.Begun, a.Stuck); err != nil {
		return fmt.Errorf("keep how an asked subscription stands: %w", err)
	}
	return nil
}
