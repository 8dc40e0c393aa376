package treasury

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// PaidOut is a payment out that two officers approved and that was made: rule 3.4 is the committee's.
type PaidOut struct {
	Request int64
	Payee   string
	Purpose string
	Amount  money.Cents
	Day     civil.Date
	Account ledger.Code  // that it is counted under; "": other expenses
	Refund  ledger.Party // whose credit it pays back; zero: none
	Of      PaymentID    // of which what is left is paid back; 0: of the credit, the oldest payment first
	From    ledger.Code  // the account that it left; "": the first bank account
	Late    bool         // it is booked on the first day that is open, where its own is not
}

// BookPaidOut books within tx a payment out. A refund uses up what is left of a payment, or the credit of whom it is paid to,
// the oldest payment first, and is refused when that is less.
func BookPaidOut(ctx context.Context, tx *store.Tx, permit usecase.Permit, out PaidOut) (*usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, err
	}
	if out.From == "" {
		out.From = ledger.BankAccount
	}
	var f apperr.Fields
	var err error
	if out.Late {
		out.Day, err = OpenDayOf(ctx, tx, out.Day, out.From)
	} else {
		f, err = checkOpenOf(ctx, tx, "paid_on", out.Day, out.From)
	}
	if err != nil {
		return nil, err
	}
	from, err := CheckPaidFrom(ctx, tx, "paid_from", out.From)
	if err != nil {
		return nil, err
	}
	if err := append(f, from...).Err(); err != nil {
		return nil, err
	}
	to := ledger.Line{Account: out.Account, Amount: out.Amount}
	switch {
	case !out.Refund.IsZero():
		to.Account, to.Party = out.Refund.Owes(), out.Refund
		if err := useCredit(ctx, tx, permit, out); err != nil {
			return nil, err
		}
	case to.Account == "":
		to.Account = ledger.OtherExpenses
	}
	return Book(ctx, tx, permit, ledger.Entry{
		Day: out.Day, Text: tidy(out.Payee + ": " + out.Purpose), Document: ledger.OfPaymentOut, DocumentID: out.Request,
		Lines: []ledger.Line{to, {Account: out.From, Amount: -out.Amount}},
	})
}

// CheckPaidFrom says at a field that money cannot have left an account.
func CheckPaidFrom(ctx context.Context, q store.Queryer, field string, code ledger.Code) (apperr.Fields, error) {
	var f apperr.Fields
	all, err := Accounts(ctx, q)
	at := slices.IndexFunc(all, func(a ledger.Account) bool { return a.Code == code })
	if err == nil && (at < 0 || !PaysOut(all[at])) {
		f.Add(field, "Choose a bank account or cash.")
	}
	return f, err
}

// PaysOut reports whether payments out can leave an account.
func PaysOut(a ledger.Account) bool {
	return a.HoldsMoney() && !a.Closed && a.Code != ledger.TermDeposits
}

// useCredit lets a refund use up credit.
func useCredit(ctx context.Context, tx *store.Tx, permit usecase.Permit, out PaidOut) error {
	all, err := refundable(ctx, tx, out.Refund, out.Of)
	if err != nil {
		return err
	}
	if have := sumHeld(all); have < out.Amount {
		return apperr.New(
			apperr.Invalid, "A credit of %s is left to pay back to %s, less than the refund. An invoice may have taken it: ask for the "+
				"payment again.", have, out.Payee,
		)
	}
	left := out.Amount
	for _, h := range all {
		part := min(h.left, left)
		if part == 0 {
			break
		}
		if _, err := insertAllocation(ctx, tx, permit, Settlement{
			Payment: h.payment, Refund: out.Request, Amount: part, Day: out.Day,
		}); err != nil {
			return err
		}
		left -= part
	}
	return nil
}

// refundable is what of a party's credit can be paid back: of one payment, or of those that they made themselves. What
// someone else paid goes back to them, so it is paid back by itself.
func refundable(ctx context.Context, q store.Queryer, p ledger.Party, of PaymentID) ([]held, error) {
	all, err := heldOn(ctx, q, p)
	if err != nil || of != 0 {
		return slices.DeleteFunc(all, func(h held) bool { return h.payment != of }), err
	}
	return slices.DeleteFunc(all, func(h held) bool { return h.owner != p }), nil
}

// Refundable is what can be paid back of the credit of a member or a club, and to whom: of one payment, or with 0 of those
// that they made themselves.
func Refundable(ctx context.Context, q store.Queryer, p ledger.Party, of PaymentID) (money.Cents, Payer, error) {
	all, err := refundable(ctx, q, p, of)
	if err != nil || of == 0 {
		return sumHeld(all), Payer{}, err
	}
	paid, err := paymentByID(ctx, q, of)
	return sumHeld(all), paid.Payer, err
}

// CheckPaidTo says at a field that a payment out cannot be counted under an account.
func CheckPaidTo(ctx context.Context, q store.Queryer, field string, code ledger.Code) (apperr.Fields, error) {
	var f apperr.Fields
	if code == "" {
		return f, nil
	}
	all, err := Accounts(ctx, q)
	at := slices.IndexFunc(all, func(a ledger.Account) bool { return a.Code == code })
	if err == nil && (at < 0 || !TakesPayments(all[at])) {
		f.Add(field, "Choose an account of expenses, stock or what we owe.")
	}
	return f, err
}

// TakesPayments reports whether payments out can be counted under an account.
func TakesPayments(a ledger.Account) bool {
	return !a.Closed && !a.Code.OfParties() && !a.HoldsMoney() && a.Kind != ledger.Income && a.Kind != ledger.Equity
}

// Borrowed is a loan, or an investment, of the committee's.
type Borrowed struct {
	Document ledger.Document // OfLoan, OfLoanRepaid, OfInvestment or OfInvestmentEnded
	ID       int64
	Text     string
	Amount   money.Cents
	Day      civil.Date
	Account  ledger.Code // at the bank, or cash, that the money came to or left; "": the first bank account
	By       ledger.Code // of a loan that a payment out paid back: where that was counted, until now; "": no payment out did
}

// BookBorrowed books within tx that the committee borrowed or paid back, put money away or got it back. The day of one in a
// locked period is the first one that is open.
func BookBorrowed(ctx context.Context, tx *store.Tx, permit usecase.Permit, b Borrowed) (*usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, err
	}
	if b.Account == "" {
		b.Account = ledger.BankAccount
	}
	f, err := CheckPaidFrom(ctx, tx, "account", b.Account)
	if err == nil {
		err = f.Err()
	}
	if err != nil {
		return nil, err
	}
	day, err := OpenDayOf(ctx, tx, b.Day, b.Account)
	if err != nil {
		return nil, err
	}
	other, in, held := ledger.Loans, b.Amount, b.Account
	switch b.By {
	case "":
	case ledger.Loans: // the payment out said so: it is booked
		return nil, nil
	default: // the money has left the bank: only what for is put right
		held = b.By
	}
	switch b.Document {
	case ledger.OfLoanRepaid:
		in = -in
	case ledger.OfInvestment:
		other, in = ledger.TermDeposits, -in
	case ledger.OfInvestmentEnded:
		other = ledger.TermDeposits
	}
	return Book(ctx, tx, permit, ledger.Entry{
		Day: day, Text: tidy(b.Text), Document: b.Document, DocumentID: b.ID,
		Lines: []ledger.Line{{Account: held, Amount: in}, {Account: other, Amount: -in}},
	})
}
