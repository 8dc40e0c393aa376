package booking_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/apperr"
	"nzgs/internal/booking"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Whatever comes from the bank and is undone again, the journal sums to zero, each member owes what the documents say, and a
// line waits as far as nothing in the books is of it.
func TestRandomYearsOfTheBank(t *testing.T) {
	d := newDesk(t, storetest.SQLite(t))
	parties := []ledger.Party{d.aroha, d.bo}
	var invoices []treasury.InvoiceID
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		refused := func(err error) {
			if kind := apperr.KindOf(err); err != nil && kind != apperr.Invalid && kind != apperr.Conflict {
				t.Fatal(err)
			}
		}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			p := rapid.SampledFrom(parties).Draw(t, "party")
			amount := money.Cents(rapid.Int64Range(2, 9000).Draw(t, "cents"))
			n++
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				invoices = append(invoices, d.asks(p, amount).ID)
			case 1, 2:
				out, err := d.TakeFile(ctx, d.treasurer, booking.File{
					Bank: d.desk().Bank, Name: "f", Days: "dmy", Anyway: true,
					Data: []byte(head + fmt.Sprintf("Direct Credit,P%d,,,,%s,01/09/2026,,\n", n, amount.Plain())),
				})
				if err != nil || out.New != 1 {
					t.Fatalf("%+v, %v", out, err)
				}
				l := d.line(fmt.Sprintf("P%d", n))
				half := l.Amount / 2
				refused(d.Book(ctx, d.treasurer, booking.Choice{Line: l.ID, Version: l.Version, Parts: []booking.Part{
					{Party: p, Amount: half}, {Account: "4500", Amount: l.Amount - half},
				}}))
			case 3: // what waits, or what is left of it, is booked again
				if wait := d.desk().Lines; len(wait) > 0 {
					l := rapid.SampledFrom(wait).Draw(t, "line")
					refused(d.Book(ctx, d.treasurer, booking.Choice{
						Line: l.ID, Version: l.Version, Parts: []booking.Part{{Party: p, Amount: l.Left()}},
					}))
				}
			case 4, 5: // a payment or an entry is undone
				list, err := d.Lines(ctx, d.treasurer, booking.LineFilter{})
				d.must(err)
				var as []booking.BookedAs
				for _, l := range list.Lines {
					as = append(as, l.As...)
				}
				if len(as) == 0 {
					continue
				}
				if b := rapid.SampledFrom(as).Draw(t, "part"); b.Payment != 0 {
					refused(d.clubs.ReverseTaken(ctx, d.treasurer, b.Payment, "so"))
				} else {
					refused(d.money.ReverseByHand(ctx, d.treasurer, int64(b.Entry), "so"))
				}
			case 6:
				if len(invoices) > 0 {
					refused(d.clubs.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
						Invoice: rapid.SampledFrom(invoices).Draw(t, "invoice"), Amount: amount, Reason: "So",
						Kind: rapid.SampledFrom([]treasury.CreditKind{treasury.Credited, treasury.Waived, treasury.WriteOff}).Draw(t, "kind"),
					}))
				}
			}
		}
		d.agrees(t, parties)
	})
}

// agrees checks that the journal says what the documents and the bank's lines say.
func (d *desk) agrees(t *rapid.T, parties []ledger.Party) {
	d.ledger(ledger.BankAccount) // sums to zero
	if problem, err := treasury.CompareWithLog(ctx, d.db); err != nil || problem != "" {
		t.Errorf("the log and the sums that are kept: %s, %v", problem, err)
	}
	j, err := d.money.ReadJournal(ctx, d.treasurer, treasury.JournalFilter{})
	d.must(err)
	owes := map[ledger.Party]money.Cents{}
	for _, e := range j.Entries {
		if sum := ledger.Sum(e.Lines); sum != 0 {
			t.Errorf("%s sums to %s", e.Number, sum)
		}
		for _, l := range e.Lines {
			owes[l.Party] += l.Amount
		}
	}
	for _, p := range parties {
		list, credit, err := d.money.InvoicesOf(ctx, d.treasurer, p)
		d.must(err)
		want := -credit.OnAccount()
		for _, i := range list {
			want += i.Open()
		}
		if owes[p] != want {
			t.Errorf("the journal says that %+v owes %s, the documents %s", p, owes[p], want)
		}
		if st, err := d.money.StatementOf(ctx, d.treasurer, p, civil.Date{}, day("2026-09-10")); err != nil || st.Balance != want {
			t.Errorf("the statement of %+v says %s, the documents %s: %v", p, st.Balance, want, err)
		}
	}
	lines, err := d.Lines(ctx, d.treasurer, booking.LineFilter{})
	d.must(err)
	waits := map[booking.LineID]bool{}
	for _, l := range d.desk().Lines {
		waits[l.ID] = true
	}
	for _, l := range lines.Lines {
		var as money.Cents
		for _, b := range l.As {
			as += b.Amount
		}
		if as != l.Line.As || as < 0 || as > l.Amount || waits[l.ID] != (as != l.Amount) {
			t.Errorf("line %d of %s is booked as %s, and waits: %v", l.ID, l.Amount, as, waits[l.ID])
		}
	}
}
