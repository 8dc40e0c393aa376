package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// NamedFile is an upload with its name.
type NamedFile struct {
	Name string
	io.Reader
}

// ReadPastEvents reads files of events that are over and keeps them beside those that wait
// already, all or none. It needs the permission to keep the ratings. Problems are of the field
// "file" and name the file.
func (s *Service) ReadPastEvents(ctx context.Context, actor auth.Actor, files []NamedFile) error {
	keep, err := s.PastFiles(actor, files)
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) { return keep(ctx, tx) })
}

// PastFiles reads files as ReadPastEvents does, and gives how to keep them in a change that keeps
// other files as well.
func (s *Service) PastFiles(
	actor auth.Actor, files []NamedFile,
) (keep func(ctx context.Context, tx *store.Tx) (*usecase.Entry, error), err error) {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return nil, err
	}
	var wrong apperr.Fields
	read := make([]pastFile, 0, len(files))
	for _, file := range files {
		one, err := readPast(file)
		if refused, ok := asRefusal(err); ok {
			for _, f := range refused {
				wrong.Add("file", "%s: %s", cleanFileName(file.Name), f.Message)
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		read = append(read, one)
	}
	if len(files) == 0 {
		wrong.Add("file", "Choose the files first.")
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *store.Tx) (*usecase.Entry, error) {
		return s.keepPast(ctx, tx, permit, actor, read)
	}, nil
}

// asRefusal is what a refusal says of fields; ok is false for any other error.
func asRefusal(err error) (apperr.Fields, bool) {
	refused, ok := errors.AsType[*apperr.Error](err)
	if !ok || len(refused.Fields) == 0 {
		return nil, false
	}
	return refused.Fields, true
}

// keepPast keeps files beside those that wait already.
func (s *Service) keepPast(
	ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, read []pastFile,
) (*usecase.Entry, error) {
	if err := lockPastFiles(ctx, tx, actor.Account); err != nil {
		return nil, err
	}
	waiting, err := pastFiles(ctx, tx, actor.Account)
	if err != nil {
		return nil, err
	}
	var f apperr.Fields
	if n := len(waiting) + len(read); n > maxPastFiles {
		f.Add("file", "%d files are too many at once. Take those that wait first; at most %d can wait.", n, maxPastFiles)
	}
	var done *usecase.Entry
	for _, one := range read {
		same, err := sameFile(waiting, one)
		if err != nil {
			return nil, err
		}
		if same != "" {
			f.Add("file", "%s: the same as %s.", one.fileName, same)
		}
		waiting = append(waiting, one)
		id, err := insertPastFile(ctx, tx, actor.Account, one.fileName, one.content, s.cases.Now())
		if err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("read.past_event", "event_import", int64(id), nil, map[string]string{"file": one.fileName}))
	}
	events, lists, err := takePast(waiting)
	if err != nil {
		return nil, err
	}
	if n := len(joinPlayers(events, lists)); n > maxFilePlayers {
		f.Add("file", "The files name %d people. At most %d are looked up at once: send fewer files.", n, maxFilePlayers)
	}
	return done, f.Err()
}

// readPast reads one file.
func readPast(file NamedFile) (pastFile, error) {
	content, err := readEventFile(file.Name, "", file)
	if err != nil {
		return pastFile{}, err
	}
	t, err := content.take()
	if err != nil {
		return pastFile{}, err
	}
	content.Moved = t.moved()
	return pastFile{fileName: cleanFileName(file.Name), content: content}, nil
}

// sameFile is the name of a file with the very same content, "" if there is none.
func sameFile(files []pastFile, one pastFile) (string, error) {
	content, err := encode(one.content)
	if err != nil {
		return "", err
	}
	for _, f := range files {
		other, err := encode(f.content)
		if err != nil {
			return "", err
		}
		if other == content {
			return f.fileName, nil
		}
	}
	return "", nil
}

// takePast reads the files that wait: events and starting lists, each in the order of their days.
func takePast(files []pastFile) (events []past, lists []starting, err error) {
	for _, f := range files {
		if f.content.List != nil {
			lists = append(lists, starting{pastFile: f})
			continue
		}
		t, err := f.content.take()
		if err != nil {
			return nil, nil, err
		}
		events = append(events, past{pastFile: f, taken: t})
	}
	byDay(events)
	slices.SortStableFunc(lists, func(a, b starting) int { return a.content.List.Day.Compare(b.content.List.Day) })
	return events, lists, nil
}

