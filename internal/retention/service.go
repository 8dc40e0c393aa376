package retention

import (
	"context"
	"errors"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/bookshop"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/hosting"
	"nzgs/internal/joining"
	"nzgs/internal/newsletter"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/takeover"
	"nzgs/internal/treasury"
	"nzgs/internal/usecase"
)

// Rooms are the services that remove what is theirs.
type Rooms struct {
	Auth      *auth.Service
	Joining   *joining.Service
	Visits    *hosting.Service
	Orders    *bookshop.Service
	Readers   *newsletter.Service
	Entering  *entering.Service
	EventMail *eventmail.Service
	Results   *results.Service
	TakeOver  *takeover.Service
	Treasury  *treasury.Service
	Names     func(context.Context) (int64, error) // of package erasing, which stands above
}

// Service knows what is kept for how long, and removes what is due.
type Service struct {
	db    *store.DB
	cases usecase.Cases
	rooms Rooms
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock, rooms Rooms) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), rooms: rooms}
}

// RunID names a report.
type RunID int64

// Run is the report of a run.
type Run struct {
	ID    RunID
	At    civil.Instant
	By    string
	Daily bool // by the program itself: all of a day
	Lines []Line
}

// Line is what a run removed of a kind.
type Line struct {
	Kind    string // its key
	Rule    string
	Removed int64
	Held    int64 // due, and held
}

// Called is what a kind is called now.
func (l Line) Called() string {
	for _, k := range kinds(Rooms{}) {
		if k.Key == l.Kind {
			return k.What
		}
	}
	return l.Kind
}

// Item is a kind with what is held of it today.
type Item struct {
	Kind
	Held   int64      // rows
	Due    int64      // that the job would remove today, of a period
	Waits  int64      // due, and held
	Before civil.Date // of a period: what is older is due
}

// View is the list, and how the job is set.
type View struct {
	Items   []Item
	Daily   bool
	Version int64
	Runs    []Run
}

// Reports are how many reports the page shows; the export has all.
const (
	Reports    = 20
	allReports = 100_000
)

// View lists what is kept; due is what a run would remove now.
func (s *Service) View(ctx context.Context, actor auth.Actor) (v View, err error) {
	if err := s.cases.Require(actor, auth.KeepRetention, auth.Object{}); err != nil {
		return v, err
	}
	if v.Daily, v.Version, err = plan(ctx, s.db); err != nil {
		return v, err
	}
	all, err := s.kinds(ctx, s.db)
	if err != nil {
		return v, err
	}
	for _, k := range all { // a page's worth
		item := Item{Kind: k}
		if item.Held, err = count(ctx, s.db, k.held); err != nil {
			return v, err
		}
		if item.Before, err = s.before(k); err != nil {
			return v, err
		}
		if item.Due, item.Waits, err = s.due(ctx, k); err != nil {
			return v, err
		}
		v.Items = append(v.Items, item)
	}
	v.Runs, err = runs(ctx, s.db, Reports)
	return v, err
}

// Runs lists all reports, the latest first.
func (s *Service) Runs(ctx context.Context, actor auth.Actor) ([]Run, error) {
	if err := s.cases.Require(actor, auth.KeepRetention, auth.Object{}); err != nil {
		return nil, err
	}
	return runs(ctx, s.db, allReports)
}

// kinds are all, with the society's periods.
func (s *Service) kinds(ctx context.Context, q store.Queryer) ([]Kind, error) {
	set, err := periods(ctx, q)
	if err != nil {
		return nil, err
	}
	all := kinds(s.rooms)
	for i, k := range all {
		if months, ok := set[k.Key]; ok && k.Period != nil {
			all[i].Period.Months = months
		}
	}
	return all, nil
}

func (s *Service) before(k Kind) (civil.Date, error) {
	if k.Period == nil {
		return civil.Date{}, nil
	}
	return s.cases.Today().AddMonths(-k.Period.Months), nil
}

// due counts what a run would remove of a kind whose period the society decides. It only reads. What the rooms remove by
// themselves is gone within the hour: of it nothing is counted.
func (s *Service) due(ctx context.Context, k Kind) (due, waits int64, err error) {
	if k.Period == nil {
		return 0, 0, nil
	}
	before, err := s.before(k)
	if err != nil {
		return 0, 0, err
	}
	if due, err = k.due.rows(ctx, s.db, before, s.cases.Today()); err != nil {
		return 0, 0, err
	}
	waits, err = k.stays.rows(ctx, s.db, before, s.cases.Today())
	return due, waits, err
}

// removeIn removes within tx what is due of a kind whose period the society decides.
func (s *Service) removeIn(ctx context.Context, tx *store.Tx, k Kind) (Line, error) {
	before, err := s.before(k)
	if err != nil {
		return Line{}, err
	}
	line := Line{Kind: k.Key, Rule: k.By()}
	if line.Removed, err = k.remove(ctx, tx, before, s.cases.Today()); err != nil {
		return line, err
	}
	line.Held, err = k.stays.rows(ctx, tx, before, s.cases.Today())
	return line, err
}

