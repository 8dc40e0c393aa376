package books_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/money"
	"nzgs/internal/treasury/ledger"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// typedAmounts are amounts as people type them; 0: the page refuses them beside the field.
var typedAmounts = map[string]money.Cents{
	"25": 2500, "$25": 2500, " 25.5 ": 2550, "1,234.50": 123450, "1000000": 100000000, "$1,000,000.00": 100000000,
	"1.234,50": 0, "25.001": 0, "-25": 0, "−25": 0, "0": 0, "": 0, "ten": 0, "1e3": 0, "10000000.01": 0, "25,00": 0,
	"999999999999999999999": 0,
}

// Money that is typed is read as it was meant, or refused beside its field with what was typed kept; then nothing is booked.
func TestMoneyAsItIsTyped(t *testing.T) {
	o := openOffice(t)
	party := kit.IDText(o.aroha)
	forms := map[string]struct {
		field string
		pairs []string
		moves ledger.Code // the account that shows what was read
	}{
		"/books/payments/new": {"amount", []string{"party", party, "received_on", "2026-06-30", "method", "bank"}, ledger.BankAccount},
		"/books/invoices/new": {"amount_1", []string{
			"party", party, "text", "Books", "due", "2026-08-01", "line_1", "A book", "account_1", "4300",
		}, ledger.MembersOwe},
		"/books/journal/new": {"amount", []string{
			"day", "2026-06-30", "text", "Interest", "debit", "1000", "credit", "4500",
		}, ledger.BankAccount},
	}
	n := 0
	for path, form := range forms {
		for typed, want := range typedAmounts {
			before := o.books()[form.moves]
			n++
			pairs := append([]string{form.field, typed, "reference", kit.IDText(int64(n))}, form.pairs...)
			got := o.treasurer.Post(path, pairs...)
			moved := o.books()[form.moves] - before
			switch {
			case moved != want && moved != -want, want != 0 && moved == 0:
				t.Errorf("%s: %q moved %s, want %s", path, typed, moved, want)
			case want == 0:
				got.Wants(t, http.StatusUnprocessableEntity, `id="`+form.field+`-error"`)
				if v := strings.TrimSpace(typed); v != "" && !strings.Contains(got.Body, `value="`+v+`"`) {
					t.Errorf("%s: %q is lost", path, typed)
				}
			case got.Status != http.StatusSeeOther:
				t.Errorf("%s: %q answered %d\n%s", path, typed, got.Status, got.Body)
			}
		}
	}
}

// All that is wrong with a form is said at once, and nothing is half written.
func TestEveryProblemAtOnce(t *testing.T) {
	o := openOffice(t)
	i, p := o.asks(o.aroha, 2500), o.pays(o.bo, 3000, o.Now.Date())
	before := o.books()
	for name, tt := range map[string]struct {
		path  string
		pairs []string
		want  []string
	}{
		"a payment": {"/books/payments/new", []string{"party", "No One", "received_on", "soon", "amount", "x"}, []string{
			"party", "received_on", "amount", "method",
		}},
		"a payment to come": {"/books/payments/new", []string{
			"party", kit.IDText(o.bo), "received_on", "2026-07-02", "amount", "5", "method", "bank",
		}, []string{"received_on"}},
		"a member and a club": {"/books/payments/new", []string{
			"party", "Bo Rata", "club", "1", "received_on", "2026-07-01", "amount", "5", "method", "bank",
		}, []string{"party"}},
		"an invoice": {"/books/invoices/new", []string{"line_1", "", "amount_1", "-1", "due", "31/31/2026"}, []string{
			"party", "text", "due", "line_1", "amount_1", "account_1",
		}},
		"more than was asked":     {invoicePath(i, "credit"), []string{"kind", "credit", "amount", "25.01", "reason", "wrong"}, []string{"amount"}},
		"a credit without a kind": {invoicePath(i, "credit"), []string{"amount", "25.00"}, []string{"kind", "reason"}},
		"more than is left": {paymentPath(p, "settle"), []string{
			"amount_" + kit.IDText(i.ID), "31",
		}, []string{"amount_" + kit.IDText(i.ID)}},
		"a refund of more": {paymentPath(p, "refund"), []string{"amount", "30.01", "purpose", "back", "method", "transfer"}, []string{"amount"}},
		"an entry":         {"/books/journal/new", []string{"day", "", "amount", "0"}, []string{"day", "text", "debit", "credit", "amount"}},
		"money to others": {"/books/journal/new", []string{
			"day", "2026-06-30", "text", "Hall", "debit", "5000", "credit", "1000", "amount", "40",
		}, []string{"credit"}},
		"an account": {"/books/accounts/new", []string{"code", "9", "name", ""}, []string{"code", "name"}},
	} {
		got := o.treasurer.Post(tt.path, tt.pairs...)
		for _, field := range tt.want {
			if got.Status != http.StatusUnprocessableEntity || !strings.Contains(got.Body, `id="`+field+`-error"`) {
				t.Errorf("%s: status %d, nothing at %s\n%s", name, got.Status, field, got.Body)
			}
		}
	}
	after := o.books()
	for code, v := range before {
		if after[code] != v {
			t.Errorf("%s is %s, was %s", code, after[code], v)
		}
	}
	requests, err := o.Committee.Payments(t.Context(), kittest.Program)
	if err != nil || len(requests) != 0 {
		t.Errorf("asked for: %+v, %v", requests, err)
	}
}
