package committee

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

func (w *society) clubs() *clubs.Service {
	clock := func() civil.Instant { return w.now }
	return clubs.New(w.db, clock, auth.New(w.db, clock, auth.Settings{}))
}

// A credit is paid back by two officers; whoever is paid is not one of them, and it is paid back once.
func TestARefundTakesTwoOtherOfficersAndUsesTheCredit(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		money := treasury.New(w.db, func() civil.Instant { return w.now })
		party := ledger.Party{Person: int64(w.treasurer)}
		p, err := w.clubs().Take(ctx, w.as(w.treasurer), treasury.ReceiveInput{
			Party: party, Amount: 5000, ReceivedOn: w.now.Date(), Method: treasury.Bank,
		})
		w.must(err)
		in := PaymentInput{Refund: party, Amount: 6000, Purpose: "Paid twice", Day: w.now.Date(), Method: constitution.Transfer}
		if _, err := w.AskPayment(ctx, w.as(w.treasurer), in); fields(err) != "amount" {
			t.Errorf("more than the credit: %v", err)
		}
		in.Amount = 3000
		id, err := w.AskPayment(ctx, w.as(w.treasurer), in)
		w.must(err)
		again, err := w.AskPayment(ctx, w.as(w.treasurer), in)
		w.must(err)
		approve := func(id PaymentID, who auth.PersonID) error {
			r, err := w.Payment(ctx, w.as(who), id)
			w.must(err)
			return w.ApprovePayment(ctx, w.as(who), id, r.Version)
		}
		if err := approve(id, w.treasurer); err == nil {
			t.Error("the treasurer approved the own refund")
		}
		paid := func(id PaymentID) error {
			r, err := w.Payment(ctx, w.as(w.president), id)
			w.must(err)
			return w.RecordPaid(ctx, w.as(w.president), PaidInput{ID: id, Version: r.Version, On: w.now.Date()})
		}
		for _, r := range []PaymentID{id, again} {
			w.must(approve(r, w.president))
			if err := paid(r); err == nil {
				t.Error("paid with one approval")
			}
			w.must(approve(r, w.secretary))
		}
		w.must(paid(id))
		if err := paid(again); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("the credit is paid back twice: %v", err)
		}
		f, err := money.PaymentFileOf(ctx, w.as(w.treasurer), p.ID)
		if err != nil || f.Left != 2000 {
			t.Errorf("%s left, %v", f.Left, err)
		}
		b, err := money.TrialBalance(ctx, w.as(w.treasurer))
		if err != nil || b.Balances[ledger.BankAccount] != 2000 || b.Balances[ledger.MembersOwe] != -2000 || b.Balances.Sum() != 0 {
			t.Errorf("%v, %v", b.Balances, err)
		}
		if err := w.clubs().ReverseTaken(ctx, w.as(w.treasurer), p.ID, "so"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a payment that was paid back is reversed: %v", err)
		}
	})
}

