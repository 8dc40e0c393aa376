package record

import (
	"strconv"

	"nzgs/internal/gorules"
)

// A Diagram is a position with everything that is shown on it, for whoever draws
// it on a page or on paper and knows no rules.
type Diagram struct {
	Title    string // "Before move 24", of a ruling's diagrams
	Caption  string // "Move 24: White D4"
	Captured string // "Captured: 3 black, 1 white"
	Width    int
	Height   int
	Columns  []string        // their letters, from the left
	Rows     []string        // their numbers, from the top
	Stars    []gorules.Point // the points that boards have marked
	Stones   []DiagramStone  // row by row
	Areas    []Area          // row by row
	// Last is the stone played last, and Wrong where a move against the rules was
	// meant to be, which may be off the board; Pass where there is none.
	Last, Wrong gorules.Point
}

// A DiagramStone is a stone with what is shown on it.
type DiagramStone struct {
	Stone
	Number   int           // of its move, 0 for none
	Dead     bool          // taken off before counting
	Disputed bool          // the players do not agree whether it is dead
	Chain    gorules.Point // the first stone of its chain, where chains can be chosen; else Pass
}

// An Area says whose a point is that has no stone, or a dead one.
type Area struct {
	Point gorules.Point
	Of    gorules.Owner
}

// diagramOf shows a position.
func diagramOf(b *gorules.Board) Diagram {
	d := Diagram{Width: b.Width(), Height: b.Height(), Stars: gorules.StarPoints(b.Width(), b.Height())}
	for x := range d.Width {
		d.Columns = append(d.Columns, gorules.ColumnLabel(x))
	}
	for y := range d.Height {
		d.Rows = append(d.Rows, strconv.Itoa(d.Height-y))
	}
	for _, p := range b.Points() {
		if c := b.At(p); c != gorules.Empty {
			d.Stones = append(d.Stones, DiagramStone{Stone: Stone{c, p}})
		}
	}
	return d
}

// DiagramAfter shows the position after the step of that index, with the stone
// played last and a move against the rules.
func DiagramAfter(steps []Step, at, width, height int) (Diagram, error) {
	b, err := BoardAfter(steps, at, width, height)
	if err != nil {
		return Diagram{}, err
	}
	d, step := diagramOf(b), steps[at]
	d.Caption, d.Captured, d.Last, d.Wrong = step.Caption, step.Captured, step.Last, step.Wrong
	return d, nil
}

// EndDiagram shows the end position of an examined record as it is counted: its
// chains, the dead ones of them, and whose the other points are. Of the dead, any
// stone of a chain stands for all of it; points without a stone are left out.
func (r *Report) EndDiagram(dead []gorules.Point) (Diagram, error) {
	b := r.Study.Standing.Board
	d := diagramOf(b)
	d.Caption = r.Totals(r.Study.Standing.Score)
	first := map[gorules.Point]gorules.Point{}
	for i, s := range d.Stones {
		if _, seen := first[s.Point]; !seen {
			for _, q := range b.Chain(s.Point) {
				first[q] = s.Point
			}
		}
		d.Stones[i].Chain = first[s.Point]
	}
	standing := standingAmong(b, dead)
	taken := map[gorules.Point]bool{}
	for _, p := range standing {
		taken[first[p]] = true
	}
	for i, s := range d.Stones {
		d.Stones[i].Dead = taken[s.Chain]
	}
	return d, d.count(b, r.Rules, standing)
}

// count says whose each point is, without the dead.
func (d *Diagram) count(b *gorules.Board, rules gorules.Rules, dead []gorules.Point) error {
	territory, err := rules.Territory(b, dead...)
	if err != nil {
		return err
	}
	alive := map[gorules.Point]bool{}
	for _, s := range d.Stones {
		alive[s.Point] = !s.Dead
	}
	for _, p := range b.Points() {
		if of := territory.At(p); of != gorules.Nobodys && !alive[p] {
			d.Areas = append(d.Areas, Area{p, of})
		}
	}
	return nil
}
