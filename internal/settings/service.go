package settings

import (
	"context"
	"maps"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
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
	Given map[string]Given // every setting that the site may keep, by its name
	// Apply has what is kept be in force; nil: nothing is served here.
	Apply func(ctx context.Context)
}

// Service reads the settings and saves them.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	program Program
}

// New returns the service.
func New(db *store.DB, clock civil.Clock, program Program) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), program: program}
}

// View is a section as it stands.
type View struct {
	Section Section
	Version int64

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
	v := View{Section: section, Version: kept.Versions[section], values: map[string]string{}, given: s.program.Given}
	for _, name := range parts[section].names {
		given := s.program.Given[name]
		v.values[name] = given.Value
		if value, is := kept.Values[name]; is && given.SetBy == "" {
			v.values[name] = value
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
	var f apperr.Fields
	p.check(values, &f)
	if err := f.Err(); err != nil {
		return err
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
		if len(after) == 0 {
			return nil, usecase.ErrSame
		}
		mine, err := takeVersion(ctx, tx, section, version)
		if err != nil {
			return nil, err
		}
		if !mine {
			return nil, usecase.Stale(p.what, "settings", p.number)
		}
		for name := range maps.Keys(after) {
			if err := put(ctx, tx, section, name, values[name]); err != nil {
				return nil, err
			}
		}
		return permit.Did("edit.settings", "settings", p.number, before, after), nil
	})
	if err == nil && s.program.Apply != nil {
		s.program.Apply(context.WithoutCancel(ctx))
	}
	return err
}
