package treasury

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// PaymentFilter says which payments are listed; its zero value is all.
type PaymentFilter struct {
	From, Until civil.Date // days on which they were received
	Method      Method
	Standing    string // "", "standing", "reversed" or "credit": with something left as credit
	Text        string // in the name, who paid, the receipt's number, the reference
	Payer       string // in the name of who paid, for themselves or for others
	ByOthers    bool   // those that someone else paid
}

// ListedPayment is a payment in the list of all.
type ListedPayment struct {
	Payment
	Name string      // of the member or club
	Left money.Cents // that is credit
}

// From is who paid.
func (p ListedPayment) From() string {
	if p.Payer.IsZero() {
		return p.Name
	}
	return p.Payer.Name
}

// PaymentList is what a filter asks for, with its sums.
type PaymentList struct {
	Payments []ListedPayment
	Received money.Cents // without what was reversed
	Left     money.Cents // of it, what is credit
	All      int         // payments without the filter
}

// Payments lists the payments received, the latest first. Reversals stand in the line of what they reverse.
func (s *Service) Payments(ctx context.Context, actor auth.Actor, f PaymentFilter) (PaymentList, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return PaymentList{}, err
	}
	return paymentList(ctx, s.db, f)
}

func paymentList(ctx context.Context, q store.Queryer, f PaymentFilter) (PaymentList, error) {
	all, err := allPayments(ctx, q)
	if err != nil {
		return PaymentList{}, err
	}
	out := PaymentList{All: len(all)}
	var parties []ledger.Party
	for _, p := range all {
		parties = append(parties, p.Party())
	}
	names, err := PartyNames(ctx, q, parties)
	if err != nil {
		return out, err
	}
	text := members.Fold(f.Text)
	for _, p := range all {
		p.Name = names[p.Party()]
		if p.ReversedBy != 0 {
			p.Left = 0
		}
		if !f.takes(p, text) {
			continue
		}
		out.Payments = append(out.Payments, p)
		if p.ReversedBy == 0 {
			out.Received += p.Amount
			out.Left += p.Left
		}
	}
	return out, nil
}

func (f PaymentFilter) takes(p ListedPayment, text string) bool {
	switch {
	case !f.From.IsZero() && p.ReceivedOn.Before(f.From), !f.Until.IsZero() && p.ReceivedOn.After(f.Until),
		f.Method != "" && p.Method != f.Method,
		f.Standing == "standing" && p.ReversedBy != 0,
		f.Standing == "reversed" && p.ReversedBy == 0,
		f.Standing == "credit" && p.Left == 0,
		f.ByOthers && p.Payer.IsZero(),
		!strings.Contains(members.Fold(p.From()), members.Fold(f.Payer)):
		return false
	}
	return text == "" || strings.Contains(
		members.Fold(strings.Join([]string{p.Name, p.Payer.Name, p.Receipt.String(), p.Reference}, " ")), text,
	)
}

// PaymentFile is a payment with what it settles.
type PaymentFile struct {
	ListedPayment
	Reason      string // of its reversal
	Settlements []Settlement
	Open        []Invoice       // that what is left could settle: the payer's, then all others
	Together    []ListedPayment // others that came with the same transfer
}

// PaymentFileOf reads one payment.
func (s *Service) PaymentFileOf(ctx context.Context, actor auth.Actor, id PaymentID) (PaymentFile, error) {
	var out PaymentFile
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return out, err
	}
	p, err := paymentByID(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	if p.Reverses != 0 {
		return s.PaymentFileOf(ctx, actor, p.Reverses)
	}
	out.Payment = p
	names, err := PartyNames(ctx, s.db, []ledger.Party{p.Party()})
	if err != nil {
		return out, err
	}
	out.Name = names[p.Party()]
	if out.Together, err = transferred(ctx, s.db, p); err != nil {
		return out, err
	}
	out.Together = slices.DeleteFunc(out.Together, func(x ListedPayment) bool { return x.ID == id })
	if p.ReversedBy != 0 {
		back, err := paymentByID(ctx, s.db, p.ReversedBy)
		out.Reason = back.Reason
		return out, err
	}
	h, err := heldOf(ctx, s.db, id)
	if err != nil {
		return out, err
	}
	out.Left = h.left
	if out.Settlements, err = settlements(ctx, s.db, "a.payment_id", int64(id)); err != nil || out.Left == 0 {
		return out, err
	}
	open, err := invoices(ctx, s.db, InvoiceFilter{Owing: true})
	for _, i := range slices.Backward(open) {
		if i.Open() > 0 && i.Source != FromReturn {
			out.Open = append(out.Open, i)
		}
	}
	slices.SortStableFunc(out.Open, func(a, b Invoice) int {
		mine := func(i Invoice) int {
			if i.Party == p.Party() {
				return 0
			}
			return 1
		}
		return mine(a) - mine(b)
	})
	return out, err
}

// ReceiveInput is a payment that a member or a club made, not on a list and not for a subscription. Its fields are party,
// amount, received_on, method, reference and paid_by.
type ReceiveInput struct {
	Party      ledger.Party
	Amount     money.Cents
	ReceivedOn civil.Date
	Method     Method
	Reference  string
	PaidBy     Payer
	Transfer   PaymentID // the first of the payments that came with the same transfer, or 0
	Into       ledger.Code
	Line       int64                     // of the bank, or 0
	Parts      map[InvoiceID]money.Cents // what it settles; nil: the invoices of the party, the oldest first
}

// allPayments reads every payment received, the latest first.
func allPayments(ctx context.Context, q store.Queryer) ([]ListedPayment, error) {
	all, err := readListed(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("read all payments: %w", err)
	}
	return all, nil
}
