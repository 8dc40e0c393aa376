package duties

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/tournaments"
)

// Service puts the list together.
type Service struct {
	governance  *governance.Service
	clubs       *clubs.Service
	tournaments *tournaments.Service
	clock       civil.Clock
}

// New sets the service up.
func New(clock civil.Clock, rules *governance.Service, c *clubs.Service, t *tournaments.Service) *Service {
	return &Service{governance: rules, clubs: c, tournaments: t, clock: clock}
}

// ownerDirector is whom an event falls to.
const ownerDirector constitution.Owner = "director"

// closeWithin is how many days after its last day an event is to be closed: its games are rated, and its
// points posted, once it is. The society's rules say nothing of it.
const closeWithin = 7

// List is what is due for the actor, those to be done first, by date, then what is done.
// An actor who has not signed in gets apperr.SignIn.
func (s *Service) List(ctx context.Context, actor auth.Actor) ([]governance.Duty, error) {
	kept, err := s.governance.Duties(ctx, actor)
	if err != nil {
		return nil, err
	}
	more, err := s.followed(ctx, actor)
	return merged(kept, more), err
}

// Kept is List without what clubs and rates ask for, for a desk that shows these itself.
func (s *Service) Kept(ctx context.Context, actor auth.Actor) ([]governance.Duty, error) {
	kept, err := s.governance.Duties(ctx, actor)
	if err != nil {
		return nil, err
	}
	events, err := s.notClosed(ctx, actor)
	return merged(kept, events), err
}

// Feed is what a calendar of the actor shows: also what was cancelled, so that programs take it away.
func (s *Service) Feed(ctx context.Context, actor auth.Actor) ([]governance.Duty, error) {
	kept, err := s.governance.Feed(ctx, actor)
	if err != nil {
		return nil, err
	}
	more, err := s.followed(ctx, actor)
	return append(kept, more...), err
}

// followed are the duties that follow from how things stand; none of them is kept.
func (s *Service) followed(ctx context.Context, actor auth.Actor) ([]governance.Duty, error) {
	out, err := s.clubs.Duties(ctx, actor)
	if err != nil {
		return nil, err
	}
	events, err := s.notClosed(ctx, actor)
	return append(out, events...), err
}

// notClosed asks after events whose last day is past and that no one closed.
func (s *Service) notClosed(ctx context.Context, actor auth.Actor) ([]governance.Duty, error) {
	events, err := s.tournaments.NotClosed(ctx, actor)
	out := make([]governance.Duty, 0, len(events))
	for _, e := range events {
		title, link := e.Name+" was not closed: ask its director, or appoint one", "/events/"+e.Slug
		if auth.Can(actor, auth.DirectEvent, auth.Object{Event: e.ID}, s.clock().Date()) {
			title, link = "Close "+e.Name+", give it later days, or cancel it", fmt.Sprintf("/director/events/%d", e.ID)
		}
		out = append(out, governance.Duty{
			Source: fmt.Sprintf("event:%d", e.ID), What: "close",
			Title: title, Owner: ownerDirector,
			Due: e.To.AddDays(closeWithin), Link: link, Revision: int(e.Version), ChangedAt: e.To.AddDays(1).Midnight(),
			Trace: fmt.Sprintf(
				"Its last day was %s, and %d days are given. No rule says by when; its games count once it is closed and rated.",
				e.To.Long(), closeWithin,
			),
		})
	}
	return out, err
}

// merged puts the open ones of both in the order of their days, before those that are done.
func merged(kept, more []governance.Duty) []governance.Duty {
	open := slices.IndexFunc(kept, governance.Duty.Done)
	if open < 0 {
		open = len(kept)
	}
	list := slices.Insert(kept, open, more...)
	slices.SortStableFunc(list[:open+len(more)], func(a, b governance.Duty) int { return a.Due.Compare(b.Due) })
	return list
}
