package tournaments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// What rooms above this one do with events and entries within their own transactions: online entry. Whoever calls a
// function that changes something has asked who may, and has called Touch first.

// EntriesChanged is told, in the transaction, that a director entered someone in a section, also again, or that a place in
// it became free: a player withdrew, or an entry was removed. An error keeps that back. What it did beyond is for the log; nil is
// nothing.
type EntriesChanged func(ctx context.Context, tx *store.Tx, section SectionID) (*usecase.Entry, error)

// WhenEntriesChange adds to what is run when players enter or leave a section. Called where services are put together.
func (s *Service) WhenEntriesChange(run EntriesChanged) { s.whenEntries = append(s.whenEntries, run) }

// entriesChanged runs what follows when players enter or leave; done is the entry of how.
func (s *Service) entriesChanged(
	ctx context.Context, tx *store.Tx, section SectionID, done *usecase.Entry,
) (*usecase.Entry, error) {
	for _, run := range s.whenEntries {
		next, err := run(ctx, tx, section)
		if err != nil {
			return nil, err
		}
		done = done.Then(next)
	}
	return done, nil
}

// EventMoved is told, in the transaction, that an event begins on another day; what it did is for the log. An error keeps
// the change back.
type EventMoved func(ctx context.Context, tx *store.Tx, permit usecase.Permit, was, now Event) (*usecase.Entry, error)

// WhenMoved adds to what is run when an event begins on another day. Called where services are put together.
func (s *Service) WhenMoved(run EventMoved) { s.whenMoved = append(s.whenMoved, run) }

// AddSectionWithin adds the first section of an event within tx.
func AddSectionWithin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, event EventID, in SectionInput,
) (*usecase.Entry, error) {
	name, settings, problems := in.check()
	if err := problems.Err(); err != nil {
		return nil, err
	}
	section := Section{
		Event: event, Seq: 1, Name: name, Slug: sectionSlug(name, nil), Settings: settings, cardSecret: newSecret(),
	}
	id, err := insertSection(ctx, tx, section)
	return permit.Did("add.section", "section", int64(id), nil, section.facts()), err
}

// AnnounceWithin announces a draft event of which nothing was played within tx; one that is announced stays so.
func (s *Service) AnnounceWithin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e Event,
) (*usecase.Entry, error) {
	if e.Status == Open {
		return nil, nil
	}
	counts, err := countSections(ctx, tx, []EventID{e.ID})
	if err != nil {
		return nil, err
	}
	played := slices.ContainsFunc(counts, func(c sectionCount) bool { return c.published > 0 })
	if e.Status != Draft || played {
		return nil, apperr.New(apperr.Conflict, "%s is being played, or over: it takes no entries.", e.Name)
	}
	return s.setStatus(ctx, tx, permit, e, Open, "announce.event")
}

// EventIn and SectionsIn read an event and its sections, whoever asks.
func EventIn(ctx context.Context, q store.Queryer, id EventID) (Event, error) {
	return eventByID(ctx, q, id)
}

func SectionsIn(ctx context.Context, q store.Queryer, event EventID) ([]Section, error) {
	return sectionsOf(ctx, q, event)
}

// BegunIn says which sections of an event have a published round, whoever asks.
func BegunIn(ctx context.Context, q store.Queryer, event EventID) (map[SectionID]bool, error) {
	counts, err := countSections(ctx, q, []EventID{event})
	begun := make(map[SectionID]bool)
	for _, c := range counts {
		begun[c.section.ID] = c.published > 0
	}
	return begun, err
}

// EntriesIn reads the entries of a section by number.
func EntriesIn(ctx context.Context, q store.Queryer, section SectionID) ([]Entry, error) {
	return entriesOf(ctx, q, section)
}

// EntryIn reads an entry, whoever asks.
func EntryIn(ctx context.Context, q store.Queryer, id EntryID) (Entry, error) {
	return entryByID(ctx, q, id)
}

// SetEntryList says within tx which entries public pages list.
func SetEntryList(ctx context.Context, tx *store.Tx, id EventID, list Listing) error {
	_, err := tx.Exec(ctx, `
		UPDATE event
		SET entry_list = $2
		WHERE id = $1`, id, string(list))
	return wrapSave("the list of entries", err)
}

// KnownIn says what the register knows of people for an event: who is not in it is not in the answer.
func (s *Service) KnownIn(
	ctx context.Context, q store.Queryer, e Event, ids []PersonID,
) (map[PersonID]FoundPlayer, error) {
	known, err := s.playersFor(ctx, q, e, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[PersonID]FoundPlayer, len(known))
	for id, p := range known {
		out[id] = p.found()
	}
	return out, nil
}

// EnterWithin enters a person of the register within tx. Whoever withdrew before the first round, from a draw that no one
// has seen, is in again.
func (s *Service) EnterWithin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, person PersonID, in EntryInput,
) (EntryID, *usecase.Entry, error) {
	h, err := takingChanges(ctx, tx, permit, in.Section)
	if err != nil {
		return 0, nil, err
	}
	others, err := entriesOf(ctx, tx, in.Section)
	if err != nil {
		return 0, nil, err
	}
	i := slices.IndexFunc(others, func(e Entry) bool { return e.Person == person && e.Withdrawn && e.WithdrawnAfter == 0 })
	if i >= 0 {
		return s.enterAgain(ctx, tx, h, others[i], in)
	}
	e, done, err := s.enter(ctx, tx, h, person, in)
	return e.ID, done, err
}

