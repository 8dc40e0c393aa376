package entering

import (
	"testing"
	"time"

	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// A fee that the treasurer waived is not asked for again because the event was cancelled and takes place after all.
func TestAWaivedFeeStaysWaived(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		_, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.must(clubsOf(w).CreditInvoice(ctx, treasurer, treasury.CreditInput{
			Invoice: w.read(a.ID).Invoice, Kind: treasury.Waived, Amount: 5000, Reason: "Helps with the event",
		}))
		w.turns(true)
		w.turns(false)
		if n := w.invoiced(); n != 0 {
			t.Errorf("%d invoices of a fee that was waived", n)
		}
		w.balanced()
	})
}

// Of a fee of which a part was waived the rest is asked for again, each time, and no more.
func TestAPartWaived(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		_, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.must(clubsOf(w).CreditInvoice(ctx, treasurer, treasury.CreditInput{
			Invoice: w.read(a.ID).Invoice, Kind: treasury.Waived, Amount: 2000, Reason: "Helps with the event",
		}))
		for range 2 {
			w.turns(true)
			if w.asked(a.ID) != 0 {
				t.Errorf("cancelled: asked for %s", w.asked(a.ID))
			}
			w.turns(false)
			if b := w.read(a.ID).Bill; b.Open() != 3000 || w.invoiced() != 1 {
				t.Errorf("undone: %d invoices, %+v", w.invoiced(), b)
			}
		}
		w.counted(5000, 2000, "after it was cancelled twice")
		w.must(w.s.Charge(ctx, w.director, a.ID, Member, w.read(a.ID).Version))
		if w.asked(a.ID) != 2000 {
			t.Errorf("a lower fee: asked for %s", w.asked(a.ID))
		}
		w.terms(func(in *TermsInput) { in.Fees = Fees{Member: 4000, Visitor: 6000} })
		w.must(w.s.Charge(ctx, w.director, a.ID, Visitor, w.read(a.ID).Version)) // above the invoice: another one
		if w.asked(a.ID) != 4000 || w.invoiced() != 1 {
			t.Errorf("a higher fee: asked for %s by %d invoices", w.asked(a.ID), w.invoiced())
		}
		w.counted(6000, 2000, "with a higher fee")
		w.balanced()
		w.audited()
	})
}

// counted checks what the books have as income from entry fees, and as waived, in all.
func (w *world) counted(fees, waived money.Cents, when string) {
	w.t.Helper()
	for account, want := range map[ledger.Code]money.Cents{ledger.EntryFees: -fees, ledger.FeesWaived: waived} {
		got, err := store.One(ctx, w.db, store.Value[money.Cents], `
			SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT) FROM journal_line WHERE account = $1`, string(account))
		w.must(err)
		if got != want {
			w.t.Errorf("%s: account %s has %s, want %s", when, account, got, want)
		}
	}
}

// What the treasurer credited of a fee stays credited when the event was cancelled and takes place after all, and the
// reference stays too. A part that was paid stands in between.
func TestATreasurersCreditStays(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		w.must(clubsOf(w).CreditInvoice(ctx, treasurer, treasury.CreditInput{
			Invoice: a.Invoice, Kind: treasury.Credited, Amount: 2000, Reason: "Plays one day of two",
		}))
		w.takes(books, treasurer, a.Person, 1000, "1")
		for range 2 {
			w.turns(true)
			if b := w.read(a.ID).Bill; b.Open() != 0 || b.Paid != 1000 {
				t.Errorf("cancelled: %+v", b)
			}
			w.turns(false)
			if b := w.read(a.ID); b.Invoice != a.Invoice || b.Bill.Open() != 2000 || b.Bill.Paid != 1000 {
				t.Errorf("undone: %+v", b.Bill)
			}
		}
		w.counted(3000, 0, "after it was cancelled twice")
		w.balanced()
		w.audited()
	})
}

// What is asked of a fee is due with the event, also when that moves.
func TestAFeeIsDueWithItsEvent(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		first, _ := w.enters("Ngata")
		paid, _ := w.enters("Payer")
		for _, a := range []Application{first, paid} {
			w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		}
		w.takes(books, treasurer, w.read(paid.ID).Person, 5000, "1")
		was := w.read(first.ID).Bill.Due
		w.moves("2027-02-06", "2027-02-08")
		if got := w.read(first.ID).Bill.Due; was.String() != "2027-01-02" || got.String() != "2027-02-06" {
			t.Errorf("due on %s, and then on %s", was, got)
		}
		if got := w.read(paid.ID).Bill.Due; got != was {
			t.Errorf("what is paid is due on %s", got)
		}
		w.moves("2027-02-06", "2027-02-09")
		w.audited()
	})
}

// Part of a fee that is paid stands while the event is cancelled, and counts when it takes place.
func TestAPartStands(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.takes(books, treasurer, w.read(a.ID).Person, 2000, "1")
		w.turns(true)
		if b := w.read(a.ID).Bill; b.Open() != 0 || b.Paid != 2000 {
			t.Errorf("cancelled: %+v", b)
		}
		w.turns(false)
		if b := w.read(a.ID).Bill; b.Open() != 3000 || b.Paid != 2000 {
			t.Errorf("undone: %+v", b)
		}
		w.balanced()
	})
}

// Bug: an invoice that was made after the event's first day, and due at once, stayed due then when the event moved.
func TestAFeeThatWasDueAtOnceMovesWithItsEvent(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		a, _ := w.enters("Ngata")
		for w.s.cases.Today().Before(w.event.From.AddDays(1)) {
			w.later(24 * time.Hour)
		}
		a = w.read(a.ID)
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		today := w.s.cases.Today()
		if got := w.read(a.ID).Bill.Due; got != today {
			t.Fatalf("due on %s", got)
		}
		w.moves("2027-01-02", "2027-01-09") // another last day alone
		if got := w.read(a.ID).Bill.Due; got != today {
			t.Errorf("due on %s though the first day is as it was", got)
		}
		w.moves("2027-02-06", "2027-02-08")
		if got := w.read(a.ID).Bill.Due; got.String() != "2027-02-06" {
			t.Errorf("due on %s", got)
		}
	})
}
