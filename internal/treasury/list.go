package treasury

import (
	"context"
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
	Page        Page
	ids         []PaymentID // of them only these; empty: all
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

// PaymentList is what a filter asks for: the payments of a page, and the sums of all its pages.
type PaymentList struct {
	Payments []ListedPayment
	Count    int         // payments on all pages
	Received money.Cents // by them, without what was reversed
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

// EachPayment is the payments for a file, the latest first. Pages of the filter are ignored.
func (s *Service) EachPayment(ctx context.Context, actor auth.Actor, f PaymentFilter) (Each[ListedPayment], error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return nil, err
	}
	return func(take func(ListedPayment) error) error { return eachListed(ctx, s.db, f, "", take) }, nil
}

func paymentList(ctx context.Context, q store.Queryer, f PaymentFilter) (out PaymentList, err error) {
	if !f.worded() {
		if out, err = paymentSums(ctx, q, f); err != nil {
			return out, err
		}
		err = eachListed(ctx, q, f, f.Page.SQL(out.Count), func(p ListedPayment) error {
			out.Payments = append(out.Payments, p)
			return nil
		})
		return out, err
	}
	if out.All, err = countPayments(ctx, q); err != nil {
		return out, err
	}
	var found []PaymentID
	if err = eachWorded(ctx, q, f, func(p ListedPayment) {
		found = append(found, p.ID)
		if p.ReversedBy == 0 {
			out.Received += p.Amount
			out.Left += p.Left
		}
	}); err != nil {
		return out, err
	}
	out.Count = len(found)
	for ids := range slices.Chunk(f.Page.of(found), store.MaxIn) {
		if err := eachListed(ctx, q, PaymentFilter{ids: ids}, "", func(p ListedPayment) error {
			out.Payments = append(out.Payments, p)
			return nil
		}); err != nil {
			return out, err
		}
	}
	return out, nil
}

// worded reports whether a filter looks for words, which the database cannot fold.
func (f PaymentFilter) worded() bool {
	return members.Fold(f.Text) != "" || members.Fold(f.Payer) != ""
}

// says reports whether a folded text stands in a payment, and another in the name of who paid.
func (p ListedPayment) says(text, payer string) bool {
	return (payer == "" || strings.Contains(members.Fold(p.From()), payer)) && (text == "" || strings.Contains(
		members.Fold(strings.Join([]string{p.Name, p.Payer.Name, p.Receipt.String(), p.Reference}, " ")), text,
	))
}

// InvoiceList is what a filter asks for: the invoices of a page, and the sums of all its pages.
type InvoiceList struct {
	Invoices []Invoice
	Count    int         // invoices on all pages
	ToPay    money.Cents // by them, without what was credited or written off
	Paid     money.Cents // of it
	Open     money.Cents // of it
}

// InvoiceList lists a page of the invoices, the newest first.
func (s *Service) InvoiceList(ctx context.Context, actor auth.Actor, f InvoiceFilter) (InvoiceList, error) {
	if err := s.cases.Require(actor, auth.ViewBooks, auth.Object{}); err != nil {
		return InvoiceList{}, err
	}
	f.today = s.cases.Today()
	return invoiceList(ctx, s.db, f)
}

func invoiceList(ctx context.Context, q store.Queryer, f InvoiceFilter) (out InvoiceList, err error) {
	if members.Fold(f.Text) == "" {
		if out, err = invoiceSums(ctx, q, f); err != nil {
			return out, err
		}
		err = eachInvoice(ctx, q, f, f.Page.SQL(out.Count), func(i Invoice) error {
			out.Invoices = append(out.Invoices, i)
			return nil
		})
		return out, err
	}
	err = eachInvoice(ctx, q, f, "", func(i Invoice) error {
		if f.Page.Has(out.Count) {
			out.Invoices = append(out.Invoices, i)
		}
		out.Count++
		out.ToPay += i.Total - i.Credited - i.WrittenOff
		out.Paid += i.Paid
		out.Open += max(0, i.Open())
		return nil
	})
	if err == nil && len(out.Invoices) == 0 && out.Count > 0 {
		f.Page.Number = f.Page.Last(out.Count)
		return invoiceList(ctx, q, f)
	}
	return out, err
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
