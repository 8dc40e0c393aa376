package letters

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Schedule says whether the program writes letters of an occasion by itself.
type Schedule struct {
	About
	Active  bool
	Days    int // before the year ends, after it began, after the day it was due
	Since   civil.Instant
	Version int64 // 0: it was never set

	Year  int        // that comes next, of an occasion that comes once a year
	Day   civil.Date // on which it goes; zero: as it happens
	State RunState   // of that year
}

// RunState is what became of an occasion in a year.
type RunState string

// The states.
const (
	Coming  RunState = ""
	Gone    RunState = "sent"
	Held    RunState = "held"
	Skipped RunState = "skipped"
)

// late is how many days after its day an occasion is still made up for.
const late = 60

// Schedules are the occasions that the program can write by itself.
func (s *Service) Schedules(ctx context.Context, actor auth.Actor) ([]Schedule, error) {
	if err := s.cases.Require(actor, auth.KeepOutbox, auth.Object{}); err != nil {
		return nil, err
	}
	return s.schedules(ctx, s.db)
}

// Schedule is one of Schedules.
func (s *Service) Schedule(ctx context.Context, actor auth.Actor, o Occasion) (Schedule, error) {
	all, err := s.Schedules(ctx, actor)
	if err != nil {
		return Schedule{}, err
	}
	return scheduleIn(all, o)
}

func scheduleIn(all []Schedule, o Occasion) (Schedule, error) {
	for _, x := range all {
		if x.Occasion == o {
			return x, nil
		}
	}
	return Schedule{}, apperr.New(apperr.NotFound, "These letters do not go by themselves.")
}

func (s *Service) schedules(ctx context.Context, q store.Queryer) ([]Schedule, error) {
	today := s.cases.Today()
	c, err := governance.On(ctx, q, today)
	if err != nil {
		return nil, err
	}
	var out []Schedule
	for _, a := range Occasions { // a handful
		if a.Pattern == ByHand || a.Pattern == ByDesk {
			continue
		}
		x, err := scheduleOf(ctx, q, a)
		if err != nil {
			return nil, err
		}
		y := c.YearOf(today)
		switch a.Pattern {
		case BeforeEnd:
			x.Year, x.Day = int(y), c.Last(y).AddDays(-x.Days)
		case AfterBegin:
			x.Year, x.Day = int(y), c.First(y).AddDays(x.Days)
		}
		if x.Year != 0 {
			if x.State, err = runOf(ctx, q, a.Occasion, x.Year); err != nil {
				return nil, err
			}
			if a.Pattern == AfterBegin && (x.State != Coming || today.After(x.Day.AddDays(late))) {
				next := constitution.Year(x.Year + 1)
				x.Year, x.Day = int(next), c.First(next).AddDays(x.Days)
				if x.State, err = runOf(ctx, q, a.Occasion, x.Year); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, x)
	}
	return out, nil
}

// Switch is on or off.
type Switch string

// The two.
const (
	On  Switch = "on"
	Off Switch = "off"
)

// SetSchedule switches on or off that the program writes letters of an occasion by itself. What happened before it was
// switched on is not written about.
func (s *Service) SetSchedule(
	ctx context.Context, actor auth.Actor, o Occasion, version int64, to Switch, days int,
) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	if days < 0 || days > 120 {
		var f apperr.Fields
		f.Add("days", "Enter a number of days from 0 to 120.")
		return f.Err()
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		a, err := about(o)
		if err != nil {
			return nil, err
		}
		if a.Pattern == ByHand || a.Pattern == ByDesk {
			return nil, apperr.New(apperr.NotFound, "These letters do not go by themselves.")
		}
		before, err := scheduleOf(ctx, tx, a)
		if err != nil {
			return nil, err
		}
		if before.Version != version {
			return nil, usecase.Stale("when these letters go", "letter_schedule", 0)
		}
		since := before.Since
		if to == On && !before.Active {
			since = s.cases.Now()
		}
		if err := saveSchedule(ctx, tx, o, version, to == On, days, since, s.cases.Now()); err != nil {
			return nil, err
		}
		return permit.Did("set.schedule", "letter_schedule", 0, nil, map[string]any{
			"occasion": o, "switch": to, "days": days,
		}), nil
	})
}

