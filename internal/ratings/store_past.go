package ratings

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// stoodOn reads where everyone with a rated event from one day on (the zero date: ever) stood after the events that began on
// another or before, the highest first. Only what was rated between the two days is read.
func stoodOn(ctx context.Context, q store.Queryer, since, day civil.Date) ([]listed, error) {
	at, last := map[PersonID]standing{}, map[PersonID]int64{}
	err := store.Gathered{
		By: "person_id", Numbers: "event_id, after_milli, games_before + games", Text: "day",
		From: "FROM rating_change WHERE day >= $1 AND day <= $2",
	}.Each(ctx, q, func(id int64, n []int64, text string) error {
		on, err := civil.ParseDate(text)
		if err != nil {
			return err
		}
		p := PersonID(id)
		if st, found := at[p]; !found || on.After(st.last) || on == st.last && n[0] > last[p] {
			at[p], last[p] = standing{scale.Milli(n[1]), int(n[2]), on}, n[0]
		}
		return nil
	}, since.String(), day.String())
	if err != nil {
		return nil, fmt.Errorf("read the rating list of %s: %w", day, err)
	}
	if err := takenOver(ctx, q, since, day, at); err != nil {
		return nil, err
	}
	if err := setSince(ctx, q, at, day); err != nil {
		return nil, err
	}
	out := make([]listed, 0, len(at))
	for id, st := range at {
		if st.games > 0 && !st.last.Before(since) {
			out = append(out, listed{id, st.milli, st.games, st.last})
		}
	}
	slices.SortFunc(out, func(a, b listed) int {
		return cmp.Or(cmp.Compare(b.milli, a.milli), cmp.Compare(a.person, b.person))
	})
	return out, nil
}

// laterThan reports whether an event that is rated, or a rating that was set, is later than a day.
func laterThan(ctx context.Context, q store.Queryer, day civil.Date) (bool, error) {
	later, err := store.One(ctx, q, store.Value[bool], `
		SELECT EXISTS (SELECT 1 FROM rating_change WHERE day > $1)
		    OR EXISTS (SELECT 1 FROM rating_correction WHERE day > $1 AND withdrawn_at IS NULL)`, day.String())
	if err != nil {
		return false, fmt.Errorf("look for ratings after %s: %w", day, err)
	}
	return later, nil
}

