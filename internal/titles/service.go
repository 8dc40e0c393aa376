package titles

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// The ids this package speaks of.
type (
	PersonID = auth.PersonID
	ID       int64
	// SectionID numbers the sections of events, as package tournaments does.
	SectionID int64
	// DeclaredID numbers what was said of sections.
	DeclaredID int64
	// AwardID numbers the lines of the roll.
	AwardID int64
	// FileID numbers files of earlier champions.
	FileID int64
)

// Service is the use cases of the titles.
type Service struct {
	db    *store.DB
	cases usecase.Cases
}

// New returns the service on an open database.
func New(db *store.DB, clock civil.Clock) *Service {
	return &Service{db: db, cases: usecase.New(db, clock)}
}

// Title is a title of the society.
type Title struct {
	ID      ID
	Name    string
	Retired bool   // it is no longer awarded; its roll stays
	Rules   []Rule // by the day they hold from, the first first
	Version int64
}

// On is the rule for an event that begins on a day.
func (t Title) On(day civil.Date) Rule {
	out := t.Rules[0]
	for _, r := range t.Rules {
		if !r.From.After(day) {
			out = r
		}
	}
	return out
}

// Titles are the titles, those that are awarded first. They are public.
func (s *Service) Titles(ctx context.Context) ([]Title, error) { return titles(ctx, s.db) }

// Title is one of them, for who keeps them.
func (s *Service) Title(ctx context.Context, actor auth.Actor, id ID) (Title, error) {
	if err := s.cases.Require(actor, auth.KeepTitles, auth.Object{}); err != nil {
		return Title{}, err
	}
	return titleByID(ctx, s.db, id)
}

func titleByID(ctx context.Context, q store.Queryer, id ID) (Title, error) {
	all, err := titles(ctx, q)
	if err != nil {
		return Title{}, err
	}
	for _, t := range all {
		if t.ID == id {
			return t, nil
		}
	}
	return Title{}, apperr.New(apperr.NotFound, "This title does not exist.")
}

// Input is a title as someone wants it. Its fields are name, retired, tie_breaks and from.
type Input struct {
	ID      ID // 0: another one
	Name    string
	Retired bool
	Breaks  []pairing.TieBreak
	From    civil.Date // on which another rule begins to hold; not asked of a new title
	Version int64
}

const (
	maxName   = 80
	maxBreaks = 4
	maxTitles = 100
)

// Save names a title, or changes one. A rule that is changed holds for events that begin on its day or later.
func (s *Service) Save(ctx context.Context, actor auth.Actor, in Input) error {
	permit, err := s.cases.May(actor, auth.KeepTitles, auth.Object{})
	if err != nil {
		return err
	}
	in.Name = strings.Join(strings.Fields(in.Name), " ")
	f := in.check()
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lock(ctx, tx); err != nil {
			return nil, err
		}
		all, err := titles(ctx, tx)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(all, func(t Title) bool { return t.ID == in.ID })
		switch {
		case in.ID != 0 && at < 0:
			return nil, apperr.New(apperr.NotFound, "This title does not exist.")
		case at >= 0 && all[at].Version != in.Version:
			return nil, usecase.Stale("this title", "title", int64(in.ID))
		case at < 0 && len(all) >= maxTitles:
			return nil, apperr.New(apperr.Invalid, "There are %d titles already.", maxTitles)
		}
		if slices.ContainsFunc(all, func(t Title) bool { return t.ID != in.ID && nameKey(t.Name) == nameKey(in.Name) }) {
			f.Add("name", "Another title has this name.")
		}
		if at < 0 {
			return s.add(ctx, tx, permit, in, f)
		}
		return s.change(ctx, tx, permit, all[at], in, f)
	})
}

func nameKey(name string) string { return members.Fold(name) }

func (in Input) check() (f apperr.Fields) {
	if nameKey(in.Name) == "" || utf8.RuneCountInString(in.Name) > maxName {
		f.Add("name", "Enter a name of at most %d letters, like Rapid champion.", maxName)
	}
	if len(in.Breaks) > maxBreaks {
		f.Add("tie_breaks", "Name at most %d tie-breaks.", maxBreaks)
	}
	for i, b := range in.Breaks {
		if !slices.Contains(pairing.TieBreaks(), b) {
			f.Add("tie_breaks", "Choose tie-breaks from the list.")
		} else if slices.Contains(in.Breaks[:i], b) {
			f.Add("tie_breaks", "%s is chosen twice. Leave one out.", BreakName(b))
		}
	}
	return f
}

func (s *Service) add(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in Input, f apperr.Fields,
) (*usecase.Entry, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	id, err := insertTitle(ctx, tx, in, s.cases.Now(), permit.Name())
	if err != nil {
		return nil, err
	}
	in.ID, in.From = id, civil.On(firstYear, time.January, 1)
	return permit.Did("name.title", "title", int64(id), nil, in), insertRule(ctx, tx, in, s.cases.Now(), permit.Name())
}

// change changes a title. Its rule changes from a day on that no section has begun before that decides it.
func (s *Service) change(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, was Title, in Input, f apperr.Fields,
) (*usecase.Entry, error) {
	latest := was.Rules[len(was.Rules)-1]
	another := !slices.Equal(latest.Breaks, in.Breaks)
	if !another && was.Name == in.Name && was.Retired == in.Retired {
		return nil, usecase.ErrSame
	}
	if another {
		last, name, err := lastSection(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		switch {
		case in.From.IsZero():
			f.Add("from", "Enter the first day on which the changed rule holds.")
		case in.From.Before(latest.From):
			f.Add("from", "The present rule holds from %s. Choose that day or a later one.", latest.From.Long())
		case !last.IsZero() && !in.From.After(last):
			f.Add("from", "%s, which ends on %s, decides this title by the present rule. Choose a later day.", name, last.Long())
		}
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	if another {
		if err := insertRule(ctx, tx, in, s.cases.Now(), permit.Name()); err != nil {
			return nil, err
		}
	}
	return permit.Did("edit.title", "title", int64(in.ID), was, in), updateTitle(ctx, tx, in)
}
