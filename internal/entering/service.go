package entering

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/elsewhere"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
)

// Service carries out online entry.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	society string
	site    string // address of the site; "" where no letter leads to it
	offices *auth.Service
	events  *tournaments.Service
	outbox  *mail.Service
	lists   *elsewhere.Service // nil: none
	wordBy  Wording            // nil: as the house words it
}

// New gives the service, and has it asked when a player leaves a section, and for the links of its letters.
func New(
	db *store.DB, clock civil.Clock, society string, offices *auth.Service, events *tournaments.Service,
	outbox *mail.Service,
) *Service {
	s := &Service{
		db: db, cases: usecase.New(db, clock), society: society, offices: offices, events: events, outbox: outbox,
	}
	events.WhenEntriesChange(s.fill)
	events.WhenMoved(moveBills)
	outbox.FillLinks(mail.ToApplication, s.addressOfLink)
	return s
}

// ReachedAt says at which address the letters find the site.
func (s *Service) ReachedAt(address string) { s.site = address }

// LookIn says in which lists players from elsewhere are found by their numbers.
func (s *Service) LookIn(lists *elsewhere.Service) { s.lists = lists }

// Found fills in what is empty of an input, from the list that has its PIN or AGA number; what was typed stays.
// found is false when no list has the number.
func (s *Service) Found(ctx context.Context, in Input) (out Input, found bool, err error) {
	if s.lists == nil {
		return in, false, nil
	}
	p, found, err := s.lists.ByNumber(ctx, in.PIN, in.AGA)
	if err != nil || !found {
		return in, false, err
	}
	fill := func(field *string, text string) {
		if strings.TrimSpace(*field) == "" {
			*field = text
		}
	}
	if strings.TrimSpace(in.FamilyName) == "" && strings.TrimSpace(in.GivenNames) == "" {
		in.FamilyName, in.GivenNames = p.Family, p.Given
	}
	fill(&in.Country, p.Country)
	fill(&in.Club, p.Club)
	if p.Rating != nil {
		fill(&in.Grade, p.Rating.Plain())
	}
	return in, true, nil
}

// withGrade is an input with the grade of the list that has its PIN or AGA number, where none was typed.
func (s *Service) withGrade(ctx context.Context, in Input) (Input, error) {
	if strings.TrimSpace(in.Grade) != "" {
		return in, nil
	}
	filled, found, err := s.Found(ctx, in)
	if found {
		in.Grade = filled.Grade
	}
	return in, err
}

// Mails reports whether visitors can enter: a letter confirms their address.
func (s *Service) Mails() bool { return s.outbox.Sends() }

func cents(n int64) *money.Cents {
	c := money.Cents(n)
	return &c
}

// field is an event with its sections and the terms of entry.
type field struct {
	event    tournaments.Event
	sections []tournaments.Section
	terms    Terms
	begun    map[SectionID]bool // with a published round: no one enters there, or moves up
}

func fieldOf(ctx context.Context, q store.Queryer, id EventID) (field, error) {
	e, err := tournaments.EventIn(ctx, q, id)
	if err != nil {
		return field{}, err
	}
	f := field{event: e}
	if f.sections, err = tournaments.SectionsIn(ctx, q, id); err != nil {
		return field{}, err
	}
	if f.begun, err = tournaments.BegunIn(ctx, q, id); err != nil {
		return field{}, err
	}
	f.terms, err = termsOf(ctx, q, e)
	return f, err
}

func (f field) section(id SectionID) (tournaments.Section, bool) {
	for _, s := range f.sections {
		if s.ID == id {
			return s, true
		}
	}
	return tournaments.Section{}, false
}

// open refuses where no one can enter now.
func (f field) open(now civil.Instant) error {
	if len(f.sections) == 0 {
		return apperr.New(apperr.Conflict, "%s has no sections yet. Come back in a few days.", f.event.Name)
	}
	if err := f.terms.closed(f.event, now); err != nil {
		return err
	}
	for _, s := range f.sections {
		if !f.begun[s.ID] {
			return nil
		}
	}
	return apperr.New(apperr.Conflict, "%s is %s: entries are closed. Ask the director.", f.event.Name, f.event.Status)
}

// openIn refuses where no one can enter a section, change an entry to it or withdraw now: each section begins by itself.
func (f field) openIn(now civil.Instant, id SectionID) error {
	err := f.open(now)
	if section, ok := f.section(id); err == nil && ok && f.begun[id] {
		err = apperr.New(apperr.Conflict, "%s has begun: entries to it are closed. Ask the director.", section.Name)
	}
	return err
}

// closedNow is the sentence of a refusal; "" without one.
func closedNow(err error) (string, error) {
	var why *apperr.Error
	if errors.As(err, &why) {
		return why.Message, nil
	}
	return "", err
}

// chosen is the section that someone wants to enter; the only one needs no choosing.
func (f field) chosen(id SectionID, problems *apperr.Fields) tournaments.Section {
	if id == 0 && len(f.sections) == 1 {
		return f.sections[0]
	}
	section, ok := f.section(id)
	switch {
	case !ok:
		problems.Add("section", "Choose a section.")
	case f.begun[id]:
		problems.Add("section", "%s has begun. Choose another section, or ask the director.", section.Name)
	}
	return section
}