// Bug: a refund that was changed became a payment to the same name, and the credit stayed.
func TestAChangedRefundStaysARefund(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		party := ledger.Party{Person: int64(w.treasurer)}
		_, err := w.clubs().Take(ctx, w.as(w.treasurer), treasury.ReceiveInput{
			Party: party, Amount: 5000, ReceivedOn: w.now.Date(), Method: treasury.Bank,
		})
		w.must(err)
		in := PaymentInput{Refund: party, Amount: 3000, Purpose: "Paid twice", Day: w.now.Date(), Method: constitution.Transfer}
		id, err := w.AskPayment(ctx, w.as(w.ordinary), in)
		w.must(err)
		in.Refund, in.Payee, in.Account, in.Amount = ledger.Party{}, "Someone else", "5000", 2000
		id, err = w.ChangePayment(ctx, w.as(w.ordinary), id, 1, in)
		w.must(err)
		r, err := w.Payment(ctx, w.as(w.ordinary), id)
		if err != nil || r.Refund != party || r.PayeeID != w.treasurer || r.CountedUnder() != "" || r.Amount != 2000 {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

// Bug: a loan that a payment out paid back was counted twice: once as an expense, once as the loan.
func TestALoanPaidBackByAPaymentOutCountsOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		money := treasury.New(w.db, func() civil.Instant { return w.now })
		resolution := w.resolution("2026-06-01", constitution.Votes{Yes: 3}).ID
		loan := func() LoanID {
			id, err := w.Borrow(ctx, w.as(w.secretary), LoanInput{
				Lender: "Mere Rata", Amount: 10000, Day: day("2026-06-10"), Purpose: constitution.GoMaterials,
				Materials: "Boards", Condition: RecourseText, Resolution: resolution,
			})
			w.must(err)
			return id
		}
		pays := func(account AccountCode, amount treasury.Amount, from AccountCode) PaymentID {
			id, err := w.AskPayment(ctx, w.as(w.ordinary), PaymentInput{
				Payee: "Mere Rata", Amount: amount, Purpose: "The loan", Day: w.now.Date(), Method: constitution.Transfer,
				Account: account,
			})
			w.must(err)
			for _, who := range []auth.PersonID{w.president, w.secretary} {
				r, err := w.Payment(ctx, w.as(who), id)
				w.must(err)
				w.must(w.ApprovePayment(ctx, w.as(who), id, r.Version))
			}
			r, err := w.Payment(ctx, w.as(w.president), id)
			w.must(err)
			if err := w.RecordPaid(ctx, w.as(w.president), PaidInput{
				ID: id, Version: r.Version, On: w.now.Date(), From: "1020",
			}); fields(err) != "paid_from" {
				t.Errorf("paid from a term deposit: %v", err)
			}
			w.must(w.RecordPaid(ctx, w.as(w.president), PaidInput{ID: id, Version: r.Version, On: w.now.Date(), From: from}))
			return id
		}
		balances := func() ledger.Balances {
			b, err := money.TrialBalance(ctx, w.as(w.treasurer))
			w.must(err)
			return b.Balances
		}
		first, second := loan(), loan()
		before := pays("", 11000, "") // with interest
		repay := func(in RepayInput) error {
			in.Version, in.On = 1, w.now.Date()
			return w.Repay(ctx, w.as(w.treasurer), in)
		}
		if err := repay(RepayInput{ID: first}); fields(err) != "paid_by" {
			t.Errorf("nothing is asked: %v", err)
		}
		if err := repay(RepayInput{ID: first, By: before + 9}); fields(err) != "paid_by" {
			t.Errorf("a payment that is none: %v", err)
		}
		w.must(repay(RepayInput{ID: first, By: before}))
		if b := balances(); b[ledger.BankAccount] != 20000-11000 || b[ledger.Loans] != -10000 || b[ledger.OtherExpenses] != 1000 {
			t.Errorf("%v", b)
		}
		if err := repay(RepayInput{ID: second, By: before}); fields(err) != "paid_by" {
			t.Errorf("one payment for two loans: %v", err)
		}
		w.must(repay(RepayInput{ID: second, By: pays(ledger.Loans, 10000, ledger.CashAccount)}))
		b := balances()
		if b[ledger.BankAccount] != 9000 || b[ledger.CashAccount] != -10000 || b[ledger.Loans] != 0 || b.Sum() != 0 {
			t.Errorf("%v", b)
		}
		inParts, main := loan(), balances()[ledger.BankAccount]
		pays(ledger.Loans, 4000, "")
		if err := repay(RepayInput{ID: inParts}); fields(err) != "paid_by" {
			t.Errorf("a part is paid back, and nothing is asked: %v", err)
		}
		if err := repay(RepayInput{ID: inParts, InParts: true}); fields(err) != "paid_by" {
			t.Errorf("a part is all of it: %v", err)
		}
		pays(ledger.Loans, 6000, "")
		w.must(repay(RepayInput{ID: inParts, InParts: true}))
		if b := balances(); b[ledger.BankAccount] != main-10000 || b[ledger.Loans] != 0 {
			t.Errorf("in parts: %v", b)
		}
		one, other := loan(), loan()
		both := pays(ledger.Loans, 20000, "")
		w.must(repay(RepayInput{ID: one, By: both}))
		if err := repay(RepayInput{ID: other}); fields(err) != "paid_by" {
			t.Errorf("one payment out for two loans, and nothing is asked: %v", err)
		}
		w.must(repay(RepayInput{ID: other, InParts: true}))
		start := balances()[ledger.BankAccount]
		if balances()[ledger.Loans] != 0 || start != main-10000 {
			t.Errorf("one payment out for two loans: %v", balances())
		}
		third := loan()
		pays("", 10000, "")
		w.must(repay(RepayInput{ID: third, Otherwise: true}))
		if b := balances(); b[ledger.BankAccount] != start+10000-10000-10000 || b[ledger.Loans] != 0 {
			t.Errorf("%v", b)
		}
	})
}

