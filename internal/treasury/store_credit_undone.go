package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func insertUndone(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, c Credit, day civil.Date, reason string,
) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO invoice_credit_undone (credit_id, day, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5)`, c.ID, day, reason, permit.Now(), store.NullZero(permit.Person())); err != nil {
		return fmt.Errorf("keep that a credit was undone: %w", err)
	}
	return nil
}

func setDue(ctx context.Context, tx *store.Tx, id InvoiceID, due civil.Date) error {
	if _, err := tx.Exec(ctx, `
		UPDATE invoice
		SET due_on = $2
		WHERE id = $1`, id, due); err != nil {
		return fmt.Errorf("keep until when an invoice is to be paid: %w", err)
	}
	return nil
}

func setNoMore(ctx context.Context, tx *store.Tx, id InvoiceID, noMore bool) error {
	if _, err := tx.Exec(ctx, `
		UPDATE invoice
		SET no_more = $2
		WHERE id = $1`, id, noMore); err != nil {
		return fmt.Errorf("keep whether an invoice asks for more: %w", err)
	}
	return nil
}
