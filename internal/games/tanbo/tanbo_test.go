package tanbo

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/games"
)

// board sets up a position drawn in rows of X, O and dots.
func board(t testing.TB, rows ...string) *Game {
	t.Helper()
	var g Game
	if err := g.Reset(len(rows)); err != nil {
		t.Fatal(err)
	}
	set(t, &g, rows)
	return &g
}

func set(t testing.TB, g *Game, rows []string) {
	t.Helper()
	var black, white []games.Point
	for y, row := range rows {
		for x, c := range row {
			switch c {
			case 'X':
				black = append(black, games.Point{X: x, Y: y})
			case 'O':
				white = append(white, games.Point{X: x, Y: y})
			}
		}
	}
	if g.SetUp(games.Black, black...) != nil || g.SetUp(games.White, white...) != nil {
		t.Fatal("refused")
	}
}

func drawn(g *Game) string {
	var b strings.Builder
	for y := range g.Size() {
		for x := range g.Size() {
			b.WriteByte(".XO"[g.At(games.Point{X: x, Y: y})])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestWhatTheTextSaysOfTanbo takes its sentences one by one, on small boards.
func TestWhatTheTextSaysOfTanbo(t *testing.T) {
	for _, c := range []struct {
		name   string
		before string
		turn   games.Colour
		x, y   int
		kind   games.Kind
		after  string
		winner games.Colour
	}{
		{name: "a stone goes beside one of the own", before: "X....|.....|.....|.....|....O", turn: games.Black,
			x: 1, after: "XX...|.....|.....|.....|....O"},
		{name: "not by itself", before: "X....|.....|.....|.....|....O", turn: games.Black, x: 2, kind: games.TouchesNone},
		{name: "not across a corner", before: "X....|.....|.....|.....|....O", turn: games.Black, x: 1, y: 1, kind: games.TouchesNone},
		{name: "not beside two of one root", before: "XX...|X....|.....|.....|....O", turn: games.Black, x: 1, y: 1, kind: games.TouchesMany},
		{name: "not between two roots", before: "X.X..|.....|.....|.....|....O", turn: games.Black, x: 1, kind: games.TouchesMany},
		{name: "beside any number of the other's", before: ".OX..|O.O..|.O...|.X...|.....", turn: games.Black,
			x: 1, y: 1, kind: games.TouchesNone},
		{name: "beside three of the other's and one of the own", before: ".....|.OXO.|.O.O.|.....|.....", turn: games.Black,
			x: 2, y: 2, after: ".....|.OXO.|.OXO.|.....|....."},
		{name: "nothing but an empty point", before: "XO...|.....|.....|.....|.....", turn: games.Black, x: 1, kind: games.Occupied},
		{name: "on the board", before: "XO...|.....|.....|.....|.....", turn: games.Black, x: 5, kind: games.OffBoard},
		{name: "by turns", before: "XO...|.....|.....|.....|.....", turn: games.White, x: 0, y: 1, kind: games.TouchesNone},
		// White's root at the top is left no point: below, a stone would touch two. Black's in the corner and White's
		// below it have none either, but can grow again once the first is gone.
		{name: "the root that a move has grown comes off alone", before: "X.OX.|O.X..|X....|.....|.....", turn: games.White,
			x: 1, after: "X..X.|O.X..|X....|.....|....."},
		// The same with room for White's root to go on at the right: now both others come off.
		{name: "else every bounded root of either colour does", before: "X.O..|O....|X....|.....|.....", turn: games.White,
			x: 1, after: ".OO..|.....|X....|.....|....."},
		{name: "who has no stones has lost", before: "X.O|O..|...", turn: games.White, x: 1, after: ".OO|O..|...", winner: games.White},
		{name: "also by the own move", before: "X.O|OO.|...", turn: games.Black, x: 1, after: "..O|OO.|...", winner: games.White},
		{name: "no move after the end", before: "X..|...|...", turn: games.Black, x: 1, kind: games.AfterEnd, winner: games.Black},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := board(t, strings.Split(c.before, "|")...)
			g.SetTurn(c.turn)
			why := g.Play(c.turn, games.Point{X: c.x, Y: c.y})
			switch {
			case why == nil && c.kind != 0:
				t.Fatalf("accepted; want %s", c.kind)
			case why != nil && why.Kind != c.kind:
				t.Fatalf("%v (%s); want %q", why, why.Kind, c.kind)
			}
			want := c.after
			if c.kind != 0 {
				want = c.before
			}
			if got := strings.TrimSpace(strings.ReplaceAll(drawn(g), "\n", "|")); got != want+"|" {
				t.Errorf("then\n%s; want\n%s", got, want)
			}
			if g.Winner() != c.winner {
				t.Errorf("winner %s; want %s", g.Winner(), c.winner)
			}
		})
	}
}

// TestTheLastRoots: what is shown of a game that is decided is where the loser's last stones stood.
func TestTheLastRoots(t *testing.T) {
	g := board(t, "X.O", "OO.", "...")
	if last := g.LastRoots(); last != nil {
		t.Errorf("before the end: %v", last)
	}
	if why := g.Play(games.Black, games.Point{X: 1}); why != nil {
		t.Fatal(why)
	}
	if got := fmt.Sprint(g.LastRoots()); got != "[aa ba]" {
		t.Errorf("the last roots stood at %s", got)
	}
	if err := g.SetUp(games.White, games.Point{X: 1}); err != nil || g.LastRoots() != nil {
		t.Errorf("after a set-up: %v, %v", g.LastRoots(), err)
	}
	// Of two roots that come off together only the loser's is what decided it.
	g = board(t, "X.O..", "O....", "O.OOO", "O.O..", "OOO..")
	g.SetTurn(games.White)
	if why := g.Play(games.White, games.Point{X: 1}); why != nil || g.Winner() != games.White {
		t.Fatal(why, g.Winner())
	}
	for _, p := range g.LastRoots() {
		if p != (games.Point{}) {
			t.Errorf("%s was not the loser's", p)
		}
	}
}

func TestOutOfTurn(t *testing.T) {
	g := board(t, "X..", "...", "..O")
	if why := g.Play(games.White, games.Point{X: 1, Y: 2}); why == nil || why.Kind != games.OutOfTurn {
		t.Errorf("%v", why)
	}
	g.SetTurn(games.White)
	if why := g.Play(games.White, games.Point{X: 1, Y: 2}); why != nil {
		t.Error(why)
	}
}

func TestStart(t *testing.T) {
	g := start(t)
	if g.Stones(games.Black) != 8 || g.Stones(games.White) != 8 || len(g.grows) != 16 {
		t.Errorf("%d and %d stones in %d roots; want 8 each, each a root", g.Stones(games.Black), g.Stones(games.White), len(g.grows))
	}
	if g.At(games.Point{}) != games.Black || g.At(games.Point{X: 18}) != games.White || g.At(games.Point{X: 6, Y: 6}) != games.Black {
		t.Error("the colours are not in turn")
	}
}

func start(t testing.TB) *Game {
	t.Helper()
	var g Game
	if err := g.Reset(DefaultSize); err != nil {
		t.Fatal(err)
	}
	black, white := Start()
	if g.SetUp(games.Black, black...) != nil || g.SetUp(games.White, white...) != nil {
		t.Fatal("refused")
	}
	return &g
}

// TestAsTheSecondPlayer plays random games from random positions; the engine agrees with the second player on every
// legal move, on what comes off, and on who has won.
func TestAsTheSecondPlayer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, 8).Draw(t, "size")
		var g Game
		if err := g.Reset(size); err != nil {
			t.Fatal(err)
		}
		slow := &reference{size, map[games.Point]games.Colour{}}
		for range rapid.IntRange(2, 12).Draw(t, "stones") {
			p := games.Point{X: rapid.IntRange(0, size-1).Draw(t, "x"), Y: rapid.IntRange(0, size-1).Draw(t, "y")}
			c := games.Colour(rapid.IntRange(1, 2).Draw(t, "colour"))
			slow.stones[p] = c
			if err := g.SetUp(c, p); err != nil {
				t.Fatal(err)
			}
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 200 {
			if !step(t, &g, slow, r) {
				return
			}
		}
	})
}

