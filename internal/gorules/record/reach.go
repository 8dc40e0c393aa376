package record

import (
	"slices"

	"nzgs/internal/gorules"
)

// A reach says how far the count can still be moved by chains not yet decided:
// up[n] is the most that taking off n of their stones can add for Black, and
// down[n] the most it can take from him. Both err on the large side.
type reach struct{ up, down []int32 }

// A load is a chain as the reach sees it: what it costs and may bring.
type load struct{ stones, gain int32 }

// reachAfter works out the reach after step i. White's stones off can only move
// the count up and Black's only down: the points that a colour reaches grow when
// the other's stones go, and shrink when its own go.
func (s *search) reachAfter(i, budget int) reach {
	var up, down []load
	for _, st := range s.sweep.steps[i+1:] {
		b := &s.blocks[st.block]
		if b.colour == gorules.Empty || !s.mayDie[st.block] {
			continue
		}
		l := load{stones: s.cost(st.block, true), gain: 2 * int32(len(b.points))}
		for _, r := range b.near {
			if s.blocks[r].colour == gorules.Empty && s.sweep.at[r] > i {
				l.gain += s.credit(r, b.colour, i)
			}
		}
		if b.colour == gorules.White {
			up = append(up, l)
		} else {
			down = append(down, l)
		}
	}
	return reach{up: most(up, budget), down: most(down, budget)}
}

// credit is the share in what region r can gain that a chain of that colour
// beside it is given. A region passes from one owner to both when any of the
// owner's chains is off, and to the other owner alone only when all are.
func (s *search) credit(r int32, colour gorules.Colour, after int) int32 {
	n := int32(len(s.blocks[r].points))
	sharers, whole := int32(0), int32(0)
	for _, c := range s.blocks[r].near {
		if s.blocks[c].colour != colour {
			continue
		}
		if !s.mayDie[c] {
			n, whole = 0, 0
			break
		}
		if s.sweep.at[c] > after {
			sharers++
		}
	}
	own := whites
	if colour == gorules.Black {
		own = blacks
	}
	if s.sweep.base[r] == own {
		whole = int32(len(s.blocks[r].points))
	}
	if sharers == 0 {
		return whole
	}
	return whole + (n+sharers-1)/sharers
}

// most is the largest gain of loads with at most n stones together, for n from
// 0 to budget, counting part of a load where a part fits.
func most(loads []load, budget int) []int32 {
	slices.SortFunc(loads, func(a, b load) int { return int(b.gain*a.stones - a.gain*b.stones) })
	out := make([]int32, budget+1)
	n, gain := 0, int32(0)
	for len(loads) > 0 && loads[0].stones == 0 { // they come first
		gain += loads[0].gain
		loads = loads[1:]
	}
	out[0] = gain
	for _, l := range loads {
		for k := int32(1); k <= l.stones && n < budget; k++ {
			n++
			out[n] = gain + (l.gain*k+l.stones-1)/l.stones
		}
		gain += l.gain
	}
	for ; n < budget; n++ {
		out[n+1] = gain
	}
	return out
}
