package matching

import "fmt"

// Cardinality says whether a matching must first be as large as possible.
type Cardinality int

// The two kinds of matching.
const (
	AnySize            Cardinality = iota // the heaviest of all matchings
	MaximumCardinality                    // the heaviest of those with the most edges
)

// Edge joins two different vertices with a plain weight of either sign.
type Edge struct {
	U, V   int
	Weight int64
}

// WideEdge joins two different vertices with a [Weight] of either sign.
type WideEdge struct {
	U, V   int
	Weight Weight
}

// MaxWeight finds a matching of greatest weight among vertices 0 … n−1 and gives the mate of each vertex, or −1. Of
// parallel edges the heaviest counts. It panics on an edge outside the graph or from a vertex to itself.
func MaxWeight(n int, edges []Edge, cardinality Cardinality) []int {
	wide := make([]WideEdge, len(edges))
	for i, e := range edges {
		wide[i] = WideEdge{U: e.U, V: e.V, Weight: Int(e.Weight)}
	}
	return Solve(n, wide, cardinality).Mate
}

// Matching is an answer with its proof.
type Matching struct {
	Mate        []int // mate of each vertex, or −1
	Certificate Certificate
}

// Certificate is a solution of the dual problem that no matching of greater weight can get past. In the units of the
// search every weight counts double, which keeps all duals whole.
type Certificate struct {
	Vertex   []Weight  // dual of each vertex
	Blossoms []Blossom // odd sets with their duals

	// Barrier proves that no matching is larger, for [MaximumCardinality]: without these vertices the graph falls into
	// so many pieces of odd size that at least the vertices left single must be left single.
	Barrier []int
}

// Blossom is an odd set of vertices of which at most half can be matched to each other.
type Blossom struct {
	Vertices []int
	Dual     Weight
}

// Solve finds a matching of greatest weight, like [MaxWeight], with its certificate. The sum of the weights over any
// matching must stay within 248 bits, as those of a [Packing] do. It panics on an edge outside the graph or from a
// vertex to itself.
func Solve(n int, edges []WideEdge, cardinality Cardinality) *Matching {
	for i, e := range edges {
		if e.U < 0 || e.U >= n || e.V < 0 || e.V >= n || e.U == e.V {
			panic(fmt.Sprintf("matching: edge %d joins %d and %d in a graph of %d vertices", i, e.U, e.V, n))
		}
	}
	s := newSearch(n, edges)
	for s.stage(cardinality) {
		s.expandSpent()
	}
	return s.result(cardinality)
}
