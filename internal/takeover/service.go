package takeover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/sheet"
	"nzgs/internal/store"
	"nzgs/internal/usecase"
)

// Service takes a society over.
type Service struct {
	db      *store.DB
	cases   usecase.Cases
	offices *auth.Service
	ratings *ratings.Service
}

// New returns a service on the database that tells the time by clock.
func New(db *store.DB, clock civil.Clock, offices *auth.Service, ratings *ratings.Service) *Service {
	return &Service{db: db, cases: usecase.New(db, clock), offices: offices, ratings: ratings}
}

// What waits at most for one officer.
const (
	maxFiles   = 12
	maxWaiting = 12_000 // rows in all
	keepDays   = 30     // how long a file waits
	undoDays   = 90     // how long it is kept what a take-over has changed of people, to be given back
)

// Upload is a file that was sent.
type Upload struct {
	Name string
	io.Reader
}

// Send reads lists and keeps them beside those that wait, all or none. Problems are of the field "file" and name the file.
func (s *Service) Send(ctx context.Context, actor auth.Actor, files []Upload) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	before, err := headings(ctx, s.db)
	if err != nil {
		return err
	}
	var wrong apperr.Fields
	var read []waiting
	for _, file := range files {
		one, err := readFile(file, before)
		var problem *sheet.Error
		switch {
		case errors.As(err, &problem):
			wrong.Add("file", "%s: %s", cleanName(file.Name), problem.Error())
		case err != nil:
			return err
		default:
			read = append(read, one)
		}
	}
	if len(files) == 0 {
		wrong.Add("file", "Choose the files first.")
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		return s.keep(ctx, tx, permit, actor, read)
	})
}

func (s *Service) keep(ctx context.Context, tx *store.Tx, permit usecase.Permit, actor auth.Actor, read []waiting) (*usecase.Entry, error) {
	if _, err := deleteOld(ctx, tx, s.cases.Today().AddDays(-keepDays).Midnight()); err != nil {
		return nil, err
	}
	if err := lockFiles(ctx, tx, actor.Account); err != nil {
		return nil, err
	}
	all, err := filesOf(ctx, tx, actor.Account)
	if err != nil {
		return nil, err
	}
	var f apperr.Fields
	var done *usecase.Entry
	for _, one := range read {
		if same := slices.IndexFunc(all, func(w waiting) bool { return w.Hash == one.Hash }); same >= 0 {
			f.Add("file", "%s: the same file as %s, which waits already.", one.Name, all[same].Name)
			continue
		}
		all = append(all, one)
		id, err := insertFile(ctx, tx, actor.Account, one.Name, one.Hash, one.content, s.cases.Now())
		if err != nil {
			return nil, err
		}
		done = done.Then(permit.Did("send.takeover_file", "takeover_file", int64(id), nil, map[string]any{
			"file": one.Name, "sha256": one.Hash, "rows": len(one.Rows),
		}))
	}
	rows := 0
	for _, w := range all {
		rows += len(w.Rows)
	}
	switch {
	case len(all) > maxFiles:
		f.Add("file", "At most %d files wait together. Take those over first that wait.", maxFiles)
	case rows > maxWaiting:
		f.Add("file", "The files have %d rows together, and at most %d can wait. Take them over one after the other.", rows, maxWaiting)
	}
	return done, f.Err()
}

func readFile(file Upload, before remembered) (waiting, error) {
	data, err := sheet.Take(file)
	if err != nil {
		return waiting{}, err
	}
	list, err := sheet.Parse(data, "Members", "People", "Clubs", "Ratings", "Register")
	if err != nil {
		return waiting{}, err
	}
	sum := sha256.Sum256(data)
	out := waiting{Name: cleanName(file.Name), Hash: hex.EncodeToString(sum[:])}
	out.content, err = read(list, before)
	return out, err
}

// cleanName keeps a hostile name from filling a page.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	runes := []rune(oneLine(name))
	if len(runes) == 0 {
		return "list"
	}
	return string(runes[:min(len(runes), 120)])
}

// Waiting is what waits for an officer, and what taking it over would do.
type Waiting struct {
	Files []File
	Plan  Plan
	Clubs []clubs.Club   // of the register, to choose from
	Taken []Taken        // before, the newest first
	Years []members.Year // that everyone on a list can have paid for, the next one first
	Until string         // for whom members already are: the day that is meant
}

