package results

import (
	"errors"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

func TestASlipAsksBeforeItOverwrites(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.at(w.director, 1, "b")
		w.must(err)
		for _, key := range []string{"w", "j", "-"} {
			_, err = w.at(w.other, 1, key)
			w.refused(err, apperr.Conflict, "Table 1 has a result: Black won, entered at the desk.")
			var o *Overwrite
			if !errors.As(err, &o) || o.Reason || o.Table != 1 {
				t.Fatalf("%s: %+v", key, o)
			}
		}
		_, err = w.at(w.other, 1, "b") // the same again asks nothing
		w.must(err)
		g := w.game(1)
		slip := BoardInput{Section: w.section, Table: 1, Result: "W", Over: OverToken(g.ID, g.Version, "J")}
		_, err = w.s.EnterAt(ctx, w.other, slip)
		w.refused(err, apperr.Conflict, "Table 1 has a result") // it was asked about another slip
		slip.Over = OverToken(g.ID, g.Version-1, "W")
		_, err = w.s.EnterAt(ctx, w.other, slip)
		w.refused(err, apperr.Conflict, "Table 1 has a result") // or before another change
		slip.Over = OverToken(g.ID, g.Version, "W")
		_, err = w.s.EnterAt(ctx, w.other, slip)
		w.must(err)
		if g := w.game(1); g.Result != pairing.WhiteWins {
			t.Errorf("the result is %q", g.Result)
		}
	})
}

// What both players said, or a referee decided, is changed only with a reason, on every way.
func TestWhatIsSettledIsChangedOnlyWithAReason(t *testing.T) {
	onBoth(t, 3, func(t *testing.T, w *world) {
		for _, side := range []Side{BlackSide, WhiteSide} {
			_, err := w.says(1, side, "B")
			w.must(err)
		}
		for side, result := range map[Side]pairing.Result{BlackSide: "B", WhiteSide: "W"} {
			_, err := w.says(2, side, result)
			w.must(err)
		}
		list, err := w.s.Disputes(ctx, w.other, w.event.ID)
		w.must(err)
		_, err = w.s.Settle(ctx, w.other, SettleInput{
			Dispute: list[0].ID, Version: list[0].Version, Result: "W", Ruling: "Counted again, by rule 9.",
		})
		w.must(err)
		for table, was := range map[int]string{
			1: "Black won, reported by both players", 2: "White won, decided by the referee",
		} {
			g := w.game(table)
			for _, to := range []pairing.Result{pairing.Jigo, pairing.NoResult, pairing.BothLose} {
				in := Entry{Game: g.ID, Version: g.Version, Result: to, Reason: "  "}
				_, err := w.s.Enter(ctx, w.director, in)
				w.refused(err, apperr.Invalid, was)
				_, err = w.s.EnterAll(ctx, w.director, w.event.ID, []Entry{in})
				w.refused(err, apperr.Invalid, was)
				_, err = w.s.EnterAt(ctx, w.director, BoardInput{
					Section: w.section, Table: table, Result: to, Over: OverToken(g.ID, g.Version, to),
				})
				w.refused(err, apperr.Invalid, was)
			}
			_, err := w.s.Undo(ctx, w.director, g.ID, g.Version, "")
			w.refused(err, apperr.Invalid, was)
			if now := w.game(table); now.Version != g.Version {
				t.Errorf("table %d was changed", table)
			}
			_, err = w.s.Enter(ctx, w.director, Entry{
				Game: g.ID, Version: g.Version, Result: pairing.Jigo, Reason: "The scores were added up wrongly.",
			})
			w.must(err)
			b := w.basis(table)
			if b.Reason != "The scores were added up wrongly." || b.Was != was || b.ByReferee() || b.Said() != "changed at the desk" {
				t.Errorf("table %d: %+v", table, b)
			}
			// A second change is no quieter than the first; back to what was settled wants nothing.
			g = w.game(table)
			_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.BothLose})
			w.refused(err, apperr.Invalid, was)
			back := pairing.Result("B")
			if table == 2 {
				back = "W"
			}
			_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: back})
			w.must(err)
		}
		w.audited()
	})
}

func TestHowAResultCameAbout(t *testing.T) {
	onBoth(t, 4, func(t *testing.T, w *world) {
		_, err := w.says(1, BlackSide, "B") // one player, and then the director
		w.must(err)
		_, err = w.at(w.director, 1, "b")
		w.must(err)
		_, err = w.says(1, WhiteSide, "B")
		w.must(err)
		for _, side := range []Side{BlackSide, WhiteSide} {
			_, err := w.says(2, side, "W")
			w.must(err)
			_, err = w.s.Report(ctx, auth.Actor{}, ReportInput{Card: w.card(3), Side: side, Result: "W", Device: "one"})
			w.must(err)
		}
		_, err = w.s.Rule(ctx, w.other, w.ruling(4, Forfeit, "B"))
		w.must(err)
		for table, want := range map[int]string{
			1: "entered at the desk", 2: "reported by both players", 3: "reported for both players from one device",
			4: "decided by the referee",
		} {
			if got := w.basis(table).Said(); got != want {
				t.Errorf("table %d: %q, want %q", table, got, want)
			}
		}
		if b := w.basis(4); len(b.Decisions) != 1 || b.Decisions[0].Rule == "" {
			t.Errorf("the ruling: %+v", b)
		}
		// One device does not speak for both: a referee may rule otherwise.
		_, err = w.s.Rule(ctx, w.other, w.ruling(2, Forfeit, "B"))
		w.refused(err, apperr.Conflict, "Both players confirmed this result")
		_, err = w.s.Rule(ctx, w.other, w.ruling(3, Forfeit, "B"))
		w.must(err)
	})
}

// basis is how the result of a table came about, by the card and by the round.
func (w *world) basis(table int) Basis {
	w.t.Helper()
	tab, err := w.s.TableByCard(ctx, auth.Actor{}, w.card(table))
	w.must(err)
	c := w.chart()
	all, err := w.s.BasesOf(ctx, c.Rounds[c.Published()-1].ID)
	w.must(err)
	if tab.Basis.Said() != all[tab.Game.ID].Said() || len(tab.Basis.Decisions) != len(all[tab.Game.ID].Decisions) {
		w.t.Errorf("table %d: %+v by its card, %+v in its round", table, tab.Basis, all[tab.Game.ID])
	}
	return tab.Basis
}
