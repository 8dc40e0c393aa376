package ratings

import (
	"cmp"
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// Past is the list of a day, as the events that count today give it: after every
// rated event that began on the day or before. Where an event was sent in, corrected
// or withdrawn since, the list that was shown on that day was another one.
type Past struct {
	Day   civil.Date
	Scope Scope
	Since civil.Date // first day of a rated event that made a player active then
	Rows  []Row      // by rating; Clubs are those of the day
}

// PastList gives the list of a day, which is not in the future. It needs the
// permission to keep the ratings.
func (s *Service) PastList(ctx context.Context, actor auth.Actor, day civil.Date, scope Scope) (Past, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return Past{}, err
	}
	if day.After(s.cases.Today()) {
		return Past{}, apperr.Fields{{Name: "on", Message: "Choose a day that is not in the future."}}.Err()
	}
	out := Past{Day: day, Scope: Filter{Scope: scope}.normal().Scope, Since: day.AddMonths(-activeMonths)}
	stood, err := stoodOn(ctx, s.db, day)
	if err != nil {
		return Past{}, err
	}
	var ids []PersonID
	for _, at := range stood {
		if out.Scope == Active && at.LastDay.Before(out.Since) {
			continue
		}
		out.Rows = append(out.Rows, at.Row)
		ids = append(ids, at.Person)
	}
	clubs, err := clubsOn(ctx, s.db, day, ids)
	if err != nil {
		return Past{}, err
	}
	slices.SortStableFunc(out.Rows, func(a, b Row) int { return cmp.Compare(b.Rating, a.Rating) })
	for i := range out.Rows {
		r := &out.Rows[i]
		r.Clubs, r.Place = clubs[r.Person], i+1
		if i > 0 && out.Rows[i-1].Rating == r.Rating {
			r.Place = out.Rows[i-1].Place
		}
	}
	return out, nil
}

// stood is where a player stood on a day, to the thousandth.
type stood struct {
	Row
	milli scale.Milli
}

// Moved is a player with rated games between the days of two lists.
type Moved struct {
	Person   PersonID
	Name     string // as public pages show it
	New      bool   // not on the earlier list: Before is the declared strength
	Before   scale.Milli
	After    scale.Milli
	Games    int    // rated between the two days
	Events   []Step // between the two days, the oldest first
	Set      bool   // a rating was set between the two days
	distance scale.Milli
}

// Between is what changed from the list of a day to that of a later one.
type Between struct {
	From, To civil.Date
	Rows     []Moved // who moved furthest first
	Same     int     // players on both lists who stand as before, to the thousandth, with as many games
}

// Between says what changed from the list of a day to that of a later one, each as
// [Service.PastList] gives it. It needs the permission to keep the ratings.
func (s *Service) Between(ctx context.Context, actor auth.Actor, from, to civil.Date) (Between, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return Between{}, err
	}
	var f apperr.Fields
	if to.After(s.cases.Today()) {
		f.Add("to", "Choose a day that is not in the future.")
	}
	if !from.Before(to) {
		f.Add("from", "Choose a day before %s.", to.Long())
	}
	if err := f.Err(); err != nil {
		return Between{}, err
	}
	before, err := stoodOn(ctx, s.db, from)
	if err != nil {
		return Between{}, err
	}
	after, err := stoodOn(ctx, s.db, to)
	if err != nil {
		return Between{}, err
	}
	earlier := make(map[PersonID]stood, len(before))
	for _, at := range before {
		earlier[at.Person] = at
	}
	out := Between{From: from, To: to}
	var ids []PersonID
	for _, at := range after {
		was, listed := earlier[at.Person]
		if listed && was.Games == at.Games && was.milli == at.milli {
			out.Same++
			continue
		}
		out.Rows = append(out.Rows, Moved{
			Person: at.Person, Name: at.Name, New: !listed, Before: was.milli, After: at.milli, Games: at.Games - was.Games,
		})
		ids = append(ids, at.Person)
	}
	steps, err := stepsBetween(ctx, s.db, ids, from, to)
	if err != nil {
		return Between{}, err
	}
	set, err := correctionsBetween(ctx, s.db, from, to)
	if err != nil {
		return Between{}, err
	}
	for i := range out.Rows {
		m := &out.Rows[i]
		m.Set = set[m.Person]
		if m.Events = steps[m.Person]; m.New && len(m.Events) > 0 {
			m.Before = m.Events[0].Before
		}
		m.distance = max(m.After-m.Before, m.Before-m.After)
	}
	slices.SortStableFunc(out.Rows, func(a, b Moved) int { return cmp.Compare(b.distance, a.distance) })
	return out, nil
}

// Stone is how far a player moves in one event that the ratings officer looks at, in
// thousandths.
const Stone scale.Milli = 1000

// Mover is a player whom one event moved by more than a stone.
type Mover struct {
	Person PersonID
	Name   string // as public pages show it
	Step
}

// Movers are those whom an event that began on the day or later moved by more than a
// stone, the latest event first. It needs the permission to keep the ratings.
func (s *Service) Movers(ctx context.Context, actor auth.Actor, since civil.Date) ([]Mover, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, err
	}
	return moversSince(ctx, s.db, since)
}

// Waiting is an event that is finished and does not count for ratings.
type Waiting struct {
	Event    EventID
	Name     string
	From, To civil.Date
}

// Waiting are the finished events that wait to be rated, the oldest first. It needs
// the permission to keep the ratings.
func (s *Service) Waiting(ctx context.Context, actor auth.Actor) ([]Waiting, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, err
	}
	return waiting(ctx, s.db)
}

// Unrated is a member of whom no strength is known.
type Unrated struct {
	Person PersonID
	Name   string // as public pages show it
	Clubs  []Club
}

// Ungraded are the members of today with neither a rated game nor a grade in the
// register, by number. It needs the permission to keep the ratings.
func (s *Service) Ungraded(ctx context.Context, actor auth.Actor) ([]Unrated, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, err
	}
	today := s.cases.Today()
	all, err := ungraded(ctx, s.db, today)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(all))
	for i, u := range all {
		ids[i] = u.Person
	}
	clubs, err := clubsOn(ctx, s.db, today, ids)
	for i := range all {
		all[i].Clubs = clubs[all[i].Person]
	}
	return all, err
}
