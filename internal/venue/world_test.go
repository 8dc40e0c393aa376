package venue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
)

var ctx = context.Background()

// desk is one program with its database: the site, or a laptop.
type desk struct {
	t       *testing.T
	db      *store.DB
	now     civil.Instant
	events  *tournaments.Service
	results *results.Service
	auth    *auth.Service
	list    *ratings.Service
}

func newDesk(t *testing.T, db *store.DB) *desk {
	d := &desk{t: t, db: db, now: civil.MustParseInstant("2027-01-02T01:00:00.000Z")}
	clock := func() civil.Instant {
		d.now = d.now.Add(time.Second)
		return d.now
	}
	d.list, d.auth = ratings.New(db, clock), auth.New(db, clock, auth.Settings{})
	d.events = tournaments.New(db, clock, d.auth, d.list, representative.New(db, clock), titles.New(db, clock), nil)
	d.results = results.New(db, clock, d.events)
	return d
}

func (d *desk) clock() civil.Instant { return d.now }

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) refused(err error, kind apperr.Kind, says string) {
	d.t.Helper()
	var said *apperr.Error
	if !errors.As(err, &said) || said.Kind != kind || !strings.Contains(err.Error(), says) {
		d.t.Fatalf("the error is %v, want %s with %q", err, kind, says)
	}
}

// world is a site with an event, and the laptops that open its file.
type world struct {
	*desk
	site     *Service
	director auth.Actor
	referee  auth.Actor
	people   []tournaments.PersonID
	event    EventID
	section  tournaments.SectionID
}

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db)) })
}

func (d *desk) person(family, given string) tournaments.PersonID {
	d.t.Helper()
	var id tournaments.PersonID
	d.must(d.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, d.now, members.PersonInput{
			FamilyName: family, GivenNames: given, Grade: "2k", Email: strings.ToLower(family) + "@example.nz", Phone: "04 555 0100",
			Address: "1 Secret Street",
		})
		return err
	}))
	return id
}

