package treasury_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// busyYears fills a desk with invoices and payments in every state.
func busyYears(t *testing.T, d *desk) ledger.Party {
	parties := d.others(t, "Mei", "Bo")
	for n := range 40 {
		party := parties[n%3/2]
		amount := money.Cents(1000 + 37*n)
		id, err := d.MakeInvoice(ctx, d.treasurer, treasury.InvoiceInput{
			Party: party, Due: day("2026-08-01").AddDays(n), Text: fmt.Sprintf("Book %d", n),
			Lines: []treasury.InvoiceLine{{Text: "A book", Amount: amount, Account: ledger.BookSales}},
			Tag:   []string{"", "Congress"}[n%2],
		})
		d.must(t, err)
		if n == 39 { // more than there is to pay
			amount += 100_000
		}
		if n%8 == 7 && n != 39 {
			d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
				Invoice: id, Kind: []treasury.CreditKind{"written_off", "credit"}[n/8%2], Amount: amount, Reason: "Lost",
			}))
		}
		if n%4 == 3 && n != 39 {
			continue
		}
		pays := []money.Cents{amount, amount / 2, amount - 1}[n%3]
		paid, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: party, Amount: pays, ReceivedOn: d.now.Date(), Method: []treasury.Method{"bank", "cash"}[n%2],
			Reference: fmt.Sprintf("Réf %d", n),
		})
		d.must(t, err)
		if n%10 == 0 {
			d.must(t, d.ReverseOwn(ctx, d.treasurer, paid.ID, "It bounced"))
		}
	}
	return parties[1]
}

// Pages are parts of the whole, their sums are the sums of its rows, and what the database decides of a filter is what
// the rows say.
func TestPagesOfTheBooks(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		busyYears(t, d)
		d.now = d.now.Add(60 * 24 * time.Hour)
		today := d.now.Date()
		whole, err := d.InvoiceList(ctx, d.treasurer, treasury.InvoiceFilter{})
		d.must(t, err)
		filters := map[string]func(i treasury.Invoice) bool{
			"": func(treasury.Invoice) bool { return true }, "owing": func(i treasury.Invoice) bool { return i.Open() > 0 },
			"overdue": func(i treasury.Invoice) bool { return i.Overdue(today) },
			"book 1":  func(i treasury.Invoice) bool { return len(i.Text) > 5 && i.Text[:6] == "Book 1" },
			"no such": func(treasury.Invoice) bool { return false },
		}
		for _, s := range treasury.InvoiceStates {
			filters[string(s)] = func(i treasury.Invoice) bool { return i.State() == s }
		}
		for name, takes := range filters {
			f := treasury.InvoiceFilter{Owing: name == "owing", Overdue: name == "overdue"}
			switch {
			case name == "book 1" || name == "no such":
				f.Text = name
			case !f.Owing && !f.Overdue:
				f.State = treasury.InvoiceState(name)
			}
			want := treasury.InvoiceList{}
			for _, i := range whole.Invoices {
				if takes(i) {
					want.Invoices, want.Count = append(want.Invoices, i), want.Count+1
					want.ToPay += i.Total - i.Credited - i.WrittenOff
					want.Paid += i.Paid
					want.Open += max(0, i.Open())
				}
			}
			if want.Count == 0 && name != "no such" {
				t.Errorf("no invoice is %q", name)
			}
			for _, size := range []int{0, 7, 100} {
				f.Page.Size = size
				got := treasury.InvoiceList{}
				for n := 1; n <= max(1, f.Page.Last(want.Count)); n++ {
					f.Page.Number = n
					page, err := d.InvoiceList(ctx, d.treasurer, f)
					d.must(t, err)
					page.Invoices = append(got.Invoices, page.Invoices...)
					got = page
				}
				if !reflect.DeepEqual(want, got) {
					t.Fatalf("invoices %q by %d:\n%+v, want\n%+v", name, size, got, want)
				}
			}
			f.Page = treasury.Page{Number: 1000, Size: 7}
			if late, err := d.InvoiceList(ctx, d.treasurer, f); err != nil || want.Count > 0 && len(late.Invoices) == 0 {
				t.Errorf("invoices %q: a page after the last has %d, %v", name, len(late.Invoices), err)
			}
		}
	})
}

