package records

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

func TestAPositionAsADiagram(t *testing.T) {
	b, err := gorules.NewBoard(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	b.Put(gorules.At(0, 0), gorules.Black)
	b.Put(gorules.At(2, 0), gorules.White)
	b.Put(gorules.At(1, 2), gorules.White)
	d := boardOf(b, "The board")
	if len(d.Stones) != 3 || !d.Stones[0].Black || d.Stones[1].Black || d.Stones[2].BoardPoint != (BoardPoint{1, 2}) {
		t.Errorf("stones %+v", d.Stones)
	}
	if d.Columns[2].Text != "C" || d.Rows[0].Text != "3" || !strings.Contains(d.Grid, "M0 2h2") {
		t.Errorf("lines %s, columns %v, rows %v", d.Grid, d.Columns, d.Rows)
	}
}
