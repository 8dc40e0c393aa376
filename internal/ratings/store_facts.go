package ratings

import (
	"context"
	"fmt"

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

// gamesOf reads the games of submissions in the order in which they are summed.
func gamesOf(ctx context.Context, q store.Queryer, ids []SubmissionID) (map[SubmissionID][]Game, error) {
	out := make(map[SubmissionID][]Game, len(ids))
	type row struct {
		id   SubmissionID
		game Game
	}
	scan := func(s store.Scanner) (r row, err error) {
		g := &r.game
		err = s.Scan(&r.id, &g.Ref, &g.Section, &g.Round, &g.Black, &g.White, &g.Handicap, &g.Result, &g.Weight)
		return r, err
	}
	err := forIDs(ids, func(in string, args []any) error {
		rows, err := store.All(ctx, q, scan, `
			SELECT submission_id, ref, section, round, black_id, white_id, handicap, result, weight
			FROM rating_game
			WHERE submission_id IN `+in+`
			ORDER BY submission_id, ref`, args...)
		for _, r := range rows {
			out[r.id] = append(out[r.id], r.game)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the rated games: %w", err)
	}
	for _, games := range out {
		sortGames(games) // not by SQL: databases differ in how they order text
	}
	return out, nil
}

// declaredOf reads the declared strengths of submissions.
func declaredOf(
	ctx context.Context, q store.Queryer, ids []SubmissionID,
) (map[SubmissionID]map[PersonID]scale.Rating, error) {
	out := make(map[SubmissionID]map[PersonID]scale.Rating, len(ids))
	type row struct {
		id       SubmissionID
		person   PersonID
		declared scale.Rating
	}
	scan := func(s store.Scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.person, &r.declared)
		return r, err
	}
	err := forIDs(ids, func(in string, args []any) error {
		rows, err := store.All(ctx, q, scan, `
			SELECT submission_id, person_id, declared
			FROM rating_player
			WHERE submission_id IN `+in, args...)
		for _, r := range rows {
			if out[r.id] == nil {
				out[r.id] = make(map[PersonID]scale.Rating)
			}
			out[r.id][r.person] = r.declared
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the declared strengths: %w", err)
	}
	return out, nil
}

// changesOf reads the stored changes of submissions, by person.
func changesOf(ctx context.Context, q store.Queryer, ids []SubmissionID) (map[SubmissionID][]change, error) {
	out := make(map[SubmissionID][]change, len(ids))
	type row struct {
		id     SubmissionID
		change change
	}
	scan := func(s store.Scanner) (r row, err error) {
		c := &r.change
		err = s.Scan(&r.id, &c.person, &c.before, &c.after, &c.gamesBefore, &c.games)
		return r, err
	}
	err := forIDs(ids, func(in string, args []any) error {
		rows, err := store.All(ctx, q, scan, `
			SELECT submission_id, person_id, before_milli, after_milli, games_before, games
			FROM rating_change
			WHERE submission_id IN `+in+`
			ORDER BY submission_id, person_id`, args...)
		for _, r := range rows {
			out[r.id] = append(out[r.id], r.change)
		}
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
