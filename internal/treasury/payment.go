package treasury

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Method is how money came in.
type Method string

const (
	Bank   Method = "bank"
	Cash   Method = "cash"
	Cheque Method = "cheque"
	Card   Method = "card"
)

// Methods lists the methods in the order of the form.
var Methods = []Method{Bank, Cash, Cheque, Card}

// Label is the method as people read it.
func (m Method) Label() string {
	switch m {
	case Bank:
		return "Bank transfer"
	case Cash:
		return "Cash"
	case Cheque:
		return "Cheque"
	case Card:
		return "Card"
	}
	return string(m)
}

// ReceiptNo is the number of a receipt; No runs from 1 without gaps within the
// calendar year in which the payment was recorded.
type ReceiptNo struct {
	Year int
	No   int
}

// String is "R-2026-0017", or "" for none.
func (r ReceiptNo) String() string {
	if r.No == 0 {
		return ""
	}
	return fmt.Sprintf("R-%d-%04d", r.Year, r.No)
}

// ReceiptsText names receipts in their order: "R-2026-0017 to R-2026-0019, R-2026-0021" has none that is not meant.
func ReceiptsText(all []ReceiptNo) string {
	var out strings.Builder
	for n := 0; n < len(all); n++ {
		first := n
		for n+1 < len(all) && all[n+1] == (ReceiptNo{all[n].Year, all[n].No + 1}) {
			n++
		}
		if first > 0 {
			out.WriteString(", ")
		}
		out.WriteString(all[first].String())
		if n > first {
			out.WriteString(" to " + all[n].String())
		}
	}
	return out.String()
}

// Payment is money received, or a reversal that takes one back.
type Payment struct {
	ID         PaymentID
	Return     ReturnID         // paid on a club's return, or 0
	Person     members.PersonID // on whose account it was paid, or 0
	Club       members.ClubID   // on whose account it was paid, also on a return; or 0
	Amount     money.Cents      // negative in a reversal
	Payer      Payer            // who paid in the place of the member or club
	ReceivedOn civil.Date
	Method     Method
	Reference  string
	Receipt    ReceiptNo // zero in a reversal
	Reverses   PaymentID // the payment that this one reverses, or 0
	ReversedBy PaymentID // the reversal of this one, or 0
	Reason     string    // of a reversal
	RecordedAt civil.Instant
	RecordedBy members.PersonID // 0: the program
	Transfer   PaymentID        // the first of the payments that came with the same transfer; 0: it is the first, or alone
}

// Party is whose balance the payment changes.
func (p Payment) Party() ledger.Party {
	return ledger.Party{Person: int64(p.Person), Club: int64(p.Club)}
}

// Standing leaves out reversals and the payments they reverse.
func Standing(payments []Payment) []Payment {
	var out []Payment
	for _, p := range payments {
		if p.Reverses == 0 && p.ReversedBy == 0 {
			out = append(out, p)
		}
	}
	return out
}

// PaymentInput is money that came in.
type PaymentInput struct {
	Return     ReturnID
	Person     members.PersonID
	Club       members.ClubID // with Return: of the return
	Amount     money.Cents
	ReceivedOn civil.Date
	Method     Method
	Reference  string
	PaidBy     Payer       // who paid in the place of the member or club
	Transfer   PaymentID   // the first of the payments that came with the same transfer, or 0
	Into       ledger.Code // the account that it came in to; "": as the method says
	Line       int64       // of the bank that it stands in: two that are alike are two; 0: none
}

// check returns every problem of the input, in form order.
func (in PaymentInput) check(today civil.Date) apperr.Fields {
	var f apperr.Fields
	if in.Amount <= 0 || in.Amount > money.MaxInput {
		f.Add("amount", "Enter the amount received, for example 160.00.")
	}
	f = append(f, CheckReceived("received_on", in.ReceivedOn, today)...)
	if !knownMethod(in.Method) {
		f.Add("method", "Choose how the money came in.")
	}
	if utf8.RuneCountInString(in.Reference) > maxReference {
		f.Add("reference", "Shorten this to %d characters.", maxReference)
	}
	in.PaidBy.check(&f)
	return f
}

