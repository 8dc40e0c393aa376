package record

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nzgs/internal/games"
	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// comments are what the nodes of a position say.
func comments(g *sgf.Game, p *Position) string {
	var all []string
	for _, n := range p.Nodes {
		if r := Remarks(g, p.Game, n, p.Size); r.Comment != "" {
			all = append(all, r.Comment)
		}
	}
	return strings.Join(all, " ")
}

const branchingHex = "(;GM[11]SZ[5]C[root](;B[c1]C[one];C[a remark](;W[a1];B[c2]C[end])(;W[c1]C[bad](;B[c3])(;AB[d4];B[e5]))(;W[b1]))" +
	"(;B[b2];W[b2]))"

// TestALineOfTheRecord: each line is played as its own, and says what its nodes say.
func TestALineOfTheRecord(t *testing.T) {
	g := gameOf(t, branchingHex)
	for _, c := range []struct {
		through    sgf.Node
		after      int
		move, said string
		moves      int
		wrong      string
		nodes      string
		next       sgf.Node
		stones     int
	}{
		{0, 9, "c2", "end", 3, "", "[4]", sgf.NoNode, 3},
		{0, 1, "c1", "one a remark", 3, "", "[1 2]", 3, 1},
		{0, 0, "", "root", 3, "", "[0]", 1, 0},
		{5, 9, "c3", "", 3, "2", "[6]", sgf.NoNode, 2},
		{5, 2, "c1", "bad", 3, "2", "[5]", 6, 1},
		{8, 9, "e5", "", 3, "2", "[8]", sgf.NoNode, 3},
		{8, 2, "c1", "bad", 3, "2", "[5 7]", 8, 2},
		{10, 9, "b2", "", 2, "2", "[11]", sgf.NoNode, 1},
		{99, 9, "c2", "end", 3, "", "[4]", sgf.NoNode, 3},
		{-7, 9, "c2", "end", 3, "", "[4]", sgf.NoNode, 3},
	} {
		o := Options{OnViolation: gorules.BecomePass, Through: c.through}
		r, err := Check(context.Background(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		p, err := PositionAfter(context.Background(), g, o, c.after)
		if err != nil {
			t.Fatal(err)
		}
		var wrong []string
		for _, v := range r.Violations {
			wrong = append(wrong, fmt.Sprint(v.Number))
		}
		stones := 0
		for _, s := range p.Pieces {
			if s != games.Empty {
				stones++
			}
		}
		if p.Move != c.move || comments(g, &p) != c.said || r.Moves != c.moves || strings.Join(wrong, " ") != c.wrong ||
			fmt.Sprint(p.Nodes) != c.nodes || p.Next != c.next || stones != c.stones {
			t.Errorf("%+v: %+v, %q, %d moves, wrong %v, %d stones", c, p, comments(g, &p), r.Moves, wrong, stones)
		}
	}
}

// Marks stand on the points that records of the game name.
func TestMarksOfOtherGames(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"(;GM[11]SZ[5]LB[a1:X][e5:12345][f6:no]TR[b2:c3]SQ[aa]AR[a1:c1]LN[b1:z9])", "[{{LB 0 0} X} {{TR 1 1} } {{TR 2 1} } {{TR 1 2} } {{TR 2 2} } {{LB 4 4} 123}] [{AR 0 0 2 0}]"},
		{"(;GM[18]LB[aa:X]MA[kk][jj])", "[{{LB 0 0} X} {{MA 9 9} }] []"},
		{"(;RU[Tanbo]CR[aa]SL[ss])", "[{{CR 0 0} } {{SL 18 18} }] []"},
	} {
		g := gameOf(t, c.text)
		p, err := PositionAfter(context.Background(), g, Options{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		r := Remarks(g, p.Game, p.Nodes[0], p.Size)
		if got := fmt.Sprint(r.Marks, r.Arrows); got != c.want {
			t.Errorf("%s: %s", c.text, got)
		}
	}
}

// TestHostileTreesAreBounded: however many lines there are, and however deep, one takes a moment.
func TestHostileTreesAreBounded(t *testing.T) {
	for name, text := range map[string]string{
		"deep":      "(;GM[11]" + strings.Repeat("(;B[a1];W[b1])(;W[a1]", 10_000) + strings.Repeat(")", 10_000) + ")",
		"wide":      "(;GM[11];B[a1]" + strings.Repeat("(;W[b1])", 30_000) + ")",
		"no moves":  "(;GM[18]" + strings.Repeat(";C[x]", 50_000) + ")",
		"many ways": "(;RU[Tanbo]" + strings.Repeat("(;B[ba])(;", 20_000) + strings.Repeat(")", 20_000) + ")",
	} {
		t.Run(name, func(t *testing.T) {
			g, began := gameOf(t, text), time.Now()
			o := Options{OnViolation: gorules.BecomePass, Through: g.Root() + sgf.Node(g.Len()-1)}
			if _, err := PositionAfter(context.Background(), g, o, 1<<30); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}
