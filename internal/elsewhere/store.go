package elsewhere

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

func lists(ctx context.Context, q store.Queryer) ([]List, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (l List, err error) {
		var leftOut string
		err = s.Scan(&l.Source, &l.Day, &l.FileName, &l.Imported, &l.By, &l.Players, &leftOut)
		if leftOut != "" {
			l.LeftOut = strings.Split(leftOut, "\n")
		}
		return l, err
	}, `
		SELECT source, day, file_name, imported_at, imported_by, players, left_out
		FROM elsewhere_list
		ORDER BY source`)
	if err != nil {
		return nil, fmt.Errorf("read the lists of other associations: %w", err)
	}
	return all, nil
}

// laterThan is the day of the list that stands in the place of l, where it is a later one; else the zero day. Those who
// import at once wait for each other.
func laterThan(ctx context.Context, tx *store.Tx, l List) (civil.Date, error) {
	if _, err := tx.Exec(ctx, `
		UPDATE elsewhere_list
		SET players = players
		WHERE source = $1`, string(l.Source)); err != nil {
		return civil.Date{}, fmt.Errorf("wait for other imports: %w", err)
	}
	day, err := store.One(ctx, tx, store.Value[civil.Date], `
		SELECT day
		FROM elsewhere_list
		WHERE source = $1 AND day > $2`, string(l.Source), l.Day)
	if errors.Is(err, store.ErrNoRows) {
		return civil.Date{}, nil
	}
	return day, err
}

// replace puts a list in the place of the one before.
func replace(ctx context.Context, tx *store.Tx, l List, players []Player) error {
	if _, err := tx.Exec(ctx, `DELETE FROM elsewhere_player WHERE source = $1`, string(l.Source)); err != nil {
		return fmt.Errorf("remove the former list: %w", err)
	}
	if _, err := tx.Exec(ctx, `
		INSERT INTO elsewhere_list (source, day, file_name, imported_at, imported_by, players, left_out)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (source) DO UPDATE
		SET day = excluded.day, file_name = excluded.file_name, imported_at = excluded.imported_at,
		    imported_by = excluded.imported_by, players = excluded.players, left_out = excluded.left_out`,
		string(l.Source), l.Day, l.FileName, l.Imported, l.By, l.Players, strings.Join(l.LeftOut, "\n")); err != nil {
		return fmt.Errorf("keep a list: %w", err)
	}
	const columns = 10
	for chunk := range slices.Chunk(players, store.InsertRows(columns)) {
		args := make([]any, 0, len(chunk)*columns)
		for _, p := range chunk {
			var rating any
			if p.Rating != nil {
				rating = int64(*p.Rating)
			}
			args = append(args, string(l.Source), p.Number, p.Family, p.Given, members.NameKey(p.Family, p.Given), p.Country, p.Club,
				p.Grade, p.Stated, rating)
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO elsewhere_player (source, number, family, given, name_key, country, club, grade, stated, rating)
			VALUES `+store.Values(len(chunk), columns), args...); err != nil {
			return fmt.Errorf("keep the players of a list: %w", err)
		}
	}
	return nil
}

const foundColumns = `p.id, p.source, l.day, p.number, p.family, p.given, p.country, p.club, p.grade, p.stated, p.rating`

const foundTables = `elsewhere_player p JOIN elsewhere_list l ON l.source = p.source`

func scanFound(s store.Scanner) (f Found, err error) {
	var rating *int64
	err = s.Scan(&f.ID, &f.Source, &f.Day, &f.Number, &f.Family, &f.Given, &f.Country, &f.Club, &f.Grade, &f.Stated, &rating)
	if rating != nil {
		r := scale.Rating(*rating)
		f.Rating = &r
	}
	return f, err
}

func found(all []Found, err error) ([]Found, error) {
	if err != nil {
		return nil, fmt.Errorf("look into the lists of other associations: %w", err)
	}
	return all, nil
}

// byNumber finds the players with a number in a list; "" is any.
func byNumber(ctx context.Context, q store.Queryer, source Source, number string) ([]Found, error) {
	return found(store.All(ctx, q, scanFound, `
		SELECT `+foundColumns+`
		FROM `+foundTables+`
		WHERE p.number = $1 AND (CAST($2 AS TEXT) = '' OR p.source = $2)
		ORDER BY p.source, p.id
		LIMIT $3`, number, string(source), maxFound))
}

// byName finds players whose folded names hold all of the first four words. Folded words are letters and digits, so
// that nothing in them is a wildcard.
func byName(ctx context.Context, q store.Queryer, words []string) ([]Found, error) {
	args := []any{maxFound, "%", "%", "%", "%"}
	for i, word := range words[:min(len(words), len(args)-1)] {
		args[i+1] = "%" + word + "%"
	}
	return found(store.All(ctx, q, scanFound, `
		SELECT `+foundColumns+`
		FROM `+foundTables+`
		WHERE p.name_key LIKE $2 AND p.name_key LIKE $3 AND p.name_key LIKE $4 AND p.name_key LIKE $5
		ORDER BY p.name_key, p.source, p.id
		LIMIT $1`, args...))
}

func byID(ctx context.Context, q store.Queryer, id int64) (Found, error) {
	f, err := store.One(ctx, q, scanFound, `
		SELECT `+foundColumns+`
		FROM `+foundTables+`
		WHERE p.id = $1`, id)
	if errors.Is(err, store.ErrNoRows) {
		return f, apperr.New(apperr.NotFound, "This player is no longer in the list. Search again.")
	}
	return f, err
}
