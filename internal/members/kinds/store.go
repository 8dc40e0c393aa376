package kinds

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

const columns = `k.id, k.person_id, k.kind, k.from_year, k.payer_id, k.reason, k.recorded_at, k.recorded_by`

func scan(r store.Scanner) (s Standing, err error) {
	err = r.Scan(&s.ID, &s.Person, &s.Kind, &s.From, store.ZeroNull(&s.Payer), &s.Reason, &s.At, &s.By)
	return s, err
}

// standings reads the standings of people, the oldest first.
func standings(ctx context.Context, q store.Queryer, ids []members.PersonID) (map[members.PersonID][]Standing, error) {
	out := map[members.PersonID][]Standing{}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In(nil, chunk)
		all, err := store.All(ctx, q, scan, `
			SELECT `+columns+`
			FROM member_kind k
			WHERE k.person_id IN `+list+`
			ORDER BY k.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read the kinds of members: %w", err)
		}
		for _, s := range all {
			out[s.Person] = append(out[s.Person], s)
		}
	}
	return out, nil
}

// Last is the newest standing of a person by its number, 0 for none.
func Last(ctx context.Context, q store.Queryer, person members.PersonID) (int64, error) {
	all, err := standings(ctx, q, []members.PersonID{person})
	return lastID(all[person]), err
}

// Standings says of what kind people are in a year; who is not in it is full.
func Standings(
	ctx context.Context, q store.Queryer, ids []members.PersonID, year members.Year,
) (map[members.PersonID]Standing, error) {
	all, err := standings(ctx, q, ids)
	out := make(map[members.PersonID]Standing, len(all))
	for id, of := range all {
		if s := In(of, year); s.Is() != Full {
			out[id] = s
		}
	}
	return out, err
}

// every reads everyone who is of another kind than full in a year.
func every(ctx context.Context, q store.Queryer, year members.Year) ([]Standing, error) {
	return store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM member_kind k
		WHERE k.from_year <= $1 AND k.kind <> 'full'
		  AND k.id = (SELECT MAX(x.id) FROM member_kind x WHERE x.person_id = k.person_id AND x.from_year <= $1)
		ORDER BY k.id`, int64(year))
}

// FamilyOf is whom a person pays for in a year, without the person.
func FamilyOf(ctx context.Context, q store.Queryer, payer members.PersonID, year members.Year) ([]members.PersonID, error) {
	return familyOf(ctx, q, payer, year)
}

func familyOf(ctx context.Context, q store.Queryer, payer members.PersonID, year members.Year) ([]members.PersonID, error) {
	out, err := store.All(ctx, q, store.Value[members.PersonID], `
		SELECT k.person_id
		FROM member_kind k
		WHERE k.payer_id = $1 AND k.person_id <> $1 AND k.from_year <= $2 AND k.kind = 'family'
		  AND k.id = (SELECT MAX(x.id) FROM member_kind x WHERE x.person_id = k.person_id AND x.from_year <= $2)
		ORDER BY k.person_id`, payer, int64(year))
	if err != nil {
		return nil, fmt.Errorf("read a family: %w", err)
	}
	return out, nil
}

// lifers are the life members of a year who did not leave since.
func lifers(ctx context.Context, q store.Queryer, year members.Year) ([]Standing, error) {
	all, err := store.All(ctx, q, scan, `
		SELECT `+columns+`
		FROM member_kind k
		WHERE k.kind = 'life' AND k.from_year <= $1
		  AND k.id = (SELECT MAX(x.id) FROM member_kind x WHERE x.person_id = k.person_id AND x.from_year <= $1)
		  AND NOT EXISTS (SELECT 1 FROM departure d
		                  WHERE d.person_id = k.person_id AND d.undone_at IS NULL AND d.recorded_at > k.recorded_at)
		  AND NOT EXISTS (SELECT 1 FROM exclusion e
		                  WHERE e.person_id = k.person_id AND e.state = 'excluded' AND e.decided_on >= substr(k.recorded_at, 1, 10))
		ORDER BY k.id`, int64(year))
	if err != nil {
		return nil, fmt.Errorf("read the life members: %w", err)
	}
	return all, nil
}

// holdKinds lets whoever gives terms to life members queue.
func holdKinds(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, `UPDATE member_kind SET reason = reason WHERE kind = 'life'`); err != nil {
		return fmt.Errorf("hold the life members: %w", err)
	}
	return nil
}

func inUse(ctx context.Context, q store.Queryer) (bool, error) {
	return store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM member_kind) OR EXISTS (SELECT 1 FROM subscription_rate WHERE kind <> 'full')`)
}

func listed(ctx context.Context, q store.Queryer, year members.Year) ([]Listed, error) {
	all, err := every(ctx, q, year)
	if err != nil {
		return nil, fmt.Errorf("list the kinds of members: %w", err)
	}
	var ids []members.PersonID
	for _, s := range all {
		ids = append(ids, s.Person, s.Payer)
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	var out []Listed
	for _, s := range all {
		p, known := people[s.Person]
		if !known { // a record that was merged
			continue
		}
		l := Listed{Standing: s, Name: p.Name.String()}
		if s.PaidFor() {
			l.PayerName = people[s.Payer].Name.String()
		}
		out = append(out, l)
	}
	slices.SortStableFunc(out, func(a, b Listed) int { return cmp.Compare(members.Fold(a.Name), members.Fold(b.Name)) })
	return out, nil
}

func insert(ctx context.Context, tx *store.Tx, permit usecase.Permit, in Input) error {
	payer := in.Payer
	if payer == in.Person {
		payer = 0
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO member_kind (person_id, kind, from_year, payer_id, reason, recorded_at, recorded_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		in.Person, string(in.Kind), int64(in.From), store.NullZero(payer), in.Reason, permit.Now(), permit.Name()); err != nil {
		return fmt.Errorf("record of what kind a member is: %w", err)
	}
	return nil
}
