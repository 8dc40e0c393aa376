package representative

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Closed is a points year that is closed; Year is 0 of none.
type Closed struct {
	Year   int
	Event  EventID
	At     civil.Instant
	By     string
	choice choiceID
	id     int64
}

// YearEnd is the end of a points year: what it would post, or what it did.
type YearEnd struct {
	Year     int
	Event    string // the championship; "": none is posted yet
	Day      civil.Date
	Closed   Closed
	Choice   Choice
	Ranking  []Row // after the championship's points, before anything is taken
	Would    Difference
	Revision int64 // of the points that the preview is of: goes back with the button
	Fixed    points.Amount
	Loss     points.Share
	eventID  EventID
}

// YearEnd shows the end of a points year before it is closed: every line that closing it would post.
func (s *Service) YearEnd(ctx context.Context, actor auth.Actor, year int) (YearEnd, error) {
	if err := s.cases.Require(actor, auth.KeepPoints, auth.Object{}); err != nil {
		return YearEnd{}, err
	}
	return s.yearEnd(ctx, s.db, year)
}

func (s *Service) yearEnd(ctx context.Context, q store.Queryer, year int) (out YearEnd, err error) {
	out.Year = year
	if out.Revision, err = revisionOf(ctx, q); err != nil {
		return out, err
	}
	f, err := loadFacts(ctx, q)
	if err != nil {
		return out, err
	}
	if out.Choice, err = choiceOf(ctx, q, year); err != nil {
		return out, err
	}
	at := slices.IndexFunc(f.events, func(e event) bool { return e.ends && e.day.Year() == year })
	if at < 0 {
		return out, nil
	}
	end := f.events[at]
	out.Event, out.Day, out.eventID = end.name, end.day, end.id
	system := points.SystemOn(f.systems, end.day)
	out.Loss, out.Fixed = system.Loss, system.Fixed
	if out.Closed, err = yearEndedBy(ctx, q, end.id); err != nil {
		return out, err
	}
	if out.Ranking, err = s.ranking(ctx, q, f.on(end.day).without(end.id), year); err != nil {
		return out, err
	}
	if out.Closed.Year != 0 {
		return out, nil
	}
	f.closed = append(f.closed, closedYear{event: end.id, person: out.Choice.Person})
	if out.Would, err = lacking(ctx, q, f); err != nil {
		return out, err
	}
	return out, nameLines(ctx, q, out.Would.Reverse, out.Would.Post)
}

// ranks reports whether someone is in the ranking.
func (y YearEnd) ranks(person PersonID) bool {
	return slices.ContainsFunc(y.Ranking, func(r Row) bool { return r.Person == person })
}

func errNotPosted(year int) error {
	return apperr.New(apperr.Invalid, "The New Zealand Championship of %d has not been posted.", year)
}

// Close closes a points year as its preview of the revision showed it.
func (s *Service) Close(ctx context.Context, actor auth.Actor, year int, revision int64) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		now, err := lockPoints(ctx, tx)
		if err != nil {
			return nil, err
		}
		end, err := s.yearEnd(ctx, tx, year)
		if err != nil {
			return nil, err
		}
		switch {
		case end.Closed.Year != 0:
			return nil, apperr.New(
				apperr.Conflict, "The points year %d was closed by %s on %s.", year, end.Closed.By, end.Closed.At.Long(),
			)
		case end.Event == "":
			return nil, errNotPosted(year)
		case now != revision:
			return nil, apperr.New(
				apperr.Conflict, "The points have changed since this preview was made. Look at the lines again, then close the year.",
			)
		}
		if err := end.choiceStands(); err != nil {
			return nil, err
		}
		id, err := insertYear(ctx, tx, end, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		d, err := s.settle(ctx, tx, permit.Name(), fmt.Sprintf("The points year %d was closed.", year))
		return permit.Did("close.points_year", "points_year", id, nil, auditOf(end.Event, end.Day, d)), err
	})
}

// Reopen undoes a year end: what it took is given back by lines of their own.
func (s *Service) Reopen(ctx context.Context, actor auth.Actor, year int, reason string) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	reason = strings.TrimSpace(reason)
	var f apperr.Fields
	if reason == "" || len(reason) > maxReason {
		f.Add("reason", "Say in a sentence why the year end is undone.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, err := lockPoints(ctx, tx); err != nil {
			return nil, err
		}
		end, err := s.yearEnd(ctx, tx, year)
		if err != nil {
			return nil, err
		}
		if end.Closed.Year == 0 {
			return nil, apperr.New(apperr.Conflict, "The points year %d is not closed.", year)
		}
		if err := undoYear(ctx, tx, end.Closed.id, s.cases.Now(), permit.Name(), reason); err != nil {
			return nil, err
		}
		d, err := s.settle(ctx, tx, permit.Name(), fmt.Sprintf("The end of the points year %d was undone: %s", year, reason))
		return permit.Did("undo.points_year", "points_year", end.Closed.id, auditOf(end.Event, end.Day, d), map[string]string{
			"reason": reason,
		}), err
	})
}

const maxReason = 500

// refuseClosed locks the points and refuses a year that is closed.
func refuseClosed(ctx context.Context, tx *store.Tx, year int) error {
	if _, err := lockPoints(ctx, tx); err != nil {
		return err
	}
	closed, err := closedYearOf(ctx, tx, year)
	if err == nil && closed.Year != 0 {
		err = apperr.New(
			apperr.Conflict, "The points year %d was closed by %s on %s. Undo the year end first.", year, closed.By,
			closed.At.Long(),
		)
	}
	return err
}