// into is the account that it came in to.
func (in PaymentInput) into() ledger.Code {
	switch {
	case in.Into != "":
		return in.Into
	case in.Method == Cash:
		return ledger.CashAccount
	}
	return ledger.BankAccount
}

const maxReference = 100

func knownMethod(m Method) bool {
	for _, known := range Methods {
		if m == known {
			return true
		}
	}
	return false
}

// CheckReceived checks the day on which something was received.
func CheckReceived(field string, day, today civil.Date) apperr.Fields {
	var f apperr.Fields
	switch {
	case day.IsZero():
		f.Add(field, "Enter the day the payment was received.")
	case day.After(today):
		f.Add(field, "This day is in the future. Enter the day the payment was received.")
	case day.Year() < int(constitution.EarliestYear)+1:
		f.Add(field, "Check the year.")
	}
	return f
}

// Receive records a payment within tx and gives it the next receipt number.
// It refuses one that is recorded already: same payer, day, amount and
// reference. The caller writes the entry.
func Receive(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in PaymentInput,
) (Payment, *usecase.Entry, error) {
	in.Reference = tidy(in.Reference)
	var err error
	if in.PaidBy, err = in.PaidBy.resolve(ctx, tx, ledger.Party{Person: int64(in.Person), Club: int64(in.Club)}); err != nil {
		return Payment{}, nil, err
	}
	f := in.check(permit.Now().Date())
	// What stands in the bank's file has come in, whether its day is locked or not: it is booked on the first open day.
	if in.Line == 0 && !f.Has("received_on") {
		locked, err := checkOpenOf(ctx, tx, "received_on", in.ReceivedOn, in.into())
		if err != nil {
			return Payment{}, nil, err
		}
		f = append(f, locked...)
	}
	if err := f.Err(); err != nil {
		return Payment{}, nil, err
	}
	if (in.Club == 0) == (in.Person == 0) || in.Return != 0 && in.Club == 0 {
		return Payment{}, nil, fmt.Errorf("a payment is either on a return or by a person or a club: %+v", in)
	}
	p := Payment{
		Return: in.Return, Person: in.Person, Club: in.Club, Amount: in.Amount, ReceivedOn: in.ReceivedOn,
		Method: in.Method, Reference: in.Reference, Payer: in.PaidBy, Transfer: in.Transfer, RecordedAt: permit.Now(),
		RecordedBy: permit.Person(),
	}
	// Taking the number first makes payments queue, so that the look at the
	// earlier ones misses none; a refusal gives the number back.
	if p.Receipt, err = nextReceipt(ctx, tx, permit.Now().Date().Year()); err != nil {
		return Payment{}, nil, err
	}
	if in.Line == 0 {
		if err := refuseTwin(ctx, tx, in); err != nil {
			return Payment{}, nil, err
		}
	}
	if p.ID, err = insertPayment(ctx, tx, p); err != nil {
		return Payment{}, nil, err
	}
	booked, err := bookPayment(ctx, tx, permit, p, in.into())
	if err != nil {
		return Payment{}, nil, err
	}
	return p, permit.Did("receive.payment", "payment", int64(p.ID), nil, map[string]any{
		"return": in.Return, "person": in.Person, "amount": in.Amount, "received_on": in.ReceivedOn,
		"method": in.Method, "reference": in.Reference, "receipt": p.Receipt.String(), "paid_by": in.PaidBy.Name,
		"payer": in.PaidBy.Party, "transfer": in.Transfer,
	}).Then(booked), nil
}

// bookPayment books a payment: the money comes in, and who it is of owes less.
func bookPayment(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, p Payment, into ledger.Code,
) (*usecase.Entry, error) {
	names, err := PartyNames(ctx, tx, []ledger.Party{p.Party()})
	if err != nil {
		return nil, err
	}
	day, err := OpenDayOf(ctx, tx, p.ReceivedOn, into)
	if err != nil {
		return nil, err
	}
	text := p.Receipt.String() + ": payment of " + names[p.Party()]
	if p.Payer.Name != "" {
		text += ", paid by " + p.Payer.Name
	}
	return Book(ctx, tx, permit, ledger.Entry{
		Day: day, Text: text, Document: ledger.OfPayment, DocumentID: int64(p.ID), Lines: []ledger.Line{
			{Account: into, Amount: p.Amount},
			{Account: p.Party().Owes(), Amount: -p.Amount, Party: p.Party()},
		},
	})
}

