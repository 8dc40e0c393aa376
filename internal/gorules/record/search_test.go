package record

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nzgs/internal/gorules"
)

// literalCount counts a position by the words of the rules, with the blocks of
// set off: an independent check of every guess the search makes.
func literalCount(blocks []block, at []gorules.Colour, width, height int, set []int32, c counting) tally {
	now := append([]gorules.Colour(nil), at...)
	var t tally
	for _, b := range set {
		for _, p := range blocks[b].points {
			now[p] = gorules.Empty
		}
		t = t.plus(c.dead(blocks[b].colour, int32(len(blocks[b].points))))
	}
	reach := func(colour gorules.Colour) []bool {
		in := make([]bool, len(now))
		for changed := true; changed; {
			changed = false
			for p := range now {
				if in[p] {
					continue
				}
				mine := now[p] == colour
				if now[p] == gorules.Empty {
					for _, q := range adjacent(int32(p), width, height) {
						mine = mine || q >= 0 && in[q]
					}
				}
				if mine {
					in[p], changed = true, true
				}
			}
		}
		return in
	}
	black, white := reach(gorules.Black), reach(gorules.White)
	for p := range now {
		area := gorules.Scoring(c).CountsArea()
		if gorules.Scoring(c) == gorules.AreaAlone && black[p] && white[p] {
			continue
		}
		if !area && (now[p] != gorules.Empty || black[p] == white[p]) {
			continue
		}
		if black[p] {
			t.black++
		}
		if white[p] {
			t.white++
		}
	}
	return t
}

func randomPosition(r *rand.Rand, width, height int, full float64) []gorules.Colour {
	at := make([]gorules.Colour, width*height)
	for p := range at {
		if r.Float64() < full {
			at[p] = gorules.Colour(1 + r.IntN(2))
		}
	}
	return at
}

// bestByEnumeration looks at every set of chains.
func bestByEnumeration(s *search, at []gorules.Colour, width, height int) []int32 {
	var chains []int32
	for b := range s.blocks {
		if s.blocks[b].colour != gorules.Empty && s.mayDie[b] {
			chains = append(chains, int32(b))
		}
	}
	var best []int32
	bestSet := &partial{stones: 1 << 30, off: s.stones}
	for bits := 0; bits < 1<<len(chains); bits++ {
		p := &partial{set: -1}
		var set []int32
		for i, b := range chains {
			if bits>>i&1 == 1 {
				set = append(set, b)
				p.off += int32(len(s.blocks[b].points))
			}
			if given := s.given != nil && s.given[b]; given != (bits>>i&1 == 1) {
				p.stones += int32(len(s.blocks[b].points))
				p.chains++
				s.chosen = append(s.chosen, link{p.set, b})
				p.set = int32(len(s.chosen) - 1)
			}
		}
		if !s.meets(s.value(literalCount(s.blocks, at, width, height, set, s.count))) || !s.smaller(p, bestSet) {
			continue
		}
		if s.meaning == surrounded && !deadAreSurrounded(s.blocks, at, width, height, set) {
			continue
		}
		bestSet, best = p, append([]int32{}, set...)
	}
	return best
}

// deadAreSurrounded tells whether every point that set gives up is reached by
// the opponent alone.
func deadAreSurrounded(blocks []block, at []gorules.Colour, width, height int, set []int32) bool {
	now := append([]gorules.Colour(nil), at...)
	for _, b := range set {
		for _, p := range blocks[b].points {
			now[p] = gorules.Empty
		}
	}
	after := blocksOf(now, width, height)
	by := owners(after)
	owner := make([]owner, len(at))
	for i := range after {
		for _, p := range after[i].points {
			owner[p] = by[i]
		}
	}
	for _, b := range set {
		for _, p := range blocks[b].points {
			if owner[p] != reachedBy(blocks[b].colour.Opponent()) {
				return false
			}
		}
	}
	return true
}

func TestTheSearchFindsWhatEnumerationFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sizes := [][2]int{{1, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 3}, {4, 3}, {4, 4}, {5, 4}, {5, 5}, {7, 2}, {6, 5}}
	asked, answered := 0, 0
	for asked < 6000 {
		size := sizes[r.IntN(len(sizes))]
		at := randomPosition(r, size[0], size[1], r.Float64())
		blocks := blocksOf(at, size[0], size[1])
		s := &search{
			blocks: blocks, count: counting(r.IntN(5)), work: 1 << 40, gone: func() bool { return false }, mayDie: make([]bool, len(blocks)),
			meaning: dying(r.IntN(2)),
		}
		chains := 0
		for b := range blocks {
			if blocks[b].colour != gorules.Empty {
				s.mayDie[b] = r.IntN(8) > 0
				chains++
			}
		}
		if chains > 9 {
			continue
		}
		asked++
		if r.IntN(2) == 0 {
			s.given = make([]bool, len(blocks))
			alive := false
			for b := range blocks {
				s.given[b] = s.mayDie[b] && r.IntN(3) == 0
				alive = alive || blocks[b].colour != gorules.Empty && !s.given[b]
			}
			if !alive {
				s.given = nil // every chain dead is no choice to begin with
			}
		}
		area := size[0] * size[1]
		switch r.IntN(3) {
		case 0:
			s.want.low = int32(r.IntN(2*area+1) - area)
			s.want.high = s.want.low
		case 1:
			s.want = target{low: 1, high: 1 << 20}
			if r.IntN(2) == 0 {
				s.want = target{low: -1 << 20, high: -1}
			}
		case 2:
			set := []int32{}
			for b := range blocks {
				if s.mayDie[b] && r.IntN(2) == 0 {
					set = append(set, int32(b))
				}
			}
			want := literalCount(blocks, at, size[0], size[1], set, s.count)
			if r.IntN(4) == 0 {
				want.black++
			}
			s.want = target{low: want.margin(), high: want.margin(), totals: &want}
		}
		got, how, _ := s.smallest()
		want := bestByEnumeration(s, at, size[0], size[1])
		if want != nil {
			answered++
		}
		if (how == found) != (want != nil) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%d×%d, %v, counting %d, meaning %d, target %+v, given %v, may die %v: found %v (%d), enumeration %v",
				size[0], size[1], at, s.count, s.meaning, s.want, s.given, s.mayDie, got, how, want)
		}
	}
	t.Logf("%d of %d questions have an answer", answered, asked)
}
