package gorules

import (
	"fmt"
	"strings"
	"testing"
)

// moves reads a record's moves: "B[ab];W[];B[button]".
func moves(tb testing.TB, record string) []Move {
	tb.Helper()
	var out []Move
	for node := range strings.SplitSeq(strings.TrimPrefix(record, ";"), ";") {
		if node == "" {
			continue
		}
		m := Move{Colour: Black}
		if node[0] == 'W' {
			m.Colour = White
		}
		where := strings.Trim(node[1:], "[]")
		if where == "button" {
			m.Point = TakeButton
		} else {
			p, err := ParsePoint(where)
			if err != nil {
				tb.Fatal(err)
			}
			m.Point = p
		}
		out = append(out, m)
	}
	return out
}

// game begins a game from a diagram, or of a size "5×5" if there are no rows.
func game(tb testing.TB, r Rules, start string) *Game {
	tb.Helper()
	var w, h int
	if _, err := fmt.Sscanf(start, "%d×%d", &w, &h); err == nil {
		g, err := NewGame(r, w, h)
		if err != nil {
			tb.Fatal(err)
		}
		return g
	}
	b, err := ParseBoard(start)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := NewGame(r, b.Width(), b.Height())
	if err != nil {
		tb.Fatal(err)
	}
	for _, p := range b.Points() {
		if err := g.SetUp(b.At(p), p); err != nil {
			tb.Fatal(err)
		}
	}
	return g
}

// first plays until a move is refused.
func first(g *Game, record []Move) *Illegal {
	for _, m := range record {
		if why := g.Play(m); why != nil {
			return why
		}
	}
	return nil
}

// verdictOn plays a record and says what happens first: "legal", or where it is
// illegal and why, as "superko at 6 repeats 4".
func verdictOn(g *Game, record []Move) string {
	why := first(g, record)
	switch {
	case why == nil:
		return "legal"
	case why.Kind == Superko:
		return fmt.Sprintf("%s at %d repeats %d", why.Kind, why.Number, why.Repeats)
	}
	return fmt.Sprintf("%s at %d", why.Kind, why.Number)
}

// compared are the rule sets of the cases, by a short name.
func compared() map[string]Rules {
	counts := NZ()
	counts.Start = StartCounts
	return map[string]Rules{
		"nz": NZ(), "positional": PositionalSuperko(), "natural": NaturalSituational(), "counts": counts,
		"short": Short(), "iyt": ItsYourTurn(19), "iggc": IGGC(),
	}
}

// verdicts are by rule set; one that is not named finds the record legal.
type verdicts map[string]string

func check(t *testing.T, start, record string, want verdicts) {
	t.Helper()
	for name, r := range compared() {
		expected := want[name]
		if expected == "" {
			expected = "legal"
		}
		if got := verdictOn(game(t, r, start), moves(t, record)); got != expected {
			t.Errorf("%s: %s, want %s", name, got, expected)
		}
	}
}

