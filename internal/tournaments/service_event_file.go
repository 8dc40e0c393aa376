package tournaments

import (
	"context"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/formats"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// EventFile is an event of another program, or of this one, between being read and becoming an
// event of the site.
type EventFile struct {
	ID       EventFileID
	FileName string
	Event    EventInput // as the file has it
	Section  Section    // its settings, as the site would play them
	Rounds   int        // rounds that were drawn
	Open     int        // games of them without a result
	Rows     []EntryRow // the players, as in a list of entries
	Notes    []string   // what was read otherwise than written
	Changed  []string   // what the site keeps in another way, or not
	Moved    []string   // players whose place, score or tie-breaks on the site are not those of the file
	Version  int64
}

// EventFileInput is what is asked about an event file.
type EventFileInput struct {
	Event   EventInput
	Section string // section: its name
	Version int64
}

// ReadEventFile reads an event file and keeps it until it is confirmed; there is no event yet.
// The section is named where a file of the site has several. Problems are of the field "file" and say
// the line where there is one.
func (s *Service) ReadEventFile(
	ctx context.Context, actor auth.Actor, fileName, section string, r io.Reader,
) (EventFile, error) {
	permit, err := s.cases.May(actor, auth.CreateEvent, auth.Object{})
	if err != nil {
		return EventFile{}, err
	}
	content, err := readEventFile(fileName, oneLine(section), r)
	if err != nil {
		return EventFile{}, err
	}
	name := cleanFileName(fileName)
	var id EventFileID
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		var err error
		if id, err = replaceEventFile(ctx, tx, actor.Account, name, content, s.cases.Now()); err != nil {
			return nil, err
		}
		return permit.Did("read.event_file", "event_import", int64(id), nil, map[string]string{"file": name}), nil
	})
	if err != nil {
		return EventFile{}, err
	}
	return s.EventFile(ctx, actor, id)
}

// readEventFile reads an upload within the bounds of package formats.
func readEventFile(fileName, section string, r io.Reader) (fileContent, error) {
	data, err := io.ReadAll(io.LimitReader(r, formats.MaxBytes+1))
	if err != nil {
		return fileContent{}, fmt.Errorf("read an event file: %w", err)
	}
	format, err := formats.FormatOf(fileName)
	if detected := formats.Detect(data); detected != "" && format != formats.CSV {
		format, err = detected, nil
	}
	if err != nil {
		return fileContent{}, refuseEventFile(err)
	}
	if format == formats.JSON {
		if data, err = formats.Section(data, section); err != nil {
			return fileContent{}, refuseEventFile(err)
		}
	}
	file, notes, err := formats.Read(format, data)
	if err != nil {
		return fileContent{}, refuseEventFile(err)
	}
	if _, err := takeFile(file); err != nil {
		return fileContent{}, err
	}
	kept, _, err := formats.Write(formats.JSON, file)
	if err != nil {
		return fileContent{}, refuseEventFile(err)
	}
	return fileContent{Event: kept, Notes: notes}, nil
}

func (c fileContent) take() (*taken, error) {
	file, _, err := formats.Read(formats.JSON, c.Event)
	if err != nil {
		return nil, refuseEventFile(err)
	}
	return takeFile(file)
}

// EventFile is an event file with what would become of it, for whoever sent it.
func (s *Service) EventFile(ctx context.Context, actor auth.Actor, id EventFileID) (EventFile, error) {
	if err := s.cases.Require(actor, auth.CreateEvent, auth.Object{}); err != nil {
		return EventFile{}, err
	}
	l, content, err := eventFileByID(ctx, s.db, actor.Account, id)
	if err != nil {
		return EventFile{}, err
	}
	t, err := content.take()
	if err != nil {
		return EventFile{}, err
	}
	from := t.file.From
	if from.IsZero() {
		from = s.cases.Today()
	}
	return l, s.showFile(ctx, s.db, &l, content, t, from, civil.Later(from, t.file.To))
}

// showFile works out what an event file would become on those days.
func (s *Service) showFile(
	ctx context.Context, q store.Queryer, l *EventFile, content fileContent, t *taken, from, to civil.Date,
) error {
	l.Event = EventInput{Name: t.file.Name, Place: t.file.Place, From: t.file.From, To: t.file.To}
	l.Section, l.Rounds, l.Notes, l.Changed, l.Moved = t.field.section, t.last(), content.Notes, t.notes, t.moved()
	for _, r := range t.field.rounds {
		l.Open += r.Progress().Total - r.Progress().In
	}
	list := EntryList{}
	err := s.previewIn(ctx, q, Event{From: from, To: to}, []Section{t.field.section}, &list, listContent{
		Lines: t.lines, Drawn: t.last() > 0,
	})
	l.Rows = list.Rows
	return err
}

