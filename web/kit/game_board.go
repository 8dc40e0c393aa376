package kit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nzgs/internal/games"
)

// GamePosition is what a board of a game shows.
type GamePosition struct {
	Game   games.Which
	Size   int
	Pieces []games.Colour // on each point, row by row from the top left
	Last   []games.Point  // what the last move put there
	Line   []games.Point  // the line that joins two sides
	Stuck  []games.Point  // queens that cannot move
	Wrong  []games.Point  // where a move is refused
	Gone   []games.Point  // where the last stones of who has none left stood
	Dots   []games.Point  // points that are talked of
	Dead   []games.Point  // stones that are taken off before counting
	// Areas are whose each point is when the position is counted, as sets of colours: Black, White or both; nil where
	// nothing is counted.
	Areas []games.Colour
	// Links lead from points to addresses; what they are called for people who do not see them is LinkSays and the
	// point's name.
	Links map[games.Point]string
	// Marks and Arrows are what a record draws on the board, of points.
	Marks    []GameMark
	Arrows   []GameArrow
	LinkSays string
}

// Decided shows what has decided the game: a line from side to side, queens that cannot move, or where the last roots
// stood.
func (p *GamePosition) Decided(by []games.Point) {
	switch p.Game {
	case games.Amazons:
		p.Stuck = by
	case games.Tanbo:
		p.Gone = by
	default:
		p.Line = by
	}
}

// GameMark is a mark on a point: the property of a record, and a label's text.
type GameMark struct {
	At         games.Point
	Kind, Text string
}

// GameArrow leads from one point to another, or is a line without a head.
type GameArrow struct {
	From, To games.Point
	Line     bool
}

// Shared is what Areas say of a point that is both players'.
const Shared = games.Black | games.White

// GameBoard is a position of any game as a diagram (partial "game-board"). A point is one unit from the next.
type GameBoard struct {
	Label  string // what it shows, for people who do not see it
	View   string // the SVG's view box
	Shape  string // how large it is drawn: "small", "medium" or "large"
	Cells  []BoardCell
	Sides  []BoardSide
	Grid   string // path of the lines, where pieces stand on their crossings
	Wood   BoardWood
	Stars  []BoardSpot
	Texts  []BoardText
	Areas  []BoardPart
	Pieces []BoardPiece
	Dots   []BoardSpot
	Wrong  []BoardSpot
	Marks  []BoardMark
	Arrows []BoardArrow
	Line   string // the line that joins two sides, as points; "" if there is none
	Links  []BoardLink
	Rows   []BoardLine // the position row by row, in words
}

// BoardCell is a cell or a square: a path with what it is ("cell", "light", "dark").
type BoardCell struct{ Class, Path string }

// BoardSide is a side of the board that is a player's: "black" or "white".
type BoardSide struct{ Of, Points string }

// BoardWood is where the wood is under the lines.
type BoardWood struct{ From, Side float64 }

// BoardSpot is a place on the board.
type BoardSpot struct{ X, Y float64 }

// BoardMark is a mark that a record puts on a point (partial "board-mark"): the property, and a label's text.
type BoardMark struct {
	BoardSpot
	Kind, Text string
	On         string // "b", "w" or "e": what is on the point
}

// BoardArrow is an arrow that a record draws (partial "board-arrow"), or a line without a head.
type BoardArrow struct {
	From, To BoardSpot
	Line     bool
}

// BoardPart is whose an empty point is: "black", "white" or "shared".
type BoardPart struct {
	BoardSpot
	Of string
}

// BoardText is a coordinate.
type BoardText struct {
	X, Y float64
	Text string
}

// BoardPiece is a piece, or an arrow's square.
type BoardPiece struct {
	X, Y  float64
	Class string // "b", "w" or "arrow"
	Queen bool
	Last  bool // of the last move
	Stuck bool // it cannot move
	Dead  bool
	// Marked says that a mark of the record is on it.
	Marked bool
}

// BoardLine is a row of a board in words.
type BoardLine struct{ Row, Text string }

// BoardLink leads from a point to an address.
type BoardLink struct {
	BoardSpot
	URL, Says string
}

// BoardOf draws a position.
func BoardOf(p GamePosition, label string) GameBoard {
	d := drawing{p: &p, out: GameBoard{Label: label, Shape: boardShape(p.Size)}, marked: map[games.Point]bool{}}
	switch p.Game {
	case games.Hex:
		d.hex()
	case games.Amazons:
		d.squares()
	default:
		d.lines()
	}
	d.areas()
	d.marks()
	d.pieces()
	d.links()
	d.rows()
	return d.out
}

