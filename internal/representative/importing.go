package representative

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/formats"
	"nzgs/internal/members"
	"nzgs/internal/ratings/points"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Import is a file of earlier balances and events.
type Import struct {
	ID       ImportID
	File     string
	Events   int
	Openings int
	At       civil.Instant
	By       string
	Undone   bool
}

// File is a file of points as someone sends it.
type File struct {
	Name      string
	Data      []byte
	Different bool // events that look like ones of the site, or like each other, are different
}

// Enter reads a file of points (docs/points-file.md) and posts what it has: balances, events, the years it closes and
// who represented. Players are people of the register; visitors need not be. Everything that is wrong is said at once, at
// the field "file", and then nothing is posted.
func (s *Service) Enter(ctx context.Context, actor auth.Actor, file File) (Import, error) {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return Import{}, err
	}
	record, err := formats.ReadPoints(file.Data)
	if err != nil {
		return Import{}, refuseFile(err)
	}
	out := Import{File: shortName(file.Name), Events: len(record.Events), Openings: len(record.Opening)}
	err = s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, err := lockPoints(ctx, tx); err != nil {
			return nil, err
		}
		e := &entering{record: record, ids: map[string]PersonID{}, today: s.cases.Today(), different: file.Different}
		if e.facts, err = loadFacts(ctx, tx); err != nil {
			return nil, err
		}
		if e.people, err = peopleByName(ctx, tx); err != nil {
			return nil, err
		}
		if err := e.check(ctx, tx); err != nil {
			return nil, err
		}
		out.At, out.By = s.cases.Now(), permit.Name()
		if out.ID, err = e.write(ctx, tx, out); err != nil {
			return nil, err
		}
		d, err := s.settle(ctx, tx, permit.Name(), "Entered from the file "+out.File+".")
		return permit.Did("enter.points_file", "points_import", int64(out.ID), nil, struct {
			File   string      `json:"file"`
			Ledger auditPoints `json:"ledger"`
		}{out.File, auditOf("", s.cases.Today(), d)}), err
	})
	return out, err
}

func shortName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	runes := []rune(strings.ToValidUTF8(strings.Join(strings.Fields(name), " "), ""))
	return string(runes[:min(len(runes), 120)])
}

// refuseFile says everything that is wrong with a file at its field.
func refuseFile(err error) error {
	var all *formats.Problems
	if !errors.As(err, &all) {
		return err
	}
	var f apperr.Fields
	for _, p := range all.List {
		f.Add("file", "%s.", p)
	}
	if all.More > 0 {
		f.Add("file", "And %d more.", all.More)
	}
	return f.Err()
}

// entering is a file on its way into the ledger.
type entering struct {
	record   *points.Record
	facts    facts
	people   map[string][]PersonID // by folded name, in either order
	ids      map[string]PersonID   // of the players of the file
	today    civil.Date
	problems apperr.Fields

	different bool
	apart     [][2]event // that look like one; of the file's own the ids are still to come
}

// maxProblems bounds how many problems of a file are said: a file may be wrong in each of its lines.
const maxProblems = 100

func (e *entering) wrong(path, format string, args ...any) {
	if len(e.problems) == maxProblems {
		e.problems.Add("file", "There are more problems: fix these first.")
	}
	if len(e.problems) > maxProblems {
		return
	}
	e.problems.Add("file", "%s: %s", path, fmt.Sprintf(format, args...))
}

// check finds everything that is wrong with the file, given who is in the register and what is posted.
func (e *entering) check(ctx context.Context, q store.Queryer) error {
	e.checkFigures()
	opened := map[PersonID]string{}
	for i, o := range e.record.Opening {
		at := fmt.Sprintf("opening[%d]", i)
		id := e.find(at+".player", o.Player, false)
		if other, twice := opened[id]; twice && id != 0 && other != o.Player {
			e.wrong(at+".player", "%s and %s are one person of the register.", other, o.Player)
		}
		opened[id] = o.Player
		for _, have := range e.facts.openings {
			if have.person == id && id != 0 {
				e.wrong(at+".player", "%s has an opening balance on the site already.", o.Player)
			}
		}
		if o.Day.After(e.today) {
			e.wrong(at+".date", "This day is still to come.")
		}
	}
	for i := range e.record.Events {
		if err := e.checkEvent(ctx, q, i); err != nil {
			return err
		}
	}
	for i, r := range e.record.Representatives {
		if e.find(fmt.Sprintf("representatives[%d].player", i), r.Player, false) == 0 {
			continue
		}
	}
	if len(e.problems) == 0 {
		e.checkDoubled()
		if err := e.checkAlike(ctx, q); err != nil {
			return err
		}
	}
	return e.problems.Err()
}