func refuseTwin(ctx context.Context, q store.Queryer, in PaymentInput) error {
	earlier, err := paymentsFor(ctx, q, in)
	if err != nil {
		return err
	}
	for _, p := range Standing(earlier) {
		if p.Amount == in.Amount && p.ReceivedOn == in.ReceivedOn && p.Reference == in.Reference {
			var f apperr.Fields
			f.Add("reference", "%s received on %s is already recorded (%s). If this is another payment, give it a different "+
				"reference.",
				p.Amount, p.ReceivedOn.Long(), p.Receipt)
			return f.Err()
		}
	}
	return nil
}

// Reverse takes a payment back within tx. The receipt number stays used. The
// error is a Conflict when it was reversed already. The caller writes the entry.
func Reverse(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id PaymentID, reason string,
) (Payment, *usecase.Entry, error) {
	// A refund that uses the payment up comes before the reversal, which it refuses, or after it.
	if err := HoldBooks(ctx, tx); err != nil {
		return Payment{}, nil, err
	}
	p, err := paymentByID(ctx, tx, id)
	if err != nil {
		return Payment{}, nil, err
	}
	reason = strings.TrimSpace(reason)
	var f apperr.Fields
	switch {
	case reason == "":
		f.Add("reason", "Say why you are reversing the payment.")
	case utf8.RuneCountInString(reason) > maxText:
		f.Add("reason", "Shorten this to %d characters.", maxText)
	case p.Reverses != 0:
		f.Add("reason", "This is already a reversal, so it cannot be reversed.")
	}
	if err := f.Err(); err != nil {
		return Payment{}, nil, err
	}
	freed, err := freePayment(ctx, tx, permit, p)
	if err != nil {
		return Payment{}, nil, err
	}
	back := Payment{
		Return: p.Return, Person: p.Person, Club: p.Club, Payer: p.Payer, Amount: -p.Amount, ReceivedOn: p.ReceivedOn,
		Method: p.Method, Reference: p.Reference, Reverses: p.ID, Reason: reason, RecordedAt: permit.Now(), RecordedBy: permit.Person(),
	}
	back.ID, err = insertPayment(ctx, tx, back)
	if store.UniqueOn(err, "payment", "reverses_id") {
		return Payment{}, nil, apperr.New(apperr.Conflict, "The payment %s has already been reversed.", p.Receipt)
	}
	if err != nil {
		return Payment{}, nil, err
	}
	booked, err := bookReversal(
		ctx, tx, permit, ledger.OfPayment, int64(p.ID), int64(back.ID), p.Receipt.String()+" reversed: "+tidy(reason),
	)
	if err != nil {
		return Payment{}, nil, err
	}
	return p, permit.Did(
		"reverse.payment", "payment", int64(p.ID),
		map[string]any{"amount": p.Amount, "receipt": p.Receipt.String()},
		map[string]any{"amount": 0, "reason": reason},
	).Then(booked).Then(freed), nil
}

// freePayment frees the invoices that a payment settles. What was paid back of it is gone: the payment stands then.
func freePayment(ctx context.Context, tx *store.Tx, permit usecase.Permit, p Payment) (*usecase.Entry, error) {
	all, err := settlements(ctx, tx, "a.payment_id", int64(p.ID))
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if t.Refund != 0 {
			return nil, apperr.New(
				apperr.Invalid, "%s of the payment %s was paid back, so it cannot be reversed.", t.Amount, p.Receipt,
			)
		}
	}
	freed, err := free(ctx, tx, permit, "a.payment_id", int64(p.ID), p.Amount)
	if err != nil {
		return nil, err
	}
	credited, err := askNoMore(ctx, tx, permit, all, "The event is cancelled, and the payment "+p.Receipt.String()+" was reversed")
	return freed.Then(credited), err
}
