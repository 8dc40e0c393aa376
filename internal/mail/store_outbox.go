package mail

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// batchOf is what the letters of a mailing, or without one of a purpose, have in common.
const batchOf = `CASE WHEN mailing <> '' THEN mailing ELSE purpose END`

func countByState(ctx context.Context, q store.Queryer, batch string) (map[State]int, error) {
	out := map[State]int{}
	_, err := store.All(ctx, q, func(s store.Scanner) (state State, err error) {
		var n int
		err = s.Scan(&state, &n)
		out[state] = n
		return state, err
	}, `
		SELECT `+stateOf+`, COUNT(*)
		FROM mail_letter
		WHERE CAST($1 AS TEXT) = '' OR `+batchOf+` = $1
		GROUP BY `+stateOf, batch)
	if err != nil {
		return nil, fmt.Errorf("count the outbox: %w", err)
	}
	return out, nil
}

func page(ctx context.Context, q store.Queryer, f Filter) (all []Entry, err error) {
	err = eachLetter(ctx, q, f, fmt.Sprintf(" LIMIT %d OFFSET %d", f.Size, (f.Page-1)*f.Size), func(e Entry) error {
		all = append(all, e)
		return nil
	})
	return all, err
}

// eachLetter gives each letter that a filter asks for to take, the newest first; end ends the query.
func eachLetter(ctx context.Context, q store.Queryer, f Filter, end string, take func(Entry) error) error {
	if err := store.Each(ctx, q, scanEntry, take, `
		SELECT `+entryColumns+`
		FROM mail_letter
		WHERE (CAST($1 AS TEXT) = '' OR `+stateOf+` = $1) AND (CAST($2 AS TEXT) = '' OR `+batchOf+` = $2)
		ORDER BY id DESC`+end, string(f.State), f.Batch); err != nil {
		return fmt.Errorf("read the outbox: %w", err)
	}
	return nil
}

// batches reads a page of what was written, the newest first, each mailing once.
func batches(ctx context.Context, q store.Queryer, from, size int) ([]Batch, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (b Batch, err error) {
		err = s.Scan(&b.Key, &b.Purpose, &b.First, &b.Last, &b.Letters, &b.Waiting, &b.Unknown, &b.Failed, &b.Left)
		return b, err
	}, `
		SELECT `+batchOf+`, MAX(purpose), MIN(queued_at), MAX(queued_at), COUNT(*),
		       CAST(SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END) AS BIGINT),
		       CAST(SUM(CASE WHEN state = 'sending' THEN 1 ELSE 0 END) AS BIGINT),
		       CAST(SUM(CASE WHEN state = 'failed' AND NOT unwanted THEN 1 ELSE 0 END) AS BIGINT),
		       CAST(SUM(CASE WHEN unwanted THEN 1 ELSE 0 END) AS BIGINT)
		FROM mail_letter
		GROUP BY `+batchOf+`
		ORDER BY MAX(CASE WHEN unwanted THEN 0 WHEN state = 'failed' THEN 2 WHEN state IN ('waiting', 'sending') THEN 1 ELSE 0 END) DESC,
		         MAX(id) DESC
		LIMIT $1 OFFSET $2`, size, from)
	if err != nil {
		return nil, fmt.Errorf("read the mailings of the outbox: %w", err)
	}
	return all, nil
}

func countBatches(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT COUNT(DISTINCT `+batchOf+`) FROM mail_letter`)
	if err != nil {
		return 0, fmt.Errorf("count the mailings of the outbox: %w", err)
	}
	return n, nil
}

// waitingNow counts the letters that wait: those that are due, and those that are to leave later.
func waitingNow(ctx context.Context, q store.Queryer, now civil.Instant) (w Backlog, err error) {
	_, err = store.All(ctx, q, func(s store.Scanner) (turn Turn, err error) {
		var due, again, held int
		var againAt, heldTo civil.Instant
		if err := s.Scan(&turn, &due, &again, &againAt, &held, &heldTo); err != nil {
			return turn, err
		}
		if turn == Bulk {
			w.Mailings += due
		} else {
			w.Ordinary += due
		}
		w.Again, w.AgainAt = w.Again+again, first(w.AgainAt, againAt)
		w.Held, w.HeldTo = w.Held+held, first(w.HeldTo, heldTo)
		return turn, nil
	}, `
		SELECT turn,
		       CAST(SUM(CASE WHEN due_at <= $1 THEN 1 ELSE 0 END) AS BIGINT),
		       CAST(SUM(CASE WHEN due_at > $1 AND attempts > 0 THEN 1 ELSE 0 END) AS BIGINT),
		       MIN(CASE WHEN due_at > $1 AND attempts > 0 THEN due_at END),
		       CAST(SUM(CASE WHEN due_at > $1 AND attempts = 0 THEN 1 ELSE 0 END) AS BIGINT),
		       MIN(CASE WHEN due_at > $1 AND attempts = 0 THEN due_at END)
		FROM mail_letter
		WHERE state = 'waiting' AND NOT restored
		GROUP BY turn`, now)
	if err != nil {
		return w, fmt.Errorf("count the letters that wait: %w", err)
	}
	return w, nil
}

// first is the earlier of two instants; one that is zero is none.
func first(a, b civil.Instant) civil.Instant {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
