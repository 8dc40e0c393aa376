package weekly

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/mail"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// to are the letters to a player, the oldest first.
func (w *world) to(id tournaments.PersonID) (out []mail.Entry) {
	for _, l := range w.letters() {
		if tournaments.PersonID(l.To.Person) == id {
			out = append(out, l)
		}
	}
	return out
}

// A player with an account is led to the page of the game, and one without is told whom to write to: no letter
// tells anyone to do what they cannot.
func TestLettersSayHowThisPlayerReports(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		here, there := "signed in: https://go.example.nz/games/", "You have no account to report with: send the result, and the "+
			"record of the game if you have it, to the director ("+contact+"). It counts once it is entered."
		with, without := 0, 0
		for _, l := range w.letters() {
			switch {
			case l.To.Name == "Given Family1":
				without++
				has(t, l.Body, there)
				if strings.Contains(l.Body, here) {
					t.Errorf("is led to a page that is refused:\n%s", l.Body)
				}
			default:
				with++
				has(t, l.Body, here, "Questions go to the director ("+contact+").")
				if strings.Contains(l.Body, "no account") {
					t.Errorf("is told to have no account:\n%s", l.Body)
				}
			}
		}
		if with != 2 || without != 1 {
			t.Errorf("%d letters with an account, %d without", with, without)
		}
		// Family1 is told of the opponent's report in the same way.
		for _, g := range games {
			opponent := g.BlackPerson
			if g.BlackName == "Given Family1" {
				opponent = g.WhitePerson
			} else if g.WhiteName != "Given Family1" {
				continue
			}
			side := map[bool]string{true: "black", false: "white"}[opponent == g.BlackPerson]
			seats := seatsOf(g, []said{{g.Game.ID, side, "B"}}, nil)
			for _, seat := range seats {
				if seat.name == "Given Family1" {
					has(t, seat.standing(Plan{Contact: contact}), "It does not count yet. Tell the director ("+contact+") whether it is right.")
				}
			}
		}
	})
}

