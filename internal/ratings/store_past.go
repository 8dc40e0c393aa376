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

// stood is where everyone stood after the events that began on a day or before, the highest first: whoever has a rated
// event from another day on (the zero date: ever).
type stood struct {
	since, day civil.Date
	players    int
	set        []listed // whose rating was set after their last event; the others are read when they are asked for
	left       []listed // where their last event had left these, in place of which set stands
}

// stoodOn counts who is on the list of a day. Only those whose rating was set are read.
func stoodOn(ctx context.Context, q store.Queryer, since, day civil.Date) (stood, error) {
	out := stood{since: since, day: day}
	ids, err := store.All(ctx, q, store.Value[PersonID], `
		SELECT DISTINCT k.person_id
		FROM rating_correction k
		WHERE k.withdrawn_at IS NULL AND k.day <= $1
		  AND NOT EXISTS (SELECT 1
		                  FROM rating_change l
		                  WHERE l.person_id = k.person_id AND l.day >= k.day AND l.day <= $1)
		ORDER BY k.person_id`, day.String())
	if err != nil {
		return out, fmt.Errorf("read whose ratings were set by %s: %w", day, err)
	}
	if len(ids) > 0 {
		at := map[PersonID]standing{}
		if err := lastOn(ctx, q, day, ids, at); err != nil {
			return out, err
		}
		out.left = listedSince(at, since)
		if err := setSince(ctx, q, at, day); err != nil {
			return out, err
		}
		out.set = listedSince(at, since)
	}
	if since.IsZero() {
		out.players, err = playersOn(ctx, q, day)
		return out, err
	}
	n, err := activeOn(ctx, q, since, day)
	out.players = n + len(out.set) - len(out.left)
	return out, err
}

// listedSince are those who have played, from a day on, as the list has them.
func listedSince(at map[PersonID]standing, since civil.Date) (out []listed) {
	for id, st := range at {
		if st.games > 0 && !st.last.Before(since) {
			out = append(out, listed{id, st.milli, st.games, st.last})
		}
	}
	slices.SortFunc(out, higher)
	return out
}

func higher(a, b listed) int {
	return cmp.Or(cmp.Compare(b.milli, a.milli), cmp.Compare(a.person, b.person))
}

// activeOn counts whose last event on a day or before is no earlier than another day.
func activeOn(ctx context.Context, q store.Queryer, since, day civil.Date) (int, error) {
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM rating_change c
		WHERE c.day >= $2 AND c.day <= $1 AND c.until_day > $1`, day.String(), since.String())
	if err != nil {
		return 0, fmt.Errorf("count the rating list of %s: %w", day, err)
	}
	return n, nil
}

// inOrder is the condition that a row c of rating_change is where its player stood on the day $1, of an event since $2. It
// is written so that SQLite looks for the second in the index that has the order of the list, and does not sort the
// players of two years.
const inOrder = `c.day <= $1 AND c.until_day > $1 AND c.day || '' >= $2`

// part reads some rows, with the place of the first of them. Rows before them are passed over in an index.
func (l stood) part(ctx context.Context, q store.Queryer, from, size int) (rows []listed, place int, err error) {
	at := max(0, from-len(l.set)) // so many at least of those before are not in set
	read, err := store.All(ctx, q, scanListed, `
		SELECT c.person_id, c.after_milli, c.games_before + c.games, c.day
		FROM rating_change c
		WHERE `+inOrder+`
		ORDER BY c.after_milli DESC, c.person_id
		LIMIT $3 OFFSET $4`, l.day.String(), l.since.String(), from+size+len(l.left)-at, at)
	if err != nil {
		return nil, 0, fmt.Errorf("read the rating list of %s: %w", l.day, err)
	}
	left, set := l.left, l.set
	if at > 0 && len(read) > 0 { // what of these was passed over
		before := func(all []listed) int {
			n, _ := slices.BinarySearchFunc(all, read[0], higher)
			return n
		}
		g, s := before(left), before(set)
		left, set, at = left[g:], set[s:], at-g+s
	}
	for len(rows) < size && len(read)+len(set) > 0 {
		var next listed
		switch {
		case len(read) > 0 && len(left) > 0 && read[0].person == left[0].person:
			read, left = read[1:], left[1:]
			continue
		case len(read) == 0 || len(set) > 0 && higher(set[0], read[0]) < 0:
			next, set = set[0], set[1:]
		default:
			next, read = read[0], read[1:]
		}
		if at++; at > from {
			rows = append(rows, next)
		}
	}
	if from == 0 || len(rows) == 0 {
		return rows, 1, nil
	}
	same, err := l.sameBefore(ctx, q, rows[0])
	return rows, from + 1 - same, err
}

// sameBefore counts who comes before a player and has the same published rating.
func (l stood) sameBefore(ctx context.Context, q store.Queryer, than listed) (int, error) {
	higherRating := (than.milli.Published() + 1).Least()
	n, err := store.One(ctx, q, store.Value[int], `
		SELECT COUNT(*)
		FROM rating_change c
		WHERE c.after_milli >= $3 AND c.after_milli < $4 AND (c.after_milli > $3 OR c.person_id < $5)
		  AND `+inOrder, l.day.String(), l.since.String(), int64(than.milli), int64(higherRating), than.person)
	if err != nil {
		return 0, fmt.Errorf("place players of %s: %w", l.day, err)
	}
	is := func(at listed) bool { return at.milli < higherRating && higher(at, than) < 0 }
	return n + count(l.set, is) - count(l.left, is), nil
}

func count(all []listed, is func(listed) bool) (n int) {
	for _, at := range all {
		if is(at) {
			n++
		}
	}
	return n
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
