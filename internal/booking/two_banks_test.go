package booking_test

import (
	"errors"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/booking"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// takesAt gives an account a file.
func (d *desk) takesAt(b treasury.BankAccount, lines ...string) {
	d.t.Helper()
	out, err := d.TakeFile(ctx, d.treasurer, booking.File{
		Bank: b, Name: "x.csv", Data: []byte(head + strings.Join(lines, "\n") + "\n"), Days: "dmy",
	})
	d.must(err)
	if len(out.Problems) > 0 {
		d.t.Fatalf("%+v", out)
	}
}

// Money that goes from one account to the other stands in both files and counts once; the books are locked as far as both
// accounts agree with the bank, and neither takes anything on days on which it agreed.
func TestTwoAccountsAtTheBank(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.must(d.money.AddBankAccount(ctx, d.treasurer, "Savings account", "01-0234-0567890-30"))
		all, err := d.money.BankAccounts(ctx, d.treasurer)
		if err != nil || len(all) != 2 || all[1].Account != "1001" || all[1].Name != "Savings account" {
			t.Fatalf("%+v, %v", all, err)
		}
		main, savings := all[0], all[1]
		d.takesAt(main, "Direct Credit,Trust,,,gift,100.00,03/08/2026,,", "Transfer,Savings,,,,-60.00,04/08/2026,,")
		d.takesAt(savings, "Transfer,Main,,,,60.00,04/08/2026,,")
		book := func(b treasury.BankAccount, payee string, c booking.Choice) {
			t.Helper()
			k, err := d.Bank(ctx, d.treasurer, b.ID)
			d.must(err)
			for i, l := range k.Lines {
				if l.Payee != payee {
					continue
				}
				if c.Line, c.Version = l.ID, l.Version; c.Parts == nil {
					c.Entry = k.Proposals[i].Entry
				}
				d.must(d.Book(ctx, d.treasurer, c))
				return
			}
			t.Fatalf("no line of %s", payee)
		}
		book(main, "Trust", booking.Choice{Parts: []booking.Part{{Account: "4400", Amount: 10000}}})
		book(main, "Savings", booking.Choice{Parts: []booking.Part{{Account: savings.Account, Amount: -6000}}})
		book(savings, "Main", booking.Choice{}) // it is found
		if a, b := d.ledger(main.Account), d.ledger(savings.Account); a != 4000 || b != 6000 {
			t.Errorf("%s and %s", a, b)
		}
		locked := func() string {
			y, err := d.money.YearTo(ctx, d.treasurer, day("2026-06-30"))
			d.must(err)
			return y.Locked.String()
		}
		d.must(d.Reconcile(ctx, d.treasurer, booking.ReconcileInput{Bank: main.ID, Day: day("2026-08-31"), Balance: 4000}))
		if got := locked(); got != "" {
			t.Errorf("locked up to %s before the other account agrees", got)
		}
		refused := func(err error, field string) {
			t.Helper()
			var e *apperr.Error
			if !errors.As(err, &e) || e.Kind != apperr.Invalid || field != "" && (len(e.Fields) != 1 || e.Fields[0].Name != field) {
				t.Errorf("%v, want a problem with %s", err, field)
			}
		}
		_, err = d.clubs.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.bo, Amount: 1, ReceivedOn: day("2026-08-05"), Method: treasury.Bank,
		})
		refused(err, "received_on")
		refused(d.money.BookByHand(ctx, d.treasurer, treasury.HandInput{
			Day: day("2026-08-05"), Text: "x", Debit: ledger.BankAccount, Credit: "4400", Amount: 1,
		}), "")
		_, err = d.clubs.Take(ctx, d.treasurer, treasury.ReceiveInput{ // cash does
			Party: d.bo, Amount: 1, ReceivedOn: day("2026-08-05"), Method: treasury.Cash,
		})
		d.must(err)
		refused(d.Reconcile(ctx, d.treasurer, booking.ReconcileInput{Bank: main.ID, Day: day("2026-08-31"), Balance: 4000}), "day")
		d.must(d.Reconcile(ctx, d.treasurer, booking.ReconcileInput{Bank: savings.ID, Day: day("2026-08-15"), Balance: 6000}))
		if got := locked(); got != "2026-08-15" {
			t.Errorf("locked up to %s, want as far as both agree", got)
		}
		list, err := d.Lines(ctx, d.treasurer, booking.LineFilter{Standing: "booked"})
		if err != nil || len(list.Lines) != 3 || list.In != 16000 || list.Out != 6000 || len(list.Lines[0].As) != 1 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// An account at a bank is the treasurer's to add, with a number that no other has.
func TestWhoAddsABankAccount(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		secretary := auth.Actor{Person: 2, Name: "Sec", Offices: []auth.Office{{Role: auth.Secretary, From: day("2020-01-01")}}}
		for who, tt := range map[string]struct {
			actor auth.Actor
			want  apperr.Kind
		}{
			"no one": {auth.Actor{}, apperr.SignIn}, "a secretary": {secretary, apperr.Forbidden},
		} {
			if err := d.money.AddBankAccount(ctx, tt.actor, "Savings", "01-0234-0567890-30"); apperr.KindOf(err) != tt.want {
				t.Errorf("%s: %v", who, err)
			}
			if _, err := d.Lines(ctx, tt.actor, booking.LineFilter{}); tt.want == apperr.SignIn && apperr.KindOf(err) != tt.want {
				t.Errorf("%s reads: %v", who, err)
			}
		}
		d.must(d.money.AddBankAccount(ctx, d.treasurer, "Savings", "01-0234-0567890-30"))
		for _, in := range [][2]string{
			{"", "01-0234-0567890-31"}, {"Savings", "01-0234-0567890-31"}, {"Other", "01 0234 0567890 30"}, {"Other", "12"},
			{"Other: x", "01-0234-0567890-31"},
		} {
			if err := d.money.AddBankAccount(ctx, d.treasurer, in[0], in[1]); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("%v: %v", in, err)
			}
		}
	})
}
