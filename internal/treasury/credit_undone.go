package treasury

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// UndoCreditInput has a credit count no longer: it was a mistake. Its fields are credit and reason.
type UndoCreditInput struct {
	Invoice InvoiceID
	Credit  int64
	Reason  string
}

// Undoable reports whether the treasurer can undo a credit of an invoice: not what follows from an entry, an order or a club's list.
func (c Credit) Undoable() bool { return c.Undone.IsZero() && !c.OfFee && c.Row == 0 }

// UndoCreditIn has within tx a credit count no longer. What it freed settles the invoice again, as far as it is there, since the
// day on which it was received; a subscription whose terms ended by it has them again then. What else is free follows: package
// clubs sees to it.
func UndoCreditIn(ctx context.Context, tx *store.Tx, permit usecase.Permit, in UndoCreditInput) (*usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, err
	}
	in.Reason = tidy(in.Reason)
	i, err := invoiceByID(ctx, tx, in.Invoice)
	if err != nil {
		return nil, err
	}
	all, err := creditsOf(ctx, tx, i.ID)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(c Credit) bool { return c.ID == in.Credit })
	var f apperr.Fields
	switch {
	case at < 0:
		f.Add("credit", "Choose what is undone.")
	case !all[at].Undone.IsZero():
		return nil, apperr.New(apperr.Conflict, "%s was undone already.", all[at].No())
	case !all[at].Undoable():
		f.Add("credit", "%s follows from an entry, an order or a club’s list. Change it there.", all[at].No())
	}
	checkText(&f, "reason", in.Reason, maxText, "Say why.")
	if err := f.Err(); err != nil {
		return nil, err
	}
	if i.Source == FromSubscription {
		p, err := paymentByID(ctx, tx, PaymentID(i.SourceID))
		if err != nil {
			return nil, err
		}
		if p.ReversedBy != 0 {
			return nil, apperr.New(
				apperr.Invalid, "The payment %s of this subscription was reversed. Record the subscription once more.", p.Receipt,
			)
		}
	}
	if i.NoMore {
		return nil, apperr.New(apperr.Invalid, "The event is cancelled, so no one is asked for its fee.")
	}
	undone, err := undoCredit(ctx, tx, permit, i, all[at], in.Reason)
	if err != nil {
		return nil, err
	}
	if i, err = invoiceByID(ctx, tx, i.ID); err != nil {
		return nil, err
	}
	left, err := leftSinceAsked(ctx, tx, i.ID)
	if err != nil {
		return nil, err
	}
	settled, err := takeCredit(ctx, tx, permit, i, using{back: true, alone: left})
	if err != nil {
		return nil, err
	}
	followed, err := followAsked(ctx, tx, permit, i.ID)
	return undone.Then(settled).Then(followed), err
}
