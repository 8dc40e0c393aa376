package merging

import (
	"context"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/store"
)

// What came after a merge stays with the kept record when it is undone, but for what says something of a row that went
// back: what corrects or reverses it, and what was booked of it.

// follows are, by table, the rows of the kept record ($2) that follow a row of the other ($1).
var follows = []struct{ table, where string }{
	{"membership_term", `corrects_id IN (SELECT c.id FROM membership_term c WHERE c.person_id = $1)`},
	{"payment", `reverses_id IN (SELECT c.id FROM payment c WHERE c.person_id = $1)`},
	{"points_line", `reverses_id IN (SELECT c.id FROM points_line c WHERE c.person_id = $1)`},
	{"title_award", `reverses_id IN (SELECT c.id FROM title_award c WHERE c.person_id = $1)`},
	{"journal_line", `entry_id IN (
		SELECT e.id
		FROM journal_entry e
		WHERE e.document = 'payment' AND e.document_id IN (SELECT p.id FROM payment p WHERE p.person_id = $1)
		   OR e.document = 'credit' AND e.document_id IN (
		       SELECT c.id FROM invoice_credit c JOIN invoice i ON i.id = c.invoice_id WHERE i.person_id = $1)
		   OR e.document = 'payment_out' AND e.document_id IN (SELECT r.id FROM payment_request r WHERE r.refund_person_id = $1)
		   OR e.document = 'transfer' AND e.document_id IN (
		       SELECT a.id
		       FROM allocation a
		       JOIN payment p ON p.id = a.payment_id
		       JOIN invoice i ON i.id = a.invoice_id
		       WHERE p.person_id = $1 AND COALESCE(i.person_id, 0) <> $2
		          OR i.person_id = $1 AND COALESCE(p.person_id, 0) <> $2))`},
	{"journal_line", `EXISTS (
		SELECT 1
		FROM journal_entry e
		JOIN journal_line o ON o.entry_id = e.reverses_id
		WHERE e.id = journal_line.entry_id AND o.person_id = $1 AND o.cents = -journal_line.cents)`},
}

// followBack gives the record that comes back what came since and is about its rows. It refuses where money of one of the
// two has settled since what the other owes.
func followBack(ctx context.Context, tx *store.Tx, m Merge) error {
	for _, f := range follows {
		for n := int64(1); n > 0; { // a correction of a correction follows too
			var err error
			n, err = tx.Exec(ctx, `UPDATE `+f.table+` SET person_id = $1 WHERE person_id = $2 AND `+f.where, m.Gone, m.Kept)
			if err != nil {
				return fmt.Errorf("give back what came of rows of %s: %w", f.table, err)
			}
		}
	}
	settled, err := store.All(ctx, tx, store.Value[string], `
		SELECT i.text
		FROM allocation a
		JOIN payment p ON p.id = a.payment_id
		JOIN invoice i ON i.id = a.invoice_id
		WHERE (p.person_id = $1 AND i.person_id = $2 OR p.person_id = $2 AND i.person_id = $1) AND a.recorded_at > $3
		GROUP BY p.id, i.id, i.text
		HAVING SUM(a.cents) <> 0
		ORDER BY i.id
		LIMIT 1`, m.Gone, m.Kept, m.At)
	if err != nil {
		return fmt.Errorf("look for what was settled since: %w", err)
	}
	if len(settled) > 0 {
		return apperr.New(
			apperr.Conflict, "Since the merge, money of one of the two has settled what the other owes: “%s”. "+
				"First the treasurer reverses that payment.", settled[0],
		)
	}
	return nil
}

// countPoints says that the points have changed: what is kept in memory of whose they are is out of date.
func countPoints(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `UPDATE points_head SET revision = revision + 1 WHERE id = 1`); err != nil {
		return fmt.Errorf("count a change of the points: %w", err)
	}
	return nil
}