// PastEvents are the files of past events that wait for an account, and what would become of
// them. It needs the permission to keep the ratings.
func (s *Service) PastEvents(ctx context.Context, actor auth.Actor) (PastEvents, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return PastEvents{}, err
	}
	w, err := s.waiting(ctx, s.db, actor.Account)
	if err != nil {
		return PastEvents{}, err
	}
	out := PastEvents{Rows: w.shown}
	for _, l := range w.lists {
		out.Lists = append(out.Lists, l.show())
	}
	for _, f := range w.events {
		out.Files = append(out.Files, f.show())
	}
	return out, nil
}

// waiting is what waits for an account.
type waiting struct {
	events []past
	lists  []starting
	shown  []EntryRow // the people of all
}

func (w waiting) ids() []EventFileID {
	var out []EventFileID
	for _, f := range w.events {
		out = append(out, f.id)
	}
	for _, l := range w.lists {
		out = append(out, l.id)
	}
	return out
}

func (s *Service) waiting(ctx context.Context, q store.Queryer, account auth.AccountID) (w waiting, err error) {
	kept, err := pastFiles(ctx, q, account)
	if err != nil || len(kept) == 0 {
		return w, err
	}
	if w.events, w.lists, err = takePast(kept); err != nil {
		return w, err
	}
	var list EntryList
	today := s.cases.Today()
	err = s.previewIn(ctx, q, Event{From: today, To: today}, []Section{{Name: "Open"}}, &list, listContent{
		Lines: joinPlayers(w.events, w.lists), Past: true,
	})
	w.shown = list.Rows
	return w, err
}

// DiscardPastEvent removes a file of a past event that waits. It needs the permission to keep
// the ratings; files of another account are not found.
func (s *Service) DiscardPastEvent(ctx context.Context, actor auth.Actor, id EventFileID) error {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return err
	}
	did := permit.Did("discard.past_event", "event_import", int64(id), nil, nil)
	return s.cases.Remove(
		ctx, did, func(tx *store.Tx) (bool, error) { return deletePastFile(ctx, tx, actor.Account, id) },
		apperr.New(apperr.NotFound, "This file was taken or removed already."),
	)
}

// PastEventsInput is what is asked about what waits.
type PastEventsInput struct {
	Events  []PastEventInput
	Lists   []EventFileID // starting lists that were seen
	Choices []Choice
}

// TakePastEvents makes events of the files that wait, each with its section, entries, rounds and
// results, rates those that are said to be rated, and takes over the starting lists, all or nothing:
// the history is worked out once. Rows are chosen as in ConfirmEntryList. The events are public at
// once, as events that are over; no one is written to. It needs the permission to keep the ratings.
//
// Errors: Invalid with all problems at once, of fields "name-<file>", "from-<file>" and so on, and
// "row-<number>"; Conflict when what waits is not what was seen.
func (s *Service) TakePastEvents(
	ctx context.Context, actor auth.Actor, in PastEventsInput,
) (out PastTaken, err error) {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return out, err
	}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		out = PastTaken{}
		if err := lockPastFiles(ctx, tx, actor.Account); err != nil {
			return nil, err
		}
		w, err := s.waiting(ctx, tx, actor.Account)
		if err != nil {
			return nil, err
		}
		asked, err := w.match(in)
		if err != nil {
			return nil, err
		}
		t := taking{service: s, tx: tx, permit: permit}
		if err := t.check(ctx, w, asked, in.Choices); err != nil {
			return nil, err
		}
		var submissions []ratings.Submission
		for i, f := range w.events {
			submission, err := t.take(ctx, f, t.events[i], t.sections[i], t.plans[i])
			if err != nil {
				return nil, err
			}
			if asked[i].Rated {
				submissions = append(submissions, submission)
			}
		}
		out.Events, out.Guests, out.Left = len(w.events), t.people.Guests, t.people.Left
		if len(submissions)+len(t.lists) > 0 {
			if out.Rated, err = s.ratings.RateAll(ctx, tx, actor, submissions, t.lists); err != nil {
				return nil, asPastProblem(err)
			}
		}
		for _, id := range w.ids() { // one that was sent in the meantime stays
			if _, err := deletePastFile(ctx, tx, actor.Account, id); err != nil {
				return nil, err
			}
		}
		return t.done, nil
	})
	return out, err
}

// asPastProblem makes problems of rating problems of the page: their messages name the event.
func asPastProblem(err error) error {
	refused, ok := asRefusal(err)
	if !ok {
		return err
	}
	var f apperr.Fields
	for _, p := range refused {
		f.Add("", "%s", p.Message)
	}
	return f.Err()
}

