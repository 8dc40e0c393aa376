package entering

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// asked is what the books ask for an application now.
func (w *world) asked(id ApplicationID) money.Cents {
	w.t.Helper()
	a, err := byID(ctx, w.db, id)
	w.must(err)
	all, err := treasury.InvoicesIn(ctx, w.db, []treasury.InvoiceID{a.Invoice})
	w.must(err)
	i := all[a.Invoice]
	return i.Total - i.Credited - i.WrittenOff
}

func (w *world) read(id ApplicationID) Application {
	w.t.Helper()
	a, err := byID(ctx, w.db, id)
	w.must(err)
	w.must(withBills(ctx, w.db, &a))
	return a
}

// billedWorld has a fee for visitors, and a treasurer.
func billedWorld(w *world) (*treasury.Service, auth.Actor) {
	w.terms(func(in *TermsInput) { in.Fees = Fees{Member: 4000, Visitor: 5000} })
	return treasury.New(w.db, w.s.cases.Now), w.actor(w.person("Trea", "Surer", "", ""), auth.Treasurer)
}

func clubsOf(w *world) *clubs.Service {
	return clubs.New(w.db, w.s.cases.Now, auth.New(w.db, w.s.cases.Now, auth.Settings{}))
}

// takes records a payment on someone's account, as the treasurer does; it settles what is open.
func (w *world) takes(books *treasury.Service, treasurer auth.Actor, who PersonID, amount money.Cents, reference string) {
	w.t.Helper()
	_, err := clubsOf(w).Take(ctx, treasurer, treasury.ReceiveInput{
		Party: ledger.Party{Person: int64(who)}, Amount: amount, ReceivedOn: w.s.cases.Today(), Method: treasury.Bank, Reference: reference,
	})
	w.must(err)
}

// A confirmed entry has an invoice with a reference; that it is paid is what the books say, and the letter, the page of the
// entry and the list follow.
func TestAFeeIsAnInvoice(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		a, link := w.enters("Ngata")
		if a.Invoice != 0 {
			t.Error("an entry that is not confirmed has an invoice")
		}
		w.refused(w.s.Pay(ctx, w.director, a.ID, Beforehand, a.Version), apperr.Conflict, "Confirm the entry first")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		if a.Bill == nil || a.Bill.Open() != 5000 || a.Bill.Due != w.event.From || a.Bill.Party.Person != int64(a.Person) {
			t.Fatalf("the invoice is %+v", a.Bill)
		}
		if l := w.last("ngata@example.org"); !strings.Contains(l.body, a.Bill.Number.Reference()) {
			t.Errorf("the letter has no reference: %q", l.body)
		}
		if got := w.sheet().Totals; got.Owed != 5000 || got.Paid != 0 {
			t.Errorf("the totals are %+v", got)
		}
		w.takes(books, treasurer, a.Person, 2000, "1")
		if got := w.sheet().Totals; got.Owed != 3000 || got.Paid != 2000 {
			t.Errorf("part paid: %+v", got)
		}
		w.refused(w.s.Pay(ctx, w.director, a.ID, AtTheDoor, a.Version), apperr.Conflict, "The books have $20.00 of this fee")
		w.takes(books, treasurer, a.Person, 3000, "2")
		own, err := w.s.ByLink(ctx, link)
		w.must(err)
		if !own.Settled() || !w.sheet().Rows[0].Settled() {
			t.Errorf("paid in the books: %+v", own.Bill)
		}
		if got := w.sheet().Totals; got.Owed != 0 || got.Paid != 5000 {
			t.Errorf("the totals are %+v", got)
		}
		w.must(w.s.WithdrawByLink(ctx, link, own.Version)) // what was paid is the player's credit
		held, _, err := treasury.Refundable(ctx, w.db, ledger.Party{Person: int64(a.Person)}, 0)
		if w.must(err); held != 5000 || w.asked(a.ID) != 0 {
			t.Errorf("withdrawn: credit of %s, asked for %s", held, w.asked(a.ID))
		}
		w.balanced()
		w.audited()
	})
}

// A fee that is paid at the door is asked for no longer; noted by mistake, it is asked for again.
func TestAFeePaidAtTheDoorIsAskedForNoLonger(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		w.must(w.s.Pay(ctx, w.director, a.ID, AtTheDoor, a.Version))
		if got := w.sheet().Totals; w.asked(a.ID) != 0 || got.Door != 5000 || got.Owed != 0 {
			t.Errorf("at the door: asked for %s, %+v", w.asked(a.ID), got)
		}
		a = w.read(a.ID)
		w.must(w.s.Pay(ctx, w.director, a.ID, "", a.Version))
		if b := w.read(a.ID); w.asked(a.ID) != 5000 || b.Invoice != a.Invoice {
			t.Errorf("not paid after all: asked for %s by invoice %d, before %d: another reference", w.asked(a.ID), b.Invoice, a.Invoice)
		}
		w.balanced()
	})
}