// give gives an application its place, or its turn in line for one, within a transaction that holds the event.
func (s *Service) give(ctx context.Context, tx *store.Tx, f field, a *Application) error {
	a.State, a.Expires, a.Queued = Preliminary, civil.Instant{}, s.cases.Now()
	places, limited := f.terms.Places[a.Section]
	if !limited {
		return nil
	}
	held, err := taken(ctx, tx, a.Section)
	if err != nil {
		return err
	}
	if held >= places {
		a.State = Waiting
		return nil
	}
	switch _, err := firstWaiting(ctx, tx, a.Section); { // who waits comes first
	case err == nil:
		a.State = Waiting
	case !errors.Is(err, store.ErrNoRows):
		return fmt.Errorf("look who waits: %w", err)
	}
	return nil
}

// fill moves up whoever waits longest while places of a section are free, before its own first round. It is also told by
// package tournaments that someone came or left; the event is held.
func (s *Service) fill(ctx context.Context, tx *store.Tx, id SectionID) (*usecase.Entry, error) {
	event, err := eventOfSection(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	f, err := fieldOf(ctx, tx, event)
	if err != nil {
		return nil, err
	}
	done, err := s.settle(ctx, tx, f, id)
	if err != nil || f.begun[id] || f.event.Status != tournaments.Open && f.event.Status != tournaments.Running {
		return done, err
	}
	permit, err := s.program()
	if err != nil {
		return nil, err
	}
	places, limited := f.terms.Places[id]
	for {
		held, err := taken(ctx, tx, id)
		if err != nil || limited && held >= places {
			return done, err
		}
		a, err := firstWaiting(ctx, tx, id)
		if errors.Is(err, store.ErrNoRows) {
			return done, nil
		}
		if err != nil {
			return nil, err
		}
		was := a.facts()
		a.State = Preliminary
		if _, err := update(ctx, tx, a); err != nil {
			return nil, err
		}
		a.Version++
		if err := s.tell(ctx, tx, f, a, movedUp); err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("move_up.application", "application", int64(a.ID), was, a.facts()))
	}
}

func eventOfSection(ctx context.Context, q store.Queryer, id SectionID) (EventID, error) {
	return store.One(ctx, q, store.Value[EventID], `SELECT event_id FROM section WHERE id = $1`, id)
}

func (s *Service) program() (usecase.Permit, error) {
	return s.cases.Allow(auth.System("the program").By(), nil)
}

// byForm is who the log names for what is done by the form or a letter's link.
const byForm = "the form for entries"

func (s *Service) visitor() (usecase.Permit, error) {
	return s.cases.Allow(audit.By{Name: byForm}, nil)
}

// hold runs fn in a transaction that holds the event.
func (s *Service) hold(
	ctx context.Context, event EventID, fn func(tx *store.Tx, f field) (*usecase.Entry, error),
) error {
	return s.holding(ctx, event, s.events.Touch, fn)
}

// holdCancelled is hold for what goes on while the event is cancelled too: fees that came in, or went back.
func (s *Service) holdCancelled(
	ctx context.Context, event EventID, fn func(tx *store.Tx, f field) (*usecase.Entry, error),
) error {
	return s.holding(ctx, event, func(ctx context.Context, tx *store.Tx, event EventID) error {
		_, err := s.events.TouchCancelled(ctx, tx, event)
		return err
	}, fn)
}

func (s *Service) holding(
	ctx context.Context, event EventID, touch func(ctx context.Context, tx *store.Tx, event EventID) error,
	fn func(tx *store.Tx, f field) (*usecase.Entry, error),
) error {
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := touch(ctx, tx, event); err != nil {
			return nil, err
		}
		f, err := fieldOf(ctx, tx, event)
		if err != nil {
			return nil, err
		}
		return fn(tx, f)
	})
}

// known reports whether someone is a member on the days of the event, and whether a grade or rating is known.
func (s *Service) known(
	ctx context.Context, q store.Queryer, e tournaments.Event, person PersonID,
) (isMember, rated bool, err error) {
	if person == 0 {
		return false, false, nil
	}
	known, err := s.events.KnownIn(ctx, q, e, []PersonID{person})
	p, ok := known[person]
	return ok && p.Warning == "", p.Rating != "", err
}

// Tidy forgets what was not confirmed in time. The program runs it every hour.
func (s *Service) Tidy(ctx context.Context) (removed int64, err error) {
	found, err := lapsed(ctx, s.db, s.cases.Now())
	if err != nil || !found {
		return 0, err
	}
	permit, err := s.program()
	if err != nil {
		return 0, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		n, err := lapse(ctx, tx, s.cases.Now())
		removed = n
		return permit.Did("lapse.application", "application", 0, nil, map[string]int64{"forgotten": n}), err
	})
	return removed, err
}

// confirmWithin is how long an address has to be confirmed.
const confirmWithin = 48 * time.Hour

// nameOf is the name of an application's player, as the register has it where they are known.
func nameOf(ctx context.Context, q store.Queryer, a Application) (string, error) {
	if a.Person == 0 {
		return a.Name.String(), nil
	}
	people, err := members.People(ctx, q, []PersonID{a.Person})
	return people[a.Person].Name.String(), err
}

// givenOf is the given name of a player, as nameOf and recipient tell the whole one.
func givenOf(ctx context.Context, q store.Queryer, a Application) (string, error) {
	if a.Person == 0 || a.Email != "" {
		return a.Name.Given, nil
	}
	people, err := members.People(ctx, q, []PersonID{a.Person})
	return people[a.Person].Name.Given, err
}