// match puts what was asked in the order of the events, which must be those that were seen.
func (w waiting) match(in PastEventsInput) ([]PastEventInput, error) {
	other := apperr.New(
		apperr.Conflict, "Files were sent, taken or removed in the meantime. Nothing was taken now: look at the page again.",
	)
	byID := make(map[EventFileID]PastEventInput, len(in.Events))
	for _, one := range in.Events {
		byID[one.ID] = one
	}
	out := make([]PastEventInput, len(w.events))
	for i, f := range w.events {
		one, seen := byID[f.id]
		if !seen {
			return nil, other
		}
		out[i] = one
	}
	for _, l := range w.lists {
		if !slices.Contains(in.Lists, l.id) {
			return nil, other
		}
	}
	if len(byID) != len(w.events) || len(in.Lists) != len(w.lists) || len(w.events)+len(w.lists) == 0 {
		return nil, other
	}
	return out, nil
}

// taking is past events and starting lists on their way into the site.
type taking struct {
	service  *Service
	tx       *store.Tx
	permit   usecase.Permit
	events   []Event   // of each file
	sections []Section // of each file
	plans    [][]planned
	lists    []ratings.Starting
	people   ImportResult
	done     *usecase.Entry
}

// check settles who everyone is and puts those who are new into the register; it says all that is
// wrong at once.
func (t *taking) check(ctx context.Context, w waiting, asked []PastEventInput, choices []Choice) error {
	var problems apperr.Fields
	days := make(map[string]string)
	for i, f := range w.events {
		for _, why := range f.problems() {
			problems.Add(f.id.field("name"), "%s: %s", f.fileName, why)
		}
		e, section, wrong := asked[i].check(t.service.cases.Today())
		problems = append(problems, wrong...)
		if len(wrong) == 0 {
			key := e.Name + "\x00" + e.From.String()
			n, err := eventsCalled(ctx, t.tx, e.Name, e.From)
			switch {
			case err != nil:
				return err
			case n > 0:
				problems.Add(f.id.field("name"), "An event of this name on this day is on the site already. Remove the file.")
			case days[key] != "":
				problems.Add(f.id.field("name"), "The same name and day as in %s. If they are sections of one event, give each its name.", days[key])
			}
			days[key] = f.fileName
		}
		t.events, t.sections = append(t.events, e), append(t.sections, section)
	}
	joint, wrong := planOf(w.shown, choices, []Section{{Name: "Open"}})
	problems = append(problems, wrong...)
	if err := problems.Err(); err != nil {
		return err
	}
	var err error
	if t.people, _, t.done, err = t.service.newcomers(ctx, t.tx, t.permit, 0, joint); err != nil {
		return err
	}
	for _, f := range w.events {
		plan, wrong := f.plan(joint)
		problems = append(problems, wrong...)
		t.plans = append(t.plans, plan)
	}
	for _, l := range w.lists {
		list, wrong := l.take(joint)
		problems = append(problems, wrong...)
		t.lists = append(t.lists, list)
	}
	return problems.Err()
}

// take writes one event and says what is rated of it.
func (t *taking) take(
	ctx context.Context, f past, e Event, asked Section, plan []planned,
) (ratings.Submission, error) {
	s := t.service
	if err := s.nameEvent(ctx, t.tx, &e, EventInput{}); err != nil {
		return ratings.Submission{}, err
	}
	if asked.Rated {
		e.Status = Rated
	}
	var err error
	if e.ID, err = insertEvent(ctx, t.tx, e, s.cases.Now()); err != nil {
		return ratings.Submission{}, err
	}
	t.done = t.done.Then(t.permit.Did("take.past_event", "event", int64(e.ID), nil, e.facts()))
	if err := s.Touch(ctx, t.tx, e.ID); err != nil {
		return ratings.Submission{}, err
	}
	section := f.field.section
	section.Name, section.Rated, section.Weight = asked.Name, asked.Rated, asked.Weight
	section.Event, section.Seq, section.Slug, section.cardSecret = e.ID, 1, sectionSlug(section.Name, nil), newSecret()
	if section.ID, err = insertSection(ctx, t.tx, section); err != nil {
		return ratings.Submission{}, err
	}
	t.done = t.done.Then(t.permit.Did("add.section", "section", int64(section.ID), nil, section.facts()))
	_, kept, err := s.keepFile(ctx, t.tx, t.permit, e, section, f.taken, plan)
	if err != nil {
		return ratings.Submission{}, fmt.Errorf("take %s: %w", f.fileName, err)
	}
	t.done = t.done.Then(kept)
	if !asked.Rated {
		return ratings.Submission{}, nil
	}
	return submissionOf(ctx, t.tx, e)
}
