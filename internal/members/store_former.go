package members

import (
	"context"
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// Refill saves a person within tx as another room worked it out; the caller has asked
// who may, and writes the audit entry.
func Refill(ctx context.Context, tx *store.Tx, id PersonID, in PersonInput) error {
	was, err := store.One(ctx, tx, store.Value[int64], `SELECT version FROM person WHERE id = $1`, id)
	if err != nil {
		return fmt.Errorf("read a person: %w", err)
	}
	return updatePerson(ctx, tx, id, was, in)
}

// Touch counts a change of a person within tx that another room made: a page that was
// opened before is out of date.
func Touch(ctx context.Context, tx *store.Tx, id PersonID) error {
	if _, err := tx.Exec(ctx, `UPDATE person SET version = version + 1 WHERE id = $1`, id); err != nil {
		return fmt.Errorf("count a change of a person: %w", err)
	}
	return nil
}

// KeepName keeps a name by which a person was known within tx, unless it is kept
// already; merge is what it came by, or 0.
func KeepName(
	ctx context.Context, tx *store.Tx, id PersonID, name Name, at civil.Instant, by string, merge int64,
) error {
	kept, err := store.One(ctx, tx, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM person_former_name WHERE person_id = $1 AND family_name = $2 AND given_names = $3)`,
		id, name.Family, name.Given)
	if err != nil || kept {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO person_former_name (person_id, family_name, given_names, family_first, name_key, merge_id, recorded_at,
		                                recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		id, name.Family, name.Given, name.Order == FamilyFirst, NameKey(name.Family, name.Given), store.NullZero(merge), at, by)
	if err != nil {
		return fmt.Errorf("keep a former name: %w", err)
	}
	return nil
}

// DropName removes the name that came by a merge, within tx.
func DropName(ctx context.Context, tx *store.Tx, merge int64) error {
	if _, err := tx.Exec(ctx, `DELETE FROM person_former_name WHERE merge_id = $1`, merge); err != nil {
		return fmt.Errorf("remove a former name: %w", err)
	}
	return nil
}

// PublicFormerNames are the former names of someone who wants public pages to show
// them; none of someone who is shown by an alias.
func PublicFormerNames(ctx context.Context, q store.Queryer, id PersonID) ([]Name, error) {
	names, err := store.All(ctx, q, scanKnownAs, `
		SELECT f.person_id, f.family_name, f.given_names, f.family_first
		FROM person_former_name f
		JOIN person p ON p.id = f.person_id
		WHERE f.person_id = $1 AND p.show_former = TRUE AND p.public_as = 'name'
		ORDER BY f.id`, id)
	if err != nil {
		return nil, fmt.Errorf("read former names: %w", err)
	}
	return namesOf(names), nil
}

// ShowFormer notes within tx whether public pages show former names; the caller has asked who may.
func ShowFormer(ctx context.Context, tx *store.Tx, id PersonID, show bool) error {
	if _, err := tx.Exec(ctx, `UPDATE person SET show_former = $2 WHERE id = $1`, id, show); err != nil {
		return fmt.Errorf("note whether former names are public: %w", err)
	}
	return nil
}

func namesOf(list []knownAs) []Name {
	out := make([]Name, len(list))
	for i, k := range list {
		out[i] = k.name
	}
	return out
}

type knownAs struct {
	id   PersonID
	name Name
}

func scanKnownAs(s store.Scanner) (k knownAs, err error) {
	var familyFirst bool
	err = s.Scan(&k.id, &k.name.Family, &k.name.Given, &familyFirst)
	k.name.Order = orderOf(familyFirst)
	return k, err
}

// formerNamesOf reads the names by which a person was known, the oldest first.
func formerNamesOf(ctx context.Context, q store.Queryer, id PersonID) ([]Name, error) {
	names, err := store.All(ctx, q, scanKnownAs, `
		SELECT person_id, family_name, given_names, family_first
		FROM person_former_name
		WHERE person_id = $1
		ORDER BY id`, id)
	if err != nil {
		return nil, fmt.Errorf("read former names: %w", err)
	}
	return namesOf(names), nil
}

func allFormerNames(ctx context.Context, q store.Queryer) (map[PersonID][]Name, error) {
	names, err := store.All(ctx, q, scanKnownAs, `
		SELECT person_id, family_name, given_names, family_first
		FROM person_former_name
		ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("read former names: %w", err)
	}
	out := map[PersonID][]Name{}
	for _, k := range names {
		out[k.id] = append(out[k.id], k.name)
	}
	return out, nil
}

func allAliases(ctx context.Context, q store.Queryer) (map[PersonID][]PersonID, error) {
	type lead struct{ from, to PersonID }
	all, err := store.All(ctx, q, func(s store.Scanner) (l lead, err error) {
		err = s.Scan(&l.from, &l.to)
		return l, err
	}, `
		SELECT gone_id, kept_id
		FROM person_alias
		ORDER BY gone_id`)
	if err != nil {
		return nil, fmt.Errorf("read the numbers that lead on: %w", err)
	}
	out := map[PersonID][]PersonID{}
	for _, l := range all {
		out[l.to] = append(out[l.to], l.from)
	}
	return out, nil
}