// A lower fee is a credit on the invoice that there is, undone when the fee is the higher one again; a fee above the invoice
// is another one.
func TestAnotherFee(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		books, treasurer := billedWorld(w)
		a, _ := w.enters("Ngata")
		w.must(w.s.ConfirmOne(ctx, w.director, a.ID, 0, a.Version))
		a = w.read(a.ID)
		w.must(w.s.Charge(ctx, w.director, a.ID, Member, a.Version))
		lower := w.read(a.ID)
		if lower.Invoice != a.Invoice || lower.Bill.Open() != 4000 {
			t.Errorf("a lower fee: %+v", lower.Bill)
		}
		w.takes(books, treasurer, a.Person, 4000, "1")
		w.must(w.s.Charge(ctx, w.director, a.ID, Visitor, lower.Version))
		higher := w.read(a.ID)
		if higher.Invoice != a.Invoice || higher.Bill.Total != 5000 || higher.Bill.Open() != 1000 {
			t.Errorf("the first fee again, of which a part is paid: %+v", higher.Bill)
		}
		w.terms(func(in *TermsInput) { in.Fees = Fees{Member: 4000, Visitor: 6000} })
		w.must(w.s.Charge(ctx, w.director, a.ID, Member, higher.Version))
		w.must(w.s.Charge(ctx, w.director, a.ID, Visitor, w.read(a.ID).Version))
		above := w.read(a.ID)
		if above.Invoice == a.Invoice || above.Bill.Total != 6000 || above.Bill.Open() != 2000 || w.asked(a.ID) != 6000 {
			t.Errorf("a fee above the invoice, of which a part is paid: %+v", above.Bill)
		}
		w.balanced()
	})
}

// Who was entered by hand, or before the books made invoices, has one once the director asks for it.
func TestAnInvoiceForWhoIsEnteredByHand(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		e, err := w.events.Enter(ctx, w.director, w.person("Paki", "Tama", "1d", "tama@example.nz"), tournaments.EntryInput{Section: w.section})
		w.must(err)
		w.must(w.s.PayEntry(ctx, w.director, w.event.ID, e.ID, Beforehand))
		row := w.sheet().Rows[0]
		if row.Bill == nil || row.Bill.Open() != 5000 || row.Settled() || row.ByHand {
			t.Errorf("by hand: %+v", row)
		}
		if l := w.last("tama@example.nz"); !strings.Contains(l.body, row.Bill.Number.Reference()) {
			t.Errorf("the letter is %+v", l)
		}
		w.refused(w.s.Pay(ctx, w.director, row.ID, Beforehand, row.Version), apperr.Conflict, "The books have an invoice")
		w.balanced()
	})
}

// An entry has one fee, also where its application is under another number since two records were merged: asked for a second
// time it is refused by name.
func TestTheFeeOfAnEntryStandsOnce(t *testing.T) {
	onBoth(t, 0, func(t *testing.T, w *world) {
		billedWorld(w)
		e, err := w.events.Enter(ctx, w.director, w.person("Paki", "Tama", "1d", "tama@example.nz"), tournaments.EntryInput{Section: w.section})
		w.must(err)
		w.must(w.s.PayEntry(ctx, w.director, w.event.ID, e.ID, Beforehand))
		other := w.person("Paki", "Tama T.", "1d", "other@example.nz")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE application SET person_id = $1`, other)
			return err
		}))
		w.refused(w.s.PayEntry(ctx, w.director, w.event.ID, e.ID, Beforehand), apperr.Conflict,
			"The fee of this entry stands among the online entries already.")
	})
}

// The fees of an event that a club organises are the club's.
func TestAClubsFeesAreNotTheSocietys(t *testing.T) {
	if t1 := DefaultTerms(tournaments.Event{Organiser: 3}); t1.Billed {
		t.Error("the society bills for a club")
	}
	if t1 := DefaultTerms(tournaments.Event{}); !t1.Billed {
		t.Error("the society does not bill for its own event")
	}
}

// balanced checks that every entry of the journal adds up to nothing.
func (w *world) balanced() {
	w.t.Helper()
	n, err := store.One(ctx, w.db, store.Value[int], `
		SELECT COUNT(*) FROM (SELECT entry_id FROM journal_line GROUP BY entry_id HAVING SUM(cents) <> 0) x`)
	w.must(err)
	if n != 0 {
		w.t.Errorf("%d entries do not balance", n)
	}
}
