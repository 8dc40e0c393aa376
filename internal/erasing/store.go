package erasing

import (
	"context"
	"errors"
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

const columns = `id, person_id, by_alias, asked_at, asked_id, done_at, names_until, names_at`

func scan(s store.Scanner) (r Request, err error) {
	err = s.Scan(&r.ID, &r.Person, &r.ByAlias, &r.AskedAt, &r.Asked, &r.DoneAt, &r.NamesUntil, &r.NamesAt)
	return r, err
}

// requestOf reads the last request about a person that was not withdrawn; nil without one.
func requestOf(ctx context.Context, q store.Queryer, person auth.PersonID) (*Request, error) {
	r, err := store.One(ctx, q, scan, `
		SELECT `+columns+`
		FROM erasure
		WHERE person_id = $1 AND withdrawn_at IS NULL
		ORDER BY id DESC
		LIMIT 1`, person)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read who asked to be erased: %w", err)
	}
	return &r, nil
}

// namesDue are those whose name may go: not of a record that was joined with another, which has the name too and decides.
func namesDue(ctx context.Context, q store.Queryer, today civil.Date) ([]Request, error) {
	list, err := store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM erasure
		WHERE done_at IS NOT NULL AND names_at IS NULL AND names_until <= $1
		  AND NOT EXISTS (SELECT 1 FROM person_alias l WHERE l.gone_id = erasure.person_id)
		ORDER BY id`, today)
	if err != nil {
		return nil, fmt.Errorf("read whose name goes: %w", err)
	}
	return list, nil
}

// namesakes counts the other people of the register who are called the same.
func namesakes(ctx context.Context, q store.Queryer, person members.PersonID) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM person p
		WHERE p.id <> $1 AND p.name_key = (SELECT name_key FROM person WHERE id = $1)
		  AND NOT EXISTS (SELECT 1 FROM person_alias l WHERE l.gone_id = p.id OR l.gone_id = $1 AND l.kept_id = p.id)`, person)
	if err != nil {
		return 0, fmt.Errorf("look for others of the same name: %w", err)
	}
	return n, nil
}

// formerNames are the names that someone had before and that no one else of the register has or had: they go at once.
func formerNames(ctx context.Context, q store.Queryer, person members.PersonID) ([]members.Name, error) {
	list, err := store.All(ctx, q, func(s store.Scanner) (n members.Name, err error) {
		err = s.Scan(&n.Family, &n.Given)
		return n, err
	}, `
		SELECT f.family_name, f.given_names
		FROM person_former_name f
		WHERE f.person_id = $1
		  AND NOT EXISTS (SELECT 1 FROM person p WHERE p.name_key = f.name_key AND p.id <> $1
		                  AND NOT EXISTS (SELECT 1 FROM person_alias l WHERE l.gone_id = p.id OR l.gone_id = $1 AND l.kept_id = p.id))
		  AND NOT EXISTS (SELECT 1 FROM person_former_name x WHERE x.name_key = f.name_key AND x.person_id <> $1)
		ORDER BY f.id`, person)
	if err != nil {
		return nil, fmt.Errorf("read former names: %w", err)
	}
	return list, nil
}

func insert(ctx context.Context, tx *store.Tx, person auth.PersonID, byAlias bool, at civil.Instant, by auth.PersonID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO erasure (person_id, by_alias, asked_at, asked_id)
		VALUES ($1, $2, $3, $4)`, person, byAlias, at, by)
	if err != nil {
		return fmt.Errorf("record who asked to be erased: %w", err)
	}
	return nil
}

func withdraw(ctx context.Context, tx *store.Tx, person auth.PersonID, at civil.Instant) (int64, error) {
	n, err := tx.Exec(ctx, `
		UPDATE erasure
		SET withdrawn_at = $2
		WHERE person_id = $1 AND withdrawn_at IS NULL AND done_at IS NULL`, person, at)
	if err != nil {
		return 0, fmt.Errorf("withdraw a request: %w", err)
	}
	return n, nil
}

func finish(ctx context.Context, tx *store.Tx, id ID, at civil.Instant, by auth.PersonID, until civil.Date) error {
	_, err := tx.Exec(ctx, `
		UPDATE erasure
		SET done_at = $2, done_id = $3, names_until = $4
		WHERE id = $1`, id, at, by, until)
	if err != nil {
		return fmt.Errorf("record that someone was erased: %w", err)
	}
	return nil
}

func nameGone(ctx context.Context, tx *store.Tx, id ID, at civil.Instant) error {
	_, err := tx.Exec(ctx, `
		UPDATE erasure
		SET names_at = $2
		WHERE id = $1`, id, at)
	if err != nil {
		return fmt.Errorf("record that a name was removed: %w", err)
	}
	return nil
}
