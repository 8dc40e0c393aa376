package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io"

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
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return err
	}
	var wrong apperr.Fields
	read := make([]pastFile, 0, len(files))
	for _, file := range files {
		one, err := readPast(file)
		if refused, ok := errors.AsType[*apperr.Error](err); ok && len(refused.Fields) > 0 {
			for _, f := range refused.Fields {
				wrong.Add("file", "%s: %s", cleanFileName(file.Name), f.Message)
			}
			continue
		}
		if err != nil {
			return err
		}
		read = append(read, one)
	}
	if len(files) == 0 {
		wrong.Add("file", "Choose the files first.")
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
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
			if same := sameFile(waiting, one); same != "" {
				f.Add("file", "%s: the same event as in %s.", one.fileName, same)
			}
			waiting = append(waiting, one)
			id, err := insertPastFile(ctx, tx, actor.Account, one.fileName, one.content, s.cases.Now())
			if err != nil {
				return nil, err
			}
			done = done.Then(permit.Did("read.past_event", "event_import", int64(id), nil, map[string]string{"file": one.fileName}))
		}
		if all, err := takePast(waiting); err != nil {
			return nil, err
		} else if n := len(joinPlayers(all)); n > maxFilePlayers {
			f.Add("file", "The files name %d people. At most %d are looked up at once: send fewer files.", n, maxFilePlayers)
		}
		return done, f.Err()
	})
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

// sameFile is the name of a file with the very same event, "" if there is none.
func sameFile(files []pastFile, one pastFile) string {
	for _, f := range files {
		if string(f.content.Event) == string(one.content.Event) {
			return f.fileName
		}
	}
	return ""
}

func takePast(files []pastFile) ([]past, error) {
	out := make([]past, len(files))
	for i, f := range files {
		t, err := f.content.take()
		if err != nil {
			return nil, err
		}
		out[i] = past{pastFile: f, taken: t}
	}
	byDay(out)
	return out, nil
}

// PastEvents are the files of past events that wait for an account, and what would become of
// them. It needs the permission to keep the ratings.
func (s *Service) PastEvents(ctx context.Context, actor auth.Actor) (PastEvents, error) {
	if err := s.cases.Require(actor, auth.KeepRatings, auth.Object{}); err != nil {
		return PastEvents{}, err
	}
	out, _, err := s.pastEvents(ctx, s.db, actor.Account)
	return out, err
}

func (s *Service) pastEvents(ctx context.Context, q store.Queryer, account auth.AccountID) (PastEvents, []past, error) {
	var out PastEvents
	kept, err := pastFiles(ctx, q, account)
	if err != nil || len(kept) == 0 {
		return out, nil, err
	}
	files, err := takePast(kept)
	if err != nil {
		return out, nil, err
	}
	var list EntryList
	today := s.cases.Today()
	err = s.previewIn(ctx, q, Event{From: today, To: today}, []Section{{Name: "Open"}}, &list, listContent{
		Lines: joinPlayers(files), Drawn: true, Past: true,
	})
	if err != nil {
		return out, nil, err
	}
	out.Rows = list.Rows
	for _, f := range files {
		out.Files = append(out.Files, f.show())
	}
	return out, files, nil
}

// DiscardPastEvent removes a file of a past event that waits. It needs the permission to keep
// the ratings; files of another account are not found.
func (s *Service) DiscardPastEvent(ctx context.Context, actor auth.Actor, id EventFileID) error {
	permit, err := s.cases.May(actor, auth.KeepRatings, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		found, err := deletePastFile(ctx, tx, actor.Account, id)
		if err == nil && !found {
			err = apperr.New(apperr.NotFound, "This file was taken or removed already.")
		}
		return permit.Did("discard.past_event", "event_import", int64(id), nil, nil), err
	})
}

