package treasury

import (
	"context"

	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// creditAndSettle lowers an invoice within tx, and lets what of it was paid beyond the rest settle what else its payers owe,
// the oldest invoice first: no one has a credit beside an open invoice. The fees of clubs' lists are settled through the lists.
// A subscription that was asked for before its member left is left open: no one is made a member again by it.
func creditAndSettle(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice, c Credit,
) (*usecase.Entry, error) {
	before, err := settlements(ctx, tx, "a.invoice_id", int64(i.ID))
	if err != nil {
		return nil, err
	}
	entry, err := credit(ctx, tx, permit, i, c)
	if err != nil {
		return nil, err
	}
	after, err := settlements(ctx, tx, "a.invoice_id", int64(i.ID))
	if err != nil {
		return nil, err
	}
	left := map[PaymentID]money.Cents{}
	for _, t := range after {
		left[t.Payment] = t.Amount
	}
	for _, t := range before {
		freed := held{payment: t.Payment, party: t.Payer, left: t.Amount - left[t.Payment], day: permit.Now().Date(), freed: true}
		done, err := settleOldest(ctx, tx, permit, freed)
		if err != nil {
			return nil, err
		}
		entry = entry.Then(done)
	}
	return entry, nil
}
