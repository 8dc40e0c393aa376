package treasury_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: accounts to 29 February were followed by a year to 1 March.
func TestAYearEndsOnTheLastDayOfFebruary(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for _, tt := range []struct{ adopted, now, want string }{
			{"2027-02-28", "2028-08-01", "2028-02-29"}, {"2028-02-29", "2029-08-01", "2029-02-28"},
			{"2029-12-31", "2030-12-31", "2029-12-31"}, {"2030-06-14", "2031-08-01", "2031-06-14"},
		} {
			d.now = day(tt.now).Midnight()
			d.must(t, d.LockBooks(ctx, d.treasurer, treasury.LockInput{Until: day(tt.adopted), Why: treasury.YearClosed, Note: "AGM"}))
			if got, err := d.LastYearEnd(ctx); err != nil || got != day(tt.want) {
				t.Errorf("after %s on %s: %s, %v", tt.adopted, tt.now, got, err)
			}
		}
	})
}

// Bug: a budget that was saved again lost what was expected of an account that had been closed.
func TestABudgetKeepsWhatAClosedAccountHad(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		until := day("2026-12-31")
		d.must(t, d.SetBudget(ctx, d.treasurer, until, 0, map[ledger.Code]money.Cents{ledger.BookSales: 500, "5000": 700}))
		d.must(t, d.ChangeAccount(ctx, d.treasurer, "5000", "Events", true))
		d.must(t, d.SetBudget(ctx, d.treasurer, until, 1, map[ledger.Code]money.Cents{ledger.BookSales: 600}))
		y, err := d.YearTo(ctx, d.treasurer, until)
		if err != nil || y.Expenses.Total.Budget != 700 || y.Income.Total.Budget != 600 {
			t.Errorf("%+v, %v", y.Expenses, err)
		}
	})
}

// Bug: an account at a bank could be given the number of another.
func TestTwoBankAccountsHaveTwoNumbers(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.must(t, d.AddBankAccount(ctx, d.treasurer, "Savings", "01-0234-0567890-30"))
		err := d.SetBankNumber(ctx, d.treasurer, 1, 1, "01 0234 0567890 30")
		if problems(err) != "number" {
			t.Errorf("the other's number: %v", err)
		}
		d.must(t, d.SetBankNumber(ctx, d.treasurer, 1, 1, "01-0234-0567890-00"))
	})
}

// What a society had when its books began is no receipt of the year, and what was recorded by mistake and reversed in it is
// neither received nor paid; a payment of the year before that bounced is paid back.
func TestReceiptsAreWhatCameIn(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		hand := func(on string, debit, credit ledger.Code, amount money.Cents) {
			t.Helper()
			d.must(t, d.BookByHand(ctx, d.treasurer, treasury.HandInput{Day: day(on), Text: "x", Debit: debit, Credit: credit, Amount: amount}))
		}
		pays := func(on string, amount money.Cents) treasury.PaymentID {
			t.Helper()
			p, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
				Party: d.member(), Amount: amount, ReceivedOn: day(on), Method: treasury.Cash, Reference: on,
			})
			d.must(t, err)
			return p.ID
		}
		d.now = day("2026-03-01").Midnight()
		last := pays("2026-02-01", 700)
		d.now = day("2027-05-01").Midnight()
		hand("2026-10-15", ledger.BankAccount, ledger.Funds, 500000)
		hand("2026-11-01", ledger.BankAccount, "4500", 150)
		hand("2026-11-02", "5400", ledger.BankAccount, 50)
		hand("2026-11-03", ledger.BankAccount, ledger.Loans, 9000)
		pays("2026-12-01", 2500)
		d.must(t, d.ReverseTaken(ctx, d.treasurer, pays("2026-12-02", 3000), "twice"))
		d.must(t, d.ReverseTaken(ctx, d.treasurer, last, "bounced"))
		y, err := d.YearTo(ctx, d.treasurer, day("2027-06-30"))
		d.must(t, err)
		got := map[string]money.Cents{}
		for _, parts := range [][]ledger.Part{y.Received, y.Paid, y.CapitalReceived, y.CapitalPaid} {
			for _, p := range parts {
				for _, r := range p.Rows {
					got[p.Title+": "+r.Name] = r.This
				}
			}
		}
		want := map[string]money.Cents{
			"Fees, subscriptions and other receipts from members: Received from members": 2500,
			"Interest, dividends and other investment income receipts: Interest":         150,
			"Other operating payments: Bank charges":                                     50,
			"Other operating payments: Paid back to members":                             700,
			"Receipts from borrowings: Loans":                                            9000,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(- want, + got)\n%s", diff)
		}
		sums := []money.Cents{y.MoneyBefore.This, y.Brought.This, y.Operating.This, y.Change.This, y.MoneyAfter.This, y.Gifts.This}
		if diff := cmp.Diff([]money.Cents{700, 500000, 1900, 10900, 511600, 500000}, sums); diff != "" {
			t.Errorf("(- want, + got)\n%s", diff)
		}
	})
}
