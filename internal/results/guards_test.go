package results

import (
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// TestAnUnpublishedRoundTakesNothing: who knows the number of a game of a
// preview cannot enter a result, a ruling or a record of it.
func TestAnUnpublishedRoundTakesNothing(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for table := 1; table <= 2; table++ {
			_, err := w.at(w.director, table, "b")
			w.must(err)
		}
		r, err := w.events.Draw(ctx, w.director, w.section, 2)
		w.must(err)
		g := r.Games[0]
		before := w.audited()
		result := Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins}
		_, err = w.s.Enter(ctx, w.director, result)
		w.refused(err, apperr.Conflict, "Round 2 of Open is not published yet.")
		_, err = w.s.EnterAll(ctx, w.director, w.event.ID, []Entry{result})
		w.refused(err, apperr.Conflict, "Round 2 of Open is not published yet.")
		_, err = w.s.Rule(ctx, w.director, RulingInput{
			Game: g.ID, Kind: OtherRuling, Rule: "Rule 9 of the event", Facts: "Both came late.", Reason: "They play on.",
			Version: g.Version,
		})
		w.refused(err, apperr.Conflict, "Round 2 of Open is not published yet.")
		_, err = w.s.AttachRecord(ctx, w.director, AttachForm{Game: g.ID, FileName: "game.sgf", Content: []byte(someRecord)})
		w.refused(err, apperr.Conflict, "Round 2 of Open is not published yet.")
		for _, p := range w.chart().Pairings(2) {
			if p.Game.ID == g.ID {
				_, err = w.s.Report(ctx, w.player(p.Black.Entry), ReportInput{Game: g.ID, Result: "B"})
				if err == nil {
					t.Error("a player reported a game that no one has been shown")
				}
			}
		}
		if w.audited() != before {
			t.Error("something was written about a round that is not published")
		}
		w.must(w.events.Publish(ctx, w.director, r.ID, r.Version, ""))
		_, err = w.s.Enter(ctx, w.director, result)
		w.must(err)
	})
}

// TestABoardFormOfAnOlderDrawingIsRefused: the tables of the round that was on
// the screen are other games now.
func TestABoardFormOfAnOlderDrawingIsRefused(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		old := w.chart().Rounds[0]
		form := BoardInput{Section: w.section, Round: 1, Drawn: old.ID, Table: 1, Result: "B"}
		w.must(w.events.Unpublish(ctx, w.director, old.ID, old.Version))
		_, err := w.events.Redraw(ctx, w.director, w.section, 1, "Again.")
		w.must(err)
		preview := w.chart().Rounds[0]
		w.must(w.events.Publish(ctx, w.director, preview.ID, preview.Version, ""))

		_, err = w.s.EnterAt(ctx, w.director, form)
		w.refused(err, apperr.Invalid, "table: Round 1 was drawn again after you opened this page.")
		if g := w.game(1); g.Result != pairing.NoResult {
			t.Errorf("table 1 of the new drawing has the result %q", g.Result)
		}
		form.Drawn = w.chart().Rounds[0].ID
		_, err = w.s.EnterAt(ctx, w.director, form)
		w.must(err)
	})
}

// TestASecondReportMayAddTheMargin, and one without a margin takes none away.
func TestASecondReportMayAddTheMargin(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		var audited int64
		for _, say := range []struct {
			name, margin, want string
			kept               bool
		}{
			{"the winner alone", "", "", true},
			{"and the margin", "4½", "4½", true},
			{"the winner again", "", "4½", false},
			{"the margin again", "4½", "4½", false},
			{"another margin", "5½", "5½", true},
		} {
			tab, err := w.s.Report(ctx, auth.Actor{}, ReportInput{
				Card: w.card(1), Side: BlackSide, Result: "B", Margin: say.margin,
			})
			w.must(err)
			if len(tab.Reports) != 1 || tab.Reports[0].Result != pairing.BlackWins || tab.Reports[0].Margin != say.want {
				t.Errorf("%s: the report is %+v, want the margin %q", say.name, tab.Reports, say.want)
			}
			now := w.audited()
			if kept := now > audited; kept != say.kept {
				t.Errorf("%s: kept %v, want %v", say.name, kept, say.kept)
			}
			audited = now
		}
		tab, err := w.says(1, WhiteSide, "B")
		w.must(err)
		if tab.Game.Result != pairing.BlackWins || tab.Game.Margin != "5½" {
			t.Errorf("the result: %s by %q", tab.Game.Result, tab.Game.Margin)
		}
	})
}

