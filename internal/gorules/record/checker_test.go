package record

import (
	"testing"

	"nzgs/internal/sgf"
)

func TestQuick(t *testing.T) {
	f := sgf.Parse([]byte("(;GM[1]FF[4]SZ[4]KM[7]PB[a]RE[W+3.5];B[ab];W[dd];B[ba];W[aa];B[];W[aa])"))
	var c Checker
	var r Report
	if err := c.Check(&f.Games[0], &r); err != nil {
		t.Fatal(err)
	}
	row := RowOf("x.sgf", 1, &r, nil)
	t.Log(string(row.AppendLine(nil)))
}
