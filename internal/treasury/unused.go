package treasury

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Unused is a subscription that a member paid for a term that was cancelled: who resigned or died before its first day.
type Unused struct {
	Payment PaymentID
	Receipt ReceiptNo
	Invoice InvoiceID
	Person  members.PersonID
	Year    members.Year
	Amount  money.Cents // that still settles its invoice
	Kept    string      // why an officer decided that it is not paid back; "": nothing is decided
}

// UnusedOf lists the subscriptions that a person paid and that gave no term in the end. What was credited is no longer
// among them.
func UnusedOf(ctx context.Context, q store.Queryer, person members.PersonID) (out []Unused, err error) {
	all, err := members.TermsOf(ctx, q, []members.PersonID{person})
	if err != nil {
		return nil, err
	}
	used := map[int64]bool{}
	for _, t := range members.InForce(all[person]) {
		used[t.Payment] = true
	}
	for _, t := range all[person] {
		if t.Payment == 0 || used[t.Payment] {
			continue
		}
		used[t.Payment] = true // once
		others, err := members.TermsPaidBy(ctx, q, t.Payment)
		if err != nil {
			return nil, err
		}
		if len(others) > 0 { // of a family: it pays for the others
			continue
		}
		u := Unused{Payment: PaymentID(t.Payment), Person: person, Year: t.Year}
		if err := u.fill(ctx, q); err != nil {
			return nil, err
		}
		if u.Amount > 0 {
			out = append(out, u)
		}
	}
	return out, nil
}

func (u *Unused) fill(ctx context.Context, q store.Queryer) error {
	parts, err := settlements(ctx, q, "a.payment_id", int64(u.Payment))
	if err != nil {
		return err
	}
	for _, t := range parts {
		if t.Subscription {
			u.Receipt, u.Invoice, u.Amount = t.Receipt, t.Invoice, t.Amount
		}
	}
	u.Kept, err = keptWhy(ctx, q, u.Payment)
	return err
}

// PaysFor reports whether a payment still settles the subscription that it was made for: it was neither reversed nor
// credited.
func PaysFor(ctx context.Context, q store.Queryer, payment PaymentID) (bool, error) {
	u := Unused{Payment: payment}
	err := u.fill(ctx, q)
	return u.Amount > 0, err
}

// Unused lists the subscriptions that a person paid for terms that were cancelled, for the person and the officers.
func (s *Service) Unused(ctx context.Context, actor auth.Actor, person members.PersonID) ([]Unused, error) {
	if err := s.cases.Require(actor, auth.ViewOwn, auth.Object{Person: person}); err != nil {
		return nil, err
	}
	return UnusedOf(ctx, s.db, person)
}

// What can be decided of a subscription that was not used.
const (
	CreditUnused = "credit"
	KeepUnused   = "keep"
)

// UnusedInput decides about a subscription that was not used. Its fields are decision and reason.
type UnusedInput struct {
	Person   members.PersonID
	Payment  PaymentID
	Decision string
	Reason   string
}

// DecideUnusedIn gives within tx a subscription that was not used back as a credit, which two officers can then pay back (rule
// 3.4), or keeps why it is not given back. What the credit settles follows: package clubs sees to it.
func DecideUnusedIn(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in UnusedInput,
) (id InvoiceID, entry *usecase.Entry, err error) {
	in.Reason = tidy(in.Reason)
	var f apperr.Fields
	if in.Decision != CreditUnused && in.Decision != KeepUnused {
		f.Add("decision", "Choose what is done.")
	}
	checkText(&f, "reason", in.Reason, maxText, "Say why.")
	if err := f.Err(); err != nil {
		return 0, nil, err
	}
	if err := HoldBooks(ctx, tx); err != nil {
		return 0, nil, err
	}
	u, err := unusedBy(ctx, tx, in)
	if err != nil {
		return 0, nil, err
	}
	if in.Decision == KeepUnused {
		entry, err = keepUnused(ctx, tx, permit, u, in.Reason)
		return u.Invoice, entry, err
	}
	i, err := invoiceByID(ctx, tx, u.Invoice)
	if err != nil {
		return 0, nil, err
	}
	entry, err = creditAndSettle(ctx, tx, permit, i, Credit{
		Kind: Credited, Amount: u.Amount, Account: i.Lines[0].Account, Day: permit.Now().Date(), Reason: in.Reason,
	})
	return i.ID, entry, err
}

func unusedBy(ctx context.Context, q store.Queryer, in UnusedInput) (Unused, error) {
	all, err := UnusedOf(ctx, q, in.Person)
	if err != nil {
		return Unused{}, err
	}
	for _, u := range all {
		if u.Payment == in.Payment {
			return u, nil
		}
	}
	return Unused{}, apperr.New(apperr.Conflict, "This subscription was credited or reversed, or its term is in force again.")
}

func keepUnused(ctx context.Context, tx *store.Tx, permit usecase.Permit, u Unused, reason string) (*usecase.Entry, error) {
	if u.Kept == reason {
		return nil, usecase.ErrSame
	}
	if err := setKept(ctx, tx, u.Payment, reason, permit.Now(), permit.Name()); err != nil {
		return nil, err
	}
	var before any
	if u.Kept != "" {
		before = map[string]any{"reason": u.Kept}
	}
	return permit.Did("keep.subscription", "payment", int64(u.Payment), before, map[string]any{
		"amount": u.Amount, "reason": reason,
	}), nil
}

// UnusedPayments lists all subscriptions that were not used and about which nothing is decided, for the treasurer's desk.
func (s *Service) UnusedPayments(ctx context.Context, actor auth.Actor) ([]Unused, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	people, err := peopleWithUnused(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []Unused
	for _, person := range people { // who left and had paid ahead: few
		all, err := UnusedOf(ctx, s.db, person)
		if err != nil {
			return nil, err
		}
		for _, u := range all {
			if u.Kept == "" {
				out = append(out, u)
			}
		}
	}
	return out, nil
}
