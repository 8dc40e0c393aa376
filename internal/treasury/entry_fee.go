package treasury

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// EntryFee is what a player of an event is asked to pay beforehand.
type EntryFee struct {
	Invoice InvoiceID // that asked for it until now, or 0
	Person  members.PersonID
	Fee     money.Cents // 0: nothing any more
	Event   string
	Due     civil.Date
	Reason  string // why it is another fee
}

// ChargeEntry makes within tx the invoice of an entry fee, or changes what is asked: it credits what of the fee is asked no
// longer, and asks for a higher fee by another invoice. What was paid beyond the fee is the player's credit; what the
// treasurer waived or wrote off of it stays so. The invoice that asks for the fee then is the answer.
func ChargeEntry(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, fee EntryFee,
) (InvoiceID, *usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return fee.Invoice, nil, err
	}
	var done *usecase.Entry
	var waived []Credit
	if fee.Invoice != 0 {
		i, err := invoiceByID(ctx, tx, fee.Invoice)
		if err != nil {
			return fee.Invoice, nil, err
		}
		var off money.Cents
		if waived, off, err = waivedOf(ctx, tx, i.ID); err != nil {
			return fee.Invoice, nil, err
		}
		asked, want := i.Total-i.Credited-i.WrittenOff, max(0, fee.Fee-off)
		over := asked - want
		if over < 0 { // a higher fee is another invoice
			over = asked
		}
		if over > 0 {
			if done, err = credit(ctx, tx, permit, i, Credit{
				Kind: Credited, Amount: over, Account: i.Lines[0].Account, Day: permit.Now().Date(), Reason: fee.Reason,
			}); err != nil {
				return fee.Invoice, nil, err
			}
		}
		if asked >= want {
			return fee.Invoice, done, nil
		}
	}
	if fee.Fee == 0 {
		return fee.Invoice, done, nil
	}
	id, issued, err := issueEntryFee(ctx, tx, permit, fee, waived)
	return id, done.Then(issued), err
}

// issueEntryFee makes the invoice of an entry fee, with what was waived of the one before, and lets the player's credit
// settle it.
func issueEntryFee(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, fee EntryFee, waived []Credit,
) (InvoiceID, *usecase.Entry, error) {
	text := tidy("Entry fee: " + fee.Event)
	i, done, err := issue(ctx, tx, permit, Invoice{
		Party: ledger.Party{Person: int64(fee.Person)}, Day: permit.Now().Date(), Due: fee.Due, Text: text, Source: FromHand,
		Lines: []InvoiceLine{{Text: text, Amount: fee.Fee, Account: ledger.EntryFees}},
	})
	if err != nil {
		return fee.Invoice, nil, err
	}
	for _, c := range waived {
		again, err := credit(ctx, tx, permit, i, Credit{
			Kind: c.Kind, Amount: c.Amount, Account: c.Account, Day: permit.Now().Date(), Reason: c.Reason,
		})
		if err != nil {
			return fee.Invoice, nil, err
		}
		done, i.Credited = done.Then(again), i.Credited+c.Amount
	}
	_, settled, err := takeCredit(ctx, tx, permit, i, 0)
	return i.ID, done.Then(settled), err
}

// waivedOf is what the treasurer waived or wrote off of an invoice.
func waivedOf(ctx context.Context, q store.Queryer, id InvoiceID) (waived []Credit, off money.Cents, err error) {
	all, err := creditsOf(ctx, q, id)
	for _, c := range all {
		if c.Kind == Waived || c.Kind == WriteOff {
			waived, off = append(waived, c), off+c.Amount
		}
	}
	return waived, off, err
}

// InvoicesIn reads invoices by their ids, without their lines, whoever asks.
func InvoicesIn(ctx context.Context, q store.Queryer, ids []InvoiceID) (map[InvoiceID]Invoice, error) {
	out := make(map[InvoiceID]Invoice, len(ids))
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		all, err := invoices(ctx, q, InvoiceFilter{ids: chunk})
		if err != nil {
			return nil, fmt.Errorf("read invoices of fees: %w", err)
		}
		for _, i := range all {
			out[i.ID] = i
		}
	}
	return out, nil
}