// Settings are how long the society keeps what it decides on, and whether the program removes it by itself.
type Settings struct {
	Daily   bool
	Months  map[string]int // by kind
	Version int64
}

// Set saves the settings.
func (s *Service) Set(ctx context.Context, actor auth.Actor, in Settings) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepRetention, auth.Object{})
	if err != nil {
		return err
	}
	var f apperr.Fields
	for _, k := range decided() {
		if n := in.Months[k.Key]; n < k.Period.Least || n > k.Period.Most {
			f.Add("months-"+k.Key, "Enter a whole number of months from %d to %d.", k.Period.Least, k.Period.Most)
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		daily, _, err := plan(ctx, tx)
		if err != nil {
			return nil, err
		}
		n, err := savePlan(ctx, tx, in.Daily, in.Version)
		if err == nil && n == 0 {
			err = usecase.Stale("how long things are kept", "retention", 1)
		}
		if err != nil {
			return nil, err
		}
		all, err := s.kinds(ctx, tx)
		if err != nil {
			return nil, err
		}
		was, now := map[string]any{"daily": daily}, map[string]any{"daily": in.Daily}
		for _, k := range all {
			if k.Period == nil || k.Period.Months == in.Months[k.Key] {
				continue
			}
			was[k.Key], now[k.Key] = k.Period.Months, in.Months[k.Key]
			if err := savePeriod(ctx, tx, k.Key, in.Months[k.Key], permit.Now(), permit.Name()); err != nil {
				return nil, err
			}
		}
		if len(now) == 1 && daily == in.Daily {
			return nil, usecase.ErrSame
		}
		return permit.Did("set.retention", "retention", 1, was, now), nil
	})
}

// Press removes now what is due, and returns the report.
func (s *Service) Press(ctx context.Context, actor auth.Actor) (Run, error) {
	permit, err := s.cases.MayAgain(actor, auth.KeepRetention, auth.Object{})
	if err != nil {
		return Run{}, err
	}
	forgotten, err := s.forgetAll(ctx)
	if err != nil {
		return Run{}, err
	}
	return s.run(ctx, permit, Run{At: permit.Now(), By: permit.Name(), Lines: forgotten}, true)
}

// Run removes what is due by the program's own periods and, once a day where the society has switched that on, by the
// society's. The program runs it every hour.
func (s *Service) Run(ctx context.Context) error {
	permit, err := s.cases.Allow(auth.System("the program").By(), nil)
	if err != nil {
		return err
	}
	forgotten, failed := s.forgetAll(ctx)
	daily, _, err := plan(ctx, s.db)
	if err == nil && daily {
		var ran bool
		ran, err = dailyRan(ctx, s.db, s.cases.Today())
		daily = !ran
	}
	if err != nil {
		return errors.Join(failed, err)
	}
	if len(forgotten) > 0 || daily {
		_, err = s.run(ctx, permit, Run{At: permit.Now(), By: permit.Name(), Daily: true, Lines: forgotten}, daily)
	}
	return errors.Join(failed, err)
}

// forgetAll has the rooms remove what is theirs; one that cannot does not keep the others from it.
func (s *Service) forgetAll(ctx context.Context) (out []Line, err error) {
	for _, k := range kinds(s.rooms) {
		if k.forget == nil {
			continue
		}
		n, failed := k.forget(audit.WithoutRequestKey(ctx))
		err = errors.Join(err, failed)
		if n > 0 && failed == nil {
			out = append(out, Line{Kind: k.Key, Rule: k.By(), Removed: n})
		}
	}
	return out, err
}

// run removes what the society's periods say, where it is asked to, and writes the report.
func (s *Service) run(ctx context.Context, permit usecase.Permit, r Run, decides bool) (Run, error) {
	forgotten := r.Lines
	err := s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		r.Lines = append([]Line(nil), forgotten...)
		if decides {
			if err := usecase.Alone(ctx, tx); err != nil {
				return nil, err
			}
			all, err := s.kinds(ctx, tx)
			if err != nil {
				return nil, err
			}
			for _, k := range all {
				if k.remove == nil {
					continue
				}
				line, err := s.removeIn(ctx, tx, k)
				if err != nil {
					return nil, err
				}
				r.Lines = append(r.Lines, line)
			}
		}
		var err error
		if r.ID, err = beginRun(ctx, tx, r); err != nil {
			return nil, err
		}
		after := map[string]any{}
		for _, l := range r.Lines { // one for each kind
			if err := addLine(ctx, tx, r.ID, l); err != nil {
				return nil, err
			}
			after[l.Kind] = map[string]any{"removed": l.Removed, "held": l.Held, "rule": l.Rule}
		}
		return permit.Did("run.retention", "retention_run", int64(r.ID), nil, after), nil
	})
	return r, err
}
