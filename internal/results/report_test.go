package results

import (
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
)

// says is a report with the card of a table.
func (w *world) says(table int, side Side, result pairing.Result) (Table, error) {
	return w.s.Report(ctx, auth.Actor{}, ReportInput{Card: w.card(table), Side: side, Result: result})
}

func TestBothPlayersConfirm(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		tab, err := w.s.TableByCard(ctx, auth.Actor{}, w.card(1))
		w.must(err)
		if tab.Standing != Unreported || !tab.CanReport || tab.Game.Table != 1 || tab.You != "" || tab.Round != 1 {
			t.Errorf("before: %+v", tab)
		}
		tab, err = w.says(1, BlackSide, "B")
		w.must(err)
		if tab.Standing != Reported || tab.Game.Result != pairing.NoResult || len(tab.Reports) != 1 {
			t.Errorf("after one report: %+v", tab)
		}
		before := w.audited()
		_, err = w.says(1, BlackSide, "B") // a phone that tries again
		w.must(err)
		if w.audited() != before {
			t.Error("the same report twice was kept twice")
		}
		tab, err = w.says(1, WhiteSide, "B")
		w.must(err)
		if tab.Standing != Decided || tab.Game.Result != pairing.BlackWins || tab.Game.ResultBy != "both players" ||
			tab.CanReport {
			t.Errorf("after both: %+v", tab)
		}
		_, err = w.says(1, WhiteSide, "B") // again, after it is in
		w.must(err)
		_, err = w.says(1, WhiteSide, "W")
		w.refused(err, apperr.Conflict, "The result is in: Black won. If that is wrong, speak to the director.")
		if got, want := w.history(1), "->B by both players (players)"; got != want {
			t.Errorf("history %q, want %q", got, want)
		}
		// The director takes it back: the players may report again.
		g := w.game(1)
		_, err = w.s.Undo(ctx, w.director, g.ID, g.Version, " ")
		w.refused(err, apperr.Invalid, "Table 1: Black won, reported by both players. Say why")
		_, err = w.s.Undo(ctx, w.director, g.ID, g.Version, "The slip was for table 2.")
		w.must(err)
		if tab, err = w.s.TableByCard(ctx, auth.Actor{}, w.card(1)); err != nil || tab.Standing != Unreported ||
			len(tab.Reports) != 0 {
			t.Errorf("taken back: %+v, %v", tab, err)
		}
		w.audited()
	})
}

func TestSignedInPlayersReportAsThemselves(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		p := w.chart().Pairings(1)[0]
		black, white := w.player(p.Black.Entry), w.player(p.White.Entry)
		tab, err := w.s.Report(ctx, black, ReportInput{Game: p.Game.ID, Side: WhiteSide, Result: "J"})
		w.must(err)
		if tab.You != BlackSide || len(tab.Reports) != 1 || tab.Reports[0].Side != BlackSide {
			t.Errorf("Black, signed in, reports for White: %+v", tab)
		}
		tab, err = w.s.Report(ctx, white, ReportInput{Game: p.Game.ID, Result: "J", Margin: "0"})
		w.must(err)
		if tab.Game.Result != pairing.Jigo || tab.Game.Margin != "0" {
			t.Errorf("both say jigo: %+v", tab.Game)
		}
		_, err = w.s.Report(ctx, auth.Actor{}, ReportInput{Game: p.Game.ID, Side: BlackSide, Result: "B"})
		w.refused(err, apperr.SignIn, "code on the table’s card")
		_, err = w.s.Report(ctx, w.player(w.chart().Pairings(1)[1].Black.Entry), ReportInput{Game: p.Game.ID, Result: "B"})
		w.refused(err, apperr.Forbidden, "Only the two players")
	})
}

func TestBadReports(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.says(1, "", "x")
		w.refused(err, apperr.Invalid, "side: ")
		w.refused(err, apperr.Invalid, "result: ") // a default is not theirs to report
		_, err = w.s.TableByCard(ctx, auth.Actor{}, w.card(9))
		w.refused(err, apperr.NotFound, "there is no game at table 9 in round 1")
		for _, card := range []string{"", "1-1-aaaaaaaaaaaaaaaa", w.card(1) + "x", "999-1-abc"} {
			_, err = w.s.TableByCard(ctx, auth.Actor{}, card)
			w.refused(err, apperr.NotFound, "not valid")
		}
		other := w.game(2)
		_, err = w.s.Report(ctx, auth.Actor{}, ReportInput{Card: w.card(1), Game: other.ID, Side: BlackSide, Result: "B"})
		w.refused(err, apperr.Conflict, "different game")
	})
}

