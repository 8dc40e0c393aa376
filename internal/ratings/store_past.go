package ratings

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/store"
)

// stoodOn reads where everyone stood after the events that began on the day or before,
// by number.
func stoodOn(ctx context.Context, q store.Queryer, day civil.Date) ([]stood, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (at stood, err error) {
		var p members.Person
		err = s.Scan(append(personTargets(&p), store.ZeroNull(&at.milli), store.ZeroNull(&at.Games), &at.LastDay)...)
		at.Person, at.Name = p.ID, p.PublicName()
		at.Family, at.Given = p.PublicParts()
		return at, err
	}, `
		SELECT `+personColumns+`, c.after_milli, c.games_before + c.games, c.day
		FROM rating r
		JOIN person p ON p.id = r.person_id
		LEFT JOIN rating_change c ON c.person_id = r.person_id
		 AND c.submission_id = (SELECT l.submission_id
		                        FROM rating_change l
		                        WHERE l.person_id = r.person_id AND l.day <= $1
		                        ORDER BY l.day DESC, l.event_id DESC
		                        LIMIT 1)
		ORDER BY r.person_id`, day)
	if err != nil {
		return nil, fmt.Errorf("read the rating list of %s: %w", day, err)
	}
	stands := make(map[PersonID]standing, len(all))
	for _, at := range all {
		stands[at.Person] = standing{at.milli, at.Games, at.LastDay}
	}
	if err := setSince(ctx, q, stands, day); err != nil {
		return nil, err
	}
	for i := range all {
		st := stands[all[i].Person]
		all[i].milli, all[i].Rating, all[i].Games, all[i].LastDay = st.milli, st.milli.Published(), st.games, st.last
	}
	return slices.DeleteFunc(all, func(at stood) bool { return at.Games == 0 }), nil
}

const stepColumns = `c.submission_id, c.event_id, e.slug, s.name, c.day, s.formula,
		       c.before_milli, c.after_milli, c.games_before, c.games`

func stepTargets(st *Step) []any {
	return []any{
		&st.Submission, &st.Event, &st.Slug, &st.Name, &st.Day, &st.Formula, &st.Before, &st.After, &st.GamesBefore, &st.Games,
	}
}

// stepsBetween reads what the events after a day, up to another, did to players.
func stepsBetween(
	ctx context.Context, q store.Queryer, players []PersonID, after, until civil.Date,
) (map[PersonID][]Step, error) {
	out := make(map[PersonID][]Step, len(players))
	err := forIDs(players, func(in string, args []any) error {
		_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
			var st Step
			err = s.Scan(append([]any{&id}, stepTargets(&st)...)...)
			out[id] = append(out[id], st)
			return id, err
		}, `
			SELECT c.person_id, `+stepColumns+`
			FROM rating_change c
			JOIN rating_event s ON s.id = c.submission_id
			JOIN event e ON e.id = c.event_id
			WHERE c.person_id IN `+in+` AND c.day > $1 AND c.day <= $2
			ORDER BY c.person_id, c.day, c.event_id`, args...)
		return err
	}, after.String(), until.String())
	if err != nil {
		return nil, fmt.Errorf("read the changes between %s and %s: %w", after, until, err)
	}
	return out, nil
}

func moversSince(ctx context.Context, q store.Queryer, since civil.Date) ([]Mover, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (m Mover, err error) {
		var p members.Person
		err = s.Scan(append(personTargets(&p), stepTargets(&m.Step)...)...)
		m.Person, m.Name = p.ID, p.PublicName()
		return m, err
	}, `
		SELECT `+personColumns+`, `+stepColumns+`
		FROM rating_event s
		JOIN rating_change c ON c.submission_id = s.id
		JOIN person p ON p.id = c.person_id
		JOIN event e ON e.id = c.event_id
		WHERE s.withdrawn_at IS NULL AND s.day >= $1 AND ABS(c.after_milli - c.before_milli) > $2
		ORDER BY s.day DESC, s.event_id DESC, c.person_id`, since, int64(Stone))
	if err != nil {
		return nil, fmt.Errorf("read who moved more than a stone: %w", err)
	}
	return all, nil
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

func ungraded(ctx context.Context, q store.Queryer, today civil.Date) ([]Unrated, error) {
	all, err := store.All(ctx, q, func(s store.Scanner) (u Unrated, err error) {
		var p members.Person
		err = s.Scan(personTargets(&p)...)
		u.Person, u.Name = p.ID, p.PublicName()
		return u, err
	}, `
		SELECT `+personColumns+`
		FROM person p
		WHERE p.grade = ''
		  AND NOT EXISTS (SELECT 1 FROM rating r WHERE r.person_id = p.id)
		  AND EXISTS (SELECT 1
		              FROM membership_term t
		              WHERE t.person_id = p.id AND t.to_day >= $1 AND t.from_day <= $1 AND `+inForce+`)
		ORDER BY p.id`, today)
	if err != nil {
		return nil, fmt.Errorf("read the members without a grade: %w", err)
	}
	return all, nil
}
