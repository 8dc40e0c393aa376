package entering

import (
	"testing"

	"nzgs/internal/treasury"
)

// A fee that the treasurer waived is not asked for again because the event was cancelled and takes place after all.
func TestAWaivedFeeStaysWaived(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.must(books.CreditInvoice(ctx, treasurer, treasury.CreditInput{
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
		books, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.must(books.CreditInvoice(ctx, treasurer, treasury.CreditInput{
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
		w.must(w.s.Charge(ctx, w.director, a.ID, Member, w.read(a.ID).Version))
		if w.asked(a.ID) != 2000 {
			t.Errorf("a lower fee: asked for %s", w.asked(a.ID))
		}
		w.balanced()
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
