package treasury_test

import (
	"testing"

	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Bug: the receipt of a first part of a subscription, and of an entry fee, said that the membership had been cancelled. Only
// one payment for one whole subscription has the receipt of a membership.
func TestOnlyAWholeSubscriptionHasAMembersReceipt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		d.now = day("2026-08-20").Midnight()
		receipt := func(who members.PersonID, p treasury.Payment) treasury.Receipt {
			t.Helper()
			r, err := d.ReceiptOf(ctx, d.treasurer, who, p.ID)
			d.must(t, err)
			return r
		}
		ask := func(who members.PersonID) {
			t.Helper()
			_, err := d.asksFor(who, 2026)
			d.must(t, err)
		}
		ask(ids[0])
		first := d.pays(t, ids[0], "15.00", "2026-08-15", "first part")
		if receipt(ids[0], first).Membership {
			t.Error("of a first part")
		}
		last := d.pays(t, ids[0], "5.00", "2026-08-18", "second part")
		if receipt(ids[0], first).Membership || receipt(ids[0], last).Membership {
			t.Error("of one of two parts")
		}
		d.must(t, d.receive(func(tx *store.Tx, permit usecase.Permit) (entry *usecase.Entry, err error) {
			_, entry, err = treasury.ChargeEntry(ctx, tx, permit, treasury.EntryFee{
				Person: ids[0], Fee: 3000, Event: "Open", Due: day("2026-09-01"),
			})
			return entry, err
		}))
		if receipt(ids[0], d.pays(t, ids[0], "30.00", "2026-08-19", "entry")).Membership {
			t.Error("of an entry fee")
		}
		ask(ids[1])
		whole := d.pays(t, ids[1], "20.00", "2026-08-18", "whole")
		if r := receipt(ids[1], whole); !r.Membership || !r.Registered || r.Term.From != day("2026-08-20") {
			t.Errorf("of a whole subscription: %+v", r)
		}
		ask(ids[2])
		if receipt(ids[2], d.pays(t, ids[2], "21.00", "2026-08-18", "too much")).Membership {
			t.Error("of more than was asked")
		}
	})
}

// Bug: a member who paid a subscription of their own and another's with one transfer had a receipt of each beside the one of
// all of it.
func TestAPayerAmongThosePaidForHasOneReceipt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		d.now = day("2026-08-20").Midnight()
		for _, id := range ids[:2] {
			_, err := d.asksFor(id, 2026)
			d.must(t, err)
		}
		own, other := ledger.Party{Person: int64(ids[0])}, ledger.Party{Person: int64(ids[1])}
		p, err := d.TakeTransfer(ctx, d.treasurer, treasury.TransferInput{
			Payer: treasury.Payer{Party: own}, Amount: 4000, ReceivedOn: day("2026-08-18"), Method: treasury.Bank,
			Parts: []treasury.TransferPart{{Party: own, Amount: 2000}, {Party: other, Amount: 2000}},
		})
		d.must(t, err)
		r, err := d.ReceiptOf(ctx, d.treasurer, ids[0], p.ID)
		d.must(t, err)
		if r.Membership {
			t.Error("the own part has a receipt of its own")
		}
		if all, err := d.ReceiptFor(ctx, d.treasurer, p.ID); err != nil || len(all) != 2 {
			t.Errorf("the receipt is for %d payments, %v", len(all), err)
		}
	})
}