// TestAPileOfOneEventHoldsNoGameOfAnother: a referee of one event enters
// nothing into another by its games' numbers.
func TestAPileOfOneEventHoldsNoGameOfAnother(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		other, err := w.events.CreateEvent(ctx, w.director, tournaments.EventInput{
			Name: "Club evening", From: civil.MustParseDate("2027-01-02"),
		})
		w.must(err)
		referee := auth.Actor{Person: w.people[0], Name: "Mei", Offices: []auth.Office{
			{Role: auth.Referee, Event: other.ID, From: civil.MustParseDate("2020-01-01")},
		}}
		g := w.game(1)
		pile := []Entry{{Game: g.ID, Version: g.Version, Result: pairing.BlackWins}}
		_, err = w.s.EnterAll(ctx, referee, other.ID, pile)
		w.refused(err, apperr.NotFound, "This event has no such game.")
		_, err = w.s.EnterAll(ctx, referee, w.event.ID, pile)
		w.refused(err, apperr.Forbidden, "")
		if g := w.game(1); g.Result != pairing.NoResult {
			t.Errorf("a result of another event was saved: %q", g.Result)
		}
	})
}

// TestWhatKeepsARoundPublished: each thing that is known of a game, alone.
func TestWhatKeepsARoundPublished(t *testing.T) {
	for _, tt := range []struct {
		name, says string
		leave      func(w *world) error
	}{
		{"a result", "Round 1 has a result", func(w *world) error {
			_, err := w.at(w.director, 1, "b")
			return err
		}},
		{"a report", "Players have reported a result for round 1", func(w *world) error {
			_, err := w.says(1, BlackSide, "B")
			return err
		}},
		{"a record", "A game of round 1 has a record or a ruling", func(w *world) error {
			_, err := w.attach(w.director, 1, someRecord)
			return err
		}},
		{"a ruling without a result", "A game of round 1 has a record or a ruling", func(w *world) error {
			_, err := w.s.Rule(ctx, w.director, w.ruling(1, PlayOn, ""))
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onBoth(t, 2, func(t *testing.T, w *world) {
				w.must(tt.leave(w))
				r := w.chart().Rounds[0]
				w.refused(w.events.Unpublish(ctx, w.director, r.ID, r.Version), apperr.Conflict, tt.says)
				if w.chart().Published() != 1 {
					t.Error("the round is not published any more")
				}
			})
		})
	}
}

// TestWhatIsNoResult: a result that is not offered and a margin that is too
// long are named together, one by one and in a pile, and nothing is saved.
func TestWhatIsNoResult(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		g := w.game(1)
		bad := Entry{Game: g.ID, Version: g.Version, Result: "X", Margin: strings.Repeat("4", maxMargin+1)}
		_, e1 := w.s.Enter(ctx, w.director, bad)
		_, e2 := w.s.EnterAll(ctx, w.director, w.event.ID, []Entry{bad})
		for _, err := range []error{e1, e2} {
			w.refused(err, apperr.Invalid, "result: ")
			w.refused(err, apperr.Invalid, "margin: ")
		}
		if g := w.game(1); g.Result != pairing.NoResult || g.Version != 1 {
			t.Errorf("saved: %+v", g)
		}
	})
}

// TestWhoSeesTheBoard: it shows what players reported, so it is the desk's.
func TestWhoSeesTheBoard(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		_, err := w.s.Board(ctx, auth.Actor{}, w.section, 1)
		w.refused(err, apperr.SignIn, "")
		_, err = w.s.Board(ctx, auth.Actor{Person: w.people[0], Name: "A player"}, w.section, 1)
		w.refused(err, apperr.Forbidden, "")
		_, err = w.s.Board(ctx, w.director, w.section, 2)
		w.refused(err, apperr.NotFound, "")
		_, err = w.s.Board(ctx, w.director, w.section, 1)
		w.must(err)
	})
}
