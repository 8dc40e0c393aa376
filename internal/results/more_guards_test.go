package results

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
)

// TestAGameHasItsMostRecords: one more is refused, the same again is not one
// more.
func TestAGameHasItsMostRecords(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		for i := range maxRecords {
			_, err := w.attach(w.director, 1, someRecord+strings.Repeat(" ", i))
			w.must(err)
		}
		_, err := w.attach(w.director, 1, someRecord+strings.Repeat(" ", maxRecords))
		w.refused(err, apperr.Conflict, fmt.Sprintf("already has %d records", maxRecords))
		_, err = w.attach(w.director, 1, someRecord)
		w.must(err)
		list, err := w.s.Records(ctx, w.game(1).ID)
		if err != nil || len(list) != maxRecords {
			t.Errorf("%d records, %v", len(list), err)
		}
	})
}

// TestWhoReadsARecord: everybody, of a round that is published; a number that
// is no record's is not found.
func TestWhoReadsARecord(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		r, err := w.attach(w.director, 1, someRecord)
		w.must(err)
		_, err = w.s.Record(ctx, auth.Actor{}, r.ID)
		w.must(err)
		_, err = w.s.Record(ctx, auth.Actor{}, 999)
		w.refused(err, apperr.NotFound, "")
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE round SET state = 'draft', published_at = NULL`)
			return err
		}))
		_, err = w.s.Record(ctx, auth.Actor{}, r.ID)
		w.refused(err, apperr.NotFound, "Record not found")
	})
}

// TestAnOldDisputeIsNotSettled: what the referee saw is not what the players say
// now.
func TestAnOldDisputeIsNotSettled(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		for _, r := range []struct {
			side   Side
			result pairing.Result
		}{{BlackSide, "B"}, {WhiteSide, "W"}} {
			_, err := w.says(1, r.side, r.result)
			w.must(err)
		}
		list, err := w.s.Disputes(ctx, w.director, w.event.ID)
		w.must(err)
		old := SettleInput{Dispute: list[0].ID, Version: list[0].Version, Result: "W", Ruling: "As White says."}
		_, err = w.says(1, WhiteSide, "J")
		w.must(err)
		_, err = w.s.Settle(ctx, w.director, old)
		w.refused(err, apperr.Conflict, "This dispute changed after you opened it: a player reported again.")
		if g := w.game(1); g.Result != pairing.NoResult {
			t.Errorf("the game has the result %q", g.Result)
		}
		list, err = w.s.Disputes(ctx, w.director, w.event.ID)
		w.must(err)
		now := old
		now.Version = list[0].Version
		for _, actor := range []auth.Actor{{}, {Person: w.people[0], Name: "A player"}} {
			if _, err := w.s.Settle(ctx, actor, now); apperr.KindOf(err) != apperr.SignIn && apperr.KindOf(err) != apperr.Forbidden {
				t.Errorf("settled by %q: %v", actor.Name, err)
			}
		}
		long := now
		long.Ruling, long.Margin = strings.Repeat("ā", maxRuling+1), strings.Repeat("4", maxMargin+1)
		_, err = w.s.Settle(ctx, w.director, long)
		w.refused(err, apperr.Invalid, "ruling: ")
		w.refused(err, apperr.Invalid, "margin: ")
		cleared := now
		cleared.Result = "-"
		_, err = w.s.Settle(ctx, w.director, cleared)
		w.refused(err, apperr.Invalid, "result: ")
		_, err = w.s.Settle(ctx, w.director, now)
		w.must(err)
		now.Version++
		_, err = w.s.Settle(ctx, w.director, now)
		w.refused(err, apperr.Conflict, "Aroha settled it. As White says.")
		_, err = w.s.Settle(ctx, w.director, SettleInput{Dispute: 999})
		w.refused(err, apperr.NotFound, "")
	})
}

// TestAClearedResultHasNoMargin: with the result goes what it was won by, and
// what the players have said.
func TestAClearedResultHasNoMargin(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		g := w.game(1)
		saved, err := w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins, Margin: "4½"})
		w.must(err)
		_, err = w.at(w.director, 1, "b") // again, by the board that asks for no margin
		w.must(err)
		if g = w.game(1); g.Margin != "4½" {
			t.Errorf("the margin is %q", g.Margin)
		}
		_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: saved.Game.Version, Margin: "4½"})
		w.must(err)
		if g = w.game(1); g.Result != pairing.NoResult || g.Margin != "" {
			t.Errorf("cleared: %q by %q", g.Result, g.Margin)
		}
		_, err = w.s.Enter(ctx, w.other, Entry{Game: g.ID, Version: g.Version - 1, Result: pairing.WhiteWins})
		w.refused(err, apperr.Conflict, "someone else cleared the result after you opened it")

		_, err = w.says(2, BlackSide, "B")
		w.must(err)
		g = w.game(2)
		before := w.audited()
		_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version})
		w.must(err)
		tab, err := w.s.Table(ctx, w.director, g.ID)
		w.must(err)
		if len(tab.Reports) != 0 || w.audited() == before {
			t.Errorf("cleared: %+v", tab.Reports)
		}
		before = w.audited()
		_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version})
		w.must(err)
		if w.audited() != before {
			t.Error("nothing was forgotten, and the log says so")
		}
	})
}

// TestWhatClearingSaysOfADispute: the log of disputes says who ended it and how.
func TestWhatClearingSaysOfADispute(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		for side, result := range map[Side]pairing.Result{BlackSide: "B", WhiteSide: "W"} {
			_, err := w.says(1, side, result)
			w.must(err)
		}
		g := w.game(1)
		_, err := w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version})
		w.must(err)
		list, err := w.s.Disputes(ctx, w.director, w.event.ID)
		if err != nil || len(list) != 1 || list[0].Ruling != "The result was cleared; the players can report again." {
			t.Errorf("the dispute: %+v, %v", list, err)
		}
	})
}

func TestTheBoardAsItIsPlayed(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.s.EnterAt(ctx, auth.Actor{Person: w.people[0], Name: "A player"}, BoardInput{Section: w.section, Table: 9, Result: "q"})
		w.refused(err, apperr.Forbidden, "")
		before := w.audited()
		saved, err := w.at(w.director, 1, "")
		w.must(err)
		if w.audited() != before || saved.Game.Table != 1 {
			t.Errorf("no key was pressed, and saved %+v", saved)
		}
		for table := 1; table <= 2; table++ {
			_, err := w.at(w.director, table, "b")
			w.must(err)
		}
		_, err = w.events.Draw(ctx, w.director, w.section, 2)
		w.must(err)
		_, err = w.s.EnterAt(ctx, w.director, BoardInput{Section: w.section, Round: 2, Table: 1, Result: "B"})
		w.refused(err, apperr.Invalid, "Round 2 is not published")
		_, err = w.s.Board(ctx, w.director, w.section, 2)
		w.refused(err, apperr.NotFound, "")
		preview := w.chart().Rounds[1].Games[0]
		tab, err := w.s.Table(ctx, w.director, preview.ID)
		if err == nil && tab.CanReport {
			t.Error("a game of a preview takes reports")
		}
		tab, err = w.s.Table(ctx, w.director, w.game(1).ID)
		w.must(err)
		if tab.CanReport || tab.You != "" {
			t.Errorf("the director plays %q and may report: %t", tab.You, tab.CanReport)
		}
	})
}

// TestOnlyPlayersAndTheCardReport: who looks on sees the table and reports
// nothing.
func TestOnlyPlayersAndTheCardReport(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		p := w.chart().Pairings(1)[0]
		for name, tt := range map[string]struct {
			actor auth.Actor
			want  bool
		}{
			"no one": {auth.Actor{}, false}, "the director": {w.director, false},
			"Black": {w.player(p.Black.Entry), true}, "White": {w.player(p.White.Entry), true},
		} {
			tab, err := w.s.Table(ctx, tt.actor, p.Game.ID)
			w.must(err)
			if tab.CanReport != tt.want {
				t.Errorf("%s may report: %t", name, tab.CanReport)
			}
		}
		if sideOf(auth.Actor{}, 0, 0) != "" {
			t.Error("no one plays a side that no one is known of")
		}
		// A player with the card reports in their own name; another by the side.
		tab, err := w.s.Report(ctx, w.player(p.Black.Entry), ReportInput{Card: w.card(p.Game.Table), Side: WhiteSide, Result: "B"})
		w.must(err)
		if len(tab.Reports) != 1 || tab.Reports[0].Side != BlackSide {
			t.Errorf("Black with the card: %+v", tab.Reports)
		}
		_, err = w.says(p.Game.Table, WhiteSide, "B")
		w.must(err)
	})
}

func TestReportsSayNothingTooLong(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		_, err := w.s.Report(ctx, auth.Actor{}, ReportInput{
			Card: w.card(1), Side: BlackSide, Result: "B", Margin: strings.Repeat("4", maxMargin+1),
		})
		w.refused(err, apperr.Invalid, "margin: ")
	})
}

// TestWhatARulingIsRefusedFor: every field has its limits, and they are named
// together.
func TestWhatARulingIsRefusedFor(t *testing.T) {
	good := RulingInput{Kind: Forfeit, Rule: strings.Repeat("ā", maxRule), Facts: "F", Reason: "R", Result: "W", Margin: "4½"}
	for name, tt := range map[string]struct {
		change func(*RulingInput)
		want   string
	}{
		"all is well":       {func(*RulingInput) {}, ""},
		"a long rule":       {func(f *RulingInput) { f.Rule += "ā" }, "rule"},
		"no rule":           {func(f *RulingInput) { f.Rule = " " }, "rule"},
		"long facts":        {func(f *RulingInput) { f.Facts = strings.Repeat("ā", maxRuling+1) }, "facts"},
		"no facts":          {func(f *RulingInput) { f.Facts = "" }, ""},
		"a long reason":     {func(f *RulingInput) { f.Reason = strings.Repeat("ā", maxRuling+1) }, "reason"},
		"no reason":         {func(f *RulingInput) { f.Reason = "" }, "reason"},
		"no result":         {func(f *RulingInput) { f.Result = "" }, "result"},
		"nothing to choose": {func(f *RulingInput) { f.Result = "q" }, "result"},
		"no change":         {func(f *RulingInput) { f.Result, f.Kind = "", MoveStands }, ""},
		"a long margin":     {func(f *RulingInput) { f.Margin = strings.Repeat("4", maxMargin+1) }, "margin"},
		"no move":           {func(f *RulingInput) { f.Move = -1 }, "move"},
		"no kind":           {func(f *RulingInput) { f.Kind = "" }, "kind"},
	} {
		in := good
		tt.change(&in)
		_, err := in.read()
		var got []string
		if refused, ok := err.(*apperr.Error); ok {
			for _, f := range refused.Fields {
				got = append(got, f.Name)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: problems with %q, want %q", name, got, tt.want)
		}
	}
}

// TestARulingOnWhatIsThere: a ruling may confirm the result that a game has, and
// one that both players confirmed alike is not changed by another.
func TestARulingOnWhatIsThere(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		_, err := w.at(w.director, 1, "w")
		w.must(err)
		_, err = w.s.Rule(ctx, w.director, w.ruling(1, Forfeit, "W")) // the same result, and a new ruling
		w.must(err)
		if list, err := w.s.Rulings(ctx, w.game(1).ID); err != nil || len(list) != 1 {
			t.Errorf("rulings: %+v, %v", list, err)
		}
		_, err = w.s.Rule(ctx, w.director, w.ruling(1, Forfeit, "B")) // nobody confirmed it
		w.must(err)
		for _, side := range []Side{BlackSide, WhiteSide} {
			_, err := w.says(2, side, "B")
			w.must(err)
		}
		_, err = w.s.Rule(ctx, w.director, w.ruling(2, Forfeit, "W"))
		w.refused(err, apperr.Conflict, "Both players confirmed this result")
		_, err = w.s.Rule(ctx, w.director, w.ruling(2, ResultStands, "B"))
		w.must(err)
		g := w.game(2)
		in := Entry{Game: g.ID, Version: g.Version, Result: pairing.WhiteWins}
		_, err = w.s.Enter(ctx, w.director, in)
		w.refused(err, apperr.Invalid, "reason: Table 2: Black won, reported by both players. Say why it is changed")
		in.Reason = "Both wrote it on the wrong line."
		_, err = w.s.Enter(ctx, w.director, in)
		w.must(err)
		_, err = w.s.Rule(ctx, w.director, w.ruling(2, Forfeit, "J")) // it is not what they confirmed any more
		w.must(err)
	})
}

func TestAResultInWords(t *testing.T) {
	for _, tt := range []struct {
		g    tournaments.Game
		want string
	}{
		{tournaments.Game{Margin: "4½"}, ""}, {tournaments.Game{Result: pairing.BlackWins}, "Black won"},
		{tournaments.Game{Result: pairing.BlackWins, Margin: "4½"}, "Black won by 4½"},
		{tournaments.Game{Result: pairing.BlackWins, Margin: "½"}, "Black won by ½"},
		{tournaments.Game{Result: pairing.WhiteWins, Margin: "resignation"}, "White won, resignation"},
	} {
		if got := Text(tt.g); got != tt.want {
			t.Errorf("%+v in words: %q, want %q", tt.g, got, tt.want)
		}
	}
	if got := tidyFileName("ga\xffme\u0085.sgf"); got != "game.sgf" {
		t.Errorf("a name that cannot be shown is kept as %q", got)
	}
}

// TestOneReportIsNoDispute, and nobody is asked to rule on it.
func TestOneReportIsNoDispute(t *testing.T) {
	onBoth(t, 1, func(t *testing.T, w *world) {
		_, err := w.says(1, WhiteSide, "W")
		w.must(err)
		if list, err := w.s.Disputes(ctx, w.director, w.event.ID); err != nil || len(list) != 0 {
			t.Errorf("disputes: %+v, %v", list, err)
		}
		p := w.chart().Pairings(1)[0]
		log, err := audit.Of(ctx, w.db, "game", int64(p.Game.ID), 1)
		if want := p.White.Entry.Name + ", by the card of table 1"; err != nil || log[0].By.Name != want ||
			!strings.Contains(log[0].Detail, `"by_table_card":true`) {
			t.Errorf("the log says %+v, %v; want that %s said so", log, err, want)
		}
		_, err = w.s.Report(ctx, w.player(p.Black.Entry), ReportInput{Game: p.Game.ID, Result: "W"})
		w.must(err)
		log, err = audit.Of(ctx, w.db, "game", int64(p.Game.ID), 2)
		if err != nil || log[1].By.Name != p.Black.Entry.Name || strings.Contains(log[1].Detail, "by_table_card") {
			t.Errorf("the log says %+v, %v; want that Black did, signed in", log, err)
		}
		// The same result once more, from the desk: what the players said stays.
		g, before := w.game(1), w.audited()
		_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.WhiteWins})
		w.must(err)
		if tab, err := w.s.Table(ctx, w.director, g.ID); err != nil || len(tab.Reports) != 2 || w.audited() != before {
			t.Errorf("the same result again: %+v, %v", tab.Reports, err)
		}
	})
}

// TestTheBoardGoesToTheNextTable, and a correction there does not keep the
// margin of the result that was wrong.
func TestTheBoardGoesToTheNextTable(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		g := w.game(1)
		_, err := w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Result: pairing.BlackWins, Margin: "4½"})
		w.must(err)
		b, err := w.s.Board(ctx, w.director, w.section, 0)
		if err != nil || b.Next != 2 {
			t.Errorf("next is table %d, %v", b.Next, err)
		}
		slip := BoardInput{Section: w.section, Table: 1, Result: "W", Version: w.game(1).Version}
		_, err = w.s.EnterAt(ctx, w.director, slip)
		w.refused(err, apperr.Conflict, "Table 1 has a result: Black won by 4½, entered at the desk.")
		slip.Over = OverToken(g.ID, w.game(1).Version, "W")
		_, err = w.s.EnterAt(ctx, w.director, slip)
		w.must(err)
		if g = w.game(1); g.Result != pairing.WhiteWins || g.Margin != "" {
			t.Errorf("corrected to %q by %q", g.Result, g.Margin)
		}
		_, err = w.s.Enter(ctx, w.director, Entry{Game: g.ID, Version: g.Version, Margin: "4½"})
		w.must(err)
		history, err := w.s.History(ctx, w.director, g.ID)
		w.must(err)
		if last := history[len(history)-1]; last.After != pairing.NoResult || last.Margin != "" {
			t.Errorf("cleared, by the history: %+v", last)
		}
	})
}

// TestAFinishedEventTakesNoReports: a card that is still in a pocket reports
// nothing.
func TestAFinishedEventTakesNoReports(t *testing.T) {
	onBoth(t, 2, func(t *testing.T, w *world) {
		for range 3 {
			for table := 1; table <= 2; table++ {
				_, err := w.at(w.director, table, "b")
				w.must(err)
			}
			if w.chart().Published() < 3 {
				w.publish()
			}
		}
		e, err := w.events.EventByID(ctx, w.director, w.event.ID)
		w.must(err)
		w.must(w.events.Close(ctx, w.director, e.ID, e.Version))
		_, err = w.says(1, BlackSide, "B")
		w.refused(err, apperr.Conflict, "Congress is finished")
	})
}

// TestInAKnockoutNotBothWin: one of the two goes through, so the result of two winners is refused, by whatever way it
// comes, with a word at its field.
func TestInAKnockoutNotBothWin(t *testing.T) {
	for _, k := range Keys(pairing.Knockout) {
		if k.Result == pairing.BothWin {
			t.Error("a result that is refused is offered")
		}
	}
	onBoth(t, 2, func(t *testing.T, w *world) {
		w.must(w.db.InTx(ctx, func(tx *store.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE section SET system = 'knockout'`)
			return err
		}))
		g := w.game(1)
		in := Entry{Game: g.ID, Version: g.Version, Result: pairing.BothWin}
		_, err := w.s.Enter(ctx, w.director, in)
		w.refused(err, apperr.Invalid, "only one of the two can go through")
		_, err = w.s.EnterAll(ctx, w.director, w.event.ID, []Entry{in})
		w.refused(err, apperr.Invalid, "only one of the two can go through")
		if again := w.game(1); again.Result != pairing.NoResult {
			t.Errorf("%+v", again)
		}
		in.Result = pairing.BothLose
		_, err = w.s.Enter(ctx, w.director, in)
		w.must(err)
	})
}
