package matching

import (
	"fmt"
	"slices"
)

// Check verifies that m is a matching of the graph and that its certificate proves it optimal. It shares nothing with
// the search but the definition of the dual problem. A nil error is a proof.
//
// For an edge uv let slack be dual(u) + dual(v) + 2·(duals of the blossoms holding both) − 2·weight. No slack may be
// negative, matched edges have slack 0, a blossom with a positive dual is matched inside as fully as an odd set can be,
// and the vertices left single have the least dual of all: 0 for [AnySize], where no dual is negative. Summing over any
// other matching (of the same size, for [MaximumCardinality]) shows that it weighs no more.
func (m *Matching) Check(n int, edges []WideEdge, cardinality Cardinality) error {
	return m.check(n, listed(n, edges), cardinality)
}

// CheckGraph is [Matching.Check] for a graph that is asked for its edges, all of them.
func (m *Matching) CheckGraph(g Graph, cardinality Cardinality) error {
	return m.check(g.Len(), askedOf(g), cardinality)
}

func (m *Matching) check(n int, edges source, cardinality Cardinality) error {
	if len(m.Mate) != n || len(m.Certificate.Vertex) != n {
		return fmt.Errorf("matching: %d mates and %d duals for %d vertices", len(m.Mate), len(m.Certificate.Vertex), n)
	}
	for v, w := range m.Mate {
		if w != -1 && (w < 0 || w >= n || w == v || m.Mate[w] != v) {
			return fmt.Errorf("matching: vertex %d has mate %d, which does not return it", v, w)
		}
	}
	holding, err := m.checkBlossoms(n)
	if err != nil {
		return err
	}
	if err := m.checkEdges(n, edges, holding); err != nil {
		return err
	}
	if err := m.checkSingles(cardinality); err != nil {
		return err
	}
	if cardinality == MaximumCardinality && slices.Contains(m.Mate, -1) {
		return m.checkBarrier(edges.neighbours(n))
	}
	return nil
}

// checkBlossoms gives, for each vertex, the blossoms holding it in ascending order.
func (m *Matching) checkBlossoms(n int) (holding [][]int, err error) {
	holding = make([][]int, n)
	for i, b := range m.Certificate.Blossoms {
		inside := make(map[int]bool, len(b.Vertices))
		for _, v := range b.Vertices {
			if v < 0 || v >= n || inside[v] {
				return nil, fmt.Errorf("matching: blossom %d lists vertex %d wrongly", i, v)
			}
			inside[v] = true
			holding[v] = append(holding[v], i)
		}
		matched := 0
		for v := range inside {
			if w := m.Mate[v]; w != -1 && inside[w] {
				matched++
			}
		}
		if len(b.Vertices)%2 == 0 || matched != len(b.Vertices)-1 || b.Dual.Sign() < 0 {
			return nil, fmt.Errorf("matching: blossom %d of %d vertices has %d matched inside and dual sign %d",
				i, len(b.Vertices), matched, b.Dual.Sign())
		}
	}
	return holding, nil
}

func (m *Matching) checkEdges(n int, edges source, holding [][]int) error {
	tight := make([]bool, n)
	var err error
	edges(nil, func(u, v int32, w Weight) {
		slack := m.Certificate.Vertex[u].Add(m.Certificate.Vertex[v]).Sub(w).Sub(w)
		if matched := m.Mate[u] == int(v); matched || slack.Sign() < 0 {
			shared := m.sharedDual(holding[u], holding[v])
			slack = slack.Add(shared).Add(shared)
			if matched && slack.Sign() == 0 {
				tight[u], tight[v] = true, true
			}
		}
		if slack.Sign() < 0 && err == nil {
			err = fmt.Errorf("matching: edge %d–%d has negative slack", u, v)
		}
	})
	for v, w := range m.Mate {
		if w != -1 && !tight[v] && err == nil {
			err = fmt.Errorf("matching: no edge %d–%d is tight", v, w)
		}
	}
	return err
}

// sharedDual sums the duals of the blossoms in both of two ascending lists.
func (m *Matching) sharedDual(a, b []int) Weight {
	var sum Weight
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			sum = sum.Add(m.Certificate.Blossoms[a[0]].Dual)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

func (m *Matching) checkSingles(cardinality Cardinality) error {
	for v, w := range m.Mate {
		dual := m.Certificate.Vertex[v]
		if cardinality == AnySize && (dual.Sign() < 0 || w == -1 && dual.Sign() != 0) {
			return fmt.Errorf("matching: vertex %d with mate %d has a dual of sign %d", v, w, dual.Sign())
		}
		if w != -1 {
			continue
		}
		for u, other := range m.Certificate.Vertex {
			if other.Cmp(dual) < 0 {
				return fmt.Errorf("matching: single vertex %d has a greater dual than vertex %d", v, u)
			}
		}
	}
	return nil
}

// checkBarrier counts the odd pieces that the graph falls into without the barrier. Each needs a barrier vertex of its
// own to be matched completely.
func (m *Matching) checkBarrier(next [][]int32) error {
	pieces, singles := m.oddPieces(next), len(m.Mate)-2*m.Size()
	if len(pieces)-len(m.Certificate.Barrier) != singles {
		return fmt.Errorf("matching: %d vertices single, but %d odd pieces and a barrier of %d",
			singles, len(pieces), len(m.Certificate.Barrier))
	}
	return nil
}

// OddPieces gives the connected pieces of odd size that are left of the graph without the certificate's barrier,
// each with its least vertex first. When vertices had to stay single, these pieces and the barrier say why.
func (m *Matching) OddPieces(g Graph) [][]int { return m.oddPieces(askedOf(g).neighbours(g.Len())) }

func (m *Matching) oddPieces(next [][]int32) [][]int {
	seen := make([]bool, len(next))
	for _, v := range m.Certificate.Barrier {
		seen[v] = true
	}
	var odd [][]int
	for v := range next {
		if seen[v] {
			continue
		}
		seen[v] = true
		piece := []int{v}
		for at := 0; at < len(piece); at++ {
			for _, w := range next[piece[at]] {
				if !seen[w] {
					seen[w] = true
					piece = append(piece, int(w))
				}
			}
		}
		if len(piece)%2 == 1 {
			odd = append(odd, piece)
		}
	}
	return odd
}
