package venue

import (
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/eventmail"
	"nzgs/internal/mail"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// letters are the bodies of what the site has in its outbox, the oldest first.
func (w *world) letters() []string {
	w.t.Helper()
	list, err := store.All(ctx, w.db, store.Value[string], `SELECT body FROM mail_letter ORDER BY id`)
	w.must(err)
	return list
}

// A player who asked for letters is told of a round that was published at the venue when it comes home: once, again only
// when the table or the opponent is another, and not when the game was played before the letter could leave. What comes
// in for the referees at the venue is written about to no one.
func TestARoundPublishedAtTheVenueIsWrittenAboutOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		post := eventmail.New(w.db, w.clock, "A Go Society", "https://go.example.nz", w.events, w.results, mail.New(w.db, w.clock, nil))
		first := w.chart(w.director, w.section).Entries[0]
		w.must(post.Ask(ctx, auth.Actor{Person: first.Person, Name: "A player"}, w.section, first.ID, eventmail.On))
		w.must(post.Want(ctx, w.referee, w.event, eventmail.On))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO office (person_id, role, event_id, from_day, created_at)
				VALUES ($1, 'referee', $2, '2027-01-01', '2027-01-01T00:00:00.000Z')`, w.referee.Person, w.event)
			return err
		}))
		count := func(want int, when string) []string {
			t.Helper()
			got := w.letters()
			if len(got) != want {
				t.Fatalf("%s: %d letters, want %d:\n%s", when, len(got), want, strings.Join(got, "\n—\n"))
			}
			return got
		}
		l := w.laptop(w.lend())
		l.enterAll(l.director, w.section, 1)
		w.reaches(l)
		count(0, "a round that is played")
		r, err := l.desk.events.Draw(ctx, l.director, w.section, 0)
		l.must(err)
		w.reaches(l)
		count(0, "a preview")
		l.must(l.desk.events.Publish(ctx, l.director, r.ID, r.Version, "Saturday, 2:00 pm"))
		w.reaches(l)
		got := count(1, "a round that was published")
		for _, want := range []string{
			"Congress, Open, round 2", "Saturday, 2:00 pm", "Published at the venue: 2 January 2027", " at table ", "To stop these letters",
		} {
			if !strings.Contains(got[0], want) {
				t.Errorf("the letter lacks %q:\n%s", want, got[0])
			}
		}
		var mine tournaments.Game
		for i, g := range l.chart(l.director, w.section).Rounds[1].Games {
			if g.Has(first.ID) {
				mine = g
			} else {
				l.enter(l.director, w.section, 2, i+1, pairing.BlackWins)
			}
		}
		w.reaches(l)
		w.reaches(l)
		count(1, "results elsewhere, and the same again")
		l.must(l.desk.events.SwapColours(ctx, l.director, mine.ID, mine.Version))
		w.reaches(l)
		if got := count(2, "another colour"); !strings.Contains(got[1], "The round has changed") {
			t.Errorf("the second letter:\n%s", got[1])
		}
		l.must(l.desk.results.Call(ctx, auth.Actor{}, results.CallInput{
			Card: l.chart(l.director, w.section).Section.CardToken(mine.Table), Side: results.BlackSide,
		}))
		w.reaches(l)
		count(2, "a call for the referee at the venue")
		l.enter(l.director, w.section, 2, mine.Table, pairing.BlackWins)
		l.round(l.director, w.section) // published and played without network
		l.enterAll(l.director, w.section, 3)
		w.reaches(l)
		count(2, "round 3, played before it came")
	})
}
