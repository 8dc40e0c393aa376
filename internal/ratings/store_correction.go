package ratings

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// correctionsAfter reads the ratings that were set for days after one, by day.
func correctionsAfter(ctx context.Context, q store.Queryer, day civil.Date) ([]correction, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (c correction, err error) {
		err = s.Scan(&c.person, &c.day, &c.milli, store.ZeroNull(&c.games))
		return c, err
	}, `
		SELECT person_id, day, milli, games
		FROM rating_correction
		WHERE withdrawn_at IS NULL AND day > $1
		ORDER BY day, person_id`, day.String())
	if err != nil {
		return nil, fmt.Errorf("read the ratings that were set: %w", err)
	}
	return all, nil
}

// setSince moves players from where they stood after their last event (no games: no event)
// to where they stand on the morning of a day, after what was set for them.
func setSince(ctx context.Context, q store.Queryer, at map[PersonID]standing, until civil.Date) error {
	_, err := store.All(ctx, q, func(s store.Scanner) (c correction, err error) {
		err = s.Scan(&c.person, &c.day, &c.milli, store.ZeroNull(&c.games))
		if st, asked := at[c.person]; asked && c.day.After(st.last) {
			at[c.person] = c.on(st)
		}
		return c, err
	}, `
		SELECT person_id, day, milli, games
		FROM rating_correction
		WHERE withdrawn_at IS NULL AND day <= $1
		ORDER BY day`, until)
	if err != nil {
		return fmt.Errorf("read the ratings that were set: %w", err)
	}
	return nil
}

func insertCorrection(
	ctx context.Context, tx *store.Tx, in CorrectionInput, to scale.Milli, games int, at civil.Instant, by string,
) (CorrectionID, error) {
	id, err := store.One(ctx, tx, store.Value[CorrectionID], `
		INSERT INTO rating_correction (person_id, day, milli, games, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		RETURNING id`, in.Person, in.Day, to, store.NullZero(games), in.Reason, at, by)
	if store.IsUnique(err) {
		return 0, apperr.New(
			apperr.Conflict, "A rating of player %d was set for %s already. Withdraw it first, or choose another day.", in.Person, in.Day.Long(),
		)
	}
	if err != nil {
		return 0, fmt.Errorf("store a rating that is set: %w", err)
	}
	return id, nil
}

// withdrawCorrection takes one out of what counts, and gives it.
func withdrawCorrection(
	ctx context.Context, tx *store.Tx, id CorrectionID, why string, at civil.Instant, by string,
) (correction, error) {
	was, err := store.One(ctx, tx, func(s store.Scanner) (c correction, err error) {
		err = s.Scan(&c.person, &c.day, &c.milli)
		return c, err
	}, `
		UPDATE rating_correction
		SET withdrawn_at = $2, withdrawn_by = $3, withdrawn_why = $4
		WHERE id = $1 AND withdrawn_at IS NULL
		RETURNING person_id, day, milli`, id, at, by, why)
	if errors.Is(err, store.ErrNoRows) {
		return was, apperr.New(apperr.Conflict, "This was withdrawn already.")
	}
	if err != nil {
		return was, fmt.Errorf("withdraw a rating that was set: %w", err)
	}
	return was, nil
}

func correctionsOf(ctx context.Context, q store.Queryer, person PersonID) ([]Correction, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (c Correction, err error) {
		var p members.Person
		var milli scale.Milli
		err = s.Scan(append(personTargets(&p), &c.ID, &c.Day, &milli, store.ZeroNull(&c.Games), &c.Reason, &c.RecordedAt, &c.RecordedBy,
			&c.WithdrawnAt, &c.WithdrawnBy, &c.WithdrawnWhy)...)
		c.Person, c.Name, c.Rating = p.ID, p.PublicName(), milli.Published()
		return c, err
	}, `
		SELECT `+personColumns+`, c.id, c.day, c.milli, c.games, c.reason, c.recorded_at, c.recorded_by,
		       c.withdrawn_at, c.withdrawn_by, c.withdrawn_why
		FROM rating_correction c
		JOIN person p ON p.id = c.person_id
		WHERE $1 = 0 OR c.person_id = $1 AND c.withdrawn_at IS NULL
		ORDER BY c.day DESC, c.id DESC`, int64(person))
	if err != nil {
		return nil, fmt.Errorf("read the ratings that were set: %w", err)
	}
	return all, nil
}

// correctionsBetween are those whose rating was set for a day after one, up to another.
func correctionsBetween(ctx context.Context, q store.Queryer, after, until civil.Date) (map[PersonID]bool, error) {
	all, err := correctionsAfter(ctx, q, after)
	out := make(map[PersonID]bool, len(all))
	for _, c := range all {
		if !c.day.After(until) {
			out[c.person] = true
		}
	}
	return out, err
}

// deleteCorrections removes ratings that were set, and says whose they were.
func deleteCorrections(ctx context.Context, tx *store.Tx, ids []CorrectionID) (players []PersonID, err error) {
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		gone, err := store.All(ctx, tx, store.Value[PersonID], `
			DELETE FROM rating_correction
			WHERE id IN `+list+`
			RETURNING person_id`, args...)
		if err != nil {
			return nil, fmt.Errorf("remove ratings that were set: %w", err)
		}
		players = append(players, gone...)
	}
	return players, nil
}
