package record

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// gameOf reads the only game of a text.
func gameOf(t testing.TB, text string) *sgf.Game {
	t.Helper()
	var r sgf.Reader
	f := r.Read([]byte(text))
	if len(f.Games) != 1 {
		t.Fatalf("%d games: %v", len(f.Games), f.Err)
	}
	return &f.Games[0]
}

func TestWhichGame(t *testing.T) {
	for _, c := range []struct {
		text string
		want games.Which
	}{
		{"(;GM[11])", games.Hex}, {"(;GM[ 18 ])", games.Amazons}, {"(;GM[1]RU[Tanbo])", games.Tanbo}, {"(;RU[ tanbo ])", games.Tanbo},
		{"(;GM[1])", ""}, {"(;GM[2])", ""}, {"(;)", ""}, {"(;GM[1]RU[Japanese])", ""}, {"(;GM[11]RU[Tanbo])", games.Hex},
	} {
		if got, _ := Of(gameOf(t, c.text)); got != c.want {
			t.Errorf("%s is of %q; want %q", c.text, got, c.want)
		}
	}
	if _, err := Check(context.Background(), gameOf(t, "(;GM[1])"), Options{}); err == nil {
		t.Error("a game of Go is none of these")
	}
}

// hexWin is a game that Black wins on 5×5 by move 9, down the third column.
const hexWin = ";B[c1];W[a1];B[c2];W[a2];B[c3];W[a4];B[c4];W[a5];B[c5]"

// stuck sets up 3×3 so that White, who has a queen in the corner, cannot move once Black shoots to b1.
const stuck = "(;GM[18]SZ[3]AB[cb]AW[aa]AA[ab][bb]PL[B];B[cbcaba])"

