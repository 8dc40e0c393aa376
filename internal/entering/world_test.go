package entering

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
)

var ctx = context.Background()

// world is a society whose director takes entries online, and the letters that left it.
type world struct {
	t        testing.TB
	db       *store.DB
	s        *Service
	events   *tournaments.Service
	outbox   *mail.Service
	now      civil.Instant
	director auth.Actor
	event    tournaments.Event
	section  SectionID
	letters  []letter
}

type letter struct{ to, name, subject, body string }

// Send takes the letters.
func (w *world) Send(_ context.Context, m mail.Message) error {
	w.letters = append(w.letters, letter{m.To.Address, m.To.Name, m.Subject, m.Body})
	return nil
}

func onBoth(t *testing.T, places int, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db, places)) })
}

func newWorld(t testing.TB, db *store.DB, places int) *world {
	t.Helper()
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-21T01:00:00.000Z")}
	clock := func() civil.Instant { return w.now }
	offices := auth.New(db, clock, auth.Settings{})
	w.events = tournaments.New(
		db, clock, offices, ratings.New(db, clock), representative.New(db, clock), titles.New(db, clock), nil,
	)
	w.outbox = mail.New(db, clock, w)
	w.s = New(db, clock, "Test Society", offices, w.events, w.outbox)
	w.s.ReachedAt("https://go.example.nz")
	w.director = w.actor(w.person("Tūī", "Aroha", "3d", "aroha@example.nz"), auth.Director)
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
		Name: "Congress", From: civil.MustParseDate("2027-01-02"), To: civil.MustParseDate("2027-01-04"),
	})
	w.must(err)
	w.must(w.s.OpenEntries(ctx, w.director, e.ID, e.Version))
	w.event, err = w.events.EventByID(ctx, w.director, e.ID)
	w.must(err)
	sections, err := w.events.Sections(ctx, w.director, e.ID)
	w.must(err)
	w.section = sections[0].ID
	if places > 0 {
		w.terms(func(in *TermsInput) { in.Places = map[SectionID]int{w.section: places} })
	}
	return w
}

// terms changes the terms of entry.
func (w *world) terms(change func(in *TermsInput)) {
	w.t.Helper()
	t, err := w.s.Terms(ctx, w.director, w.event.ID)
	w.must(err)
	in := TermsInput{
		Taken: t.Taken, Closes: t.Closes, Fees: t.Fees, Pay: t.Pay, Billed: t.Billed, Lists: t.Lists, Places: t.Places, Version: t.Version,
	}
	change(&in)
	w.must(w.s.SetTerms(ctx, w.director, w.event.ID, in))
}

func (w *world) person(family, given, grade, email string) PersonID {
	w.t.Helper()
	var id PersonID
	w.must(w.db.InTx(ctx, func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{
			FamilyName: family, GivenNames: given, Grade: grade, Email: email,
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

func visitor(family, email string) Input {
	return Input{FamilyName: family, GivenNames: "Given", Email: email, Grade: "5k"}
}

// asks fills the form in, and gives the link of the letter that comes.
func (w *world) asks(in Input) string {
	w.t.Helper()
	w.must(w.s.Enter(ctx, w.event.ID, in, "192.0.2."+fmt.Sprint(len(w.letters)%200)))
	return w.last(in.Email).link(w.t)
}

// enters fills the form in and confirms it.
func (w *world) enters(family string) (Application, string) {
	w.t.Helper()
	token := w.asks(visitor(family, strings.ToLower(family)+"@example.org"))
	a, err := w.s.Confirm(ctx, token)
	w.must(err)
	return a, token
}

// last delivers, and gives the last letter to an address.
func (w *world) last(address string) letter {
	w.t.Helper()
	_, err := w.outbox.Deliver(ctx)
	w.must(err)
	for i := len(w.letters) - 1; i >= 0; i-- {
		if w.letters[i].to == address {
			return w.letters[i]
		}
	}
	return letter{}
}

func (l letter) link(t testing.TB) string {
	t.Helper()
	_, rest, ok := strings.Cut(l.body, "https://go.example.nz/entered/")
	if !ok {
		t.Fatalf("no link in %q", l.body)
	}
	return rest[:tokenLength]
}

func (w *world) state(id ApplicationID) State {
	w.t.Helper()
	a, err := byID(ctx, w.db, id)
	w.must(err)
	return a.State
}

func (w *world) sheet() Sheet {
	w.t.Helper()
	sheet, err := w.s.Sheet(ctx, w.director, w.event.ID)
	w.must(err)
	return sheet
}

func (w *world) later(d time.Duration) { w.now = w.now.Add(d) }

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

func (w *world) audited() {
	w.t.Helper()
	_, err := audit.Verify(ctx, w.db)
	w.must(err)
}
