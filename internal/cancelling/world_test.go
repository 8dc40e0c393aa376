package cancelling

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
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/venue"
)

var ctx = context.Background()

// world is a society with an event that takes entries online, and the letters that left it.
type world struct {
	t        testing.TB
	db       *store.DB
	now      civil.Instant
	offices  *auth.Service
	events   *tournaments.Service
	results  *results.Service
	entries  *entering.Service
	letters  *eventmail.Service
	venue    *venue.Service
	outbox   *mail.Service
	s        *Service
	director auth.Actor
	event    tournaments.Event
	section  tournaments.SectionID
	sent     []letter
	refuses  string // address that takes no letter
}

type letter struct{ to, subject, body string }

// Send takes the letters.
func (w *world) Send(_ context.Context, m mail.Message) error {
	if m.To.Address == w.refuses {
		return mail.ErrRefused
	}
	w.sent = append(w.sent, letter{m.To.Address, m.Subject, m.Body})
	return nil
}

const site = "https://go.example.nz"

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db)) })
}

func newWorld(t testing.TB, db *store.DB) *world {
	t.Helper()
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
	clock := func() civil.Instant {
		w.now = w.now.Add(time.Second)
		return w.now
	}
	list, points, champions := ratings.New(db, clock), representative.New(db, clock), titles.New(db, clock)
	w.offices = auth.New(db, clock, auth.Settings{})
	w.events = tournaments.New(db, clock, w.offices, list, points, champions, nil)
	w.results = results.New(db, clock, w.events)
	w.outbox = mail.New(db, clock, w)
	w.entries = entering.New(db, clock, "Test Society", w.offices, w.events, w.outbox)
	w.entries.ReachedAt(site)
	w.letters = eventmail.New(db, clock, "Test Society", site, w.events, w.results, w.outbox)
	w.venue = venue.New(db, clock, "Test Society", w.events, list)
	w.s = New(db, clock, "Test Society", site, w.events, w.entries, w.outbox)
	w.director = w.actor(w.person("Tūī", "Aroha", "aroha@example.nz"), auth.Director)
	w.event, w.section = w.opens("Congress")
	return w
}

// opens sets an event up that takes entries online, with a section whose lots are committed to.
func (w *world) opens(name string) (tournaments.Event, tournaments.SectionID) {
	w.t.Helper()
	e := w.drafts(name)
	w.must(w.entries.OpenEntries(ctx, w.director, e.ID, e.Version))
	t, err := w.entries.Terms(ctx, w.director, e.ID)
	w.must(err)
	w.must(w.entries.SetTerms(ctx, w.director, e.ID, entering.TermsInput{
		Taken: true, Closes: t.Closes, Fees: entering.Fees{Member: 40_00, Visitor: 50_00}, Lists: t.Lists, Version: t.Version,
	}))
	return w.read(e.ID), w.sectionsOf(e.ID)[0].ID
}

// drafts sets an event up with a section.
func (w *world) drafts(name string) tournaments.Event {
	w.t.Helper()
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
		Name: name, Place: "Hall", From: civil.MustParseDate("2027-01-02"), To: civil.MustParseDate("2027-01-04"),
	})
	w.must(err)
	_, err = w.events.AddSection(ctx, w.director, e.ID, tournaments.SectionInput{
		Name: "Open", Settings: tournaments.DefaultSettings(), Lot: tournaments.LotCommitted,
	})
	w.must(err)
	return w.read(e.ID)
}

func (w *world) read(id EventID) tournaments.Event {
	w.t.Helper()
	e, err := tournaments.EventIn(ctx, w.db, id)
	w.must(err)
	return e
}

func (w *world) sectionsOf(id EventID) []tournaments.Section {
	w.t.Helper()
	list, err := tournaments.SectionsIn(ctx, w.db, id)
	w.must(err)
	return list
}

func (w *world) person(family, given, email string) PersonID {
	w.t.Helper()
	var id PersonID
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{
			FamilyName: family, GivenNames: given, Grade: "3d", Email: email,
		})
		return err
	}))
	return id
}

func (w *world) actor(id PersonID, roles ...auth.Role) auth.Actor {
	a := auth.Actor{Account: auth.AccountID(id), Person: id, Name: fmt.Sprintf("Person %d", id)}
	for _, r := range roles {
		a.Offices = append(a.Offices, auth.Office{Person: id, Role: r, From: civil.MustParseDate("2020-01-01")})
	}
	return a
}

// enters enters someone of the register by hand.
func (w *world) enters(person PersonID) tournaments.Entry {
	w.t.Helper()
	e, err := w.events.Enter(ctx, w.director, person, tournaments.EntryInput{Section: w.section, Visitor: true})
	w.must(err)
	return e
}

// plays enters two and publishes a round.
func (w *world) plays() tournaments.Round {
	w.t.Helper()
	w.enters(w.person("Black", "Ada", "ada@example.nz"))
	w.enters(w.person("White", "Bob", "bob@example.nz"))
	r, err := w.events.Draw(ctx, w.director, w.section, 1)
	w.must(err)
	w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
	r.Version++
	return r
}

// visits enters a visitor online: the address is confirmed.
func (w *world) visits(family string) (entering.Application, string) {
	w.t.Helper()
	token := w.asks(family)
	a, err := w.entries.Confirm(ctx, token)
	w.must(err)
	return a, token
}

func (w *world) asks(family string) string {
	w.t.Helper()
	address := strings.ToLower(family) + "@example.org"
	w.must(w.entries.Enter(ctx, w.event.ID, entering.Input{
		FamilyName: family, GivenNames: "Rima", Email: address, Grade: "5k",
	}, "192.0.2."+fmt.Sprint(len(w.sent)%200)))
	for _, l := range w.come() {
		if _, rest, ok := strings.Cut(l.body, site+"/entered/"); ok && l.to == address {
			token, _, _ := strings.Cut(rest, "\n")
			return token
		}
	}
	w.t.Fatal("no letter came")
	return ""
}

// come are the letters that leave now.
func (w *world) come() []letter {
	w.t.Helper()
	n := len(w.sent)
	_, err := w.outbox.Deliver(ctx)
	w.must(err)
	return w.sent[n:]
}

// told are the letters that leave once those about a cancelled event do.
func (w *world) told() []letter {
	w.t.Helper()
	if early := w.come(); len(early) > 0 {
		w.t.Errorf("left at once: %+v", early)
	}
	w.now = w.now.Add(HeldFor)
	return w.come()
}

func (w *world) wins(r tournaments.Round) error {
	p, err := tournaments.GameByID(ctx, w.db, r.Games[0].ID)
	w.must(err)
	_, err = w.results.Enter(ctx, w.director, results.Entry{Game: p.Game.ID, Version: p.Game.Version, Result: pairing.BlackWins})
	return err
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) refused(err error, kind apperr.Kind, says string) {
	w.t.Helper()
	var e *apperr.Error
	if !errors.As(err, &e) {
		w.t.Errorf("error %v, want a refusal that says %q", err, says)
		return
	}
	text := e.Message
	for _, f := range e.Fields {
		text += "\n" + f.Name + ": " + f.Message
	}
	if e.Kind != kind || !strings.Contains(text, says) {
		w.t.Errorf("refused as %s: %s\nwant %s that says %q", e.Kind, text, kind, says)
	}
}
