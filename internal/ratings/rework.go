package ratings

import (
	"context"
	"maps"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/store"
)

// submission is a stored submission, or one that is about to be: its id is 0.
type submission struct {
	id          SubmissionID
	event       EventID
	name        string
	day         civil.Date
	formula     string
	players     int
	games       int
	notRated    int
	submittedAt civil.Instant
	submittedBy string
}

func (e submission) position() position { return position{e.day, e.event} }

// reworked is what working out a part of the history again has changed.
type reworked struct {
	order  []differing // the events worked out whose figures differ, in their order
	events int         // worked through
	games  int
}

// differing is an event with the changes of its players that are not as stored.
type differing struct {
	submission
	changes []difference
}

// difference is a change of a player that is not as it was stored: nil stored
// when there was none, nil now when there is none now.
type difference struct{ stored, now *change }

func (d difference) person() PersonID {
	if d.now != nil {
		return d.now.person
	}
	return d.stored.person
}

// ids lists the numbers of submissions that are stored.
func ids(order []submission) []SubmissionID {
	out := make([]SubmissionID, 0, len(order))
	for _, e := range order {
		if e.id != 0 {
			out = append(out, e.id)
		}
	}
	return out
}

// history works out the whole history and believes nothing that is stored. It
// gives what differs, and where everyone who played stands at the end.
func (s *Service) history(
	ctx context.Context, q store.Queryer, progress func(done, total int),
) (reworked, map[PersonID]standing, error) {
	order, err := submissionsFrom(ctx, q, position{})
	if err != nil {
		return reworked{}, nil, err
	}
	all := ids(order)
	in, err := factsOf(ctx, q, all) // not those in memory: it is a check of what is stored
	if err != nil {
		return reworked{}, nil, err
	}
	stored, err := changesOf(ctx, q, all)
	if err != nil {
		return reworked{}, nil, err
	}
	corrections, err := correctionsAfter(ctx, q, civil.Date{})
	if err != nil {
		return reworked{}, nil, err
	}
	set := morning{corrections}
	out, standings := reworked{events: len(order)}, make(map[PersonID]standing)
	holds := func(corrections []correction) {
		for _, c := range corrections {
			if st := c.on(standings[c.person]); st.games > 0 {
				standings[c.person] = st
			}
		}
	}
	var before []standing
	for i, e := range order {
		holds(set.until(e.day))
		f, err := formulaNamed(s.versions, e.formula)
		if err != nil {
			return reworked{}, nil, err
		}
		ef := in[e.id]
		before = before[:0]
		for _, id := range ef.players {
			before = append(before, standings[id])
		}
		now := f.rate(ef, before)
		for _, c := range now {
			standings[c.person] = standing{c.after, c.gamesBefore + c.games, e.day}
		}
		out.add(e, differences(stored[e.id], now))
		if progress != nil && ((i+1)%progressEvery == 0 || i+1 == len(order)) {
			progress(i+1, len(order))
		}
	}
	holds(set.left)
	return out, standings, nil
}

// progressEvery is after how many events progress is told.
const progressEvery = 50

func (d *reworked) add(e submission, changes []difference) {
	d.games += e.games
	if len(changes) > 0 {
		d.order = append(d.order, differing{e, changes})
	}
}

// spread follows what putting in or taking out an event does to later ones. It
// believes what is stored, and works out an event again only where one of its
// players no longer stands where the stored history says.
type spread struct {
	service *Service
	moved   map[PersonID]standing // who stands elsewhere than stored, where the replay is
	set     morning               // the ratings that were set for days after the replay's first
}

// through works out what differs in events, in their order. own are the changes
// of the event that is put in (id 0), which has none stored.
func (r *spread) through(
	order []submission, in map[SubmissionID]*facts, stored map[SubmissionID][]change,
	first map[PersonID]standing,
) (out reworked, own []change, err error) {
	out.events = len(order)
	var before []standing
	for _, e := range order {
		for _, c := range r.set.until(e.day) {
			if st, moved := r.moved[c.person]; moved {
				r.moved[c.person] = c.on(st)
			}
		}
		ef, was := in[e.id], stored[e.id]
		if e.id != 0 && !r.concerns(ef) {
			continue
		}
		f, err := formulaNamed(r.service.versions, e.formula)
		if err != nil {
			return out, nil, err
		}
		before = before[:0]
		for _, id := range ef.players {
			st, moved := r.moved[id]
			if !moved {
				st = storedBefore(was, id)
				if e.id == 0 {
					st = first[id]
				}
			}
			before = append(before, st)
		}
		now := f.rate(ef, before)
		r.settle(was, now)
		if e.id == 0 {
			own = now
			continue
		}
		out.add(e, differences(was, now))
	}
	return out, own, nil
}

