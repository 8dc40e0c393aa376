package gorules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// view is one way of looking at a board: turned, mirrored, colours exchanged.
type view struct {
	w, h                    int // of the board looked at
	transpose, flipX, flipY bool
	exchange                bool
}

func (v view) size() (w, h int) {
	if v.transpose {
		return v.h, v.w
	}
	return v.w, v.h
}

func (v view) point(p Point) Point {
	if !p.IsPoint() {
		return p
	}
	x, y := p.X(), p.Y()
	if v.flipX {
		x = v.w - 1 - x
	}
	if v.flipY {
		y = v.h - 1 - y
	}
	if v.transpose {
		x, y = y, x
	}
	return At(x, y)
}

func (v view) colour(c Colour) Colour {
	if v.exchange && c != Empty {
		return c.Opponent()
	}
	return c
}

func (v view) board(b *Board) *Board {
	w, h := v.size()
	seen, _ := NewBoard(w, h)
	for _, p := range b.Points() {
		seen.Put(v.point(p), v.colour(b.At(p)))
	}
	return seen
}

// TestNoSideOfTheBoardIsSpecial plays the same game on a board and on its image:
// the answers are the same but for the image.
func TestNoSideOfTheBoardIsSpecial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := view{
			w: rapid.IntRange(1, 7).Draw(t, "width"), h: rapid.IntRange(1, 7).Draw(t, "height"),
			transpose: rapid.Bool().Draw(t, "transpose"), flipX: rapid.Bool().Draw(t, "flip x"),
			flipY: rapid.Bool().Draw(t, "flip y"), exchange: rapid.Bool().Draw(t, "exchange"),
		}
		r := rapid.SampledFrom(ruleSets(9)).Draw(t, "rules")
		g, _ := NewGame(r, v.w, v.h)
		w, h := v.size()
		image, _ := NewGame(r, w, h)
		image.SetTurn(v.colour(Black))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(0, 150).Draw(t, "moves") {
			m := Move{g.Turn(), Pass}
			if rng.IntN(8) > 0 {
				m.Point = At(rng.IntN(v.w), rng.IntN(v.h))
			}
			policy := []OnViolation{Stop, Stop, Stand, BecomePass}[rng.IntN(4)]
			why := g.PlayUnder(policy, m)
			seen := image.PlayUnder(policy, Move{v.colour(m.Colour), v.point(m.Point)})
			if (why == nil) != (seen == nil) {
				t.Fatalf("%s: %v and %v", m, why, seen)
			}
			if why != nil && (why.Kind != seen.Kind || why.Repeats != seen.Repeats || why.Number != seen.Number) {
				t.Fatalf("%s: %+v and %+v", m, why, seen)
			}
		}
		if !v.board(g.Board()).Equal(image.Board()) {
			t.Fatalf("\n%s\n%s", g.Board(), image.Board())
		}
		sameForBoth(t, v, g, image)
	})
}

func sameForBoth(t *rapid.T, v view, g, image *Game) {
	s, err := g.Score()
	seen, err2 := image.Score()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if v.exchange {
		s.Black, s.White, s.Margin = s.White, s.Black, -s.Margin
	}
	if s != seen {
		t.Fatalf("score %+v and %+v", s, seen)
	}
	life, seenLife := Alive(g.Board(), g.Rules().Suicide), Alive(image.Board(), g.Rules().Suicide)
	for _, p := range g.Board().Points() {
		q := v.point(p)
		if life.Alive(p) != seenLife.Alive(q) || life.Dead(p) != seenLife.Dead(q) ||
			v.colour(life.Owner(p)) != seenLife.Owner(q) {
			t.Fatalf("%s and %s do not live alike\n%s", p, q, g.Board())
		}
	}
}

// TestAreaNeverExceedsTheBoard holds what is true of every score.
func TestAreaNeverExceedsTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 9).Draw(t, "width"), rapid.IntRange(1, 9).Draw(t, "height")
		b, _ := NewBoard(w, h)
		for i, c := range rapid.SliceOfN(rapid.IntRange(0, 2), w*h, w*h).Draw(t, "stones") {
			b.Put(b.Points()[i], Colour(c))
		}
		s, err := NZ().Count(b, Prisoners{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Black+s.White-s.Shared > w*h || s.Margin != s.Black-s.White || s.Black < b.Stones(Black) ||
			s.White < b.Stones(White) {
			t.Fatalf("%+v of %d points\n%s", s, w*h, b)
		}
		if b.total > 0 && s.Black+s.White-s.Shared != w*h {
			t.Fatalf("with a stone on the board every point is someone's: %+v\n%s", s, b)
		}
		back, err := ParseBoard(b.String())
		if err != nil || !back.Equal(b) {
			t.Fatalf("the diagram is read as\n%s", back)
		}
		var p position = b.position()
		again, _ := NewBoard(w, h)
		again.load(&p)
		if !again.Equal(b) || p.count(Black) != b.Stones(Black) || again.total != b.total {
			t.Fatal("the position is not the board")
		}
		chains := map[Point]bool{}
		for _, q := range b.Points() {
			chain := b.Chain(q)
			slices.Sort(chain)
			if len(chain) > 0 {
				chains[chain[0]] = true
			}
		}
		for q := range chains {
			if (len(b.Liberties(q)) == 0) != (b.pairs[b.chain[q]] == 0) {
				t.Fatalf("the liberties at %s\n%s", q, b)
			}
		}
	})
}
