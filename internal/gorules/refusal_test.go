package gorules

import (
	"math/rand/v2"
	"testing"
)

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
		{
			"out of turn on an occupied point", NZ(), "3×3", ";B[aa];B[aa]",
			Illegal{Kind: OutOfTurn, Number: 2, Colour: Black, Point: At(0, 0)},
		},
		{
			"suicide", Short(), ".X.\nX..\n...", ";B[cc];W[aa]",
			Illegal{Kind: SuicideMove, Number: 2, Colour: White, Point: At(0, 0)},
		},
		{
			"after two passes", ItsYourTurn(9), "3×3", ";B[];W[];B[aa]",
			Illegal{Kind: OutOfTurn, Number: 3, Colour: Black, Point: At(0, 0), End: EndedByPasses},
		},
		{"no button", NZ(), "3×3", ";B[button]", Illegal{Kind: ButtonGone, Number: 1, Colour: Black, Point: TakeButton}},
		{
			"button taken", IGGC(), "3×3", ";B[button];W[button]",
			Illegal{Kind: ButtonGone, Number: 2, Colour: White, Point: TakeButton},
		},
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
	if got := first(
		game(t, NZ(), "1×1"), moves(t, ";B[aa];W[aa];B[aa]"),
	).Error(); got != "move 3, B[aa], repeats the position after move 1" {
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
				if why == nil || g.Board().String() != want || g.Moves() != len(record) ||
					g.Turn() != record[len(record)-1].Colour.Opponent() {
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
	if want := play("").Board().String(); g.Board().String() != want || g.Turn() != White || !g.Move(9).IsPass() ||
		g.Prisoners() != (Prisoners{1, 0}) {
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

// TestNothingIsLeftBehind: what was only looked at, set up again or taken back
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
			t.Errorf("Black repeats the position after move 1: %v", why)
		}
		if why := g.Check(suicide); why != nil {
			t.Errorf("White has not passed: %v", why)
		}
	})
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