func TestWhatTheRefereesAreTold(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          Options
		violations string // number, kind and point of each
		moves      int
		played     int
		winner     games.Colour
		decided    int
		decisive   string
		agreement  Agreement
		warning    string
	}{
		{name: "Hex won as claimed", text: "(;GM[11]SZ[5]RE[B+]" + hexWin + ")", moves: 9, played: 9,
			winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Confirmed},
		{name: "Hex claimed for the other", text: "(;GM[11]SZ[5]RE[W+]" + hexWin + ")", moves: 9, played: 9,
			winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Refuted},
		{name: "resigned after it was won", text: "(;GM[11]SZ[5]RE[W+Resign]" + hexWin + ")", moves: 9, played: 9,
			winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Refuted, warning: "had won by the rules"},
		{name: "a draw after it was won", text: "(;GM[11]SZ[5]RE[Draw]" + hexWin + ")", moves: 9, played: 9,
			winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Refuted},
		{name: "moves after the end are too many, and no fault", text: "(;GM[11]SZ[5]RE[B+]" + hexWin + ";W[e5];B[e4])",
			moves: 11, played: 9, violations: "10 after_end e5", winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Confirmed},
		{name: "a pass after the end is no fault", text: "(;GM[11]SZ[5]RE[B+]" + hexWin + ";W[])",
			moves: 10, played: 9, violations: "10 after_end ", winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Confirmed},
		{name: "nor is what is no move", text: "(;GM[11]SZ[5]RE[B+]" + hexWin + ";W[z99];B[pass];W[swap-pieces])",
			moves: 12, played: 9, violations: "10 after_end z99", winner: games.Black, decided: 9, decisive: "ca cb cc cd ce", agreement: Confirmed},
		{name: "what a set-up undoes was not decided", text: "(;GM[11]SZ[5]" + hexWin + ";AE[c3])", moves: 9, played: 9},
		{name: "it is decided again by a later move", text: "(;GM[11]SZ[5]" + hexWin + ";AE[c3];W[a3];B[c3])", moves: 11, played: 11,
			winner: games.Black, decided: 11, decisive: "ca cb cc cd ce"},
		{name: "or by the set-up", text: "(;GM[11]SZ[5]" + hexWin + ";AE[c3];AB[c3])", moves: 9, played: 9,
			winner: games.Black, decisive: "ca cb cc cd ce"},
		{name: "undecided: nothing is said", text: "(;GM[11]SZ[5]RE[B+];B[c1];W[a1])", moves: 2, played: 2},
		{name: "a draw that is not decided", text: "(;GM[11]SZ[5]RE[Draw];B[c1])", moves: 1, played: 1, warning: "drawn by its rules"},
		{name: "the default board has eleven rows", text: "(;GM[11];B[k11])", moves: 1, played: 1},
		{name: "and no more", text: "(;GM[11];B[l11];W[a1])", moves: 2, violations: "1 off_board l11"},
		{name: "play ends before an illegal move", text: "(;GM[11]SZ[5];B[c1];W[c1];B[c2])", moves: 3, played: 1, violations: "2 occupied c1"},
		{name: "or leaves it out", text: "(;GM[11]SZ[5];B[c1];W[c1];B[c2])", o: Options{OnViolation: gorules.BecomePass},
			moves: 3, played: 3, violations: "2 occupied c1"},
		{name: "out of turn", text: "(;GM[11]SZ[5];B[c1];B[c2];W[a1])", moves: 3, played: 1, violations: "2 out_of_turn c2"},
		{name: "out of turn stands", text: "(;GM[11]SZ[5];B[c1];B[c2];W[a1])", o: Options{OnViolation: gorules.Stand},
			moves: 3, played: 3, violations: "2 out_of_turn c2"},
		{name: "by It's Your Turn not in the centre row", text: "(;GM[11];B[f6])", o: Options{ItsYourTurn: true},
			moves: 1, violations: "1 opening f6"},
		{name: "by It's Your Turn anywhere in a position that is set up", text: "(;GM[11]SZ[5]AB[a1]AW[b2];B[c3];W[c1])",
			o: Options{ItsYourTurn: true}, moves: 2, played: 2},
		{name: "by It's Your Turn where the second player may, the first's move left out", text: "(;GM[11]SZ[5];B[c3];W[d3];B[c3])",
			o: Options{ItsYourTurn: true, OnViolation: gorules.BecomePass}, moves: 3, played: 3, violations: "1 opening c3"},
		{name: "elsewhere anywhere", text: "(;GM[11];B[f6])", moves: 1, played: 1},
		{name: "pieces swapped", text: "(;GM[11]SZ[5];B[b4];W[swap-pieces];B[b4])", moves: 3, played: 3},
		{name: "sides swapped: White goes on", text: "(;GM[11]SZ[5];B[b4];W[swap-sides];W[d2])", moves: 3, played: 3},
		{name: "swapped too late", text: "(;GM[11]SZ[5];B[b4];W[a1];B[swap-pieces])", moves: 3, played: 2, violations: "3 opening swap-pieces"},
		{name: "resigning in place of a move", text: "(;GM[11]SZ[5]RE[W+R];B[b4];W[a1];B[resign];W[a2])", moves: 4, played: 2,
			warning: "Black says “resign” at move 3"},
		{name: "a move that is none", text: "(;GM[11];B[?])", moves: 1, violations: "1 off_board ?"},
		{name: "no passes", text: "(;GM[11];B[])", moves: 1, violations: "1 off_board "},
		{name: "White begins without a word", text: "(;GM[11];W[a1];B[b1])", moves: 2, played: 2, warning: "White begins"},
		{name: "White begins by PL", text: "(;GM[11]PL[W];W[a1];B[b1])", moves: 2, played: 2},
		{name: "a problem in Hex", text: "(;GM[11]SZ[3]AB[a1][b1]AW[c1]PL[B];B[a2];W[c2];B[a3])", moves: 3, played: 3,
			winner: games.Black, decided: 3, decisive: "aa ab ac"},
		{name: "won where it is set up", text: "(;GM[11]SZ[2]AB[a1][a2];W[b1])", moves: 1, violations: "1 after_end b1",
			winner: games.Black, decisive: "aa ab", warning: "White begins"},
		{name: "points off the board are left out", text: "(;GM[11]SZ[3]AB[z9][a1];W[a1])", moves: 1, violations: "1 occupied a1",
			warning: "not on the board"},

		{name: "Amazons from its start", text: "(;GM[18];B[djddgd];W[addgad];B[gjehea])", moves: 3, played: 3},
		{name: "the last who can move wins", text: stuck, moves: 1, played: 1, winner: games.Black, decided: 1, decisive: "aa"},
		{name: "Amazons with a queen of nobody's", text: "(;GM[18];B[aaabac])", moves: 1, violations: "1 not_own aaabac"},
		{name: "Amazons off the board", text: "(;GM[18];B[djdzdd])", moves: 1, violations: "1 off_board djdzdd"},
		{name: "half a move", text: "(;GM[18];B[djdd])", moves: 1, violations: "1 off_board djdd"},
		{name: "arrows are set up as a rectangle", text: "(;GM[18]SZ[3]AB[ca]AW[aa]AA[ab:cb];B[cababa])", moves: 1,
			violations: "1 occupied cababa"},

		{name: "Tanbo from its start", text: "(;GM[1]RU[Tanbo]SZ[19];B[ba];W[ha];B[ab])", moves: 3, played: 3},
		{name: "not beside two", text: "(;RU[Tanbo];B[ba];W[ha];B[bb];W[ia];B[ab])", moves: 5, played: 4, violations: "5 touches_many ab"},
		{name: "beside none", text: "(;RU[Tanbo];B[cc])", moves: 1, violations: "1 touches_none cc"},
		{name: "Tanbo has no passes", text: "(;RU[Tanbo];B[ba];W[];B[ca])", moves: 3, played: 1, violations: "2 off_board "},
		{name: "who has no stones has lost", text: "(;RU[Tanbo]SZ[3]RE[W+]AB[aa]AW[ca][ab][bb];B[ba])", moves: 1, played: 1,
			winner: games.White, decided: 1, decisive: "aa ba", agreement: Confirmed},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Check(context.Background(), gameOf(t, c.text), c.o)
			if err != nil {
				t.Fatal(err)
			}
			var violations, decisive []string
			for _, v := range r.Violations {
				violations = append(violations, fmt.Sprint(v.Number, " ", v.Kind, " ", v.Point))
			}
			for _, p := range r.Decisive {
				decisive = append(decisive, p.String())
			}
			if got := strings.Join(violations, ", "); got != c.violations {
				t.Errorf("violations %q; want %q", got, c.violations)
			}
			if r.Moves != c.moves || r.Played != c.played {
				t.Errorf("%d moves, %d played; want %d, %d", r.Moves, r.Played, c.moves, c.played)
			}
			if r.Winner != c.winner || r.Decided != c.decided || strings.Join(decisive, " ") != c.decisive {
				t.Errorf("won by %s at %d with %q; want %s, %d, %q", r.Winner, r.Decided, decisive, c.winner, c.decided, c.decisive)
			}
			if r.Agreement != c.agreement {
				t.Errorf("agreement %d; want %d", r.Agreement, c.agreement)
			}
			said := strings.Join(r.Warnings, "\n")
			if c.warning == "" && said != "" || !strings.Contains(said, c.warning) {
				t.Errorf("warnings %q; want %q", said, c.warning)
			}
			if want := c.agreement != Refuted && (c.violations == "" || strings.Contains(c.violations, "after_end")); r.OK() != want {
				t.Errorf("OK is %v", r.OK())
			}
		})
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		o                Options
	}{
		{"a board that is no square", "(;GM[11]SZ[5:7];B[a1])", "as many rows as columns", Options{}},
		{"a size that is none", "(;GM[11]SZ[five];B[a1])", "“five”", Options{}},
		{"no rows", "(;GM[11]SZ[0];B[a1])", "“0”", Options{}},
		{"too many rows", "(;GM[11]SZ[53];B[a1])", "1 to 52", Options{}},
		{"Amazons of another size without queens", "(;GM[18]SZ[6];B[aaabac])", "AB, AW", Options{}},
		{"Tanbo of another size without stones", "(;RU[Tanbo]SZ[9];B[aa])", "AB, AW", Options{}},
		{"more moves than may be", "(;GM[11];B[a1];W[a2];B[a3])", "more than 2 moves", Options{Moves: 2}},
		{"too many places of set-up", "(;GM[11]" + strings.Repeat(";AB[a1]", 3000) + ")", "more points", Options{}},
		{"too many points", "(;GM[18]" + strings.Repeat(";AA[aa:ZZ]", 30) + ")", "more points", Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Check(context.Background(), gameOf(t, c.text), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v; want %q", err, c.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, gameOf(t, "(;GM[11];B[a1])"), Options{}); err == nil {
		t.Error("nobody waits any more")
	}
}

// FuzzCheck: whatever a record holds, the check ends, and says the same of it again.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		"(;GM[11]SZ[5]RE[B+]" + hexWin + ")", stuck, "(;RU[Tanbo];B[ba];W[ha];B[ab])", "(;GM[18]AA[aa:jj];B[djddgd])",
		"(;GM[11];B[a1];W[swap-sides];PL[B];AE[a1])", "(;GM[1]RU[Tanbo]SZ[2]AB[aa]AW[bb];B[ab];W[ba])",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		var reader sgf.Reader
		file := reader.Read([]byte(text))
		for i := range file.Games {
			for _, on := range []gorules.OnViolation{gorules.Stop, gorules.Stand, gorules.BecomePass} {
				r, err := Check(context.Background(), &file.Games[i], Options{OnViolation: on})
				again, errAgain := Check(context.Background(), &file.Games[i], Options{OnViolation: on})
				if fmt.Sprint(r, err) != fmt.Sprint(again, errAgain) {
					t.Fatal("not the same again")
				}
				if r.Played > r.Moves || err == nil && r.Agreement == Confirmed && r.Winner == games.Empty {
					t.Fatalf("%+v", r)
				}
			}
		}
	})
}

