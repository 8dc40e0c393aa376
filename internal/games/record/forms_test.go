package record

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// golem begins a record as Little Golem writes it: no GM, and the first player, PB, is written as W.
const golem = "(;FF[4]EV[hex.ld.DEFAULT]PB[First]PW[Second]SZ[5]"

// TestRecordsAsOtherSitesWriteThem: each is read as it is meant, and says so where it had to be understood.
func TestRecordsAsOtherSitesWriteThem(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		game         games.Which
		moves        int
		played       int
		winner       games.Colour
		agreement    Agreement
		violations   int
		warning, not string
	}{
		{name: "Little Golem: won on the board", game: games.Hex, moves: 9, played: 9, winner: games.Black, agreement: Confirmed,
			text:    golem + "RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[ca];B[aa];W[cb];B[ab];W[cc];B[ad];W[cd];B[ae];W[ce])",
			warning: "Little Golem", not: "White begins"},
		{name: "Little Golem: claimed for the other", game: games.Hex, moves: 9, played: 9, winner: games.Black, agreement: Refuted,
			text: golem + "RE[W];W[ca];B[aa];W[cb];B[ab];W[cc];B[ad];W[cd];B[ae];W[ce])", warning: "Little Golem"},
		{name: "Little Golem: taken over and given up", game: games.Hex, moves: 4, played: 3,
			text: golem + "RE[B]SO[https://www.littlegolem.net];W[ad];B[swap];W[cb];B[resign])", warning: "White says “resign” at move 4"},
		{name: "Little Golem: no tournament", game: games.Hex, moves: 3, played: 3,
			text:    "(;FF[4]EV[null]PB[a\\b]PW[c;]]SZ[11]RE[B]GC[game #2]SO[https://www.littlegolem.net];W[ad];B[swap];W[eg])",
			warning: "Little Golem"},
		{name: "Little Golem: who resigns is said to have won", game: games.Hex, moves: 2, played: 1,
			text: golem + "RE[W];W[ad];B[resign])", warning: "White resigns in the record, and its result says that White has won"},
		{name: "HexGui: set up in a node of its own", game: games.Hex, moves: 2, played: 2,
			text: "(;AP[HexGui:0.9.GIT]FF[4]GM[11]SZ[9];AB[g1][f3][e5]AW[i1][c2][c7]PL[B];B[G5];W[a1])", not: "begins"},
		{name: "HexGui: White is to move", game: games.Hex, moves: 1, played: 1,
			text: "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[3];AB[a2][b3]AW[a1]PL[W];W[c1])", not: "begins"},
		{name: "the result where the game ends", game: games.Hex, moves: 5, played: 5, winner: games.Black, agreement: Refuted,
			text: "(;GM[11]SZ[3]RE[ ];B[b1];W[a1];B[b2];W[a2];B[b3]RE[W+])"},
		{name: "words in large letters", game: games.Hex, moves: 4, played: 3,
			text: "(;GM[11]RE[W+R];B[A3];W[SWAP-PIECES];B[f6];W[Forfeit])", warning: "White says “forfeit”"},
		{name: "letters of column and row", game: games.Hex, moves: 2, played: 2, text: "(;GM[11]SZ[14];B[aa];W[nn])"},
		{name: "off the board by letters", game: games.Hex, moves: 1, violations: 1, text: "(;GM[11];B[ll])"},
		{name: "a rectangle is set up", game: games.Hex, moves: 1, played: 1, winner: games.Black,
			text: "(;GM[11]SZ[3]AB[b1:b2]AW[a1:a2];B[b3])"},
		{name: "the game by its name", game: games.Hex, moves: 1, played: 1, text: "(;GM[Hex]SZ[7];B[a1])"},
		{name: "Amazons by its name", game: games.Amazons, moves: 1, played: 1, text: "(;GM[Amazons];B[djddgd])"},
		{name: "Amazons by the names of squares", game: games.Amazons, moves: 3, played: 3,
			text: "(;GM[18];B[d1-d7/g7];W[A7-B7-B10];B[g1f1f9])"},
		{name: "a square that is not there", game: games.Amazons, moves: 1, violations: 1, text: "(;GM[18];B[d1-d11/g7])"},
		{name: "Tanbo by its rules in words", game: games.Tanbo, moves: 1, played: 1, text: "(;GM[1]RU[Tanbo (Steere)];B[ba])"},
		{name: "Tanbo without a number", game: games.Tanbo, moves: 1, played: 1, text: "(;GM[]RU[TANBO];B[ba])"},
		{name: "passes have a word of their own", game: games.Hex, moves: 1, violations: 1, text: "(;GM[11];B[pass])"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gameOf(t, c.text)
			if w, ok := Of(g); !ok || w != c.game {
				t.Fatalf("it is of %q", w)
			}
			r, err := Check(context.Background(), g, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Moves != c.moves || r.Played != c.played || r.Winner != c.winner || r.Agreement != c.agreement || len(r.Violations) != c.violations {
				t.Errorf("%d moves, %d played, won by %q, agreement %d, %+v", r.Moves, r.Played, r.Winner, r.Agreement, r.Violations)
			}
			said := strings.Join(r.Warnings, "\n")
			if !strings.Contains(said, c.warning) || c.not != "" && strings.Contains(said, c.not) {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// TestWhatIsOfGoStaysOfGo: a record of Go by the same sites is not taken for another game.
func TestWhatIsOfGoStaysOfGo(t *testing.T) {
	for _, text := range []string{
		"(;FF[4]EV[go19.ch.10.4.3]PB[a]PW[b]KM[6.5]SZ[19]SO[http://www.littlegolem.com];B[pd];W[pp])",
		"(;FF[4]EV[null]KM[0.5]SZ[19]SO[http://www.littlegolem.com]HA[2]AB[pd][dp];W[fq])",
		"(;FF[4]EV[null]SZ[19]SO[http://www.littlegolem.com]HA[2]AB[pd][dp];W[fq])",
		"(;FF[4]EV[null]SZ[19]SO[http://www.littlegolem.com];B[fq])", "(;EV[Hexagon Cup]SZ[19];B[pd])", "(;W[aa])",
		"(;GM[1]EV[hex.mc.1];W[aa])",
	} {
		if w, ok := Of(gameOf(t, text)); ok {
			t.Errorf("%s is of %q", text, w)
		}
		var c Checker
		c.CheckFile(context.Background(), []byte(text), func(f Found) {
			if row := f.Row("x"); row.GameOf != "go" || f.Err != nil {
				t.Errorf("%s: %q, %v", text, row.GameOf, f.Err)
			}
		})
	}
}

// TestFaultsNameTheirPlace: of a record that is broken, what can be read is told with the place of what cannot, and a
// fault of one game takes nothing from the others of its file.
func TestFaultsNameTheirPlace(t *testing.T) {
	const file = "(;GM[11]SZ[3]\nAB[a1][z9][b9];B[b1])(;GM[18]SZ[x];B[aaabac])" + golem + ";W[ca];B[aa];W[zz])(;GM[11]SZ[3];B[a1];W[a2"
	want := []string{
		"line 1, column 3: what is set up here is not on the board and was left out; so was one more value",
		"the size “x” (SZ) is no board of Amazons", `"point":"zz","kind":"off_board"`, "line 2, column 135: The record ends within this value, which was left out",
	}
	var c Checker
	i := 0
	c.CheckFile(context.Background(), []byte(file), func(f Found) {
		row, err := json.Marshal(f.Row("x"))
		if err != nil {
			t.Fatal(err)
		}
		if i < len(want) && !strings.Contains(string(row), want[i]) {
			t.Errorf("game %d lacks %q: %s", i+1, want[i], row)
		}
		i++
	})
	if i != len(want) {
		t.Errorf("%d games", i)
	}
}

// TestWhatCannotBeBegunNamesItsPlace: also where the board or what is set up on it is none of the game.
func TestWhatCannotBeBegunNamesItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[11]SZ[53];B[a1])":                      "line 1, column 3: a board of Hex has",
		"(\n;GM[1]RU[Tanbo]SZ[9];B[ba])":             "line 2, column 2: a game on 9×9 begins with the position",
		"(;GM[11]SZ[5]\n;B[a1]\n;AB[a1:zz99];W[b1])": "line 3, column 2: the record sets up more points",
	} {
		if _, err := Check(context.Background(), gameOf(t, text), Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAForeignLineIsWalked: moves and movers are the same where a line is shown.
func TestAForeignLineIsWalked(t *testing.T) {
	g := gameOf(t, golem+";W[ca];B[aa])")
	p, err := PositionAfter(context.Background(), g, Options{OnViolation: gorules.BecomePass}, 1)
	if err != nil || p.Mover != games.Black || p.Move != "c1" || p.At(games.Point{X: 2}) != games.Black || p.Turn != games.White {
		t.Errorf("%+v, %v", p, err)
	}
	reading := ReadingOf(g, games.Hex, 5)
	for p := range g.Properties(sgf.Node(g.FirstChild(g.Root()))) {
		if mover, ok := reading.Mover(p); !ok || mover != games.Black || reading.Move(p.SimpleText(0)) != "c1" {
			t.Errorf("%v %v", mover, ok)
		}
	}
}

// FuzzReading: whatever stands in place of a move is read without a fault, and what was read once stays as it is.
func FuzzReading(f *testing.F) {
	for _, seed := range []string{"aa", "d1-d7/g7", "d1d7g7", "", "c4", "A10-A1(b2)", "djddgd", "é1-a1-a2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range []games.Which{games.Hex, games.Amazons, games.Tanbo} {
			r := Reading{which: w, size: 10}
			once := r.Move(text)
			if r.Move(once) != once {
				t.Errorf("%s: %q is %q, and then %q", w, text, once, r.Move(once))
			}
		}
	})
}
