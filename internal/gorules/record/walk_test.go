package record

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// walkThrough walks the line through a node of a record.
func walkThrough(t *testing.T, text string, through sgf.Node, leave *Leave) (*Walk, error) {
	t.Helper()
	return WalkAlong(t.Context(), one(t, text), Options{Through: through, Leave: leave})
}

// captions are the steps of a walk, a line each.
func captions(w *Walk) string {
	var out []string
	for _, s := range Steps(w.Frames, w.Report.Height) {
		out = append(out, s.Caption)
	}
	return strings.Join(out, "; ")
}

const branching = "(;GM[1]SZ[5]KM[0]C[root](;B[aa];C[a remark](;W[bb];B[cc]C[end])(;W[dd](;B[ee])(;B[];W[aa])))(;B[bb]AB[cc]C[both];W[dd]))"

func TestWalkingAlongALine(t *testing.T) {
	for _, c := range []struct {
		through sgf.Node
		want    string
		said    string // the nodes of each step
		ways    string // and where lines leave it
	}{
		{0, "The start; Move 1: Black A5; Move 2: White B4; Move 3: Black C3", "[0][1 2][3][4]", "0:1*,9 1:3*,5"},
		{6, "The start; Move 1: Black A5; Move 2: White D2; Move 3: Black E1", "[0][1 2][5][6]", "0:1*,9 1:3,5* 2:6*,7"},
		{
			8, "The start; Move 1: Black A5; Move 2: White D2; Move 3: Black passes; Move 4: White at A5, against the rules: " +
				"there is a stone on A5 already. It is a pass", "[0][1 2][5][7][8]", "0:1*,9 1:3,5* 2:6,7*",
		},
		{9, "Set-up; Move 1: Black B4; Move 2: White D2", "[0][9][10]", "0:1,9*"},
	} {
		w, err := walkThrough(t, branching, c.through, nil)
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		var ways []string
		for i := range w.Frames {
			fmt.Fprint(&said, w.Said(i))
			if branches, _ := w.Branches(i); branches != nil {
				ways = append(ways, fmt.Sprintf("%d:%s", i, toldBranches(branches)))
			}
		}
		if captions(w) != c.want || said.String() != c.said || strings.Join(ways, " ") != c.ways {
			t.Errorf("through %d: %s\n%s\n%s", c.through, captions(w), said.String(), strings.Join(ways, " "))
		}
		if at := w.FrameOf(c.through); c.through > 0 && w.Said(at)[0] != c.through {
			t.Errorf("node %d is at step %d", c.through, at)
		}
	}
}

func TestWhereALineLeavesTheMainLine(t *testing.T) {
	for n, want := range []struct {
		to, after int
		leaves    bool
	}{{}, {1, 0, false}, {1, 0, false}, {2, 0, false}, {3, 0, false}, {2, 1, true}, {3, 1, true}, {3, 1, true}, {4, 1, true}, {1, 0, true}, {2, 0, true}} {
		g := one(t, branching)
		after, leaves := LeavesAfter(g, sgf.Node(n))
		if to := MovesTo(g, sgf.Node(n)); to != want.to || after != want.after || leaves != want.leaves {
			t.Errorf("node %d: %d moves to it, leaves after %d, %v; want %+v", n, to, after, leaves, want)
		}
	}
}

func toldBranches(ways []Branch) string {
	var out []string
	for _, b := range ways {
		text := fmt.Sprint(b.Node)
		if b.Here {
			text += "*"
		}
		out = append(out, text)
	}
	return strings.Join(out, ",")
}

func TestTheOutlineOfAGame(t *testing.T) {
	says := func(n sgf.Node) string { return MoveIn(one(t, branching), n, 5, 5) }
	lines, more := Outline(one(t, branching), says)
	want := "[{5 1 1 White D2} {7 2 2 Black passes} {9 1 0 Black B4}]"
	if got := fmt.Sprint(lines); got != want || more != 0 {
		t.Errorf("%s, %d more", got, more)
	}
	if lines, _ := Outline(one(t, "(;SZ[5];B[aa])"), says); lines != nil {
		t.Errorf("a game without variations has %v", lines)
	}
}

