package representative

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/committee"
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

// Choice is who represents the country after a points year; Person is 0 while no one is chosen.
type Choice struct {
	Year       int
	Person     PersonID
	Name       string
	Resolution string // of the committee; "" of one from a file
	Reason     string
	At         civil.Instant
	By         string
	id         choiceID
}

// Wish says whether a player wishes to represent the country.
type Wish string

// The wishes.
const (
	NotAsked Wish = ""
	Wishes   Wish = "yes"
	Declines Wish = "no"
)

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
			return nil, apperr.New(apperr.Invalid, "The New Zealand Championship of %d has not been posted.", year)
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

// SetWishes records who wishes to go after a points year.
func (s *Service) SetWishes(ctx context.Context, actor auth.Actor, year int, wishes map[PersonID]Wish) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	if year < 1900 || year > 2999 {
		f.Add("year", "Enter a year, for example 2026.")
	}
	for id, w := range wishes {
		if w != NotAsked && w != Wishes && w != Declines {
			f.Add("wish-"+playerKey(id), "Choose one of the answers offered.")
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := refuseClosed(ctx, tx, year); err != nil {
			return nil, err
		}
		before, err := wishesOf(ctx, tx, year)
		if err != nil {
			return nil, err
		}
		changed := map[PersonID]Wish{}
		for id, w := range wishes {
			if before[id] != w {
				changed[id] = w
			}
		}
		if len(changed) == 0 {
			return nil, usecase.ErrSame
		}
		if err := setWishes(ctx, tx, year, changed, s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
		return permit.Did("record.points_wishes", "points_year", int64(year), nil, changed), nil
	})
}

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

// Choosing is whom the committee chose. Its fields are person, resolution and reason.
type Choosing struct {
	Year       int
	Person     PersonID
	Resolution string // number: 2026/3
	Reason     string // where someone who wishes to go is before them
}

// Choose records whom the committee chose to represent the country after a points year; another choice takes its place.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, in Choosing) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := refuseClosed(ctx, tx, in.Year); err != nil {
			return nil, err
		}
		end, err := s.yearEnd(ctx, tx, in.Year)
		if err != nil {
			return nil, err
		}
		if end.Event == "" {
			return nil, apperr.New(apperr.Invalid, "The New Zealand Championship of %d has not been posted.", in.Year)
		}
		f := end.check(in)
		resolution, err := carried(ctx, tx, in.Resolution, &f)
		if err != nil {
			return nil, err
		}
		if err := f.Err(); err != nil {
			return nil, err
		}
		id, err := insertChoice(ctx, tx, in, resolution, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		return permit.Did("choose.representative", "points_year", int64(in.Year), end.Choice, struct {
			Choosing
			ID choiceID `json:"choice"`
		}{in, id}), nil
	})
}

// check finds what is wrong with a choice, given the ranking.
func (y YearEnd) check(in Choosing) (f apperr.Fields) {
	at := slices.IndexFunc(y.Ranking, func(r Row) bool { return r.Person == in.Person })
	switch {
	case at < 0:
		f.Add("person", "Choose one of the players with points.")
		return f
	case y.Ranking[at].Wish != Wishes:
		f.Add("person", "%s has not said that they wish to go. Record their wish first.", y.Ranking[at].Name)
	}
	chosen := y.Ranking[at]
	for _, r := range y.Ranking[:at] {
		if r.Wish == Wishes && r.Place < chosen.Place && in.Reason == "" {
			f.Add("reason", "%s wishes to go and is before %s. Say why the committee chose otherwise.", r.Name, chosen.Name)
			break
		}
	}
	if len(in.Reason) > maxReason {
		f.Add("reason", "Shorten this to %d characters.", maxReason)
	}
	return f
}

// choiceStands refuses a choice that the ranking no longer allows as it was recorded: results were corrected, or wishes
// changed, since the committee chose.
func (y YearEnd) choiceStands() error {
	if y.Choice.Person == 0 || y.Choice.Resolution == "" { // no one, or from a file of earlier years
		return nil
	}
	if f := y.check(Choosing{Person: y.Choice.Person, Reason: y.Choice.Reason}); f != nil {
		return apperr.New(
			apperr.Conflict, "The committee’s choice was recorded before the points or wishes changed: %s Record the choice again.",
			f[0].Message,
		)
	}
	return nil
}

// carried finds the committee's resolution that something rests on.
func carried(ctx context.Context, q store.Queryer, number string, f *apperr.Fields) (committee.ResolutionID, error) {
	r, found, err := committee.ByNumber(ctx, q, number)
	switch {
	case err != nil:
		return 0, err
	case !found:
		f.Add("resolution", "Enter the number of the committee’s resolution, like 2026/3.")
	case r.Outcome != committee.Carried:
		f.Add("resolution", "Resolution %s was not carried.", r.Number)
	}
	return r.ID, nil
}

// Row is a player in the ranking.
type Row struct {
	Place       int
	Person      PersonID
	Name        string
	Points      points.Amount
	Represented civil.Date
	National    int  // place in the latest national event they took part in; 0: in none
	Level       bool // the rules do not separate them from another of the same place
	Wish        Wish
}

// ranking is the ranking that facts lead to, with the wishes for a year; players whom the rules do not separate share a
// place and are by name.
func (s *Service) ranking(ctx context.Context, q store.Queryer, f facts, year int) ([]Row, error) {
	ledger, err := f.ledger()
	if err != nil {
		return nil, err
	}
	return s.rows(ctx, q, ledger.Standing, year)
}

// rows are players in the order of a ranking, with their public names.
func (s *Service) rows(ctx context.Context, q store.Queryer, standing []points.Standing, year int) ([]Row, error) {
	wishes, err := wishesOf(ctx, q, year)
	if err != nil {
		return nil, err
	}
	ids := make([]PersonID, len(standing))
	for i, one := range standing {
		ids[i] = personOf(one.Player)
	}
	names, err := publicNames(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	out := make([]Row, len(standing))
	for i, one := range standing {
		out[i] = Row{
			Place: i + 1, Person: ids[i], Name: names[ids[i]], Points: one.Points, Represented: one.Represented,
			National: one.National, Wish: wishes[ids[i]],
		}
		if i > 0 && points.Level(standing[i-1], one) {
			out[i].Place, out[i].Level, out[i-1].Level = out[i-1].Place, true, true
		}
	}
	slices.SortStableFunc(out, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), strings.Compare(a.Name, b.Name))
	})
	return out, nil
}
