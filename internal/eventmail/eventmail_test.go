package eventmail

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/ratings"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
)

var ctx = context.Background()

type world struct {
	t        testing.TB
	db       *store.DB
	now      civil.Instant
	events   *tournaments.Service
	results  *results.Service
	s        *Service
	event    tournaments.Event
	section  tournaments.SectionID
	people   []tournaments.PersonID
	director auth.Actor
}

func each(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &world{t: t, db: db, now: civil.MustParseInstant("2027-01-02T01:00:00.000Z")}
		clock := func() civil.Instant {
			w.now = w.now.Add(time.Millisecond)
			return w.now
		}
		w.events = tournaments.New(db, clock, auth.New(db, clock, auth.Settings{}), ratings.New(db, clock),
			representative.New(db, clock), titles.New(db, clock), nil)
		w.results = results.New(db, clock, w.events)
		w.s = New(db, clock, "The Society", "http://go.example.nz", w.events, w.results, mail.New(db, clock, nil))
		for i := range 5 {
			w.must(db.InTx(ctx, func(tx *store.Tx) error {
				id, err := members.InsertPerson(ctx, tx, clock(), members.PersonInput{
					FamilyName: fmt.Sprintf("Family%03d", i), GivenNames: "Given", Grade: fmt.Sprintf("%dk", 1+4*i),
					Email: fmt.Sprintf("person%d@example.nz", i),
				})
				w.people = append(w.people, id)
				return err
			}))
		}
		w.director = auth.Actor{Person: w.people[4], Name: "Aroha", Offices: []auth.Office{
			{Person: w.people[4], Role: auth.Director, From: civil.MustParseDate("2020-01-01")},
		}}
		e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{Name: "Congress", From: civil.MustParseDate("2027-01-02")})
		w.must(err)
		settings := tournaments.DefaultSettings()
		settings.Rounds = 3
		w.section, err = w.events.AddSection(ctx, w.director, e.ID, tournaments.SectionInput{Name: "Open", Settings: settings})
		w.must(err)
		for _, p := range w.people[:4] {
			_, err := w.events.Enter(ctx, w.director, p, tournaments.EntryInput{Section: w.section})
			w.must(err)
		}
		w.must(w.events.Announce(ctx, w.director, e.ID, e.Version))
		w.event, err = w.events.EventByID(ctx, w.director, e.ID)
		w.must(err)
		test(w)
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) refused(err error, kind apperr.Kind) {
	w.t.Helper()
	if apperr.KindOf(err) != kind {
		w.t.Errorf("error %v, want %s", err, kind)
	}
}

func (w *world) chart() *tournaments.Wallchart {
	w.t.Helper()
	c, err := w.events.Wallchart(ctx, w.director, w.section)
	w.must(err)
	return c
}

func (w *world) draw() tournaments.Round {
	w.t.Helper()
	r, err := w.events.Draw(ctx, w.director, w.section, 0)
	w.must(err)
	return r
}

func (w *world) publish() {
	w.t.Helper()
	rounds := w.chart().Rounds
	r := rounds[len(rounds)-1]
	w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, "Saturday, 10:00 am"))
}

func (w *world) unpublish() {
	w.t.Helper()
	rounds := w.chart().Rounds
	r := rounds[len(rounds)-1]
	w.must(w.events.Unpublish(ctx, w.director, r.ID, r.Version))
}

// letters are the bodies of what is in the outbox to an address, the oldest first.
func (w *world) letters(to string) []string {
	w.t.Helper()
	list, err := store.All(ctx, w.db, store.Value[string], `SELECT body FROM mail_letter WHERE to_address = $1 ORDER BY id`, to)
	w.must(err)
	return list
}

func (w *world) entry(i int) tournaments.Entry {
	w.t.Helper()
	for _, e := range w.chart().Entries {
		if e.Person == w.people[i] {
			return e
		}
	}
	w.t.Fatalf("person %d is not entered", i)
	return tournaments.Entry{}
}

