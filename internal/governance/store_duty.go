package governance

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

const dutyColumns = `d.id, d.source, d.what, d.title, d.owner, d.due, d.until, d.rule, d.trace, d.link,
		       d.revision, d.changed_at, d.done_at, d.cancelled`

func scanDuty(s store.Scanner) (Duty, error) {
	var d Duty
	err := s.Scan(&d.ID, &d.Source, &d.What, &d.Title, &d.Owner, &d.Due, &d.Until, &d.Rule, &d.Trace, &d.Link,
		&d.Revision, &d.ChangedAt, &d.DoneAt, &d.Cancelled)
	return d, err
}

// duties reads all duties by date.
func duties(ctx context.Context, q store.Queryer) ([]Duty, error) {
	all, err := store.All(ctx, q, scanDuty, `
		SELECT `+dutyColumns+`
		FROM duty d
		ORDER BY d.due, d.id`)
	if err != nil {
		return nil, fmt.Errorf("read the duties: %w", err)
	}
	return all, addPeople(ctx, q, all, `
		SELECT duty_id, person_id
		FROM duty_person
		ORDER BY duty_id, person_id`)
}

// dutiesOf reads the duties of a source by date.
func dutiesOf(ctx context.Context, q store.Queryer, source string) ([]Duty, error) {
	all, err := store.All(ctx, q, scanDuty, `
		SELECT `+dutyColumns+`
		FROM duty d
		WHERE d.source = $1
		ORDER BY d.due, d.id`, source)
	if err != nil {
		return nil, fmt.Errorf("read the duties of %s: %w", source, err)
	}
	return all, addPeople(ctx, q, all, `
		SELECT p.duty_id, p.person_id
		FROM duty_person p
		JOIN duty d ON d.id = p.duty_id
		WHERE d.source = $1
		ORDER BY p.duty_id, p.person_id`, source)
}

func addPeople(ctx context.Context, q store.Queryer, all []Duty, query string, args ...any) error {
	at := make(map[DutyID]int, len(all))
	for i, d := range all {
		at[d.ID] = i
	}
	_, err := store.All(ctx, q, func(s store.Scanner) (person auth.PersonID, err error) {
		var id DutyID
		err = s.Scan(&id, &person)
		if i, found := at[id]; found {
			all[i].People = append(all[i].People, person)
		}
		return person, err
	}, query, args...)
	if err != nil {
		return fmt.Errorf("read whom duties fall to: %w", err)
	}
	return nil
}

func insertDuty(ctx context.Context, tx *store.Tx, d Duty, now civil.Instant) error {
	id, err := store.One(ctx, tx, store.Value[DutyID], `
		INSERT INTO duty (source, what, title, owner, due, until, rule, trace, link, changed_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		RETURNING id`, d.Source, d.What, d.Title, string(d.Owner), d.Due, d.Until, d.Rule, d.Trace, d.Link, now)
	if err != nil {
		return fmt.Errorf("keep the duty %s of %s: %w", d.What, d.Source, err)
	}
	return setPeople(ctx, tx, id, d.People)
}

// updateDuty changes a duty to what it has become, also back from cancelled.
func updateDuty(ctx context.Context, tx *store.Tx, d Duty, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE duty
		SET title = $2, owner = $3, due = $4, until = $5, rule = $6, trace = $7, link = $8,
		    revision = revision + 1, changed_at = $9, cancelled = FALSE
		WHERE id = $1`, d.ID, d.Title, string(d.Owner), d.Due, d.Until, d.Rule, d.Trace, d.Link, now); err != nil {
		return fmt.Errorf("change the duty %s of %s: %w", d.What, d.Source, err)
	}
	return setPeople(ctx, tx, d.ID, d.People)
}

func setPeople(ctx context.Context, tx *store.Tx, id DutyID, people []auth.PersonID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM duty_person WHERE duty_id = $1`, id); err != nil {
		return fmt.Errorf("name whom a duty falls to: %w", err)
	}
	for _, p := range people {
		if _, err := tx.Exec(ctx, `INSERT INTO duty_person (duty_id, person_id) VALUES ($1, $2)`, id, p); err != nil {
			return fmt.Errorf("name whom a duty falls to: %w", err)
		}
	}
	return nil
}

func cancelDuty(ctx context.Context, tx *store.Tx, id DutyID, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE duty
		SET cancelled = TRUE, revision = revision + 1, changed_at = $2
		WHERE id = $1`, id, now); err != nil {
		return fmt.Errorf("cancel a duty: %w", err)
	}
	return nil
}

func finishDuty(ctx context.Context, tx *store.Tx, source, what string, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE duty
		SET done_at = $3, revision = revision + 1, changed_at = $3
		WHERE source = $1 AND what = $2 AND done_at IS NULL`, source, what, now); err != nil {
		return fmt.Errorf("finish the duty %s of %s: %w", what, source, err)
	}
	return nil
}

func reopenDuty(ctx context.Context, tx *store.Tx, source, what string, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		UPDATE duty
		SET done_at = NULL, revision = revision + 1, changed_at = $3
		WHERE source = $1 AND what = $2 AND done_at IS NOT NULL`, source, what, now); err != nil {
		return fmt.Errorf("reopen the duty %s of %s: %w", what, source, err)
	}
	return nil
}

func setFeed(ctx context.Context, tx *store.Tx, person auth.PersonID, hash string, now civil.Instant) error {
	if _, err := tx.Exec(ctx, `
		INSERT INTO duty_feed (person_id, token_hash, created_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (person_id) DO UPDATE
		SET token_hash = excluded.token_hash, created_at = excluded.created_at`, person, hash, now); err != nil {
		return fmt.Errorf("keep a calendar's address: %w", err)
	}
	return nil
}

// endFeed ends the calendar's address of a person, and says whether there was one.
func endFeed(ctx context.Context, tx *store.Tx, person auth.PersonID) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM duty_feed WHERE person_id = $1`, person)
	if err != nil {
		return false, fmt.Errorf("end a calendar's address: %w", err)
	}
	return n > 0, nil
}

// hasFeed reports whether a person has a calendar's address.
func hasFeed(ctx context.Context, q store.Queryer, person auth.PersonID) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM duty_feed WHERE person_id = $1)`, person)
}

func feedOwner(ctx context.Context, q store.Queryer, hash string) (auth.PersonID, error) {
	person, err := store.One(ctx, q, store.Value[auth.PersonID], `
		SELECT f.person_id
		FROM duty_feed f
		WHERE f.token_hash = $1
		  AND NOT EXISTS (SELECT 1 FROM account a WHERE a.person_id = f.person_id AND a.disabled = TRUE)`, hash)
	if errors.Is(err, store.ErrNoRows) {
		return 0, apperr.New(apperr.NotFound, "Calendar not found. Make a new one on your duties page.")
	}
	if err != nil {
		return 0, fmt.Errorf("find a calendar: %w", err)
	}
	return person, nil
}
