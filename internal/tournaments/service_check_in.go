package tournaments

import (
	"context"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// byThePoster is who notes that a player came when the code at the door was used.
const byThePoster = "the code at the door"

// CheckIn notes that a player has come, for whoever enters results of the event. Who is noted
// already stays so.
func (s *Service) CheckIn(ctx context.Context, actor auth.Actor, id EntryID) (Entry, error) {
	return s.noteHere(ctx, actor, id, true)
}

// CheckOut takes back that a player has come.
func (s *Service) CheckOut(ctx context.Context, actor auth.Actor, id EntryID) (Entry, error) {
	return s.noteHere(ctx, actor, id, false)
}

func (s *Service) noteHere(ctx context.Context, actor auth.Actor, id EntryID, here bool) (Entry, error) {
	e, h, err := s.entryAndSection(ctx, id)
	if err != nil {
		return Entry{}, err
	}
	permit, err := s.cases.May(actor, auth.EnterResult, auth.Object{Event: h.event.ID})
	if err != nil {
		return Entry{}, err
	}
	by := ""
	if here {
		by = permit.Name()
	}
	return e, s.saveHere(ctx, permit, h, id, by)
}

// CheckInAtDoor notes that a player has come, for whoever has the code of the section's poster, on
// the days of the event.
//
// Errors: NotFound for a code that opens nothing, or a player of another section; Conflict on other
// days, or when the event takes no changes.
func (s *Service) CheckInAtDoor(ctx context.Context, code string, id EntryID) (Entry, error) {
	w, err := s.WallchartByDoor(ctx, code)
	if err != nil {
		return Entry{}, err
	}
	e, ok := w.Entry(id)
	if !ok {
		return Entry{}, apperr.New(apperr.NotFound, "This player is not entered in %s.", w.Section.Name)
	}
	if err := w.Event.DoorOpen(s.cases.Today()); err != nil {
		return Entry{}, err
	}
	permit, err := s.cases.Allow(audit.By{Name: byThePoster}, nil)
	if err != nil {
		return Entry{}, err
	}
	return e, s.saveHere(ctx, permit, here{event: w.Event, section: w.Section}, id, permit.Name())
}

// byThemselves ends the name of who noted it on the own page, so that the desk sees that nobody saw them come.
const byThemselves = ", on the own page"

// CheckInMyself notes that whoever is signed in has come to play the own entry, on the days of the event.
//
// Errors: SignIn; Forbidden for somebody else's entry; NotFound in an event that is not public; Conflict on other days, for
// who has withdrawn, or when the event takes no changes.
func (s *Service) CheckInMyself(ctx context.Context, actor auth.Actor, id EntryID) (Entry, error) {
	if !actor.SignedIn() {
		return Entry{}, apperr.New(apperr.SignIn, "Sign in to say that you are here.")
	}
	e, h, err := s.entryAndSection(ctx, id)
	if err != nil {
		return Entry{}, err
	}
	if !h.event.Status.Public() {
		return Entry{}, apperr.New(apperr.NotFound, "This event is not public.")
	}
	var refused error
	if e.Person != actor.Person {
		refused = apperr.New(apperr.Forbidden, "Only %s can say so here. The director can note it for everyone.", e.Name)
	}
	permit, err := s.cases.Allow(actor.By(), refused)
	if err != nil {
		return Entry{}, err
	}
	if e.Withdrawn {
		return Entry{}, apperr.New(apperr.Conflict, "You have withdrawn from %s. Tell the director if you play after all.", h.event.Name)
	}
	if err := h.event.DoorOpen(s.cases.Today()); err != nil {
		return Entry{}, err
	}
	return e, s.saveHere(ctx, permit, h, id, permit.Name()+byThemselves)
}

// HereMyself is when whoever is signed in was noted as here for the own entry; zero for anyone else, who may not know.
func (s *Service) HereMyself(ctx context.Context, actor auth.Actor, id EntryID) (Here, error) {
	e, err := entryByID(ctx, s.db, id)
	if err != nil || !actor.SignedIn() || e.Person != actor.Person {
		return Here{}, err
	}
	return e.Here, nil
}

// DoorOpen refuses a day on which no one can come: one that is not of the event. At the venue the clock is a laptop's
// that may be wrong by a day.
func (e Event) DoorOpen(today civil.Date) error {
	from, to := e.From, e.To
	if e.AtVenue {
		from, to = from.AddDays(-1), to.AddDays(1)
	}
	switch {
	case today.Before(from):
		return apperr.New(apperr.Conflict, "%s begins on %s. Come back to this page on that day.", e.Name, e.From.Long())
	case today.After(to):
		return apperr.New(apperr.Conflict, "%s ended on %s.", e.Name, e.To.Long())
	}
	return nil
}

// WallchartByDoor is the wallchart of the section whose poster has that code.
func (s *Service) WallchartByDoor(ctx context.Context, code string) (*Wallchart, error) {
	no := apperr.New(
		apperr.NotFound, "This code is not valid. It may be from another event, or newer codes may have been printed.",
	)
	id, ok := sectionOfDoor(code)
	if !ok {
		return nil, no
	}
	h, err := sectionByID(ctx, s.db, id)
	if err != nil || !h.section.opensDoor(code) || !h.event.Status.Public() {
		return nil, no
	}
	return s.wallchart(ctx, auth.Actor{}, h, nil)
}

// saveHere notes in a transaction that a player has come, by whom; by no one is that the player has not.
func (s *Service) saveHere(ctx context.Context, permit usecase.Permit, h here, id EntryID, by string) error {
	return s.within(ctx, permit, h.event.ID, func(
		tx *store.Tx, permit usecase.Permit, e Event,
	) (*usecase.Entry, error) {
		if err := e.Closed(); err != nil {
			return nil, err
		}
		now, came := Here{}, by != ""
		if came {
			now = Here{At: s.cases.Now(), By: by}
		}
		changed, err := updateHere(ctx, tx, id, now)
		if err != nil {
			return nil, err
		}
		if !changed {
			return nil, usecase.ErrSame
		}
		return permit.Did("check.in", "entry", int64(id), hereFacts{!came}, hereFacts{came}), nil
	})
}

// hereFacts are what the audit log keeps of someone's coming.
type hereFacts struct {
	Here bool `json:"here"`
}

func (s *Service) entryAndSection(ctx context.Context, id EntryID) (Entry, here, error) {
	e, err := entryByID(ctx, s.db, id)
	if err != nil {
		return Entry{}, here{}, err
	}
	h, err := sectionByID(ctx, s.db, e.Section)
	return e, h, err
}

// SitOut marks everyone as absent from a round who would be drawn in it and has not come, and says
// who they are. The round must be the next one and not be drawn yet.
func (s *Service) SitOut(ctx context.Context, actor auth.Actor, id SectionID, round int) (absent []Entry, err error) {
	err = s.direct(ctx, actor, id, func(tx *store.Tx, h here) (*usecase.Entry, error) {
		absent = nil
		f, err := fieldOf(ctx, tx, h.section)
		if err != nil {
			return nil, err
		}
		if next := len(f.rounds) + 1; round != next || round > f.planned() {
			return nil, apperr.New(apperr.Conflict, "Round %d is drawn already, or is not the next one. Nothing was changed.", round)
		}
		absent = notHere(f.entries, func(e Entry) bool { return f.plays(e, round) })
		if len(absent) == 0 {
			return nil, usecase.ErrSame
		}
		var done *usecase.Entry
		for _, e := range absent {
			next := e
			next.Absent = slices.Sorted(slices.Values(append(slices.Clone(e.Absent), round)))
			if _, err := updateEntry(ctx, tx, next); err != nil {
				return nil, err
			}
			done = done.Then(h.permit.Did("sit.out", "entry", int64(e.ID), e.facts(), next.facts()))
		}
		return done, nil
	})
	return absent, err
}
