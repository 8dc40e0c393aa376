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
	sql := `p.id IN (
		SELECT t.person_id
		FROM membership_term t
		WHERE t.to_day >= ` + on + ` AND t.from_day <= ` + on
	if club != 0 {
		sql += ` AND t.club_id = ` + q.arg(club)
	}
	return sql + ` AND ` + inForceSQL + `)`
}

// ever is the condition that p has a term, of the club if it is not 0, to
// which the further condition applies.
func (q *query) ever(club ClubID, further string) string {
	if club != 0 { // few rows, by the club's own index
		return `p.id IN (
			SELECT t.person_id
			FROM membership_term t
			WHERE t.club_id = ` + q.arg(club) + further + ` AND ` + inForceSQL + `)`
	}
	return `EXISTS (
		SELECT 1
		FROM membership_term t
		WHERE t.person_id = p.id` + further + ` AND ` + inForceSQL + `)`
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
		q.and("NOT " + q.held(f.On, 0))
		q.and("NOT " + q.ever(0, ` AND t.from_day > `+q.arg(f.On)))
		q.and(q.ever(f.Club, ` AND t.to_day < `+q.arg(f.On)))
	case Upcoming:
		q.and("NOT " + q.held(f.On, 0))
		q.and(q.ever(f.Club, ` AND t.from_day > `+q.arg(f.On)))
	case Unenrolled:
		q.and("NOT " + q.ever(0, ""))
	default:
		if f.Club != 0 {
			q.and(q.ever(f.Club, ""))
		}
	}
	if f.Group == Officers {
		on := q.arg(f.On)
		q.and(`EXISTS (
			SELECT 1
			FROM office o
			WHERE o.person_id = p.id AND o.from_day <= ` + on + ` AND (o.until_day IS NULL OR o.until_day >= ` + on + `))`)
	}
	return q
}

// order is the ORDER BY of a sort: only constants, never what was typed.
func (f RegisterFilter) order() string {
	dir := "ASC"
	if f.Dir == Descending {
		dir = "DESC"
	}
	// The first row by an index of the person's terms, rather than all of them.
	term := func(value, by string) string {
		return `coalesce((SELECT ` + value + `
			FROM membership_term t
			WHERE t.person_id = p.id AND ` + inForceSQL + `
			ORDER BY ` + by + `
			LIMIT 1), '')`
	}
	switch f.Sort {
	case SortNumber:
		return "p.id " + dir
	case SortJoined:
		return term("t.from_day", "t.from_day") + " " + dir + ", p.sort_key, p.id"
	case SortUntil:
		return term("t.to_day", "t.to_day DESC") + " " + dir + ", p.sort_key, p.id"
	case SortClub:
		return `coalesce((SELECT c.sort_key
			FROM membership_term t
			JOIN club c ON c.id = t.club_id
			WHERE t.person_id = p.id AND ` + inForceSQL + `
			ORDER BY t.to_day DESC
			LIMIT 1), '') ` + dir + ", p.sort_key, p.id"
	}
	return "p.sort_key " + dir + ", p.id " + dir
}

// countRegister counts the people in the register.
func countRegister(ctx context.Context, q store.Queryer) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `SELECT count(*) FROM person p WHERE `+notGoneSQL)
	if err != nil {
		return 0, fmt.Errorf("count the register: %w", err)
	}
	return n, nil
}

// everyone reports whether a filter lets all of the register through.
func (f RegisterFilter) everyone(seen bool) bool { return len(f.conditions(seen).where) == 1 }

// pages says how much of a list is read.
type pages int

const (
	onePage pages = iota
	everyPage
)

// matching reads who passes the filter, in its order.
func matching(ctx context.Context, q store.Queryer, f RegisterFilter, seen bool, how pages) ([]PersonID, error) {
	where := f.conditions(seen)
	limit := ""
	if how == onePage {
		limit = `
		LIMIT ` + where.arg(f.Size) + ` OFFSET ` + where.arg((f.Page-1)*f.Size)
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
