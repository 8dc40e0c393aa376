package entering

import (
	"context"
	"slices"
	"strings"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/tournaments"
)

// Public is what everyone sees of online entry to an event.
type Public struct {
	Terms    Terms
	Event    tournaments.Event
	Sections []tournaments.Section
	Open     bool   // entries are taken now
	Closed   string // why they are not
	Taken    bool   // online entry is, or was, a thing of this event
	Counts   map[SectionID]Count
}

// Count is how a section stands. Names are only of people who entered signed in, and only where the director lists
// all: what a visitor types may be the name of someone else.
type Count struct {
	Held, Places         int // Places 0: no limit
	Preliminary, Waiting int
	Early, Line          []string // who is preliminary, and who waits, in line
	Begun                bool     // its first round is published: no one enters it online
}

// Full reports whether whoever enters now waits for a place.
func (c Count) Full() bool { return c.Places > 0 && c.Held >= c.Places || c.Waiting > 0 }

// Public tells how entry to an event stands, for whoever may see the event.
func (s *Service) Public(ctx context.Context, actor auth.Actor, e tournaments.Event) (Public, error) {
	if _, err := s.events.EventByID(ctx, actor, e.ID); err != nil {
		return Public{}, err
	}
	f, err := fieldOf(ctx, s.db, e.ID)
	if err != nil {
		return Public{}, err
	}
	out := Public{
		Terms: f.terms, Event: f.event, Sections: f.sections, Taken: f.terms.Version > 0 && f.terms.Taken,
		Counts: map[SectionID]Count{},
	}
	if out.Closed, err = closedNow(f.open(s.cases.Now())); err != nil {
		return Public{}, err
	}
	out.Open = out.Closed == ""
	all, err := ofEvent(ctx, s.db, e.ID)
	if err != nil {
		return Public{}, err
	}
	names, err := s.publicNames(ctx, f, all)
	if err != nil {
		return Public{}, err
	}
	for _, section := range f.sections { // a handful
		c := Count{Places: f.terms.Places[section.ID], Begun: f.begun[section.ID]}
		if c.Held, err = taken(ctx, s.db, section.ID); err != nil {
			return Public{}, err
		}
		out.Counts[section.ID] = c
	}
	for _, a := range all {
		c := out.Counts[a.Section]
		name, named := names[a.Person]
		switch a.State {
		case Preliminary:
			if c.Preliminary++; named {
				c.Early = append(c.Early, name)
			}
		case Waiting:
			if c.Waiting++; named {
				c.Line = append(c.Line, name)
			}
		}
		out.Counts[a.Section] = c
	}
	for id, c := range out.Counts {
		slices.SortFunc(c.Early, func(a, b string) int { return strings.Compare(members.Fold(a), members.Fold(b)) })
		out.Counts[id] = c
	}
	return out, nil
}

// publicNames are the names, as public pages show them, of those who entered signed in, where the director lists all.
func (s *Service) publicNames(ctx context.Context, f field, all []Application) (map[PersonID]string, error) {
	if f.terms.Lists != tournaments.ListAll {
		return nil, nil
	}
	var ids []PersonID
	for _, a := range all {
		if a.Person != 0 && a.Name.Family == "" {
			ids = append(ids, a.Person)
		}
	}
	return members.PublicNames(ctx, s.db, ids)
}