func TestACardFollowsTheRounds(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		first := w.game(1)
		for table := 1; table <= 2; table++ {
			_, err := w.at(w.director, table, "b")
			w.must(err)
		}
		w.publish()
		tab, err := w.s.TableByCard(ctx, auth.Actor{}, w.card(1))
		w.must(err)
		if tab.Round != 2 || tab.Game.ID == first.ID {
			t.Errorf("the card leads to round %d", tab.Round)
		}
		_, err = w.s.Report(ctx, auth.Actor{}, ReportInput{Card: w.card(1), Game: first.ID, Side: BlackSide, Result: "B"})
		w.refused(err, apperr.Conflict, "Table 1 is now playing round 2")
	})
}

func TestDifferingReportsGoToTheReferee(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.says(2, BlackSide, "B")
		w.must(err)
		tab, err := w.says(2, WhiteSide, "W")
		w.must(err)
		if tab.Standing != Disputed || tab.Game.Result != pairing.NoResult {
			t.Errorf("two different reports: %+v", tab)
		}
		list, err := w.s.Disputes(ctx, w.director, w.event.ID)
		w.must(err)
		if len(list) != 1 || list[0].BlackSays != pairing.BlackWins || list[0].WhiteSays != pairing.WhiteWins ||
			list[0].Table.Game.Table != 2 || !list[0].SettledAt.IsZero() {
			t.Fatalf("the inbox: %+v", list)
		}
		_, err = w.s.Disputes(ctx, auth.Actor{}, w.event.ID)
		w.refused(err, apperr.SignIn, "")
		_, err = w.s.Settle(ctx, w.director, SettleInput{Dispute: list[0].ID, Version: list[0].Version})
		w.refused(err, apperr.Invalid, "result: ")
		w.refused(err, apperr.Invalid, "ruling: ")
		ruling := SettleInput{
			Dispute: list[0].ID, Version: list[0].Version, Result: "W", Ruling: "The record shows White ahead by two.",
		}
		saved, err := w.s.Settle(ctx, w.director, ruling)
		w.must(err)
		if saved.Game.Result != pairing.WhiteWins {
			t.Errorf("ruled: %+v", saved)
		}
		_, err = w.s.Settle(ctx, w.other, ruling)
		w.refused(err, apperr.Conflict, "Aroha settled it. The record shows White ahead")
		if list, err = w.s.Disputes(ctx, w.director, w.event.ID); err != nil || list[0].SettledBy != "Aroha" ||
			list[0].Ruling != ruling.Ruling {
			t.Errorf("settled: %+v, %v", list, err)
		}
		if got, want := w.history(2), "->W by Aroha (ruling)"; got != want {
			t.Errorf("history %q, want %q", got, want)
		}
		w.audited()
	})
}

func TestPlayersMaySettleItThemselves(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for _, r := range []struct {
			side   Side
			result pairing.Result
		}{{BlackSide, "B"}, {WhiteSide, "W"}, {WhiteSide, "J"}, {BlackSide, "J"}} {
			_, err := w.says(1, r.side, r.result)
			w.must(err)
		}
		list, err := w.s.Disputes(ctx, w.director, w.event.ID)
		w.must(err)
		if len(list) != 1 || list[0].WhiteSays != pairing.Jigo || list[0].SettledBy != "both players" ||
			list[0].Ruling != "The players agreed: Jigo." {
			t.Errorf("the dispute: %+v", list)
		}
		if g := w.game(1); g.Result != pairing.Jigo {
			t.Errorf("the result: %+v", g)
		}
		// A result that the director enters settles a dispute too.
		for _, side := range []Side{BlackSide, WhiteSide} {
			result := map[Side]pairing.Result{BlackSide: "B", WhiteSide: "W"}[side]
			_, err := w.says(2, side, result)
			w.must(err)
		}
		_, err = w.at(w.director, 2, "b")
		w.must(err)
		list, err = w.s.Disputes(ctx, w.director, w.event.ID)
		w.must(err)
		if len(list) != 2 || list[0].SettledAt.IsZero() || list[0].Ruling != "The director entered: Black won." {
			t.Errorf("the second dispute: %+v", list[0])
		}
		r := w.chart().Rounds[0]
		w.refused(w.events.Unpublish(ctx, w.director, r.ID, r.Version), apperr.Conflict, "Round 1 has a result")
		w.audited()
	})
}

func TestReportsKeepARoundPublished(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		_, err := w.says(1, BlackSide, "B")
		w.must(err)
		r := w.chart().Rounds[0]
		w.refused(w.events.Unpublish(ctx, w.director, r.ID, r.Version), apperr.Conflict, "Players have reported")
	})
}