// step plays a random move by both; false where there is none.
func step(t *rapid.T, g *Game, slow *reference, r *rand.Rand) bool {
	c := g.Turn()
	if g.Winner() != games.Empty {
		return false
	}
	moves := slow.moves(c)
	for y := range g.Size() {
		for x := range g.Size() {
			p := games.Point{X: x, Y: y}
			if g.legal(c, p) != slices.Contains(moves, p) {
				t.Fatalf("%s at %s: legal is %v in\n%s", c, p, g.legal(c, p), drawn(g))
			}
		}
	}
	if len(moves) == 0 {
		return false
	}
	p := moves[r.IntN(len(moves))]
	before := drawn(g)
	if why := g.Play(c, p); why != nil {
		t.Fatal(why)
	}
	gone := slow.play(c, p)
	if len(gone) != len(g.Taken()) {
		t.Fatalf("%s at %s takes %v; want %v in\n%s", c, p, g.Taken(), slices.Collect(maps.Keys(gone)), before)
	}
	for _, q := range g.Taken() {
		if !gone[q] {
			t.Fatalf("%s at %s takes %s in\n%s", c, p, q, before)
		}
	}
	for _, d := range []games.Colour{games.Black, games.White} {
		if g.Stones(d) != slow.count(d) {
			t.Fatalf("%d stones; want %d", g.Stones(d), slow.count(d))
		}
	}
	if (g.Winner() == games.White) != (slow.count(games.Black) == 0) || (g.Winner() == games.Black) != (slow.count(games.White) == 0) {
		t.Fatalf("winner %s", g.Winner())
	}
	return true
}