// takenOver adds those whose rating was taken over between two days and who are not there yet, as their last event before
// the second left them.
func takenOver(ctx context.Context, q store.Queryer, since, day civil.Date, at map[PersonID]standing) error {
	set, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT person_id
		FROM rating_correction
		WHERE withdrawn_at IS NULL AND games IS NOT NULL AND day >= $1 AND day <= $2
		ORDER BY person_id`, since.String(), day)
	if err != nil {
		return fmt.Errorf("read whose ratings were taken over: %w", err)
	}
	set = slices.DeleteFunc(slices.Compact(set), func(id PersonID) bool {
		_, found := at[id]
		return found
	})
	return lastOn(ctx, q, day, set, at)
}

// lastOn reads where players stood after the last event that began on a day or before; no games: there was none.
func lastOn(ctx context.Context, q store.Queryer, day civil.Date, people []PersonID, at map[PersonID]standing) error {
	err := forIDs(people, func(in string, args []any) error {
		_, err := store.All(ctx, q, func(s store.Scanner) (id PersonID, err error) {
			var st standing
			err = s.Scan(&id, store.ZeroNull(&st.milli), store.ZeroNull(&st.games), &st.last)
			at[id] = st
			return id, err
		}, `
			SELECT p.id, c.after_milli, c.games_before + c.games, c.day
			FROM person p
			LEFT JOIN rating_change c ON c.person_id = p.id
			 AND c.submission_id = (SELECT l.submission_id
			                        FROM rating_change l
			                        WHERE l.person_id = p.id AND l.day <= $1
			                        ORDER BY l.day DESC, l.event_id DESC
			                        LIMIT 1)
			WHERE p.id IN `+in, args...)
		return err
	}, day.String())
	if err != nil {
		return fmt.Errorf("read the ratings of %s: %w", day, err)
	}
	return nil
}

// movedBetween are those with a rated event, or whose rating was set, after a day up to another, and who stand elsewhere or
// have more games. Their names and events are not read.
func movedBetween(ctx context.Context, q store.Queryer, from, to civil.Date) ([]Moved, error) {
	type span struct {
		first, last change
		from, to    civil.Date
		begin, end  int64 // the events
	}
	played := map[PersonID]span{}
	err := store.Gathered{
		By: "person_id", Numbers: "event_id, before_milli, after_milli, games_before, games", Text: "day",
		From: "FROM rating_change WHERE day > $1 AND day <= $2",
	}.Each(ctx, q, func(id int64, n []int64, text string) error {
		on, err := civil.ParseDate(text)
		if err != nil {
			return err
		}
		p := PersonID(id)
		c := change{p, scale.Milli(n[1]), scale.Milli(n[2]), int(n[3]), int(n[4])}
		at, found := played[p]
		if !found || on.Before(at.from) || on == at.from && n[0] < at.begin {
			at.first, at.from, at.begin = c, on, n[0]
		}
		if !found || on.After(at.to) || on == at.to && n[0] > at.end {
			at.last, at.to, at.end = c, on, n[0]
		}
		played[p] = at
		return nil
	}, from.String(), to.String())
	if err != nil {
		return nil, fmt.Errorf("read the changes between %s and %s: %w", from, to, err)
	}
	set, err := correctionsBetween(ctx, q, from, to)
	if err != nil {
		return nil, err
	}
	before, after := map[PersonID]standing{}, map[PersonID]standing{}
	ids := sortedPersons(set)
	for day, at := range map[civil.Date]map[PersonID]standing{from: before, to: after} {
		if err := lastOn(ctx, q, day, ids, at); err != nil {
			return nil, err
		}
		if err := setSince(ctx, q, at, day); err != nil {
			return nil, err
		}
	}
	var out []Moved
	add := func(id PersonID, was, is standing, set bool) {
		if is.games == 0 || was.games == is.games && was.milli == is.milli {
			return
		}
		m := Moved{Person: id, New: was.games == 0, Before: was.milli, After: is.milli, Games: is.games - was.games, Set: set}
		if at, found := played[id]; m.New && found {
			m.Before = at.first.before
		}
		out = append(out, m)
	}
	for _, id := range ids {
		add(id, before[id], after[id], true)
	}
	for id, at := range played {
		if !set[id] {
			add(id, standing{milli: at.first.before, games: at.first.gamesBefore},
				standing{milli: at.last.after, games: at.last.gamesBefore + at.last.games}, false)
		}
	}
	return out, nil
}

// playersOn counts who is on the list of a day: whose first rated event began by then, or whose rating was taken over.
func playersOn(ctx context.Context, q store.Queryer, day civil.Date) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT (SELECT COUNT(*)
		        FROM rating_change c
		        WHERE c.games_before = 0 AND c.day <= $1)
		     + (SELECT COUNT(DISTINCT k.person_id)
		        FROM rating_correction k
		        WHERE k.withdrawn_at IS NULL AND k.games IS NOT NULL AND k.day <= $1
		          AND NOT EXISTS (SELECT 1
		                          FROM rating_change c
		                          WHERE c.person_id = k.person_id AND c.games_before = 0 AND c.day <= $1))`, day.String())
	if err != nil {
		return 0, fmt.Errorf("count the rating list of %s: %w", day, err)
	}
	return n, nil
}

// peopleOf reads what public pages call people by.
func peopleOf(ctx context.Context, q store.Queryer, ids []PersonID) (map[PersonID]members.Person, error) {
	out := make(map[PersonID]members.Person, len(ids))
	err := forIDs(ids, func(in string, args []any) error {
		_, err := store.All(ctx, q, func(s store.Scanner) (p members.Person, err error) {
			err = s.Scan(personTargets(&p)...)
			out[p.ID] = p
			return p, err
		}, `
			SELECT `+personColumns+`
			FROM person p
			WHERE p.id IN `+in, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the names of players: %w", err)
	}
	return out, nil
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
