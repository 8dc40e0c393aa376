package records_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// A game of Hex with variations, remarks and marks; Black wins the main line.
const branchingHex = "(;GM[11]SZ[5]RE[B+](;B[c1]C[One <b>]LB[a1:X]TR[c1]AR[a1:c3];C[Two]BL[65](;W[a1];B[c2];W[a2];B[c3];W[a4];B[c4];W[a5];B[c5])" +
	"(;W[c1]N[Plan](;B[c3])(;B[d4];W[z9])))(;B[e5];W[e5]))"

// Without scripts every line, step, remark and mark of a record of another game has its button.
func TestTheTreeOfAnotherGameIsWalked(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	kept := inputValue(t, b.SendRecord(t, []string{branchingHex}).Body, "kept")
	for _, c := range []struct {
		name  string
		asked []string
		want  []string
		lacks []string
	}{
		{"the end of the main line", nil, []string{"Move 9: Black c5 – Black has won", "Variations (3)", "After move 1: White c1",
			"From the start: Black e5", "(depth 2)", "Every move is legal", "The result is right"}, []string{"Another line", "One &lt;b&gt;", "against the rules"}},
		{"remarks, marks and ways on", []string{"move", "1"}, []string{"One &lt;b&gt;", "<p>Two</p>", "Black 1:05", ">X</text>",
			`class="mark on-b"`, `class="arrow"`, "Ways on:", `name="node" value="3" aria-current="true">White a1<`, ">White c1</button>"}, []string{"One <b>"}},
		{"another line", []string{"node", "11"}, []string{"Move 2: White c1 – against the rules", "<strong>Plan</strong>", "Another line of the record is shown.",
			"It leaves the main line after move 1.", `name="line" value="11"`, "Move 2 in this line is against the rules: White c1: ", "Every move is legal", "The result is right"}, nil},
		{"another line, one back", []string{"line", "11", "move", "1"}, []string{"Move 1: Black c1", "Another line"}, nil},
		{"a line of a line", []string{"node", "13"}, []string{"Move 3: Black d4", "Move 4 in this line is against the rules"}, nil},
		{"its end", []string{"line", "13", "move", "99"}, []string{"Move 4: White “z9”"}, nil},
		{"from the start", []string{"node", "15"}, []string{"Move 1: Black e5", "It leaves the main line at the start."}, nil},
		{"a way along the main line", []string{"node", "3"}, []string{"Move 2: White a1"}, []string{"Another line", `name="line"`}},
		{"back to the main line", []string{"line", "13", "node", "0"}, []string{"The start"}, []string{"Another line"}},
		{"a fault of the main line", []string{"line", "13", "main", "4"}, []string{"Move 4: White a2"}, []string{"Another line"}},
		{"a node that there is not", []string{"node", "999999"}, []string{"Move 9"}, []string{"Another line"}},
		{"nonsense", []string{"line", "-4", "node", "x", "move", "1e9"}, []string{"Move 9"}, []string{"Another line"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, part := range []string{"", "board"} {
				want := c.want
				if part != "" {
					want = want[:1]
				}
				a := b.Post(kit.CheckRecordPath, append([]string{"kept", kept, "part", part}, c.asked...)...)
				a.Wants(t, http.StatusOK, want...)
				for _, lack := range c.lacks {
					if strings.Contains(a.Body, lack) {
						t.Errorf("%q: the page has %q", part, lack)
					}
				}
			}
		})
	}
	// Of a later game of a file too.
	kept = inputValue(t, b.SendRecord(t, []string{"(;GM[1]SZ[9];B[ee])" + branchingHex}, "game", "2").Body, "kept")
	b.Post(kit.CheckRecordPath, "kept", kept, "game", "2", "node", "13").Wants(t, http.StatusOK, "Move 2: White c1", "after move 1")
	b.Post(kit.CheckRecordPath, "kept", kept, "game", "2", "node", "1").Wants(t, http.StatusOK, "Move 9")
	b.Post(kit.CheckRecordPath, "kept", kept, "game", "2", "node", "0").Wants(t, http.StatusOK, "The start")
	// Amazons and Tanbo: marks on queens and lines, and a set-up as a line.
	b.SendRecord(t, []string{"(;GM[18];B[djddgd]LB[dd:Q]SQ[gd](;W[addgad])(;AE[aa];W[gagbgc]))"}, "move", "1").Wants(
		t, http.StatusOK, `>Q</text>`, `class="mark on-b"`, `class="mark on-e"`, "Pieces are set up")
	b.SendRecord(t, []string{"(;RU[Tanbo];B[ba]TR[ba]CR[aa](;W[ha])(;W[ga]))"}, "move", "1").Wants(
		t, http.StatusOK, `class="mark on-b"`, "White G19", "White H19")
}

// A line that cannot be played is refused in words, and what is too much makes no page without end.
func TestHostileTreesOfOtherGames(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	long := "(;GM[11]SZ[5];B[a1](;W[b1])(;W[c1]" + strings.Repeat(";B[a1];W[b1]", 1500) + "))"
	kept := inputValue(t, b.SendRecord(t, []string{long}).Body, "kept")
	for _, part := range []string{"", "board"} {
		b.Post(kit.CheckRecordPath, "kept", kept, "node", "3", "part", part).Wants(t, http.StatusOK,
			"This line cannot be shown: the record has more than 2000 moves", "Move 2: White b1")
	}
	for name, text := range map[string]string{
		"deep":     "(;GM[11]" + strings.Repeat("(;B[a1];W[b1])(;W[a1]", 9000) + strings.Repeat(")", 9000) + ")",
		"wide":     "(;GM[11];B[a1]" + strings.Repeat("(;W[b1])", 25_000) + ")",
		"marks":    "(;GM[18]" + strings.Repeat(";TR[aa:ZZ]AR[aa:bb]", 8000) + ")",
		"comments": "(;GM[11]" + strings.Repeat(";C["+strings.Repeat("<", 100)+"]", 2300) + ")",
		"texts":    "(;GM[11];B[a1](;W[<script>alert(1)</script>])(;W[b1]LB[c1:<i>]C[<img src=x onerror=alert(1)>]N[</script>]))",
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			for _, at := range []string{"0", "1"} {
				a := b.SendRecord(t, []string{text}, "move", at)
				a.Wants(t, http.StatusOK)
				if len(a.Body) > 3<<20 || strings.Contains(a.Body, "<script>alert") || strings.Contains(a.Body, "<img src=x") || strings.Contains(a.Body, "<i>") {
					t.Errorf("step %s: %d bytes", at, len(a.Body))
				}
				if name == "wide" && at == "1" {
					a.Wants(t, http.StatusOK, "and "+fmt.Sprint(25_000-50)+" more", "And 24699 more.")
				}
				if name == "comments" && !strings.Contains(a.Body, "says more than is shown here") {
					t.Error("nothing says that more is said")
				}
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// Of a record of Go the page says where another line leaves the main line, and that a way along it is that line.
func TestALineSaysWhereItLeavesTheMainLine(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	kept := inputValue(t, b.SendRecord(t, []string{toldRecord}).Body, "kept")
	b.Post(kit.CheckRecordPath, "kept", kept, "node", "4").Wants(t, http.StatusOK, "It leaves the main line after move 1.")
	b.Post(kit.CheckRecordPath, "kept", kept, "node", "5").Wants(t, http.StatusOK, "It leaves the main line at the start.")
	a := b.Post(kit.CheckRecordPath, "kept", kept, "node", "2")
	a.Wants(t, http.StatusOK, "Move 2: White D2")
	if strings.Contains(a.Body, "Another line") {
		t.Error("the main line is called another")
	}
}
