package treasury_test

import (
	"testing"

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
