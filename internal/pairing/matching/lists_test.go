package matching

import "fmt"

// Edge joins two vertices with a plain weight of either sign.
type Edge struct {
	U, V   int
	Weight int64
}

// MaxWeight finds a matching of greatest weight among vertices 0 … n−1 and gives the mate of each vertex, or −1. Of
// parallel edges the heaviest counts; an edge from a vertex to itself can be in no matching and is passed over. It
// panics on an edge outside the graph.
func MaxWeight(n int, edges []Edge, cardinality Cardinality) []int {
	wide := make([]WideEdge, len(edges))
	for i, e := range edges {
		wide[i] = WideEdge{U: e.U, V: e.V, Weight: Int(e.Weight)}
	}
	return Solve(n, wide, cardinality).Mate
}

// Solve finds a matching of greatest weight, like [MaxWeight], with its certificate. The sum of the weights over any
// matching must be less than 2²⁴⁸ either way, as those of a [Packing] are. It panics on an edge outside the graph.
func Solve(n int, edges []WideEdge, cardinality Cardinality) *Matching {
	for i, e := range edges {
		if e.U < 0 || e.U >= n || e.V < 0 || e.V >= n {
			panic(fmt.Sprintf("matching: edge %d joins %d and %d in a graph of %d vertices", i, e.U, e.V, n))
		}
	}
	return newSolver(n, edges, cardinality).Solve()
}

func newSolver(n int, edges []WideEdge, cardinality Cardinality) *Solver {
	oneGroup := func(int32) int { return 0 }
	return &Solver{n: n, edges: listed(n, edges), group: oneGroup, cardinality: cardinality, quota: usual}
}

// Int gives a plain integer as a Weight.
func Int(v int64) Weight {
	sign := uint64(v >> 63)
	return Weight{sign, sign, sign, uint64(v)}
}
