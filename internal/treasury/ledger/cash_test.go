package ledger_test

import (
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/treasury/ledger"
)

// Bug: what was booked to the funds in a later year was said to be had when the books began, beside the year before.
func TestOnlyTheFirstYearHasWhatTheBooksBeganWith(t *testing.T) {
	accounts := []ledger.Account{
		{Code: ledger.BankAccount, Name: "Bank", Kind: ledger.Asset}, {Code: ledger.Funds, Name: "Funds", Kind: ledger.Equity},
	}
	figures := func(before, booked money.Cents) ledger.Figures {
		f := ledger.Figures{
			Flow:    ledger.Balances{ledger.BankAccount: booked, ledger.Funds: -booked},
			Closing: ledger.Balances{ledger.BankAccount: before + booked, ledger.Funds: -before - booked},
		}
		f.Receipts, f.Payments = ledger.Balances{ledger.Funds: max(0, booked)}, ledger.Balances{ledger.Funds: max(0, -booked)}
		return f
	}
	for name, tt := range map[string]struct {
		this, last              ledger.Figures
		had, hadLast            money.Cents
		in, out, inLast, change money.Cents
	}{
		"the first year":            {figures(0, 5000), ledger.Figures{}, 5000, 0, 0, 0, 0, 0},
		"a gift in the second":      {figures(5000, 700), figures(0, 5000), 0, 5000, 700, 0, 0, 700},
		"a correction in the third": {figures(5700, -200), figures(5000, 700), 0, 0, 0, 200, 700, -200},
		"nothing in it":             {figures(5000, 0), figures(0, 5000), 0, 5000, 0, 0, 0, 0},
	} {
		s := ledger.Close(accounts, ledger.YearTo(civil.MustParseDate("2026-12-31")), tt.this, tt.last, nil)
		if s.Brought.This != tt.had || s.Brought.Last != tt.hadLast || s.AllReceived.This != tt.in || s.AllPaid.This != tt.out ||
			s.AllReceived.Last != tt.inLast || s.Change.This != tt.change {
			t.Errorf("%s: %+v", name, s.Cash)
		}
		if s.MoneyBefore.This+s.Brought.This+s.Change.This != s.MoneyAfter.This {
			t.Errorf("%s: %+v does not add up", name, s.Cash)
		}
	}
}