// boardShape says how large a board is drawn, for style sheets.
func boardShape(size int) string {
	switch {
	case size <= 9:
		return "small"
	case size <= 13:
		return "medium"
	}
	return "large"
}

type drawing struct {
	p   *GamePosition
	out GameBoard
	// marked are the points with a mark.
	marked map[games.Point]bool
}

// rowsApart is how far rows of hexagons are from each other that are one unit wide.
var rowsApart = math.Sqrt(3) / 2

// at is where a point of the board is drawn.
func (d *drawing) at(p games.Point) (x, y float64) {
	if d.p.Game == games.Hex {
		return float64(p.X) + float64(p.Y)/2, float64(p.Y) * rowsApart
	}
	return float64(p.X), float64(p.Y)
}

// corners are those of a hexagon around a point, from the top clockwise.
func corners(x, y float64) [6][2]float64 {
	r := 1 / math.Sqrt(3)
	return [6][2]float64{
		{x, y - r}, {x + .5, y - r/2}, {x + .5, y + r/2}, {x, y + r}, {x - .5, y + r/2}, {x - .5, y - r/2},
	}
}

func (d *drawing) hex() {
	n := d.p.Size
	var top, bottom, left, right [][2]float64
	for i := range n {
		c := corners(d.at(games.Point{X: i}))
		top = append(top, c[5], c[0], c[1])
		c = corners(d.at(games.Point{X: i, Y: n - 1}))
		bottom = append(bottom, c[4], c[3], c[2])
		c = corners(d.at(games.Point{Y: i}))
		left = append(left, c[5], c[4], c[3])
		c = corners(d.at(games.Point{X: n - 1, Y: i}))
		right = append(right, c[0], c[1], c[2])
	}
	d.out.Sides = []BoardSide{
		{"black", pointList(top)}, {"black", pointList(bottom)}, {"white", pointList(left)}, {"white", pointList(right)},
	}
	for y := range n {
		for x := range n {
			c := corners(d.at(games.Point{X: x, Y: y}))
			d.out.Cells = append(d.out.Cells, BoardCell{"cell", closed(c[:])})
		}
	}
	for i := range n {
		x, y := d.at(games.Point{X: i})
		d.text(x-.5, y-1, d.p.Game.ColumnName(i))
		x, y = d.at(games.Point{Y: i})
		d.text(x-1.05, y, d.p.Game.RowName(i, n))
	}
	x, y := d.at(games.Point{X: n - 1, Y: n - 1})
	d.view(-1.6, -1.5, x+1, y+1)
}

func (d *drawing) squares() {
	n := d.p.Size
	for y := range n {
		for x := range n {
			class := "light"
			if (x+y)%2 == 1 {
				class = "dark"
			}
			d.out.Cells = append(d.out.Cells, BoardCell{class, fmt.Sprintf("M%g %gh1v1h-1z", float64(x)-.5, float64(y)-.5)})
		}
	}
	for i := range n {
		d.text(float64(i), float64(n)-.5+.5, d.p.Game.ColumnName(i))
		d.text(-1, float64(i), d.p.Game.RowName(i, n))
	}
	d.view(-1.5, -.7, float64(n)-.3, float64(n)+.5)
}

func (d *drawing) lines() {
	n := d.p.Size
	const edge = 0.75 // wood beyond the lines
	var grid strings.Builder
	for i := range n {
		fmt.Fprintf(&grid, "M0 %dh%dM%d 0v%d", i, n-1, i, n-1)
	}
	d.out.Grid, d.out.Wood = grid.String(), BoardWood{-edge, float64(n-1) + 2*edge}
	for _, p := range starPoints(n) {
		d.out.Stars = append(d.out.Stars, BoardSpot{float64(p.X), float64(p.Y)})
	}
	for i := range n {
		d.text(float64(i), -1.1, d.p.Game.ColumnName(i))
		d.text(-1.1, float64(i), d.p.Game.RowName(i, n))
	}
	d.view(-1.7, -1.7, float64(n)-1+.8, float64(n)-1+.8)
}

func (d *drawing) text(x, y float64, text string) {
	d.out.Texts = append(d.out.Texts, BoardText{rounded(x), rounded(y), text})
}

func (d *drawing) view(left, top, right, bottom float64) {
	d.out.View = fmt.Sprintf("%g %g %g %g", rounded(left), rounded(top), rounded(right-left), rounded(bottom-top))
}

// starPoints are the points that a board of Go has marked.
func starPoints(size int) (at []games.Point) {
	near := 0
	switch size {
	case 9:
		near = 2
	case 13, 19:
		near = 3
	default:
		return nil
	}
	lines := []int{near, size / 2, size - 1 - near}
	for _, y := range lines {
		for _, x := range lines {
			if side := (x == size/2) != (y == size/2); !side || size == 19 {
				at = append(at, games.Point{X: x, Y: y})
			}
		}
	}
	return at
}

