package gorules

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func mustPlay(t *testing.T, g *Game, record string) {
	t.Helper()
	if why := first(g, moves(t, record)); why != nil {
		t.Fatal(why)
	}
}

// TestHandicapNotations: a handicap game may be written in three ways, and comes
// to the same board, turn and komi.
func TestHandicapNotations(t *testing.T) {
	passes := game(t, NZ(), "9×9")
	inARow := game(t, NZ(), "9×9")
	setUp := game(t, NZ(), "9×9")
	for _, g := range []*Game{passes, inARow, setUp} {
		if err := g.SetHandicap(3); err != nil {
			t.Fatal(err)
		}
	}
	mustPlay(t, passes, ";B[gc];W[];B[cg];W[];B[gg];W[ee]")
	mustPlay(t, inARow, ";B[gc];B[cg];B[gg];W[ee]")
	points, err := HandicapPoints(9, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := setUp.SetUp(Black, points...); err != nil {
		t.Fatal(err)
	}
	setUp.SetTurn(White)
	mustPlay(t, setUp, ";W[ee]")
	for i, g := range []*Game{passes, inARow, setUp} {
		if g.Board().String() != passes.Board().String() || g.Turn() != Black || g.Komi() != 0 {
			t.Errorf("notation %d: turn %s, komi %s\n%s", i, g.Turn(), g.Komi(), g.Board())
		}
	}
	if passes.Moves() != 6 || inARow.Moves() != 4 || setUp.Moves() != 1 {
		t.Errorf("moves as written: %d %d %d", passes.Moves(), inARow.Moves(), setUp.Moves())
	}
	if got := inARow.Move(3); got != (Move{Black, At(6, 6)}) {
		t.Errorf("move 3 is %s", got)
	}
}

// TestImpliedPassesCount: White's passes of a handicap are White's moves even if
// they are not written, so White may not make those positions again.
func TestImpliedPassesCount(t *testing.T) {
	const explicit = ";B[ab];W[];B[ba];W[];B[];W[aa]"
	for name, want := range map[string]string{"nz": "superko at 6 repeats 4", "natural": "legal"} {
		if got := verdictOn(game(t, compared()[name], "3×3"), moves(t, explicit)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	// The same with three stones in a row: White suicides after the second pass,
	// whose number is that of the stone before it.
	g := game(t, NZ(), "3×3")
	if err := g.SetHandicap(3); err != nil {
		t.Fatal(err)
	}
	mustPlay(t, g, ";B[cc];B[ab];B[ba];W[];B[]")
	if got := verdictOn(g, moves(t, ";W[aa]")); got != "superko at 6 repeats 4" {
		t.Error(got)
	}
	g = game(t, NZ(), `
		. X .
		X . .
		. . .`)
	if err := g.SetHandicap(4); err != nil {
		t.Fatal(err)
	}
	// Black adds a third, White passes unwritten, Black adds the fourth by suicide.
	mustPlay(t, g, ";B[cc];B[bc];W[];B[];W[];B[]")
	if got := verdictOn(g, moves(t, ";W[aa]")); got != "superko at 7 repeats 3" {
		t.Error(got)
	}
}

func TestHandicapStonesEnd(t *testing.T) {
	cases := []struct {
		name, record string
		handicap     int
		want         string
	}{
		{"three in a row of three", ";B[aa];B[bb];B[cc];W[dd]", 3, "legal"},
		{"a fourth", ";B[aa];B[bb];B[cc];B[dd]", 3, "out_of_turn at 4"},
		{"after White has played", ";B[aa];W[bb];B[cc];B[dd]", 3, "out_of_turn at 4"},
		{"half written passes", ";B[aa];W[];B[bb];B[cc];W[dd]", 3, "legal"},
		{"no handicap", ";B[aa];B[bb]", 0, "out_of_turn at 2"},
		{"a handicap of one", ";B[aa];B[bb]", 1, "out_of_turn at 2"},
		{"a pass is no stone", ";B[aa];B[]", 3, "out_of_turn at 2"},
		{"on an occupied point", ";B[aa];B[aa]", 3, "occupied at 2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, NZ(), "9×9")
			if err := g.SetHandicap(c.handicap); err != nil {
				t.Fatal(err)
			}
			if got := verdictOn(g, moves(t, c.record)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	g := game(t, NZ(), "9×9")
	for _, wrong := range []int{-1, 82} {
		if g.SetHandicap(wrong) == nil {
			t.Errorf("a handicap of %d on 81 points", wrong)
		}
	}
	mustPlay(t, g, ";B[aa]")
	if g.SetHandicap(2) == nil {
		t.Error("a handicap after the first move")
	}
}

func TestIllegalMovesSayWhy(t *testing.T) {
	cases := []struct {
		name   string
		rules  Rules
		start  string
		record string
		want   Illegal
	}{
		{"occupied", NZ(), "3×3", ";B[aa];W[aa]", Illegal{Kind: Occupied, Number: 2, Colour: White, Point: At(0, 0)}},
		{"off the board", NZ(), "3×2", ";B[ac]", Illegal{Kind: OffBoard, Number: 1, Colour: Black, Point: At(0, 2)}},
		{"out of turn", NZ(), "3×3", ";W[aa]", Illegal{Kind: OutOfTurn, Number: 1, Colour: White, Point: At(0, 0)}},
		{"a pass out of turn", NZ(), "3×3", ";B[aa];B[]", Illegal{Kind: OutOfTurn, Number: 2, Colour: Black, Point: Pass}},
		{"out of turn on an occupied point", NZ(), "3×3", ";B[aa];B[aa]", Illegal{Kind: OutOfTurn, Number: 2, Colour: Black, Point: At(0, 0)}},
		{"suicide", Short(), ".X.\nX..\n...", ";B[cc];W[aa]", Illegal{Kind: SuicideMove, Number: 2, Colour: White, Point: At(0, 0)}},
		{"after two passes", ItsYourTurn(9), "3×3", ";B[];W[];B[aa]", Illegal{Kind: OutOfTurn, Number: 3, Colour: Black, Point: At(0, 0), End: EndedByPasses}},
		{"no button", NZ(), "3×3", ";B[button]", Illegal{Kind: ButtonGone, Number: 1, Colour: Black, Point: TakeButton}},
		{"button taken", IGGC(), "3×3", ";B[button];W[button]", Illegal{Kind: ButtonGone, Number: 2, Colour: White, Point: TakeButton}},
		{"no colour", NZ(), "3×3", "", Illegal{Kind: OutOfTurn, Number: 1, Point: At(0, 0)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, c.rules, c.start)
			record := moves(t, c.record)
			if len(record) == 0 {
				record = []Move{{Empty, At(0, 0)}}
			}
			why := first(g, record)
			if why == nil || *why != c.want {
				t.Fatalf("%+v, want %+v", why, c.want)
			}
			if why.Error() == "" || g.Moves() != len(record)-1 {
				t.Errorf("%q, %d moves", why.Error(), g.Moves())
			}
		})
	}
	if got := first(game(t, NZ(), "1×1"), moves(t, ";B[aa];W[aa];B[aa]")).Error(); got != "move 3, B[aa], makes the position after move 1 again" {
		t.Error(got)
	}
}

// TestPolicies: what becomes of each kind of illegal move when it stands and
// when it becomes a pass.
func TestPolicies(t *testing.T) {
	const ko = ".XO.\nX.XO\n.XO.\n...."
	suicide := Short()
	cases := []struct {
		name, start, record string
		rules               Rules
		stands, passes      string
	}{
		{"superko", ko, ";B[ad];W[bb];B[cb]", ItsYourTurn(9), ".XO.\nX.XO\n.XO.\nX...\n", ".XO.\nXO.O\n.XO.\nX...\n"},
		{"occupied", "3×1", ";B[aa];W[aa]", NZ(), "X..\n", "X..\n"},
		{"off the board", "3×1", ";B[aa];W[dd]", NZ(), "X..\n", "X..\n"},
		{"suicide", ".X.\nX..\n..O", ";B[bc];W[aa]", suicide, ".X.\nX..\n.XO\n", ".X.\nX..\n.XO\n"},
		{"out of turn", "3×1", ";B[aa];B[ba]", NZ(), "XX.\n", "X..\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for policy, want := range map[OnViolation]string{Stand: c.stands, BecomePass: c.passes} {
				g := game(t, c.rules, c.start)
				var why *Illegal
				record := moves(t, c.record)
				for _, m := range record {
					why = g.PlayUnder(policy, m)
				}
				if why == nil || g.Board().String() != want || g.Moves() != len(record) || g.Turn() != record[len(record)-1].Colour.Opponent() {
					t.Errorf("policy %d: %v, turn %s\n%s", policy, why, g.Turn(), g.Board())
				}
			}
		})
	}
}

// TestClaim: a repetition that stood can be claimed until the next move, and
// then never again.
func TestClaim(t *testing.T) {
	const ko = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
	play := func(more string) *Game {
		g := game(t, NZ(), "5×5")
		for _, m := range moves(t, ko+more) {
			g.PlayStanding(m)
		}
		return g
	}
	g := play(";B[cb]")
	stood := g.Board().String()
	if g.Prisoners() != (Prisoners{1, 1}) {
		t.Errorf("%v", g.Prisoners())
	}
	if err := g.Claim(); err != nil {
		t.Fatal(err)
	}
	if want := play("").Board().String(); g.Board().String() != want || g.Turn() != White || !g.Move(9).IsPass() || g.Prisoners() != (Prisoners{1, 0}) {
		t.Errorf("turn %s, %v\n%s", g.Turn(), g.Prisoners(), g.Board())
	}
	if g.Claim() == nil {
		t.Error("claimed twice")
	}
	if g := play(";B[cb];W[ee]"); g.Claim() == nil {
		t.Errorf("claimed after the next move\n%s", stood)
	}
	if g := play(""); g.Claim() == nil {
		t.Error("a legal move was claimed")
	}
	// The position that stood is Black's, the one after the pass as well.
	if got := verdictOn(play(";B[cb];W[ee];B[dd];W[bb];B[ed]"), moves(t, "W[ec];B[cb]")); got != "legal" {
		t.Errorf("a ko retaken in a new position: %s", got)
	}
}

// TestNothingIsLeftBehind: what was only looked at, set up anew or taken back
// leaves no trace in the history.
func TestNothingIsLeftBehind(t *testing.T) {
	const corner = ".X.\nX..\n..."
	suicide := Move{White, At(0, 0)}
	t.Run("a turn that was given", func(t *testing.T) {
		g := game(t, NZ(), corner)
		mustPlay(t, g, ";B[cc]")
		g.SetTurn(Black)
		g.SetTurn(White)
		if why := g.Check(suicide); why != nil {
			t.Errorf("it is no move of White's: %v", why)
		}
	})
	t.Run("a set-up that was added to", func(t *testing.T) {
		r := NZ()
		r.Start = StartCounts
		g := game(t, r, corner)
		g.SetTurn(White)
		for _, p := range []Point{At(2, 2), At(1, 2), At(1, 1)} {
			if why := g.Check(suicide); why == nil || why.Kind != Superko {
				t.Errorf("the start counts: %v", why)
			}
			if err := g.SetUp(Black, p); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("a button before a rewinding", func(t *testing.T) {
		r := NZ()
		r.Button = 1
		g := game(t, r, "5×5")
		mustPlay(t, g, ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[button];W[ee]")
		if err := g.Rewind(9); err != nil {
			t.Fatal(err)
		}
		mustPlay(t, g, ";W[];B[cb]")
		if err := g.Rewind(8); err != nil {
			t.Fatal(err)
		}
		if got := verdictOn(g, moves(t, ";B[];W[];B[cb]")); got != "superko at 11 repeats 7" {
			t.Errorf("the button was put back: %s", got)
		}
	})
	t.Run("a pass that was implied", func(t *testing.T) {
		g := game(t, NZ(), ".X...\nX....\n.....\n....O\n...O.")
		if err := g.SetHandicap(9); err != nil {
			t.Fatal(err)
		}
		mustPlay(t, g, ";B[cc]")
		if why := g.Check(Move{Black, At(4, 4)}); why == nil || why.Kind != Superko || why.Repeats != 1 {
			t.Errorf("Black makes the position after move 1 again: %v", why)
		}
		if why := g.Check(suicide); why != nil {
			t.Errorf("White has not passed: %v", why)
		}
	})
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
		"agree": g.Agree(), "resume": g.Resume(White), "rewind": g.Rewind(0), "claim": g.Claim(), "set up": g.SetUp(Black, At(4, 4)),
	} {
		if err == nil {
			t.Errorf("%s changed a confirmed result", name)
		}
	}
	before := g.Moves()
	for _, policy := range []OnViolation{Stop, Stand, BecomePass} {
		if why := g.PlayUnder(policy, Move{White, At(4, 4)}); why == nil || why.End != EndedByConfirmation || g.Moves() != before {
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
		t.Error("nobody can resume")
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
	// A set-up later is nobody's move, and the history before it stays.
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
	if got := g.Removed(7); len(got) != 2 || !slices.Contains(got, At(1, 1)) || !slices.Contains(got, At(2, 2)) || g.Removed(6) != nil || g.Removed(8) != nil {
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

// TestRefusedMovesLeaveNoPosition tries moves that repeat just where positions
// are laid down for later, and plays another in their place.
func TestRefusedMovesLeaveNoPosition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 64))
	var b Board
	took, tookNothing := 0, 0
	for took < 20 || tookNothing < 20 {
		g := game(t, NZ(), "3×2")
		for g.Moves() < milestone-1 {
			g.PlayStanding(Move{g.Turn(), At(rng.IntN(3), rng.IntN(2))})
		}
		for _, p := range g.Board().Points() {
			why := g.Play(Move{g.Turn(), p})
			switch {
			case why == nil || why.Kind != Superko:
			case g.Board().Clone().place(uint16(p), why.Colour):
				tookNothing++
			default:
				took++
			}
			if why == nil {
				break
			}
		}
		if g.Moves() < milestone {
			g.PlayAssumeLegal(Move{g.Turn(), Pass})
		}
		if err := g.BoardAfter(milestone, &b); err != nil || !b.Equal(g.Board()) {
			t.Fatalf("%v\n%s\nwant\n%s", err, &b, g.Board())
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

// TestManyViolationsTakeLittleTime: a record of nothing but a ko retaken at once
// is answered about as fast as any.
func TestManyViolationsTakeLittleTime(t *testing.T) {
	times := 200_000
	if raceDetector {
		times = 20_000
	}
	for _, r := range []Rules{NZ(), PositionalSuperko(), ItsYourTurn(9)} {
		r.MoveLimit = 0
		g := game(t, r, ".XO.\nX.XO\n.XO.")
		bad := 0
		for i := range times {
			m := Move{White, At(1, 1)}
			if i%2 == 1 {
				m = Move{Black, At(2, 1)}
			}
			g.SetTurn(m.Colour)
			if g.PlayStanding(m) != nil {
				bad++
			}
		}
		if bad < times-3 {
			t.Errorf("%s: %d violations of %d", r.Name, bad, times)
		}
	}
}
