package booking

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
)

// payers are those of the folded names whose money was booked before.
func payers(ctx context.Context, q store.Queryer, keys []string) (map[string]Payer, error) {
	type row struct {
		key, account string
		party        ledger.Party
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	out := map[string]Payer{}
	each := func(columns, table, order string, take func(*Payer, row)) error {
		for chunk := range slices.Chunk(keys, store.MaxIn) {
			list, args := store.In(nil, chunk)
			if err := store.Each(ctx, q, func(s store.Scanner) (r row, err error) {
				err = s.Scan(&r.key, store.ZeroNull(&r.party.Person), store.ZeroNull(&r.party.Club), &r.account)
				return r, err
			}, func(r row) error {
				p := out[r.key]
				take(&p, r)
				out[r.key] = p
				return nil
			}, `
				SELECT payer_key, person_id, club_id, `+columns+`
				FROM `+table+`
				WHERE payer_key IN `+list+order, args...); err != nil {
				return fmt.Errorf("read the payers: %w", err)
			}
		}
		return nil
	}
	if err := each("COALESCE(account, '')", "bank_payer", "", func(p *Payer, r row) {
		p.Party, p.Account = r.party, ledger.Code(r.account)
	}); err != nil {
		return nil, err
	}
	if err := each("''", "bank_payer_for", " ORDER BY id", func(p *Payer, r row) { p.For = append(p.For, r.party) }); err != nil {
		return nil, err
	}
	err := each("name", "bank_payer_who", "", func(p *Payer, r row) { p.Who = treasury.Payer{Party: r.party, Name: r.account} })
	return out, err
}

// rememberPayer keeps whose money the payer's is: one member's or club's, or an account's, or that of several; and who it
// is, where that was said.
func rememberPayer(ctx context.Context, tx *store.Tx, l Line, in Choice) error {
	key := Fold(l.Payee)
	if key == "" {
		return nil
	}
	parties := distinctParties(in.Parts)
	if len(parties) > 1 {
		for _, table := range []string{"bank_payer", "bank_payer_for"} {
			if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE payer_key = $1`, key); err != nil {
				return fmt.Errorf("forget for whom a payer paid: %w", err)
			}
		}
		for _, p := range parties {
			if _, err := tx.Exec(ctx, `
				INSERT INTO bank_payer_for (payer_key, person_id, club_id)
				VALUES ($1, $2, $3)`, key, store.NullZero(p.Person), store.NullZero(p.Club)); err != nil {
				return fmt.Errorf("remember for whom a payer paid: %w", err)
			}
		}
	} else if len(in.Parts) == 1 {
		p := in.Parts[0]
		if _, err := tx.Exec(ctx, `
			INSERT INTO bank_payer (payer_key, person_id, club_id, account)
			VALUES ($1, $2, $3, $4)
			ON CONFLICT (payer_key) DO UPDATE
			SET person_id = excluded.person_id, club_id = excluded.club_id, account = excluded.account`, key,
			store.NullZero(p.Party.Person), store.NullZero(p.Party.Club), store.NullEmpty(string(p.Account))); err != nil {
			return fmt.Errorf("remember a payer: %w", err)
		}
	}
	if in.Payer.IsZero() { // the form was filled with who it was before: it is no one else any more
		if _, err := tx.Exec(ctx, `DELETE FROM bank_payer_who WHERE payer_key = $1`, key); err != nil {
			return fmt.Errorf("forget who a payer is: %w", err)
		}
		return nil
	}
	name := in.Payer.Name
	if !in.Payer.Party.IsZero() {
		name = ""
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO bank_payer_who (payer_key, person_id, club_id, name)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (payer_key) DO UPDATE
		SET person_id = excluded.person_id, club_id = excluded.club_id, name = excluded.name`, key,
		store.NullZero(in.Payer.Party.Person), store.NullZero(in.Payer.Party.Club), name); err != nil {
		return fmt.Errorf("remember who a payer is: %w", err)
	}
	return nil
}

// payerBefore adds to who a payer is where the receipt went before, and whether whoever is paid for was not told.
func payerBefore(ctx context.Context, q store.Queryer, who treasury.Payer) (treasury.Payer, error) {
	if who.IsZero() {
		return who, nil
	}
	last, found, err := treasury.LastPaidBy(ctx, q, who)
	if !found {
		return who, err
	}
	who.Address, who.Email, who.Quiet = last.Address, last.Email, last.Quiet
	return who, nil
}