func (w *world) player(i int) auth.Actor { return auth.Actor{Person: w.people[i], Name: "A player"} }

func TestAPlayerWhoAsksIsWrittenToOnceARound(t *testing.T) {
	each(t, func(w *world) {
		id := w.entry(0).ID
		w.refused(w.s.Ask(ctx, auth.Actor{}, w.section, id, On), apperr.SignIn)
		w.refused(w.s.Ask(ctx, w.player(1), w.section, id, On), apperr.Forbidden)
		w.refused(w.s.Ask(ctx, w.director, w.section, id, On), apperr.Forbidden)
		w.must(w.s.Ask(ctx, w.player(0), w.section, id, On))
		w.must(w.s.Ask(ctx, w.player(0), w.section, id, On)) // twice is once
		w.draw()
		if got := w.letters("person0@example.nz"); len(got) != 0 {
			t.Fatalf("a preview was told of: %q", got)
		}
		w.publish()
		got := w.letters("person0@example.nz")
		if len(got) != 1 {
			t.Fatalf("%d letters, want 1", len(got))
		}
		for _, want := range []string{
			"Congress, Open, round 1", "Saturday, 10:00 am", " at table ", " against ", "komi", "/players/", "To stop these letters: http://go.example.nz/round-letters/",
		} {
			if !strings.Contains(got[0], want) {
				t.Errorf("the letter lacks %q:\n%s", want, got[0])
			}
		}
		// Published again as it was: nothing new.
		for range 3 {
			w.unpublish()
			w.publish()
		}
		if n := len(w.letters("person0@example.nz")); n != 1 {
			t.Errorf("%d letters after the round was published again, want 1", n)
		}
		// Another pair: said, once, as a change.
		w.unpublish()
		var g tournaments.Game
		for _, one := range w.chart().Rounds[0].Games {
			if one.Has(id) {
				g = one
			}
		}
		w.must(w.events.SwapColours(ctx, w.director, g.ID, g.Version))
		w.publish()
		got = w.letters("person0@example.nz")
		if len(got) != 2 || !strings.Contains(got[1], "The round has changed. This replaces the letter before.") {
			t.Fatalf("letters %q", got)
		}
		// Back and forth does not flood.
		for range 12 {
			for _, one := range w.chart().Rounds[0].Games {
				if one.Has(id) {
					w.must(w.events.SwapColours(ctx, w.director, one.ID, one.Version))
				}
			}
		}
		if n := len(w.letters("person0@example.nz")); n > maxTimes {
			t.Errorf("%d letters about one round", n)
		}
		for i := 1; i < 4; i++ {
			if got := w.letters(fmt.Sprintf("person%d@example.nz", i)); len(got) != 0 {
				t.Errorf("person %d did not ask: %q", i, got)
			}
		}
		w.must(w.s.Ask(ctx, w.player(0), w.section, id, Off))
	})
}

// No letter leaves while the event is at its venue, so none is offered.
func TestNoLettersOfAnEventThatIsAway(t *testing.T) {
	each(t, func(w *world) {
		id := w.entry(0).ID
		err := w.db.InTx(ctx, func(tx *store.Tx) error { return w.events.SetAway(ctx, tx, w.event.ID, tournaments.Lent) })
		if err != nil {
			t.Fatal(err)
		}
		w.refused(w.s.Ask(ctx, w.player(0), w.section, id, On), apperr.Conflict)
		w.refused(w.s.AskAt(ctx, w.section, id, "fan@example.nz"), apperr.Conflict)
	})
}

