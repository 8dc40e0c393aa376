package records

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

func TestPointsAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct {
		text   string
		height int
		want   gorules.Point
		ok     bool
	}{
		{"A1", 19, gorules.At(0, 18), true}, {"d4", 19, gorules.At(3, 15), true}, {"T19", 19, gorules.At(18, 0), true},
		{"J5", 9, gorules.At(8, 4), true}, {"dp", 19, gorules.At(3, 15), true}, {"aa", 19, gorules.At(0, 0), true},
		{"I5", 19, 0, false}, {"A0", 19, 0, false}, {"A20", 19, 0, false}, {"", 19, 0, false}, {"4", 19, 0, false},
		{"D", 19, 0, false}, {"D-4", 19, 0, false},
	} {
		got, ok := readPoint(c.text, c.height)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q on %d lines: %v, %t", c.text, c.height, got, ok)
		}
	}
}

func TestStarPoints(t *testing.T) {
	for _, c := range []struct{ w, h, want int }{
		{19, 19, 9}, {13, 13, 5}, {9, 9, 5}, {5, 5, 0}, {1, 1, 0}, {18, 18, 4}, {52, 52, 4}, {19, 9, 5},
	} {
		if got := len(boardStars(c.w, c.h)); got != c.want {
			t.Errorf("%d × %d: %d star points, want %d", c.w, c.h, got, c.want)
		}
	}
}

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