// brought are the facts of a file whose players are all found. Its events have no ids yet.
func (e *entering) brought() (out facts) {
	for _, o := range e.record.Opening {
		out.openings = append(out.openings, opening{
			person: e.ids[o.Player], day: o.Day, points: o.Points, source: o.Source, represented: o.Represented,
		})
	}
	for _, one := range e.record.Events {
		posted := event{name: one.Name, day: one.Day, kind: one.Kind, ends: one.YearEnd}
		for _, p := range one.Placings {
			of := placing{person: e.ids[p.Player], score: p.Score, member: p.Member}
			if of.person == 0 {
				of.name = p.Player
			}
			posted.placings = append(posted.placings, of)
		}
		out.events = append(out.events, posted)
	}
	return out
}

// checkDoubled refuses a balance that has in it what the site or the file posts besides.
func (e *entering) checkDoubled() {
	in, all := e.brought(), e.facts
	openings, events := len(all.openings), len(all.events)
	all.openings, all.events = slices.Concat(all.openings, in.openings), slices.Concat(all.events, in.events)
	for _, d := range all.doubled() {
		o, of := all.openings[d.Opening], all.events[d.Event]
		switch {
		case d.Opening >= openings:
			i := d.Opening - openings
			e.wrong(fmt.Sprintf("opening[%d].date", i), "%s", d.Say(e.record.Opening[i].Player, o.day, of.name, of.day))
		case d.Event >= events:
			e.wrong(fmt.Sprintf("events[%d].date", d.Event-events), "%s", d.Say(e.nameOf(o.person), o.day, of.name, of.day))
		}
	}
}

// checkAlike asks about events that look like one that the site or the file has besides. Those of the file have negative
// ids here, by their places.
func (e *entering) checkAlike(ctx context.Context, q store.Queryer) error {
	known, err := knownEvents(ctx, q)
	if err != nil {
		return err
	}
	for i, one := range e.brought().events {
		one.id = EventID(-1 - i)
		for _, o := range one.twins(known, nil) {
			e.apart = append(e.apart, [2]event{one, o})
			if !e.different {
				e.wrong(fmt.Sprintf("events[%d]", i), "%s may be the same event as %s, which gives points already. Leave one of them out, "+
					"or say below that they are different events.", one.words(), o.words())
			}
		}
		known = append(known, one)
	}
	return nil
}

// nameOf is how the file writes someone.
func (e *entering) nameOf(person PersonID) string {
	for name, id := range e.ids {
		if id == person {
			return name
		}
	}
	return "Someone"
}

// checkFigures refuses figures that are not those of the site: they are the committee's to change.
func (e *entering) checkFigures() {
	if slices.EqualFunc(e.record.Systems, points.Shipped(), func(a, b points.System) bool {
		return a.From == b.From && sameFigures(a, b)
	}) {
		return
	}
	for _, one := range e.record.Events {
		if !sameFigures(*points.SystemOn(e.record.Systems, one.Day), *points.SystemOn(e.facts.systems, one.Day)) {
			e.wrong("points", "On %s the society went by other figures. Leave them out, or change them on the site first.",
				one.Day.Long())
			return
		}
	}
}

