package treasury

import (
	"context"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// OrderBill is what an order of the bookshop asks for.
type OrderBill struct {
	Person  members.PersonID
	Text    string
	Goods   []InvoiceLine // counted as sales of books, whatever account they name
	Postage InvoiceLine   // an amount of 0: none is asked
	Due     civil.Date
}

// ChargeOrder makes within tx the invoice of an order, and lets the credit of who ordered settle it. The answer is the
// invoice as it then stands.
func ChargeOrder(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, bill OrderBill,
) (Invoice, *usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return Invoice{}, nil, err
	}
	i := Invoice{
		Party: ledger.Party{Person: int64(bill.Person)}, Day: permit.Now().Date(), Due: bill.Due, Text: tidy(bill.Text), Source: FromHand,
	}
	for _, l := range bill.Goods {
		l.Account = ledger.BookSales
		i.Lines = append(i.Lines, l)
	}
	if bill.Postage.Amount > 0 {
		bill.Postage.Account = ledger.BookPostage
		i.Lines = append(i.Lines, bill.Postage)
	}
	i, issued, err := issue(ctx, tx, permit, i)
	if err != nil {
		return i, nil, err
	}
	settled, err := takeCredit(ctx, tx, permit, i, using{})
	if err != nil {
		return i, nil, err
	}
	i, err = invoiceByID(ctx, tx, i.ID)
	return i, issued.Then(settled), err
}

// CreditOrder credits within tx what an order asks for no longer: goods and postage, each against its own account, and at most
// what the invoice still stands for. What of it was paid is the credit of who paid it. given is how much it came to.
func CreditOrder(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id InvoiceID, goods, postage money.Cents, reason string,
) (given money.Cents, done *usecase.Entry, err error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return 0, nil, err
	}
	for _, part := range []struct {
		amount  money.Cents
		account ledger.Code
	}{{postage, ledger.BookPostage}, {goods, ledger.BookSales}} {
		i, err := invoiceByID(ctx, tx, id)
		if err != nil {
			return 0, nil, err
		}
		part.amount = min(part.amount, i.Total-i.Credited-i.WrittenOff)
		if part.amount <= 0 {
			continue
		}
		less, err := creditAndSettle(ctx, tx, permit, i, Credit{
			Kind: Credited, Amount: part.amount, Account: part.account, Day: permit.Now().Date(), Reason: tidy(reason), OfFee: true,
		})
		if err != nil {
			return 0, nil, err
		}
		given, done = given+part.amount, done.Then(less)
	}
	return given, done, nil
}