// TestDistinguishingCases are the records that tell rules of repetition apart.
func TestDistinguishingCases(t *testing.T) {
	const (
		suicide = ";B[ab];W[dd];B[ba];W[aa]"
		ko      = ";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb]"
	)
	cases := []struct {
		name, start, record string
		want                verdicts
	}{
		{"single-stone suicide", "4×4", suicide, verdicts{
			"positional": "superko at 4 repeats 3",
			"short":      "suicide at 4", "iyt": "suicide at 4", "iggc": "suicide at 4",
		}},
		{"the same again", "4×4", suicide + ";B[];W[aa]", verdicts{
			"nz": "superko at 6 repeats 4", "natural": "superko at 6 repeats 4", "counts": "superko at 6 repeats 4",
			"positional": "superko at 4 repeats 3",
			"short":      "suicide at 4", "iyt": "suicide at 4", "iggc": "suicide at 4",
		}},
		{"suicide after own pass", "4×4", ";B[ab];W[dd];B[ba];W[];B[];W[aa]", verdicts{
			"nz": "superko at 6 repeats 4", "counts": "superko at 6 repeats 4",
			"positional": "superko at 6 repeats 3",
			"short":      "out_of_turn at 6", "iyt": "out_of_turn at 6", "iggc": "suicide at 6",
		}},
		{"send two, return one", "5×5", ";B[ab];W[ba];B[bb];W[da];B[bc];W[cb];B[ee];W[aa];B[ca];W[ba]", verdicts{
			"positional": "superko at 10 repeats 7", "short": "superko at 10 repeats 7",
		}},
		{"one point", "1×1", ";B[aa];W[aa];B[aa]", verdicts{
			"nz": "superko at 3 repeats 1", "natural": "superko at 3 repeats 1",
			"positional": "superko at 1 repeats 0", "counts": "superko at 1 repeats 0",
			"short": "suicide at 1", "iyt": "suicide at 1", "iggc": "suicide at 1",
		}},
		{"ko retaken at once", "5×5", ko + ";B[cb]", verdicts{
			"nz": "superko at 9 repeats 7", "natural": "superko at 9 repeats 7", "counts": "superko at 9 repeats 7",
			"positional": "superko at 9 repeats 7", "short": "superko at 9 repeats 7",
			"iyt": "superko at 9 repeats 7", "iggc": "superko at 9 repeats 7",
		}},
		{"ko retaken after an exchange", "5×5", ko + ";B[ee];W[ed];B[cb]", verdicts{}},
		{"ko retaken after two passes", "5×5", ko + ";B[];W[];B[cb]", verdicts{
			"nz": "superko at 11 repeats 7", "natural": "superko at 11 repeats 7", "counts": "superko at 11 repeats 7",
			"positional": "superko at 11 repeats 7",
			"short":      "out_of_turn at 11", "iyt": "out_of_turn at 11", // two passes have ended these
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { check(t, c.start, c.record, c.want) })
	}
}

// TestOtherEnginesMistakes are records on which well-known programs answer
// differently from the New Zealand text.
func TestOtherEnginesMistakes(t *testing.T) {
	t.Run("KataGo refuses suicide of one stone", func(t *testing.T) {
		check(t, "3×3", ";B[ba];W[cc];B[ab];W[aa]", verdicts{
			"positional": "superko at 4 repeats 3",
			"short":      "suicide at 4", "iyt": "suicide at 4", "iggc": "suicide at 4",
		})
	})
	t.Run("suicide of two stones", func(t *testing.T) {
		check(t, `
			. . X .
			X X . .
			. . . .`, ";B[dc];W[aa];B[];W[ba]", verdicts{
			"positional": "superko at 4 repeats 1",
			"short":      "suicide at 4", "iyt": "suicide at 4", "iggc": "suicide at 4",
		})
	})
	t.Run("KataGo and Tromp-Taylor count the start", func(t *testing.T) {
		const ko = `
			. X O .
			X O . O
			. X O .`
		check(t, ko, ";B[cb];W[bb];B[cb]", verdicts{
			"nz": "superko at 3 repeats 1", "natural": "superko at 3 repeats 1",
			"counts": "superko at 2 repeats 0", "positional": "superko at 2 repeats 0", "short": "superko at 2 repeats 0",
			"iyt": "superko at 2 repeats 0", "iggc": "superko at 2 repeats 0",
		})
	})
	t.Run("some count only plays", func(t *testing.T) {
		check(t, "3×3", ";B[ba];W[cc];B[ab];W[];B[];W[aa]", verdicts{
			"nz": "superko at 6 repeats 4", "counts": "superko at 6 repeats 4", "positional": "superko at 6 repeats 3",
			"short": "out_of_turn at 6", "iyt": "out_of_turn at 6", "iggc": "suicide at 6",
		})
	})
	for _, kos := range []int{3, 5, 17, 23} { // OGS looks back 30 moves
		t.Run(fmt.Sprintf("a cycle of %d moves", 2*kos), func(t *testing.T) {
			start, record := koCycle(kos)
			at := fmt.Sprintf("superko at %d repeats ", 2*kos)
			next := fmt.Sprintf("superko at %d repeats 1", 2*kos+1)
			check(t, start, record, verdicts{
				"nz": next, "natural": next, "counts": at + "0", "positional": at + "0", "short": at + "0",
			})
		})
	}
}

// koCycle gives a position with an odd number of kos, and a record in which both
// players take the oldest that they can until the position comes back, and once
// more.
func koCycle(kos int) (start, record string) {
	const size = 19
	b, _ := NewBoard(size, size)
	var black, white []spot // the kos that Black, that White can take: their top left
	for i := range kos {
		at := spot{4 * (i % 4), 3 * (i / 4)}
		for y, row := range []string{".XO.", "X..O", ".XO."} {
			for x, mark := range row {
				b.Put(At(at.x+x, at.y+y), Colour(strings.IndexRune(".XO", mark)))
			}
		}
		if i%2 == 0 {
			b.Put(At(at.x+1, at.y+1), White)
			black = append(black, at)
		} else {
			b.Put(At(at.x+2, at.y+1), Black)
			white = append(white, at)
		}
	}
	for range kos + 1 {
		at := black[0]
		black, white = black[1:], append(white, at)
		record += fmt.Sprintf(";B[%s]", At(at.x+2, at.y+1))
		at = white[0]
		white, black = white[1:], append(black, at)
		record += fmt.Sprintf(";W[%s]", At(at.x+1, at.y+1))
	}
	return b.String(), record
}
