package hex

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/games"
)

func newGame(t testing.TB, o Opening, size int) *Game {
	t.Helper()
	var g Game
	if err := g.Reset(o, size); err != nil {
		t.Fatal(err)
	}
	return &g
}

// play plays the moves by turns, as records write them.
func play(t *testing.T, g *Game, moves ...string) *games.Illegal {
	t.Helper()
	for i, m := range moves {
		var why *games.Illegal
		switch m {
		case "swap-pieces":
			why = g.SwapPieces(g.Turn())
		case "swap-sides":
			why = g.SwapSides(g.Turn())
		default:
			p, ok := ParsePoint(m)
			if !ok {
				t.Fatalf("%q is no point", m)
			}
			why = g.Play(g.Turn(), p)
		}
		if why != nil {
			if i < len(moves)-1 {
				t.Fatalf("move %d, %s: %v", i+1, m, why)
			}
			return why
		}
	}
	return nil
}

// TestWhatTheTextSaysOfHex takes its sentences one by one.
func TestWhatTheTextSaysOfHex(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      Opening
		size   int
		moves  []string
		kind   games.Kind
		winner games.Colour
		path   string
	}{
		{name: "an uninterrupted line of the own pieces between the own two sides wins", size: 3,
			moves: []string{"b1", "a1", "b2", "a2", "b3"}, winner: games.Black, path: "b1 b2 b3"},
		{name: "it need not be straight", size: 3,
			moves: []string{"c1", "a1", "b2", "a2", "a3"}, winner: games.Black, path: "c1 b2 a3"},
		{name: "White's sides are left and right", size: 3,
			moves: []string{"a1", "a2", "a3", "b2", "c3", "c2"}, winner: games.White, path: "a2 b2 c2"},
		{name: "left and right are not Black's", size: 3,
			moves: []string{"a2", "a1", "b2", "b1", "c2"}},
		{name: "up to the left is no neighbour", size: 3,
			moves: []string{"a1", "c1", "b2", "c2", "c3"}},
		{name: "up to the right is one", size: 3,
			moves: []string{"c1", "a1", "b2", "b1", "b3"}, winner: games.Black, path: "c1 b2 b3"},
		{name: "the first player may not begin in the centre row", o: ItsYourTurn, size: 11,
			moves: []string{"a6"}, kind: games.Opening},
		{name: "nor in the middle of it", o: ItsYourTurn, size: 5, moves: []string{"c3"}, kind: games.Opening},
		{name: "after the first move either player may play there", o: ItsYourTurn, size: 5,
			moves: []string{"c2", "c3", "d3"}},
		{name: "a board with an even number of rows has no centre row", o: ItsYourTurn, size: 4, moves: []string{"b2"}},
		{name: "where sides may be exchanged anybody begins anywhere", size: 11, moves: []string{"f6"}},
		{name: "only an unoccupied spot", size: 5, moves: []string{"a1", "a1"}, kind: games.Occupied},
		{name: "on the board", size: 5, moves: []string{"f1"}, kind: games.OffBoard},
		{name: "below the board", size: 5, moves: []string{"a6"}, kind: games.OffBoard},
		{name: "no move after the end", size: 1, moves: []string{"a1", "a1"}, kind: games.AfterEnd, winner: games.Black, path: "a1"},
		{name: "one cell, taken over", size: 1, moves: []string{"a1", "swap-pieces"}, winner: games.White, path: "a1"},
		{name: "nobody exchanges sides by It's Your Turn's", o: ItsYourTurn, size: 5, moves: []string{"a1", "swap-pieces"}, kind: games.Opening},
		{name: "not at the first move", size: 5, moves: []string{"swap-sides"}, kind: games.Opening},
		{name: "not at the third", size: 5, moves: []string{"a1", "b2", "swap-pieces"}, kind: games.Opening},
		{name: "not twice", size: 5, moves: []string{"a1", "swap-sides", "swap-sides"}, kind: games.Opening},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, c.o, c.size)
			why := play(t, g, c.moves...)
			switch {
			case why == nil && c.kind != 0:
				t.Errorf("accepted; want %s", c.kind)
			case why != nil && why.Kind != c.kind:
				t.Errorf("%v (%s); want %q", why, why.Kind, c.kind)
			}
			if g.Winner() != c.winner {
				t.Errorf("winner %s; want %s", g.Winner(), c.winner)
			}
			if got := names(g.Path()); got != c.path {
				t.Errorf("path %s; want %s", got, c.path)
			}
		})
	}
}

func names(line []games.Point) (s string) {
	for i, p := range line {
		if i > 0 {
			s += " "
		}
		s += Name(p)
	}
	return s
}

