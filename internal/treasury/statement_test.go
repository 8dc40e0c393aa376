package treasury_test

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// A statement has every change of an account since a day, what stood before, and what is open today; it is for the officers
// and whose account it is, and does not name who paid quietly.
func TestStatementOfAnAccount(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		p := d.others(t, "Mei", "Bo", "Ken")
		mei, bo, ken := p[0], p[1], p[2]
		day := d.now.Date()
		first, err := d.asks(mei, 2000)
		d.must(t, err)
		paid, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: mei, Amount: 500, ReceivedOn: day, Method: treasury.Bank, PaidBy: treasury.Payer{Party: bo, Quiet: true},
		})
		d.must(t, err)
		_, err = d.Take(ctx, d.treasurer, treasury.ReceiveInput{
			Party: mei, Amount: 300, ReceivedOn: day, Method: treasury.Bank, Reference: "x", PaidBy: treasury.Payer{Name: "Acme", Quiet: true},
		})
		d.must(t, err)
		d.must(t, d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
			Invoice: first, Kind: treasury.Waived, Amount: 100, Reason: "hardship",
		}))
		d.must(t, d.ReverseTaken(ctx, d.treasurer, paid.ID, "Bo Lin: bounced"))
		self, err := d.takes(mei, 400, "self")
		d.must(t, err)
		d.must(t, d.ReverseTaken(ctx, d.treasurer, self.ID, "bounced"))
		_, err = d.asks(bo, 700)
		d.must(t, err)

		d.must(t, d.db.InTx(ctx, func(tx *store.Tx) error {
			return members.ApplyContact(ctx, tx, members.PersonID(mei.Person), members.ContactChange{Address: "1 Hill Rd"})
		}))
		whole, err := d.StatementOf(ctx, own(mei), mei, civil.Date{}, day)
		d.must(t, err)
		var texts []string
		sum := money.Cents(0)
		for _, l := range whole.Lines {
			texts = append(texts, l.Text)
			sum += l.Amount
		}
		all := strings.Join(texts, "\n")
		if whole.Name != "Mei Lin" || whole.Balance != 1600 || sum != 1600 || len(whole.Open) != 1 || whole.Before != 0 ||
			whole.Address != "1 Hill Rd" || whole.Others != 0 {
			t.Errorf("the statement is %+v", whole)
		}
		if strings.Contains(all, "Lin") || strings.Contains(all, "Acme") ||
			!strings.Contains(all, "receipt "+paid.Receipt.String()) || !strings.Contains(all, "bounced") ||
			!strings.Contains(all, paid.Receipt.String()+" reversed\n") {
			t.Errorf("the lines are\n%s", all)
		}
		later, err := d.StatementOf(ctx, d.treasurer, mei, day.AddDays(1), day.AddDays(1))
		if err != nil || later.Before != 1600 || later.Balance != 1600 || len(later.Lines) != 0 {
			t.Errorf("from the next day on: %+v, %v", later, err)
		}
		earlier, err := d.StatementOf(ctx, d.treasurer, mei, civil.Date{}, day.AddDays(-1))
		if err != nil || earlier.Balance != 0 || len(earlier.Open) != 0 {
			t.Errorf("up to the day before: %+v, %v", earlier, err)
		}
		for _, none := range []ledger.Party{{Person: 98765}, {Club: 98765}} {
			if _, err := d.StatementOf(ctx, d.treasurer, none, civil.Date{}, day); apperr.KindOf(err) != apperr.NotFound {
				t.Errorf("the account of no one: %v", err)
			}
		}
		if _, err := d.StatementOf(ctx, own(ken), mei, civil.Date{}, day); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("another member gets %v", err)
		}
	})
}
