package settings

import (
	"context"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/logbook"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Given is a setting as it is without the site.
type Given struct {
	Value string
	SetBy string // what set it before the site: "the file nzgs.toml"; "": nothing did, and the site may
}

// Program is what the settings know of the program that they are of.
type Program struct {
	Society string           // its name that is in force
	Given   map[string]Given // every setting that the site may keep, by its name
	Post    Tester           // the mail server that is in force; nil: there is none
	// Own is how a letter reaches whoever is signed in.
	Own func(ctx context.Context, actor auth.Actor) (mail.Recipient, error)
	// Apply has what is kept be in force; nil: nothing is served here.
	Apply func(ctx context.Context)
}

// Tester sends a letter, and says what the mail server answered.
type Tester interface {
	Test(ctx context.Context, m mail.Message, within time.Duration) (answer string, err error)
}

// Service reads the settings and saves them.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	program Program
	logbook *logbook.Service
	outbox  *mail.Service
}

// New returns the service. Two officers are told by it of what is grave, by the logbook and the outbox.
func New(db *store.DB, clock civil.Clock, program Program, logbook *logbook.Service, outbox *mail.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), program: program, logbook: logbook, outbox: outbox}
}

// View is a section as it stands.
type View struct {
	Section Section
	Version int64
	Held    bool // it came with a backup, and is not in force

	values map[string]string
	given  map[string]Given
}

// Value is what is in force of a setting.
func (v View) Value(name string) string { return v.values[name] }

// SetBy is what set a setting before the site; "": the site may change it.
func (v View) SetBy(name string) string { return v.given[name].SetBy }

// Open reports whether the site may change anything of the section.
func (v View) Open() bool {
	for _, name := range parts[v.Section].names {
		if v.SetBy(name) == "" {
			return true
		}
	}
	return false
}

// View reads a section, for an administrator.
func (s *Service) View(ctx context.Context, actor auth.Actor, section Section) (View, error) {
	if err := s.cases.Require(actor, auth.KeepSettings, auth.Object{}); err != nil {
		return View{}, err
	}
	kept, err := read(ctx, s.db)
	return s.view(section, kept), err
}

func (s *Service) view(section Section, kept Kept) View {
	v := View{Section: section, Version: kept.Versions[section], Held: kept.Held[section], values: map[string]string{}, given: s.program.Given}
	for _, name := range parts[section].names {
		given := s.program.Given[name]
		v.values[name] = given.Value
		if value, is := kept.Values[name]; is && given.SetBy == "" {
			v.values[name] = value
			if name == Password && value != "" {
				v.values[name] = KeptPassword
			}
		}
	}
	return v
}

// Save keeps a section, and has it be in force. in has the settings that the site may change; others of it are ignored.
// Errors: Invalid with the fields, by the settings' names; Conflict where someone else saved the section since the version.
func (s *Service) Save(ctx context.Context, actor auth.Actor, section Section, version int64, in map[string]string) error {
	permit, err := s.cases.MayAgain(actor, auth.KeepSettings, auth.Object{})
	if err != nil {
		return err
	}
	p, values := parts[section], map[string]string{}
	for _, name := range p.names {
		if value, is := in[name]; is && s.program.Given[name].SetBy == "" {
			values[name] = value
		}
	}
	was, err := s.View(ctx, actor, section)
	if err != nil {
		return err
	}
	stale := func(*store.Tx) (*usecase.Entry, error) { return nil, usecase.Stale(p.what, "settings", p.number) }
	if was.Version != version { // what follows looks at what was, and so does the transaction: versions only grow
		return s.cases.Change(ctx, stale)
	}
	var f apperr.Fields
	p.check(asking{was, s.cases.Today(), actor}, values, &f)
	if err := f.Err(); err != nil {
		return err
	}
	if p.tells && differs(was, values) {
		if err := s.tell(ctx, actor, p, was, values); err != nil {
			return err
		}
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		kept, err := read(ctx, tx)
		if err != nil {
			return nil, err
		}
		was := s.view(section, kept)
		if was.Version != version {
			return nil, usecase.Stale(p.what, "settings", p.number)
		}
		before, after := map[string]string{}, map[string]string{}
		for name, value := range values {
			if was.values[name] != value {
				before[name], after[name] = was.values[name], value
			}
		}
		if _, is := after[Password]; is {
			after[Password] = map[bool]string{true: "(another)", false: ""}[values[Password] != ""]
		}
		if len(after) == 0 && !was.Held {
			return nil, usecase.ErrSame
		}
		if section == Mail {
			if err := forgetTest(ctx, tx); err != nil {
				return nil, err
			}
		}
		mine, err := takeVersion(ctx, tx, section, version)
		if err != nil {
			return nil, err
		}
		if !mine {
			return nil, usecase.Stale(p.what, "settings", p.number)
		}
		for name, value := range values { // all of them: the program's own may be others in another version
			if err := put(ctx, tx, section, name, value); err != nil {
				return nil, err
			}
		}
		return permit.Did("edit.settings", "settings", p.number, before, after), nil
	})
	if err == nil {
		s.apply(ctx)
	}
	return err
}

// apply has what is kept be in force.
func (s *Service) apply(ctx context.Context) {
	if s.program.Apply != nil {
		s.program.Apply(context.WithoutCancel(ctx))
	}
}

func differs(was View, in map[string]string) bool {
	for name, value := range in {
		if was.values[name] != value {
			return true
		}
	}
	return was.Held
}
