package ratings

import (
	"context"
	"fmt"
	"strconv"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// farMoved is the condition that a row c of rating_change moved someone by more than Stone, provisional that a row r of rating
// is of fewer than ProvisionalGames: as the indexes rating_change_far and rating_provisional have them, letter by letter.
var (
	farMoved    = `ABS(c.after_milli - c.before_milli) > ` + strconv.Itoa(int(Stone))
	provisional = `r.games < ` + strconv.Itoa(ProvisionalGames)
)

// pageOf counts the rows of a query, and reads a page of them. from begins with FROM; columns, and joins that only these
// need, are read of the page alone.
func pageOf[T any](
	ctx context.Context, q store.Queryer, page Paging, scan func(store.Scanner) (T, error), columns, from, joins, where, order string,
	args ...any,
) ([]T, int, error) {
	total, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		`+from+`
		`+where, args...)
	if err != nil {
		return nil, 0, err
	}
	first, size := page.of(total)
	n := len(args)
	rows, err := store.All(ctx, q, scan, `
		SELECT `+columns+`
		`+from+`
		`+joins+`
		`+where+`
		ORDER BY `+order+`
		LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2), append(args, size, first)...)
	return rows, total, err
}

func moversSince(ctx context.Context, q store.Queryer, since civil.Date, page Paging) ([]Mover, int, error) {
	rows, total, err := pageOf(ctx, q, page, func(s store.Scanner) (m Mover, err error) {
		var p members.Person
		err = s.Scan(append(personTargets(&p), stepTargets(&m.Step)...)...)
		m.Person, m.Name = p.ID, p.PublicName()
		return m, err
	}, personColumns+`, `+stepColumns, `FROM rating_change c`, `
		JOIN rating_event s ON s.id = c.submission_id
		JOIN person p ON p.id = c.person_id
		JOIN event e ON e.id = c.event_id`, `WHERE c.day >= $1 AND `+farMoved,
		`c.day DESC, c.event_id DESC, c.person_id`, since.String())
	if err != nil {
		return nil, 0, fmt.Errorf("read who moved more than a stone: %w", err)
	}
	return rows, total, nil
}

func provisionalSince(ctx context.Context, q store.Queryer, since civil.Date, page Paging) ([]listed, int, error) {
	rows, total, err := pageOf(ctx, q, page, scanListed, `r.person_id, r.milli, r.games, r.last_day`, `FROM rating r`, ``,
		`WHERE r.last_day >= $1 AND `+provisional, `r.milli DESC, r.person_id`, since.String())
	if err != nil {
		return nil, 0, fmt.Errorf("read whose rating is provisional: %w", err)
	}
	return rows, total, nil
}

func waiting(ctx context.Context, q store.Queryer) ([]Waiting, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (w Waiting, err error) {
		err = s.Scan(&w.Event, &w.Name, &w.From, &w.To)
		return w, err
	}, `
		SELECT id, name, from_day, to_day
		FROM event
		WHERE status = 'final'
		ORDER BY from_day, id`)
	if err != nil {
		return nil, fmt.Errorf("read which events wait to be rated: %w", err)
	}
	return all, nil
}

func ungraded(ctx context.Context, q store.Queryer, today civil.Date, page Paging) ([]Unrated, int, error) {
	rows, total, err := pageOf(ctx, q, page, func(s store.Scanner) (u Unrated, err error) {
		var p members.Person
		err = s.Scan(personTargets(&p)...)
		u.Person, u.Name = p.ID, p.PublicName()
		return u, err
	}, personColumns, `FROM person p`, ``, `
		WHERE p.grade = ''
		  AND NOT EXISTS (SELECT 1 FROM rating r WHERE r.person_id = p.id)
		  AND EXISTS (SELECT 1
		              FROM membership_term t
		              WHERE t.person_id = p.id AND t.to_day >= $1 AND t.from_day <= $1 AND `+inForce+`)`, `p.id`, today.String())
	if err != nil {
		return nil, 0, fmt.Errorf("read the members without a grade: %w", err)
	}
	return rows, total, nil
}