func (d *drawing) spot(p games.Point) BoardSpot {
	x, y := d.at(p)
	return BoardSpot{rounded(x), rounded(y)}
}

func (d *drawing) point(i int) games.Point { return games.Point{X: i % d.p.Size, Y: i / d.p.Size} }

// areas draws whose the points are that have no stone, or a dead one.
func (d *drawing) areas() {
	names := map[games.Colour]string{games.Black: "black", games.White: "white", Shared: "shared"}
	for i, of := range d.p.Areas {
		if p := d.point(i); names[of] != "" && (d.p.Pieces[i] == games.Empty || slices.Contains(d.p.Dead, p)) {
			d.out.Areas = append(d.out.Areas, BoardPart{d.spot(p), names[of]})
		}
	}
}

// pieces draws what is on the board, and the line that has won.
func (d *drawing) pieces() {
	var line [][2]float64
	for _, p := range d.p.Line {
		x, y := d.at(p)
		line = append(line, [2]float64{x, y})
	}
	d.out.Line = pointList(line)
	classes := map[games.Colour]string{games.Black: "b", games.White: "w", games.Arrow: "arrow"}
	for i, c := range d.p.Pieces {
		p := d.point(i)
		if c == games.Empty {
			continue
		}
		at := d.spot(p)
		d.out.Pieces = append(d.out.Pieces, BoardPiece{
			X: at.X, Y: at.Y, Class: classes[c], Last: slices.Contains(d.p.Last, p), Stuck: slices.Contains(d.p.Stuck, p),
			Queen: d.p.Game == games.Amazons && c != games.Arrow, Dead: slices.Contains(d.p.Dead, p),
			Marked: d.marked[p],
		})
	}
	for _, p := range d.p.Dots {
		d.out.Dots = append(d.out.Dots, d.spot(p))
	}
	for _, p := range slices.Concat(d.p.Wrong, d.p.Gone) {
		if p.On(d.p.Size) {
			d.out.Wrong = append(d.out.Wrong, d.spot(p))
		}
	}
}

// marks draws what a record draws on the board.
func (d *drawing) marks() {
	for _, m := range slices.Backward(d.p.Marks) { // of several on a point the last stays
		if !m.At.On(d.p.Size) || d.marked[m.At] {
			continue
		}
		d.marked[m.At] = true
		on := map[games.Colour]string{games.Black: "b", games.White: "w"}[d.p.Pieces[m.At.Y*d.p.Size+m.At.X]]
		d.out.Marks = append(d.out.Marks, BoardMark{d.spot(m.At), m.Kind, m.Text, cmp.Or(on, "e")})
	}
	for _, a := range d.p.Arrows {
		if a.From.On(d.p.Size) && a.To.On(d.p.Size) {
			d.out.Arrows = append(d.out.Arrows, BoardArrow{d.spot(a.From), d.spot(a.To), a.Line})
		}
	}
}

// links lays a way to somewhere over each point that has one, row by row.
func (d *drawing) links() {
	for i := range d.p.Size * d.p.Size {
		if url := d.p.Links[d.point(i)]; url != "" {
			says := strings.TrimSpace(d.p.LinkSays + " " + d.p.Game.PointName(d.point(i), d.p.Size))
			d.out.Links = append(d.out.Links, BoardLink{d.spot(d.point(i)), url, says})
		}
	}
}

// rows reads the position out.
func (d *drawing) rows() {
	for y := range d.p.Size {
		var parts []string
		for _, c := range []struct {
			colour games.Colour
			name   string
		}{{games.Black, "Black"}, {games.White, "White"}, {games.Arrow, "arrows"}} {
			var columns []string
			for x := range d.p.Size {
				if d.p.Pieces[y*d.p.Size+x] == c.colour {
					columns = append(columns, d.p.Game.ColumnName(x))
				}
			}
			if len(columns) > 0 {
				parts = append(parts, c.name+" "+strings.Join(columns, ", "))
			}
		}
		d.out.Rows = append(d.out.Rows, BoardLine{d.p.Game.RowName(y, d.p.Size), cmp.Or(strings.Join(parts, "; "), "empty")})
	}
}

func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

func pointList(points [][2]float64) string {
	var list []string
	for _, p := range points {
		list = append(list, fmt.Sprintf("%g,%g", rounded(p[0]), rounded(p[1])))
	}
	return strings.Join(list, " ")
}

func closed(points [][2]float64) string {
	return "M" + strings.ReplaceAll(pointList(points), " ", "L") + "z"
}
