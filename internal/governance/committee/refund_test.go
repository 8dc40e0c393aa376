package committee

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// A credit is paid back by two officers; whoever is paid is not one of them, and it is paid back once.
func TestARefundTakesTwoOtherOfficersAndUsesTheCredit(t *testing.T) {
	onBoth(t, func(t *testing.T, w *society) {
		money := treasury.New(w.db, func() civil.Instant { return w.now })
		party := ledger.Party{Person: int64(w.treasurer)}
		p, err := money.Take(ctx, w.as(w.treasurer), treasury.ReceiveInput{
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
		if err := money.ReverseTaken(ctx, w.as(w.treasurer), p.ID, "so"); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a payment that was paid back is reversed: %v", err)
		}
	})
}