// DiscardEventFile removes an event file that was not confirmed.
func (s *Service) DiscardEventFile(ctx context.Context, actor auth.Actor, id EventFileID) error {
	permit, err := s.cases.May(actor, auth.CreateEvent, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		l, _, err := eventFileByID(ctx, tx, actor.Account, id)
		if err != nil {
			return nil, err
		}
		if err := deleteEventFile(ctx, tx, id); err != nil {
			return nil, err
		}
		return permit.Did("discard.event_file", "event_import", int64(id), map[string]string{"file": l.FileName}, nil), nil
	})
}

// ConfirmEventFile makes a draft event of an event file, with its section, entries and rounds, all
// or nothing. Rows are chosen as in ConfirmEntryList. The event stays a draft, whatever was played:
// no one else sees it or its people until it is announced.
func (s *Service) ConfirmEventFile(
	ctx context.Context, actor auth.Actor, id EventFileID, in EventFileInput, choices []Choice,
) (Event, SectionID, ImportResult, error) {
	permit, err := s.cases.May(actor, auth.CreateEvent, auth.Object{})
	if err != nil {
		return Event{}, 0, ImportResult{}, err
	}
	var section Section
	var out ImportResult
	e, problems := in.Event.check()
	name := oneLine(in.Section)
	if name == "" || utf8.RuneCountInString(name) > maxNameRunes {
		problems.Add("section", "Enter a name for the section, such as Open or Handicap, of at most %d letters.", maxNameRunes)
	}
	e.Status = Draft
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		l, content, err := eventFileByID(ctx, tx, actor.Account, id)
		if err != nil {
			return nil, err
		}
		if l.Version != in.Version {
			return nil, usecase.Stale("this file", "event_import", int64(id))
		}
		t, err := content.take()
		if err != nil {
			return nil, err
		}
		if err := s.showFile(ctx, tx, &l, content, t, e.From, e.To); err != nil {
			return nil, err
		}
		t.field.section.Name = name
		plan, wrong := planOf(l.Rows, choices, []Section{t.field.section})
		if err := append(problems, wrong...).Err(); err != nil {
			return nil, err
		}
		done, err := s.create(ctx, tx, permit, actor, &e, in.Event)
		if err != nil {
			return nil, err
		}
		if err := s.Touch(ctx, tx, e.ID); err != nil {
			return nil, err
		}
		section = t.field.section
		section.Event, section.Seq, section.Slug, section.cardSecret = e.ID, 1, sectionSlug(name, nil), newSecret()
		if section.ID, err = insertSection(ctx, tx, section); err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("add.section", "section", int64(section.ID), nil, section.facts()))
		var kept *usecase.Entry
		if out, kept, err = s.keepFile(ctx, tx, permit, e, section, t, plan); err != nil {
			return nil, err
		}
		return done.Then(kept), deleteEventFile(ctx, tx, id)
	})
	if err != nil {
		return Event{}, 0, ImportResult{}, err
	}
	e, err = eventByID(ctx, s.db, e.ID)
	return e, section.ID, out, err
}

// keepFile writes the entries, rounds and pairs of an event file into its new section.
func (s *Service) keepFile(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, e Event, section Section, t *taken, plan []planned,
) (ImportResult, *usecase.Entry, error) {
	out, people, done, err := s.newcomers(ctx, tx, permit, e.ID, plan)
	if err != nil {
		return out, nil, err
	}
	known, err := s.playersFor(ctx, tx, e, people)
	if err != nil {
		return out, nil, err
	}
	entries, problems := t.entriesOf(section.ID, plan, known)
	if err := problems.Err(); err != nil {
		return out, nil, err
	}
	positions := make([]EntryID, len(entries))
	for i, entry := range entries {
		positions[i] = entry.ID
	}
	if _, err := insertEntries(ctx, tx, entries, s.cases.Now()); err != nil {
		return out, nil, err
	}
	ids := make(map[EntryID]EntryID, len(entries)) // from the position in the file
	for i, entry := range entries {
		ids[positions[i]] = entry.ID
	}
	out.Entered = len(entries)
	done = done.Then(entered(permit, section, entries))
	teams, added, err := s.keepTeams(ctx, tx, permit, section, t, ids)
	if err != nil {
		return out, nil, err
	}
	rounds, err := s.keepRounds(ctx, tx, permit, section, t, ids, teams)
	return out, done.Then(added).Then(rounds), err
}

