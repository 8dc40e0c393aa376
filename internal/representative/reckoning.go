package representative

import (
	"context"
	"slices"
	"sync"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
)

// reckoning keeps what public pages show of the points for as long as the points have the same revision, which each
// request asks the database for: another process changes it there. Names are not kept, as they change by themselves.
type reckoning struct {
	mu    sync.Mutex // held while it is worked out, so that it is worked out once
	known bool
	reckoned
	days map[civil.Date][]points.Standing
}

// reckoned is what follows from the facts. Its readers share it, and change nothing of it.
type reckoned struct {
	revision int64
	facts    facts
	lines    []Line
	ends     map[civil.Date][]points.Standing
}

// maxKeptDays bounds for how many days standings are kept. They are the same from one day with an event to the next, and
// kept under the first of these.
const maxKeptDays = 32

// read is what follows from the facts as they are.
func (r *reckoning) read(ctx context.Context, q store.Queryer) (reckoned, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.renew(ctx, q)
	return r.reckoned, err
}

// renew works everything out again where the points have changed.
func (r *reckoning) renew(ctx context.Context, q store.Queryer) error {
	revision, err := revisionOf(ctx, q)
	if err != nil || r.known && revision == r.revision {
		return err
	}
	for {
		f, err := loadFacts(ctx, q)
		if err != nil {
			return err
		}
		after, err := revisionOf(ctx, q)
		if err != nil {
			return err
		}
		if after != revision { // they changed while they were read
			revision = after
			continue
		}
		lines, ends, err := f.ledgerLines()
		if err != nil {
			return err
		}
		r.reckoned, r.known = reckoned{revision, f, lines, ends}, true
		r.days = map[civil.Date][]points.Standing{}
		return nil
	}
}

// standing is the ranking on a day, with what it follows from.
func (r *reckoning) standing(ctx context.Context, q store.Queryer, day civil.Date) ([]points.Standing, reckoned, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.renew(ctx, q); err != nil {
		return nil, reckoned{}, err
	}
	since := r.facts.changed(day)
	if kept, found := r.days[since]; found {
		return kept, r.reckoned, nil
	}
	ledger, err := r.facts.on(day).ledger()
	if err != nil {
		return nil, reckoned{}, err
	}
	if len(r.days) >= maxKeptDays {
		clear(r.days)
	}
	r.days[since] = ledger.Standing
	return ledger.Standing, r.reckoned, nil
}

// changed is the latest day up to one on which anything counts; zero: none.
func (f facts) changed(day civil.Date) (out civil.Date) {
	for _, e := range f.events {
		if !e.day.After(day) && e.day.After(out) {
			out = e.day
		}
	}
	for _, o := range f.openings {
		if !o.day.After(day) && o.day.After(out) {
			out = o.day
		}
	}
	return out
}

// on are the lines up to a day.
func (r reckoned) on(day civil.Date) []Line {
	return slices.DeleteFunc(slices.Clone(r.lines), func(l Line) bool { return l.Day.After(day) })
}