// TestRootsStayTrees plays whole games from the text's start. No root ever closes, none that is bounded stays, and
// whoever has stones can move, as the text says. Every game ends.
func TestRootsStayTrees(t *testing.T) {
	for seed := range uint64(30) {
		g := start(t)
		r := rand.New(rand.NewPCG(seed, 1))
		for g.Winner() == games.Empty {
			moves := legal(g)
			if len(moves) == 0 {
				t.Fatalf("%s has stones and no move in\n%s", g.Turn(), drawn(g))
			}
			if why := g.Play(g.Turn(), moves[r.IntN(len(moves))]); why != nil {
				t.Fatal(why)
			}
			if g.Moves()%97 == 0 {
				treesHold(t, g)
			}
			if g.Moves() > 20_000 {
				t.Fatalf("no end in sight:\n%s", drawn(g))
			}
		}
		treesHold(t, g)
	}
}

func (g *Game) legal(c games.Colour, p games.Point) bool { return g.refuse(c, p) == nil }

func legal(g *Game) (moves []games.Point) {
	for y := range g.Size() {
		for x := range g.Size() {
			if p := (games.Point{X: x, Y: y}); g.legal(g.Turn(), p) {
				moves = append(moves, p)
			}
		}
	}
	return moves
}

// treesHold counts by a flood fill: a root of n stones has n−1 pairs of stones beside each other.
func treesHold(t *testing.T, g *Game) {
	t.Helper()
	slow := &reference{g.Size(), map[games.Point]games.Colour{}}
	for y := range g.Size() {
		for x := range g.Size() {
			if p := (games.Point{X: x, Y: y}); g.At(p) != games.Empty {
				slow.stones[p] = g.At(p)
			}
		}
	}
	for p, c := range slow.stones {
		root := slow.root(p)
		pairs := 0
		for q := range root {
			pairs += slow.touches(c, q)
		}
		if pairs/2 != len(root)-1 {
			t.Fatalf("the root at %s closes:\n%s", p, drawn(g))
		}
		if slow.bounded(root) {
			t.Fatalf("the root at %s is bounded and stays:\n%s", p, drawn(g))
		}
	}
}

// TestEveryGameOnTheSmallestBoard plays every game of two stones on 2×2 and 3×3 to its end or to ten moves.
func TestEveryGameOnTheSmallestBoard(t *testing.T) {
	for _, rows := range [][]string{{"X.", ".O"}, {"XO", ".."}, {"X..", "...", "..O"}, {"...", "X.O", "..."}} {
		all := 0
		var walk func(line []games.Point)
		walk = func(line []games.Point) {
			g := board(t, rows...)
			slow := &reference{len(rows), map[games.Point]games.Colour{}}
			for y, row := range rows {
				for x, c := range row {
					if c != '.' {
						slow.stones[games.Point{X: x, Y: y}] = map[rune]games.Colour{'X': games.Black, 'O': games.White}[c]
					}
				}
			}
			for _, p := range line {
				c := g.Turn()
				if why := g.Play(c, p); why != nil {
					t.Fatal(why)
				}
				slow.play(c, p)
			}
			all++
			if g.Winner() != games.Empty || len(line) == 6 {
				return
			}
			if !slices.Equal(legal(g), slow.moves(g.Turn())) {
				t.Fatalf("after %v: %v; want %v", line, legal(g), slow.moves(g.Turn()))
			}
			for _, p := range legal(g) {
				walk(append(slices.Clone(line), p))
			}
		}
		walk(nil)
		if all < 2 {
			t.Errorf("%v: nothing was played", rows)
		}
	}
}

func TestSetUpOffTheBoard(t *testing.T) {
	g := board(t, "X.", ".O")
	if err := g.SetUp(games.Black, games.Point{X: 1}, games.Point{X: 2}); err == nil || g.At(games.Point{X: 1}) != games.Empty {
		t.Error("refused whole")
	}
	if err := g.Reset(53); err == nil || g.Size() != 2 {
		t.Error("a board of 53")
	}
}

func BenchmarkTanbo(b *testing.B) {
	// The moves of one game are found beforehand.
	g := start(b)
	r := rand.New(rand.NewPCG(5, 1))
	var line []games.Point
	for g.Winner() == games.Empty && len(line) < 2000 {
		moves := legal(g)
		line = append(line, moves[r.IntN(len(moves))])
		g.Play(g.Turn(), line[len(line)-1])
	}
	black, white := Start()
	moves := 0
	for b.Loop() {
		if g.Reset(DefaultSize) != nil || g.SetUp(games.Black, black...) != nil || g.SetUp(games.White, white...) != nil {
			b.Fatal("refused")
		}
		for _, p := range line {
			if g.Play(g.Turn(), p) != nil {
				b.Fatal("refused")
			}
		}
		moves += len(line)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
