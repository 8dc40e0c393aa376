package booking_test

import (
	"errors"
	"sync"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/booking"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: a line could be booked to the account that it is a line of, which changed nothing and hid the line; and a payer that
// is remembered with the other account at a bank proposed just that.
func TestALineIsNotBookedToItsOwnAccount(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.must(d.money.AddBankAccount(ctx, d.treasurer, "Savings account", "01-0234-0567890-30"))
		all, err := d.money.BankAccounts(ctx, d.treasurer)
		d.must(err)
		main, savings := all[0], all[1]
		d.takesAt(main, "Transfer,Society,,,,-60.00,04/08/2026,,")
		d.takesAt(savings, "Transfer,Society,,,,25.00,20/08/2026,,")
		l := d.desk().Lines[0]
		c := booking.Choice{Line: l.ID, Version: l.Version, Parts: []booking.Part{{Account: main.Account, Amount: -6000}}}
		if err := d.Book(ctx, d.treasurer, c); fields(err) != "amount_1" {
			t.Errorf("to its own account: %v", err)
		}
		c.Parts, c.Remember = []booking.Part{{Account: savings.Account, Amount: -6000}}, true
		d.must(d.Book(ctx, d.treasurer, c))
		other, err := d.Bank(ctx, d.treasurer, savings.ID)
		d.must(err)
		for _, p := range other.Proposals[0].Parts {
			if p.Account == savings.Account {
				t.Errorf("it is proposed: %+v", other.Proposals[0])
			}
		}
	})
}

// Two lines that are alike are not both linked to one entry, and the books are not booked to while they are compared with the
// bank's statement.
func TestLinkingAndReconcilingQueue(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.takes("Direct Credit,Trust,,,a,20.00,03/08/2026,,", "Direct Credit,Trust,,,b,20.00,03/08/2026,,")
		lines := d.desk().Lines
		d.must(d.byHand("2026-08-03", 2000))
		entry := d.desk().Proposals[0].Entry
		together(
			func() { _ = d.Book(ctx, d.treasurer, booking.Choice{Line: lines[0].ID, Version: 1, Entry: entry}) },
			func() { _ = d.Book(ctx, d.treasurer, booking.Choice{Line: lines[1].ID, Version: 1, Entry: entry}) },
		)
		left := d.desk().Lines
		if len(left) != 1 {
			t.Fatalf("%d lines wait, one entry was for one", len(left))
		}
		d.must(d.Book(ctx, d.treasurer, booking.Choice{Line: left[0].ID, Version: left[0].Version, Aside: "Twice"}))
		b := d.desk().Bank
		var agreed, booked error
		together(
			func() {
				agreed = d.Reconcile(ctx, d.treasurer, booking.ReconcileInput{Bank: b.ID, Day: day("2026-08-31"), Balance: 2000})
			},
			func() { booked = d.byHand("2026-08-20", 500) },
		)
		have, err := treasury.Balances(ctx, d.db, day("2026-01-01"), day("2026-08-31"))
		d.must(err)
		if agreed == nil && have[b.Account] != 2000 {
			t.Errorf("agreed at $20.00, and the books have %s (%v)", have[b.Account], booked)
		}
	})
}

func (d *desk) byHand(on string, amount money.Cents) error {
	return d.money.BookByHand(ctx, d.treasurer, treasury.HandInput{
		Day: day(on), Text: "A gift", Debit: ledger.BankAccount, Credit: "4400", Amount: amount,
	})
}

// together runs some at once.
func together(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}

// fields names the fields of a refusal.
func fields(err error) string {
	var e *apperr.Error
	if !errors.As(err, &e) || len(e.Fields) == 0 {
		return ""
	}
	return e.Fields[0].Name
}
