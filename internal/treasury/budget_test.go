package treasury_test

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// The treasurer says what is expected of a year until its accounts are adopted; who saves an old version is told.
func TestABudget(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		until := d.now.Date().AddDays(-20)
		set := func(actor auth.Actor, version int64, amounts map[ledger.Code]money.Cents) error {
			return d.SetBudget(ctx, actor, until, version, amounts)
		}
		for name, tt := range map[string]struct {
			actor  auth.Actor
			change apperr.Kind
			read   apperr.Kind
		}{
			"no one":        {auth.Actor{}, apperr.SignIn, apperr.SignIn},
			"a member":      {auth.Actor{Account: 1, Person: d.person}, apperr.Forbidden, apperr.Forbidden},
			"the secretary": {d.officer(auth.Secretary), apperr.Forbidden, ""},
		} {
			_, read := d.BudgetOf(ctx, tt.actor, until)
			if err := set(tt.actor, 0, nil); apperr.KindOf(err) != tt.change || apperr.KindOf(read) != tt.read {
				t.Errorf("%s: %v, %v", name, err, read)
			}
		}
		books := map[ledger.Code]money.Cents{ledger.BookSales: 50000, "5000": 20000}
		d.must(t, set(d.treasurer, 0, books))
		if err := set(d.treasurer, 0, books); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if err := set(d.treasurer, 1, map[ledger.Code]money.Cents{ledger.BookSales: money.MaxInput + 1}); problems(err) != "amount_4300" {
			t.Errorf("too much: %v", err)
		}
		for _, code := range []ledger.Code{ledger.BankAccount, ledger.FeesWaived, "4999"} {
			if err := set(d.treasurer, 1, map[ledger.Code]money.Cents{code: 1}); apperr.KindOf(err) != apperr.Invalid {
				t.Errorf("account %s: %v", code, err)
			}
		}
		y, err := d.YearTo(ctx, d.treasurer, until)
		d.must(t, err)
		if !y.Budgeted || y.Income.Total.Budget != 50000 || y.Expenses.Total.Budget != 20000 || y.Surplus.Budget != 30000 ||
			len(y.Income.Rows) != 1 {
			t.Errorf("%+v", y.Income)
		}
		d.must(t, set(d.treasurer, 1, nil)) // emptied
		if y, err = d.YearTo(ctx, d.treasurer, until); err != nil || !y.Budgeted || len(y.Income.Rows) != 0 {
			t.Errorf("%+v, %v", y.Income, err)
		}
		d.must(t, d.LockBooks(ctx, d.treasurer, treasury.LockInput{Until: until, Why: treasury.YearClosed, Note: "AGM, motion 3"}))
		if err := set(d.treasurer, 2, books); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("adopted: %v", err)
		}
		err = d.LockBooks(ctx, d.treasurer, treasury.LockInput{Until: until, Why: treasury.YearClosed, Note: "AGM, motion 4"})
		if problems(err) != "until" {
			t.Errorf("adopted twice: %v", err)
		}
	})
}