func (r *spread) concerns(ef *facts) bool {
	return slices.ContainsFunc(ef.players, func(id PersonID) bool {
		_, moved := r.moved[id]
		return moved
	})
}

// settle notes who stands elsewhere than stored after an event, and who again does
// not.
func (r *spread) settle(was, now []change) {
	for _, c := range now {
		r.stands(was, c.person, standing{milli: c.after, games: c.gamesBefore + c.games})
	}
}

func (r *spread) stands(was []change, id PersonID, at standing) {
	i, found := slices.BinarySearchFunc(was, id, byPerson)
	if found && at == (standing{milli: was[i].after, games: was[i].gamesBefore + was[i].games}) {
		delete(r.moved, id)
		return
	}
	r.moved[id] = at
}

// storedBefore is where the stored changes of an event say that a player stood.
func storedBefore(was []change, id PersonID) standing {
	i, found := slices.BinarySearchFunc(was, id, byPerson)
	if !found {
		return standing{}
	}
	return standing{milli: was[i].before, games: was[i].gamesBefore}
}

func byPerson(c change, id PersonID) int { return int(c.person - id) }

// replace works out what it does to the history that old is taken out and now is
// put in, either of which may be nil. It only reads.
func (s *Service) replace(
	ctx context.Context, q store.Queryer, old, now *submission, games *facts,
) (out reworked, own, reversed []change, err error) {
	var from position
	switch {
	case old == nil:
		from = now.position()
	case now == nil || old.position().before(now.position()):
		from = old.position()
	default:
		from = now.position()
	}
	order, err := submissionsFrom(ctx, q, from)
	if err != nil {
		return out, nil, nil, err
	}
	stored, err := changesOf(ctx, q, ids(order))
	if err != nil {
		return out, nil, nil, err
	}
	in, err := s.facts.read(ctx, q, ids(order))
	if err != nil {
		return out, nil, nil, err
	}
	set, err := correctionsAfter(ctx, q, from.day)
	if err != nil {
		return out, nil, nil, err
	}
	r := spread{service: s, moved: make(map[PersonID]standing), set: morning{set}}
	if old != nil {
		reversed = stored[old.id]
		for _, c := range reversed {
			r.moved[c.person] = standing{milli: c.before, games: c.gamesBefore}
		}
		order = slices.DeleteFunc(order, func(e submission) bool { return e.id == old.id })
	}
	var first map[PersonID]standing
	if now != nil {
		if first, err = standingsBefore(ctx, q, games.players, now.position()); err != nil {
			return out, nil, nil, err
		}
		at, _ := slices.BinarySearchFunc(order, now.position(), func(e submission, p position) int {
			return e.position().compare(p)
		})
		order = slices.Insert(order, at, *now)
		in[0] = games
		if old != nil && old.position() == now.position() {
			stored[0] = reversed // where later events believe that players stood
		}
	}
	out, own, err = r.through(order, in, stored, first)
	return out, own, reversed, err
}

// write stores what differs, and brings the list up to date for whoever is
// concerned.
func (d reworked) write(ctx context.Context, tx *store.Tx, players ...[]change) error {
	concerned := make(map[PersonID]bool)
	for _, changes := range players {
		for _, c := range changes {
			concerned[c.person] = true
		}
	}
	for _, e := range d.order {
		for _, c := range e.changes {
			concerned[c.person()] = true
		}
	}
	if err := writeChanges(ctx, tx, d.order); err != nil {
		return err
	}
	return refreshList(ctx, tx, slices.Sorted(maps.Keys(concerned)))
}

// differences sets what was stored beside what was worked out; both come by
// person.
func differences(stored, now []change) []difference {
	if slices.Equal(stored, now) {
		return nil
	}
	var out []difference
	for len(stored) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(stored) > 0 && stored[0].person < now[0].person:
			out = append(out, difference{stored: &stored[0]})
			stored = stored[1:]
		case len(stored) == 0 || now[0].person < stored[0].person:
			out = append(out, difference{now: &now[0]})
			now = now[1:]
		default:
			if stored[0] != now[0] {
				out = append(out, difference{stored: &stored[0], now: &now[0]})
			}
			stored, now = stored[1:], now[1:]
		}
	}
	return out
}