// rated is someone whom the public rating list names.
func (d *desk) rated(family, given string) tournaments.PersonID {
	d.t.Helper()
	id := d.person(family, given)
	d.must(d.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO rating (person_id, milli, games, last_day) VALUES ($1, -1500, 20, '2026-11-01')`, id)
		return err
	}))
	return id
}

func actor(id tournaments.PersonID, name string, role auth.Role, event EventID) auth.Actor {
	return auth.Actor{Person: id, Name: name, Offices: []auth.Office{{
		Person: id, Role: role, Event: event, From: civil.MustParseDate("2020-01-01"),
	}}}
}

// newWorld makes a running event of six players, three rounds, the first published.
func newWorld(t *testing.T, db *store.DB) *world {
	w := &world{desk: newDesk(t, db)}
	w.site = New(db, w.clock, "A Go Society", w.events, w.list)
	w.site.ReachedAt("https://go.example.nz")
	director := w.person("Tūī", "Aroha")
	w.director = actor(director, "Aroha Tūī", auth.Director, 0)
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
		Name: "Congress", Place: "Wellington", From: civil.MustParseDate("2027-01-02"), To: civil.MustParseDate("2027-01-04"),
	})
	w.must(err)
	w.event = e.ID
	w.referee = actor(w.person("Kea", "Rewi"), "Rewi Kea", auth.Referee, w.event)
	in := tournaments.SectionInput{Name: "Open", Settings: tournaments.DefaultSettings()}
	in.Rounds, in.Lot = 3, tournaments.LotCommitted
	w.section, err = w.events.AddSection(ctx, w.director, w.event, in)
	w.must(err)
	for i := range 6 {
		id := w.person(fmt.Sprintf("Family%d", i), "Given")
		w.people = append(w.people, id)
		_, err := w.events.Enter(ctx, w.director, id, tournaments.EntryInput{Section: w.section, Visitor: true})
		w.must(err)
	}
	w.must(w.events.Announce(ctx, w.director, w.event, w.get().Version))
	w.round(w.director, w.section)
	return w
}

func (d *desk) eventOf(id EventID) tournaments.Event {
	d.t.Helper()
	e, err := d.events.EventByID(ctx, auth.System("a test"), id)
	d.must(err)
	return e
}

func (w *world) get() tournaments.Event { w.t.Helper(); return w.eventOf(w.event) }

// round draws and publishes the next round.
func (d *desk) round(director auth.Actor, section tournaments.SectionID) {
	d.t.Helper()
	r, err := d.events.Draw(ctx, director, section, 0)
	d.must(err)
	d.must(d.events.Publish(ctx, director, r.ID, r.Version, ""))
}

// chart is a section as its director sees it.
func (d *desk) chart(director auth.Actor, section tournaments.SectionID) *tournaments.Wallchart {
	d.t.Helper()
	c, err := d.events.Wallchart(ctx, director, section)
	d.must(err)
	return c
}

// enter enters a result at a table of a round.
func (d *desk) enter(director auth.Actor, section tournaments.SectionID, round, table int, r pairing.Result) {
	d.t.Helper()
	d.must(d.tryEnter(director, section, round, table, r))
}

func (d *desk) tryEnter(director auth.Actor, section tournaments.SectionID, round, table int, r pairing.Result) error {
	d.t.Helper()
	g := d.chart(director, section).Rounds[round-1].Games[table-1]
	_, err := d.results.Enter(ctx, director, results.Entry{Game: results.GameID(g.ID), Version: g.Version, Result: r})
	return err
}

func (d *desk) enterAll(director auth.Actor, section tournaments.SectionID, round int) {
	d.t.Helper()
	for i := range d.chart(director, section).Rounds[round-1].Games {
		d.enter(director, section, round, i+1, pairing.BlackWins)
	}
}

// results are those of a round, table by table.
func (d *desk) resultsOf(director auth.Actor, section tournaments.SectionID, round int) string {
	d.t.Helper()
	var out []string
	for _, g := range d.chart(director, section).Rounds[round-1].Games {
		out = append(out, string(g.Result))
	}
	return strings.Join(out, ",")
}

// lend lends the event and gives its file.
func (w *world) lend() []byte {
	w.t.Helper()
	_, err := w.site.Lend(ctx, w.director, w.event)
	w.must(err)
	file, _, err := w.site.File(ctx, w.director, w.event)
	w.must(err)
	return file
}

// laptop is a laptop that has opened a file.
type laptop struct {
	*desk
	*Laptop
	director auth.Actor
}

func (w *world) laptop(file []byte) *laptop {
	w.t.Helper()
	l := &laptop{desk: newDesk(w.t, storetest.SQLite(w.t))}
	l.reopen(w)
	d, err := Parse(file)
	w.must(err)
	w.must(l.Open(ctx, d))
	return l
}

// reopen starts the laptop's program on its database once more.
func (l *laptop) reopen(w *world) {
	l.Laptop = NewLaptop(l.desk.db, l.desk.clock, "A Go Society", l.desk.auth, l.desk.events, l.desk.list)
	l.director = actor(w.director.Person, w.director.Name, auth.Director, w.event)
}

// reaches has the laptop push to the site.
func (w *world) reaches(l *laptop) {
	w.t.Helper()
	w.must(l.Push(ctx, w.send, "http://192.168.1.20:8080"))
}

func (w *world) send(ctx context.Context, to string, in Arrival) (Answer, error) {
	if to != "https://go.example.nz" {
		w.t.Errorf("the laptop sends to %s", to)
	}
	return w.site.Arrive(ctx, in)
}

func (l *laptop) says() Origin {
	l.t.Helper()
	o, err := l.Origin(ctx)
	l.must(err)
	return o
}

func (w *world) asides() []Aside {
	w.t.Helper()
	list, err := w.site.Asides(ctx, w.director, w.event)
	w.must(err)
	return list
}

func (w *world) loan() Loan {
	w.t.Helper()
	l, err := w.site.Loan(ctx, auth.Actor{}, w.event)
	w.must(err)
	return l
}