// Decide holds or skips an occasion in the year that comes next, or lets it go on its day.
func (s *Service) Decide(ctx context.Context, actor auth.Actor, o Occasion, year int, to RunState) error {
	permit, err := s.cases.May(actor, auth.KeepOutbox, auth.Object{})
	if err != nil {
		return err
	}
	if to != Coming && to != Held && to != Skipped {
		return apperr.New(apperr.Invalid, "Choose whether these letters go.")
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		all, err := s.schedules(ctx, tx)
		if err != nil {
			return nil, err
		}
		x, err := scheduleIn(all, o)
		if err != nil {
			return nil, err
		}
		if x.Year == 0 || x.Year != year || x.State == Gone {
			return nil, apperr.New(apperr.Conflict, "These letters have gone, or another year has begun. Check the page again.")
		}
		if x.State == to {
			return nil, usecase.ErrSame
		}
		return permit.Did("decide.letters", "letter_schedule", 0, map[string]any{"state": x.State}, map[string]any{
			"occasion": o, "year": year, "state": to,
		}), setRun(ctx, tx, o, year, to, permit)
	})
}

// Run writes the letters that are due by themselves. A day that was missed is made up for once.
func (s *Service) Run(ctx context.Context) (mails int, err error) {
	all, err := s.schedules(ctx, s.db)
	if err != nil {
		return 0, err
	}
	permit, err := s.cases.Allow(auth.System("the calendar").By(), nil)
	if err != nil {
		return 0, err
	}
	for _, x := range all { // a handful; one that fails holds up no other
		n, one := s.runOne(ctx, permit, x)
		mails, err = mails+n, errors.Join(err, one)
	}
	return mails, err
}

// due reports whether an occasion goes by itself today.
func (x Schedule) due(today civil.Date) bool {
	if !x.Active || x.State != Coming {
		return false
	}
	until := late
	if x.Pattern == BeforeEnd {
		until = max(until, x.Days) // it is in time until the year ends
	}
	return x.Day.IsZero() || !today.Before(x.Day) && !today.After(x.Day.AddDays(until))
}

func (s *Service) runOne(ctx context.Context, permit usecase.Permit, x Schedule) (mails int, err error) {
	today := s.cases.Today()
	if !x.due(today) {
		return 0, nil
	}
	since := x.Since
	if p, err := s.plan(ctx, s.db, x.Occasion, since); err != nil || x.Year == 0 && len(p.To) == left(Plan{To: p.To}) {
		return 0, err // nothing has happened that could be written about by mail
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		mails = 0
		if x.Year != 0 {
			fresh, err := beginRun(ctx, tx, x.Occasion, x.Year, permit)
			if err != nil {
				return nil, err
			}
			if !fresh {
				return nil, usecase.ErrSame
			}
		}
		p, err := s.plan(ctx, tx, x.Occasion, since)
		if err != nil {
			return nil, err
		}
		if x.Year == 0 {
			p.Paper = nil // an officer sees them on the page of the occasion
		}
		out, err := s.write(ctx, tx, permit, p)
		if apperr.KindOf(err) == apperr.Conflict {
			return nil, usecase.ErrSame // another copy of the program was first
		}
		if errors.Is(err, errNoOne) {
			if x.Year == 0 {
				return nil, usecase.ErrSame
			}
			err = nil
		}
		if err != nil {
			return nil, err
		}
		mails = out.Mail
		return permit.Did("send.mailing", "mailing", int64(out.Mailing), nil, map[string]any{
			"occasion": x.Occasion, "year": x.Year, "template": p.Version, "mail": out.Mail, "paper": out.Paper,
			"left_out": left(p),
		}), nil
	})
	return mails, err
}
