package gorules

import (
	"slices"
	"testing"
)

func mustPlay(t *testing.T, g *Game, record string) {
	t.Helper()
	if why := first(g, moves(t, record)); why != nil {
		t.Fatal(why)
	}
}

func TestTheGameEndsByTheRules(t *testing.T) {
	g := game(t, NZ(), "9×9")
	mustPlay(t, g, ";B[];W[];B[];W[];B[aa]")
	if g.End() != NotEnded || g.Passes() != 0 {
		t.Errorf("by the New Zealand rules passes end nothing: %d", g.End())
	}
	if err := g.Agree(); err != nil || g.End() != EndedByAgreement {
		t.Errorf("%v %d", err, g.End())
	}
	if why := g.Play(Move{White, At(1, 1)}); why == nil || why.End != EndedByAgreement {
		t.Errorf("a move after the end: %v", why)
	}
	// The players do not agree which stones are dead: White, whose they are, moves first.
	if err := g.Resume(Black); err != nil || g.Turn() != Black || g.End() != NotEnded {
		t.Errorf("%v, turn %s", err, g.Turn())
	}
	mustPlay(t, g, ";B[bb];W[];B[]")
	g.Confirm()
	for name, err := range map[string]error{
		"agree": g.Agree(), "resume": g.Resume(White), "rewind": g.Rewind(0), "claim": g.Claim(),
		"set up": g.SetUp(Black, At(4, 4)),
	} {
		if err == nil {
			t.Errorf("%s changed a confirmed result", name)
		}
	}
	before := g.Moves()
	for _, policy := range []OnViolation{Stop, Stand, BecomePass} {
		if why := g.PlayUnder(
			policy, Move{White, At(4, 4)},
		); why == nil || why.End != EndedByConfirmation || g.Moves() != before {
			t.Errorf("policy %d changed a confirmed result: %v", policy, why)
		}
	}

	g = game(t, IGGC(), "9×9")
	mustPlay(t, g, ";B[];W[]")
	if g.End() != NotEnded || g.Passes() != 2 {
		t.Error("two passes stop an igGameCenter game until the dead are agreed on")
	}
	if err := g.Resume(White); err != nil {
		t.Error(err)
	}
	mustPlay(t, g, ";W[aa]")

	g = game(t, Short(), "9×9")
	mustPlay(t, g, ";B[aa];W[];B[]")
	if g.End() != EndedByPasses || g.Resume(Black) == nil {
		t.Errorf("two passes end the game: %d", g.End())
	}
	if g.Resume(Empty) == nil {
		t.Error("no one can resume")
	}
}

func TestMoveLimits(t *testing.T) {
	for size, limit := range map[int]int{19: 225, 13: 125, 9: 75} {
		g, err := NewGame(ItsYourTurn(size), size, size)
		if err != nil {
			t.Fatal(err)
		}
		// Chequered moves that never capture, and no two passes in a row.
		for i := range limit {
			m := Move{g.Turn(), Pass}
			if m.Colour == Black {
				n := i / 2
				m.Point = At(2*(n%(size/2)), 2*(n/(size/2))%size)
				if n >= size/2*(size/2) {
					m.Point = At(2*(n%(size/2))+1, (2*(n/(size/2))+1)%size)
				}
			}
			if g.End() != NotEnded {
				t.Fatalf("%d: ended after %d moves", size, i)
			}
			if why := g.Play(m); why != nil {
				t.Fatal(why)
			}
		}
		why := g.Check(Move{g.Turn(), At(size-1, size-1)})
		if g.End() != EndedByLimit || why == nil || why.End != EndedByLimit || g.Moves() != limit {
			t.Errorf("%d: %d moves, %v", size, g.Moves(), why)
		}
	}
}

func TestButton(t *testing.T) {
	const ko = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
	g := game(t, IGGC(), "5×5")
	mustPlay(t, g, ko+";B[button];W[ee];B[cb]")
	if g.Button() != Black {
		t.Errorf("%s has the button", g.Button())
	}
	s, err := g.Score()
	if err != nil {
		t.Fatal(err)
	}
	if got, without := g.Outcome(s, 0), s.Outcome(0); got.By == without.By {
		t.Errorf("the button is worth nothing: %+v %+v", got, without)
	}
	// Under a rule that forbids older positions too, taking the button lifts it.
	r := NZ()
	r.Button = 1
	if got := verdictOn(game(t, r, "5×5"), moves(t, ko+";B[];W[];B[cb]")); got != "superko at 11 repeats 7" {
		t.Error(got)
	}
	if got := verdictOn(game(t, r, "5×5"), moves(t, ko+";B[button];W[];B[cb]")); got != "legal" {
		t.Error(got)
	}
	// Taking it is no pass.
	r = Short()
	r.Button = 1
	if got := verdictOn(game(t, r, "5×5"), moves(t, ";B[];W[button];B[];W[aa]")); got != "legal" {
		t.Error(got)
	}
}

