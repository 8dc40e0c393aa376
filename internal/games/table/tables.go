package table

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/amazons"
	"nzgs/internal/games/hex"
	"nzgs/internal/games/tanbo"
)

// noPoint is what is wrong with a move that names no point.
func noPoint(c games.Colour, written, form string) *games.Illegal {
	why := "that is no point: " + form
	if written == "" || strings.EqualFold(written, "pass") {
		why = "there are no passes in this game"
	}
	return &games.Illegal{Kind: games.OffBoard, Colour: c, At: written, Why: why}
}

// The games under other names, so that a table’s own Play stands beside theirs.
type (
	hexGame     = hex.Game
	amazonsGame = amazons.Game
	tanboGame   = tanbo.Game
)

type hexTable struct {
	hexGame
	itsYourTurn bool
}

func (t *hexTable) Begin(size int, _ bool) (int, error) {
	if size == 0 {
		size = hex.DefaultSize
	}
	o := hex.Swap
	if t.itsYourTurn {
		o = hex.ItsYourTurn
	}
	return size, t.Reset(o, size)
}

func (t *hexTable) Play(c games.Colour, written string) *games.Illegal {
	switch strings.ToLower(written) {
	case "swap-pieces", "swap":
		return t.SwapPieces(c)
	case "swap-sides":
		return t.SwapSides(c)
	}
	p, ok := hex.ParsePoint(written)
	if !ok {
		return noPoint(c, written, "a letter and a number, as in “e4”, are")
	}
	return t.hexGame.Play(c, p)
}

func (t *hexTable) Points(written string) ([]games.Point, bool) { return hexPoint(written) }

func (t *hexTable) Area(written string) ([]games.Point, bool) { return area(written, hexPoint) }

func hexPoint(written string) ([]games.Point, bool) {
	p, ok := hex.ParsePoint(written)
	if !ok {
		return nil, false
	}
	return []games.Point{p}, true
}

func (t *hexTable) Decisive() []games.Point { return t.Path() }

type amazonsTable struct{ amazonsGame }

func (t *amazonsTable) Begin(size int, setUp bool) (int, error) {
	if size == 0 {
		size = amazons.DefaultSize
	}
	if err := t.Reset(size); err != nil || setUp {
		return size, err
	}
	black, white := amazons.Start()
	return size, place(&t.amazonsGame, size, amazons.DefaultSize, black, white)
}

func (t *amazonsTable) Play(c games.Colour, written string) *games.Illegal {
	p, ok := t.Points(written)
	if !ok {
		return noPoint(c, written, "a move is three points, from, to and arrow, as in “djddgd”")
	}
	return t.amazonsGame.Play(amazons.Move{Colour: c, From: p[0], To: p[1], Arrow: p[2]})
}

func (t *amazonsTable) Points(written string) ([]games.Point, bool) {
	p, ok := Points(written)
	return p, ok && len(p) == mostPoints
}

func (t *amazonsTable) Area(written string) ([]games.Point, bool) { return area(written, Points) }

func (t *amazonsTable) Decisive() []games.Point {
	if w := t.Winner(); w != games.Empty {
		return t.Stuck(w.Opponent())
	}
	return nil
}

type tanboTable struct{ tanboGame }

func (t *tanboTable) Begin(size int, setUp bool) (int, error) {
	if size == 0 {
		size = tanbo.DefaultSize
	}
	if err := t.Reset(size); err != nil || setUp {
		return size, err
	}
	black, white := tanbo.Start()
	return size, place(&t.tanboGame, size, tanbo.DefaultSize, black, white)
}

func (t *tanboTable) Play(c games.Colour, written string) *games.Illegal {
	p, ok := t.Points(written)
	if !ok {
		return noPoint(c, written, "two letters, column and row, as in “dp”, are")
	}
	return t.tanboGame.Play(c, p[0])
}

func (t *tanboTable) Points(written string) ([]games.Point, bool) {
	p, ok := Points(written)
	return p, ok && len(p) == 1
}

func (t *tanboTable) Area(written string) ([]games.Point, bool) { return area(written, Points) }

func (t *tanboTable) Decisive() []games.Point { return t.LastRoots() }

// settable is a game whose board can be set up.
type settable interface {
	SetUp(c games.Colour, at ...games.Point) error
}

// place sets up the position of a text, which is of one size only.
func place(g settable, size, only int, black, white []games.Point) error {
	if size != only {
		return fmt.Errorf(
			"a game on %d×%d begins with the position that its first node sets up (AB, AW), and this record has none", size, size,
		)
	}
	if err := g.SetUp(games.Black, black...); err != nil {
		return err
	}
	return g.SetUp(games.White, white...)
}

// area reads a point, or "aa:cc" as all points of the rectangle.
func area(written string, read func(string) ([]games.Point, bool)) (all []games.Point, ok bool) {
	from, to, is := strings.Cut(written, ":")
	if !is {
		to = from
	}
	a, okA := read(from)
	b, okB := read(to)
	if !okA || !okB || len(a) != 1 || len(b) != 1 {
		return nil, false
	}
	for y := min(a[0].Y, b[0].Y); y <= max(a[0].Y, b[0].Y); y++ {
		for x := min(a[0].X, b[0].X); x <= max(a[0].X, b[0].X); x++ {
			all = append(all, games.Point{X: x, Y: y})
		}
	}
	return all, true
}

// mostPoints is how many points a move of any of the games has.
const mostPoints = 3

// Points reads the points of a move of Amazons or Tanbo, two letters each; false if that is not what stands there.
func Points(written string) (all []games.Point, ok bool) {
	if len(written)%2 != 0 || len(written) > 2*mostPoints {
		return nil, false
	}
	for i := 0; i < len(written); i += 2 {
		x, okX := line(written[i])
		y, okY := line(written[i+1])
		if !okX || !okY {
			return nil, false
		}
		all = append(all, games.Point{X: x, Y: y})
	}
	return all, true
}

func line(letter byte) (int, bool) {
	switch {
	case 'a' <= letter && letter <= 'z':
		return int(letter - 'a'), true
	case 'A' <= letter && letter <= 'Z':
		return int(letter-'A') + 26, true
	}
	return 0, false
}

// Says is a move in words, as people say points of the game at its board; false if it is none, or not on the board.
func Says(w games.Which, written string, size int) (string, bool) {
	switch low := strings.ToLower(written); {
	case written == "":
		return "pass", true
	case w == games.Hex && strings.HasPrefix(low, "swap"):
		return low, true
	case w == games.Go && low == "button":
		return "the button", true
	}
	points, ok := pointsOf(w, written)
	switch {
	case !ok || slices.ContainsFunc(points, func(p games.Point) bool { return !p.On(size) }):
		return "", false
	case w == games.Amazons && len(points) == mostPoints:
		return w.PointName(points[0], size) + " to " + w.PointName(points[1], size) + ", arrow to " + w.PointName(points[2], size), true
	case w != games.Amazons && len(points) == 1:
		return w.PointName(points[0], size), true
	}
	return "", false
}

// pointsOf reads the points of a move of any game.
func pointsOf(w games.Which, written string) ([]games.Point, bool) {
	if w != games.Hex {
		return Points(written)
	}
	p, ok := hex.ParsePoint(written)
	return []games.Point{p}, ok
}
