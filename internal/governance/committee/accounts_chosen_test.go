package committee

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: a payment out of a day that was locked since was refused, and no day was named. It keeps its own day, and is booked
// on the first one that is open, when somebody says so.
func TestAPaymentOutOfALockedDay(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		money := treasury.New(w.db, func() civil.Instant { return w.now })
		id, err := w.AskPayment(ctx, w.as(w.ordinary), PaymentInput{
			Payee: "Hall", Amount: 4000, Purpose: "Rent", Day: w.now.Date(), Method: constitution.Transfer,
		})
		w.must(err)
		for _, who := range []auth.PersonID{w.president, w.secretary} {
			r, err := w.Payment(ctx, w.as(who), id)
			w.must(err)
			w.must(w.ApprovePayment(ctx, w.as(who), id, r.Version))
		}
		paid := w.now.Date()
		w.now = paid.AddDays(20).Midnight()
		w.must(money.LockBooks(ctx, w.as(w.treasurer), treasury.LockInput{Until: paid.AddDays(9), Why: treasury.LockByHand}))
		r, err := w.Payment(ctx, w.as(w.president), id)
		w.must(err)
		in := PaidInput{ID: id, Version: r.Version, On: paid}
		err = w.RecordPaid(ctx, w.as(w.president), in)
		if fields(err) != "paid_on" || !strings.Contains(err.Error(), paid.AddDays(10).Long()) {
			t.Fatalf("on a locked day: %v", err)
		}
		in.Late = true
		w.must(w.RecordPaid(ctx, w.as(w.president), in))
		if r, err := w.Payment(ctx, w.as(w.president), id); err != nil || r.PaidOn != paid {
			t.Errorf("paid on %s, %v", r.PaidOn, err)
		}
		j, err := money.ReadJournal(ctx, w.as(w.treasurer), treasury.JournalFilter{})
		w.must(err)
		if len(j.Entries) != 1 || j.Entries[0].Day != paid.AddDays(10) {
			t.Errorf("%+v", j.Entries)
		}
	})
}

// Bug: loans and investments were all of the first bank account.
func TestLoansAndInvestmentsSayTheirAccount(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		money := treasury.New(w.db, func() civil.Instant { return w.now })
		resolution := w.resolution("2026-06-01", constitution.Votes{Yes: 3}).ID
		lent := LoanInput{
			Lender: "Mere Rata", Amount: 10000, Day: day("2026-06-10"), Purpose: constitution.GoMaterials,
			Materials: "Boards", Condition: RecourseText, Resolution: resolution, Account: ledger.TermDeposits,
		}
		if _, err := w.Borrow(ctx, w.as(w.secretary), lent); fields(err) != "account" {
			t.Errorf("into a term deposit: %v", err)
		}
		lent.Account = ledger.CashAccount
		loan, err := w.Borrow(ctx, w.as(w.secretary), lent)
		w.must(err)
		put, err := w.Invest(ctx, w.as(w.treasurer), InvestmentInput{
			What: "Term deposit", Place: "The bank", Amount: 3000, Day: day("2026-06-10"), Care: "Safe, at 4%.", Resolution: resolution,
			Approver: w.president, Second: w.secretary, Account: ledger.CashAccount,
		})
		w.must(err)
		is := func(cash, bank treasury.Amount) {
			t.Helper()
			b, err := money.TrialBalance(ctx, w.as(w.treasurer))
			w.must(err)
			if b.Balances[ledger.CashAccount] != cash || b.Balances[ledger.BankAccount] != bank || b.Balances.Sum() != 0 {
				t.Errorf("cash %s, bank %s; want %s, %s", b.Balances[ledger.CashAccount], b.Balances[ledger.BankAccount], cash, bank)
			}
		}
		is(7000, 0)
		w.must(w.EndInvestment(ctx, w.as(w.treasurer), InvestmentEnd{ID: put, Version: 1, On: day("2026-06-30")}))
		is(7000, 3000)
		w.must(w.Repay(ctx, w.as(w.treasurer), RepayInput{ID: loan, Version: 1, On: day("2026-06-30"), Account: ledger.CashAccount}))
		is(-3000, 3000)
	})
}
