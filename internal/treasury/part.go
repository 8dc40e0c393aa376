package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
	"nzgs/internal/usecase"
)

// Part has within tx the journal say what the documents say of two records that were joined and are parted again, merge being
// the number of that merge. While they were one, what one of them paid may have settled the other's invoices, and entries
// about the documents of one that go back were booked to the one that was kept.
func Part(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, kept, gone members.PersonID, merge int64,
) (*usecase.Entry, error) {
	if err := HoldBooks(ctx, tx); err != nil {
		return nil, err
	}
	stays, goes := ledger.Party{Person: int64(kept)}, ledger.Party{Person: int64(gone)}
	back, err := apart(ctx, tx, goes)
	if err != nil {
		return nil, err
	}
	there, err := apart(ctx, tx, stays)
	if err != nil || back == 0 && there == 0 {
		return nil, err
	}
	if back != -there {
		return nil, fmt.Errorf("part records %d and %d: the journal lacks %s of one and %s of the other", kept, gone, there, back)
	}
	day, err := OpenDay(ctx, tx, permit.Now().Date())
	if err != nil {
		return nil, err
	}
	return Book(ctx, tx, permit, ledger.Entry{
		Day: day, Text: fmt.Sprintf("Records %d and %d are two people again", kept, gone), Document: ledger.OfTransfer,
		DocumentID: -merge, // above zero are payments that settle an invoice of another
		Lines: []ledger.Line{
			{Account: goes.Owes(), Amount: back, Party: goes}, {Account: stays.Owes(), Amount: there, Party: stays},
		},
	})
}

// apart is what a party owes by the documents beyond what they owe by the journal.
func apart(ctx context.Context, q store.Queryer, p ledger.Party) (money.Cents, error) {
	all, err := invoices(ctx, q, InvoiceFilter{Party: p})
	if err != nil {
		return 0, err
	}
	held, err := heldOn(ctx, q, p)
	if err != nil {
		return 0, err
	}
	owes := -sumHeld(held)
	for _, i := range all {
		owes += i.Open()
	}
	booked, err := bookedOf(ctx, q, p)
	return owes - booked, err
}
