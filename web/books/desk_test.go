package books_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The treasurer's desk begins with what came in, what is owed and due, and the bank's lines that wait; each figure is that of
// the list it leads to.
func TestTheDeskBeginsWithTheMoney(t *testing.T) {
	o := openOffice(t)
	o.asks(o.aroha, 2500)
	o.asks(o.bo, 4000)
	o.pays(o.aroha, 3000, civil.MustParseDate("2026-06-20"))
	o.pays(o.bo, 1000, civil.MustParseDate("2026-05-01")) // longer ago than thirty days
	o.uploads("Direct Credit,Someone,,,gift,25.00,21/06/2026,,", "Direct Credit,Another,,,,9.00,22/06/2026,,")
	desk := o.treasurer.Get("/treasurer")
	desk.Wants(t, http.StatusOK, "Came in since", "$30.00", "Owed to us", "$30.00 on 1 invoice", "$5.00", "2 lines of the bank wait")
	first, then := strings.Index(desk.Body, "Owed to us"), strings.Index(desk.Body, "Members today")
	if first < 0 || then < first {
		t.Error("the money does not come first")
	}
	o.Now = civil.MustParseDate("2026-08-15").Midnight()
	o.treasurer = o.Browser(o.Session(o.keeper))
	o.treasurer.Get("/treasurer").Wants(t, http.StatusOK, "1 invoice is overdue", "$30.00 is still to be paid")
	o.treasurer.Get("/books/invoices?state=overdue").Wants(t, http.StatusOK, "1 invoice", "$30.00")
}

// Members, clubs and money by year are drawn by the server beside their tables, for officers.
func TestFiguresByYear(t *testing.T) {
	o := openOffice(t)
	o.asks(o.aroha, 2500)
	page := o.secretary.Get("/books/figures")
	page.Wants(t, http.StatusOK, "<svg", "Income and expenses by year", "$25.00", "Members by year")
	if n := strings.Count(page.Body, "<svg role"); n != 4 {
		t.Errorf("%d graphs", n)
	}
	o.member.Get("/books/figures").Wants(t, http.StatusForbidden)
	o.secretary.Get("/books/figures.csv").Wants(t, http.StatusOK, "Affiliated clubs", "25.00")
}

// Each figure of the desk leads to the invoices that it is made of; the plain-text journal is found on the journal's page.
func TestFiguresLeadToWhatTheyAreMadeOf(t *testing.T) {
	o := openOffice(t)
	o.asks(o.bo, 2500)
	far, err := o.Treasury.MakeInvoice(t.Context(), kittest.Program, treasury.InvoiceInput{
		Party: ledger.Party{Person: int64(o.aroha)}, Due: o.Now.Date().AddDays(90), Text: "Later",
		Lines: []treasury.InvoiceLine{{Text: "A book", Amount: 4000, Account: ledger.BookSales}},
	})
	o.Must(err)
	o.treasurer.Get("/treasurer").Wants(t, http.StatusOK, "$65.00 on 2 invoices", "$25.00 on 1 invoice", "/books/invoices?state=soon")
	page := o.treasurer.Get("/books/invoices?state=soon")
	page.Wants(t, http.StatusOK, "Bo Rata", "1 invoice")
	if strings.Contains(page.Body, `href="`+kit.Below("/books/invoices", far)+`"`) {
		t.Error("an invoice that is due later is listed")
	}
	o.treasurer.Get("/books/journal?account=1100").Wants(t, http.StatusOK, "/books/journal.txt?account=1100")
}
