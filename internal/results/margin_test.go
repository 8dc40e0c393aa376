package results

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// TestAMarginCanBeTakenBack: one that was added by mistake, by undoing, and
// one that is wrong, by emptying it on the page that shows it. The board, which
// shows none, leaves it alone.
func TestAMarginCanBeTakenBack(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		enter := func(margin string) {
			t.Helper()
			g := w.game(1)
			_, err := w.s.Enter(ctx, w.director, Entry{
				Game: g.ID, Version: g.Version, Result: pairing.WhiteWins, Margin: margin,
			})
			w.must(err)
		}
		enter("")
		enter("4½")
		saved, err := w.s.UndoLast(ctx, w.director, w.section, 0)
		w.must(err)
		if g := w.game(1); g.Result != pairing.WhiteWins || g.Margin != "" || saved.Game.Table != 1 {
			t.Errorf("undone: %s by %q; %+v", g.Result, g.Margin, saved)
		}
		enter("4½")
		_, err = w.s.EnterAt(ctx, w.director, BoardInput{Section: w.section, Table: 1, Result: "W", Version: 5})
		w.must(err)
		if g := w.game(1); g.Margin != "4½" {
			t.Errorf("the board took the margin away: %+v", g)
		}
		enter("")
		if g := w.game(1); g.Result != pairing.WhiteWins || g.Margin != "" {
			t.Errorf("emptied: %s by %q", g.Result, g.Margin)
		}
		w.audited()
	})
}

// TestADirectorTakesReportsBack: someone pressed a button at the wrong table.
func TestADirectorTakesReportsBack(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for _, r := range []struct {
			side   Side
			result pairing.Result
		}{{BlackSide, "B"}, {WhiteSide, "W"}} {
			_, err := w.says(1, r.side, r.result)
			w.must(err)
		}
		r := w.chart().Rounds[0]
		w.refused(
			w.events.Unpublish(ctx, w.director, r.ID, r.Version), apperr.Conflict,
			"Players have reported a result for round 1. Enter it, or clear the reports on the page of the game.",
		)
		g := w.game(1)
		w.refused(
			w.events.SwapColours(ctx, w.director, g.ID, g.Version), apperr.Conflict,
			"Players have reported a result for table 1. Enter it, or clear the reports on the page of the game.",
		)
		before := w.audited()
		_, err := w.at(w.director, 1, "-")
		w.must(err)
		if tab, err := w.s.Table(ctx, w.director, g.ID); err != nil || len(tab.Reports) != 2 {
			t.Errorf("no key at the board took the reports away: %+v, %v", tab, err)
		}
		_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.NoResult})
		w.must(err)
		tab, err := w.s.Table(ctx, w.director, g.ID)
		w.must(err)
		disputes, err := w.s.Disputes(ctx, w.director, w.event.ID)
		w.must(err)
		if tab.Standing != Unreported || len(tab.Reports) > 0 || disputes[0].SettledAt.IsZero() || w.audited() == before {
			t.Errorf("taken back: %+v, %+v", tab, disputes)
		}
		w.must(w.events.SwapColours(ctx, w.director, g.ID, g.Version))
		w.must(w.events.Unpublish(ctx, w.director, r.ID, r.Version))
	})
}
