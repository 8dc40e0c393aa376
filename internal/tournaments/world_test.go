package tournaments

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
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/representative"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
)

var ctx = context.Background()

// world is a society with a club, people and someone who directs.
type world struct {
	t        testing.TB
	db       *store.DB
	s        *Service
	list     *ratings.Service
	now      civil.Instant
	club     ClubID
	people   []PersonID
	director auth.Actor
	notified []EventID
}

// onBoth runs the test on a world on each database.
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
	w.list = ratings.New(db, clock)
	w.s = New(
		db, clock, auth.New(db, clock, auth.Settings{}), w.list, representative.New(db, clock),
		titles.New(db, clock), func(id EventID) { w.notified = append(w.notified, id) },
	)
	w.tx(func(tx *store.Tx) (err error) {
		w.club, err = store.One(ctx, tx, store.Value[ClubID], `
			INSERT INTO club (name, name_key, sort_key, short_name, city, created_at)
			VALUES ('Kāpiti Go Club', 'kapiti go club', 'k', 'Kāpiti', 'Paraparaumu', $1)
			RETURNING id`, w.now)
		return err
	})
	w.director = w.actor(w.person("Tūī", "Aroha", "3d"), auth.Director)
	return w
}

func (w *world) tx(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.db.InTx(ctx, f); err != nil {
		w.t.Fatal(err)
	}
}

// person puts someone into the register.
func (w *world) person(family, given, grade string) PersonID {
	w.t.Helper()
	var id PersonID
	w.tx(func(tx *store.Tx) (err error) {
		id, err = members.InsertPerson(ctx, tx, w.now, members.PersonInput{
			FamilyName: family, GivenNames: given, Grade: grade,
		})
		return err
	})
	return id
}

// member gives a person a term in the world's club.
func (w *world) member(id PersonID, from, to string) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error {
		return members.InsertTerms(ctx, tx, []members.Term{{
			Person: id, Club: w.club, Year: 2026, From: civil.MustParseDate(from), To: civil.MustParseDate(to),
			Kind: "renewal", RecordedAt: w.now,
		}})
	})
}

// actor is a signed-in person with an office from long ago.
func (w *world) actor(id PersonID, roles ...auth.Role) auth.Actor {
	a := auth.Actor{Person: id, Name: fmt.Sprintf("Person %d", id)}
	for _, r := range roles {
		a.Offices = append(a.Offices, auth.Office{Person: id, Role: r, From: civil.MustParseDate("2020-01-01")})
	}
	return a
}

// members puts n members into the register, from 6 dan down by a grade each.
func (w *world) members(n int) []PersonID {
	w.t.Helper()
	for i := range n {
		grade := fmt.Sprintf("%dd", 6-i)
		if i > 5 {
			grade = fmt.Sprintf("%dk", i-5)
		}
		id := w.person(fmt.Sprintf("Family%02d", i), "Given", grade)
		w.member(id, "2026-07-01", "2027-06-30")
		w.people = append(w.people, id)
	}
	return w.people[len(w.people)-n:]
}

// event makes an open event with one section.
func (w *world) event(in SectionInput) (Event, SectionID) {
	w.t.Helper()
	e, err := w.s.CreateEvent(ctx, w.director, EventInput{
		Name: "Congress", Place: "Wellington", From: day("2027-01-02"), To: day("2027-01-04"), Organiser: w.club,
	})
	w.must(err)
	id, err := w.s.AddSection(ctx, w.director, e.ID, in)
	w.must(err)
	w.must(w.s.Announce(ctx, w.director, e.ID, e.Version))
	return w.get(e.ID), id
}

// aSection is a Swiss with the usual settings, and what is changed of them.
func aSection(name string, rounds int, change ...func(*Settings)) SectionInput {
	in := SectionInput{Name: name, Settings: DefaultSettings()}
	in.Rounds = rounds
	for _, c := range change {
		c(&in.Settings)
	}
	return in
}

func byRating(s *Settings) { s.Handicap.By = scale.ByRating }

func open5() SectionInput { return aSection("Open", 5, func(s *Settings) { s.Seed = 7 }) }

// input is the section as it stands, to be changed.
func (s Section) input() SectionInput {
	return SectionInput{Name: s.Name, Settings: s.Settings, Version: s.Version}
}

// input is the event as it stands, to be changed.
func (e Event) input() EventInput {
	return EventInput{
		Name: e.Name, Slug: e.Slug, Place: e.Place, From: e.From, To: e.To, Organiser: e.Organiser, About: e.About,
		Version: e.Version,
	}
}

func day(text string) civil.Date { return civil.MustParseDate(text) }

// rated is a rating or grade, for an input.
func rated(text string) *scale.Rating {
	r := scale.MustParse(text)
	return &r
}

func (w *world) get(id EventID) Event {
	w.t.Helper()
	e, err := w.s.EventByID(ctx, w.director, id)
	w.must(err)
	return e
}

// enter enters people as they stand in the register.
func (w *world) enter(section SectionID, people ...PersonID) []Entry {
	w.t.Helper()
	var out []Entry
	for _, p := range people {
		e, err := w.s.Enter(ctx, w.director, p, EntryInput{Section: section})
		w.must(err)
		out = append(out, e)
	}
	return out
}

func (w *world) chart(section SectionID) *Wallchart {
	w.t.Helper()
	c, err := w.s.Wallchart(ctx, w.director, section)
	w.must(err)
	return c
}

// publish draws and publishes the next round.
func (w *world) publish(section SectionID) Round {
	w.t.Helper()
	r, err := w.s.Draw(ctx, w.director, section, 0)
	w.must(err)
	w.must(w.s.Publish(ctx, w.director, r.ID, r.Version, ""))
	r, _ = w.chart(section).Round(r.Number)
	return r
}

// play gives every game of a round a result: the stronger wins, or as result
// says.
func (w *world) play(section SectionID, r Round, result func(g Game, black, white Entry) pairing.Result) {
	w.t.Helper()
	c := w.chart(section)
	w.tx(func(tx *store.Tx) error {
		if err := w.s.Touch(ctx, tx, c.Event.ID); err != nil {
			return err
		}
		for _, g := range r.Games {
			black, _ := c.Entry(g.Black)
			white, _ := c.Entry(g.White)
			value := pairing.BlackWins
			switch {
			case result != nil:
				value = result(g, black, white)
			case white.Rating > black.Rating:
				value = pairing.WhiteWins
			}
			if ok, err := SaveResult(ctx, tx, g, value, "", "test", w.now); err != nil || !ok {
				return errors.Join(err, errors.New("not saved"))
			}
		}
		return nil
	})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// refused checks that err is a refusal of that kind that says what is wanted,
// in its message or in a field.
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

// audited checks the chain of the log and gives its number of entries.
func (w *world) audited() int64 {
	w.t.Helper()
	n, err := audit.Verify(ctx, w.db)
	w.must(err)
	return n
}

// exec runs one statement.
func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	w.tx(func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
}

func contains(s, part string) bool { return strings.Contains(s, part) }

func newWorldSQLite(t testing.TB) *world { return newWorld(t, storetest.SQLite(t)) }
