package results

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
)

var ctx = context.Background()

// world is an event with a published round of n games.
type world struct {
	t               testing.TB
	db              *store.DB
	events          *tournaments.Service
	s               *Service
	event           tournaments.Event
	section         SectionID
	people          []tournaments.PersonID
	director, other auth.Actor
}

func onBoth(t *testing.T, games int, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db, games)) })
}

func newWorld(t testing.TB, db *store.DB, games int) *world {
	t.Helper()
	w := &world{t: t, db: db}
	var mu sync.Mutex
	now := civil.MustParseInstant("2027-01-02T01:00:00.000Z")
	clock := func() civil.Instant {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
	w.events = tournaments.New(db, clock, auth.New(db, clock, auth.Settings{}), ratings.New(db, clock), representative.New(db, clock),
		titles.New(db, clock), nil)
	w.s = New(db, clock, w.events)
	for i := range 2*games + 2 {
		w.must(db.InTx(ctx, func(tx *store.Tx) error {
			id, err := members.InsertPerson(ctx, tx, clock(), members.PersonInput{
				FamilyName: fmt.Sprintf("Family%03d", i), GivenNames: "Given", Grade: fmt.Sprintf("%dk", 1+i%30),
			})
			w.people = append(w.people, id)
			return err
		}))
	}
	w.director, w.other = w.directs(w.people[2*games], "Aroha"), w.directs(w.people[2*games+1], "Rewi")
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
		Name: "Congress", From: civil.MustParseDate("2027-01-02"),
	})
	w.must(err)
	settings := tournaments.DefaultSettings()
	settings.Rounds = 3
	w.section, err = w.events.AddSection(
		ctx, w.director, e.ID, tournaments.SectionInput{Name: "Open", Settings: settings},
	)
	w.must(err)
	for _, p := range w.people[:2*games] {
		_, err := w.events.Enter(ctx, w.director, p, tournaments.EntryInput{Section: w.section})
		w.must(err)
	}
	e, err = w.events.EventByID(ctx, w.director, e.ID)
	w.must(err)
	w.must(w.events.Announce(ctx, w.director, e.ID, e.Version))
	w.publish()
	w.event, err = w.events.EventByID(ctx, w.director, e.ID)
	w.must(err)
	return w
}

func (w *world) directs(id tournaments.PersonID, name string) auth.Actor {
	return auth.Actor{
		Person: id, Name: name,
		Offices: []auth.Office{{Person: id, Role: auth.Director, From: civil.MustParseDate("2020-01-01")}},
	}
}

// player is the person behind an entry, signed in.
func (w *world) player(e tournaments.Entry) auth.Actor {
	return auth.Actor{Person: e.Person, Name: e.Name}
}

func (w *world) publish() tournaments.Round {
	w.t.Helper()
	r, err := w.events.Draw(ctx, w.director, w.section, 0)
	w.must(err)
	w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
	return w.chart().Rounds[r.Number-1]
}

func (w *world) chart() *tournaments.Wallchart {
	w.t.Helper()
	c, err := w.events.Wallchart(ctx, w.director, w.section)
	w.must(err)
	return c
}

// game is the game at a table of the last round, as it stands.
func (w *world) game(table int) tournaments.Game {
	w.t.Helper()
	c := w.chart()
	for _, g := range c.Rounds[c.Published()-1].Games {
		if g.Table == table {
			return g
		}
	}
	w.t.Fatalf("no table %d", table)
	return tournaments.Game{}
}

// at types a line at the board.
func (w *world) at(actor auth.Actor, table int, key string) (Saved, error) {
	result, err := Parse(key)
	w.must(err)
	return w.s.EnterAt(ctx, actor, BoardInput{Section: w.section, Table: table, Result: result})
}

func (w *world) card(table int) string {
	return w.chart().Section.CardToken(table)
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

func (w *world) audited() int64 {
	w.t.Helper()
	n, err := audit.Verify(ctx, w.db)
	w.must(err)
	return n
}

// history is what was entered at a table, as "B>W by Aroha".
func (w *world) history(table int) string {
	w.t.Helper()
	changes, err := w.s.History(ctx, w.director, w.game(table).ID)
	w.must(err)
	var parts []string
	for _, c := range changes {
		parts = append(parts, fmt.Sprintf("%s>%s by %s (%s)", orDash(c.Before), orDash(c.After), c.By, c.Source))
	}
	return strings.Join(parts, ", ")
}

func orDash(r pairing.Result) string {
	if r == pairing.NoResult {
		return "-"
	}
	return string(r)
}
