package gorules

import (
	"strings"
	"testing"
)

// scored counts the position of a diagram.
func scored(t *testing.T, r Rules, diagram string, dead ...Point) Score {
	t.Helper()
	s, err := game(t, r, diagram).Score(dead...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAreaWithSharedPoints(t *testing.T) {
	cases := []struct {
		name, diagram string
		want          Score
	}{
		{"an empty board", "19×19", Score{}},
		{"a shared column", strings.Repeat(".X.O.\n", 5), Score{15, 15, 5, 0}},
		{"a lone stone", ".....\n.....\n..X..\n.....\n.....", Score{25, 0, 0, 25}},
		{"two stones share all the rest", "X...O", Score{4, 4, 3, 0}},
		{"a full board", "XOX", Score{2, 1, 0, 1}},
		{
			"black 184, white 177", strings.Repeat("XXXXXXXXXXOOOOOOOOO\n", 13) + strings.Repeat("XXXXXXXXXOOOOOOOOOO\n", 6),
			Score{184, 177, 0, 7},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := scored(t, NZ(), c.diagram); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// split is a full 19×19 board on which Black has n points.
func split(n int) string {
	rows := strings.Repeat("X", n) + strings.Repeat("O", 361-n)
	var s strings.Builder
	for i := 0; i < len(rows); i += 19 {
		s.WriteString(rows[i:i+19] + "\n")
	}
	return s.String()
}

func TestOutcomes(t *testing.T) {
	cases := []struct {
		name     string
		black    int
		handicap int
		want     Outcome
	}{
		{"184 to 177 in an even game is a tie", 184, 0, Outcome{}},
		{"185 wins an even game", 185, 0, Outcome{Black, Points(2)}},
		{"183 loses it", 183, 0, Outcome{White, Points(2)}},
		{"181 wins a handicap game", 181, 2, Outcome{Black, Points(1)}},
		{"180 loses it", 180, 2, Outcome{White, Points(1)}},
		{"a handicap of one has no komi", 181, 1, Outcome{Black, Points(1)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := game(t, NZ(), split(c.black))
			if err := g.SetHandicap(c.handicap); err != nil {
				t.Fatal(err)
			}
			s, err := g.Score()
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Outcome(s, g.Komi()); got != c.want || s.Outcome(g.Komi()) != got {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
	if got := (Score{Margin: 4}).Outcome(7); got != (Outcome{Black, 1}) || got.By.String() != "0.5" {
		t.Errorf("4 points with komi 3.5: %+v", got)
	}
}

func TestKomiComesOffBlack(t *testing.T) {
	s := Score{Black: 40, White: 30, Margin: 10}
	if b, w := ItsYourTurn(19).Totals(s, 11, Empty); b.String() != "34.5" || w != Points(30) {
		t.Errorf("%s %s", b, w)
	}
	if b, w := NZ().Totals(s, 14, Empty); b != Points(40) || w != Points(37) {
		t.Errorf("%s %s", b, w)
	}
	if b, w := IGGC().Totals(s, 14, Black); b.String() != "40.5" || w != Points(37) {
		t.Errorf("%s %s", b, w)
	}
	if b, w := IGGC().Totals(s, 14, White); b != Points(40) || w.String() != "37.5" {
		t.Errorf("%s %s", b, w)
	}
}

// TestTerritory counts one position, with a stone of each captured before and
// dead stones on it, by every rule set.
func TestTerritory(t *testing.T) {
	const diagram = `
		. O X . O . .
		. X X . O . X
		X X . . O O .
		. . X . . O .`
	dead := []Point{At(1, 0), At(6, 1)}
	lost := Prisoners{Black: 3, White: 1}
	b, err := ParseBoard(diagram)
	if err != nil {
		t.Fatal(err)
	}
	// Black has three points at the top left, one of them under a dead stone, and
	// two at the bottom left; White has six on the right; six between are shared.
	cases := []struct {
		rules Rules
		want  Score
	}{
		{NZ(), Score{Black: 6 + 5 + 6, White: 5 + 6 + 6, Shared: 6}},
		{ItsYourTurn(19), Score{Black: 5 - 3 - 1, White: 6 - 1 - 1, Margin: -3}},
		{Short(), Score{Black: 5 + 1 + 1, White: 6 + 3 + 1, Margin: -3}},
		{IGGC(), Score{Black: 5 + 1 + 1, White: 6 + 3 + 1, Margin: -3}},
	}
	for _, c := range cases {
		if got, err := c.rules.Count(b, lost, dead...); err != nil || got != c.want {
			t.Errorf("%s: %+v %v, want %+v", c.rules.Name, got, err, c.want)
		}
	}
}

func TestTerritoryMap(t *testing.T) {
	const diagram = `
		. X . O .
		X X . O O
		. . O . .`
	b, err := ParseBoard(diagram)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name  string
		rules Rules
		dead  []Point
		want  string // b and w for territory, ! for both, - for no one
	}{
		{"area", NZ(), nil, "bb!ww bb!ww !!www"},
		{"territory", Short(), nil, "b---w ----- ---ww"},
		{"all white stones dead", NZ(), []Point{At(3, 0), At(2, 2)}, "bbbbb bbbbb bbbbb"},
		{"all dead", NZ(), []Point{At(3, 0), At(2, 2), At(1, 1)}, "----- ----- -----"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m, err := c.rules.Territory(b, c.dead...)
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for y := range b.Height() {
				row := ""
				for x := range b.Width() {
					row += "-bw!"[m.At(At(x, y)) : m.At(At(x, y))+1]
				}
				rows = append(rows, row)
			}
			if got := strings.Join(rows, " "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestDeadPointsMustHaveStones(t *testing.T) {
	g := game(t, NZ(), "X.XX.O")
	for _, dead := range [][]Point{{At(1, 0)}, {At(0, 0), At(4, 0)}, {At(9, 0)}, {Pass}, {NoPoint}} {
		if s, err := g.Score(dead...); err == nil {
			t.Errorf("%v: %+v, want an error", dead, s)
		}
		if _, err := NZ().Territory(g.Board(), dead...); err == nil {
			t.Errorf("map with %v: want an error", dead)
		}
	}
	// Two points of one chain are one chain.
	if s, err := g.Score(At(2, 0), At(3, 0), At(2, 0)); err != nil || s != (Score{5, 5, 4, 0}) {
		t.Errorf("%+v %v", s, err)
	}
	if g.Board().String() != "X.XX.O\n" {
		t.Error("counting changed the board")
	}
}
