package venue

import (
	"strings"
	"testing"

	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// What was set before the event left, and what players asked for, is there when it comes home.
func TestWhatIsSetTravelsAndWhoAskedForLettersStays(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		chart := w.chart(w.director, w.section)
		first, game := chart.Entries[0].ID, chart.Rounds[0].Games[0].ID
		w.must(w.events.FixTable(ctx, w.director, first, 3))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			for _, statement := range []string{
				`INSERT INTO round_letters (entry_id, address, token, asked_at, confirmed_at)
					VALUES ($1, 'someone@example.nz', 'a-token', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z')`,
				`INSERT INTO round_letter_said (letters_id, round, said, times)
					SELECT l.id, 1, 'table 1', 2 FROM round_letters l WHERE l.entry_id = $1`,
			} {
				if _, err := tx.Exec(ctx, statement, first); err != nil {
					return err
				}
			}
			_, err := tx.Exec(ctx, `
				INSERT INTO referee_call (game_id, side, by_name, at)
				VALUES ($1, 'black', 'a player', '2027-01-01T00:00:00.000Z')`, game)
			return err
		}))
		lot, err := w.events.Lot(ctx, w.director, w.section)
		w.must(err)
		file := w.lend()
		if strings.Contains(string(file), "someone@example.nz") || strings.Contains(string(file), "a-token") {
			t.Error("the file has an address of letters")
		}
		l := w.laptop(file)
		l.enterAll(l.director, w.section, 1)
		_, err = l.desk.events.Redraw(ctx, l.director, w.section, 2, "Two who came together met")
		if err != nil {
			r, err := l.desk.events.Draw(ctx, l.director, w.section, 0)
			l.must(err)
			_, err = l.desk.events.Redraw(ctx, l.director, w.section, r.Number, "Two who came together met")
			l.must(err)
		}
		w.reaches(l)
		if got := w.resultsOf(w.director, w.section, 1); got != "B,B,B" {
			t.Errorf("the site has %s", got)
		}
		there, err := l.desk.events.Lot(ctx, l.director, w.section)
		l.must(err)
		if there.Commitment != lot.Commitment || there.Commitment == "" {
			t.Errorf("the lots are committed to as %q, there %q", lot.Commitment, there.Commitment)
		}
		for statement, want := range map[string]int{
			`SELECT table_no FROM fixed_table`: 3, `SELECT COUNT(*) FROM round_letters WHERE confirmed_at IS NOT NULL`: 1,
			`SELECT times FROM round_letter_said`: 2, `SELECT COUNT(*) FROM referee_call WHERE answered_at IS NULL`: 1,
			`SELECT COUNT(*) FROM lot_drawing`: 1,
		} {
			if n, err := store.One(ctx, w.db, store.Value[int], statement); err != nil || n != want {
				t.Errorf("%s: %d, want %d (%v)", statement, n, want, err)
			}
		}
		w.reaches(l) // nothing new
		if n := w.loan().Pushes; n != 1 {
			t.Errorf("%d pushes, want 1", n)
		}
	})
}

// A society with more people than games: a member whose number is higher than any game's is not taken for somebody whom
// the register does not know.
func TestMembersWithHighNumbersAreTheSamePeople(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error { return tx.StartAt(ctx, 70_001, "person") }))
		high := w.person("High", "Number")
		_, err := w.events.Enter(ctx, w.director, high, tournaments.EntryInput{Section: w.section, Visitor: true})
		w.must(err)
		l := w.laptop(w.lend())
		if from := w.loan().NewFrom; from <= int64(high) {
			t.Errorf("strangers are numbered from %d, and somebody in the register is %d", from, high)
		}
		_, err = l.desk.events.EnterGuest(ctx, l.director, guest(w.section, "Visitor", "Late"))
		l.must(err)
		l.enterAll(l.director, w.section, 1)
		w.reaches(l)
		entries := w.chart(w.director, w.section).Entries
		if n := len(entries); n != 8 || entries[6].Person != high {
			t.Errorf("%d entries, the last are %+v", n, entries[n-2:])
		}
		if n, err := store.One(ctx, w.db, store.Value[int], `SELECT COUNT(*) FROM person WHERE family_name = 'High'`); err != nil || n != 1 {
			t.Errorf("the register has the player %d times, %v", n, err)
		}
	})
}

// Somebody who is in no public list and was taken out of the event at the venue can be entered there again.
func TestWhoWasTakenOutAtTheVenueIsEnteredAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		late := w.person("Late", "Riser")
		_, err := w.events.Enter(ctx, w.director, late, tournaments.EntryInput{Section: w.section, Visitor: true})
		w.must(err)
		l := w.laptop(w.lend())
		entries := l.chart(l.director, w.section).Entries
		e := entries[len(entries)-1]
		l.must(l.desk.events.RemoveEntry(ctx, l.director, e.ID, e.Version))
		w.reaches(l)
		_, err = l.desk.events.Enter(ctx, l.director, late, tournaments.EntryInput{Section: w.section, Visitor: true})
		l.must(err)
		w.reaches(l)
		if entries := w.chart(w.director, w.section).Entries; len(entries) != 7 || entries[6].Person != late {
			t.Errorf("the site has %+v", entries)
		}
	})
}
