package ratings

import (
	"context"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

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
// stone, the latest event first: a page of them, and how many there are. It needs the
// permission to keep the ratings.
func (s *Service) Movers(ctx context.Context, actor auth.Actor, since civil.Date, page Paging) ([]Mover, int, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, 0, err
	}
	return moversSince(ctx, s.db, since, page)
}

// Newcomers are the active players whose rating is provisional, by rating: a page of
// them as the list has them today, without places, and how many there are. It needs the
// permission to keep the ratings.
func (s *Service) Newcomers(ctx context.Context, actor auth.Actor, page Paging) ([]Row, int, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, 0, err
	}
	today := s.cases.Today()
	found, total, err := provisionalSince(ctx, s.db, today.AddMonths(-activeMonths), page)
	if err != nil {
		return nil, 0, err
	}
	rows := make([]Row, len(found))
	for i, at := range found {
		rows[i] = Row{Person: at.person, Rating: at.milli.Published(), Games: at.games, LastDay: at.lastDay}
	}
	return rows, total, s.dress(ctx, rows, today)
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
// register, by number: a page of them, and how many there are. It needs the permission
// to keep the ratings.
func (s *Service) Ungraded(ctx context.Context, actor auth.Actor, page Paging) ([]Unrated, int, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return nil, 0, err
	}
	today := s.cases.Today()
	found, total, err := ungraded(ctx, s.db, today, page)
	if err != nil {
		return nil, 0, err
	}
	ids := make([]PersonID, len(found))
	for i, u := range found {
		ids[i] = u.Person
	}
	clubs, err := clubsOn(ctx, s.db, today, ids)
	for i := range found {
		found[i].Clubs = clubs[found[i].Person]
	}
	return found, total, err
}