func TestSwapPieces(t *testing.T) {
	g := newGame(t, Swap, 5)
	play(t, g, "b4", "swap-pieces")
	if g.At(games.Point{X: 1, Y: 3}) != games.Empty || g.At(games.Point{X: 3, Y: 1}) != games.White {
		t.Error("the piece is not mirrored at the long diagonal")
	}
	if g.Turn() != games.Black || g.Moves() != 2 {
		t.Errorf("%s to move after %d moves; want Black after 2", g.Turn(), g.Moves())
	}
}

// TestSwapsThatAreNone: sides are exchanged in turn, and no piece that was set up is put over.
func TestSwapsThatAreNone(t *testing.T) {
	g := newGame(t, Swap, 5)
	play(t, g, "b4")
	for _, why := range []*games.Illegal{g.SwapPieces(games.Black), g.SwapSides(games.Black)} {
		if why == nil || why.Kind != games.OutOfTurn {
			t.Errorf("the first player exchanges: %v", why)
		}
	}
	g = newGame(t, Swap, 5)
	if err := g.SetUp(games.Black, games.Point{X: 3, Y: 1}); err != nil {
		t.Fatal(err)
	}
	play(t, g, "b4")
	if why := g.SwapPieces(games.White); why == nil || why.Kind != games.Occupied || g.At(games.Point{X: 3, Y: 1}) != games.Black {
		t.Errorf("onto a piece that was set up: %v", why)
	}
}

func TestSwapSides(t *testing.T) {
	g := newGame(t, Swap, 5)
	play(t, g, "b4", "swap-sides")
	if g.At(games.Point{X: 1, Y: 3}) != games.Black || g.Turn() != games.White {
		t.Error("the piece stays Black's, and White is to move")
	}
}

func TestTurns(t *testing.T) {
	g := newGame(t, Swap, 5)
	if why := g.Play(games.White, games.Point{}); why == nil || why.Kind != games.OutOfTurn {
		t.Errorf("White begins: %v", why)
	}
	if err := g.Reset(Swap, 0); err == nil {
		t.Error("a board without cells")
	}
	if g.Size() != 5 {
		t.Error("a refused board changes the game")
	}
	if err := g.SetUp(games.White, games.Point{X: 1}, games.Point{X: 5}); err == nil || g.At(games.Point{X: 1}) != games.Empty {
		t.Error("a set-up off the board is refused whole")
	}
}

// TestNoDrawAndNeverTwoWinners plays random games to the end, and on: the engine and the second player agree after
// every move; on a full board one has won, never both; nobody wins by a full board's last cell who had won before.
func TestNoDrawAndNeverTwoWinners(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		order := rapid.Permutation(cellsOf(size)).Draw(t, "order")
		var g Game
		if err := g.Reset(Swap, size); err != nil {
			t.Fatal(err)
		}
		slow := newReference(size)
		for _, p := range order {
			c := g.Turn()
			why := g.Play(c, p)
			if before := slow.winner(); before != games.Empty {
				if why == nil || why.Kind != games.AfterEnd {
					t.Fatalf("%s after %s has won: %v", Name(p), before, why)
				}
				continue
			}
			if why != nil {
				t.Fatal(why)
			}
			slow.pieces[p] = c
			if g.Winner() != slow.winner() {
				t.Fatalf("winner %s; want %s", g.Winner(), slow.winner())
			}
		}
		if g.Winner() == games.Empty {
			t.Fatal("a full board without a winner")
		}
		lineHolds(t, &g)
	})
}

// lineHolds checks that the path is a line of the winner's pieces from side to side, and that none is shorter by one.
func lineHolds(t *rapid.T, g *Game) {
	line := g.Path()
	slow := newReference(g.size)
	for i, p := range line {
		if g.At(p) != g.Winner() {
			t.Fatalf("%s is not the winner's", Name(p))
		}
		if i > 0 && !slices.Contains(slow.neighbours(line[i-1]), p) {
			t.Fatalf("%s is not beside %s", Name(p), Name(line[i-1]))
		}
		slow.pieces[p] = g.Winner()
	}
	if slow.winner() != g.Winner() {
		t.Fatal("the path does not join the sides")
	}
	for _, p := range line {
		delete(slow.pieces, p)
		if slow.winner() != games.Empty {
			t.Fatalf("the path joins the sides without %s", Name(p))
		}
		slow.pieces[p] = g.Winner()
	}
}

func cellsOf(size int) (all []games.Point) {
	for y := range size {
		for x := range size {
			all = append(all, games.Point{X: x, Y: y})
		}
	}
	return all
}

