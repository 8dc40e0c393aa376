package matching

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const largest = 10000 // vertices a draw may have

// full is a packing that takes all the bits there are in a graph of the largest size.
func full(t *testing.T) (*Packing, []Level) {
	t.Helper()
	levels := slices.Repeat([]Level{{Most: math.MaxInt64 / largest, Sum: math.MaxInt64 / largest * (largest / 2)}}, 4)
	p, err := NewPacking(levels)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewPacking(append(levels, Level{Most: 1, Sum: 1})); err == nil {
		t.Fatal("the packing is not full")
	}
	return p, levels
}

// In a ring of 10,000 vertices there are two complete matchings. One costs one unit of one level, the other the most
// there can be of every lower level on every edge. The lower levels must not add up to the unit, nor be lost.
func TestLevelsDoNotInterfereAtMostVertices(t *testing.T) {
	p, levels := full(t)
	for unit := range levels {
		for _, sign := range []int64{1, -1} {
			edges := make([]WideEdge, largest)
			for v := range largest {
				one := make([]int64, len(levels))
				switch {
				case v == 0:
					one[unit] = 1
				case v%2 == 1:
					for lower := unit + 1; lower < len(levels); lower++ {
						one[lower] = levels[lower].Most
					}
				}
				w := p.Pack(one)
				if sign < 0 {
					w = w.Neg()
				}
				edges[v] = WideEdge{v, (v + 1) % largest, w}
			}
			s := newSolver(largest, edges, MaximumCardinality)
			m := s.Solve()
			if err := m.Check(largest, edges, MaximumCardinality); err != nil {
				t.Fatal(err)
			}
			if m.Mate[0] == 1 {
				s.Force(1, 2)
			} else {
				s.Force(0, 1)
			}
			if forced := s.Solve(); forced.Mate[0] == m.Mate[0] || !forced.Complete() {
				t.Errorf("level %d, sign %d: forcing an edge left 0 with %d", unit, sign, forced.Mate[0])
			}
			if takesUnit := m.Mate[0] == 1; takesUnit != (sign > 0) {
				t.Errorf("level %d, sign %d: the unit is taken: %v", unit, sign, takesUnit)
			}
		}
	}
}

// 2,500 groups of four, whose best pairs are known one by one, are joined by edges that cost too much. The sums take
// all the bits of a weight.
func TestWeightsDoNotOverflowAtMostVertices(t *testing.T) {
	p, levels := full(t)
	r := rand.New(rand.NewPCG(16, 17))
	for _, sign := range []int64{1, -1} {
		var edges []WideEdge
		add := func(u, v int, one []int64) {
			w := p.Pack(one)
			if sign < 0 {
				w = w.Neg()
			}
			edges = append(edges, WideEdge{u, v, w})
		}
		want := make([]int64, len(levels))
		for first := 0; first < largest; first += 4 {
			var best []int64
			for _, pairs := range [3][2][2]int{{{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {{0, 3}, {1, 2}}} {
				total := make([]int64, len(levels))
				for _, pair := range pairs {
					one := randomLevels(r, levels, sign)
					for i, v := range one {
						total[i] += v
					}
					add(first+pair[0], first+pair[1], one)
				}
				if best == nil || slices.Compare(total, best)*int(sign) > 0 {
					best = total
				}
			}
			for i, v := range best {
				want[i] += v
			}
		}
		worst := make([]int64, len(levels)) // nothing gained, or the most there is to pay
		if sign < 0 {
			for i, l := range levels {
				worst[i] = l.Most
			}
		}
		for range 3 * largest {
			if u, v := r.IntN(largest), r.IntN(largest); u/4 != v/4 {
				add(u, v, worst)
			}
		}
		for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
			if sign < 0 && cardinality == AnySize {
				continue // nothing is best
			}
			m := Solve(largest, edges, cardinality)
			if err := m.Check(largest, edges, cardinality); err != nil {
				t.Fatal(err)
			}
			if got := total(p, m, edges, sign); !slices.Equal(got, want) {
				t.Errorf("cardinality %d, sign %d: levels %v, want %v", cardinality, sign, got, want)
			}
		}
	}
}

// randomLevels has a first level in the half that is better than the worst.
func randomLevels(r *rand.Rand, levels []Level, sign int64) []int64 {
	one := make([]int64, len(levels))
	for i, l := range levels {
		switch r.IntN(4) {
		case 0:
			one[i] = l.Most
		case 1:
			one[i] = l.Most - r.Int64N(2)
		default:
			one[i] = r.Int64N(l.Most + 1)
		}
	}
	one[0] = r.Int64N(2)
	if sign > 0 {
		one[0] = levels[0].Most - r.Int64N(2)
	}
	return one
}

// total sums a matching of the largest size by levels, adding up in plain integers. There are no parallel edges
// within a group.
func total(p *Packing, m *Matching, edges []WideEdge, sign int64) []int64 {
	sum := make([]int64, len(p.levels))
	for _, e := range edges {
		if m.Mate[e.U] != e.V || e.U/4 != e.V/4 {
			continue
		}
		w := e.Weight
		if sign < 0 {
			w = w.Neg()
		}
		for i, v := range p.Unpack(w) {
			sum[i] += v
		}
	}
	return sum
}