// entriesOf are the entries of the planned rows, each with the number, rating and rounds that the
// file gives; a rating list counts before a file in which no round was drawn.
func (t *taken) entriesOf(
	section SectionID, plan []planned, known map[PersonID]player,
) (entries []Entry, f apperr.Fields) {
	rowOf := make(map[PersonID]int)
	for _, p := range plan {
		if p.Kind == LeaveIt {
			continue
		}
		field, person := fmt.Sprintf("row-%d", p.Number), p.Choice.Person
		who, ok := known[person]
		switch first, twice := rowOf[person]; {
		case !ok:
			f.Add(field, "Row %d: this person is not in the register.", p.Number)
			continue
		case twice:
			f.Add(field, "Row %d, %s: the same person as in row %d. Choose someone else for one of them.", p.Number, p.Name, first)
			continue
		}
		rowOf[person] = p.Number
		i := slices.IndexFunc(t.field.entries, func(e Entry) bool { return e.ID == EntryID(p.Number) })
		entry := t.field.entries[i]
		entry.Section, entry.Person = section, person
		switch {
		case who.source == FromList && t.last() == 0:
			entry.Rating, entry.RatingSource, entry.Entered = who.rating, FromList, nil
		case who.source != "" && who.rating == entry.Rating:
			entry.RatingSource = who.source
		}
		if entry.Club = p.EntryRow.Club; entry.Club == "" {
			entry.Club, entry.City = who.club, who.city
		}
		entry.Membership, entry.Warning = who.membership, who.warning
		if entry.Membership == NotMember && p.Visitor {
			entry.Membership = Visitor
		}
		entries = append(entries, entry)
	}
	return entries, f
}

// keepRounds writes the rounds of an event file, and the pairs that its director has decided on.
func (s *Service) keepRounds(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, section Section, t *taken, ids map[EntryID]EntryID,
	teams map[TeamID]TeamID,
) (done *usecase.Entry, err error) {
	now := s.cases.Now()
	for _, r := range t.field.rounds {
		r.Section, r.DrawnAt, r.PublishedAt, r.Version = section.ID, now, now, 1
		r.Games, r.Byes = slices.Clone(r.Games), slices.Clone(r.Byes)
		for i := range r.Games {
			g := &r.Games[i]
			g.Black, g.White = ids[g.Black], ids[g.White]
			if g.Result != "" {
				g.ResultAt, g.ResultBy = now, permit.Name()
			}
		}
		for i, id := range r.Byes {
			r.Byes[i] = ids[id]
		}
		r.Matches = slices.Clone(r.Matches)
		for i := range r.Matches {
			m := &r.Matches[i]
			m.White, m.Black = teams[m.White], teams[m.Black]
		}
		if err := insertRound(ctx, tx, &r); err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("take.round", "round", int64(r.ID), nil, r.taken()))
	}
	for _, p := range t.field.fixed {
		bye := p.Black == 0
		p.Section, p.White, p.Black = section.ID, t.keptSide(p.White, ids, teams), t.keptSide(p.Black, ids, teams)
		if p.White == 0 || !bye && p.Black == 0 {
			continue // left out of a file without rounds
		}
		if _, err := insertFixed(ctx, tx, p); err != nil {
			return nil, err
		}
	}
	for _, p := range t.field.forbidden {
		p.Section, p.A, p.B = section.ID, t.keptSide(p.A, ids, teams), t.keptSide(p.B, ids, teams)
		if p.A == 0 || p.B == 0 {
			continue
		}
		if _, err := insertForbidden(ctx, tx, p); err != nil {
			return nil, err
		}
	}
	return done, nil
}

// takenFacts are what the audit log keeps of a round that was played elsewhere.
type takenFacts struct {
	roundFacts
	Results []string `json:"results"` // in the order of the pairs
}

func (r Round) taken() takenFacts {
	f := takenFacts{roundFacts: r.facts()}
	for _, g := range r.Games {
		f.Results = append(f.Results, string(g.Result))
	}
	return f
}