func (e *entering) checkEvent(ctx context.Context, q store.Queryer, i int) error {
	one, at := e.record.Events[i], fmt.Sprintf("events[%d]", i)
	if one.Day.After(e.today) {
		e.wrong(at+".date", "This day is still to come.")
	}
	for _, have := range e.facts.events {
		if have.name == one.Name && have.day == one.Day {
			e.wrong(at+".name", "%s of %s is posted already.", one.Name, one.Day.Long())
		}
	}
	if one.YearEnd {
		other, err := championshipOf(ctx, q, one.Day.Year(), 0)
		if err != nil {
			return err
		}
		if other != "" {
			e.wrong(at+".year_end", "The points year %d ends with %s already.", one.Day.Year(), other)
		}
		for j := range i {
			if o := e.record.Events[j]; o.YearEnd && o.Day.Year() == one.Day.Year() {
				e.wrong(at+".year_end", "events[%d] ends the points year %d already.", j, one.Day.Year())
			}
		}
	}
	listed := map[PersonID]string{}
	for j, p := range one.Placings {
		here := fmt.Sprintf("%s.placings[%d].player", at, j)
		id := e.find(here, p.Player, !p.Member)
		if other, twice := listed[id]; twice && id != 0 {
			e.wrong(here, "%s and %s are one person of the register.", other, p.Player)
		}
		listed[id] = p.Player
	}
	return nil
}

// find finds a player of the file in the register. A visitor need not be there.
func (e *entering) find(path, name string, visitor bool) PersonID {
	if id, known := e.ids[name]; known {
		return id
	}
	bare, number := name, ""
	if head, tail, ok := strings.Cut(name, " ("); ok && strings.HasSuffix(tail, ")") {
		bare, number = head, strings.TrimSuffix(tail, ")")
	}
	found := e.people[members.Fold(bare)]
	for _, id := range found {
		if number != "" && playerKey(id) == number {
			found = []PersonID{id}
			break
		}
	}
	switch {
	case len(found) == 1 && (number == "" || playerKey(found[0]) == number):
		e.ids[name] = found[0]
		return found[0]
	case len(found) > 1:
		e.wrong(path, "%d people of the register are called %s. Write the member number behind the name: %s (%d).",
			len(found), bare, bare, found[0])
	case !visitor:
		e.wrong(path, "%s is not in the register. Write the name as it stands there.", name)
	}
	return 0
}

// write keeps the file's facts.
func (e *entering) write(ctx context.Context, tx *store.Tx, file Import) (ImportID, error) {
	id, err := insertImport(ctx, tx, file)
	if err != nil {
		return 0, err
	}
	in := e.brought()
	for _, o := range in.openings {
		if err := insertOpening(ctx, tx, id, o); err != nil {
			return 0, err
		}
	}
	chosen := map[civil.Date]PersonID{}
	for _, r := range e.record.Representatives {
		chosen[r.YearEnd] = e.ids[r.Player]
	}
	ids := map[EventID]EventID{} // of the file's events, by their places
	for i, posted := range in.events {
		if posted.id, err = insertImportedEvent(ctx, tx, id, posted, file); err != nil {
			return 0, err
		}
		ids[EventID(-1-i)] = posted.id
		if err := replacePosting(ctx, tx, posted, file.At, file.By); err != nil {
			return 0, err
		}
		if posted.ends {
			if err := insertImportedYear(ctx, tx, id, posted, chosen[posted.day], file); err != nil {
				return 0, err
			}
		}
	}
	for _, two := range e.apart {
		one, other := ids[two[0].id], two[1].id
		if other < 0 {
			other = ids[other]
		}
		if err := insertApart(ctx, tx, pairOf(one, other), file.At, file.By); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// UndoImport takes back what a file brought in, by lines of their own.
func (s *Service) UndoImport(ctx context.Context, actor auth.Actor, id ImportID) error {
	permit, err := s.cases.May(actor, auth.KeepPoints, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if _, err := lockPoints(ctx, tx); err != nil {
			return nil, err
		}
		n, err := undoImport(ctx, tx, id, s.cases.Now(), permit.Name())
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, apperr.New(apperr.Conflict, "This file was withdrawn already.")
		}
		d, err := s.settle(ctx, tx, permit.Name(), "The file that it came from was withdrawn.")
		return permit.Did("undo.points_file", "points_import", int64(id), nil, auditOf("", s.cases.Today(), d)), err
	})
}
