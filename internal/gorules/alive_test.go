package gorules

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// stones are all positions of a small board: a set of black points and a set of
// white ones, bit by bit, played by the rules' text without the engine.
type stones struct {
	w, h   int
	beside []uint16 // by point
}

func newStones(w, h int) *stones {
	s := &stones{w: w, h: h, beside: make([]uint16, w*h)}
	for i := range s.beside {
		for _, a := range (spot{i % w, i / w}).adjacent() {
			if a.x >= 0 && a.x < w && a.y >= 0 && a.y < h {
				s.beside[i] |= 1 << (a.y*w + a.x)
			}
		}
	}
	return s
}

// without gives the stones of the set that have no liberties.
func (s *stones) without(set, empty uint16) uint16 {
	breathing := uint16(0)
	for i := range s.beside {
		if set>>i&1 != 0 && s.beside[i]&empty != 0 {
			breathing |= 1 << i
		}
	}
	for {
		wider := breathing
		for i := range s.beside {
			if set>>i&1 != 0 && s.beside[i]&breathing != 0 {
				wider |= 1 << i
			}
		}
		if wider == breathing {
			return set &^ breathing
		}
		breathing = wider
	}
}

func (s *stones) all() uint16 { return 1<<len(s.beside) - 1 }

// whitePlays gives the position after White plays, and whether that is legal
// but for repetition.
func (s *stones) whitePlays(black, white uint16, at int, suicide Suicide) (b, w uint16, legal bool) {
	white |= 1 << at
	black &^= s.without(black, s.all()&^(black|white))
	gone := s.without(white, s.all()&^(black|white))
	return black, white &^ gone, gone == 0 || suicide == SuicideLegal
}

// board puts a position on b, which has the right size.
func (s *stones) board(b *Board, black, white uint16) {
	for i := range s.beside {
		c := Empty
		switch {
		case black>>i&1 != 0:
			c = Black
		case white>>i&1 != 0:
			c = White
		}
		b.Put(At(i%s.w, i/s.w), c)
	}
}

// proofs are what Alive says of a position.
type proofs struct{ blackAlive, whiteAlive, blackOwned uint16 }

func (s *stones) proofs(b *Board, black, white uint16, suicide Suicide) (p proofs) {
	s.board(b, black, white)
	l := Alive(b, suicide)
	for i := range s.beside {
		at := At(i%s.w, i/s.w)
		if l.Alive(at) && b.At(at) == Black {
			p.blackAlive |= 1 << i
		}
		if l.Alive(at) && b.At(at) == White {
			p.whiteAlive |= 1 << i
		}
		if l.Owner(at) == Black {
			p.blackOwned |= 1 << i
		}
	}
	return p
}

// TestPassAliveIsExact looks at every position of small boards: a black stone is
// claimed to be pass-alive exactly if no sequence of White's plays can capture
// it, and in territory White can never come to have a pass-alive stone.
func TestPassAliveIsExact(t *testing.T) {
	sizes := [][2]int{{1, 1}, {2, 1}, {5, 1}, {9, 1}, {2, 2}, {3, 2}, {2, 4}, {3, 3}, {5, 2}}
	if !testing.Short() && !raceDetector {
		sizes = append(sizes, [2]int{4, 3})
	}
	for _, size := range sizes {
		for _, suicide := range []Suicide{SuicideLegal, SuicideIllegal} {
			t.Run(fmt.Sprintf("%dx%d suicide %d", size[0], size[1], suicide), func(t *testing.T) {
				t.Parallel()
				newStones(size[0], size[1]).checkAll(t, suicide)
			})
		}
	}
}

