package gorules

import (
	"fmt"
	"testing"
)

// TestWhatTheTextsSayOfGo takes the sentences of the four texts one by one, each with a record that shows it.
func TestWhatTheTextsSayOfGo(t *testing.T) {
	iyt, nz, iggc, short := ItsYourTurn(9), NZ(), IGGC(), Short()
	const (
		surrounded = ". X . .\nX O . .\n. X . .\n. . . ."
		corner     = "X O . .\n. . . .\n. . . .\n. . . ."
		twoEyes    = ". X . X O\nX X X X O\nO O O O O\n. . . . .\n. . . . ."
		lastEye    = ". X O . .\nX X O . .\nO O O . .\n. . . . .\n. . . . ."
		ko         = ". X O . .\nX . X O .\n. X O . .\n. . . . .\n. . . . ."
		ended      = ". X . O .\n. X . O .\n. X . O .\n. X . O .\n. X . O ."
		withDead   = ". X . O .\n. X . O .\n. X . O X\n. X . O .\n. X . O ."
	)
	for _, c := range []struct {
		text   string
		rules  Rules
		start  string
		record string
		want   string // the verdict
		board  string // and the stones of Black and White then, or the count "3 – 5"
	}{
		{"It's Your Turn: Black moves first", iyt, "5×5", ";W[aa]", "out_of_turn at 1", ""},
		{"It's Your Turn: the players take turns", iyt, "5×5", ";B[aa];B[bb]", "out_of_turn at 2", ""},
		{"It's Your Turn: it is possible to pass", iyt, "5×5", ";B[aa];W[];B[bb]", "legal", ""},
		{"It's Your Turn: stones go on empty points", iyt, "5×5", ";B[aa];W[aa]", "occupied at 2", ""},
		{"It's Your Turn: a stone on whose every side is one of the other's is captured", iyt, surrounded, ";B[cb]", "legal", "4 and 0"},
		{"It's Your Turn: a stone across a corner does not help", iyt, ". X . .\nX O . .\n. X . .\n. . . .", ";B[cc]", "legal", "4 and 1"},
		{"It's Your Turn: in the corner two are enough", iyt, corner, ";B[dd];W[ab]", "legal", "1 and 2"},
		{"It's Your Turn: no stone without liberties", iyt, twoEyes, ";B[ee];W[aa]", "suicide at 2", ""},
		{"It's Your Turn: but one that captures", iyt, lastEye, ";B[ee];W[aa]", "legal", "1 and 6"},
		{"It's Your Turn: a ko is not retaken in the very next turn", iyt, ko, ";B[ee];W[bb];B[cb]", "superko at 3 repeats 1", ""},
		{"It's Your Turn: but after other moves", iyt, ko, ";B[ee];W[bb];B[ed];W[ec];B[cb]", "legal", ""},
		{"It's Your Turn: two passes end the game", iyt, "5×5", ";B[];W[];B[aa]", "out_of_turn at 3", ""},
		{"It's Your Turn: surrounded points, and not the stones; neutral points are no one's", iyt, ended, "", "legal", "5 – 5"},
		{"It's Your Turn: each captured stone is a point less", iyt, surrounded, ";B[cb]", "legal", "12 – -1"},
		{"igGameCenter: Black plays first", iggc, "5×5", ";W[aa]", "out_of_turn at 1", ""},
		{"igGameCenter: a player plays or passes", iggc, "5×5", ";B[];W[aa]", "legal", ""},
		{"igGameCenter: what has no liberties is captured, and counts for the other", iggc, surrounded, ";B[cb]", "legal", "13 – 0"},
		{"igGameCenter: no group of one's own without liberties", iggc, ". . X .\nX X . .\n. . . .\n. . . .", ";B[dc];W[aa];B[];W[ba]", "suicide at 4", ""},
		{"igGameCenter: unless the stone captures", iggc, lastEye, ";B[ee];W[aa]", "legal", "1 and 6"},
		{"igGameCenter: the position of one turn before may not come back", iggc, ko, ";B[ee];W[bb];B[cb]", "superko at 3 repeats 1", ""},
		{"igGameCenter: the button is taken once", iggc, "5×5", ";B[button];W[button]", "button at 2", ""},
		{"igGameCenter: the button lifts the ko", iggc, ko, ";B[ee];W[bb];B[button];W[ed];B[cb]", "legal", ""},
		{"igGameCenter: passes do not end it before the dead are agreed on", iggc, "5×5", ";B[];W[];B[aa]", "legal", ""},
		{"short rules 1: a player plays on an empty point or passes", short, "5×5", ";B[aa];W[];B[bb]", "legal", ""},
		{"short rules 2: a string without liberties is removed", short, surrounded, ";B[cb]", "legal", "4 and 0"},
		{"short rules 3: no stone with no liberties that captures nothing", short, twoEyes, ";B[ee];W[aa]", "suicide at 2", ""},
		{"short rules 4: no position of earlier in the game", short, "5×5", ";B[ab];W[ba];B[bb];W[da];B[bc];W[cb];B[ee];W[aa];B[ca];W[ba]", "superko at 10 repeats 7", ""},
		{"short rules 5: two passes end it", short, "5×5", ";B[];W[];B[aa]", "out_of_turn at 3", ""},
		{"short rules 5: captured stones and surrounded points, of one colour alone", short, withDead, "", "legal", "5 – 0"},
		{"New Zealand: Black begins on an empty board", nz, "5×5", ";W[aa]", "out_of_turn at 1", ""},
		{"New Zealand: the other's stones first", nz, lastEye, ";B[ee];W[aa]", "legal", "1 and 6"},
		{"New Zealand: then one's own", nz, ". . X .\nX X . .\n. . . .\n. . . .", ";B[dc];W[aa];B[];W[ba]", "legal", "4 and 0"},
		{"New Zealand: no position after a move of one's own, and a pass is one", nz, "4×4", ";B[ab];W[dd];B[ba];W[];B[];W[aa]", "superko at 6 repeats 4", ""},
		{"New Zealand: territory is stones and the points beside it", nz, ended, "", "legal", "15 – 15"},
		{"New Zealand: passes end nothing", nz, "5×5", ";B[];W[];B[];W[];B[aa]", "legal", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			g := game(t, c.rules, c.start)
			if got := verdictOn(g, moves(t, c.record)); got != c.want {
				t.Errorf("%s; want %s", got, c.want)
			}
			s, err := g.Score()
			if err != nil {
				t.Fatal(err)
			}
			stones := g.Board().position()
			have := fmt.Sprintf("%d and %d", stones.count(Black), stones.count(White))
			if counted := fmt.Sprintf("%d – %d", s.Black, s.White); c.board != "" && c.board != have && c.board != counted {
				t.Errorf("%s, counted %s; want %s", have, counted, c.board)
			}
		})
	}
}
