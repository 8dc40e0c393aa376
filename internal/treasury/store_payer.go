package treasury

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/treasury/ledger"
)

// paidBy reads what a party paid for others that stands, the latest first.
func paidBy(ctx context.Context, q store.Queryer, by ledger.Party) ([]ListedPayment, error) {
	all, err := store.All(ctx, q, scanListed, listedColumns+`
		WHERE p.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM payment b WHERE b.reverses_id = p.id)
		  AND (($1 <> 0 AND p.payer_person_id = $1) OR ($2 <> 0 AND p.payer_club_id = $2))
		ORDER BY p.received_on DESC, p.id DESC`, by.Person, by.Club)
	if err != nil {
		return nil, fmt.Errorf("read what was paid for others: %w", err)
	}
	return all, nil
}

// transferred reads the payments that came with one transfer as a payment, it among them.
func transferred(ctx context.Context, q store.Queryer, p Payment) ([]ListedPayment, error) {
	first := p.Transfer
	if first == 0 {
		first = p.ID
	}
	all, err := store.All(ctx, q, scanListed, listedColumns+`
		WHERE p.reverses_id IS NULL AND (p.id = $1 OR p.transfer_id = $1)
		ORDER BY p.id`, first)
	if err != nil {
		return nil, fmt.Errorf("read the payments of a transfer: %w", err)
	}
	return all, nil
}

// LastPaidBy is who paid last of a party, or of a name outside the register: with where the receipt went, and whether whoever
// was paid for was not to be told; found is false when there is none.
func LastPaidBy(ctx context.Context, q store.Queryer, who Payer) (p Payer, found bool, err error) {
	where, args := `paid_by = $1 AND payer_person_id IS NULL AND payer_club_id IS NULL`, []any{who.Name}
	switch {
	case who.Party.Person != 0:
		where, args = `payer_person_id = $1`, []any{who.Party.Person}
	case who.Party.Club != 0:
		where, args = `payer_club_id = $1`, []any{who.Party.Club}
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (p Payer, err error) {
		err = s.Scan(&p.Name, &p.Address, &p.Email, &p.Quiet)
		return p, err
	}, `
		SELECT paid_by, payer_address, payer_email, payer_quiet
		FROM payment
		WHERE paid_by <> '' AND `+where+`
		ORDER BY id DESC
		LIMIT 1`, args...)
	if err != nil || len(all) == 0 {
		return p, false, err
	}
	return all[0], true, nil
}

// bookedOf is what a member owes by the journal.
func bookedOf(ctx context.Context, q store.Queryer, p ledger.Party) (money.Cents, error) {
	sum, err := store.One(ctx, q, store.Value[money.Cents], `
		SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT)
		FROM journal_line
		WHERE person_id = $1 AND account = $2`, p.Person, string(p.Owes()))
	if err != nil {
		return 0, fmt.Errorf("sum what a member owes by the journal: %w", err)
	}
	return sum, nil
}

// forgetPayers removes the addresses of payers outside the register from payments that were received before a day.
func forgetPayers(ctx context.Context, tx *store.Tx, before civil.Date) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE payment
		SET payer_address = '', payer_email = ''
		WHERE received_on < $1 AND (payer_address <> '' OR payer_email <> '')`, before)
	if err != nil {
		return 0, fmt.Errorf("remove payers’ addresses: %w", err)
	}
	return n, nil
}
