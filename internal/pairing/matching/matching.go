package matching

// Cardinality says whether a matching must first be as large as possible.
type Cardinality int

// The two kinds of matching.
const (
	AnySize            Cardinality = iota // the heaviest of all matchings
	MaximumCardinality                    // the heaviest of those with the most edges
)

// WideEdge joins two vertices with a [Weight] of either sign.
type WideEdge struct {
	U, V   int
	Weight Weight
}

// Graph gives the edges of a graph when asked, always the same ones, so that a large graph need not be stored.
type Graph interface {
	// Len is the number of vertices: they are 0 … Len() − 1.
	Len() int

	// Edge gives the weight of the edge between two vertices, u < v. It gives false when there is none; and it may give
	// false when the edge weighs less than least, as soon as it can tell.
	Edge(u, v int, least Weight) (weight Weight, ok bool)

	// Group is the number of the group a vertex is in. Weights should depend on the groups before anything else and be
	// less the further the groups are apart; then the search begins with better candidates. The answer does not depend
	// on it.
	Group(v int) int
}

// Matching is an answer with its proof.
type Matching struct {
	Mate        []int // mate of each vertex, or −1
	Certificate Certificate
}

// Size is the number of edges in the matching.
func (m *Matching) Size() int {
	size := 0
	for v, w := range m.Mate {
		if v < w {
			size++
		}
	}
	return size
}

// Complete reports whether every vertex has a mate.
func (m *Matching) Complete() bool { return 2*m.Size() == len(m.Mate) }

// Certificate is a solution of the dual problem that no matching of greater weight can get past. In the units of the
// search every weight counts double, which keeps all duals whole.
type Certificate struct {
	Vertex   []Weight  // dual of each vertex
	Blossoms []Blossom // odd sets with their duals

	// Barrier proves that no matching is larger, for [MaximumCardinality]: without these vertices the graph falls into
	// so many pieces of odd size that at least the vertices left single must be left single. Of all such sets it is the
	// one of Gallai and Edmonds: the vertices that every matching of this size takes and that have an edge to one that
	// some such matching leaves single. It does not depend on the weights.
	Barrier []int
}

// Blossom is an odd set of vertices of which at most half can be matched to each other.
type Blossom struct {
	Vertices []int
	Dual     Weight
}

// source visits the edges of a graph, always in the same order, all those from one vertex u after another. It may pass
// over edges that weigh less than least says. Where least is nil it visits all.
type source func(least func(u, v int32) Weight, visit func(u, v int32, w Weight))

func listed(n int, edges []WideEdge) source {
	count := make([]int, n+1)
	for i := range edges {
		count[edges[i].U+1]++
	}
	for v := range n {
		count[v+1] += count[v]
	}
	order := make([]int32, len(edges))
	for i := range edges {
		u := edges[i].U
		order[count[u]] = int32(i)
		count[u]++
	}
	return func(_ func(u, v int32) Weight, visit func(u, v int32, w Weight)) {
		for _, i := range order {
			if e := &edges[i]; e.U != e.V {
				visit(int32(e.U), int32(e.V), e.Weight)
			}
		}
	}
}

func askedOf(g Graph) source {
	return func(least func(u, v int32) Weight, visit func(u, v int32, w Weight)) {
		if least == nil {
			least = func(u, v int32) Weight { return Lowest }
		}
		n := g.Len()
		for u := range n {
			for v := u + 1; v < n; v++ {
				if w, ok := g.Edge(u, v, least(int32(u), int32(v))); ok {
					visit(int32(u), int32(v), w)
				}
			}
		}
	}
}

// neighbours gives for each vertex those it has an edge to.
func (each source) neighbours(n int) [][]int32 {
	next := make([][]int32, n)
	each(nil, func(u, v int32, _ Weight) {
		next[u] = append(next[u], v)
		next[v] = append(next[v], u)
	})
	return next
}
