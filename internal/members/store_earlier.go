package members

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/store"
)

// InsertEarlier keeps within tx that people were members before the register has a term, and
// gives the numbers of the rows; the caller writes the audit entry.
func InsertEarlier(ctx context.Context, tx *store.Tx, all []Earlier) ([]int64, error) {
	const columns = 7
	var ids []int64
	for chunk := range slices.Chunk(all, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, e := range chunk {
			args = append(args, e.Person, e.From, e.To, e.Told, e.Source, e.RecordedAt, e.RecordedBy)
		}
		made, err := store.All(ctx, tx, store.Value[int64], `
			INSERT INTO earlier_membership (person_id, from_day, to_day, told, source, recorded_at, recorded_by)
			VALUES `+store.Values(len(chunk), columns)+`
			RETURNING id`, args...)
		if err != nil {
			return nil, fmt.Errorf("keep who was a member already: %w", err)
		}
		ids = append(ids, made...)
	}
	return ids, nil
}

// EarlierOf reads what was told of the earlier membership of people, the oldest first.
func EarlierOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID][]Earlier, error) {
	out := map[PersonID][]Earlier{}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, func(s store.Scanner) (e Earlier, err error) {
			err = s.Scan(&e.ID, &e.Person, &e.From, &e.To, &e.Told, &e.Source, &e.RecordedAt, &e.RecordedBy)
			return e, err
		}, `
			SELECT id, person_id, from_day, to_day, told, source, recorded_at, recorded_by
			FROM earlier_membership
			WHERE person_id IN `+list+`
			ORDER BY from_day, id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read who was a member already: %w", err)
		}
		for _, e := range all {
			out[e.Person] = append(out[e.Person], e)
		}
	}
	return out, nil
}
