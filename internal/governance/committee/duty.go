package committee

import (
	"context"
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Path is the committee's page.
const Path = "/committee"

// dutySource and dutyWhat name the standing duty of rule 6.1 for the year that
// ends on a day.
func dutySource(last civil.Date) string { return dutyKind + ":" + last.String() }

const (
	dutyKind = "committee"
	dutyWhat = "meetings"
)

// MeetingYear is how the committee stands with the meetings that rule 6.1 asks
// of a year.
type MeetingYear struct {
	Held    []civil.Date // in the year, each day once, the earliest first
	Needed  int
	Missing int
	Last    civil.Date // of the year
	Trace   constitution.Trace
}

// Rule 6.1: the committee's meetings in the year that a day lies in, of all
// the days on which it has met.
func meetingYear(c constitution.Constitution, held []civil.Date, on civil.Date) MeetingYear {
	held = slices.Clone(held)
	slices.SortFunc(held, civil.Date.Compare)
	held = slices.Compact(held)
	first, last, _ := c.MeetingYear(on)
	y := MeetingYear{Needed: c.Figures.CommitteeMeetings, Last: last}
	y.Missing, y.Trace = c.MeetingsMissing(held, on)
	for _, day := range held {
		if !day.Before(first) && !day.After(last) {
			y.Held = append(y.Held, day)
		}
	}
	return y
}

// duty is the standing duty of the year; ok is false where none is asked for.
func (y MeetingYear) duty() (d governance.Duty, ok bool) {
	return governance.Duty{
		What:  dutyWhat,
		Title: fmt.Sprintf("Hold the committee’s meetings of the year: %d of at least %d held", len(y.Held), y.Needed),
		Owner: constitution.OwnerCommittee, Due: y.Last, Rule: y.Trace.Rule, Trace: y.Trace.String(), Link: Path,
	}, y.Needed > 0
}

// MeetingYear is how the committee stands today with its meetings.
func (s *Service) MeetingYear(ctx context.Context, actor auth.Actor) (MeetingYear, error) {
	if err := s.cases.Require(actor, auth.TakePartInCommittee, auth.Object{}); err != nil {
		return MeetingYear{}, err
	}
	return s.meetingYear(ctx, s.db, s.cases.Today())
}

func (s *Service) meetingYear(ctx context.Context, q store.Queryer, on civil.Date) (MeetingYear, error) {
	c, err := s.rules.On(ctx, q, on)
	if err != nil {
		return MeetingYear{}, err
	}
	held, err := daysMet(ctx, q)
	if err != nil {
		return MeetingYear{}, err
	}
	return meetingYear(c, held, on), nil
}

// KeepDuty makes the standing duty of rule 6.1 within tx what the meetings so
// far ask for. Every change of this package that concerns it does so; whoever
// records that a meeting of the committee was held does it in the same
// transaction.
func (s *Service) KeepDuty(ctx context.Context, tx *store.Tx) error {
	y, err := s.meetingYear(ctx, tx, s.cases.Today())
	if err != nil {
		return err
	}
	replaced, err := s.replaced(ctx, tx)
	if err != nil {
		return err
	}
	for _, d := range replaced {
		if err := s.rules.SetDuties(ctx, tx, d.Source, nil); err != nil {
			return err
		}
	}
	d, asked := y.duty()
	if !asked {
		return s.rules.SetDuties(ctx, tx, dutySource(y.Last), nil)
	}
	if err := s.rules.SetDuties(ctx, tx, dutySource(y.Last), []governance.Duty{d}); err != nil {
		return err
	}
	if y.Missing > 0 {
		return nil
	}
	return s.rules.FinishDuty(ctx, tx, dutySource(y.Last), dutyWhat)
}

// replaced are the open duties of years that rule 6.1 no longer counts: by the
// constitution of its last day, that day is not the last of a year. What a year
// owes that was over when the committee ruled, or the society amended, stays owed.
func (s *Service) replaced(ctx context.Context, q store.Queryer) ([]governance.Duty, error) {
	h, err := governance.Load(ctx, q)
	if err != nil {
		return nil, err
	}
	open, err := s.rules.OpenDuties(ctx, q, dutyKind)
	return slices.DeleteFunc(open, func(d governance.Duty) bool {
		_, last, _ := h.On(d.Due).MeetingYear(d.Due)
		return last == d.Due
	}), err
}

// Refresh makes the standing duty when a year has begun, or when a meeting was
// held since it was looked at last.
func (s *Service) Refresh(ctx context.Context) error {
	y, err := s.meetingYear(ctx, s.db, s.cases.Today())
	if err != nil {
		return err
	}
	d, asked := y.duty()
	kept, err := s.rules.DutiesOf(ctx, dutySource(y.Last))
	if err != nil {
		return err
	}
	replaced, err := s.replaced(ctx, s.db)
	if err != nil {
		return err
	}
	same := !asked && len(kept) == 0 || slices.ContainsFunc(kept, func(k governance.Duty) bool {
		return k.Title == d.Title && k.Trace == d.Trace
	})
	if same && len(replaced) == 0 {
		return nil
	}
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := s.KeepDuty(ctx, tx); err != nil {
			return nil, err
		}
		return permit.Did("keep.duty", "committee", 0, nil, map[string]any{
			"held": len(y.Held), "needed": y.Needed, "until": y.Last,
		}), nil
	})
}