func TestAnAddressIsConfirmedFirst(t *testing.T) {
	each(t, func(w *world) {
		id := w.entry(1).ID
		w.refused(w.s.AskAt(ctx, w.section, id, "not an address"), apperr.Invalid)
		for range 5 {
			w.must(w.s.AskAt(ctx, w.section, id, " Fan@Example.nz"))
			w.must(w.s.AskAt(ctx, w.section, w.entry(2).ID, "fan@example.nz"))
		}
		got := w.letters("fan@example.nz")
		if len(got) != 1 || !strings.Contains(got[0], "If not, do nothing") {
			t.Fatalf("letters %q, want one a day", got)
		}
		w.draw()
		w.publish()
		if n := len(w.letters("fan@example.nz")); n != 1 {
			t.Errorf("%d letters before the address was confirmed", n)
		}
		token := got[0][strings.Index(got[0], "/round-letters/")+len("/round-letters/"):]
		token = token[:strings.IndexAny(token, "\n ")]
		w.refused(w.s.Confirm(ctx, "AAAA"), apperr.NotFound)
		w.must(w.s.Confirm(ctx, token))
		l, err := w.s.ByToken(ctx, token)
		if err != nil || !l.Confirmed || l.Event != "Congress" {
			t.Errorf("letters %+v, %v", l, err)
		}
		w.unpublish()
		w.publish()
		if n := len(w.letters("fan@example.nz")); n != 2 {
			t.Errorf("%d letters after the address was confirmed, want 2", n)
		}
		w.must(w.s.Stop(ctx, token))
		if _, err := w.s.ByToken(ctx, token); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("stopped letters: %v", err)
		}
		for i := range maxAddresses {
			w.must(w.s.AskAt(ctx, w.section, id, fmt.Sprintf("fan%d@example.nz", i)))
		}
		w.refused(w.s.AskAt(ctx, w.section, id, "more@example.nz"), apperr.Conflict)
		w.now = w.now.Add(72 * time.Hour)
		if _, err := w.s.Forget(ctx); err != nil {
			t.Fatal(err)
		}
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM round_letters`); err != nil || n != 0 {
			t.Errorf("%d addresses are kept after the event, %v", n, err)
		}
	})
}

func TestAnUnannouncedEventTellsNoOne(t *testing.T) {
	each(t, func(w *world) {
		w.must(w.s.Ask(ctx, w.player(0), w.section, w.entry(0).ID, On))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE event SET status = 'draft'`)
			return err
		}))
		w.draw()
		w.publish()
		e, err := w.events.EventByID(ctx, w.director, w.event.ID)
		w.must(err)
		if e.Status != tournaments.Draft {
			t.Errorf("publishing a round announced the event: %s", e.Status)
		}
		if letters := w.letters("person0@example.nz"); len(letters) > 0 {
			t.Errorf("a letter left an event that is not announced: %q", letters)
		}
	})
}

func TestARefereeWhoWantsItIsWrittenTo(t *testing.T) {
	each(t, func(w *world) {
		w.refused(w.s.Want(ctx, auth.Actor{}, w.event.ID, On), apperr.SignIn)
		w.refused(w.s.Want(ctx, w.player(0), w.event.ID, On), apperr.Forbidden)
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO office (person_id, role, event_id, from_day, created_at) VALUES ($1, 'referee', $2, '2027-01-01', '2027-01-01T00:00:00.000Z')`,
				w.people[4], w.event.ID)
			return err
		}))
		w.must(w.s.Want(ctx, w.director, w.event.ID, On))
		w.draw()
		w.publish()
		call := func(table int) {
			t.Helper()
			w.must(w.results.Call(ctx, auth.Actor{}, results.CallInput{
				Card: w.chart().Section.CardToken(table), Side: results.BlackSide,
			}))
		}
		call(1)
		call(1)
		got := w.letters("person4@example.nz")
		if len(got) != 1 || !strings.Contains(got[0], "a player calls the referee") ||
			!strings.Contains(got[0], fmt.Sprintf("http://go.example.nz/director/events/%d/disputes", w.event.ID)) {
			t.Fatalf("letters %q", got)
		}
		// No office, no letter.
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE office SET until_day = '2027-01-01'`)
			return err
		}))
		call(2)
		if n := len(w.letters("person4@example.nz")); n != 1 {
			t.Errorf("%d letters after the office ended", n)
		}
	})
}