func TestPositionAfter(t *testing.T) {
	g := gameOf(t, "(;GM[11]SZ[5]C[Begin];B[c1]C[One];W[c1];B[c2]C[Three](;W[a1])(;W[b1]))")
	for after, want := range []struct {
		move, said string
		stones     int
		wrong      bool
		turn       games.Colour
	}{
		{"", "Begin", 0, false, games.Black}, {"c1", "One", 1, false, games.White}, {"c1", "", 1, true, games.Black},
		{"c2", "Three", 2, false, games.White}, {"a1", "", 3, false, games.Black}, {"a1", "", 3, false, games.Black},
	} {
		p, err := PositionAfter(context.Background(), g, Options{OnViolation: gorules.BecomePass}, after)
		if err != nil {
			t.Fatal(err)
		}
		stones := 0
		for _, c := range p.Pieces {
			if c != games.Empty {
				stones++
			}
		}
		if p.Move != want.move || comments(g, &p) != want.said || stones != want.stones || (p.Wrong != nil) != want.wrong || p.Turn != want.turn {
			t.Errorf("after %d: %+v; want %+v", after, p, want)
		}
	}
	p, err := PositionAfter(context.Background(), gameOf(t, stuck), Options{}, 1)
	if err != nil || p.Winner != games.Black || p.Turn != games.Empty || len(p.Points) != 3 || p.At(games.Point{X: 1}) != games.Arrow {
		t.Errorf("%+v, %v", p, err)
	}
}
