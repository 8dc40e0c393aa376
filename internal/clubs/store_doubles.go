package clubs

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/members"
	"nzgs/internal/store"
)

// chargeSQL reads what confirmed lists of the year $1 charge for people of the register, and did not waive.
const chargeSQL = `
	FROM club_return r
	JOIN club_return_row w ON w.return_id = r.id
	WHERE r.year = $1 AND r.state = 'confirmed' AND w.person_id IS NOT NULL AND w.charge > 0 AND w.waived_on IS NULL`

// eachCharge gives what confirmed lists of a year charge for someone to take: of whom two of them charge something, and of
// those who stand on other lists. Whom one club charges for is nearly everyone, and is not read.
func eachCharge(ctx context.Context, q store.Queryer, year members.Year, also []PersonID, take func(DoubleFee)) error {
	seen := map[RowID]bool{}
	read := func(people string, args ...any) error {
		if err := store.Each(ctx, q, func(s store.Scanner) (f DoubleFee, err error) {
			err = s.Scan(&f.Row, &f.Return, &f.person, &f.Amount)
			return f, err
		}, func(f DoubleFee) error {
			if !seen[f.Row] {
				seen[f.Row] = true
				take(f)
			}
			return nil
		}, `
			SELECT w.id, w.return_id, w.person_id, w.charge`+chargeSQL+` AND w.person_id IN `+people+`
			ORDER BY w.return_id, w.number`, args...); err != nil {
			return fmt.Errorf("read what lists charge: %w", err)
		}
		return nil
	}
	if err := read(`(
			SELECT w.person_id`+chargeSQL+`
			GROUP BY w.person_id
			HAVING COUNT(DISTINCT r.club_id) > 1)`, int64(year)); err != nil {
		return err
	}
	for chunk := range slices.Chunk(also, store.MaxIn) {
		list, args := store.In([]any{int64(year)}, chunk)
		if err := read(list, args...); err != nil {
			return err
		}
	}
	return nil
}
