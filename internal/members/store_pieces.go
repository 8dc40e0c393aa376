package members

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const recordColumns = termColumns + `,
	EXISTS (SELECT 1 FROM departure_term x JOIN departure d ON d.id = x.departure_id
	        WHERE x.term_id = t.corrects_id AND (d.kind = 'died' OR d.undone_at IS NOT NULL))`

func scanRecord(s store.Scanner) (r Record, err error) {
	r.Term, err = scanTerm(withLast{s, &r.Lifted})
	return r, err
}

// withLast scans one column more than is asked for.
type withLast struct {
	store.Scanner
	last any
}

func (s withLast) Scan(into ...any) error { return s.Scanner.Scan(append(into, s.last)...) }

// PiecesFromRows reads for each of the given rows of a club's list the terms that it gave when it last did.
func PiecesFromRows(ctx context.Context, q store.Queryer, rows []int64) (map[int64][]Term, error) {
	records := make(map[int64][]Record, len(rows))
	for chunk := range slices.Chunk(rows, store.MaxIn) {
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, scanRecord, `
			SELECT `+recordColumns+`
			FROM membership_term t
			WHERE t.return_row_id IN `+list+` OR t.moved_row_id IN `+list+`
			ORDER BY t.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read what rows of a list gave: %w", err)
		}
		for _, r := range all {
			row := max(r.ReturnRow, r.MovedRow) // both: what was before the move is cancelled
			records[row] = append(records[row], r)
		}
	}
	out := make(map[int64][]Term, len(records))
	for row, all := range records {
		out[row] = Pieces(all)
	}
	return out, nil
}

// RecordsAsked reads all records of what each person has of a subscription that was asked for, the oldest first.
func RecordsAsked(ctx context.Context, q store.Queryer, asked int64) (map[PersonID][]Record, error) {
	return recordsOf(ctx, q, `t.asked_id = $1`, asked)
}

// RecordsPaidBy is RecordsAsked of a subscription that a payment paid for at once.
func RecordsPaidBy(ctx context.Context, q store.Queryer, payment int64) (map[PersonID][]Record, error) {
	return recordsOf(ctx, q, `t.payment_id = $1 AND t.asked_id IS NULL`, payment)
}

func recordsOf(ctx context.Context, q store.Queryer, where string, id int64) (map[PersonID][]Record, error) {
	all, err := store.All(ctx, q, scanRecord, `
		SELECT `+recordColumns+`
		FROM membership_term t
		WHERE `+where+`
		ORDER BY t.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read what a subscription gave: %w", err)
	}
	out := map[PersonID][]Record{}
	for _, r := range all {
		out[r.Person] = append(out[r.Person], r)
	}
	return out, nil
}

// LiftedFromRows reads the terms of the given rows of a club's list that are cancelled only because of a death, or of a
// departure that was undone.
func LiftedFromRows(ctx context.Context, q store.Queryer, rows []int64) (out []Term, err error) {
	for chunk := range slices.Chunk(rows, store.MaxIn) {
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, scanRecord, `
			SELECT `+recordColumns+`
			FROM membership_term t
			WHERE (t.return_row_id IN `+list+` OR t.moved_row_id IN `+list+`) AND t.kind = 'void'
			  AND t.corrected = FALSE
			ORDER BY t.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read what a death keeps back: %w", err)
		}
		for _, r := range all {
			if r.Lifted {
				out = append(out, r.Term)
			}
		}
	}
	return out, nil
}

// RowsEndedBy are the rows of clubs' lists from which terms came that a departure ended, and no officer corrected since.
func RowsEndedBy(ctx context.Context, q store.Queryer, departure int64) ([]int64, error) {
	rows, err := store.All(ctx, q, store.Value[int64], `
		SELECT DISTINCT COALESCE(t.return_row_id, t.moved_row_id)
		FROM departure_term x
		JOIN membership_term e ON e.corrects_id = x.term_id
		JOIN membership_term t ON t.id = x.term_id
		WHERE x.departure_id = $1 AND COALESCE(t.return_row_id, t.moved_row_id) IS NOT NULL
		  AND NOT EXISTS (SELECT 1 FROM membership_term c WHERE c.corrects_id = e.id AND c.by_standing = FALSE)
		ORDER BY 1`, departure)
	if err != nil {
		return nil, fmt.Errorf("read what a departure ended: %w", err)
	}
	return rows, nil
}

// Left is that someone died or resigned, and the last day as a member.
type Left struct {
	Departure int64
	Person    PersonID
	Day       civil.Date
	Died      bool
}

// LeftSince reads who of some people has died, or has resigned on a day or later.
func LeftSince(ctx context.Context, q store.Queryer, people []PersonID, since civil.Date) (map[PersonID]Left, error) {
	out := map[PersonID]Left{}
	for chunk := range slices.Chunk(people, store.MaxIn) {
		list, args := store.In([]any{since}, chunk)
		all, err := store.All(ctx, q, func(s store.Scanner) (l Left, err error) {
			err = s.Scan(&l.Departure, &l.Person, &l.Day, &l.Died)
			return l, err
		}, `
			SELECT id, person_id, day, kind = 'died'
			FROM departure
			WHERE undone_at IS NULL AND (kind = 'died' OR day >= $1) AND person_id IN `+list+`
			ORDER BY kind DESC, day DESC, id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read who left: %w", err)
		}
		for _, l := range all { // a death last: it counts before a resignation, and of these the first
			out[l.Person] = l
		}
	}
	return out, nil
}

// noteEnded keeps within tx that terms of someone ended because it is recorded that they left.
func noteEnded(ctx context.Context, tx *store.Tx, terms []Term, left Left) error {
	for _, t := range terms { // of who left of a list: few
		if _, err := tx.Exec(ctx, `
			INSERT INTO departure_term (departure_id, term_id)
			VALUES ($1, $2)`, left.Departure, t.ID); err != nil {
			return fmt.Errorf("keep what ended by leaving: %w", err)
		}
	}
	return nil
}
