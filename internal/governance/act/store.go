package act

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

func balances(ctx context.Context, q store.Queryer) ([]civil.Date, error) {
	all, err := store.All(ctx, q, store.Value[civil.Date], `
		SELECT balance_day
		FROM act_year
		ORDER BY balance_day`)
	if err != nil {
		return nil, fmt.Errorf("read the balance dates: %w", err)
	}
	return all, nil
}

func insertYear(ctx context.Context, tx *store.Tx, permit usecase.Permit, balance civil.Date) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO act_year (balance_day, recorded_at, recorded_by)
		VALUES ($1, $2, $3)`, balance, permit.Now(), store.NullZero(permit.Person()))
	return err
}

// keepYears keeps the years that are over as they were, whatever balance date is named next: also those that followed by
// themselves. One that was named and has not come is named anew.
func keepYears(ctx context.Context, tx *store.Tx, permit usecase.Permit, named, over []civil.Date) error {
	for _, day := range named {
		if slices.Contains(over, day) {
			continue
		}
		if _, err := tx.Exec(ctx, `DELETE FROM act_year WHERE balance_day = $1`, day); err != nil {
			return fmt.Errorf("remove a balance date: %w", err)
		}
	}
	for _, day := range over {
		if slices.Contains(named, day) {
			continue
		}
		if err := insertYear(ctx, tx, permit, day); err != nil {
			return fmt.Errorf("keep a balance date: %w", err)
		}
	}
	return nil
}

// amendedOn are the days since which amended versions of the constitution are in force.
func amendedOn(ctx context.Context, q store.Queryer) ([]civil.Date, error) {
	all, err := store.All(ctx, q, store.Value[civil.Date], `
		SELECT from_day
		FROM constitution_version
		ORDER BY from_day`)
	if err != nil {
		return nil, fmt.Errorf("read since when the constitution is in force: %w", err)
	}
	return all, nil
}

func proofs(ctx context.Context, q store.Queryer) (map[string]Proof, error) {
	type row struct {
		key string
		Proof
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.key, &r.On, &r.Reference, &r.Document, store.ZeroNull(&r.Signer.ID), store.ZeroNull(&r.Second.ID),
			store.ZeroNull(&r.By.ID))
		return r, err
	}, `
		SELECT step_key, done_on, reference, document, signer_id, second_id, recorded_by
		FROM act_step`)
	if err != nil {
		return nil, fmt.Errorf("read what was done for the Act: %w", err)
	}
	var ids []auth.PersonID
	for _, r := range all {
		ids = append(ids, r.Signer.ID, r.Second.ID, r.By.ID)
	}
	names, err := members.FullNames(ctx, q, ids)
	out := map[string]Proof{}
	for _, r := range all {
		for _, who := range []*Someone{&r.Signer, &r.Second, &r.By} {
			who.Name = names[who.ID]
		}
		out[r.key] = r.Proof
	}
	return out, err
}

func insertProof(ctx context.Context, tx *store.Tx, permit usecase.Permit, in ProofInput) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO act_step (step_key, done_on, reference, document, signer_id, second_id, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, in.Key, in.On, in.Reference, in.Document, store.NullZero(in.Signer),
		store.NullZero(in.Second), permit.Now(), store.NullZero(permit.Person()))
	return err
}

func records(ctx context.Context, q store.Queryer) ([]Record, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (r Record, err error) {
		err = s.Scan(&r.ID, &r.Kind, &r.Person.ID, &r.From, &r.Until, &r.Text)
		return r, err
	}, `
		SELECT id, kind, person_id, from_day, until_day, text
		FROM act_record
		ORDER BY from_day DESC, id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read the records of the Act: %w", err)
	}
	var ids []auth.PersonID
	for _, r := range all {
		ids = append(ids, r.Person.ID)
	}
	names, err := members.FullNames(ctx, q, ids)
	for i := range all {
		all[i].Person.Name = names[all[i].Person.ID]
	}
	return all, err
}

func insertRecord(ctx context.Context, tx *store.Tx, permit usecase.Permit, in RecordInput) (RecordID, error) {
	id, err := store.One(ctx, tx, store.Value[RecordID], `
		INSERT INTO act_record (kind, person_id, from_day, text, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, string(in.Kind), in.Person, in.From, in.Text, permit.Now(), store.NullZero(permit.Person()))
	if err != nil {
		return 0, fmt.Errorf("keep a record of the Act: %w", err)
	}
	return id, nil
}

// endRecord ends a record that has no end; false where it has one, or there is none.
func endRecord(ctx context.Context, tx *store.Tx, id RecordID, last civil.Date) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE act_record
		SET until_day = $2
		WHERE id = $1 AND until_day IS NULL`, id, last)
	return n == 1, err
}

// undoProof moves a proof to those that were undone; false where there is none.
func undoProof(ctx context.Context, tx *store.Tx, permit usecase.Permit, key, reason string) (bool, error) {
	kept, err := tx.Exec(ctx, `
		INSERT INTO act_step_undone (step_key, done_on, reference, document, signer_id, second_id, recorded_at, recorded_by,
		                             undone_at, ended_by, reason)
		SELECT step_key, done_on, reference, document, signer_id, second_id, recorded_at, recorded_by,
		       CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT)
		FROM act_step
		WHERE step_key = $1`, key, permit.Now(), store.NullZero(permit.Person()), reason)
	if err != nil {
		return false, fmt.Errorf("keep what was undone for the Act: %w", err)
	}
	gone, err := tx.Exec(ctx, `DELETE FROM act_step WHERE step_key = $1`, key)
	return kept == 1 && gone == 1, err
}

// undones reads what was ticked off by mistake, by the steps' keys, the latest first.
func undones(ctx context.Context, q store.Queryer) (map[string][]Undone, error) {
	type row struct {
		key string
		Undone
	}
	all, err := store.All(ctx, q, func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.key, &r.On, &r.Reference, &r.Document, store.ZeroNull(&r.Signer.ID), store.ZeroNull(&r.Second.ID),
			store.ZeroNull(&r.By.ID), &r.Ticked, &r.At, store.ZeroNull(&r.Who.ID), &r.Reason)
		return r, err
	}, `
		SELECT step_key, done_on, reference, document, signer_id, second_id, recorded_by, recorded_at, undone_at, ended_by, reason
		FROM act_step_undone
		ORDER BY id DESC`)
	if err != nil {
		return nil, fmt.Errorf("read what was undone for the Act: %w", err)
	}
	var ids []auth.PersonID
	for _, r := range all {
		ids = append(ids, r.Signer.ID, r.Second.ID, r.By.ID, r.Who.ID)
	}
	names, err := members.FullNames(ctx, q, ids)
	out := map[string][]Undone{}
	for _, r := range all {
		for _, who := range []*Someone{&r.Signer, &r.Second, &r.By, &r.Who} {
			who.Name = names[who.ID]
		}
		out[r.key] = append(out[r.key], r.Undone)
	}
	return out, err
}
