package tournaments

import (
	"context"
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// SetTimetable sets when the rounds of a section are played, for a director. Version is that of the
// timetable which was seen, 0 for the first.
func (s *Service) SetTimetable(ctx context.Context, actor auth.Actor, id SectionID, in Timetable) error {
	return s.changeTimetable(ctx, actor, id, in.Version, func(h here, _ Timetable) (Timetable, error) {
		next, problems := in.check(h.event, h.section.Rounds)
		return next, problems.Err()
	})
}

// DelayInput moves a round. The comments are the names of the inputs, by which problems are reported.
type DelayInput struct {
	Round   int   // round
	Minutes int   // minutes: later, or below 0 earlier
	Moves   Moves // moves: which later rounds go with it
	Version int64
}

// DelayRound moves a round of a section, and the later ones with it if that is wanted.
func (s *Service) DelayRound(ctx context.Context, actor auth.Actor, id SectionID, in DelayInput) error {
	return s.changeTimetable(ctx, actor, id, in.Version, func(h here, now Timetable) (Timetable, error) {
		var f apperr.Fields
		if _, ok := now.Slot(in.Round); !ok {
			f.Add("round", "Choose a round that has a time.")
		}
		if in.Minutes == 0 || in.Minutes < -MaxMinutes || in.Minutes > MaxMinutes {
			f.Add("minutes", "Enter by how many minutes, up to %d.", MaxMinutes)
		}
		offered(&f, "moves", in.Moves, MovesDay, MovesAll, MovesNone)
		if len(f) > 0 {
			return now, f.Err()
		}
		next, problems := now.Delay(in.Round, in.Minutes, in.Moves).check(h.event, h.section.Rounds)
		if len(problems) > 0 {
			f.Add("minutes", "%s", problems[0].Message)
		}
		return next, f.Err()
	})
}

// RemoveTimetable takes the times of a section away.
func (s *Service) RemoveTimetable(ctx context.Context, actor auth.Actor, id SectionID, version int64) error {
	return s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		now, err := timetableOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if now.Version != version || !now.Set() {
			return nil, usecase.Stale("this timetable", "section", int64(id))
		}
		if _, err := putTimetable(ctx, tx, id, Timetable{Zone: now.Zone, Version: now.Version}, s.cases.Now()); err != nil {
			return nil, err
		}
		return h.permit.Did("remove.timetable", "section", int64(id), now.facts(), nil), nil
	})
}

func (s *Service) changeTimetable(
	ctx context.Context, actor auth.Actor, id SectionID, version int64,
	change func(h here, now Timetable) (Timetable, error),
) error {
	return s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		now, err := timetableOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if now.Version != version {
			return nil, usecase.Stale("this timetable", "section", int64(id))
		}
		next, err := change(h, now)
		if err != nil {
			return nil, err
		}
		changed, err := putTimetable(ctx, tx, id, next, s.cases.Now())
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.Stale("this timetable", "section", int64(id))
		}
		var was any
		if now.Set() {
			was = now.facts()
		}
		return h.permit.Did("set.timetable", "section", int64(id), was, next.facts()), nil
	})
}

// followDays moves the timetables of an event's sections along with its days, where they have days that are no longer the
// event's, and tells whoever wants to know that it moved.
func (s *Service) followDays(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, was, e Event, done *usecase.Entry,
) (*usecase.Entry, error) {
	days := was.From.DaysUntil(e.From)
	if days == 0 {
		return done, nil
	}
	sections, err := sectionsOf(ctx, tx, e.ID)
	if err != nil {
		return nil, err
	}
	for _, section := range sections {
		now, err := timetableOf(ctx, tx, section.ID)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(now.Slots, func(slot Slot) bool { return !e.has(slot.Day) }) {
			continue
		}
		next := now
		next.Slots = slices.Clone(now.Slots)
		for i := range next.Slots {
			next.Slots[i].Day = next.Slots[i].Day.AddDays(days)
		}
		if _, err := putTimetable(ctx, tx, section.ID, next, s.cases.Now()); err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("set.timetable", "section", int64(section.ID), now.facts(), next.facts()))
	}
	for _, run := range s.whenMoved {
		moved, err := run(ctx, tx, permit, was, e)
		if err != nil {
			return nil, err
		}
		done = done.Then(moved)
	}
	return done, nil
}

// has reports whether a day is one of the event's.
func (e Event) has(day civil.Date) bool { return !day.Before(e.From) && !day.After(e.To) }

// timetableFacts are what the audit log keeps of a timetable.
type timetableFacts struct {
	Zone   string            `json:"zone"`
	Starts map[string]string `json:"starts"`
}

func (t Timetable) facts() timetableFacts {
	starts := make(map[string]string, len(t.Slots))
	for _, s := range t.Slots {
		starts[strconv.Itoa(s.Round)] = s.Day.String() + " " + s.Starts.Input() + ", " + strconv.Itoa(s.Minutes) + " minutes"
	}
	return timetableFacts{t.Zone, starts}
}
