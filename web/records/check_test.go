package records

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
	"nzgs/internal/gorules/record"
)

func TestADiagramIsDrawn(t *testing.T) {
	stone := func(c gorules.Colour, x, y int) record.DiagramStone {
		return record.DiagramStone{Stone: record.Stone{Colour: c, Point: gorules.At(x, y)}}
	}
	d := record.Diagram{
		Width: 3, Height: 3, Columns: []string{"A", "B", "C"}, Rows: []string{"3", "2", "1"},
		Stones: []record.DiagramStone{stone(gorules.Black, 0, 0), stone(gorules.White, 2, 0), stone(gorules.White, 1, 2)},
		Areas:  []record.Area{{Point: gorules.At(1, 1), Of: gorules.Both}}, Last: gorules.At(2, 0), Wrong: gorules.At(1, 1),
	}
	d.Stones[2].Chain, d.Stones[2].Dead = gorules.At(1, 2), true
	b := boardOf(d, "The board")
	if len(b.Stones) != 3 || b.Stones[0] != (BoardStone{Black: true}) ||
		b.Stones[1] != (BoardStone{BoardPoint: BoardPoint{2, 0}, Last: true}) ||
		b.Stones[2] != (BoardStone{BoardPoint: BoardPoint{1, 2}, Dead: true, Chain: "B1"}) {
		t.Errorf("stones %+v", b.Stones)
	}
	if b.Columns[2].Text != "C" || b.Rows[0].Text != "3" || !strings.Contains(b.Grid, "M0 2h2") {
		t.Errorf("lines %s, columns %v, rows %v", b.Grid, b.Columns, b.Rows)
	}
	if len(b.Areas) != 1 || b.Areas[0] != (BoardArea{BoardPoint{1, 1}, "shared"}) || len(b.Wrong) != 1 {
		t.Errorf("areas %+v, wrong %+v", b.Areas, b.Wrong)
	}
	for _, off := range []gorules.Point{gorules.Pass, gorules.At(3, 0), gorules.At(0, 3)} {
		d.Wrong = off
		if b := boardOf(d, ""); b.Wrong != nil {
			t.Errorf("%v is marked on 3 lines: %v", off, b.Wrong)
		}
	}
}
