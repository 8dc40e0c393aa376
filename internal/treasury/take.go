package treasury

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Entry is what the log says of a change.
type Entry = usecase.Entry

// TakeIn receives a payment within tx and lets it settle invoices: those that are named, else what the party owes, the oldest
// first. What is left is credit of who paid it. What else it pays then follows: clubs.SettleAccounts sees to it.
func TakeIn(ctx context.Context, tx *store.Tx, permit usecase.Permit, in ReceiveInput) (Payment, *Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return Payment{}, nil, err
	}
	names, err := PartyNames(ctx, tx, []ledger.Party{in.Party})
	if err != nil {
		return Payment{}, nil, err
	}
	payment := PaymentInput{
		Person: members.PersonID(in.Party.Person), Club: members.ClubID(in.Party.Club), Amount: in.Amount,
		ReceivedOn: in.ReceivedOn, Method: in.Method, Reference: in.Reference, PaidBy: in.PaidBy, Transfer: in.Transfer,
		Into: in.Into, Line: in.Line,
	}
	if names[in.Party] == "" {
		var f apperr.Fields
		f.Add("party", "Choose the member or the club whose payment it is.")
		if payment.PaidBy, err = payment.PaidBy.resolve(ctx, tx, in.Party); err != nil {
			return Payment{}, nil, err
		}
		return Payment{}, nil, append(f, payment.check(permit.Now().Date())...).Err()
	}
	p, entry, err := Receive(ctx, tx, permit, payment)
	if err != nil {
		return p, nil, err
	}
	if in.Parts == nil {
		done, err := SettleAccount(ctx, tx, permit, p.Party(), p.ID)
		return p, entry.Then(done), err
	}
	if len(in.Parts) == 0 {
		return p, entry, nil
	}
	done, err := settleParts(ctx, tx, permit, SettleInput{Payment: p.ID, Parts: in.Parts})
	if err == usecase.ErrSame {
		err = nil
	}
	return p, entry.Then(done), err
}

// ReverseTakenIn reverses within tx a payment that was neither on a list nor for a subscription that was paid at once. Of a
// club's the lists that it settled follow, with why: package clubs sees to it.
func ReverseTakenIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id PaymentID, reason string,
) (why string, entry *Entry, err error) {
	p, err := paymentByID(ctx, tx, id)
	if err != nil {
		return "", nil, err
	}
	if p.Return != 0 {
		return "", nil, apperr.New(apperr.Invalid, "This payment was made for a club’s list. Reverse it there.")
	}
	if _, found, err := invoiceOf(ctx, tx, FromSubscription, int64(id)); err != nil || found {
		if err == nil {
			err = apperr.New(apperr.Invalid, "This payment was for a subscription. Reverse it on the member’s page.")
		}
		return "", nil, err
	}
	_, entry, err = Reverse(ctx, tx, permit, id, reason)
	return p.ReversedWhy(reason), entry, err
}