// File is a file that waits, as its part of the page shows it.
type File struct {
	ID       FileID
	Name     string
	What     What
	Rows     int
	Headless bool
	Columns  []Column
	Settings Settings
	OrderWhy string // by what the order of its days is read; "" where nothing tells
	Asked    string // a day that reads both ways
	Bare     string // a year that can mean two
	Rated    bool
	Missing  []Missing
	Before   string // when the very same file was taken over; ""
	Version  int64
}

// Column is a column of a file.
type Column struct {
	Number           int // from 1
	Letter           string
	Heading, Example string
	Means, Why       string
}

// Waiting shows what waits. It needs the permission to take a society over.
func (s *Service) Waiting(ctx context.Context, actor auth.Actor) (Waiting, error) {
	if err := s.cases.Require(actor, auth.TakeOver, auth.Object{}); err != nil {
		return Waiting{}, err
	}
	m, err := s.material(ctx, s.db, actor)
	if err != nil {
		return Waiting{}, err
	}
	out := Waiting{Clubs: m.clubs, Until: m.already().Long()}
	last := (&planner{material: m}).lastYear()
	for y := last; y > last-8; y-- {
		out.Years = append(out.Years, y)
	}
	if out.Taken, err = takeovers(ctx, s.db); err != nil {
		return out, err
	}
	for _, f := range m.files {
		one := f.show()
		if day, before := m.before[f.Hash]; before {
			one.Before = day.Long()
		}
		out.Files = append(out.Files, one)
	}
	if len(m.files) > 0 {
		out.Plan, err = plan(m)
	}
	return out, err
}

func (f *waiting) show() File {
	out := File{
		ID: f.ID, Name: f.Name, What: f.What, Rows: len(f.data()), Headless: f.Headless, Settings: f.Settings, Version: f.Version,
		Bare: f.bareYears(), Rated: f.has(sheet.Rating), Missing: f.missing(),
	}
	_, out.OrderWhy, out.Asked = orderIn(f.days())
	for i, col := range f.Columns {
		c := Column{Number: i + 1, Letter: sheet.ColumnName(i + 1), Heading: f.heading(i), Means: string(col.Means), Why: col.Why}
		for _, row := range f.data() {
			if c.Example = shortened(row.Cell(i)); c.Example != "" {
				break
			}
		}
		if c.Heading != "" || c.Example != "" {
			out.Columns = append(out.Columns, c)
		}
	}
	return out
}

// material reads everything that a plan looks at.
func (s *Service) material(ctx context.Context, q store.Queryer, actor auth.Actor) (m material, err error) {
	m = material{
		actor: actor.Person, sees: auth.Can(actor, auth.ViewRegister, auth.Object{}, s.cases.Today()), today: s.cases.Today(), people: map[PersonID]members.Person{}, terms: map[PersonID][]members.Term{},
		earlier: map[PersonID][]members.Earlier{}, clubAs: map[string]string{},
	}
	if m.files, err = filesOf(ctx, q, actor.Account); err != nil {
		return m, err
	}
	if m.clubs, err = clubs.All(ctx, q); err != nil {
		return m, err
	}
	if m.history, err = governance.Load(ctx, q); err != nil {
		return m, err
	}
	m.rules = m.history.On(m.today)
	if len(m.files) == 0 {
		return m, nil
	}
	if m.directory, err = members.LoadDirectory(ctx, q); err != nil {
		return m, err
	}
	chosen, err := headings(ctx, q)
	if err != nil {
		return m, err
	}
	for heading, means := range chosen {
		if key, ok := strings.CutPrefix(heading, "club:"); ok {
			m.clubAs[key] = means
		}
	}
	if m.heads, err = clubs.SecretariesOn(ctx, q, m.today); err != nil {
		return m, err
	}
	if m.hasPeople, err = peopledClubs(ctx, q, m.rules.YearOf(m.today)-1); err != nil {
		return m, err
	}
	rows, err := keptRows(ctx, q)
	if err != nil {
		return m, err
	}
	m.kept = newKept(rows)
	if m.leads, err = leadsOn(ctx, q); err != nil {
		return m, err
	}
	if m.rated, err = ratingsSet(ctx, q); err != nil {
		return m, err
	}
	if m.before, err = takenFiles(ctx, q); err != nil {
		return m, err
	}
	if m.told, err = earlierTaken(ctx, q); err != nil {
		return m, err
	}
	away, err := reservedNumbers(ctx, q)
	m.reserved = func(n PersonID) bool {
		return slices.ContainsFunc(away, func(x span) bool { return int64(n) >= x.from && int64(n) < x.until })
	}
	m.known = func(ids []PersonID) error { return m.look(ctx, q, ids) }
	return m, err
}

