package sendin

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/games"
	"nzgs/internal/gorules/record"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/pairing"
	"nzgs/internal/playing"
	"nzgs/internal/playing/match"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/representative"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/store/storetest"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/internal/usecase"
	"nzgs/internal/weekly"
)

var ctx = context.Background()

// world is an event played online whose first round is published: two players at its one table.
type world struct {
	t            *testing.T
	db           *store.DB
	now          civil.Instant
	events       *tournaments.Service
	playing      *playing.Service
	s            *Service
	table        tournaments.GameID
	black, white auth.Actor
	director     auth.Actor
}

func onBoth(t *testing.T, test func(w *world)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(newWorld(t, db)) })
}

func newWorld(t *testing.T, db *store.DB) *world {
	w := &world{t: t, db: db, now: civil.MustParseInstant("2026-11-30T01:00:00.000Z")}
	clock := func() civil.Instant {
		w.now = w.now.Add(time.Millisecond)
		return w.now
	}
	strengths := ratings.New(db, clock)
	w.events = tournaments.New(db, clock, auth.New(db, clock, auth.Settings{}), strengths, representative.New(db, clock), titles.New(db, clock), nil)
	played, outbox := results.New(db, clock, w.events), mail.New(db, clock, nil)
	dated := weekly.New(db, clock, "Go Society", w.events, played, outbox)
	w.playing = playing.New(db, clock, "Go Society", "https://go.example.nz", strengths, outbox)
	w.s = New(db, clock, w.playing, dated, played)
	var people []auth.Actor
	for i, family := range []string{"Tūī", "Ruru", "Director"} {
		w.must(db.InTx(ctx, func(tx *store.Tx) error {
			id, err := members.InsertPerson(ctx, tx, clock(), members.PersonInput{FamilyName: family, GivenNames: "Given", Grade: "3k"})
			people = append(people, auth.Actor{Person: id, Name: family})
			if err != nil || i == 2 {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO membership_term (person_id, year, from_day, to_day, kind, trace, recorded_at)
				VALUES ($1, 2026, '2026-07-01', '2027-06-30', 'new', '{}', $2)`, id, w.now)
			return err
		}))
	}
	w.director = people[2]
	w.director.Offices = []auth.Office{{Person: w.director.Person, Role: auth.Director, From: civil.MustParseDate("2020-01-01")}}
	w.sitDown(people[:2], dated)
	return w
}

// sitDown holds the event up to its first round.
func (w *world) sitDown(people []auth.Actor, dated *weekly.Service) {
	w.t.Helper()
	e, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
		Name: "Weekly Online", From: civil.MustParseDate("2026-11-30"), To: civil.MustParseDate("2026-12-31"),
	})
	w.must(err)
	settings := tournaments.DefaultSettings()
	settings.Rounds, settings.Handicap.By = 3, scale.ByRating
	section, err := w.events.AddSection(ctx, w.director, e.ID, tournaments.SectionInput{Name: "Open", Settings: settings})
	w.must(err)
	for _, p := range people {
		w.must(w.playing.List(ctx, p, true))
		_, err := w.events.Enter(ctx, w.director, p.Person, tournaments.EntryInput{Section: section})
		w.must(err)
	}
	e, err = w.events.EventByID(ctx, w.director, e.ID)
	w.must(err)
	w.must(w.events.Announce(ctx, w.director, e.ID, e.Version))
	w.must(dated.SetPlan(ctx, w.director, section, weekly.Proposed(civil.MustParseDate("2026-11-30"), 3, "The director")))
	r, err := w.events.Draw(ctx, w.director, section, 0)
	w.must(err)
	w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
	w.table = r.Games[0].ID
	w.black, w.white = people[0], people[1]
	if p := w.at(); p.BlackPerson != w.black.Person {
		w.black, w.white = w.white, w.black
	}
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) refused(err error, kind apperr.Kind, says string) {
	w.t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(fmt.Sprint(err), says) {
		w.t.Errorf("%v; want %s, %q", err, kind, says)
	}
}

// at is the table as it stands.
func (w *world) at() tournaments.Played {
	w.t.Helper()
	p, err := tournaments.GameByID(ctx, w.db, w.table)
	w.must(err)
	return p
}

// game begins a game that Black of the table has offered.
func (w *world) game(change func(*playing.Challenge)) playing.ID {
	w.t.Helper()
	w.now = w.now.Add(12 * time.Hour)
	c := playing.Challenge{
		Terms: match.Terms{Game: games.Go, Size: 19, Rules: record.NZ, Days: 3}, Wish: playing.WantBlack, Opponent: w.white.Person,
	}
	if change != nil {
		change(&c)
	}
	id, err := w.playing.Offer(ctx, w.black, c)
	w.must(err)
	w.must(w.playing.Accept(ctx, w.white, id, false))
	return id
}

// resign ends a game after two moves: White of the table gives it up.
func (w *world) resign(id playing.ID) playing.ID {
	w.t.Helper()
	for i, a := range []playing.Input{{Kind: match.Move, Text: "ee"}, {Kind: match.Move, Text: "gg"}, {Kind: match.Resign}} {
		a.Game, a.Number = id, i
		g, err := w.playing.Game(ctx, w.white, id)
		w.must(err)
		who := w.white
		if i < 2 && g.State.Turn != g.Side {
			who = w.black
		}
		w.must(w.playing.Act(ctx, who, a))
	}
	return id
}

func (w *world) tables(who auth.Actor, id playing.ID) []Table {
	w.t.Helper()
	g, err := w.playing.Game(ctx, who, id)
	w.must(err)
	list, err := w.s.Tables(ctx, who, &g)
	w.must(err)
	return list
}

// TestBothSendTheirGameIn: the first is a report, the second decides.
func TestBothSendTheirGameIn(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.game(nil)
		if list := w.tables(w.black, id); list != nil {
			t.Errorf("a game under way can be sent in for %v", list)
		}
		w.refused(w.s.Send(ctx, w.black, id, w.table), apperr.Conflict, "has not ended")
		w.resign(id)
		if list := w.tables(w.black, id); len(list) != 1 || list[0].Says() != "Weekly Online, round 1" || list[0].Sent {
			t.Errorf("tables %+v", list)
		}
		w.must(w.s.Send(ctx, w.black, id, w.table))
		w.must(w.s.Send(ctx, w.black, id, w.table)) // the connection broke, and it came twice
		if p := w.at(); p.Game.Result != pairing.NoResult {
			t.Errorf("decided by one of them: %s", p.Game.Result)
		}
		if list := w.tables(w.black, id); len(list) != 1 || !list[0].Sent {
			t.Errorf("tables %+v", list)
		}
		w.must(w.s.Send(ctx, w.white, id, w.table))
		if p := w.at(); p.Game.Result != pairing.BlackWins || p.Game.Margin != "R" {
			t.Errorf("result %s %s", p.Game.Result, p.Game.Margin)
		}
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM game_record WHERE game_id = $1`, w.table)
		if w.must(err); n != 1 {
			t.Errorf("%d records", n)
		}
		w.must(w.s.Send(ctx, w.white, id, w.table)) // and once more, after the result
		if list := w.tables(w.white, id); list != nil {
			t.Errorf("a table with a result is offered: %v", list)
		}
	})
}

// TestWhatIsNotTheTablesGame: other terms, other people, another game.
func TestWhatIsNotTheTablesGame(t *testing.T) {
	onBoth(t, func(w *world) {
		first := w.resign(w.game(nil))
		for says, change := range map[string]func(*playing.Challenge){
			"Board: 13 × 13": func(c *playing.Challenge) { c.Terms.Size = 13 },
			"Handicap: 3":    func(c *playing.Challenge) { c.Terms.Handicap = 3 },
			"do not sit":     func(c *playing.Challenge) { c.Wish = playing.WantWhite },
			"New Zealand":    func(c *playing.Challenge) { c.Terms.Rules = record.Short },
		} {
			id := w.resign(w.game(change))
			w.refused(w.s.Send(ctx, w.white, id, w.table), map[bool]apperr.Kind{true: apperr.NotFound, false: apperr.Conflict}[says == "do not sit"], says)
		}
		w.refused(w.s.Send(ctx, w.director, first, w.table), apperr.NotFound, "Game not found")
		w.refused(w.s.Send(ctx, auth.Actor{}, first, w.table), apperr.SignIn, "Sign in")
		w.refused(w.s.Send(ctx, w.black, first, w.table+99), apperr.NotFound, "")
		second := w.resign(w.game(nil))
		w.must(w.s.Send(ctx, w.black, first, w.table))
		w.refused(w.s.Send(ctx, w.white, second, w.table), apperr.Conflict, "Another game was sent in")
		w.must(w.s.Send(ctx, w.white, first, w.table))
	})
}

// TestAGameFromBeforeTheRound: one that the two played earlier is not that of the table.
func TestAGameFromBeforeTheRound(t *testing.T) {
	onBoth(t, func(w *world) {
		id := w.resign(w.game(nil))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE play_game SET begun_at = '2026-10-01T00:00:00.000Z' WHERE id = $1`, id)
			return err
		}))
		w.refused(w.s.Send(ctx, w.black, id, w.table), apperr.Conflict, "Date: 2026-10-01")
	})
}

// TestOneGameForATableAtOnce: of two games that the two players send in for one table at the same instant one is kept,
// and the other's player is told.
func TestOneGameForATableAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		first, second := w.resign(w.game(nil)), w.resign(w.game(nil))
		for _, id := range []playing.ID{first, second} { // both can be sent in
			if list := w.tables(w.black, id); len(list) != 1 {
				t.Fatalf("%+v", list)
			}
		}
		at := w.now
		clock := func() civil.Instant { return at }
		s := &Service{db: w.db, cases: usecase.New(w.db, clock), playing: w.playing, weekly: w.s.weekly, results: w.s.results}
		keep := func(who auth.Actor, id playing.ID) error {
			g, err := w.playing.Game(ctx, who, id)
			if err != nil {
				return err
			}
			return s.keep(ctx, who, &g, w.table)
		}
		said := make(chan error, 2)
		var begun, ready sync.WaitGroup
		begun.Add(1)
		for who, id := range map[*auth.Actor]playing.ID{&w.black: first, &w.white: second} {
			g, err := w.playing.Game(ctx, *who, id) // read before anything is held up
			w.must(err)
			ready.Go(func() {
				begun.Wait()
				said <- s.keep(ctx, *who, &g, w.table)
			})
		}
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			err := usecase.Alone(ctx, tx)
			begun.Done()
			time.Sleep(50 * time.Millisecond)
			return err
		}))
		ready.Wait()
		refused := 0
		for range 2 {
			if err := <-said; err != nil {
				refused++
				w.refused(err, apperr.Conflict, "Another game was sent in")
			}
		}
		n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM play_sent WHERE table_id = $1`, w.table)
		if w.must(err); n != 1 || refused != 1 {
			t.Errorf("%d games are kept for the table, %d were refused", n, refused)
		}
		if err := keep(w.black, first); err != nil && keep(w.white, second) != nil { // sent again, one of them is the same
			t.Error("neither game is the table's")
		}
	})
}
