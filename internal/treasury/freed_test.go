package treasury_test

import (
	"fmt"
	"testing"

	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Bug: who withdrew from an event that was paid had a credit beside what else they owed.
func TestWhatALowerEntryFeeFreesSettlesWhatElseIsOwed(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		var fee treasury.InvoiceID
		charge := func(in treasury.EntryFee) {
			t.Helper()
			in.Person, in.Event, in.Due = d.person, "Open", d.now.Date().AddDays(5)
			d.must(t, d.receive(func(tx *store.Tx, permit usecase.Permit) (entry *usecase.Entry, err error) {
				fee, entry, err = treasury.ChargeEntry(ctx, tx, permit, in)
				return entry, err
			}))
		}
		charge(treasury.EntryFee{Fee: 3000})
		_, err := d.takes(d.member(), 3000, "entry")
		d.must(t, err)
		book, err := d.asks(d.member(), 2000)
		d.must(t, err)
		charge(treasury.EntryFee{Invoice: fee, Reason: "Withdrawn"})
		if b := d.invoice(t, book); b.Paid != 2000 {
			t.Errorf("a credit stands beside an open invoice: %+v", b.Invoice)
		}
		d.agree(t)
		charge(treasury.EntryFee{Invoice: fee, Fee: 3000, Reason: "Entered once more"})
		if i := d.invoice(t, fee); i.Paid != 1000 || i.Open() != 2000 {
			t.Errorf("asked again: %+v", i.Invoice)
		}
		d.agree(t)
	})
}

// Bug: who had asked to renew, and resigned instead, was a member again when the treasurer credited something else that they
// had paid.
func TestWhatIsFreedMakesNoOneAMemberWhoLeft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		d.now = day("2026-08-20").Midnight()
		for n, id := range ids[:2] {
			party := ledger.Party{Person: int64(id)}
			book, err := d.asks(party, 2000)
			d.must(t, err)
			_, err = d.takes(party, 2000, fmt.Sprintf("book %d", n))
			d.must(t, err)
			asked, err := d.asksFor(id, 2026)
			d.must(t, err)
			if n == 1 {
				d.must(t, db.InTx(ctx, func(tx *store.Tx) error {
					_, err := tx.Exec(ctx, `
						INSERT INTO departure (person_id, kind, day, reason, recorded_at, recorded_by)
						VALUES ($1, 'resigned', '2026-08-20', 'A letter', '2026-08-20T00:00:00.000Z', 'Test')`, id)
					return err
				}))
			}
			d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
				Invoice: book, Kind: treasury.Credited, Amount: 2000, Reason: "It came damaged",
			}))
			terms, err := members.TermsOf(ctx, db, []members.PersonID{id})
			d.must(t, err)
			if left := n == 1; (d.invoice(t, asked.ID).Paid == 0) != left || (len(terms[id]) == 0) != left {
				t.Errorf("left %v: %+v, %d terms", left, d.invoice(t, asked.ID).Invoice, len(terms[id]))
			}
		}
		d.agree(t)
	})
}
