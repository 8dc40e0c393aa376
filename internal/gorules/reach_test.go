package gorules

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The points by owner are those of the regions joined row by row, on boards of every
// shape and density.
func TestOwnedIsByRegions(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	for range 20_000 {
		width, height := 1+rng.IntN(MaxSize), 1+rng.IntN(MaxSize)
		var p position
		density := rng.IntN(101)
		for y := range height {
			for x := range width {
				if rng.IntN(100) < density {
					p.put(uint16(At(x, y)), Black+Colour(rng.IntN(2)))
				}
			}
		}
		var want [Both + 1]int
		runs := p.runs(nil, width, height)
		for i := range runs {
			want[runs[find(runs, i)].owner] += bits.OnesCount64(runs[i].points)
		}
		if got := p.owned(width, height); got != want {
			t.Fatalf("%d×%d %+v: %v, by regions %v", width, height, p, got, want)
		}
	}
}

// A corridor that winds through the whole board is followed to its end.
func TestOwnedFollowsASpiral(t *testing.T) {
	const size = 19
	var p position
	for y := 1; y < size; y += 2 { // walls with a gap at alternate ends
		for x := range size {
			if gap := (y / 2 % 2) * (size - 1); x != gap {
				p.put(uint16(At(x, y)), White)
			}
		}
	}
	p.put(uint16(At(0, 0)), Black)
	if got, want := p.owned(size, size), [Both + 1]int{Both: size*size - 1 - 9*(size-1)}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