func TestSetUp(t *testing.T) {
	// Two chains without liberties: Black's play removes White's first, and that
	// gives Black's own a liberty.
	g := game(t, NZ(), `
		X O . .
		O X . .
		. . . .
		. . . X`)
	if err := g.SetUp(White, At(2, 0)); err != nil {
		t.Fatal(err)
	}
	if got := g.Board().String(); got != "XOO.\nOX..\n....\n...X\n" {
		t.Errorf("set-up captured something\n%s", got)
	}
	mustPlay(t, g, ";B[];W[]")
	if got := g.Board().Stones(Black); got != 3 {
		t.Errorf("a pass removed stones: %d are left", got)
	}
	mustPlay(t, g, ";B[dc]")
	if got := g.Board().String(); got != ".OO.\nOX..\n...X\n...X\n" {
		t.Errorf("the next play removes the stone without liberties\n%s", got)
	}
	if g.Prisoners() != (Prisoners{Black: 1}) || !slices.Equal(g.Removed(3), []Point{At(0, 0)}) {
		t.Errorf("%v %v", g.Prisoners(), g.Removed(3))
	}

	g = game(t, NZ(), "XO.\nOO.\nX..") // Black's corner is taken off by White's own play too
	g.SetTurn(White)
	mustPlay(t, g, ";W[cc]")
	if got := g.Board().String(); got != ".O.\nOO.\nX.O\n" {
		t.Errorf("\n%s", got)
	}

	g = game(t, NZ(), "3×3")
	if err := g.SetUp(Black, At(0, 0), At(3, 0)); err == nil || g.Board().Stones(Black) != 0 {
		t.Errorf("%v\n%s", err, g.Board())
	}
	if err := g.SetUp(border, At(0, 0)); err == nil {
		t.Error("a border was set up")
	}
	// A set-up later is no one's move, and the history before it stays.
	mustPlay(t, g, ";B[ba];W[];B[ab];W[]")
	if err := g.SetUp(White, At(2, 2)); err != nil {
		t.Fatal(err)
	}
	mustPlay(t, g, ";B[bb]")
	if err := g.SetUp(Empty, At(2, 2), At(1, 1)); err != nil {
		t.Fatal(err)
	}
	if got := verdictOn(g, moves(t, ";W[aa]")); got != "superko at 6 repeats 4" {
		t.Error(got)
	}
}

func TestRewindAndBoards(t *testing.T) {
	g := game(t, NZ(), ".X..\nX...\n....")
	record := moves(t, ";B[dc];W[aa];B[];W[bb];B[cb];W[cc];B[bc]")
	var boards []string
	boards = append(boards, g.Board().String())
	for _, m := range record {
		if why := g.Play(m); why != nil {
			t.Fatal(why)
		}
		boards = append(boards, g.Board().String())
	}
	if got := g.Removed(7); len(got) != 2 || !slices.Contains(got, At(1, 1)) || !slices.Contains(got, At(2, 2)) ||
		g.Removed(6) != nil || g.Removed(8) != nil {
		t.Errorf("%v", got)
	}
	var b Board
	for n, want := range boards {
		if err := g.BoardAfter(n, &b); err != nil || b.String() != want {
			t.Errorf("after %d: %v\n%s", n, err, &b)
		}
	}
	copied := g.Clone()
	for n := len(boards) - 1; n >= 0; n-- {
		if err := g.Rewind(n); err != nil || g.Board().String() != boards[n] || g.Moves() != n {
			t.Errorf("rewound to %d: %v\n%s", n, err, g.Board())
		}
	}
	if copied.Board().String() != boards[len(boards)-1] || copied.Moves() != len(record) {
		t.Error("rewinding changed a copy")
	}
	if first(g, record) != nil {
		t.Error("the moves cannot be played again")
	}
	if g.Rewind(-1) == nil || g.Rewind(8) == nil || g.BoardAfter(8, &b) == nil {
		t.Error("went to moves that are not there")
	}
	if g.Move(0) != (Move{}) || g.Move(8) != (Move{}) {
		t.Error("there are moves that are not there")
	}
}

// TestAnotherGameAfterRewinding plays on differently after positions far on have
// been worked out.
func TestAnotherGameAfterRewinding(t *testing.T) {
	games := playedGames(t, 3, 260)
	g := game(t, NZ(), "19×19")
	var b Board
	for i, record := range games {
		if err := g.Rewind(i * 64); err != nil {
			t.Fatal(err)
		}
		boards := map[int]string{}
		for _, m := range record {
			m.Colour = g.Turn()
			if g.Play(m) == nil {
				boards[g.Moves()] = g.Board().String()
			}
		}
		for n, want := range boards {
			if err := g.BoardAfter(n, &b); err != nil || b.String() != want {
				t.Fatalf("game %d after move %d: %v\n%s\nwant\n%s", i, n, err, &b, want)
			}
		}
	}
}

// TestMovesAllocateNothing: once its memory has grown, a game of any kind is
// played without asking for more.
func TestMovesAllocateNothing(t *testing.T) {
	games := playedGames(t, 4, 400)
	g := game(t, NZ(), "19×19")
	run := func() {
		for _, record := range games {
			_ = g.Reset(NZ(), 19, 19)
			for _, m := range record {
				if g.Play(m) != nil {
					t.Fatal("illegal")
				}
			}
			if _, err := g.Score(); err != nil {
				t.Fatal(err)
			}
		}
	}
	run()
	if n := testing.AllocsPerRun(5, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
