package tournaments

import (
	"context"

	"nzgs/internal/apperr"
	"nzgs/internal/formats"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
)

// Away says why an event is not written here: "" when it is.
type Away string

// Where an event is written that is not written here. The first is of the site, the others are of the laptop at the
// venue.
const (
	Lent     Away = "lent"     // on the laptop at its venue
	Giving   Away = "giving"   // on its way home
	Returned Away = "returned" // at home again
	Refused  Away = "refused"  // at home: it was reclaimed, or another laptop has it
)

// Says is what a page of an event says that is not written here.
func (a Away) Says(e Event) string {
	switch a {
	case Lent:
		return e.Name + " is at its venue and is written on the laptop there. This page shows it as it was known here on " +
			e.KnownAt.Long() + ". What is entered there comes here by itself when the laptop has internet; nothing can be " +
			"changed here until it is given back."
	case Giving:
		return e.Name + " is being given back to the society’s site, so nothing more can be changed here."
	case Returned:
		return e.Name + " was given back. It goes on on the society’s site."
	case Refused:
		return "The society’s site no longer takes " + e.Name + " from this laptop, so nothing more can be changed here."
	}
	return ""
}

// writtenHere refuses a change of an event that is not written here, or is cancelled.
func writtenHere(ctx context.Context, tx *store.Tx, id EventID) error {
	e, err := eventByID(ctx, tx, id)
	if err != nil {
		return err
	}
	if e.Away != "" || e.Cancelled.Is {
		return e.Closed()
	}
	return nil
}

// TouchAway is Touch for what keeps an event that is away as it is elsewhere: package venue alone.
func (s *Service) TouchAway(ctx context.Context, tx *store.Tx, event EventID) (Event, error) {
	if err := s.touch(ctx, tx, event); err != nil {
		return Event{}, err
	}
	return eventByID(ctx, tx, event)
}

// SetAway says where the event is written from now on, "" for here. TouchAway comes first.
func (s *Service) SetAway(ctx context.Context, tx *store.Tx, event EventID, away Away) error {
	return setAway(ctx, tx, event, away)
}

// KeepFacts keeps an event's own fields and its stage as they are elsewhere; its address stays. TouchAway comes first.
func (s *Service) KeepFacts(ctx context.Context, tx *store.Tx, was Event, in EventInput, status Status) error {
	e, problems := in.check()
	if err := problems.Err(); err != nil {
		return err
	}
	if was.Name != e.Name || was.Place != e.Place || was.From != e.From || was.To != e.To || was.About != e.About {
		e.ID, e.Slug, e.Organiser, e.Version = was.ID, was.Slug, was.Organiser, was.Version
		if _, err := updateEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	if was.Status == status {
		return nil
	}
	if !was.Status.Public() && status.Public() {
		if err := showLotsHere(ctx, tx, was.ID, s.cases.Now()); err != nil {
			return err
		}
	}
	return setStatus(ctx, tx, was.ID, status)
}

// CheckKept reads the event back as its pages will and refuses what they could not show: places are worked out for
// every section.
func (s *Service) CheckKept(ctx context.Context, tx *store.Tx, event EventID) error {
	sections, err := sectionsOf(ctx, tx, event)
	if err != nil {
		return unreadable("A section", err)
	}
	for _, section := range sections { // a handful
		f, err := fieldOf(ctx, tx, section)
		if err != nil {
			return unreadable(section.Name, err)
		}
		ev := f.event(0)
		if err := ev.Validate(); err != nil {
			return apperr.New(apperr.Invalid, "%s does not fit together: %v.", section.Name, err)
		}
		pairing.Standings(ev, len(f.rounds))
	}
	return nil
}

// EventKept is told, in the transaction, that an event is now what it was elsewhere; an error keeps it back.
type EventKept func(ctx context.Context, tx *store.Tx, event EventID) error

// WhenKept adds to what is run when an event that was away has come as it is elsewhere. Called where services are put
// together.
func (s *Service) WhenKept(run EventKept) { s.whenKept = append(s.whenKept, run) }

// TellKept says that an event was kept, after CheckKept.
func (s *Service) TellKept(ctx context.Context, tx *store.Tx, event EventID) error {
	for _, run := range s.whenKept {
		if err := run(ctx, tx, event); err != nil {
			return err
		}
	}
	return nil
}

// unreadable is the refusal of what was kept and cannot be read, but for a database that is busy.
func unreadable(what string, err error) error {
	if store.IsUnavailable(err) {
		return err
	}
	return apperr.New(apperr.Invalid, "%s cannot be read: %v.", what, err)
}

// StandingOf says who of the people is a member on the days of the event, and what the director should know.
func (s *Service) StandingOf(
	ctx context.Context, q store.Queryer, e Event, people []PersonID,
) (map[PersonID]Membership, map[PersonID]string, error) {
	terms, err := members.TermsOf(ctx, q, people)
	if err != nil {
		return nil, nil, err
	}
	standing, warnings := make(map[PersonID]Membership), make(map[PersonID]string)
	for _, id := range people {
		standing[id] = IsMember
		if ok, warning := CheckMembership(members.InForce(terms[id]), e.From, e.To); !ok {
			standing[id], warnings[id] = NotMember, warning
		}
	}
	return standing, warnings, nil
}

// Online reports whether a section of the event is played online, by last days.
func Online(ctx context.Context, q store.Queryer, event EventID) (bool, error) {
	return playedOnline(ctx, q, event)
}

// SectionFile is a section as an event file.
type SectionFile struct {
	Section Section
	File    *formats.File
}

// FilesOf are the sections of an event as its director has them as event files.
func (s *Service) FilesOf(ctx context.Context, q store.Queryer, event EventID) ([]SectionFile, error) {
	e, err := eventByID(ctx, q, event)
	if err != nil {
		return nil, err
	}
	sections, err := sectionsOf(ctx, q, event)
	if err != nil {
		return nil, err
	}
	var out []SectionFile
	for _, section := range sections { // a handful
		f, err := fieldOf(ctx, q, section)
		if err != nil {
			return nil, err
		}
		w := &Wallchart{
			Event: e, Section: section, Entries: f.entries, Rounds: f.rounds, field: f, figures: newFigures(f),
			index: make(map[EntryID]int, len(f.entries)), directs: true,
		}
		for i, entry := range f.entries {
			w.index[entry.ID] = i
		}
		file, _ := w.File()
		out = append(out, SectionFile{Section: section, File: file})
	}
	return out, nil
}