// Deadlines that were set before the director was asked for an address name no one.
func TestLettersOfOldDeadlines(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE weekly_section SET contact = ''`)
			return err
		}))
		w.publish()
		for _, l := range w.letters() {
			if strings.Contains(l.Body, "director (") || strings.Contains(l.Body, "Questions go to") {
				t.Errorf("names someone:\n%s", l.Body)
			}
			has(t, l.Body, "tell the director before the last day")
		}
		p, _, err := w.s.Plan(ctx, w.section)
		w.must(err)
		p.LateDays = 9
		if err := w.s.SetPlan(ctx, w.director, w.section, p); apperr.KindOf(err) != apperr.Invalid ||
			!strings.Contains(err.Error(), "an address that players can write to") {
			t.Errorf("saved without an address: %v", err)
		}
		p.Contact = strings.Repeat("a", MaxContact+1)
		if err := w.s.SetPlan(ctx, w.director, w.section, p); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("a long address: %v", err)
		}
		p.Contact = "Aroha\n\nhttps://elsewhere.example" // one line, whatever is sent
		w.must(w.s.SetPlan(ctx, w.director, w.section, p))
		if p, _, err = w.s.Plan(ctx, w.section); err != nil || p.Contact != "Aroha https://elsewhere.example" {
			t.Errorf("%q, %v", p.Contact, err)
		}
	})
}

// Both players are told of other colours and another handicap than they were told before, each time, and of nothing
// else.
func TestPlayersAreToldOfAChangedGame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		g := w.publish()[0]
		if !w.mails(g.BlackPerson) || !w.mails(g.WhitePerson) {
			g = w.gameOf("Given Family0", "Given Family2")
		}
		before := len(w.letters())
		w.must(w.events.SetHandicap(ctx, w.director, g.Game.ID, g.Game.Version, 0, "Both asked for an even game."))
		last := w.to(g.BlackPerson)
		l := last[len(last)-1]
		has(t, l.Subject, "Weekly Online, round 1: your game with "+g.WhiteName+" has changed")
		has(t, l.Body, "Now you have Black. Even game, komi 7 (0.0 − (−4.0) = 4.0; set by hand), on a board of 19 lines.",
			"Before you had Black. "+tournaments.TermsInFull(g.Game.Handicap, g.Game.Komi)+" (0.0 − (−4.0) = 4.0), on a board of 19 lines.", "6 days are left",
			"If you have played it already, or want to know why, ask the director ("+contact+").")
		if strings.Contains(l.Body, "asked for an even game") {
			t.Error("the reason is for the event’s officials")
		}
		now, err := tournaments.GameByID(ctx, w.db, g.Game.ID)
		w.must(err)
		w.must(w.events.SwapColours(ctx, w.director, g.Game.ID, now.Game.Version))
		last = w.to(g.BlackPerson)
		has(t, last[len(last)-1].Body, "Now you have White. Even game", "Before you had Black. Even game")
		last = w.to(g.WhitePerson)
		has(t, last[len(last)-1].Body, "Now you have Black. Even game", "Before you had White. Even game")
		if n := len(w.letters()) - before; n != 4 {
			t.Errorf("%d letters of two changes to two players", n)
		}
		now, err = tournaments.GameByID(ctx, w.db, g.Game.ID)
		w.must(err)
		w.must(w.events.SetHandicap(ctx, w.director, g.Game.ID, now.Game.Version, 0, "It stays even."))
		if n := len(w.letters()) - before; n != 4 {
			t.Errorf("%d letters after what changes nothing", n)
		}
		// A change that is refused writes to no one.
		if err := w.events.SwapColours(ctx, w.director, g.Game.ID, 1); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("an old version: %v", err)
		}
		if n := len(w.letters()) - before; n != 4 {
			t.Errorf("%d letters after a refused change", n)
		}
	})
}

// gameOf is the game of two players by name, in either colour.
func (w *world) gameOf(a, b string) tournaments.Played {
	w.t.Helper()
	chart, err := w.events.Wallchart(ctx, w.director, w.section)
	w.must(err)
	for _, r := range chart.Rounds {
		for _, p := range w.games(r) {
			if p.BlackName == a && p.WhiteName == b || p.BlackName == b && p.WhiteName == a {
				return p
			}
		}
	}
	w.t.Fatalf("no game of %s and %s", a, b)
	return tournaments.Played{}
}

// A preview is changed without a letter: no one was told of it.
func TestAChangedPreviewWritesToNoOne(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		r, err := w.events.Draw(ctx, w.director, w.section, 0)
		w.must(err)
		w.must(w.events.SetHandicap(ctx, w.director, r.Games[0].ID, r.Games[0].Version, 0, "Even."))
		if n := len(w.letters()); n != 0 {
			t.Errorf("%d letters", n)
		}
	})
}

// Who was told of a round hears that it is withdrawn, and again when it is published as it was.
func TestPlayersAreToldOfAWithdrawnRound(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		chart, err := w.events.Wallchart(ctx, w.director, w.section)
		w.must(err)
		w.must(w.events.RemoveEntry(ctx, w.director, chart.Entries[3].ID, chart.Entries[3].Version))
		r, err := w.events.Draw(ctx, w.director, w.section, 0)
		w.must(err)
		w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
		if n := len(w.letters()); n != 3 { // two players, and a bye
			t.Fatalf("%d letters", n)
		}
		w.must(w.events.Unpublish(ctx, w.director, r.ID, r.Version+1))
		letters := w.letters()[3:]
		byes := 0
		for _, l := range letters {
			has(t, l.Subject, "Weekly Online, round 1: the draw is withdrawn")
			has(t, l.Body, "the director has withdrawn the draw of this round.", "Questions go to the director ("+contact+").")
			if strings.Contains(l.Body, "You had the bye in it") {
				byes++
			} else {
				has(t, l.Body, "Do not play Given Family")
			}
		}
		if len(letters) != 3 || byes != 1 {
			t.Fatalf("%d letters, %d to byes", len(letters), byes)
		}
		w.must(w.events.Publish(ctx, w.director, r.ID, r.Version+2, ""))
		letters = w.letters()[6:]
		if len(letters) != 3 {
			t.Fatalf("%d letters of the round that is published again", len(letters))
		}
		lines, err := w.s.Section(ctx, w.director, w.event, w.section)
		w.must(err)
		if got := lines[0].Reached[0].Text(); got != "letter waiting in the outbox" {
			t.Error(got)
		}
	})
}

// What is said of the letters about a draw is said of those about the draw as it stands.
func TestReachedIsOfTheLatestPublication(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		r, err := w.events.Draw(ctx, w.director, w.section, 0)
		w.must(err)
		w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE mail_letter SET state = 'failed', problem = 'refused'`)
			return err
		}))
		w.must(w.events.Unpublish(ctx, w.director, r.ID, r.Version+1))
		w.must(w.events.Publish(ctx, w.director, r.ID, r.Version+2, ""))
		lines, err := w.s.Section(ctx, w.director, w.event, w.section)
		w.must(err)
		for _, l := range lines {
			for _, reached := range l.Reached {
				if got := reached.Text(); got != "letter waiting in the outbox" && got != "no e-mail address" {
					t.Errorf("%s: %s", reached.Name, got)
				}
			}
		}
	})
}

// Pairs of a published round that the director changes by hand: who has another game is told of it, and who has none
// any more is told too; the others are not.
func TestWhosePairWasChangedByHandIsTold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		games := w.publish()
		g := games[0]
		round := func() tournaments.Round {
			c, err := w.events.Wallchart(ctx, w.director, w.section)
			w.must(err)
			r, _ := c.Round(g.Round)
			return r
		}
		before := len(w.letters())
		r := round()
		w.must(w.events.ChangeByHand(ctx, w.director, tournaments.HandInput{
			Round: r.ID, Version: r.Version, Kind: tournaments.TakeOff, Player: g.Game.Black,
		}))
		told := w.letters()[before:]
		if len(told) != 2 {
			t.Fatalf("%d letters, want one to each of the two", len(told))
		}
		for _, l := range told {
			has(t, l.Body, "your game in it is not played", contact)
		}
		r = round()
		before = len(w.letters())
		w.must(w.events.ChangeByHand(ctx, w.director, tournaments.HandInput{
			Round: r.ID, Version: r.Version, Kind: tournaments.PairUp, Player: g.Game.Black, Other: g.Game.White,
		}))
		told = w.letters()[before:]
		if len(told) != 2 {
			t.Fatalf("%d letters, want one to each of the two", len(told))
		}
		has(t, told[0].Body, "the director has changed pairs of this round. You play")
	})
}
