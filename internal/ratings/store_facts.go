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

// forSubmissions reads rows of submissions, in pieces or all at once.
func forSubmissions(ids []SubmissionID, read func(where string, args []any) error) error {
	if len(ids) > wholeFrom {
		return read("", nil)
	}
	return forIDs(ids, func(in string, args []any) error { return read("WHERE submission_id IN "+in, args) })
}

// factsOf reads the facts of submissions.
func factsOf(ctx context.Context, q store.Queryer, ids []SubmissionID) (map[SubmissionID]*facts, error) {
	out := make(map[SubmissionID]*facts, len(ids))
	for _, id := range ids {
		out[id] = &facts{}
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
		defer flush()
		return store.Gathered{
			By: "submission_id",
			Numbers: `ref, black_id, white_id, round, handicap, weight,
			          CASE result WHEN 'B' THEN 2 WHEN 'W' THEN 0 ELSE 1 END`,
			Text: "section", From: "FROM rating_game " + where,
		}.Each(ctx, q, func(id int64, n []int64, section string) error {
			if SubmissionID(id) != at {
				flush()
				at = SubmissionID(id)
			}
			games = append(games, Game{
				Ref: n[0], Section: section, Black: PersonID(n[1]), White: PersonID(n[2]), Round: int(n[3]),
				Handicap: int(n[4]), Weight: Weight(n[5]), Result: [...]Result{WhiteWins, Jigo, BlackWins}[n[6]],
			})
			return nil
		}, args...)
	})
	if err != nil {
		return nil, fmt.Errorf("read the rated games: %w", err)
	}
	return out, readDeclared(ctx, q, ids, out)
}

// readDeclared reads the declared strengths into the facts of submissions.
func readDeclared(ctx context.Context, q store.Queryer, ids []SubmissionID, into map[SubmissionID]*facts) error {
	err := forSubmissions(ids, func(where string, args []any) error {
		return store.Gathered{
			By: "submission_id", Numbers: "person_id, declared", From: "FROM rating_player " + where,
		}.Each(ctx, q, func(id int64, n []int64, _ string) error {
			if f := into[SubmissionID(id)]; f != nil {
				if i := f.place(PersonID(n[0])); i >= 0 {
					f.declared[i] = scale.Rating(n[1])
				}
			}
			return nil
		}, args...)
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
			slices.SortFunc(read, func(a, b change) int { return byPerson(a, b.person) })
			out[at] = slices.Clone(read)
		}
		read = read[:0]
	}
	err := forSubmissions(ids, func(where string, args []any) error {
		defer flush()
		return store.Gathered{
			By: "submission_id", Numbers: "person_id, before_milli, after_milli, games_before, games",
			From: "FROM rating_change " + where,
		}.Each(ctx, q, func(id int64, n []int64, _ string) error {
			if SubmissionID(id) != at {
				flush()
				at = SubmissionID(id)
			}
			read = append(read, change{PersonID(n[0]), scale.Milli(n[1]), scale.Milli(n[2]), int(n[3]), int(n[4])})
			return nil
		}, args...)
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
		err = s.Scan(&r.person, &r.milli, &r.games, &r.last)
		return r, err
	}
	err := forIDs(players, func(in string, args []any) error {
		rows, err := store.All(ctx, q, scan, `
			SELECT p.id, c.after_milli, c.games_before + c.games, c.day
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
	err = setSince(ctx, q, out, before.day)
	for id, st := range out {
		st.last = civil.Date{}
		out[id] = st
	}
	return out, err
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
