package treasury_test

import (
	"sync"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Bug: of two treasurers who credited one invoice at once, each took off all of it.
func TestTwoCreditOneInvoice(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for range 5 {
			id, err := d.MakeInvoice(ctx, d.treasurer, treasury.InvoiceInput{
				Party: ledger.Party{Person: int64(d.person)}, Due: day("2026-10-01"), Text: "Books",
				Lines: []treasury.InvoiceLine{{Text: "A book", Amount: 3000, Account: ledger.BookSales}},
			})
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() {
					_ = d.CreditInvoice(ctx, d.treasurer, treasury.CreditInput{
						Invoice: id, Kind: treasury.Credited, Amount: 3000, Reason: "Sent back",
					})
				})
			}
			wg.Wait()
			if f, err := d.Invoice(ctx, d.treasurer, id); err != nil || f.Credited != 3000 {
				t.Fatalf("%s of $30.00 were credited, %v", f.Credited, err)
			}
		}
	})
}

// Bug: a payment that was reversed while a refund paid it back was gone twice.
func TestAPaymentIsReversedOrPaidBack(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		party := ledger.Party{Person: int64(d.person)}
		for n := range 5 {
			p, err := d.Take(ctx, d.treasurer, treasury.ReceiveInput{
				Party: party, Amount: 5000, ReceivedOn: day("2026-07-30"), Method: treasury.Bank, Reference: string(rune('a' + n)),
			})
			if err != nil {
				t.Fatal(err)
			}
			var back, reversed error
			var wg sync.WaitGroup
			wg.Go(func() {
				back = d.receive(func(tx *store.Tx, permit usecase.Permit) (*usecase.Entry, error) {
					request, err := store.One(ctx, tx, store.Value[int64], `
						INSERT INTO payment_request (payee, cents, purpose, day, method, asked_at)
						VALUES ('A', 5000, 'Back', '2026-08-01', 'transfer', $1)
						RETURNING id`, permit.Now())
					if err != nil {
						return nil, err
					}
					return treasury.BookPaidOut(ctx, tx, permit, treasury.PaidOut{
						Request: request, Payee: "A", Purpose: "Back", Amount: 5000, Day: day("2026-08-01"), Refund: party,
					})
				})
			})
			wg.Go(func() { reversed = d.ReverseTaken(ctx, d.treasurer, p.ID, "Bounced") })
			wg.Wait()
			if (back == nil) == (reversed == nil) {
				t.Fatalf("paid back: %v, reversed: %v", back, reversed)
			}
		}
	})
}
