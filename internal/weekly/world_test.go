package weekly

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
)

// contact is whom the players of the tests write to.
const contact = "Aroha Directs, aroha@example.nz"

var ctx = context.Background()

// world is a weekly event of four players before its first round. The first and the
// third have accounts; the last has no e-mail address.
type world struct {
	t        testing.TB
	db       *store.DB
	now      civil.Instant
	events   *tournaments.Service
	results  *results.Service
	outbox   *mail.Service
	s        *Service
	event    tournaments.EventID
	section  tournaments.SectionID
	director auth.Actor
}

func onBoth(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db)) })
}

func newWorld(t testing.TB, db *store.DB) *world {
	t.Helper()
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-30T01:00:00.000Z")} // 30 November, 2 pm in Auckland
	clock := func() civil.Instant {
		w.now = w.now.Add(time.Millisecond)
		return w.now
	}
	accounts := auth.New(db, clock, auth.Settings{})
	w.events = tournaments.New(db, clock, accounts, ratings.New(db, clock),
		representative.New(db, clock), titles.New(db, clock), nil)
	w.results = results.New(db, clock, w.events)
	w.outbox = mail.New(db, clock, nil)
	w.s = New(db, clock, "Go Society", w.events, w.results, w.outbox)
	w.s.ReachedAt("https://go.example.nz")
	var people []tournaments.PersonID
	for i := range 5 {
		w.must(db.InTx(ctx, func(tx *store.Tx) error {
			in := members.PersonInput{
				FamilyName: fmt.Sprintf("Family%d", i), GivenNames: "Given", Grade: fmt.Sprintf("%dk", 1+2*i),
			}
			if i != 3 {
				in.Email = fmt.Sprintf("player%d@example.nz", i)
			}
			id, err := members.InsertPerson(ctx, tx, clock(), in)
			people = append(people, id)
			return err
		}))
	}
	for _, i := range []int{0, 2} {
		_, err := accounts.AddAccount(ctx, auth.System("tests"), people[i], fmt.Sprintf("player%d@example.nz", i))
		w.must(err)
	}
	w.director = auth.Actor{Person: people[4], Name: "Aroha", Offices: []auth.Office{
		{Person: people[4], Role: auth.Director, From: civil.MustParseDate("2020-01-01")},
	}}
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
		Name: "Weekly Online", From: civil.MustParseDate("2026-11-30"), To: civil.MustParseDate("2026-12-31"),
	})
	w.must(err)
	w.event = e.ID
	settings := tournaments.DefaultSettings()
	settings.Rounds = 3
	settings.Handicap.By = scale.ByRating
	in := tournaments.SectionInput{Name: "Open", Settings: settings}
	w.section, err = w.events.AddSection(ctx, w.director, e.ID, in)
	w.must(err)
	for _, p := range people[:4] {
		_, err := w.events.Enter(ctx, w.director, p, tournaments.EntryInput{Section: w.section})
		w.must(err)
	}
	e, err = w.events.EventByID(ctx, w.director, e.ID)
	w.must(err)
	w.must(w.events.Announce(ctx, w.director, e.ID, e.Version))
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// plan sets the deadlines that a director is proposed.
func (w *world) plan() {
	w.t.Helper()
	w.must(w.s.SetPlan(ctx, w.director, w.section, Proposed(civil.MustParseDate("2026-11-30"), 3, contact)))
}

// publish publishes the next round and gives its games.
func (w *world) publish() []tournaments.Played {
	w.t.Helper()
	r, err := w.events.Draw(ctx, w.director, w.section, 0)
	w.must(err)
	w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
	return w.games(r)
}

func (w *world) games(r tournaments.Round) []tournaments.Played {
	w.t.Helper()
	var out []tournaments.Played
	for _, g := range r.Games {
		p, err := tournaments.GameByID(ctx, w.db, g.ID)
		w.must(err)
		out = append(out, p)
	}
	return out
}

// letters are those in the outbox, the oldest first.
func (w *world) letters() []mail.Entry {
	w.t.Helper()
	box, err := w.outbox.Outbox(ctx, auth.System("test"), mail.Filter{Size: 100})
	w.must(err)
	var out []mail.Entry
	for i := len(box.Entries) - 1; i >= 0; i-- {
		out = append(out, box.Entries[i])
	}
	return out
}

// at sets the clock to a moment of a day in Auckland.
func (w *world) at(day string) { w.now = civil.MustParseDate(day).Midnight().Add(9 * time.Hour) }

func (w *world) remind() int {
	w.t.Helper()
	n, err := w.s.Remind(ctx)
	w.must(err)
	return n
}

func player(id tournaments.PersonID, name string) auth.Actor {
	return auth.Actor{Person: id, Name: name}
}

func (w *world) report(p tournaments.Played, side results.Side, result pairing.Result) {
	w.t.Helper()
	who := player(p.BlackPerson, p.BlackName)
	if side == results.WhiteSide {
		who = player(p.WhitePerson, p.WhiteName)
	}
	_, err := w.results.Report(ctx, who, results.ReportInput{Game: p.Game.ID, Result: result})
	w.must(err)
}

func has(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}
