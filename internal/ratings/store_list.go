package ratings

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// strengthsNow reads the strengths of people from the list, else the register.
func strengthsNow(ctx context.Context, q store.Queryer, people []PersonID) (map[PersonID]known, error) {
	out := make(map[PersonID]known, len(people))
	scan := func(s store.Scanner) (k known, err error) {
		var p members.Person
		var milli, games int64
		if err := s.Scan(append(personTargets(&p), &p.Grade, store.ZeroNull(&milli), store.ZeroNull(&games))...); err != nil {
			return k, err
		}
		out[p.ID] = known{p.PublicName(), p.Grade, strength(scale.Milli(milli).Published(), int(games), p.Grade)}
		return k, nil
	}
	err := forIDs(people, func(in string, args []any) error {
		_, err := store.All(ctx, q, scan, `
			SELECT `+personColumns+`, p.grade, r.milli, r.games
			FROM person p
			LEFT JOIN rating r ON r.person_id = p.id
			WHERE p.id IN `+in, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read ratings: %w", err)
	}
	return out, nil
}

// strengthsOn reads the strengths of people on the morning of a day.
func strengthsOn(ctx context.Context, q store.Queryer, day civil.Date, people []PersonID) (map[PersonID]known, error) {
	out := make(map[PersonID]known, len(people))
	at := make(map[PersonID]standing, len(people))
	scan := func(s store.Scanner) (k known, err error) {
		var p members.Person
		var milli, games int64
		var last civil.Date
		if err := s.Scan(
			append(personTargets(&p), &p.Grade, store.ZeroNull(&milli), store.ZeroNull(&games), &last)...,
		); err != nil {
			return k, err
		}
		at[p.ID] = standing{scale.Milli(milli), int(games), last}
		out[p.ID] = known{name: p.PublicName(), grade: p.Grade}
		return k, nil
	}
	err := forIDs(people, func(in string, args []any) error {
		_, err := store.All(ctx, q, scan, `
			SELECT `+personColumns+`, p.grade, c.after_milli, c.games_before + c.games, c.day
			FROM person p
			LEFT JOIN rating_change c ON c.person_id = p.id
			 AND c.submission_id = (SELECT l.submission_id
			                        FROM rating_change l
			                        WHERE l.person_id = p.id AND l.day < $1
			                        ORDER BY l.day DESC, l.event_id DESC
			                        LIMIT 1)
			WHERE p.id IN `+in, args...)
		return err
	}, day.String())
	if err != nil {
		return nil, fmt.Errorf("read the ratings of %s: %w", day, err)
	}
	if err := setSince(ctx, q, at, day); err != nil {
		return nil, err
	}
	for id, k := range out {
		k.Strength = strength(at[id].milli.Published(), at[id].games, k.grade)
		out[id] = k
	}
	return out, nil
}

// ratingsSince reads the ratings of everyone with a rated event from the day
// on ("": ever), the highest first.
func ratingsSince(ctx context.Context, q store.Queryer, since string) ([]scale.Milli, error) {
	all, err := store.All(ctx, q, store.Value[scale.Milli], `
		SELECT milli
		FROM rating
		WHERE last_day >= $1
		ORDER BY milli DESC`, since)
	if err != nil {
		return nil, fmt.Errorf("read the rating list: %w", err)
	}
	return all, nil
}

// conditions collects the conditions of a query with their parameters.
type conditions struct {
	where []string
	args  []any
}

func (c *conditions) arg(v any) string {
	c.args = append(c.args, v)
	return "$" + strconv.Itoa(len(c.args))
}

func (c *conditions) sql() string { return strings.Join(c.where, "\n\t\t  AND ") }

// revisionOf reads how often the list has been worked on.
func revisionOf(ctx context.Context, q store.Queryer) (int64, error) {
	revision, err := store.One(ctx, q, store.Value[int64], `
		SELECT revision
		FROM rating_head
		WHERE id = 1`)
	if err != nil {
		return 0, fmt.Errorf("read the revision of the rating list: %w", err)
	}
	return revision, nil
}

// joinedOf reads how often records of players have been joined or parted.
func joinedOf(ctx context.Context, q store.Queryer) (int64, error) {
	joined, err := store.One(ctx, q, store.Value[int64], `
		SELECT joined
		FROM rating_head
		WHERE id = 1`)
	if err != nil {
		return 0, fmt.Errorf("read whose the rated games are: %w", err)
	}
	return joined, nil
}

// pageOfList reads the lines of a page, and counts those of all pages. players
// is how many there are without search and club.
func pageOfList(
	ctx context.Context, q store.Queryer, f Filter, since, today civil.Date, players int,
) ([]Row, int, error) {
	var c conditions
	c.where = append(c.where, `r.last_day >= `+c.arg(since.String()))
	if err := c.search(ctx, q, f.words()); err != nil {
		return nil, 0, err
	}
	if f.Club != 0 {
		c.inClub(f.Club, today)
	}
	matches := players
	if len(c.where) > 1 {
		n, err := store.One(ctx, q, store.Value[int], `
			SELECT COUNT(*)
			FROM rating r
			JOIN person p ON p.id = r.person_id
			WHERE `+c.sql(), c.args...)
		if err != nil {
			return nil, 0, fmt.Errorf("count the rating list: %w", err)
		}
		matches = n
	}
	page := ""
	where := c.sql()
	if f.Size > 0 {
		f.Page = store.PageIn(f.Page, f.Size, matches)
		page = `
		LIMIT ` + c.arg(f.Size) + ` OFFSET ` + c.arg((f.Page-1)*f.Size)
	}
	rows, err := store.All(ctx, q, scanRow, `
		SELECT `+personColumns+`, r.milli, r.games, r.last_day
		FROM rating r
		JOIN person p ON p.id = r.person_id
		WHERE `+where+`
		ORDER BY `+listOrder[f.Sort][f.Dir]+page, c.args...)
	if err != nil {
		return nil, 0, fmt.Errorf("read the rating list: %w", err)
	}
	return rows, matches, nil
}

func scanRow(s store.Scanner) (Row, error) {
	var p members.Person
	var r Row
	var milli scale.Milli
	err := s.Scan(append(personTargets(&p), &milli, &r.Games, &r.LastDay)...)
	r.Person, r.Name, r.Rating = p.ID, p.PublicName(), milli.Published()
	r.Family, r.Given = p.PublicParts()
	return r, err
}

// listOrder is the ORDER BY of each sort. Who is shown by an alias comes after
// the names: a place among them would give the name away.
var listOrder = map[Sort]map[Direction]string{
	ByRating: {Descending: `r.milli DESC, r.person_id`, Ascending: `r.milli, r.person_id`},
	ByGames:  {Descending: `r.games DESC, r.milli DESC, r.person_id`, Ascending: `r.games, r.milli DESC, r.person_id`},
	ByLast: {
		Descending: `r.last_day DESC, r.milli DESC, r.person_id`, Ascending: `r.last_day, r.milli DESC, r.person_id`,
	},
	ByName: {
		Ascending:  `p.public_as DESC, CASE WHEN p.public_as = 'name' THEN p.sort_key ELSE '' END, p.alias, p.id`,
		Descending: `p.public_as DESC, CASE WHEN p.public_as = 'name' THEN p.sort_key ELSE '' END DESC, p.alias DESC, p.id DESC`,
	},
}

// search narrows to the players whose public name has all the words. Who is
// shown by an alias is found by it alone.
func (c *conditions) search(ctx context.Context, q store.Queryer, words []string) error {
	if len(words) == 0 {
		return nil
	}
	var named []string
	for _, word := range words {
		named = append(named, `p.name_key LIKE `+c.arg("%"+word+"%")) // folded: no % or _ in it
	}
	aliased, err := aliasedAs(ctx, q, words)
	if err != nil {
		return err
	}
	var in string
	in, c.args = store.In(c.args, aliased)
	c.where = append(c.where, `(p.public_as = 'name' AND `+strings.Join(named, ` AND `)+` OR p.id IN `+in+`)`)
	return nil
}

// aliasedAs finds the players whose alias has all the words.
func aliasedAs(ctx context.Context, q store.Queryer, words []string) ([]PersonID, error) {
	var found []PersonID
	_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
		var alias string
		if err := s.Scan(&id, &alias); err != nil {
			return 0, err
		}
		folded := members.Fold(alias)
		if len(found) < store.MaxIn && !slices.ContainsFunc(
			words, func(w string) bool { return !strings.Contains(folded, w) },
		) {
			found = append(found, id)
		}
		return id, nil
	}, `
		SELECT p.id, p.alias
		FROM person p
		JOIN rating r ON r.person_id = p.id
		WHERE p.public_as = 'alias'`)
	if err != nil {
		return nil, fmt.Errorf("search aliases: %w", err)
	}
	return found, nil
}

