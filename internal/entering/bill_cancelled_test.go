package entering

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// turns cancels the event, or undoes that, as package cancelling does.
func (w *world) turns(cancelled bool) {
	w.t.Helper()
	w.must(w.s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		permit, err := w.s.program()
		if err != nil {
			return nil, err
		}
		c := tournaments.Cancellation{Is: cancelled, Reason: "Flood", At: permit.Now(), By: permit.Name(), Turns: 1}
		if err := w.events.SetCancelled(ctx, tx, w.event.ID, c); err != nil {
			return nil, err
		}
		owed, err := w.s.Owe(ctx, tx, permit, w.event.ID)
		return permit.Did("cancel.event", "event", int64(w.event.ID), nil, nil).Then(owed), err
	}))
}

// invoiced counts the invoices that ask for anything.
func (w *world) invoiced() int {
	w.t.Helper()
	all, err := treasury.ReadInvoices(ctx, w.db, treasury.InvoiceFilter{})
	w.must(err)
	n := 0
	for _, i := range all {
		if i.Open() > 0 {
			n++
		}
	}
	return n
}

// While an event is cancelled no one is asked for a fee, whatever the director notes: money that was taken at the door and
// given back is not asked for by an invoice.
func TestNoOneIsAskedForTheFeeOfACancelledEvent(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		door, _ := w.enters("Door")
		w.must(w.s.ConfirmOne(ctx, w.director, door.ID, 0, door.Version))
		w.must(w.s.Pay(ctx, w.director, door.ID, AtTheDoor, w.read(door.ID).Version))
		early, _ := w.enters("Early") // paid, and never confirmed
		w.must(w.s.Pay(ctx, w.director, early.ID, AtTheDoor, early.Version))
		hand, err := w.events.Enter(ctx, w.director, w.person("Paki", "Tama", "1d", "tama@example.nz"),
			tournaments.EntryInput{Section: w.section})
		w.must(err)
		w.turns(true)
		w.must(w.s.Pay(ctx, w.director, door.ID, "", w.read(door.ID).Version))
		if got := w.sheet().Totals.Owed; got != 0 {
			t.Errorf("%s is owed for a cancelled event", got)
		}
		if n := w.invoiced(); n != 0 {
			t.Errorf("given back: %d invoices", n)
		}
		w.must(w.s.Pay(ctx, w.director, door.ID, AtTheDoor, w.read(door.ID).Version))
		w.must(w.s.Pay(ctx, w.director, early.ID, "", w.read(early.ID).Version))
		w.refused(w.s.PayEntry(ctx, w.director, w.event.ID, hand.ID, Beforehand), apperr.Conflict, "is cancelled")
		if n := w.invoiced(); n != 0 {
			t.Errorf("%d invoices for a cancelled event", n)
		}
		w.must(w.s.Pay(ctx, w.director, door.ID, "", w.read(door.ID).Version))
		w.turns(false) // only whoever had an invoice has one again
		if n := w.invoiced(); n != 1 || w.asked(door.ID) != 5000 {
			t.Errorf("undone: %d invoices, asked for %s", n, w.asked(door.ID))
		}
		w.balanced()
		w.audited()
	})
}

// What the books say is paid is not noted by the director: not by way of the door either.
func TestTheDoorIsNoWayRoundTheBooks(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		w.must(w.s.Pay(ctx, w.director, a.ID, AtTheDoor, w.read(a.ID).Version))
		w.refused(w.s.Pay(ctx, w.director, a.ID, Beforehand, w.read(a.ID).Version), apperr.Conflict, "Say first that it is not")
		if got := w.read(a.ID).Paid.How; got != AtTheDoor {
			t.Errorf("noted as paid %s", got)
		}
	})
}

// Whose money it was stays on the list: a section is not removed with those who paid for it and are off its list.
func TestASectionThatWasPaidForStays(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		removes := func() error {
			section, _ := w.field().section(w.section)
			return w.events.RemoveSection(ctx, w.director, w.section, section.Version)
		}
		paid, link := w.enters("Ngata")
		w.must(w.s.Pay(ctx, w.director, paid.ID, AtTheDoor, paid.Version))
		w.must(w.s.WithdrawByLink(ctx, link, w.read(paid.ID).Version))
		w.refused(removes(), apperr.Invalid, "Fees were paid")
		w.must(w.s.Pay(ctx, w.director, paid.ID, "", w.read(paid.ID).Version))
		asked, _ := w.enters("Tama")
		w.must(w.s.ConfirmOne(ctx, w.director, asked.ID, 0, asked.Version))
		w.must(w.s.Decline(ctx, w.director, asked.ID, w.read(asked.ID).Version))
		w.refused(removes(), apperr.Invalid, "the books have invoices")
	})
}

func (w *world) field() field {
	w.t.Helper()
	f, err := fieldOf(ctx, w.db, w.event.ID)
	w.must(err)
	return f
}
