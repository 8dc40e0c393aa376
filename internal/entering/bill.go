package entering

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// bill has the books ask for what a player owes beforehand. A fee that was paid at the door is handed to the treasurer with
// all others, so that its invoice is credited.
func (s *Service) bill(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a *Application,
) (*usecase.Entry, error) {
	if a.Invoice == 0 && !f.terms.Billed || a.Person == 0 {
		return nil, nil
	}
	var moved *usecase.Entry
	if a.Invoice == 0 && a.State == Confirmed {
		var err error
		if moved, err = takeBill(ctx, tx, permit, a); err != nil {
			return nil, err
		}
	}
	fee := treasury.EntryFee{
		Invoice: a.Invoice, Person: a.Person, Fee: a.Fee, Event: f.event.Name, Due: civil.Later(f.event.From, s.cases.Today()),
		Reason: "The fee is another one now",
	}
	switch {
	case a.Paid.Made():
		fee.Fee, fee.Reason = 0, "Paid "+a.Paid.How.String()
	case a.State != Confirmed:
		fee.Fee, fee.Reason = 0, "No longer entered"
	case f.event.Cancelled.Is: // what the books have stands until the treasurer pays it back
		fee.Fee, fee.NoMore, fee.Reason = a.PaidSoFar(), true, "The event is cancelled"
	}
	if fee.Invoice == 0 && fee.Fee == 0 {
		return nil, nil
	}
	id, done, err := treasury.ChargeEntry(ctx, tx, permit, fee)
	if err != nil {
		return nil, err
	}
	a.Invoice = id
	freed, err := clubs.SettleFreed(ctx, tx, permit, "An entry fee was lowered", fee.Invoice)
	return moved.Then(done).Then(freed), err
}

// takeBill gives someone who enters again the invoice of the entry that ended: its reference stays, and so does what the
// treasurer took off it.
func takeBill(ctx context.Context, tx *store.Tx, permit usecase.Permit, a *Application) (*usecase.Entry, error) {
	earlier, found, err := endedWithBill(ctx, tx, *a)
	if err != nil || !found {
		return nil, err
	}
	was := earlier
	a.Invoice, earlier.Invoice = earlier.Invoice, 0
	return keep(ctx, tx, permit, "bill.application", was, &earlier, nil)
}

// moveBills has the fees of an event be due with it on another day.
func moveBills(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, was, now tournaments.Event,
) (*usecase.Entry, error) {
	all, err := ofEvent(ctx, tx, now.ID)
	if err != nil {
		return nil, err
	}
	var ids []treasury.InvoiceID
	for _, a := range all {
		if a.Invoice != 0 {
			ids = append(ids, a.Invoice)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return treasury.MoveDue(ctx, tx, permit, ids, was.From, now.From)
}

// withBills gives applications the invoices of their fees, as the books have them now.
func withBills(ctx context.Context, q store.Queryer, all ...*Application) error {
	var ids []treasury.InvoiceID
	for _, a := range all {
		if a.Invoice != 0 {
			ids = append(ids, a.Invoice)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	invoices, err := treasury.InvoicesIn(ctx, q, ids)
	if err != nil {
		return err
	}
	for _, a := range all {
		if i, ok := invoices[a.Invoice]; ok && a.State == Confirmed {
			a.Bill = &i
		}
	}
	return nil
}

// PaidSoFar is how much of a fee was paid, by the list or by the books.
func (a Application) PaidSoFar() money.Cents {
	switch {
	case a.Paid.Made():
		return a.Fee
	case a.Bill != nil:
		return a.Bill.Paid
	}
	return 0
}

// owed is how much of a fee is still to pay, by the list or by the books.
func (a Application) owed() money.Cents {
	switch {
	case a.Paid.Made():
		return 0
	case a.Bill != nil:
		return max(0, a.Bill.Open())
	}
	return a.Fee
}

// Settled reports whether the fee is paid, by the list or by the books.
func (a Application) Settled() bool { return a.Paid.Made() || a.Bill != nil && a.owed() == 0 }

// payInto is the account that invoices ask to pay into; "" while it is not known.
func payInto(ctx context.Context, q store.Queryer) (string, error) {
	all, err := treasury.BankAccounts(ctx, q)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[0].Number, nil
}

// billNow makes the invoice of a confirmed entry that has none yet: its player wants to pay beforehand.
func (s *Service) billNow(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, f field, a Application,
) (*usecase.Entry, error) {
	switch {
	case f.event.Cancelled.Is:
		return nil, apperr.New(apperr.Conflict, "%s is cancelled, so no one is asked for a fee.", f.event.Name)
	case a.State != Confirmed:
		return nil, apperr.New(apperr.Conflict, "Confirm the entry first: then the books make an invoice of its fee.")
	case a.Fee == 0:
		return nil, apperr.New(apperr.Conflict, "This player owes no fee.")
	case a.Bill != nil:
		return nil, apperr.New(apperr.Conflict, "The books have an invoice of this fee: it is paid once the treasurer records it.")
	}
	was := a
	done, err := s.bill(ctx, tx, permit, f, &a)
	if err == nil {
		done, err = keep(ctx, tx, permit, "bill.application", was, &a, done)
	}
	if err != nil {
		return nil, err
	}
	return done, s.tell(ctx, tx, f, a, billed)
}