// TeamWithRoom is the team of a section of that name, where one of its boards is free: whoever enters is put in it. It is
// 0 where there is none, all its boards are taken, or the team has withdrawn; then the director decides.
func TeamWithRoom(ctx context.Context, q store.Queryer, id SectionID, name string) (TeamID, error) {
	h, err := sectionByID(ctx, q, id)
	if err != nil || name == "" || !h.section.Teams() {
		return 0, err
	}
	f, err := fieldOf(ctx, q, h.section)
	if err != nil {
		return 0, err
	}
	for _, t := range f.teams {
		if members.Fold(t.Name) != members.Fold(name) {
			continue
		}
		there := 0
		for _, player := range t.Players {
			if e, ok := f.entry(player); ok && !e.Withdrawn {
				there++
			}
		}
		if gone := len(t.Players) > 0 && there == 0; !gone && there < h.section.Boards {
			return t.ID, nil
		}
	}
	return 0, nil
}

// enterAgain cancels a withdrawal before the first round within tx, with the rounds that are missed now.
func (s *Service) enterAgain(
	ctx context.Context, tx *store.Tx, h here, was Entry, in EntryInput,
) (EntryID, *usecase.Entry, error) {
	published, err := publishedRounds(ctx, tx, was.Section)
	if err != nil {
		return 0, nil, err
	}
	next := was
	again := was.Input()
	again.Absent = in.Absent
	if err := again.check(&next, h.section).Err(); err != nil {
		return 0, nil, err
	}
	next.readmitted(published)
	if err := errors.Join(keepsTable(h.section, published, was, next), keepBoards(ctx, tx, h.section, was, next)); err != nil {
		return 0, nil, err
	}
	if _, err := updateEntry(ctx, tx, next); err != nil {
		return 0, nil, err
	}
	return was.ID, h.permit.Did("readmit.entry", "entry", int64(was.ID), was.facts(), next.facts()), nil
}

// EnterGuestWithin puts someone into the register as a guest, and enters them, within tx.
func (s *Service) EnterGuestWithin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, in GuestInput,
) (PersonID, EntryID, *usecase.Entry, error) {
	h, err := takingChanges(ctx, tx, permit, in.Section)
	if err != nil {
		return 0, 0, nil, err
	}
	if err := checkGuest(ctx, tx, h, in); err != nil {
		return 0, 0, nil, err
	}
	person, added, err := s.addGuest(ctx, tx, permit, h.event.ID, in)
	if err != nil {
		return 0, 0, nil, err
	}
	e, entered, err := s.enter(ctx, tx, h, person, in.EntryInput)
	return person, e.ID, added.Then(entered), err
}

// LeaveWithin takes an entry out within tx: whoever was never drawn is removed, anyone else withdrawn after the last
// published round.
func (s *Service) LeaveWithin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id EntryID,
) (*usecase.Entry, error) {
	was, h, err := entryTakingChanges(ctx, tx, permit, id)
	if err != nil || was.Withdrawn {
		return nil, err
	}
	drawn, err := drawnIn(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if !drawn {
		return s.remove(ctx, tx, h, id, was.Version)
	}
	rounds, err := roundsOf(ctx, tx, was.Section)
	if err != nil {
		return nil, err
	}
	next, after := was, publishedOf(rounds)
	if why := withdrawable(was, after, h.section.Settings, rounds); why != "" {
		return nil, apperr.New(apperr.Conflict, "%s", why)
	}
	next.Withdrawn, next.WithdrawnAfter = true, after
	if err := keepsTable(h.section, after, was, next); err != nil {
		return nil, err
	}
	if _, err := updateEntry(ctx, tx, next); err != nil {
		return nil, err
	}
	return s.entriesChanged(ctx, tx, h.section.ID, permit.Did("withdraw.entry", "entry", int64(id), was.facts(), next.facts()))
}

// MissWithin says within tx which rounds the player of an entry will miss; those that are published stay as they are.
func (s *Service) MissWithin(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, id EntryID, rounds []int,
) (*usecase.Entry, error) {
	was, h, err := entryTakingChanges(ctx, tx, permit, id)
	if err != nil || slices.Equal(was.Absent, rounds) {
		return nil, err
	}
	in := was.Input()
	in.Absent = rounds
	next := was
	problems := in.check(&next, h.section)
	published, err := publishedRounds(ctx, tx, was.Section)
	if err != nil {
		return nil, err
	}
	if field, n := changedPast(was, next, published); field != "" && !problems.Has(field) {
		problems.Add(field, "Round %d is already published and can no longer be changed.", n)
	}
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if _, err := updateEntry(ctx, tx, next); err != nil {
		return nil, fmt.Errorf("note the rounds that a player misses: %w", err)
	}
	return permit.Did("edit.entry", "entry", int64(id), was.facts(), next.facts()), nil
}

func takingChanges(ctx context.Context, tx *store.Tx, permit usecase.Permit, id SectionID) (here, error) {
	h, err := sectionByID(ctx, tx, id)
	if err == nil {
		err = h.event.Closed()
	}
	h.permit = permit
	return h, err
}

func entryTakingChanges(ctx context.Context, tx *store.Tx, permit usecase.Permit, id EntryID) (Entry, here, error) {
	e, err := entryByID(ctx, tx, id)
	if err != nil {
		return Entry{}, here{}, err
	}
	h, err := takingChanges(ctx, tx, permit, e.Section)
	return e, h, err
}
