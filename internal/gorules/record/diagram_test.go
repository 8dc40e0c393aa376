package record

import (
	"fmt"
	"strings"
	"testing"

	"nzgs/internal/gorules"
)

// shown writes a diagram as a board is drawn in letters: stones as X and O, small
// where they are dead; areas as b, w and both as -; then what is marked.
func shown(d Diagram) string {
	rows := make([][]byte, d.Height)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", d.Width))
	}
	for _, a := range d.Areas {
		rows[a.Point.Y()][a.Point.X()] = " bw-"[a.Of]
	}
	marks := ""
	for _, s := range d.Stones {
		letter := " XO"[s.Colour]
		if s.Dead {
			letter += 'a' - 'A'
		}
		rows[s.Point.Y()][s.Point.X()] = letter
		if s.Number > 0 {
			marks += fmt.Sprintf(" %d:%s", s.Number, s.Point)
		}
	}
	if d.Last.IsPoint() {
		marks += " last:" + d.Last.String()
	}
	if d.Wrong.IsPoint() {
		marks += " wrong:" + d.Wrong.String()
	}
	var text []string
	for _, row := range rows {
		text = append(text, string(row))
	}
	return strings.Join(text, "/") + marks
}

func TestDiagramsOfEachStep(t *testing.T) {
	for _, test := range []struct {
		name, record string
		want         []string // caption, what was captured, the diagram
	}{
		{"the start", "(;SZ[3])", []string{"The start|Captured: 0 black, 0 white|.../.../..."}},
		{"set-up", "(;SZ[3]AB[aa]AW[cb];W[ac])", []string{
			"Set-up|Captured: 0 black, 0 white|X../..O/...",
			"Move 1: White A1|Captured: 0 black, 0 white|X../..O/O.. last:ac",
		}},
		{"set-up of one stone", "(;SZ[3]AB[aa])", []string{"Set-up|Captured: 0 black, 0 white|X../.../..."}},
		{"a capture and a pass", "(;SZ[3];B[aa];W[ab];B[];W[ba])", []string{
			"The start|Captured: 0 black, 0 white|.../.../...",
			"Move 1: Black A3|Captured: 0 black, 0 white|X../.../... last:aa",
			"Move 2: White A2|Captured: 0 black, 0 white|X../O../... last:ab",
			"Move 3: Black passes|Captured: 0 black, 0 white|X../O../...",
			"Move 4: White B3|Captured: 1 black, 0 white|.O./O../... last:ba",
		}},
		{"on a stone", "(;SZ[3];B[aa];W[aa])", []string{
			"The start|Captured: 0 black, 0 white|.../.../...",
			"Move 1: Black A3|Captured: 0 black, 0 white|X../.../... last:aa",
			"Move 2: White at A3, against the rules: there is a stone on A3 already. It is a pass|" +
				"Captured: 0 black, 0 white|X../.../... wrong:aa",
		}},
		{"off the board", "(;SZ[3];B[dd])", []string{
			"The start|Captured: 0 black, 0 white|.../.../...",
			"Move 1: Black at “dd”, against the rules: “dd” is not on the board. It is a pass|" +
				"Captured: 0 black, 0 white|.../.../... wrong:dd",
		}},
		{"out of turn", "(;SZ[3];B[aa];B[cc])", []string{
			"The start|Captured: 0 black, 0 white|.../.../...",
			"Move 1: Black A3|Captured: 0 black, 0 white|X../.../... last:aa",
			"Move 2: Black at C1, against the rules: it was the other player’s turn|" +
				"Captured: 0 black, 0 white|X../.../..X last:cc wrong:cc",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			frames, err := Frames(t.Context(), one(t, test.record), Options{}, 0)
			if err != nil {
				t.Fatal(err)
			}
			steps := Steps(frames, 3)
			if len(steps) != len(test.want) {
				t.Fatalf("%d steps, want %d", len(steps), len(test.want))
			}
			for i, want := range test.want {
				d, err := DiagramAfter(steps, i, 3, 3)
				if got := d.Caption + "|" + d.Captured + "|" + shown(d); err != nil || got != want {
					t.Errorf("step %d: %q, %v, want %q", i, got, err, want)
				}
			}
		})
	}
	if _, err := DiagramAfter(make([]Step, 1), 0, gorules.MaxSize+1, 1); err == nil {
		t.Error("a board of no size is shown")
	}
}

func TestADiagramHasItsCoordinates(t *testing.T) {
	d, err := DiagramAfter(make([]Step, 1), 0, 9, 13)
	rows := strings.Join(d.Rows, " ")
	if err != nil || strings.Join(d.Columns, "") != "ABCDEFGHJ" || rows != "13 12 11 10 9 8 7 6 5 4 3 2 1" {
		t.Errorf("%v, %v, %v", d.Columns, d.Rows, err)
	}
	if len(d.Stars) != 5 {
		t.Errorf("star points %v", d.Stars)
	}
}