// TestFullBoards looks at every way to fill the smallest boards: each has exactly one winner, and the engine names it.
// From these it follows who wins by perfect play: whoever has won still has when the board is filled.
func TestFullBoards(t *testing.T) {
	winning := map[int]string{ // a1 and, but for 2×2, b1 lose everywhere; on 4×4 all but the short diagonal lose
		1: "a1",
		2: "b1 a2",
		3: "c1 a2 b2 c2 a3",
		4: "d1 c2 b3 a4",
	}
	for size := 1; size <= 4; size++ {
		cells := cellsOf(size)
		s := solver{full: make([]games.Colour, 1<<len(cells)), known: map[[2]int]games.Colour{}}
		g := newGame(t, Swap, size)
		for fill := range s.full {
			s.full[fill] = filled(t, g, cells, fill)
		}
		var wins []games.Point
		for i, p := range cells {
			if s.wins(1<<i, 0, games.White) == games.Black {
				wins = append(wins, p)
			}
		}
		if got := names(wins); got != winning[size] {
			t.Errorf("%d×%d: the first player wins on %q; want %q", size, size, got, winning[size])
		}
	}
}

// filled gives the winner of a full board: Black's are the cells whose bit is set.
func filled(t *testing.T, g *Game, cells []games.Point, fill int) games.Colour {
	t.Helper()
	var black, white []games.Point
	slow := newReference(g.size)
	for i, p := range cells {
		if fill>>i&1 == 1 {
			black, slow.pieces[p] = append(black, p), games.Black
		} else {
			white, slow.pieces[p] = append(white, p), games.White
		}
	}
	if g.Reset(Swap, g.size) != nil || g.SetUp(games.Black, black...) != nil || g.SetUp(games.White, white...) != nil {
		t.Fatal("refused")
	}
	if want := slow.winner(); g.Winner() != want || want == games.Empty {
		t.Fatalf("%d×%d filled as %b: %s; want %s", g.size, g.size, fill, g.Winner(), want)
	}
	return g.Winner()
}

// A solver finds who wins by perfect play from who wins on full boards.
type solver struct {
	full  []games.Colour // by the cells that are Black's
	known map[[2]int]games.Colour
}

// wins gives the winner where these cells are taken and turn is to move.
func (s *solver) wins(black, white int, turn games.Colour) games.Colour {
	all := len(s.full) - 1
	if s.full[black] == games.Black { // even if all others were White's
		return games.Black
	}
	if s.full[all&^white] == games.White {
		return games.White
	}
	key := [2]int{black, white}
	if w, ok := s.known[key]; ok {
		return w
	}
	winner := turn.Opponent()
	for cell := 1; cell < all; cell <<= 1 {
		if (black|white)&cell != 0 {
			continue
		}
		b, w := black|cell, white
		if turn == games.White {
			b, w = black, white|cell
		}
		if s.wins(b, w, turn.Opponent()) == turn {
			winner = turn
			break
		}
	}
	s.known[key] = winner
	return winner
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name string
		p    games.Point
	}{
		{"a1", games.Point{}}, {"g5", games.Point{X: 6, Y: 4}}, {"z19", games.Point{X: 25, Y: 18}},
		{"aa27", games.Point{X: 26, Y: 26}}, {"az52", games.Point{X: 51, Y: 51}},
	} {
		if got := Name(c.p); got != c.name {
			t.Errorf("%v is %q; want %q", c.p, got, c.name)
		}
		if p, ok := ParsePoint(c.name); !ok || p != c.p {
			t.Errorf("%q is %v, %v", c.name, p, ok)
		}
	}
	if p, ok := ParsePoint("G5"); !ok || p != (games.Point{X: 6, Y: 4}) {
		t.Error("large letters are letters too")
	}
	for _, s := range []string{"", "a", "1", "a0", "a01", "1a", "abc1", "a100", "a-1", "a+1", "a1 ", "é1", "a1a"} {
		if p, ok := ParsePoint(s); ok {
			t.Errorf("%q is %v", s, p)
		}
	}
}

func FuzzParsePoint(f *testing.F) {
	f.Add("a1")
	f.Add("aA27")
	f.Fuzz(func(t *testing.T, s string) {
		p, ok := ParsePoint(s)
		if !ok {
			return
		}
		if again, ok := ParsePoint(Name(p)); !ok || again != p {
			t.Errorf("%q is %v, which is written %q", s, p, Name(p))
		}
	})
}

func BenchmarkHex(b *testing.B) {
	var g Game
	order := cellsOf(DefaultSize)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	moves := 0
	for b.Loop() {
		if err := g.Reset(Swap, DefaultSize); err != nil {
			b.Fatal(err)
		}
		for _, p := range order {
			if g.Play(g.Turn(), p) != nil {
				break
			}
			moves++
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