// From a position moves are tried in turns; the first that is against the rules ends that.
func TestTryingMoves(t *testing.T) {
	const ko = "(;GM[1]SZ[5]KM[0];B[bc];W[cc];B[cb];W[db];B[cd];W[dd];B[aa];W[ec];B[dc];W[];B[ee])"
	for _, c := range []struct {
		name  string
		leave Leave
		want  string // captions after the step where the line is left
		why   string // of a refusal
	}{
		{"two moves", Leave{After: 1, Try: at("E5 A1")}, "Move 2: White E5; Move 3: Black A1", ""},
		{"a pass", Leave{After: 1, Try: []gorules.Point{gorules.Pass}}, "Move 2: White passes", ""},
		{"from the start", Leave{Try: at("E5")}, "Move 1: Black E5", ""},
		{"the ko taken back at once", Leave{After: 9, Try: at("C3 A1")}, "", "Move 10: White at C3, against the rules: repeats the whole board as it was after move 8"},
		{"on a stone", Leave{After: 9, Try: at("A1 A1")}, "Move 10: White A1", "Move 11: Black at A1, against the rules: there is a stone on A1 already"},
		{"off the board", Leave{After: 9, Try: []gorules.Point{gorules.At(7, 7)}}, "", "Move 10: White at “hh”, against the rules: “hh” is not on the board"},
		{"whose turn it is", Leave{After: 1, Next: gorules.White, Try: at("E5")}, "Move 2: White E5", ""},
		{"beyond the end", Leave{After: 99, Next: gorules.Black, Try: at("A1")}, "Move 12: Black A1", ""},
		{"nothing", Leave{After: 3}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := walkThrough(t, ko, 0, &c.leave)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, s := range Steps(w.Frames, 5) {
				if w.Frames[i].Node == sgf.NoNode {
					got = append(got, s.Caption)
				}
			}
			why := ""
			if v := w.Report.Refused; v != nil {
				why = v.Says(5)
			}
			if strings.Join(got, "; ") != c.want || why != c.why {
				t.Errorf("%s (%s)", strings.Join(got, "; "), why)
			}
		})
	}
	if _, err := walkThrough(t, ko, 0, &Leave{After: 1, Next: gorules.Black}); err == nil {
		t.Error("who moves next is settled in the middle of a game")
	}
	if _, err := walkThrough(t, ko, 0, &Leave{Try: make([]gorules.Point, MaxTried+1)}); err == nil {
		t.Error("any number of moves is tried")
	}
}

func at(points string) []gorules.Point {
	var out []gorules.Point
	for _, word := range strings.Fields(points) {
		p, _ := gorules.ReadPoint(word, 5)
		out = append(out, p)
	}
	return out
}

// After two passes it is the players who settle who moves next.
func TestResumingAfterTwoPasses(t *testing.T) {
	const passed = "(;GM[1]SZ[5]KM[0];B[bc];W[cc];B[];W[];B[aa])"
	for _, next := range []gorules.Colour{gorules.Black, gorules.White} {
		w, err := walkThrough(t, passed, 0, &Leave{After: 4, Next: next, Try: at("E5")})
		if err != nil || !strings.HasSuffix(captions(w), "Move 5: "+next.Name()+" E5") {
			t.Errorf("%s: %s, %v", next, captions(w), err)
		}
	}
}

// The count at any step is of the position there, with what is dead there, and without
// what the record says of its end.
func TestCountingWhereALineIsLeft(t *testing.T) {
	const text = "(;GM[1]SZ[5]KM[0]RE[B+25];B[cc];W[aa];B[ab];W[ee];B[ba]TB[aa]TW[cc])"
	for _, c := range []struct {
		leave Leave
		dead  string
		want  gorules.Score
	}{
		{Leave{After: 1}, "", gorules.Score{Black: 25, Margin: 25}},
		{Leave{After: 3}, "A5", gorules.Score{Black: 25, Margin: 25}},
		{Leave{After: 3, Try: at("B5")}, "", gorules.Score{Black: 2 + 21, White: 2 + 21, Shared: 21}},
	} {
		r, err := Examine(t.Context(), one(t, text), Options{Leave: &c.leave, Dead: at(c.dead)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Score != c.want || r.Study.Standing.Score != c.want || r.Verdict.Claimed != "" || r.Answer.How != NoClaim {
			t.Errorf("%+v: %+v, %+v", c.leave, r.Score, r.Verdict)
		}
	}
	frames, err := Frames(t.Context(), one(t, text), Options{}, 0)
	if err != nil || frames[1].Score.Black != 25 || frames[5].Score.Black != 24 || frames[2].Turn != gorules.Black {
		t.Errorf("%+v, %v", frames, err)
	}
}

// A tree of any shape is walked and outlined in bounded time.
func TestHostileTreesAreWalked(t *testing.T) {
	for name, text := range map[string]string{
		"a deep tree":       "(;SZ[9]" + strings.Repeat("(;B[aa]", 40_000) + strings.Repeat(")", 40_000) + ")",
		"many ways":         "(;SZ[9]" + strings.Repeat("(;B[aa])", 100_000) + ")",
		"many remarks":      "(;SZ[9]" + strings.Repeat(";C[a]", 150_000) + ";B[aa])",
		"remarks with ways": "(;SZ[9]" + strings.Repeat(";C[a](;C[b])(", 50_000) + ";B[aa]" + strings.Repeat(")", 50_000) + ")",
	} {
		t.Run(name, func(t *testing.T) {
			f := sgf.Parse([]byte(text))
			g := &f.Games[0]
			begin := time.Now()
			last := g.Root() + sgf.Node(g.Len()-1)
			if w, err := WalkAlong(t.Context(), g, Options{Bounds: Bounds{Moves: 4000}, Through: last}); err == nil {
				for i := range w.Frames {
					if ways, _ := w.Branches(i); len(ways) > MostBranches {
						t.Errorf("%d ways on", len(ways))
					}
				}
			}
			if lines, _ := Outline(g, func(n sgf.Node) string { return MoveIn(g, n, 9, 9) }); len(lines) > MostOutlined {
				t.Errorf("%d lines", len(lines))
			}
			if took := time.Since(begin); took > 3*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