func (s *stones) checkAll(t *testing.T, suicide Suicide) {
	n := len(s.beside)
	board, _ := NewBoard(s.w, s.h)
	// By black and white set: the black stones that can be lost, and the points
	// on which a white stone can come to be pass-alive.
	lost := make([]uint16, 1<<(2*n))
	won := make([]uint16, 1<<(2*n))
	claims := make([]proofs, 1<<n)
	alive, owned := 0, 0
	for black := range uint16(1 << n) { // capture only makes the set smaller
		var whites []uint16
		outside := s.all() &^ black
		for white := outside; ; white = (white - 1) & outside {
			empty := s.all() &^ (black | white)
			if s.without(black, empty) == 0 && s.without(white, empty) == 0 {
				whites = append(whites, white)
				claims[white] = s.proofs(board, black, white, suicide)
				won[int(black)<<n|int(white)] = claims[white].whiteAlive
			}
			if white == 0 {
				break
			}
		}
		for changed := true; changed; {
			changed = false
			for _, white := range whites {
				at := int(black)<<n | int(white)
				l, w := lost[at], won[at]
				for i := range n {
					if (black|white)>>i&1 != 0 {
						continue
					}
					if b2, w2, legal := s.whitePlays(black, white, i, suicide); legal {
						l |= black&^b2 | lost[int(b2)<<n|int(w2)]
						w |= won[int(b2)<<n|int(w2)]
					}
				}
				changed = changed || l != lost[at] || w != won[at]
				lost[at], won[at] = l, w
			}
		}
		for _, white := range whites {
			at, claim := int(black)<<n|int(white), claims[white]
			alive += bits.OnesCount16(claim.blackAlive)
			owned += bits.OnesCount16(claim.blackOwned &^ claim.blackAlive)
			if claim.blackAlive != black&^lost[at] {
				s.board(board, black, white)
				t.Fatalf("claimed %b, White can capture %b\n%s", claim.blackAlive, lost[at], board)
			}
			if claim.blackOwned&won[at] != 0 {
				s.board(board, black, white)
				t.Fatalf("White can live on %b of %b\n%s", won[at], claim.blackOwned, board)
			}
		}
	}
	if n >= 9 && (alive == 0 || owned == 0) {
		t.Errorf("only %d stones and %d points were proved", alive, owned)
	}
}

func TestAliveCases(t *testing.T) {
	cases := []struct {
		name, diagram  string
		legal, illegal string // whose each point is for certain: b, w or -
	}{
		{"two eyes", `
			. X . X O .
			X X X X O .
			O O O O O .`, "bbbb-- bbbb-- ------", "bbbb-- bbbb-- ------"},
		{"no room outside", `
			. X . X O
			X X X X O
			O O O O O`, "bbbbb bbbbb bbbbb", "bbbbb bbbbb bbbbb"},
		{"one eye", `
			. X O
			X X O
			O O .`, "--- --- ---", "--- --- ---"},
		// White fills the corner, takes it off by suicide, and comes back to live in
		// its point.
		{"an eye that suicide makes false", `
			O . X X
			. X X X
			X X X .`, "---- ---- ----", "bbbb bbbb bbbb"},
		{"dead stones in an eye", `
			. X . O X
			X X X X X
			. . . . .
			. . . . .`, "bbbbb bbbbb ----- -----", "bbbbb bbbbb ----- -----"},
		{"room for two eyes is no territory", `
			. X . X . . . .
			X X X X . . . .
			. . . . . . O .`, "bbbb---- bbbb---- --------", "bbbb---- bbbb---- --------"},
		// Every white stone is beside a black one, only the eyes are not.
		{"two eyes in the opponent's area", `
			X X X X X X X X
			X O O O X X X X
			X O . O X X X X
			X O O O O O O X
			X X X X O . O X
			X X X X O O O X
			X X X X X X X X
			X . X . X X X X`,
			"bbbbbbbb bwwwbbbb bwwwbbbb bwwwwwwb bbbbwwwb bbbbwwwb bbbbbbbb bbbbbbbb",
			"bbbbbbbb bwwwbbbb bwwwbbbb bwwwwwwb bbbbwwwb bbbbwwwb bbbbbbbb bbbbbbbb"},
		{"both players", `
			. X . X O . O .
			X X X X O O O O`, "bbbbwwww bbbbwwww", "bbbbwwww bbbbwwww"},
		{"an empty board", "...", "---", "---"},
		{"a full board", "XOX", "---", "---"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b, err := ParseBoard(c.diagram)
			if err != nil {
				t.Fatal(err)
			}
			for s, want := range map[Suicide]string{SuicideLegal: c.legal, SuicideIllegal: c.illegal} {
				l := Alive(b, s)
				var rows []string
				for y := range b.Height() {
					row := ""
					for x := range b.Width() {
						p := At(x, y)
						row += "-bw"[l.Owner(p) : l.Owner(p)+1]
						dead := b.At(p) != Empty && l.Owner(p) == b.At(p).Opponent()
						if l.Dead(p) != dead || slices.Contains(l.DeadStones(), p) != dead {
							t.Errorf("the stone at %s: dead %v", p, l.Dead(p))
						}
					}
					rows = append(rows, row)
				}
				if got := strings.Join(rows, " "); got != want {
					t.Errorf("suicide %d: %s, want %s", s, got, want)
				}
			}
		})
	}
}

