package records

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nzgs/internal/games"
	gamesrecord "nzgs/internal/games/record"
	"nzgs/internal/gorules"
)

// OtherBoard is a position of another game than Go as a diagram (partial "other-board").
// A point is one unit from the next.
type OtherBoard struct {
	Label  string // what it shows, for people who do not see it
	View   string // the SVG's view box
	Shape  string // how large it is drawn, as a [Board]'s
	Cells  []OtherCell
	Sides  []OtherSide
	Grid   string // path of the lines, where pieces stand on their crossings
	Wood   Board  // of the same size, where there is a Grid: where the wood is under it
	Texts  []OtherText
	Pieces []OtherPiece
	Line   string // the line that joins two sides, as points; "" if there is none
}

// OtherCell is a cell or a square: a path with what it is ("cell", "light", "dark").
type OtherCell struct{ Class, Path string }

// OtherSide is a side of the board that is a player's: "black" or "white".
type OtherSide struct{ Of, Points string }

// OtherText is a coordinate.
type OtherText struct {
	X, Y float64
	Text string
}

// OtherPiece is a piece, or an arrow's square.
type OtherPiece struct {
	X, Y  float64
	Class string // "b", "w" or "arrow"
	Queen bool
	Last  bool // of the last move
	Stuck bool // a queen that cannot move
}

// otherBoard draws a position.
func otherBoard(p *gamesrecord.Position, label string) OtherBoard {
	d := drawing{p: p, out: OtherBoard{Label: label, Shape: Board{Width: p.Size, Height: p.Size}.Shape()}}
	switch p.Game {
	case gamesrecord.Hex:
		d.hex()
	case gamesrecord.Amazons:
		d.squares()
	default:
		d.lines()
	}
	d.pieces()
	return d.out
}

type drawing struct {
	p   *gamesrecord.Position
	out OtherBoard
}

// rowsApart is how far rows of hexagons are from each other that are one unit wide.
var rowsApart = math.Sqrt(3) / 2

// at is where a point of the board is drawn.
func (d *drawing) at(p games.Point) (x, y float64) {
	if d.p.Game == gamesrecord.Hex {
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
	d.out.Sides = []OtherSide{
		{"black", pointList(top)}, {"black", pointList(bottom)}, {"white", pointList(left)}, {"white", pointList(right)},
	}
	for y := range n {
		for x := range n {
			c := corners(d.at(games.Point{X: x, Y: y}))
			d.out.Cells = append(d.out.Cells, OtherCell{"cell", closed(c[:])})
		}
	}
	for i := range n {
		x, y := d.at(games.Point{X: i})
		d.text(x-.5, y-1, columnLetters(i))
		x, y = d.at(games.Point{Y: i})
		d.text(x-1.05, y, strconv.Itoa(i+1))
	}
	x, y := d.at(games.Point{X: n - 1, Y: n - 1})
	d.view(-1.6, -1.5, x+1, y+1)
}

// columnLetters are a column of Hex in letters.
func columnLetters(x int) string {
	if x < 26 {
		return string(rune('a' + x))
	}
	return columnLetters(x/26-1) + columnLetters(x%26)
}

func (d *drawing) squares() {
	n := d.p.Size
	for y := range n {
		for x := range n {
			class := "light"
			if (x+y)%2 == 1 {
				class = "dark"
			}
			d.out.Cells = append(d.out.Cells, OtherCell{class, fmt.Sprintf("M%g %gh1v1h-1z", float64(x)-.5, float64(y)-.5)})
		}
	}
	for i := range n {
		d.text(float64(i), float64(n)-.5+.5, columnLetters(i))
		d.text(-1, float64(i), strconv.Itoa(n-i))
	}
	d.view(-1.5, -.7, float64(n)-.3, float64(n)+.5)
}

func (d *drawing) lines() {
	n := d.p.Size
	d.out.Grid, d.out.Wood = boardGrid(n, n), Board{Width: n, Height: n}
	for i := range n {
		d.text(float64(i), -1.1, gorules.ColumnLabel(i))
		d.text(-1.1, float64(i), strconv.Itoa(n-i))
	}
	d.view(-1.7, -1.7, float64(n)-1+.8, float64(n)-1+.8)
}

func (d *drawing) text(x, y float64, text string) {
	d.out.Texts = append(d.out.Texts, OtherText{rounded(x), rounded(y), text})
}

func (d *drawing) view(left, top, right, bottom float64) {
	d.out.View = fmt.Sprintf("%g %g %g %g", rounded(left), rounded(top), rounded(right-left), rounded(bottom-top))
}

// pieces draws what is on the board, and the line that has won.
func (d *drawing) pieces() {
	last, stuck := map[games.Point]bool{}, map[games.Point]bool{}
	for i, p := range d.p.Points {
		last[p] = d.p.Wrong == nil && (d.p.Game != gamesrecord.Amazons || i > 0) // where a queen comes from, nothing is
	}
	if d.p.Game == gamesrecord.Amazons {
		for _, p := range d.p.Decisive {
			stuck[p] = true
		}
	} else {
		var line [][2]float64
		for _, p := range d.p.Decisive {
			x, y := d.at(p)
			line = append(line, [2]float64{x, y})
		}
		d.out.Line = pointList(line)
	}
	classes := map[games.Colour]string{games.Black: "b", games.White: "w", games.Arrow: "arrow"}
	for i, c := range d.p.Pieces {
		if c == games.Empty {
			continue
		}
		p := games.Point{X: i % d.p.Size, Y: i / d.p.Size}
		x, y := d.at(p)
		d.out.Pieces = append(d.out.Pieces, OtherPiece{
			X: rounded(x), Y: rounded(y), Class: classes[c], Last: last[p], Stuck: stuck[p],
			Queen: d.p.Game == gamesrecord.Amazons && c != games.Arrow,
		})
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