// TakePastEvents makes events of the files that wait, each with its section, entries, rounds and
// results, and rates those that are said to be rated, all or nothing: the history is worked out
// once. Rows are chosen as in ConfirmEntryList. The events are public at once, as events that are
// over; no one is written to. It needs the permission to keep the ratings.
//
// Errors: Invalid with all problems at once, of fields "name-<file>", "from-<file>" and so on, and
// "row-<number>"; Conflict when the files that wait are not those of in.
func (s *Service) TakePastEvents(
	ctx context.Context, actor auth.Actor, in []PastEventInput, choices []Choice,
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
		shown, files, err := s.pastEvents(ctx, tx, actor.Account)
		if err != nil {
			return nil, err
		}
		asked, err := matchPast(files, in)
		if err != nil {
			return nil, err
		}
		t := taking{service: s, tx: tx, permit: permit}
		if err := t.check(ctx, files, asked, shown.Rows, choices); err != nil {
			return nil, err
		}
		var submissions []ratings.Submission
		for i, f := range files {
			submission, err := t.take(ctx, f, t.events[i], t.sections[i])
			if err != nil {
				return nil, err
			}
			if asked[i].Rated {
				submissions = append(submissions, submission)
			}
		}
		out.Events, out.Guests = len(files), t.guests
		if len(submissions) > 0 {
			if out.Rated, err = s.ratings.RateAll(ctx, tx, actor, submissions); err != nil {
				return nil, asPastProblem(err)
			}
		}
		return t.done, deletePastFiles(ctx, tx, actor.Account)
	})
	return out, err
}

// asPastProblem makes problems of rating problems of the page: their messages name the event.
func asPastProblem(err error) error {
	refused, ok := errors.AsType[*apperr.Error](err)
	if !ok || len(refused.Fields) == 0 {
		return err
	}
	var f apperr.Fields
	for _, p := range refused.Fields {
		f.Add("", "%s", p.Message)
	}
	return f.Err()
}

// matchPast puts what was asked in the order of the files, which must be those that were seen.
func matchPast(files []past, in []PastEventInput) ([]PastEventInput, error) {
	byID := make(map[EventFileID]PastEventInput, len(in))
	for _, one := range in {
		byID[one.ID] = one
	}
	out := make([]PastEventInput, len(files))
	for i, f := range files {
		one, seen := byID[f.id]
		if !seen {
			return nil, usecase.Stale("this list of files", "event_import", int64(f.id))
		}
		out[i] = one
	}
	if len(files) == 0 || len(byID) != len(files) {
		return nil, apperr.New(
			apperr.Conflict, "Some of these files were taken or removed in the meantime. Nothing was taken now: look at the page again.",
		)
	}
	return out, nil
}

// taking is past events on their way into the site.
type taking struct {
	service  *Service
	tx       *store.Tx
	permit   usecase.Permit
	joint    []planned
	events   []Event   // of each file
	sections []Section // of each file
	plans    [][]planned
	guests   int
	done     *usecase.Entry
}

// check settles who everyone is and puts those who are new into the register; it says all that is
// wrong at once.
func (t *taking) check(
	ctx context.Context, files []past, asked []PastEventInput, rows []EntryRow, choices []Choice,
) error {
	var problems apperr.Fields
	days := make(map[string]string)
	for i, f := range files {
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
	joint, wrong := planOf(rows, choices, []Section{{Name: "Open"}})
	problems = append(problems, wrong...)
	if err := problems.Err(); err != nil {
		return err
	}
	result, _, done, err := t.service.newcomers(ctx, t.tx, t.permit, joint)
	if err != nil {
		return err
	}
	t.joint, t.guests, t.done = joint, result.Guests, done
	for _, f := range files {
		plan, wrong := f.plan(joint)
		problems = append(problems, wrong...)
		t.plans = append(t.plans, plan)
	}
	return problems.Err()
}

// take writes one event and says what is rated of it.
func (t *taking) take(ctx context.Context, f past, e Event, asked Section) (ratings.Submission, error) {
	s := t.service
	plan := t.plans[0]
	t.plans = t.plans[1:]
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