// TestDeadStonesCanBeCaptured plays Black against every stone that is proved
// dead, the way the proof says, while White does anything.
func TestDeadStonesCanBeCaptured(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	tried := 0
	for tried < 300 {
		w, h := 3+rng.IntN(4), 3+rng.IntN(4)
		b, _ := NewBoard(w, h)
		for _, p := range b.Points() {
			b.Put(p, []Colour{Empty, Black, Black, White}[rng.IntN(4)])
		}
		b.refresh()
		suicide := Suicide(rng.IntN(2))
		l := Alive(b, suicide)
		if b.strangled || len(l.DeadStones()) == 0 || b.At(l.DeadStones()[0]) != White {
			continue
		}
		tried++
		captureTheDead(t, rng, b, l, suicide)
	}
}

func captureTheDead(t *testing.T, rng *rand.Rand, b *Board, l *Life, suicide Suicide) {
	t.Helper()
	start := b.Clone()
	rules := NZ()
	rules.Suicide = suicide
	g, _ := NewGame(rules, b.Width(), b.Height())
	for c := Black; c <= White; c++ {
		var at []Point
		for _, p := range b.Points() {
			if b.At(p) == c {
				at = append(at, p)
			}
		}
		if err := g.SetUp(c, at...); err != nil {
			t.Fatal(err)
		}
	}
	region := regionOf(b, l.DeadStones()[0])
	for range 3 * len(region) {
		g.SetTurn(White)
		g.Play(Move{White, b.Points()[rng.IntN(len(b.Points()))]})
		g.SetTurn(Black)
		white, safe, last := 0, NoPoint, NoPoint
		for _, p := range region {
			switch {
			case g.Board().At(p) == White:
				white++
			case g.Board().At(p) == Empty && besideAlive(start, l, p):
				safe = p
			case g.Board().At(p) == Empty:
				last = p
			}
		}
		if white == 0 {
			break
		}
		if safe == NoPoint {
			safe = last
		}
		if why := g.Play(Move{Black, safe}); why != nil {
			t.Fatalf("%v\n%snow\n%s", why, start, g.Board())
		}
	}
	for _, p := range b.Points() {
		if l.Alive(p) && b.At(p) == Black && g.Board().At(p) != Black {
			t.Fatalf("the stone at %s was captured\n%snow\n%s", p, start, g.Board())
		}
	}
	for _, p := range region {
		if g.Board().At(p) == White {
			t.Fatalf("the stone at %s was not captured\n%snow\n%s", p, start, g.Board())
		}
	}
}

// regionOf gives the points connected to p without crossing black stones.
func regionOf(b *Board, p Point) []Point {
	found := []Point{p}
	in := map[Point]bool{p: true}
	for i := 0; i < len(found); i++ {
		for _, d := range directions {
			if q := found[i] + d; b.Has(q) && b.At(q) != Black && !in[q] {
				in[q] = true
				found = append(found, q)
			}
		}
	}
	return found
}

func besideAlive(b *Board, l *Life, p Point) bool {
	for _, d := range directions {
		if b.At(p+d) == Black && l.Alive(p+d) {
			return true
		}
	}
	return false
}
