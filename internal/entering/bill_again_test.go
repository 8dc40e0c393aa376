package entering

import (
	"testing"

	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: what was given back of the fee of a cancelled event was taken for a waiver when it took place after all.
func TestWhatIsGivenBackOfACancelledEventIsNoWaiver(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		w.takes(books, treasurer, a.Person, 5000, "1")
		for range 2 {
			w.turns(true)
			w.must(clubsOf(w).CreditInvoice(ctx, treasurer, treasury.CreditInput{
				Invoice: a.Invoice, Kind: treasury.Credited, Amount: 5000, Reason: "To be paid back",
			}))
			held, _, err := treasury.Refundable(ctx, w.db, ledger.Party{Person: int64(a.Person)}, 0)
			if w.must(err); held != 5000 || w.asked(a.ID) != 0 {
				t.Errorf("given back: credit of %s, asked for %s", held, w.asked(a.ID))
			}
			w.turns(false)
			if b := w.read(a.ID).Bill; w.asked(a.ID) != 5000 || b.Paid != 5000 { // the credit that was not paid back settles it
				t.Errorf("it takes place: asked for %s, %+v", w.asked(a.ID), b)
			}
		}
		w.balanced()
		w.audited()
	})
}

// Bug: a payment that was reversed while the event was cancelled left the invoice asking.
func TestAReversalAsksNothingForACancelledEvent(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		_, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		p, err := clubsOf(w).Take(ctx, treasurer, treasury.ReceiveInput{
			Party: ledger.Party{Person: int64(a.Person)}, Amount: 2000, ReceivedOn: w.s.cases.Today(), Method: treasury.Bank,
		})
		w.must(err)
		w.turns(true)
		w.must(clubsOf(w).ReverseTaken(ctx, treasurer, p.ID, "bounced"))
		if w.invoiced() != 0 || w.asked(a.ID) != 0 {
			t.Errorf("cancelled and bounced: %d invoices, asked for %s", w.invoiced(), w.asked(a.ID))
		}
		w.turns(false)
		if b := w.read(a.ID).Bill; b.Open() != 5000 {
			t.Errorf("it takes place: %+v", b)
		}
		w.balanced()
		w.audited()
	})
}

// Bug: who withdrew and entered again did not get what was waived, and the waiver was counted against an income twice.
func TestWhoEntersAgainKeepsTheWaiver(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		_, treasurer := billedWorld(w)
		a, link := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		w.must(clubsOf(w).CreditInvoice(ctx, treasurer, treasury.CreditInput{
			Invoice: a.Invoice, Kind: treasury.Waived, Amount: 2000, Reason: "Helps with the event",
		}))
		w.must(w.s.WithdrawByLink(ctx, link, w.read(a.ID).Version))
		w.last("ngata@example.org")
		again, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, again.ID, a.Person, again.Version))
		b := w.read(again.ID)
		if b.Person != a.Person || b.Invoice != a.Invoice || b.Bill.Open() != 3000 || w.invoiced() != 1 {
			t.Errorf("entered again: %d invoices, %+v", w.invoiced(), b.Bill)
		}
		w.counted(5000, 2000, "entered again")
		if old := w.read(a.ID); old.Invoice != 0 {
			t.Errorf("the entry that ended still has invoice %d", old.Invoice)
		}
		w.balanced()
		w.audited()
	})
}
