package treasury_test

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// Bug: a subscription that was paid at once was credited, and its member stayed one: the term rests on what pays for it, as that
// of one that was asked for does, and comes back as it was when the credit was a mistake.
func TestATermEndsWithTheSubscriptionThatWasPaidAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		joined, err := d.joins(t, ids[0], "at once")
		d.must(t, err)
		party := joined.Payment.Party()
		term := func(what string, want bool) {
			t.Helper()
			all, err := members.TermsOf(ctx, db, []members.PersonID{ids[0]})
			d.must(t, err)
			got := members.InForce(all[ids[0]])
			if len(got) > 0 != want || want && (len(got) != 1 || got[0].From != day("2026-08-01") || got[0].To != joined.Quote.Registration.To ||
				got[0].Payment != int64(joined.Payment.ID)) {
				t.Errorf("%s: %+v", what, got)
			}
		}
		term("joined", true)
		list, _, err := d.InvoicesOf(ctx, d.treasurer, party)
		d.must(t, err)
		id := list[0].ID
		d.now = day("2026-09-10").Midnight()
		credit := func(amount treasury.Amount) int64 {
			t.Helper()
			d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
				Invoice: id, Kind: treasury.Credited, Amount: amount, Reason: "Paid by mistake",
			}))
			all := d.invoice(t, id).Credits
			return all[len(all)-1].ID
		}
		part := credit(500)
		term("what is left of it is paid", true)
		rest := credit(1500)
		term("nothing pays for it", false)
		undo := func(c int64) error {
			return d.UndoCredit(ctx, d.treasurer, treasury.UndoCreditInput{Invoice: id, Credit: c, Reason: "The other Peters"})
		}
		d.must(t, undo(rest))
		term("the credit was a mistake", true)
		if err := undo(rest); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("twice: %v", err)
		}
		d.must(t, undo(part))
		term("so was the part", true)
		if i := d.invoice(t, id); i.Paid != 2000 || i.Open() != 0 {
			t.Errorf("%+v", i.Invoice)
		}
		for want, in := range map[string]treasury.UndoCreditInput{
			"credit reason": {Invoice: id}, "reason": {Invoice: id, Credit: credit(2000)},
		} {
			if got := problems(d.UndoCredit(ctx, d.treasurer, in)); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		for _, who := range []auth.Actor{{}, own(party)} {
			if d.UndoCredit(ctx, who, treasury.UndoCreditInput{Invoice: id}) == nil {
				t.Errorf("%+v undoes a credit", who)
			}
		}
		term("credited once more", false)
		d.must(t, d.ReverseOwn(ctx, d.treasurer, joined.Payment.ID, "bounced"))
		term("it bounced", false)
		all := d.invoice(t, id).Credits
		if err := undo(all[len(all)-1].ID); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("of a payment that was reversed: %v", err)
		}
		d.agree(t)
	})
}

// A credit whose money settled something else meanwhile leaves the invoice open once it is undone, until it is paid.
func TestAnUndoneCreditIsOwedAgain(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		id, err := d.asks(d.member(), 2000)
		d.must(t, err)
		_, err = d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: d.member(), Amount: 2000, ReceivedOn: d.now.Date(), Method: treasury.Bank, PaidBy: treasury.Payer{Name: "Acme Ltd"},
		})
		d.must(t, err)
		d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{Invoice: id, Kind: treasury.Credited, Amount: 2000, Reason: "So"}))
		undo := func() {
			t.Helper()
			all := d.invoice(t, id).Credits
			d.must(t, d.UndoCredit(ctx, d.treasurer, treasury.UndoCreditInput{Invoice: id, Credit: all[len(all)-1].ID, Reason: "Not so"}))
		}
		undo()
		if i := d.invoice(t, id); i.Open() != 0 || i.Settlements[0].Day != d.now.Date() {
			t.Errorf("what Acme paid for it settles it again: %+v", i)
		}
		_, err = d.takes(d.member(), 500, "own")
		d.must(t, err)
		d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{Invoice: id, Kind: treasury.Credited, Amount: 800, Reason: "So"}))
		other, err := d.asks(ledger.Party{Person: int64(d.person)}, 500)
		d.must(t, err)
		undo()
		if i, o := d.invoice(t, id), d.invoice(t, other); i.Open() != 0 || o.Open() != 0 {
			t.Errorf("%s and %s are open", i.Open(), o.Open())
		}
		d.agree(t)
	})
}

// Bug: what had settled an invoice from the account of another stayed theirs when the credit that freed it was undone.
func TestAnUndoneCreditTakesBackWhatOthersSettled(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		p := d.others(t, "Mei", "Bo")
		mei, bo := p[0], p[1]
		id, err := d.asks(mei, 2000)
		d.must(t, err)
		paid, err := d.takes(bo, 2000, "for Mei")
		d.must(t, err)
		d.must(t, d.Settle(ctx, d.treasurer, treasury.SettleInput{
			Payment: paid.ID, Parts: map[treasury.InvoiceID]treasury.Amount{id: 2000},
		}))
		own, err := d.takes(mei, 700, "own")
		d.must(t, err)
		d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{Invoice: id, Kind: treasury.Credited, Amount: 2000, Reason: "So"}))
		d.must(t, d.UndoCredit(ctx, d.treasurer, treasury.UndoCreditInput{
			Invoice: id, Credit: d.invoice(t, id).Credits[0].ID, Reason: "Not so",
		}))
		if i := d.invoice(t, id); i.Open() != 0 || len(i.Settlements) != 1 || i.Settlements[0].Payment != paid.ID {
			t.Errorf("%s is open, settled by %+v; Mei's own is %d", i.Open(), i.Settlements, own.ID)
		}
		d.agree(t)
	})
}

// Bug: why a payment was reversed was said to whoever it was made for, with the name of who wished not to be named: among their
// payments, on the credit of their subscription, and with the term that ended.
func TestTheReasonOfAReversalNamesNoQuietPayer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d, ids, _ := kindly(t, db)
		const why = "Acme Ltd: bounced"
		joined, err := d.Join(ctx, d.treasurer, treasury.JoinInput{
			Application: treasury.Application{Person: ids[0], Year: 2026, Received: day("2026-08-01")},
			Method:      treasury.Bank, Consented: true, PaidBy: treasury.Payer{Name: "Acme Ltd", Quiet: true},
		})
		d.must(t, err)
		d.must(t, d.ReverseOwn(ctx, d.treasurer, joined.Payment.ID, why))
		me := own(joined.Payment.Party())
		payments, err := d.PaymentsOf(ctx, me, ids[0])
		d.must(t, err)
		list, _, err := d.InvoicesOf(ctx, me, joined.Payment.Party())
		d.must(t, err)
		terms, err := members.TermsOf(ctx, db, ids)
		d.must(t, err)
		statement, err := d.StatementOf(ctx, me, joined.Payment.Party(), civil.Date{}, d.now.Date())
		d.must(t, err)
		invoice, err := d.Invoice(ctx, me, list[0].ID)
		d.must(t, err)
		for what, seen := range map[string]any{
			"payments": payments, "invoice": invoice, "terms": terms[ids[0]], "statement": statement,
		} {
			if strings.Contains(fmt.Sprintf("%+v", seen), "Acme") {
				t.Errorf("%s: %+v", what, seen)
			}
		}
		payments, err = d.PaymentsOf(ctx, d.treasurer, ids[0])
		if d.must(t, err); !strings.Contains(fmt.Sprint(payments), why) {
			t.Errorf("the treasurer reads %+v", payments)
		}
	})
}
