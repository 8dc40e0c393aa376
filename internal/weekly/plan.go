package weekly

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Limits of what a director sets, as the database has them.
const (
	MaxRemindDays = 14
	MaxLateDays   = 60
	MaxContact    = 120 // characters
	maxDaysAhead  = 800 // of a last day after the event's first: more is a slip
)

// Proposed is the plan that a director is offered first: a round a week from the
// event's first day. Players write to contact.
func Proposed(first civil.Date, rounds int, contact string) Plan {
	p := Plan{
		RemindDays: 2, Late: DirectorDecides, LateDays: 3, Contact: contact,
		Last: make(map[int]civil.Date, rounds),
	}
	for n := 1; n <= rounds; n++ {
		p.Last[n] = first.AddDays(7*n - 1)
	}
	return p
}

// DayField is the input of a round's last day, by which its problems are reported.
func DayField(round int) string { return "last_" + strconv.Itoa(round) }

// check checks a plan; rounds that are published keep the order of their days too.
// The names of the inputs are remind_days, late, late_days, contact and those of DayField.
func (p Plan) check(first civil.Date, rounds int) apperr.Fields {
	var f apperr.Fields
	before := civil.Date{}
	for n := 1; n <= rounds; n++ {
		last := p.Last[n]
		switch {
		case last.IsZero():
			f.Add(DayField(n), "Enter the last day of round %d, like 6 December 2026.", n)
			continue
		case last.Before(first):
			f.Add(DayField(n), "This is before the event’s first day, %s. Enter a later day.", first.Long())
		case first.DaysUntil(last) > maxDaysAhead:
			f.Add(DayField(n), "This is more than two years after the event’s first day. Correct the day.")
		case !before.IsZero() && !before.Before(last):
			f.Add(DayField(n), "Round %d ends after round %d: enter a day after %s.", n, n-1, before.Long())
		}
		before = last
	}
	if p.RemindDays < 1 || p.RemindDays > MaxRemindDays {
		f.Add("remind_days", "Enter a number of days from 1 to %d.", MaxRemindDays)
	}
	if p.Late != DirectorDecides && p.Late != BothDefault {
		f.Add("late", "Choose what happens to a game that is not played in time.")
	}
	if p.LateDays < 1 || p.LateDays > MaxLateDays {
		f.Add("late_days", "Enter a number of days from 1 to %d.", MaxLateDays)
	}
	switch {
	case p.Contact == "":
		f.Add("contact", "Enter a name and an address that players can write to.")
	case utf8.RuneCountInString(p.Contact) > MaxContact:
		f.Add("contact", "Shorten this to %d characters.", MaxContact)
	}
	return f
}

// planFacts are what the audit log keeps of a plan.
type planFacts struct {
	Last       map[string]string `json:"last_days"`
	RemindDays int               `json:"remind_days"`
	Late       Late              `json:"late"`
	LateDays   int               `json:"late_days"`
	Contact    string            `json:"contact,omitempty"`
}

func (p Plan) facts() planFacts {
	days := make(map[string]string, len(p.Last))
	for n, last := range p.Last {
		days[strconv.Itoa(n)] = last.String()
	}
	return planFacts{days, p.RemindDays, p.Late, p.LateDays, p.Contact}
}

// Plan gives a section's plan; found is false where its rounds have no deadlines.
// It is for everyone.
func (s *Service) Plan(ctx context.Context, section tournaments.SectionID) (p Plan, found bool, err error) {
	return planOf(ctx, s.db, section)
}

// SetPlan sets the last days of a section's rounds and its rule for late games, for
// a director. Version is the plan's that was seen, 0 for the first.
func (s *Service) SetPlan(ctx context.Context, actor auth.Actor, id tournaments.SectionID, in Plan) error {
	w, err := s.events.Wallchart(ctx, actor, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID})
	if err != nil {
		return err
	}
	if err := w.Event.Closed(); err != nil {
		return err
	}
	in.Contact = strings.Join(strings.Fields(in.Contact), " ")
	if err := in.check(w.Event.From, w.Section.Rounds).Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.events.Touch(ctx, tx, w.Event.ID); err != nil {
			return nil, err
		}
		before, found, err := planOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if before.Version != in.Version {
			return nil, usecase.Stale("these deadlines", "section", int64(id))
		}
		in.Last = days(in.Last, w.Section.Rounds)
		if found && same(before, in) {
			return nil, usecase.ErrSame
		}
		if err := putPlan(ctx, tx, id, in, found); err != nil {
			return nil, err
		}
		if err := s.moved(ctx, tx, id, before, in); err != nil {
			return nil, err
		}
		var was any
		if found {
			was = before.facts()
		}
		return permit.Did("set.deadlines", "section", int64(id), was, in.facts()), nil
	})
}

// moved writes to the players of open games whose last day is another one now. Their
// last day is never moved into the past.
func (s *Service) moved(ctx context.Context, tx *store.Tx, id tournaments.SectionID, before, now Plan) error {
	list, err := gamesOfSection(ctx, tx, id)
	if err != nil {
		return err
	}
	games, err := tournaments.GamesByID(ctx, tx, idsOf(list))
	if err != nil {
		return err
	}
	who, err := playersOf(ctx, tx, games)
	if err != nil {
		return err
	}
	var f apperr.Fields
	var letters []mail.Letter
	today := s.cases.Today()
	for _, g := range list {
		p := games[g.id]
		last := now.Last[p.Round]
		if p.Game.Result != pairing.NoResult || last == before.Last[p.Round] {
			continue
		}
		if last.Before(today) && len(f) == 0 {
			f.Add(DayField(p.Round), "Round %d is being played. Enter today or a later day.", p.Round)
		}
		for _, seat := range seatsOf(p, nil, who) {
			letters = append(letters, s.letter(p, now, now.Due(p.Round, false, today), seat, "moved"))
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.queue(ctx, tx, letters)
}

// RemovePlan takes the deadlines of a section away, for a director. Version is the
// plan's that was seen. The players of open games are written to.
func (s *Service) RemovePlan(ctx context.Context, actor auth.Actor, id tournaments.SectionID, version int64) error {
	w, err := s.events.Wallchart(ctx, actor, id)
	if err != nil {
		return err
	}
	permit, err := s.cases.May(actor, auth.DirectEvent, auth.Object{Event: w.Event.ID})
	if err != nil {
		return err
	}
	if err := w.Event.Closed(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.events.Touch(ctx, tx, w.Event.ID); err != nil {
			return nil, err
		}
		before, found, err := planOf(ctx, tx, id)
		switch {
		case err != nil:
			return nil, err
		case !found:
			return nil, usecase.ErrSame
		case before.Version != version:
			return nil, usecase.Stale("these deadlines", "section", int64(id))
		}
		if err := s.undated(ctx, tx, id, before); err != nil {
			return nil, err
		}
		return permit.Did("remove.deadlines", "section", int64(id), before.facts(), nil), deletePlan(ctx, tx, id)
	})
}

// days are the days of the section's rounds only.
func days(all map[int]civil.Date, rounds int) map[int]civil.Date {
	out := make(map[int]civil.Date, rounds)
	for n := 1; n <= rounds; n++ {
		out[n] = all[n]
	}
	return out
}

func same(a, b Plan) bool { return fmt.Sprint(a.facts()) == fmt.Sprint(b.facts()) }
