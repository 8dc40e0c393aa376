package record

import (
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

// What a file leaves out is no player's offence: it is supplied, or asked about.
func TestFaultsOfTheFileAreNotThePlayers(t *testing.T) {
	for _, test := range []struct {
		name, record string
		wrong        string
		played       int
		says         string
	}{
		{"a value cut off", "(;GM[1]SZ[9];B[cc];W[gg];B[c", "", 2, "was left out"},
		{"a whole point cut off", "(;GM[1]SZ[9];B[cc];W[gg];B[cg", "", 2, "was left out"},
		{"White first throughout", "(;GM[1]SZ[9];W[cc];B[gg];W[cg];B[gc])", "", 4, "White begins throughout"},
		{
			"White first throughout, with a pass left out", "(;GM[1]SZ[9];W[cc];B[gg];W[cg];B[gc];B[ee];W[ed];B[de];W[fe])", "", 8,
			"Black moves twice running",
		},
		{
			"a handicap that is not named", "(;GM[1]SZ[9];B[cc];B[gg];B[cg];W[gc];B[ee];W[ed])", "", 6,
			"it was counted as a handicap of 3; if there was none, move 2 was out of turn",
		},
		{"all of Black, then all of White", "(;GM[1]SZ[9];B[cc];B[gg];B[cg];W[gc];W[ee];W[ed])", "2 B gg out_of_turn", 1, ""},
		{"more in a row than is given", "(;GM[1]SZ[9]" + strings.Repeat(";B[]", 10) + ";W[gc];B[ee];W[ed])", "2 B  out_of_turn", 1, ""},
		{"White first in a row", "(;GM[1]SZ[9];W[cc];W[gg];W[cg];W[gc])", "1 W cc out_of_turn", 0, ""},
		{"a move of which only the name is there", "(;GM[1]SZ[9];B[cc];W[gg];B", "", 2, "The record ends within this move"},
		{"White first, then not in turn", "(;GM[1]SZ[9];W[cc];B[gg];B[cg];W[gc])", "1 W cc out_of_turn", 0, ""},
		{"White first with a handicap that is missing", "(;GM[1]SZ[9]HA[2];W[cc];B[gg];W[cg];B[gc])", "", 4, "counted without them"},
		{"White’s pass first", "(;GM[1]SZ[9]HA[2];W[];B[gg];W[];B[cc];W[gc])", "", 5, "White passes before Black's first stone"},
		{"White’s pass first, then a row", "(;GM[1]SZ[9]HA[2];W[];B[gg];B[cc];W[gc])", "", 4, "White passes before Black's first stone"},
		{
			"a pass left out", "(;GM[1]SZ[9];B[cc];W[gg];B[cg];B[gc];W[ee];B[dd];W[ff])", "", 7,
			"Black moves twice running, the second time at move 4: this was read as White's pass",
		},
		{
			"at the very end it is asked of the players", "(;GM[1]SZ[9];B[cc];W[gg];B[cg];B[gc])", "4 B gc out_of_turn", 3, "",
		},
		{
			"set up in the middle without PL", "(;GM[1]SZ[9];B[cc];W[gg];AB[ee];W[cg];B[gc])", "", 4,
			"the record does not say who moves next (PL): White does",
		},
		{"set up in the middle with PL", "(;GM[1]SZ[9];B[cc];W[gg];AB[ee]PL[W];W[cg];B[gc])", "", 4, "White moves next (PL)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &Report{}
			found := 0
			new(Checker).CheckFile(t.Context(), []byte(test.record), func(f Found) {
				if f.Err != nil {
					t.Fatal(f.Err)
				}
				found++
				*r = *f.Report
			})
			all := strings.Join(r.Warnings, "\n")
			if found != 1 || wrong(r) != test.wrong || r.Played != test.played || !strings.Contains(all, test.says) {
				t.Errorf("wrong %q after %d, %q; want %q after %d, %q", wrong(r), r.Played, all, test.wrong, test.played, test.says)
			}
			if r.OK() != (test.wrong == "") {
				t.Errorf("OK is %v", r.OK())
			}
		})
	}
}

// The pass that was supplied is White's move: she may not make that position again. And
// what the other reading changes is said.
func TestWhatAnotherReadingChangesIsSaid(t *testing.T) {
	r := examined(t, Options{}, "(;GM[1]SZ[9]KM[0];B[cc];W[gg];B[cg];B[gc];W[ee];B[dd];W[ff])")
	if len(r.Study.Otherwise) != 1 || r.Study.Otherwise[0].Move != 4 {
		t.Fatalf("%+v", r.Study.Otherwise)
	}
	if got := r.Study.Otherwise[0].Line.Board.At(gorules.At(6, 2)); got != gorules.Empty {
		t.Errorf("the move out of turn stands: %s", got)
	}
	one := examined(t, Options{}, "(;GM[1]SZ[3]KM[0];B[bb];B[ab];W[cc];B[bc];W[aa])")
	if all := strings.Join(one.Warnings, "\n"); !strings.Contains(all, "if move 2 was out of turn") {
		t.Errorf("%s\n%s", all, one.Study.Standing.Board)
	}
}
