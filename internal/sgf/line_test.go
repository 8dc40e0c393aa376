package sgf

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A game with variations of variations: the main line is aa bb cc, and there are others.
const branched = "(;SZ[9]PB[A](;B[aa](;W[bb];B[cc])(;W[dd]C[Here.](;B[ee])(;B[ff]PL[W];W[gg])))(;B[hh]))"

func TestALineLeadsThroughANode(t *testing.T) {
	game := &Parse([]byte(branched)).Games[0]
	for _, c := range []struct {
		through Node
		want    string
		nodes   []Node
	}{
		{0, "B aa, W bb, B cc", []Node{0, 1, 2, 3}},
		{2, "B aa, W bb, B cc", []Node{0, 1, 2, 3}},
		{4, "B aa, W dd, B ee", []Node{0, 1, 4, 5}},
		{6, "B aa, W dd, PL W, B ff, W gg", []Node{0, 1, 4, 6, 7}},
		{7, "B aa, W dd, PL W, B ff, W gg", []Node{0, 1, 4, 6, 7}},
		{8, "B hh", []Node{0, 8}},
	} {
		var r Record
		if err := game.Line(c.through, &r); err != nil {
			t.Fatal(err)
		}
		if got := told(&r); got != c.want || !slices.Equal(r.Nodes(), c.nodes) || r.End != c.nodes[len(c.nodes)-1] {
			t.Errorf("through %d: %s, %v, ends at %d", c.through, got, r.Nodes(), r.End)
		}
		if r.Main != (c.want == "B aa, W bb, B cc") || r.Info(BlackName) != "A" {
			t.Errorf("through %d: main %v, %q", c.through, r.Main, r.Info(BlackName))
		}
	}
}

// The second game of a file has lines of its own.
func TestALineOfALaterGame(t *testing.T) {
	game := &Parse([]byte("(;SZ[9];B[aa])(;SZ[9](;B[bb])(;B[cc];W[dd]))")).Games[1]
	var r Record
	if err := game.Line(game.Root()+2, &r); err != nil || told(&r) != "B cc, W dd" {
		t.Errorf("%s, %v", told(&r), err)
	}
	if game.Has(game.Root()-1) || game.Has(game.Root()+4) || !game.Has(game.Root()+3) {
		t.Error("nodes of another game are taken for its own")
	}
}

// The line through any node is the way up from it, and first variations from there.
func TestLinesAreTheWaysOfTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "(;SZ[9]" + rapid.StringMatching(`(\(?;[BW]\[[a-i]{2}\]\)?){0,40}`).Draw(t, "moves") + ")"
		file := Parse([]byte(text))
		for i := range file.Games {
			game := &file.Games[i]
			for n := game.Root(); game.Has(n); n++ {
				var want []Node
				for up := n; up != NoNode; up = game.Parent(up) {
					want = append(want, up)
				}
				slices.Reverse(want)
				for down := game.FirstChild(n); down != NoNode; down = game.FirstChild(down) {
					want = append(want, down)
				}
				var r Record
				if err := game.Line(n, &r); err != nil || !slices.Equal(r.Nodes(), want) {
					t.Fatalf("%s: through %d: %v, want %v (%v)", text, n, r.Nodes(), want, err)
				}
			}
		}
	})
}

func TestRemarks(t *testing.T) {
	for _, c := range []struct{ name, node, want string }{
		{"nothing", "B[aa]", ""},
		{"comment", `C[ Good\] move. ]`, "C “Good] move.”"},
		{"name and clocks", "N[Joseki]BL[725.4]WL[30]OW[3]", "N “Joseki” B 12:05 W 0:30 (3)"},
		{"hours, and over time", "BL[3723]WL[-4]", "B 1:02:03 W 0:00"},
		{"no time", "BL[soon]WL[NaN]OB[5]", ""},
		{"shapes", "TR[aa]CR[ba]SQ[ca]MA[da]SL[ea]DD[fa]", "TR aa CR ba SQ ca MA da SL ea DD fa"},
		{"rectangle", "TR[aa:ba]", "TR aa TR ba"},
		{"one to a point", "TR[aa]LB[aa:x]CR[aa]MA[bb]SQ[bb]", "LB aa x SQ bb"},
		{"labels", `LB[aa:1][ba:a:b][ca:abcdef][zz:q][da:]`, "LB aa 1 LB ba a:b LB ca abc"},
		{"letters of FF[3]", "L[aa][ba]M[ca]", "LB aa a LB ba b MA ca"},
		{"territory", "TB[aa]TW[ba]", "TB aa TW ba"},
		{"arrows", "AR[aa:cc][bb:bb]LN[aa:zz][ba:ca]", "AR aacc LN baca"},
		{"off the board", "TR[jj]LB[jj:1]", ""},
	} {
		game := &Parse([]byte("(;SZ[9];" + c.node + ")")).Games[0]
		if got := toldRemarks(game.Remarks(1, 9, 9)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func toldRemarks(r Remarks) string {
	var parts []string
	add := func(format string, of ...any) { parts = append(parts, fmt.Sprintf(format, of...)) }
	if r.Name != "" {
		add("N “%s”", r.Name)
	}
	if r.Comment != "" {
		add("C “%s”", r.Comment)
	}
	if r.Black.Known {
		add("B %s", r.Black)
	}
	if r.White.Known {
		add("W %s", r.White)
	}
	for _, m := range r.Marks {
		add("%s", strings.TrimSpace(fmt.Sprintf("%s %c%c %s", m.Name, lineLetter(m.X), lineLetter(m.Y), m.Text)))
	}
	for _, a := range r.Arrows {
		add("%s %c%c%c%c", a.Name, lineLetter(a.X), lineLetter(a.Y), lineLetter(a.ToX), lineLetter(a.ToY))
	}
	return strings.Join(parts, " ")
}

// However long and deep a record is, its lines and remarks take a moment and little.
func TestHostileTrees(t *testing.T) {
	for name, text := range map[string]string{
		"a deep tree":         "(;SZ[9]" + strings.Repeat("(;B[aa]", 300_000) + strings.Repeat(")", 300_000) + ")",
		"two million nodes":   "(;SZ[9]" + strings.Repeat(";", 2_000_000) + ")",
		"a node of many ways": "(;SZ[9]" + strings.Repeat("(;B[aa])", 200_000) + ")",
		"a long comment":      "(;SZ[9];C[" + strings.Repeat("ā", 4_000_000) + "])",
		"many marks":          "(;SZ[52];LB" + strings.Repeat("[aa:1]", 500_000) + "TR" + strings.Repeat("[aa:ZZ]", 500_000) + ")",
		"many arrows":         "(;SZ[52];AR" + strings.Repeat("[aa:ZZ]", 500_000) + ")",
	} {
		t.Run(name, func(t *testing.T) {
			game := &Parse([]byte(text)).Games[0]
			begin := time.Now()
			last := game.Root() + Node(game.Len()-1)
			var r Record
			if err := game.Line(last, &r); err != nil {
				t.Fatal(err)
			}
			remarks := game.Remarks(min(last, game.Root()+1), r.Width, r.Height)
			if len(remarks.Comment) > 4*MaxComment || len(remarks.Marks) > MaxSize*MaxSize || len(remarks.Arrows) > maxArrows {
				t.Errorf("%d, %d, %d", len(remarks.Comment), len(remarks.Marks), len(remarks.Arrows))
			}
			if took := time.Since(begin); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
