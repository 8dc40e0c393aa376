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
	NoMore  bool        // what was paid stands, and nothing more is asked
	Event   string
	Due     civil.Date
	Reason  string // why it is another fee
}

// ChargeEntry makes within tx the invoice of an entry fee, or changes what is asked: it credits what of the fee is asked no
// longer, and undoes that when it is asked again, so that the reference stays. A fee above the invoice is asked for by
// another one. What was paid beyond the fee settles what else the
// player owes, and what is left is credit; what the treasurer took off of it stays so. The invoice
// that asks for the fee then is the answer.
func ChargeEntry(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, fee EntryFee,
) (InvoiceID, *usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return fee.Invoice, nil, err
	}
	if fee.Invoice == 0 {
		return issueEntryFee(ctx, tx, permit, fee, nil)
	}
	i, err := invoiceByID(ctx, tx, fee.Invoice)
	if err != nil {
		return fee.Invoice, nil, err
	}
	if i.NoMore != fee.NoMore {
		if err := setNoMore(ctx, tx, i.ID, fee.NoMore); err != nil {
			return fee.Invoice, nil, err
		}
	}
	own, treasurers, err := takenOff(ctx, tx, i.ID)
	if err != nil {
		return fee.Invoice, nil, err
	}
	if fee.Fee <= i.Total {
		done, err := ask(ctx, tx, permit, i, fee, own)
		return fee.Invoice, done, err
	}
	var done *usecase.Entry
	for _, c := range treasurers { // it goes to the other invoice
		undone, err := undoCredit(ctx, tx, permit, i, c, fee.Reason)
		if err != nil {
			return fee.Invoice, nil, err
		}
		done = done.Then(undone)
	}
	nothing := fee
	nothing.Fee = 0
	if i, err = invoiceByID(ctx, tx, fee.Invoice); err != nil {
		return fee.Invoice, nil, err
	}
	credited, err := ask(ctx, tx, permit, i, nothing, own)
	if err != nil {
		return fee.Invoice, nil, err
	}
	id, issued, err := issueEntryFee(ctx, tx, permit, fee, treasurers)
	return id, done.Then(credited).Then(issued), err
}

// ask has an invoice ask for a fee that is not above it: own are the credits by which less was asked until now.
func ask(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice, fee EntryFee, own []Credit,
) (done *usecase.Entry, err error) {
	asked := i.Total - i.Credited - i.WrittenOff
	off := i.Total - asked // what the treasurer took off
	for _, c := range own {
		off -= c.Amount
	}
	want := max(0, fee.Fee-off)
	if fee.NoMore {
		want = i.Paid
	}
	raised := want > asked
	for _, c := range slices.Backward(own) {
		if asked >= want {
			break
		}
		undone, err := undoCredit(ctx, tx, permit, i, c, fee.Reason)
		if err != nil {
			return nil, err
		}
		done, asked = done.Then(undone), asked+c.Amount
	}
	if asked > want {
		if i, err = invoiceByID(ctx, tx, i.ID); err != nil {
			return nil, err
		}
		less, err := creditAndSettle(ctx, tx, permit, i, Credit{
			Kind: Credited, Amount: asked - want, Account: i.Lines[0].Account, Day: permit.Now().Date(), Reason: fee.Reason, OfFee: true,
		})
		if err != nil {
			return nil, err
		}
		done = done.Then(less)
	}
	if !raised {
		return done, nil
	}
	if i, err = invoiceByID(ctx, tx, i.ID); err != nil {
		return nil, err
	}
	settled, err := takeCredit(ctx, tx, permit, i, using{})
	if err != nil {
		return nil, err
	}
	return done.Then(settled), setDue(ctx, tx, i.ID, civil.Later(fee.Due, i.Day))
}

