package ledger

import (
	"errors"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// Party is the member or the club whose balance a line changes; zero: neither.
type Party struct {
	Person int64
	Club   int64
}

// IsZero reports whether it is neither a member nor a club.
func (p Party) IsZero() bool { return p == Party{} }

// Owes is the account that holds what the party owes.
func (p Party) Owes() Code {
	if p.Club != 0 {
		return ClubsOwe
	}
	return MembersOwe
}

// Line changes the balance of one account.
type Line struct {
	Account Code
	Amount  money.Cents // a debit above zero, a credit below
	Party   Party       // of the accounts of what members and clubs owe
	Tag     string      // a project or event, or ""
}

// Document is what an entry rests on.
type Document string

// The documents.
const (
	OfInvoice         Document = "invoice"
	OfCredit          Document = "credit" // a credit note, a waiver, a debt written off
	OfPayment         Document = "payment"
	OfTransfer        Document = "transfer" // a payment of one party that settles an invoice of another
	OfPaymentOut      Document = "payment_out"
	OfLoan            Document = "loan"
	OfLoanRepaid      Document = "loan_repaid"
	OfInvestment      Document = "investment"
	OfInvestmentEnded Document = "investment_ended"
	OfBankLine        Document = "bank_line"
	ByHand            Document = "hand"
)

var documentLabels = map[Document]string{
	OfInvoice: "Invoice", OfCredit: "Credit", OfPayment: "Payment received", OfTransfer: "Credit moved",
	OfPaymentOut: "Payment out", OfLoan: "Loan", OfLoanRepaid: "Loan paid back", OfInvestment: "Investment",
	OfInvestmentEnded: "Investment ended", OfBankLine: "Bank line", ByHand: "Entry by hand",
}

// Undone reports whether an entry itself is what is undone; others follow what they rest on.
func (d Document) Undone() bool { return d == ByHand || d == OfBankLine }

// Label is the document as people read it.
func (d Document) Label() string { return documentLabels[d] }

// EntryNo is the number of an entry; No runs from 1 without gaps within a calendar year.
type EntryNo struct{ Year, No int }

// String is "J-2026-0017".
func (n EntryNo) String() string { return fmt.Sprintf("J-%d-%04d", n.Year, n.No) }

// Entry is one booking. It is never changed; another one reverses it.
type Entry struct {
	ID         int64
	Number     EntryNo
	Day        civil.Date
	Text       string
	Document   Document
	DocumentID int64
	Reverses   int64 // the entry that this one reverses, or 0
	Lines      []Line
}

// Check is why the entry cannot be booked; nil when it can.
func (e Entry) Check() error {
	switch {
	case e.Day.IsZero():
		return errors.New("an entry has a day")
	case e.Text == "":
		return errors.New("an entry says what it is")
	case e.Document != ByHand && e.DocumentID == 0:
		return errors.New("an entry names its document")
	case len(e.Lines) < 2:
		return errors.New("an entry has two lines at least")
	}
	for _, l := range e.Lines {
		switch {
		case l.Amount == 0:
			return errors.New("a line has an amount")
		case kindOf(l.Account) == "":
			return fmt.Errorf("a line has an account: %q", l.Account)
		case l.Account.OfParties() == l.Party.IsZero():
			return fmt.Errorf("what members and clubs owe, and nothing else, names who: account %s", l.Account)
		case l.Account.OfParties() && l.Party.Owes() != l.Account:
			return fmt.Errorf("account %s is not of that party", l.Account)
		}
	}
	if sum := Sum(e.Lines); sum != 0 {
		return fmt.Errorf("debits and credits differ by %s", sum)
	}
	return nil
}

// Sum is the sum of lines: zero of a whole entry.
func Sum(lines []Line) money.Cents {
	var sum money.Cents
	for _, l := range lines {
		sum += l.Amount
	}
	return sum
}

// Reversal undoes an entry on a day.
func (e Entry) Reversal(day civil.Date, text string) Entry {
	back := Entry{Day: day, Text: text, Document: e.Document, DocumentID: e.DocumentID, Reverses: e.ID}
	for _, l := range e.Lines {
		l.Amount = -l.Amount
		back.Lines = append(back.Lines, l)
	}
	return back
}

// Balances are the balances of accounts.
type Balances map[Code]money.Cents

// Sum is the sum of all balances: zero of a journal that holds.
func (b Balances) Sum() money.Cents {
	var sum money.Cents
	for _, v := range b {
		sum += v
	}
	return sum
}
