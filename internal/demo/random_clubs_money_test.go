package demo

import (
	"pgregory.net/rapid"

	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// owes has a club asked for something by hand, or a payment for it, by itself or by another.
func (l *lists) owes(t *rapid.T) {
	club := ledger.Party{Club: int64(rapid.SampledFrom(l.clubs[:]).Draw(t, "club"))}
	amount := money.Cents(rapid.Int64Range(1, 9000).Draw(t, "cents"))
	if rapid.Bool().Draw(t, "pays") {
		_, err := l.years.clubs.Take(always, l.treasurer, treasury.ReceiveInput{
			Party: club, Amount: amount, ReceivedOn: l.now.Date(), Method: treasury.Bank, Reference: l.now.String(), PaidBy: l.payer(t),
		})
		l.did(t, "club payment", err)
		return
	}
	id, err := l.books.MakeInvoice(always, l.treasurer, treasury.InvoiceInput{
		Party: club, Due: l.now.Date().AddDays(20), Text: "Books",
		Lines: []treasury.InvoiceLine{{Text: "A book", Amount: amount, Account: ledger.BookSales}},
	})
	if l.did(t, "club invoice", err) {
		l.invoices = append(l.invoices, id)
	}
}

// paysFor has a club pay on the account of a member.
func (l *lists) paysFor(t *rapid.T) {
	_, err := l.years.clubs.Take(always, l.treasurer, treasury.ReceiveInput{
		Party: l.party(t), Amount: money.Cents(rapid.Int64Range(1, 9000).Draw(t, "cents")), ReceivedOn: l.now.Date(),
		Method: treasury.Bank, Reference: l.now.String(),
		PaidBy: treasury.Payer{Party: ledger.Party{Club: int64(rapid.SampledFrom(l.clubs[:]).Draw(t, "club"))}},
	})
	l.did(t, "paid by a club", err)
}

// lowers credits an invoice by hand, or undoes that.
func (l *lists) lowers(t *rapid.T) {
	id, ok := drawn(t, l.invoices, "invoice")
	if !ok {
		return
	}
	i, err := l.books.Invoice(always, l.treasurer, id)
	l.must(err)
	if c, ok := drawn(t, i.Credits, "credit"); ok && rapid.Bool().Draw(t, "undo") {
		l.did(t, "credit undone", l.years.clubs.UndoCredit(always, l.treasurer, treasury.UndoCreditInput{
			Invoice: id, Credit: c.ID, Reason: "A slip",
		}))
		return
	}
	l.did(t, "club credit", l.years.clubs.CreditInvoice(always, l.treasurer, treasury.CreditInput{
		Invoice: id, Kind: treasury.Credited, Amount: money.Cents(rapid.Int64Range(1, int64(i.Total)).Draw(t, "off")), Reason: "So",
	}))
}

// settled checks that no club has credit of its own beside something that it owes.
func (l *lists) settled(t *rapid.T) {
	for _, id := range l.clubs {
		list, credit, err := l.books.InvoicesOf(always, l.treasurer, ledger.Party{Club: int64(id)})
		l.must(err)
		for _, i := range list {
			if credit.Own > 0 && i.Open() > 0 {
				t.Fatalf("after %s: club %d has %s of its own, and %s is open on %s", l.last, id, credit.Own, i.Open(), i.Number)
			}
		}
	}
}