// inForce is the condition that a row t of membership_term counts.
const inForce = `t.corrected = FALSE AND t.kind <> 'void'`

func (c *conditions) inClub(club auth.ClubID, day civil.Date) {
	c.where = append(c.where, `p.id IN (
			SELECT t.person_id
			FROM membership_term t
			WHERE t.club_id = `+c.arg(club)+` AND t.to_day >= `+c.arg(day)+` AND t.from_day <= `+c.arg(day)+` AND `+inForce+`)`)
}

// clubsOn reads of which clubs people are members on a day.
func clubsOn(ctx context.Context, q store.Queryer, day civil.Date, people []PersonID) (map[PersonID][]Club, error) {
	out := make(map[PersonID][]Club, len(people))
	scan := func(s store.Scanner) (id PersonID, err error) {
		var c Club
		if err := s.Scan(&id, &c.ID, &c.Name, &c.Short); err != nil {
			return 0, err
		}
		if !slices.Contains(out[id], c) {
			out[id] = append(out[id], c)
		}
		return id, nil
	}
	err := forIDs(people, func(in string, args []any) error {
		_, err := store.All(ctx, q, scan, `
			SELECT t.person_id, c.id, c.name, c.short_name
			FROM membership_term t
			JOIN club c ON c.id = t.club_id
			WHERE t.person_id IN `+in+` AND t.to_day >= $1 AND t.from_day <= $1 AND `+inForce+`
			ORDER BY t.person_id, c.sort_key, c.id`, args...)
		return err
	}, day.String())
	if err != nil {
		return nil, fmt.Errorf("read clubs: %w", err)
	}
	return out, nil
}

// allClubs lists the clubs by name.
func allClubs(ctx context.Context, q store.Queryer) ([]Club, error) {
	clubs, err := store.All(ctx, q, func(s store.Scanner) (c Club, err error) {
		err = s.Scan(&c.ID, &c.Name, &c.Short)
		return c, err
	}, `
		SELECT id, name, short_name
		FROM club
		ORDER BY sort_key, id`)
	if err != nil {
		return nil, fmt.Errorf("list the clubs: %w", err)
	}
	return clubs, nil
}