// look reads what the register has of people.
func (m material) look(ctx context.Context, q store.Queryer, ids []PersonID) error {
	for i, id := range ids {
		if now, leads := m.leads[id]; leads {
			ids[i] = now
		}
	}
	people, err := members.People(ctx, q, ids)
	if err != nil {
		return err
	}
	terms, err := members.TermsOf(ctx, q, ids)
	if err != nil {
		return err
	}
	earlier, err := members.EarlierOf(ctx, q, ids)
	if err != nil {
		return err
	}
	maps.Copy(m.people, people)
	maps.Copy(m.terms, terms)
	maps.Copy(m.earlier, earlier)
	return nil
}

// Remove removes a file that waits.
func (s *Service) Remove(ctx context.Context, actor auth.Actor, id FileID) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		found, err := deleteFile(ctx, tx, actor.Account, id)
		if err == nil && !found {
			err = apperr.New(apperr.NotFound, "This file was taken over or removed already.")
		}
		return permit.Did("remove.takeover_file", "takeover_file", int64(id), nil, nil), err
	})
}

// ReadAs says how a file is read.
type ReadAs struct {
	File     FileID
	Version  int64
	What     What
	Headless bool
	Columns  map[int]string // by their numbers, from 1: what each is
	Settings Settings
}

// ReadAs changes how a file is read. What was chosen for a heading is proposed again for other files. Problems are of the
// fields "column-<number>", "years" and so on.
func (s *Service) ReadAs(ctx context.Context, actor auth.Actor, in ReadAs) error {
	return s.change(ctx, actor, in.File, in.Version, func(tx *store.Tx, f *waiting) error {
		before, err := headings(ctx, tx)
		if err != nil {
			return err
		}
		if in.What != OfPeople && in.What != OfClubs {
			return apperr.Fields{{Name: "what", Message: "Choose what the list is of."}}.Err()
		}
		if in.What != f.What || in.Headless != f.Headless {
			f.What, f.Headless = in.What, in.Headless
			days := f.days()
			f.guess(before)
			f.Settings = f.ordered(days, in.Settings)
			return nil
		}
		if err := f.readAs(in, s.cases.Today()); err != nil {
			return err
		}
		for i, col := range f.Columns {
			if heading := sheet.NormaliseHeading(f.heading(i)); heading != "" && col.Why == chosenNow && before[heading] != string(col.Means) {
				if err := keepHeading(ctx, tx, heading, string(col.Means), s.cases.Now()); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

const chosenNow = "chosen"

func (f *waiting) readAs(in ReadAs, today civil.Date) error {
	var wrong apperr.Fields
	next, first := slices.Clone(f.Columns), map[sheet.Key]int{}
	for number, means := range in.Columns {
		if number < 1 || number > len(next) || means != "" && titleOf(f.What, sheet.Key(means)) == "" {
			wrong.Add(fmt.Sprintf("column-%d", number), "Choose what this column is.")
			continue
		}
		if next[number-1].Means != sheet.Key(means) {
			next[number-1] = column{sheet.Key(means), chosenNow}
		}
	}
	for i, col := range next {
		if at, twice := first[col.Means]; twice && col.Means != "" && col.Means != yearPaid {
			wrong.Add(fmt.Sprintf("column-%d", i+1), "Columns %s and %s cannot both be “%s”.", sheet.ColumnName(at+1), sheet.ColumnName(i+1),
				titleOf(f.What, col.Means))
		}
		if _, twice := first[col.Means]; !twice {
			first[col.Means] = i
		}
	}
	in.Settings.Source = oneLine(in.Settings.Source)
	in.Settings.check(&wrong, today)
	if err := wrong.Err(); err != nil {
		return err
	}
	days := f.days()
	f.Columns = next
	f.Settings = f.ordered(days, in.Settings)
	return nil
}

// ordered are settings with the order that the file’s days tell, where other columns are read as days than before and
// nobody has chosen another order.
func (f *waiting) ordered(before []string, in Settings) Settings {
	days := f.days()
	if order, why, _ := orderIn(days); why != "" && in.Order == f.Settings.Order && !slices.Equal(before, days) {
		in.Order = order
	}
	return in
}

func (in Settings) check(f *apperr.Fields, today civil.Date) {
	if in.Order != DayFirst && in.Order != MonthFirst {
		f.Add("order", "Choose the order of day and month.")
	}
	if in.Years != "" && in.Years != Begins && in.Years != Ends {
		f.Add("years", "Choose what a year means.")
	}
	if in.Already != "" && in.Already != "yes" && in.Already != "no" {
		f.Add("already", "Choose yes or no.")
	}
	if in.Year != 0 && !in.Year.Valid() {
		f.Add("year", "Choose a year.")
	}
	if in.Day.After(today) {
		f.Add("day", "Choose a day that is not in the future.")
	}
	if utf8.RuneCountInString(in.Source) > 200 {
		f.Add("source", "Shorten this to 200 characters.")
	}
	if in.Games < 0 || in.Games > maxGames {
		f.Add("games", "Enter a number between 1 and %d, or nothing.", maxGames)
	}
}

// change changes a file that waits, which is the actor's and stands as it was shown.
func (s *Service) change(
	ctx context.Context, actor auth.Actor, id FileID, version int64, do func(tx *store.Tx, f *waiting) error,
) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		if err := lockFiles(ctx, tx, actor.Account); err != nil {
			return nil, err
		}
		all, err := filesOf(ctx, tx, actor.Account)
		if err != nil {
			return nil, err
		}
		for i := range all {
			if all[i].ID != id {
				continue
			}
			if version != 0 && all[i].Version != version {
				return nil, usecase.Stale("this file", "takeover_file", int64(id))
			}
			if err := do(tx, &all[i]); err != nil {
				return nil, err
			}
			return permit.Did("read.takeover_file", "takeover_file", int64(id), nil, map[string]string{"file": all[i].Name}),
				saveFile(ctx, tx, all[i])
		}
		return nil, apperr.New(apperr.NotFound, "This file was taken over or removed already.")
	})
}

// Chosen is what was chosen for rows and for names of clubs.
type Chosen struct {
	Rows  map[Ref]Choice
	Clubs map[string]string // by the keys of the spellings: "new", "none", "club:7", "as:KEY"
}

// Choose keeps what was chosen.
func (s *Service) Choose(ctx context.Context, actor auth.Actor, in Chosen) error {
	permit, err := s.cases.May(actor, auth.TakeOver, auth.Object{})
	if err != nil {
		return err
	}
	return s.cases.Change(ctx, func(tx *store.Tx) (*usecase.Entry, error) {
		rows, err := s.choose(ctx, tx, actor, in)
		if err != nil {
			return nil, err
		}
		return permit.Did("choose.takeover", "takeover_file", 0, nil, map[string]int{"rows": rows, "clubs": len(in.Clubs)}), nil
	})
}

func (s *Service) choose(ctx context.Context, tx *store.Tx, actor auth.Actor, in Chosen) (rows int, err error) {
	if err := lockFiles(ctx, tx, actor.Account); err != nil {
		return 0, err
	}
	all, err := filesOf(ctx, tx, actor.Account)
	if err != nil {
		return 0, err
	}
	for i := range all {
		f, changed := &all[i], false
		for ref, choice := range in.Rows {
			if ref.File != f.ID || f.Choices[ref.Row] == choice || !f.hasRow(ref.Row) {
				continue
			}
			if choice.Kind == Same {
				if _, err := members.PersonByID(ctx, tx, choice.Person); err != nil {
					return 0, err
				}
			}
			if f.Choices == nil {
				f.Choices = map[int]Choice{}
			}
			f.Choices[ref.Row], changed = choice, true
			rows++
		}
		if changed {
			if err := saveFile(ctx, tx, *f); err != nil {
				return 0, err
			}
		}
	}
	for key, means := range in.Clubs {
		if len(key) != 20 || len(means) > 60 {
			return 0, apperr.New(apperr.Invalid, "Choose which club it is.")
		}
		if err := keepHeading(ctx, tx, "club:"+key, means, s.cases.Now()); err != nil {
			return 0, err
		}
	}
	return rows, nil
}

func (c *content) hasRow(number int) bool {
	return slices.ContainsFunc(c.data(), func(row sheet.Row) bool { return row.Number == number })
}
