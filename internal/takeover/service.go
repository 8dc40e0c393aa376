package takeover

import (
	"context"
	"maps"
	"slices"
	"strings"

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
