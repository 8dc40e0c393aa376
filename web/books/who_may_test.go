package books_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// Officers read the books, the treasurer keeps them, and a member sees what is their own.
func TestWhoSeesTheBooks(t *testing.T) {
	o := openOffice(t)
	own, other := o.asks(o.aroha, 2500), o.asks(o.bo, 4000)
	paid := o.pays(o.bo, 4000, o.Now.Date())
	o.uploads("Direct Credit,Someone,,,,25.00,21/06/2026,,")
	read := []string{
		"/books/payments", "/books/payments.csv", paymentPath(paid), "/books/invoices", "/books/invoices.xlsx", "/books/journal",
		"/books/journal.txt", "/books/accounts", "/books/year", "/books/year.pdf", "/books/year.xlsx", "/books/bank",
	}
	keep := []string{
		"/books/payments/new", paymentPath(paid, "settle"), paymentPath(paid, "reverse"), "/books/invoices/new",
		invoicePath(other, "credit"), "/books/journal/new", "/books/accounts/new", "/books/year/lock", "/books/bank/1/upload",
		"/books/bank/1/reconcile", "/books/bank/lines/1",
	}
	for _, path := range append(read, keep...) {
		if a := o.Browser("").Get(path); a.Status != http.StatusSeeOther && a.Status != http.StatusUnauthorized {
			t.Errorf("%s shows a stranger %d", path, a.Status)
		}
		o.member.Get(path).Wants(t, http.StatusForbidden)
		o.treasurer.Get(path).Wants(t, http.StatusOK)
	}
	for _, path := range read {
		o.secretary.Get(path).Wants(t, http.StatusOK)
	}
	for _, path := range keep {
		o.secretary.Get(path).Wants(t, http.StatusForbidden)
		o.secretary.Post(path, "amount", "1.00").Wants(t, http.StatusForbidden)
		o.member.Post(path, "amount", "1.00").Wants(t, http.StatusForbidden)
	}
	o.member.Get(invoicePath(own)).Wants(t, http.StatusOK, own.Number.Reference())
	o.member.Get(invoicePath(own, "invoice.pdf")).Wants(t, http.StatusOK)
	for _, path := range []string{invoicePath(other), invoicePath(other, "invoice.pdf"), paymentPath(paid, "receipt.pdf")} {
		if a := o.member.Get(path); a.Status != http.StatusForbidden && a.Status != http.StatusNotFound {
			t.Errorf("a member sees %s of another one: %d", path, a.Status)
		}
	}
}

// A club's secretary sees what the own club is asked to pay, and of no other club.
func TestAClubsSecretarySeesTheOwnClubsInvoices(t *testing.T) {
	o := openOffice(t)
	var found [2]clubs.ClubID
	for i, name := range []string{"Kāpiti Go Club", "Ōtautahi Go Club"} {
		var err error
		found[i], err = o.Clubs.Found(t.Context(), kittest.Program, clubs.ClubInput{Name: name, City: "Here"})
		o.Must(err)
	}
	id, _ := o.Account("Hana", "Club", auth.Office{Role: auth.ClubSecretary, Club: auth.ClubID(found[0])})
	b := o.Browser(o.Session(id))
	b.Get(kit.Below("/books/clubs", found[0])).Wants(t, http.StatusOK, "No invoices")
	b.Get(kit.Below("/books/clubs", found[1])).Wants(t, http.StatusForbidden)
}

// My page says what is to pay, and leads to how to pay it.
func TestWhatIOweAndHowToPay(t *testing.T) {
	o := openOffice(t)
	i := o.asks(o.aroha, 2500)
	o.asks(o.bo, 9900)
	o.member.Get("/me").Wants(t, http.StatusOK, "$25.00 on 1 invoice: how to pay", `href="/books/mine"`)
	o.member.Get("/books/mine").Wants(t, http.StatusOK, "Ask the treasurer how to pay", i.Number.Reference())
	banks, err := o.Treasury.BankAccounts(t.Context(), o.actor)
	o.Must(err)
	o.Must(o.Treasury.SetBankNumber(t.Context(), kittest.Program, banks[0].ID, banks[0].Version, "01-0234-0567890-00"))
	mine := o.member.Get("/books/mine")
	own := kit.PersonStatementURL(o.aroha)
	if got := o.member.Get(own); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("the own statement: %d", got.Status)
	}
	for _, days := range []string{"?from=2030-01-01", "?from=2026-05-01&until=2026-04-01", "?from=yesterday"} {
		o.member.Get(own+days).Wants(t, http.StatusUnprocessableEntity, "from a day to a later one")
	}
	o.member.Get(kit.PersonStatementURL(o.bo)).Wants(t, http.StatusForbidden)
	mine.Wants(t, http.StatusOK, "01-0234-0567890-00", "$25.00")
	if strings.Contains(mine.Body, "$99.00") {
		t.Error("a member sees what another one owes")
	}
	o.pays(o.aroha, 4000, o.Now.Date())
	paid := o.member.Get("/me")
	paid.Wants(t, http.StatusOK, "Paid ahead", "$15.00")
	if strings.Contains(paid.Body, "how to pay") {
		t.Error("nothing is to pay")
	}
}
