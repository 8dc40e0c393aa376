package ratings

import (
	"context"
	"slices"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/store"
)

// submission is a stored submission.
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
	order   []submission // the events worked out, in their order
	games   int
	changed map[SubmissionID][]difference
	after   map[PersonID]standing // where everyone who played stands at the end
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

// batchSize is how many events are held in memory at a time.
const batchSize = 50

// rework works out every event from the given place on, writes what differs,
// and brings the list up to date for whoever is concerned. players are those of
// the event that was put in or taken out there.
func (s *Service) rework(
	ctx context.Context, tx *store.Tx, from position, players []PersonID, progress func(done, total int),
) (reworked, error) {
	standings, err := standingsBefore(ctx, tx, players, from)
	if err != nil {
		return reworked{}, err
	}
	r := replay{service: s, standings: standings, trusted: true}
	done, err := r.run(ctx, tx, from, progress)
	if err != nil {
		return reworked{}, err
	}
	concerned := make(map[PersonID]bool)
	for _, id := range players {
		concerned[id] = true
	}
	for _, e := range done.order {
		differing := done.changed[e.id]
		if err := writeChanges(ctx, tx, e, differing); err != nil {
			return reworked{}, err
		}
		for _, d := range differing {
			concerned[d.person()] = true
		}
	}
	return done, refreshList(ctx, tx, sortedPersons(concerned))
}

// replay runs through events in their order. It only reads.
type replay struct {
	service   *Service
	standings map[PersonID]standing

	// trusted: whoever is not in standings stands where the stored changes say;
	// otherwise nothing stored is believed.
	trusted bool
}

func (r *replay) run(
	ctx context.Context, q store.Queryer, from position, progress func(done, total int),
) (reworked, error) {
	order, err := submissionsFrom(ctx, q, from)
	if err != nil {
		return reworked{}, err
	}
	out := reworked{order: order, changed: make(map[SubmissionID][]difference), after: r.standings}
	worked := 0
	for batch := range slices.Chunk(order, batchSize) {
		facts, err := factsOf(ctx, q, batch)
		if err != nil {
			return reworked{}, err
		}
		for _, e := range batch {
			f, err := formulaNamed(r.service.versions, e.formula)
			if err != nil {
				return reworked{}, err
			}
			if d := r.event(f, e, facts); len(d) > 0 {
				out.changed[e.id] = d
			}
			out.games += e.games
		}
		if worked += len(batch); progress != nil {
			progress(worked, len(order))
		}
	}
	return out, nil
}

// facts is what a batch of events is worked out from, and what was stored.
type facts struct {
	games    map[SubmissionID][]Game
	declared map[SubmissionID]map[PersonID]scale.Rating
	stored   map[SubmissionID][]change
}

func factsOf(ctx context.Context, q store.Queryer, batch []submission) (f facts, err error) {
	ids := make([]SubmissionID, len(batch))
	for i, e := range batch {
		ids[i] = e.id
	}
	if f.games, err = gamesOf(ctx, q, ids); err != nil {
		return f, err
	}
	if f.declared, err = declaredOf(ctx, q, ids); err != nil {
		return f, err
	}
	f.stored, err = changesOf(ctx, q, ids)
	return f, err
}

// event works out one event, moves the standings on, and returns what differs
// from what was stored.
func (r *replay) event(f Formula, e submission, in facts) []difference {
	stored := in.stored[e.id]
	if r.trusted {
		for _, c := range stored {
			if _, known := r.standings[c.person]; !known {
				r.standings[c.person] = standing{milli: c.before, games: c.gamesBefore}
			}
		}
	}
	now := f.rate(in.games[e.id], r.standings, in.declared[e.id])
	for _, c := range now {
		r.standings[c.person] = standing{c.after, c.gamesBefore + c.games, e.day}
	}
	return differences(stored, now)
}

// differences sets what was stored beside what was worked out; both come by
// person.
func differences(stored, now []change) []difference {
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