// askNoMore credits what is open of the invoices that a payment settled until now, where their event is cancelled: no one is
// asked for the fee of an event that does not take place.
func askNoMore(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, freed []Settlement, reason string,
) (done *usecase.Entry, err error) {
	for _, t := range freed {
		if t.Invoice == 0 {
			continue
		}
		i, err := invoiceByID(ctx, tx, t.Invoice)
		if err != nil {
			return nil, err
		}
		if !i.NoMore || i.Open() <= 0 {
			continue
		}
		less, err := credit(ctx, tx, permit, i, Credit{
			Kind: Credited, Amount: i.Open(), Account: i.Lines[0].Account, Day: permit.Now().Date(), Reason: reason, OfFee: true,
		})
		if err != nil {
			return nil, err
		}
		done = done.Then(less)
	}
	return done, nil
}

// undoCredit has a credit count no longer: what it took off is owed again.
func undoCredit(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, i Invoice, c Credit, reason string,
) (*usecase.Entry, error) {
	day, err := OpenDay(ctx, tx, permit.Now().Date())
	if err != nil {
		return nil, err
	}
	if err := insertUndone(ctx, tx, permit, c, day, reason); err != nil {
		return nil, err
	}
	e, found, err := entryOf(ctx, tx, ledger.OfCredit, c.ID)
	if err != nil || !found {
		return nil, err
	}
	booked, err := Book(ctx, tx, permit, e.Reversal(day, fmt.Sprintf("%s on %s undone: %s", c.No(), i.Number, reason)))
	return permit.Did("undo.credit", "invoice", int64(i.ID), map[string]any{
		"number": c.No(), "kind": c.Kind, "amount": c.Amount, "reason": c.Reason,
	}, map[string]any{"reason": reason}).Then(booked), err
}

// MoveDue has the invoices of fees whose event has moved be due with it, of those that are open: also one that was made after
// the event's first day and due at once. What was due by today stays so, where the event is not to come.
func MoveDue(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, ids []InvoiceID, from, to civil.Date,
) (done *usecase.Entry, err error) {
	all, err := InvoicesIn(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	today := permit.Now().Date()
	for _, id := range ids {
		i := all[id]
		due := civil.Later(to, today)
		if from == to || due == i.Due || i.Open() <= 0 || due == today && !i.Due.After(today) {
			continue
		}
		if err := setDue(ctx, tx, id, due); err != nil {
			return nil, err
		}
		done = done.Then(permit.Did(
			"move.invoice", "invoice", int64(id), map[string]any{"due": i.Due}, map[string]any{"due": due, "number": i.Number.String()},
		))
	}
	return done, nil
}

// issueEntryFee makes the invoice of an entry fee, with what the treasurer took off the one before, and lets the player's
// credit settle it.
func issueEntryFee(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, fee EntryFee, off []Credit,
) (InvoiceID, *usecase.Entry, error) {
	if fee.Fee == 0 {
		return fee.Invoice, nil, nil
	}
	text := tidy("Entry fee: " + fee.Event)
	i, done, err := issue(ctx, tx, permit, Invoice{
		Party: ledger.Party{Person: int64(fee.Person)}, Day: permit.Now().Date(), Due: fee.Due, Text: text, Source: FromHand,
		Lines: []InvoiceLine{{Text: text, Amount: fee.Fee, Account: ledger.EntryFees}},
	})
	if err != nil {
		return fee.Invoice, nil, err
	}
	for _, c := range off {
		again, err := credit(ctx, tx, permit, i, Credit{
			Kind: c.Kind, Amount: c.Amount, Account: c.Account, Day: permit.Now().Date(), Reason: c.Reason,
		})
		if err != nil {
			return fee.Invoice, nil, err
		}
		done = done.Then(again)
	}
	if i, err = invoiceByID(ctx, tx, i.ID); err != nil {
		return fee.Invoice, nil, err
	}
	settled, err := takeCredit(ctx, tx, permit, i, using{})
	return i.ID, done.Then(settled), err
}

// takenOff are the credits of an invoice that count: by which less of the fee was asked, and what the treasurer took off.
func takenOff(ctx context.Context, q store.Queryer, id InvoiceID) (own, treasurers []Credit, err error) {
	all, err := creditsOf(ctx, q, id)
	for _, c := range all {
		switch {
		case !c.Undone.IsZero():
		case c.OfFee:
			own = append(own, c)
		default:
			treasurers = append(treasurers, c)
		}
	}
	return own, treasurers, err
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
