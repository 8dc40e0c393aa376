package ratings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// listed is a row of the list.
type listed struct {
	person  PersonID
	milli   scale.Milli
	games   int
	lastDay civil.Date
}

func scanListed(s store.Scanner) (listed, error) {
	var l listed
	err := s.Scan(&l.person, &l.milli, &l.games, &l.lastDay)
	return l, err
}

// wholeList is the list as it is stored.
func wholeList(ctx context.Context, q store.Queryer) ([]listed, error) {
	all, err := store.All(ctx, q, scanListed, `
		SELECT person_id, milli, games, last_day
		FROM rating
		ORDER BY person_id`)
	if err != nil {
		return nil, fmt.Errorf("read the rating list: %w", err)
	}
	return all, nil
}

// wholeFrom is how many submissions are read by one scan of everything, instead
// of by their numbers.
const wholeFrom = 500

// forSubmissions runs a query that ends in its WHERE for submissions, in pieces or
// at once; sorted by submission either way.
func forSubmissions(ids []SubmissionID, run func(where string, args []any) error) error {
	if len(ids) > wholeFrom {
		return run("", nil)
	}
	return forIDs(ids, func(in string, args []any) error { return run("WHERE submission_id IN "+in, args) })
}

// factsOf reads the facts of submissions.
func factsOf(ctx context.Context, q store.Queryer, ids []SubmissionID) (map[SubmissionID]*facts, error) {
	out := make(map[SubmissionID]*facts, len(ids))
	for _, id := range ids {
		out[id] = nil
	}
	var at SubmissionID
	var games []Game
	flush := func() {
		if _, wanted := out[at]; wanted && len(games) > 0 {
			sortGames(games) // not by SQL: databases differ in how they order text
			out[at] = pack(games, nil)
		}
		games = games[:0]
	}
	err := forSubmissions(ids, func(where string, args []any) error {
		err := store.Each(ctx, q, func(s store.Scanner) error {
			id, g, err := scanGame(s)
			if id != at {
				flush()
				at = id
			}
			games = append(games, g)
			return err
		}, `
			SELECT submission_id, ref, section, black_id * 4294967296 + white_id,
			       round * 1099511627776 + handicap * 1048576 + weight * 4
			       + CASE result WHEN 'B' THEN 2 WHEN 'W' THEN 0 ELSE 1 END
			FROM rating_game
			`+where+`
			ORDER BY submission_id, ref`, args...)
		flush()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the rated games: %w", err)
	}
	for id, f := range out {
		if f == nil {
			out[id] = &facts{}
		}
	}
	return out, readDeclared(ctx, q, ids, out)
}

// scanGame reads a game, several figures in one column: a column costs as much
// as a game's arithmetic.
func scanGame(s store.Scanner) (SubmissionID, Game, error) {
	var id, ref, pair, rest int64
	var section string
	if err := s.Scan(&id, &ref, &section, &pair, &rest); err != nil {
		return 0, Game{}, err
	}
	g := Game{
		Ref: ref, Section: section, Black: PersonID(pair >> 32), White: PersonID(pair & (1<<32 - 1)),
		Round: int(rest >> 40), Handicap: int(rest >> 20 & (1<<20 - 1)), Weight: Weight(rest >> 2 & (1<<18 - 1)),
		Result: [...]Result{WhiteWins, Jigo, BlackWins, ""}[rest&3],
	}
	return SubmissionID(id), g, nil
}

// readDeclared reads the declared strengths into the facts of submissions.
func readDeclared(ctx context.Context, q store.Queryer, ids []SubmissionID, into map[SubmissionID]*facts) error {
	err := forSubmissions(ids, func(where string, args []any) error {
		return store.Each(ctx, q, func(s store.Scanner) error {
			var id, person, declared int64
			if err := s.Scan(&id, &person, &declared); err != nil {
				return err
			}
			if f := into[SubmissionID(id)]; f != nil {
				if i := f.place(PersonID(person)); i >= 0 {
					f.declared[i] = scale.Rating(declared)
				}
			}
			return nil
		}, `
			SELECT submission_id, person_id, declared
			FROM rating_player
			`+where, args...)
	})
	if err != nil {
		return fmt.Errorf("read the declared strengths: %w", err)
	}
	return nil
}

// changesOf reads the stored changes of submissions, by person.
func changesOf(ctx context.Context, q store.Queryer, ids []SubmissionID) (map[SubmissionID][]change, error) {
	out := make(map[SubmissionID][]change, len(ids))
	var at SubmissionID
	var read []change
	flush := func() {
		if len(read) > 0 {
			out[at] = slices.Clone(read)
		}
		read = read[:0]
	}
	err := forSubmissions(ids, func(where string, args []any) error {
		err := store.Each(ctx, q, func(s store.Scanner) error {
			var id, person, before, after, gamesBefore, games int64
			if err := s.Scan(&id, &person, &before, &after, &gamesBefore, &games); err != nil {
				return err
			}
			if SubmissionID(id) != at {
				flush()
				at = SubmissionID(id)
			}
			read = append(read, change{
				PersonID(person), scale.Milli(before), scale.Milli(after), int(gamesBefore), int(games),
			})
			return nil
		}, `
			SELECT submission_id, person_id, before_milli, after_milli, games_before, games
			FROM rating_change
			`+where+`
			ORDER BY submission_id, person_id`, args...)
		flush()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the rating changes: %w", err)
	}
	return out, nil
}

// standingsBefore reads where players stood before a place in the order.
// Players without rated games before it are in the map without games.
func standingsBefore(
	ctx context.Context, q store.Queryer, players []PersonID, before position,
) (map[PersonID]standing, error) {
	out := make(map[PersonID]standing, len(players))
	for _, id := range players {
		out[id] = standing{}
	}
	type row struct {
		person PersonID
		standing
	}
	scan := func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.person, &r.milli, &r.games)
		return r, err
	}
	err := forIDs(players, func(in string, args []any) error {
		rows, err := store.All(ctx, q, scan, `
			SELECT p.id, c.after_milli, c.games_before + c.games
			FROM person p
			JOIN rating_change c ON c.person_id = p.id
			 AND c.submission_id = (SELECT l.submission_id
			                        FROM rating_change l
			                        WHERE l.person_id = p.id
			                          AND (l.day < $1 OR l.day = $1 AND l.event_id < $2)
			                        ORDER BY l.day DESC, l.event_id DESC
			                        LIMIT 1)
			WHERE p.id IN `+in, args...)
		for _, r := range rows {
			out[r.person] = r.standing
		}
		return err
	}, before.day.String(), before.event)
	if err != nil {
		return nil, fmt.Errorf("read the ratings before an event: %w", err)
	}
	return out, nil
}

// known is a person of the register with the strength known now.
type known struct {
	name  string // as public pages show it
	grade string // as declared in the register
	Strength
}

const personColumns = `p.id, p.family_name, p.given_names, p.family_first, p.alias, p.public_as`

// personTargets is where personColumns are read to.
func personTargets(p *members.Person) []any {
	return []any{&p.ID, &p.Name.Family, &p.Name.Given, (*familyFirst)(&p.Name.Order), &p.Alias, &p.PublicAs}
}

// familyFirst reads the column family_first into an order of names.
type familyFirst members.NameOrder

func (o *familyFirst) Scan(src any) error {
	switch v := src.(type) {
	case bool:
		*o = familyFirst(orderOf(v))
	case int64:
		*o = familyFirst(orderOf(v != 0))
	default:
		return fmt.Errorf("read family_first from %T", src)
	}
	return nil
}

func orderOf(familyFirst bool) members.NameOrder {
	if familyFirst {
		return members.FamilyFirst
	}
	return members.GivenFirst
}