// What someone else paid goes back to them, from that payment alone; an officer who paid approves nothing of it.
func TestARefundGoesToWhoPaid(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		money := treasury.New(w.db, func() civil.Instant { return w.now })
		party := ledger.Party{Person: int64(w.treasurer)}
		take := func(amount treasury.Amount, by treasury.Payer) treasury.Payment {
			p, err := w.clubs().Take(ctx, w.as(w.treasurer), treasury.ReceiveInput{
				Party: party, Amount: amount, ReceivedOn: w.now.Date(), Method: treasury.Bank, PaidBy: by,
			})
			w.must(err)
			return p
		}
		own := take(1000, treasury.Payer{})
		employer := take(5000, treasury.Payer{Name: "Acme Ltd"})
		officer := take(700, treasury.Payer{Party: ledger.Party{Person: int64(w.president)}})
		ask := func(of treasury.PaymentID, amount treasury.Amount) (Payment, error) {
			id, err := w.AskPayment(ctx, w.as(w.treasurer), PaymentInput{
				Refund: party, RefundOf: of, Amount: amount, Purpose: "Paid twice", Day: w.now.Date(), Method: constitution.Transfer,
			})
			if err != nil {
				return Payment{}, err
			}
			r, err := w.Payment(ctx, w.as(w.president), id)
			w.must(err)
			return r, nil
		}
		if _, err := ask(0, 1001); fields(err) != "amount" {
			t.Errorf("what others paid goes to the member: %v", err)
		}
		if r, err := ask(officer.ID, 700); err != nil || r.PayeeID != w.president {
			t.Errorf("%+v, %v", r, err)
		} else if err := w.ApprovePayment(ctx, w.as(w.president), r.ID, r.Version); err == nil {
			t.Error("an officer approved what goes to them")
		}
		r, err := ask(employer.ID, 5000)
		if err != nil || r.Payee != "Acme Ltd" || r.PayeeID != 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		for _, who := range []auth.PersonID{w.president, w.secretary} {
			r, err := w.Payment(ctx, w.as(who), r.ID)
			w.must(err)
			w.must(w.ApprovePayment(ctx, w.as(who), r.ID, r.Version))
		}
		r, err = w.Payment(ctx, w.as(w.president), r.ID)
		w.must(err)
		w.must(w.RecordPaid(ctx, w.as(w.president), PaidInput{ID: r.ID, Version: r.Version, On: w.now.Date()}))
		for id, want := range map[treasury.PaymentID]treasury.Amount{own.ID: 1000, employer.ID: 0, officer.ID: 700} {
			if f, err := money.PaymentFileOf(ctx, w.as(w.treasurer), id); err != nil || f.Left != want {
				t.Errorf("%s: %s left, want %s (%v)", f.Receipt, f.Left, want, err)
			}
		}
	})
}
