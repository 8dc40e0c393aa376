package web_test

import (
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/web/kit/kittest"
)

// moneyTyped are amounts as people type them, and whether they are read: as dollars, commas between thousands and at most two
// decimals. What may mean two things is refused.
var moneyTyped = map[string]bool{
	"25": true, " 25 ": true, "$25": true, "$ 25": true, "25.5": true, "25.50": true, "1,000.00": true, "1 000.00": true,
	"1000000": true, "1.234,50": false, "25.001": false, "-5": false, "−5": false, "25,50": false, "１２": false, "1e3": false,
	"2 5": false, "25 50": false, "1,000 000": false, "ten": false, "5-": false, "0x10": false, "1_000": false,
	"10000000.01": false, strings.Repeat("9", 30): false, "٢٥": false, "25.": false, "NaN": false,
}

// moneyFields are the fields of forms into which money is typed: a page with another one, or without one of these, is new here.
var moneyFields = []string{
	"/books/bank/:id/reconcile balance",
	"/books/invoices/:id/credit amount",
	"/books/invoices/new amount_N",
	"/books/journal/new amount",
	"/books/payments/:id/refund amount",
	"/books/payments/new amount",
	"/books/payments/several amount",
	"/books/payments/several amount_N",
	"/books/year/budget amount_N",
	"/bookshop/desk/articles/new member_price",
	"/bookshop/desk/articles/new price",
	"/bookshop/desk/postage price_N",
	"/clubs/:id/payment amount",
	"/committee/investments/new amount",
	"/committee/loans/new amount",
	"/committee/payments/new amount",
	"/director/events/:id/online fee_member",
	"/director/events/:id/online fee_student",
	"/director/events/:id/online fee_visitor",
	"/director/sections/:id/prizes/edit money_N",
	"/meetings/dissolution assets",
	"/returns/:id/payment amount",
	"/treasurer/rates/new amount",
}

var (
	moneyTag = regexp.MustCompile(`<div class="unit"><span>\$</span><input\b([^>]*)>`)
	digits   = regexp.MustCompile(`\d+`)
)

// moneyField is such a field as someone meets it.
type moneyField struct {
	session, path, name string
}

// Money that is typed into any form of the site is read as it was meant, or refused beside its field, with all that was typed
// kept.
func TestMoneyTypedIntoAnyForm(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	found := map[string]moneyField{}
	for _, r := range site.Routes() {
		if r.Method != http.MethodGet {
			continue
		}
		for _, v := range w.visits {
			if !slices.Contains(senders, v.title) || r.Access.Admits(w.actor(v), kittest.TestNow.Date()) != nil {
				continue
			}
			path := address(t, r.Path, w.small.Halves[v.half], v)
			for _, m := range moneyTag.FindAllStringSubmatch(site.Browser(v.session).Get(path).Body, -1) {
				name := attributes(m[1])["name"]
				field := r.Path + " " + digits.ReplaceAllString(name, "N")
				if _, known := found[field]; !known {
					found[field] = moneyField{v.session, path, name}
				}
			}
		}
	}
	fields := slices.Sorted(maps.Keys(found))
	if !slices.Equal(fields, moneyFields) {
		t.Errorf("money is typed into\n%s", strings.Join(fields, "\n"))
	}
	for _, field := range fields {
		f := found[field]
		b := site.Browser(f.session)
		sent, _ := fieldsOf(b.Get(f.path).Body, f.path)
		for typed, read := range moneyTyped {
			if !read { // nothing changes
				typeMoney(t, b, f, sent, typed, false)
			}
		}
		for typed, read := range moneyTyped {
			if read {
				typeMoney(t, b, f, sent, typed, true)
			}
		}
	}
}

func typeMoney(t *testing.T, b *kittest.Browser, f moneyField, filled url.Values, typed string, read bool) {
	t.Helper()
	form := maps.Clone(filled)
	form.Set(f.name, typed)
	var pairs []string
	for field, values := range form {
		for _, value := range values {
			pairs = append(pairs, field, value)
		}
	}
	send := func() kittest.Answer { return b.Post(f.path, pairs...) }
	if f.path == "/meetings/dissolution" { // it changes nothing, and is asked for by its address
		send = func() kittest.Answer { return b.Get(f.path + "?" + form.Encode()) }
	}
	a := send()
	refused := strings.Contains(a.Body, `id="`+f.name+`-error"`) && strings.Contains(a.Body, "Enter dollars and cents")
	switch {
	case read && refused, a.Status >= http.StatusInternalServerError:
		t.Errorf("%s: %q in %s answers %d, refused %v", f.path, typed, f.name, a.Status, refused)
	case !read && (!refused || a.Status != http.StatusUnprocessableEntity):
		t.Errorf("%s: %q in %s answers %d, refused beside the field %v", f.path, typed, f.name, a.Status, refused)
	}
	if read {
		return
	}
	back, _ := fieldsOf(a.Body, f.path)
	for field, values := range form {
		if got := back.Get(field); strings.TrimSpace(got) != strings.TrimSpace(values[0]) {
			t.Errorf("%s: %q in %s: %s was %q and is %q", f.path, typed, f.name, field, values[0], got)
		}
	}
}

// moneyReaders are how often each file of a desk reads an amount of a form. Where another does, its page belongs into
// moneyFields; the amounts of a bank's line and of what a credit settles are shown only once there are such.
var moneyReaders = map[string]int{
	"books/bank.go": 2, "books/budget.go": 1, "books/forms.go": 3, "books/journal.go": 1, "books/payment_new.go": 3,
	"books/refund.go": 1, "bookshop/articles.go": 3, "committee/investment.go": 1, "committee/payment_form.go": 1, "committee/register.go": 1,
	"entering/terms.go": 2, "events/prize_forms.go": 1, "meetings/dissolution.go": 1, "society/club_fee.go": 1,
	"society/rates.go": 1,
}

func TestWhereMoneyIsRead(t *testing.T) {
	got := map[string]int{}
	for _, pattern := range []string{"*.go", "*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), "in.Amount("); n > 0 && !strings.HasSuffix(file, "_test.go") {
				got[file] = n
			}
		}
	}
	if diff := cmp.Diff(moneyReaders, got); diff != "" {
		t.Errorf("money is read elsewhere:\n%s", diff)
	}
}
