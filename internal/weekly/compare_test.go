package weekly

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

// recordOf is a record of a game as its table has it, but for the properties given.
func recordOf(p tournaments.Played, more string) []byte {
	moves := ";B[qq];W[cq]"
	if p.Game.Handicap > 1 {
		moves = ";W[cq];B[qq]"
	}
	return fmt.Appendf(nil, "(;GM[1]SZ[19]KM[%s]%sPB[%s]PW[%s]%s%s)",
		strings.ReplaceAll(p.Game.Komi.String(), "½", ".5"), handicapProperty(p), p.BlackName, p.WhiteName, more, moves)
}

func handicapProperty(p tournaments.Played) string {
	switch p.Game.Handicap {
	case 0, 1:
		return ""
	case 2:
		return "HA[2]AB[dp][pd]"
	case 3:
		return "HA[3]AB[dp][pd][pp]"
	}
	return "HA[4]AB[dp][pd][pp][dd]"
}

// A record that agrees with its table is everyone's; one that differs waits, whoever
// hands it in, until both players have accepted it.
func TestADifferingRecordIsNotPublicUnread(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		g := w.publish()[0]
		black, white := player(g.BlackPerson, g.BlackName), player(g.WhitePerson, g.WhiteName)
		w.report(g, results.BlackSide, pairing.BlackWins)
		attach := func(content []byte) results.Record {
			t.Helper()
			r, err := w.results.AttachRecord(ctx, black, results.AttachForm{
				Game: g.Game.ID, FileName: "game.sgf", Content: content,
			})
			w.must(err)
			return r
		}
		differs := attach(recordOf(g, "RE[W+R]"))
		if differs.Standing != results.RecordWaiting {
			t.Fatalf("a record with another result is %s", differs.Standing)
		}
		game, err := w.s.Game(ctx, white, g.Game.ID)
		w.must(err)
		if len(game.Records) != 1 || len(game.Records[0].Differences) == 0 ||
			game.Records[0].Differences[len(game.Records[0].Differences)-1].What != "Result" {
			t.Errorf("the other player is shown %+v", game.Records)
		}
		w.must(w.results.Tend(ctx, black, differs.ID, results.AcceptRecord, ""))
		if shown, err := w.results.RecordsOfRound(ctx, g.Game.Round); err != nil || len(shown) != 0 {
			t.Errorf("public after one player has accepted it: %v, %v", shown, err)
		}
		w.must(w.results.Tend(ctx, white, differs.ID, results.AcceptRecord, ""))
		if shown, err := w.results.RecordsOfRound(ctx, g.Game.Round); err != nil || len(shown) != 1 {
			t.Errorf("not public after both have: %v, %v", shown, err)
		}
		byDirector, err := w.results.AttachRecord(ctx, w.director, results.AttachForm{
			Game: g.Game.ID, FileName: "x.sgf", Content: recordOf(g, "RE[W+9.5]"),
		})
		if w.must(err); byDirector.Standing != results.RecordWaiting {
			t.Errorf("the director’s own differing record is %s", byDirector.Standing)
		}
	})
}

func TestAnAgreeingRecordIsShownAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		w.plan()
		for _, g := range w.publish() {
			w.report(g, results.BlackSide, pairing.BlackWins)
			r, err := w.results.AttachRecord(ctx, player(g.BlackPerson, g.BlackName), results.AttachForm{
				Game: g.Game.ID, FileName: "game.sgf", Content: recordOf(g, "RE[B+R]DT[2026-11-30]"),
			})
			if w.must(err); r.Standing != results.RecordShown {
				game, err := w.s.Game(ctx, w.director, g.Game.ID)
				t.Errorf("handicap %d: %s; %+v, %v", g.Game.Handicap, r.Standing, game.Records, err)
			}
		}
	})
}
