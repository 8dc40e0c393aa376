package committee

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const sealColumns = `
		SELECT u.id, u.instrument, u.day, r.id, r.year, r.number, r.day, u.trace, u.recorded_at, u.recorded_by,
		       u.struck_at, u.struck_by, u.struck_reason
		FROM sealing u
		JOIN committee_resolution r ON r.id = u.resolution_id`

func scanSealing(s store.Scanner) (Sealing, error) {
	var e Sealing
	var trace string
	r := &e.Resolution
	if err := s.Scan(
		&e.ID, &e.Instrument, &e.Day, &r.ID, &r.Number.Year, &r.Number.No, &r.Day, &trace, &e.RecordedAt, &e.RecordedBy,
		&e.StruckAt, &e.StruckBy, &e.StruckReason,
	); err != nil {
		return e, err
	}
	var err error
	e.Trace, err = constitution.DecodeTrace(trace)
	return e, err
}

// sealings reads the seal's register, the latest first.
func sealings(ctx context.Context, q store.Queryer) ([]Sealing, error) {
	return readSealings(ctx, q, sealColumns+`
		ORDER BY u.day DESC, u.id DESC`)
}

func sealingByID(ctx context.Context, q store.Queryer, id SealID) (Sealing, error) {
	all, err := readSealings(ctx, q, sealColumns+`
		WHERE u.id = $1`, id)
	if err == nil && len(all) == 0 {
		err = apperr.New(apperr.NotFound, "Entry not found in the register of the seal.")
	}
	if err != nil {
		return Sealing{}, err
	}
	return all[0], nil
}

func readSealings(ctx context.Context, q store.Queryer, query string, args ...any) ([]Sealing, error) {
	all, err := store.All(ctx, q, scanSealing, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read the seal's register: %w", err)
	}
	return all, addSignatures(ctx, q, all)
}

// addSignatures adds to uses of the seal those who signed, in their order.
func addSignatures(ctx context.Context, q store.Queryer, all []Sealing) error {
	at := make(map[SealID]*Sealing, len(all))
	ids := make([]SealID, len(all))
	for i := range all {
		ids[i], at[all[i].ID] = all[i].ID, &all[i]
	}
	in, args := store.In(nil, ids)
	people, err := store.All(ctx, q, func(s store.Scanner) (person auth.PersonID, err error) {
		var id SealID
		if err = s.Scan(&id, &person); err == nil {
			at[id].Signers = append(at[id].Signers, Who{Person: person})
		}
		return person, err
	}, `
		SELECT sealing_id, person_id
		FROM sealing_signature
		WHERE sealing_id IN `+in+`
		ORDER BY sealing_id, place`, args...)
	if err != nil {
		return fmt.Errorf("read who signed under the seal: %w", err)
	}
	who, err := names(ctx, q, distinct(people))
	for _, e := range all {
		for i, w := range e.Signers {
			e.Signers[i] = who[w.Person]
		}
	}
	return err
}

func insertSealing(ctx context.Context, tx *store.Tx, e Sealing) (SealID, error) {
	trace, err := constitution.EncodeTrace(e.Trace)
	if err != nil {
		return 0, err
	}
	id, err := store.One(ctx, tx, store.Value[SealID], `
		INSERT INTO sealing (instrument, day, resolution_id, trace, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6)
		RETURNING id`, e.Instrument, e.Day, e.Resolution.ID, trace, e.RecordedAt, e.RecordedBy)
	if err != nil {
		return 0, fmt.Errorf("keep a use of the seal: %w", err)
	}
	const columns = 3
	var args []any
	for i, w := range e.Signers {
		args = append(args, id, i+1, w.Person)
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO sealing_signature (sealing_id, place, person_id)
		VALUES `+store.Values(len(e.Signers), columns), args...); err != nil {
		return 0, fmt.Errorf("keep who signed under the seal: %w", err)
	}
	return id, nil
}

// strikeSealing strikes out an entry that stands.
func strikeSealing(ctx context.Context, tx *store.Tx, id SealID, reason string, at civil.Instant, by string) error {
	n, err := tx.Exec(ctx, `
		UPDATE sealing
		SET struck_at = $2, struck_by = $3, struck_reason = $4
		WHERE id = $1 AND struck_at IS NULL`, id, at, by, reason)
	switch {
	case err != nil:
		return fmt.Errorf("strike out a use of the seal: %w", err)
	case n == 0:
		return usecase.Stale("this entry", "seal_use", int64(id))
	}
	return nil
}
