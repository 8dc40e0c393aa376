package amazons

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nzgs/internal/games"
)

// failer is a testing.TB or a rapid.T.
type failer interface {
	Helper()
	Fatal(args ...any)
}

func board(t failer, rows ...string) *Game {
	t.Helper()
	var g Game
	if err := g.Reset(len(rows)); err != nil {
		t.Fatal(err)
	}
	for y, row := range rows {
		for x, c := range row {
			what := map[rune]games.Colour{'X': games.Black, 'O': games.White, '*': games.Arrow}[c]
			if what == games.Empty {
				continue
			}
			if err := g.SetUp(what, games.Point{X: x, Y: y}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return &g
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

func drawn(g *Game) string {
	var b strings.Builder
	for y := range g.Size() {
		for x := range g.Size() {
			b.WriteByte(".XO*"[g.At(games.Point{X: x, Y: y})])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// point reads two letters.
func point(s string) games.Point { return games.Point{X: int(s[0] - 'a'), Y: int(s[1] - 'a')} }

// TestWhatTheTextSaysOfAmazons takes its sentences one by one.
func TestWhatTheTextSaysOfAmazons(t *testing.T) {
	for _, c := range []struct {
		name   string
		before string
		turn   games.Colour
		move   string
		kind   games.Kind
		after  string
		winner games.Colour
	}{
		{name: "any number of squares straight", before: "X...|....|....|...O", move: "aadaca", after: "..*X|....|....|...O"},
		{name: "or across", before: "X...|....|..O.|....", move: "aabbab", after: "....|*X..|..O.|...."},
		{name: "not like a knight", before: "X...|....|....|...O", move: "aabcbb", kind: games.Blocked},
		{name: "not onto a queen", before: "X..O|....|....|....", move: "aadaca", kind: games.Occupied},
		{name: "not over a queen", before: "X.O.|....|....|....", move: "aadaca", kind: games.Blocked},
		{name: "not over an own queen", before: "X.X.|....|....|...O", move: "aadaca", kind: games.Blocked},
		{name: "not onto an arrow", before: "X..*|....|....|...O", move: "aadaca", kind: games.Occupied},
		{name: "not over an arrow", before: "X.*.|....|....|...O", move: "aadaba", kind: games.Blocked},
		{name: "not where she is", before: "X...|....|....|...O", move: "aaaaba", kind: games.Occupied},
		{name: "she must shoot: not at herself", before: "X...|....|....|...O", move: "aababa", kind: games.Occupied},
		{name: "an arrow onto the square just left", before: "X...|....|....|...O", move: "aabaaa", after: "*X..|....|....|...O"},
		{name: "an arrow through it", before: ".X..|....|....|...O", move: "bacaaa", after: "*.X.|....|....|...O"},
		{name: "not over what else is there", before: ".X*.|....|....|...O", move: "babbda", kind: games.Blocked},
		{name: "an arrow not onto a queen", before: "X...|....|....|O...", move: "aaabad", kind: games.Occupied},
		{name: "nor over one", before: "X...|....|O...|....", move: "aaabad", kind: games.Blocked},
		{name: "an arrow flies like a queen moves", before: "X...|....|....|...O", move: "aabacc", kind: games.Blocked},
		{name: "only an own queen", before: "X...|....|....|...O", move: "ddcccd", kind: games.NotOwn},
		{name: "only a queen", before: "X...|....|..*.|...O", move: "cccbca", kind: games.NotOwn},
		{name: "on the board", before: "X...|....|....|...O", move: "aaeaba", kind: games.OffBoard},
		{name: "by turns", before: "X...|....|....|...O", turn: games.White, move: "aabaaa", kind: games.OutOfTurn},
		{name: "who leaves the other no move has won", before: "O.*|**X|...", move: "cbccbb", kind: games.Occupied},
		{name: "with the arrow that closes the last way", before: "O*.|.*X|...", move: "cbbcab", after: "O*.|**.|.X.", winner: games.Black},
		{name: "a queen beside an empty square can move", before: "O..|**X|...", move: "cbbcca", kind: games.Blocked},
		{name: "no move after the end", before: "O*.|**X|...", turn: games.White, move: "aaabaa", kind: games.AfterEnd, winner: games.Black},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := board(t, strings.Split(c.before, "|")...)
			if c.turn == games.White {
				g.SetTurn(games.White)
			}
			colour := games.Black
			if c.kind == games.AfterEnd {
				colour = games.White
			}
			why := g.Play(Move{colour, point(c.move), point(c.move[2:]), point(c.move[4:])})
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
			if got := strings.ReplaceAll(drawn(g), "\n", "|"); got != want+"|" {
				t.Errorf("then %s; want %s", got, want)
			}
			if g.Winner() != c.winner {
				t.Errorf("winner %s; want %s", g.Winner(), c.winner)
			}
		})
	}
}

// TestMovesFromTheStart counts them: 2,176 at the first, and 4,307,152 games of two moves.
func TestMovesFromTheStart(t *testing.T) {
	g := start(t)
	if n := count(g); n != 2176 {
		t.Errorf("%d first moves; want 2176", n)
	}
	if testing.Short() {
		return
	}
	two := 0
	for m := range g.All() {
		next := start(t)
		if why := next.Play(m); why != nil {
			t.Fatal(why)
		}
		two += count(next)
	}
	if two != 4307152 {
		t.Errorf("%d games of two moves; want 4307152", two)
	}
}

func count(g *Game) (n int) {
	for range g.All() {
		n++
	}
	return n
}

// TestAsTheSecondPlayer plays random games from random positions to the end: both have the same moves, no arrow ever
// moves, and who cannot move has lost.
func TestAsTheSecondPlayer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 6).Draw(t, "size")
		rows := make([]string, size)
		for y := range rows {
			rows[y] = rapid.StringOfN(rapid.SampledFrom([]rune("......XO*")), size, size, -1).Draw(t, "row")
		}
		rows[0] = "X" + rows[0][1:]
		rows[1] = "O" + rows[1][1:]
		g, slow := board(t, rows...), newReference(rows...)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for step(t, g, slow, r) {
		}
	})
}

func step(t *rapid.T, g *Game, slow *reference, r *rand.Rand) bool {
	c := g.Turn()
	want := slow.moves(c)
	got := slices.Collect(g.All())
	if len(got) != len(want) || (len(want) == 0) != (g.Winner() == c.Opponent()) {
		t.Fatalf("%d moves, winner %s; want %d in\n%s", len(got), g.Winner(), len(want), drawn(g))
	}
	seen := map[Move]bool{}
	for _, m := range got {
		seen[m] = true
	}
	if !maps.Equal(seen, want) {
		t.Fatalf("other moves in\n%s", drawn(g))
	}
	if len(want) == 0 {
		if len(g.Stuck(c)) != len(g.queens[c]) {
			t.Fatal("not all are stuck")
		}
		return false
	}
	any := func() games.Point { return games.Point{X: r.IntN(g.Size()+2) - 1, Y: r.IntN(g.Size()+2) - 1} }
	for range 50 { // any three squares are legal to both or to none
		m := Move{c, any(), any(), any()}
		if (g.refuse(m) == nil) != slow.legal(m) {
			t.Fatalf("%s: %v in\n%s", m, g.refuse(m), drawn(g))
		}
	}
	m := got[r.IntN(len(got))]
	arrows := strings.Count(drawn(g), "*")
	if why := g.Play(m); why != nil {
		t.Fatal(why)
	}
	slow.play(m)
	if want := string(slices.Concat(slow.rows...)); strings.ReplaceAll(drawn(g), "\n", "") != want {
		t.Fatalf("after %s\n%s", m, drawn(g))
	}
	if strings.Count(drawn(g), "*") != arrows+1 {
		t.Fatal("one arrow more, and none less")
	}
	return true
}

func TestSetUp(t *testing.T) {
	g := board(t, "X.", ".O")
	if err := g.SetUp(games.Arrow, games.Point{X: 1}, games.Point{X: 2}); err == nil || g.At(games.Point{X: 1}) != games.Empty {
		t.Error("refused whole")
	}
	if err := g.SetUp(games.White, games.Point{}); err != nil || len(g.queens[games.Black]) != 0 || g.Winner() != games.White {
		t.Error("a queen put over another: Black has none and cannot move")
	}
	if err := g.Reset(53); err == nil || g.Size() != 2 {
		t.Error("a board of 53")
	}
	g.SetTurn(games.White)
	if g.Turn() != games.White || g.Winner() != games.Empty {
		t.Error("the turn goes to White, who can move")
	}
	var empty Game
	if err := empty.Reset(3); err != nil || empty.Winner() != games.Empty {
		t.Error("an empty board is nobody's")
	}
}

func BenchmarkAmazons(b *testing.B) {
	g := start(b)
	r := rand.New(rand.NewPCG(5, 1))
	var line []Move
	for g.Winner() == games.Empty {
		all := slices.Collect(g.All())
		line = append(line, all[r.IntN(len(all))])
		g.Play(line[len(line)-1])
	}
	black, white := Start()
	moves := 0
	for b.Loop() {
		if g.Reset(DefaultSize) != nil || g.SetUp(games.Black, black...) != nil || g.SetUp(games.White, white...) != nil {
			b.Fatal("refused")
		}
		for _, m := range line {
			if g.Play(m) != nil {
				b.Fatal("refused")
			}
		}
		moves += len(line)
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