// The end shows whose the points are. One stone stands for its dead chain, and
// what has been captured already is not dead.
func TestTheEndAsItIsCounted(t *testing.T) {
	const record = "(;SZ[5]KM[7]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]AW[aa][ab]AB[ed])"
	r := examined(t, Options{}, record)
	chains := map[int]gorules.Point{0: gorules.At(0, 0), 1: gorules.At(1, 0), 3: gorules.At(3, 0), 4: gorules.At(4, 3)}
	for _, c := range []struct {
		name string
		dead []gorules.Point
		want string
	}{
		{"all alive", nil, "OX-O-/OX-O-/-X-O-/-X-OX/-X-O-"},
		{"one chain", []gorules.Point{gorules.At(0, 1)}, "oX-O-/oX-O-/bX-O-/bX-OX/bX-O-"},
		{"twice the same", []gorules.Point{gorules.At(0, 0), gorules.At(0, 1)}, "oX-O-/oX-O-/bX-O-/bX-OX/bX-O-"},
		{"both", []gorules.Point{gorules.At(0, 0), gorules.At(4, 3)}, "oX-Ow/oX-Ow/bX-Ow/bX-Ox/bX-Ow"},
		{"no stone there", []gorules.Point{gorules.At(2, 2)}, "OX-O-/OX-O-/-X-O-/-X-OX/-X-O-"},
	} {
		d, err := r.EndDiagram(c.dead)
		if got := shown(d); err != nil || got != c.want {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
		for _, s := range d.Stones {
			if first := chains[s.Point.X()]; s.Chain != first {
				t.Errorf("%s: %s is of the chain %s, want %s", c.name, s.Point, s.Chain, first)
			}
		}
		if want := r.Totals(r.Study.Standing.Score); d.Caption != want || !strings.HasSuffix(want, " and komi 7") {
			t.Errorf("%s: %q, want %q", c.name, d.Caption, want)
		}
	}
}

func TestDiagramsOfARuling(t *testing.T) {
	for _, test := range []struct {
		name, record string
		move         int
		want         []string
	}{
		{"out of turn", "(;SZ[3]KM[0];B[aa];B[cc])", 2, []string{
			"Before move 2|Captured: 0 black, 0 white.|X../.../... last:aa",
			"Move 2|Move 2: Black at C1, against the rules: it was the other player’s turn.|X../.../..X 2:cc wrong:cc",
			"The end if the move stands|Black wins by 9: Black 9, White 0. Every stone on the board is counted as alive.|" +
				"Xbb/bbb/bbX last:cc",
			"The end if the move is a pass|Black wins by 9: Black 9, White 0. Every stone on the board is counted as alive.|" +
				"Xbb/bbb/bbb",
		}},
		{"cannot stand", "(;SZ[3]KM[0];B[aa];W[aa];B[bb])", 2, []string{
			"Before move 2|Captured: 0 black, 0 white.|X../.../... last:aa",
			"Move 2|Move 2: White at A3, against the rules: there is a stone on A3 already. It is a pass.|" +
				"X../.../... wrong:aa",
			"The end if the move is a pass|Black wins by 9: Black 9, White 0. Every stone on the board is counted as alive.|" +
				"Xbb/bXb/bbb last:bb",
		}},
		{"before is wrong too", "(;SZ[3]KM[0];B[aa];B[cc];W[bb])", 3, []string{
			"Before move 3|Captured: 0 black, 0 white.|X../.../..X last:cc",
			"Move 3|Move 3: White B2.|X../.O./..X 3:bb",
			"The end|Black wins by 1: Black 8, White 7. Every stone on the board is counted as alive.|X--/-O-/--X last:bb",
		}},
		{"no move", "(;SZ[1])", 0, []string{
			"The end|White wins by 7: Black 0, White 0 and komi 7. Every stone on the board is counted as alive.|.",
		}},
		{"no such move", "(;SZ[1])", 4, []string{
			"The end|White wins by 7: Black 0, White 0 and komi 7. Every stone on the board is counted as alive.|.",
		}},
		{"another game", "(;GM[2];B[aa])", 1, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			diagrams, err := RulingDiagrams(t.Context(), one(t, test.record), Options{}, test.move)
			if err != nil || len(diagrams) != len(test.want) {
				t.Fatalf("%d diagrams, %v, want %d", len(diagrams), err, len(test.want))
			}
			for i, d := range diagrams {
				if got := d.Title + "|" + d.Caption + "|" + shown(d); got != test.want[i] {
					t.Errorf("%d: %q\nwant %q", i, got, test.want[i])
				}
			}
		})
	}
}
