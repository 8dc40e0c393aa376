package books_test

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// office is a society with a treasurer, a secretary, who reads the books, and a member.
type office struct {
	*kittest.Site
	t                            *testing.T
	treasurer, secretary, member *kittest.Browser
	aroha, bo                    members.PersonID // the member, and another one
	keeper                       auth.AccountID
	actor                        auth.Actor // the treasurer
}

func openOffice(t *testing.T) *office {
	o := &office{Site: kittest.EmptySite(t), t: t}
	keeper, person := o.Account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer})
	writer, _ := o.Account("Wiremu", "Scribe", auth.Office{Role: auth.Secretary})
	own, aroha := o.Account("Aroha", "Tūī")
	o.keeper, o.aroha, o.bo = keeper, aroha, o.Register("Bo", "Rata")
	o.treasurer, o.secretary = o.Browser(o.Session(keeper)), o.Browser(o.Session(writer))
	o.actor = auth.Actor{
		Account: keeper, Person: person, Name: "Quentin Abernethy",
		Offices: []auth.Office{{Role: auth.Treasurer, From: o.Now.Date().AddDays(-10)}},
	}
	o.member = o.Browser(o.Session(own))
	return o
}

// asks makes an invoice by hand.
func (o *office) asks(p members.PersonID, amount money.Cents) treasury.Invoice {
	o.t.Helper()
	id, err := o.Treasury.MakeInvoice(o.t.Context(), kittest.Program, treasury.InvoiceInput{
		Party: ledger.Party{Person: int64(p)}, Due: o.Now.Date().AddDays(20), Text: "Books",
		Lines: []treasury.InvoiceLine{{Text: "A book", Amount: amount, Account: ledger.BookSales}},
	})
	o.Must(err)
	f, err := o.Treasury.Invoice(o.t.Context(), o.actor, id)
	o.Must(err)
	return f.Invoice
}

// pays records a payment.
func (o *office) pays(p members.PersonID, amount money.Cents, on civil.Date) treasury.Payment {
	o.t.Helper()
	out, err := o.Clubs.Take(o.t.Context(), kittest.Program, treasury.ReceiveInput{
		Party: ledger.Party{Person: int64(p)}, Amount: amount, ReceivedOn: on, Method: treasury.Bank,
	})
	o.Must(err)
	return out
}

const bankHead = "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge\n"

// uploads gives the treasurer's page a file of the bank.
func (o *office) uploads(lines ...string) {
	o.t.Helper()
	o.treasurer.Upload(
		"/books/bank/1/upload", "june.csv", bankHead+strings.Join(lines, "\n")+"\n", "key", "up-"+lines[0], "days", "dmy",
	).LeadsTo(o.t, "/books/bank")
}

// books is the balance of each account, which sum to zero.
func (o *office) books() ledger.Balances {
	o.t.Helper()
	b, err := o.Treasury.TrialBalance(o.t.Context(), kittest.Program)
	o.Must(err)
	if sum := b.Balances.Sum(); sum != 0 {
		o.t.Errorf("the journal sums to %s", sum)
	}
	return b.Balances
}

func invoicePath(i treasury.Invoice, part ...string) string {
	return kit.Below("/books/invoices", i.ID, part...)
}

func paymentPath(p treasury.Payment, part ...string) string {
	return kit.Below("/books/payments", p.ID, part...)
}
