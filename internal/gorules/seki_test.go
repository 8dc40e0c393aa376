package gorules

import (
	"math/rand/v2"
	"testing"
)

type slowPoints struct{ black, white int }

// slowSeki finds the points in seki chain by chain.
func (b *Board) slowSeki(stones *position) (out slowPoints) {
	s := Board{}
	if s.reset(b.width, b.height) != nil {
		return out
	}
	s.load(stones)
	s.rebuild()
	type group struct {
		eyes, points int
		last         []uint16 // of its last region
		owner        Owner
		dame         bool
	}
	lead := map[uint16]uint16{} // by chain: another of its group, nearer to the first
	top := func(c uint16) uint16 {
		for lead[c] != c {
			lead[c] = lead[lead[c]]
			c = lead[c]
		}
		return c
	}
	regions := s.regions()
	for _, r := range regions {
		for _, c := range r.beside {
			if _, known := lead[c]; !known {
				lead[c] = c
			}
			if r.owner != Both {
				lead[top(c)] = top(r.beside[0])
			}
		}
	}
	groups := map[uint16]*group{}
	for _, r := range regions {
		for _, c := range r.beside {
			g := groups[top(c)]
			if g == nil {
				g = &group{}
				groups[top(c)] = g
			}
			if r.owner == Both {
				g.dame = true
			} else if c == r.beside[0] {
				g.eyes++
				g.points += len(r.points)
				g.last, g.owner = r.points, r.owner
			}
		}
	}
	for _, g := range groups {
		if !g.dame || g.eyes != 1 || g.points > MostSekiEye {
			continue
		}
		if g.owner == Blacks {
			out.black += g.points
		} else {
			out.white += g.points
		}
	}
	return out
}

// emptyRegion is a connected region of empty points.
type emptyRegion struct {
	points []uint16
	beside []uint16 // chains, each once
	owner  Owner
}

// regions lists the empty regions, row by row.
func (b *Board) regions() []emptyRegion {
	var out []emptyRegion
	var seen [points]bool
	for y := range b.height {
		for x, c := range b.row(y) {
			first := uint16(At(x, y))
			if c != Empty || seen[first] {
				continue
			}
			seen[first] = true
			r := emptyRegion{points: []uint16{first}}
			for i := 0; i < len(r.points); i++ {
				n, w, e, s := around(r.points[i])
				for _, q := range [4]uint16{n, w, e, s} {
					switch at := b.colour[q]; at {
					case Empty:
						if !seen[q] {
							seen[q] = true
							r.points = append(r.points, q)
						}
					case Black, White:
						r.owner |= Owner(at)
						if chain := b.chain[q]; !hasChain(r.beside, chain) {
							r.beside = append(r.beside, chain)
						}
					}
				}
			}
			out = append(out, r)
		}
	}
	return out
}

func hasChain(list []uint16, c uint16) bool {
	for _, l := range list {
		if l == c {
			return true
		}
	}
	return false
}

// The count by rows of bits finds what the walk from chain to chain finds.
func TestPointsInSekiAreThoseOfTheSlowWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	found := 0
	for range 4000 {
		width, height := 1+r.IntN(9), 1+r.IntN(9)
		b, err := NewBoard(width, height)
		if err != nil {
			t.Fatal(err)
		}
		full := r.Float64()
		for _, p := range b.Points() {
			if r.Float64() < full {
				b.Put(p, Colour(1+r.IntN(2)))
			}
		}
		stones := b.position()
		fast, slow := stones.inSeki(stones.runs(nil, width, height), height), b.slowSeki(&stones)
		if fast.black != slow.black || fast.white != slow.white {
			t.Fatalf("%d and %d, want %+v\n%s", fast.black, fast.white, slow, b)
		}
		found += slow.black + slow.white
	}
	if found == 0 {
		t.Error("nothing was in seki")
	}
}
