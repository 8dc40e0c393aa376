package members

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// held is the condition that p is a member on the day, of the club if it is
// not 0.
func (q *query) held(day civil.Date, club ClubID) string {
	on := q.arg(day)
	if club != 0 {
		return `p.id IN (
		SELECT t.person_id
		FROM membership_term t
		WHERE t.to_day >= ` + on + ` AND t.from_day <= ` + on + ` AND t.club_id = ` + q.arg(club) + ` AND ` + inForceSQL + `)`
	}
	// Nearly everyone is told by the days that are kept: terms are looked at where the last one begins later.
	return `(p.last_to >= ` + on + ` AND p.first_from <= ` + on + ` AND (p.last_from <= ` + on + ` OR ` + coveredSQL(on) + `))`
}

// coveredSQL is the condition that a term of p covers the day.
func coveredSQL(on string) string {
	return `EXISTS (
		SELECT 1
		FROM membership_term t
		WHERE t.person_id = p.id AND t.to_day >= ` + on + ` AND t.from_day <= ` + on + ` AND ` + inForceSQL + `)`
}

// ever is the condition that p has a term of the club, to which the further condition applies: few rows, by the club's
// own index.
func (q *query) ever(club ClubID, further string) string {
	return `p.id IN (
			SELECT t.person_id
			FROM membership_term t
			WHERE t.club_id = ` + q.arg(club) + further + ` AND ` + inForceSQL + `)`
}

// seenBy is the condition that a club sees the contact data of p, whom it has or had: p is a member of it on the day, or
// never was one elsewhere.
func (q *query) seenBy(day civil.Date, club ClubID) string {
	return `(` + q.held(day, club) + ` OR NOT EXISTS (
		SELECT 1
		FROM membership_term t
		WHERE t.person_id = p.id AND (t.club_id IS NULL OR t.club_id <> ` + q.arg(club) + `) AND ` + inForceSQL + `))`
}

// conditions turns a filter into SQL; seen: nobody is found by what the club of the filter does not see.
func (f RegisterFilter) conditions(seen bool) query {
	var q query
	q.and(notGoneSQL)
	switch {
	case f.Query != "" && seen:
		q.search(f.Query, func() string { return q.seenBy(f.On, f.Club) })
	case f.Query != "":
		q.search(f.Query, nil)
	}
	switch f.Status {
	case Member:
		q.and(q.held(f.On, f.Club))
	case Lapsed:
		on := q.arg(f.On)
		q.and(`p.last_to <> '' AND p.last_to < ` + on) // so that all terms are over
		if f.Club != 0 {
			q.and(q.ever(f.Club, ""))
		}
	case Upcoming:
		on := q.arg(f.On)
		q.and(`p.last_from > ` + on + ` AND NOT ` + coveredSQL(on))
		if f.Club != 0 {
			q.and(q.ever(f.Club, ` AND t.from_day > `+on))
		}
	case Unenrolled:
		q.and(`p.last_to < '0'`) // is '': as a range it leads no order of the list astray
	default:
		if f.Club != 0 {
			q.and(q.ever(f.Club, ""))
		}
	}
	if f.Group == Officers {
		on := q.arg(f.On)
		q.and(`p.id IN (
			SELECT o.person_id
			FROM office o
			WHERE o.from_day <= ` + on + ` AND (o.until_day IS NULL OR o.until_day >= ` + on + `))`)
	}
	return q
}

// order is the ORDER BY of a sort: only constants, never what was typed.
func (f RegisterFilter) order() string {
	dir := "ASC"
	if f.Dir == Descending {
		dir = "DESC"
	}
	switch f.Sort {
	case SortNumber:
		return "p.id " + dir
	case SortJoined:
		return "p.first_from " + dir + ", p.sort_key, p.id"
	case SortUntil:
		return "p.last_to " + dir + ", p.sort_key, p.id"
	case SortClub:
		return "p.last_club " + dir + ", p.sort_key, p.id"
	}
	return "p.sort_key " + dir + ", p.id " + dir
}

// countRegister counts the people in the register.
func countRegister(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT count(*) FROM person) - (SELECT count(*) FROM person_alias)`)
	if err != nil {
		return 0, fmt.Errorf("count the register: %w", err)
	}
	return n, nil
}

// countMatching counts who passes the filter.
func countMatching(ctx context.Context, q store.Queryer, f RegisterFilter, seen bool) (int, error) {
	where := f.conditions(seen)
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT count(*)
		FROM person p
		`+where.sql(), where.args...)
	if err != nil {
		return 0, fmt.Errorf("count who is found in the register: %w", err)
	}
	return n, nil
}

// matching reads who passes the filter, in its order, from a place on, at most so many; most 0: all.
func matching(
	ctx context.Context, q store.Queryer, f RegisterFilter, seen bool, from, most int,
) ([]PersonID, error) {
	where := f.conditions(seen)
	limit := ""
	if most > 0 {
		limit = `
		LIMIT ` + where.arg(most) + ` OFFSET ` + where.arg(from)
	}
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT p.id
		FROM person p
		`+where.sql()+`
		ORDER BY `+f.order()+limit, where.args...)
	if err != nil {
		return nil, fmt.Errorf("search the register: %w", err)
	}
	return ids, nil
}

// officesOn reads the offices that the given people hold on the day.
func officesOn(ctx context.Context, q store.Queryer, ids []PersonID, day civil.Date) (map[PersonID][]auth.Role, error) {
	type held struct {
		person PersonID
		role   auth.Role
	}
	out := map[PersonID][]auth.Role{}
	for chunk := range slices.Chunk(ids, store.MaxIn) {
		list, args := store.In([]any{day}, chunk)
		rows, err := store.All(ctx, q, func(s store.Scanner) (held, error) {
			var h held
			err := s.Scan(&h.person, &h.role)
			return h, err
		}, `
			SELECT o.person_id, o.role
			FROM office o
			WHERE o.from_day <= $1 AND (o.until_day IS NULL OR o.until_day >= $1) AND o.person_id IN `+list+`
			ORDER BY o.id`, args...)
		if err != nil {
			return nil, fmt.Errorf("read offices: %w", err)
		}
		for _, h := range rows {
			if !slices.Contains(out[h.person], h.role) {
				out[h.person] = append(out[h.person], h.role)
			}
		}
	}
	return out, nil
}

// Number is a member number as it is printed.
func Number(id PersonID) string { return strconv.FormatInt(int64(id), 10) }
