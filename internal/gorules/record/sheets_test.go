package record

import (
	"slices"
	"testing"

	"nzgs/internal/sgf"
)

func sheetsOf(t *testing.T, text string, moves int) []Sheet {
	t.Helper()
	file := sgf.Parse([]byte(text))
	frames, err := Frames(t.Context(), &file.Games[0], Options{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Sheets(frames, 9, 9, moves)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// numbers are what a sheet shows on its stones, by point.
func numbers(s Sheet) map[string]int {
	out := map[string]int{}
	for _, stone := range s.Diagram.Stones {
		out[stone.Point.Label(9)] = stone.Number
	}
	return out
}

// A ko that is taken back is told by its first stone; on a sheet where that stands without a number, by its point.
func TestMovesOfAKoOnSheets(t *testing.T) {
	const passed = "(;SZ[9];B[cd];W[ed];B[cf];W[ef];B[be];W[fe];B[ee];W[de];B[aa];W[];B[ce];W[ia];B[ib])"
	all := sheetsOf(t, passed, 100)
	if len(all) != 1 || all[0].From != 1 || all[0].To != 13 || len(all[0].Diagram.Stones) != 12 {
		t.Fatalf("%+v", all)
	}
	if got := all[0].Notes; !slices.Equal(got, []string{"10: White passes"}) {
		t.Errorf("notes %q", got)
	}
	const back = "(;SZ[9];B[dd];W[ed];B[ce];W[fe];B[df];W[ef];B[ii];W[de];B[ee];W[ia];B[ha];W[de])"
	all = sheetsOf(t, back, 100)
	if got := all[0].Notes; !slices.Equal(got, []string{"8 = 12"}) {
		t.Errorf("notes %q", got)
	}
	if got := numbers(all[0]); got["D5"] != 8 || got["E5"] != 9 {
		t.Errorf("numbers %v", got)
	}
	parts := sheetsOf(t, back, 9)
	if len(parts) != 2 || parts[0].To != 9 || parts[1].From != 10 || parts[1].To != 12 {
		t.Fatalf("parts %+v", parts)
	}
	if got := numbers(parts[1]); got["D5"] != 12 || got["E5"] != 0 || got["D6"] != 0 {
		t.Errorf("the second part shows %v", got)
	}
	if parts[0].Diagram.Captured != "Captured: 0 black, 1 white" {
		t.Errorf("the first part says %q", parts[0].Diagram.Captured)
	}
	parts = sheetsOf(t, "(;SZ[9];B[dd];W[ed];B[ce];W[fe];B[df];W[ef];B[ii];W[de];B[aa];W[bb];B[ee];W[ia];B[ha];W[de])", 9)
	if got := parts[1].Notes; !slices.Equal(got, []string{"14 at D5"}) {
		t.Errorf("notes %q", got)
	}
}

func TestSheetsOfOddRecords(t *testing.T) {
	if all := sheetsOf(t, "(;SZ[9])", 50); len(all) != 1 || all[0].To != 0 || len(all[0].Diagram.Stones) != 0 {
		t.Errorf("a record without moves: %+v", all)
	}
	all := sheetsOf(t, "(;SZ[9]HA[2]AB[gc][cg];W[ee];B[ee];W[dd])", 50)
	if got := numbers(all[0]); got["G7"] != 0 || got["E5"] != 1 || got["D6"] != 3 || len(got) != 4 {
		t.Errorf("with a handicap: %v", got)
	}
	if len(all[0].Notes) != 1 {
		t.Errorf("a move on a stone: %q", all[0].Notes)
	}
	all = sheetsOf(t, "(;SZ[9];B[ee];AW[aa];W[dd])", 50)
	if len(all[0].Notes) != 1 || all[0].To != 2 {
		t.Errorf("set up in the middle: %+v", all[0])
	}
}
