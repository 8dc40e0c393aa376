package hosting

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Book is what a club's secretary has before them: the next evenings, and who comes along.
type Book struct {
	Club   clubs.Club
	Next   []Next
	Visits []Visit // the latest evening first
	Told   bool    // letters reach the club
}

// Book reads a club's evenings and visitors.
func (s *Service) Book(ctx context.Context, actor auth.Actor, id clubs.ClubID) (b Book, err error) {
	if err := s.cases.Require(actor, auth.HostVisitors, auth.Object{Club: id}); err != nil {
		return b, err
	}
	if b.Club, err = clubs.ByID(ctx, s.db, id); err != nil {
		return b, err
	}
	if b.Next, err = s.next(ctx, s.db, id); err != nil {
		return b, err
	}
	if b.Visits, err = visitsOf(ctx, s.db, id); err != nil {
		return b, err
	}
	_, b.Told, err = s.host(ctx, s.db, id)
	return b, err
}

// Visit reads one visit, for the club that is visited.
func (s *Service) Visit(ctx context.Context, actor auth.Actor, id VisitID) (Visit, error) {
	if !auth.CanSomewhere(actor, auth.HostVisitors, s.cases.Today()) {
		return Visit{}, s.cases.Require(actor, auth.HostVisitors, auth.Object{})
	}
	v, err := visitByID(ctx, s.db, id)
	if err != nil {
		return Visit{}, err
	}
	if err := s.cases.Require(actor, auth.HostVisitors, auth.Object{Club: v.Club}); err != nil || v.State == Unconfirmed {
		return Visit{}, errNoVisit() // which there are is no one else's to know
	}
	return v, nil
}

// Answer answers a visitor by a letter, once. Its field is answer.
func (s *Service) Answer(ctx context.Context, actor auth.Actor, id VisitID, version int64, text string) error {
	v, err := s.Visit(ctx, actor, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.HostVisitors, auth.Object{Club: v.Club})
	if err != nil {
		return err
	}
	text = paragraphs(text)
	var f apperr.Fields
	if text == "" {
		f.Add("answer", "Write what the visitor should know.")
	}
	tooLong(&f, "answer", text, maxAnswer)
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		v, err := visitByID(ctx, tx, id)
		switch {
		case err != nil:
			return nil, err
		case v.Version != version:
			return nil, usecase.Stale("this visit", "club_visit", int64(id))
		case v.State != Coming || v.Email == "":
			return nil, apperr.New(apperr.Conflict, "The visitor does not come any longer, so no answer is sent.")
		case !v.Answered.IsZero():
			return nil, apperr.New(apperr.Conflict, "The visitor has an answer already.")
		}
		v.Answer, v.Answered = text, permit.Now()
		if err := saveVisit(ctx, tx, v); err != nil {
			return nil, err
		}
		return permit.Did("answer.club_visit", "club_visit", int64(id), nil, nil), s.toVisitor(ctx, tx, v, answered)
	})
}