// A search for words shows page by page what a file of it has, with what all of it comes to.
func TestPagesOfASearchAreItsFile(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		busyYears(t, d)
		found := 0
		for _, f := range []treasury.PaymentFilter{
			{Text: "a"}, {Text: "e r"}, {Text: "r-20"}, {Text: "RÉF 2"}, {Payer: "i"}, {Payer: "o", ByOthers: true},
			{Text: "1", Standing: "reversed"}, {Text: "1", Standing: "credit"}, {Text: "1", Payer: "a", Standing: "standing"},
			{Text: "nobody at all"},
		} {
			each, err := d.EachPayment(ctx, d.treasurer, f)
			d.must(t, err)
			var want, got treasury.PaymentList
			d.must(t, each(func(p treasury.ListedPayment) error {
				want.Payments, want.Count = append(want.Payments, p), want.Count+1
				if p.ReversedBy == 0 {
					want.Received, want.Left = want.Received+p.Amount, want.Left+p.Left
				}
				return nil
			}))
			f.Page.Size = 3
			for n := 1; n <= f.Page.Last(want.Count); n++ {
				f.Page.Number = n
				page, err := d.Payments(ctx, d.treasurer, f)
				d.must(t, err)
				page.Payments, want.All = append(got.Payments, page.Payments...), page.All
				got = page
			}
			if found += want.Count; !reflect.DeepEqual(want, got) {
				t.Errorf("%+v: %+v, want %+v", f, got, want)
			}
		}
		if found == 0 {
			t.Error("nothing was found")
		}
	})
}

func TestPagesOfPayments(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		busyYears(t, d)
		whole, err := d.Payments(ctx, d.treasurer, treasury.PaymentFilter{})
		d.must(t, err)
		if len(whole.Payments) != whole.Count || whole.Count != whole.All || whole.Count == 0 {
			t.Fatalf("%d of %d payments, %d in all", len(whole.Payments), whole.Count, whole.All)
		}
		for name, takes := range map[string]func(p treasury.ListedPayment) bool{
			"": func(treasury.ListedPayment) bool { return true }, "cash": func(p treasury.ListedPayment) bool { return p.Method == "cash" },
			"standing": func(p treasury.ListedPayment) bool { return p.ReversedBy == 0 },
			"reversed": func(p treasury.ListedPayment) bool { return p.ReversedBy != 0 },
			"credit":   func(p treasury.ListedPayment) bool { return p.Left > 0 },
			"ref 1":    func(p treasury.ListedPayment) bool { return len(p.Reference) > 5 && p.Reference[:6] == "Réf 1" },
		} {
			f := treasury.PaymentFilter{Standing: name}
			switch name {
			case "cash":
				f = treasury.PaymentFilter{Method: "cash"}
			case "ref 1":
				f = treasury.PaymentFilter{Text: name}
			}
			want := treasury.PaymentList{All: whole.All}
			for _, p := range whole.Payments {
				if takes(p) {
					want.Payments, want.Count = append(want.Payments, p), want.Count+1
					if p.ReversedBy == 0 {
						want.Received, want.Left = want.Received+p.Amount, want.Left+p.Left
					}
				}
			}
			if want.Count == 0 {
				t.Errorf("no payment is %q", name)
			}
			for _, size := range []int{0, 7} {
				f.Page.Size = size
				got := treasury.PaymentList{}
				for n := 1; n <= f.Page.Last(want.Count); n++ {
					f.Page.Number = n
					page, err := d.Payments(ctx, d.treasurer, f)
					d.must(t, err)
					page.Payments = append(got.Payments, page.Payments...)
					got = page
				}
				if !reflect.DeepEqual(want, got) {
					t.Fatalf("payments %q by %d:\n%+v, want\n%+v", name, size, got, want)
				}
			}
		}
	})
}

func TestPagesOfTheJournal(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		bo := busyYears(t, d)
		for _, f := range []treasury.JournalFilter{
			{}, {Account: ledger.BookSales}, {Tag: "Congress"}, {From: d.now.Date()}, {Party: bo},
		} {
			whole, err := d.ReadJournal(ctx, d.treasurer, f)
			d.must(t, err)
			var debits money.Cents
			for _, e := range whole.Entries {
				for _, l := range e.Lines {
					debits += max(0, l.Amount)
				}
			}
			if whole.Count != len(whole.Entries) || whole.Debits != debits || whole.Count == 0 {
				t.Errorf("%+v: %d entries of %d, debits %s of %s", f, len(whole.Entries), whole.Count, debits, whole.Debits)
			}
			var got []ledger.Entry
			f.Page.Size = 7
			for n := 1; n <= f.Page.Last(whole.Count); n++ {
				f.Page.Number = n
				page, err := d.ReadJournal(ctx, d.treasurer, f)
				d.must(t, err)
				if page.Count != whole.Count || page.Debits != whole.Debits {
					t.Fatalf("page %d counts %d and %s", n, page.Count, page.Debits)
				}
				got = append(got, page.Entries...)
			}
			if !reflect.DeepEqual(whole.Entries, got) {
				t.Errorf("%+v:\n%+v, want\n%+v", f, got, whole.Entries)
			}
		}
	})
}
