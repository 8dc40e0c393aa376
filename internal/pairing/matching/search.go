package matching

// label is what a vertex or a top-level blossom is in the alternating forest of the current stage.
type label int8

const (
	unlabelled label = iota
	outer            // S: reached by an alternating path of even length from a single vertex, or single itself
	inner            // T: reached by one of odd length
	visited          // outer, with a mark on it while two paths are traced back to where they meet
)

const none = int32(-1)

// search holds the state of the primal-dual method. Vertices are 0 … n−1, blossoms n … 2n−1; "node" is either. A half-edge
// h is edge h/2 seen from one end: head(h) is the vertex it points to, h^1 the same edge seen from the other end.
type search struct {
	n     int
	edges []WideEdge
	twice []Weight  // 2·weight of each edge
	out   [][]int32 // half-edges leading away from each vertex
	mate  []int32   // half-edge leading from a vertex to its mate

	top      []int32   // outermost blossom holding each vertex, or the vertex itself
	parent   []int32   // of each node
	base     []int32   // of each node: its vertex that is matched outside or single; none for an unused blossom
	children [][]int32 // of each blossom, in order around it, the one with the base first
	joins    [][]int32 // half-edge joins[i] leads from children[i] to children[i+1]
	spare    []int32   // unused blossoms

	label    []label   // of each node; inside an inner blossom also of vertices reached by tight edges
	entry    []int32   // half-edge a node was labelled through, pointing back to where it came from
	best     []int32   // edge of least slack to an outer node: of an unlabelled vertex, and of each outer top node
	bestList [][]int32 // for an outer blossom, its edges of least slack to each other outer node; nil when not known
	dual     []Weight  // of each node
	tight    []bool    // edges known to have slack 0 in this stage
	queue    []int32   // outer vertices still to be scanned
	bestTo   []int32   // working space of joinBestEdges
}

func newSearch(n int, edges []WideEdge) *search {
	s := &search{
		n: n, edges: edges, twice: make([]Weight, len(edges)), out: make([][]int32, n), mate: make([]int32, n),
		top: make([]int32, n), parent: make([]int32, 2*n), base: make([]int32, 2*n),
		children: make([][]int32, 2*n), joins: make([][]int32, 2*n), spare: make([]int32, 0, n),
		label: make([]label, 2*n), entry: make([]int32, 2*n), best: make([]int32, 2*n),
		bestList: make([][]int32, 2*n), dual: make([]Weight, 2*n), tight: make([]bool, len(edges)),
		bestTo: make([]int32, 2*n),
	}
	var heaviest Weight
	degree := make([]int, n)
	for k, e := range edges {
		s.twice[k] = e.Weight.Add(e.Weight)
		if e.Weight.Cmp(heaviest) > 0 {
			heaviest = e.Weight
		}
		degree[e.U]++
		degree[e.V]++
	}
	for v := range n {
		s.mate[v], s.top[v] = none, int32(v)
		s.out[v] = make([]int32, 0, degree[v])
		s.dual[v] = heaviest
	}
	for k, e := range edges {
		s.out[e.U] = append(s.out[e.U], int32(2*k+1))
		s.out[e.V] = append(s.out[e.V], int32(2*k))
	}
	for b := range 2 * n {
		s.parent[b], s.base[b], s.bestTo[b] = none, none, none
		if b < n {
			s.base[b] = int32(b)
		} else {
			s.spare = append(s.spare, int32(b))
		}
	}
	return s
}

func (s *search) head(h int32) int32 {
	if h&1 == 0 {
		return int32(s.edges[h>>1].U)
	}
	return int32(s.edges[h>>1].V)
}

// slack is what an edge between different top nodes lacks to being tight; it is never negative.
func (s *search) slack(k int32) Weight {
	e := &s.edges[k]
	return s.dual[e.U].Add(s.dual[e.V]).Sub(s.twice[k])
}

// leaves calls visit for every vertex of a node.
func (s *search) leaves(node int32, visit func(v int32)) {
	if node < int32(s.n) {
		visit(node)
		return
	}
	for _, c := range s.children[node] {
		s.leaves(c, visit)
	}
}

// stage grows a forest from all single vertices until an augmenting path enlarges the matching, and reports whether one
// did. If not, the matching is final.
func (s *search) stage(cardinality Cardinality) bool {
	s.startStage()
	for {
		if s.scanQueue() {
			return true
		}
		step := s.nextStep(cardinality)
		s.adjustDuals(step.delta)
		switch step.kind {
		case stepDone:
			return false
		case stepGrow, stepJoin:
			s.tight[step.edge] = true
			e := s.edges[step.edge]
			if from := int32(e.U); s.label[s.top[from]] == outer {
				s.queue = append(s.queue, from)
			} else {
				s.queue = append(s.queue, int32(e.V))
			}
		case stepExpand:
			s.expandInner(step.blossom)
		}
	}
}

func (s *search) startStage() {
	clear(s.label)
	clear(s.tight)
	s.queue = s.queue[:0]
	for i := range s.best {
		s.best[i], s.bestList[i] = none, nil
	}
	for v := range int32(s.n) {
		if s.mate[v] == none && s.label[s.top[v]] == unlabelled {
			s.setLabel(v, outer, none)
		}
	}
}

// scanQueue follows the tight edges of outer vertices and reports whether it augmented the matching.
func (s *search) scanQueue() bool {
	for len(s.queue) > 0 {
		v := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		for _, h := range s.out[v] {
			if s.scanEdge(v, h) {
				return true
			}
		}
	}
	return false
}

// scanEdge looks at one edge out of an outer vertex and reports whether it completed an augmenting path.
func (s *search) scanEdge(v, h int32) bool {
	k, w := h>>1, s.head(h)
	bv, bw := s.top[v], s.top[w]
	if bv == bw {
		return false
	}
	if !s.tight[k] {
		slack := s.slack(k)
		if slack.Sign() > 0 {
			switch {
			case s.label[bw] == outer:
				s.offerBest(bv, k, slack)
			case s.label[w] == unlabelled:
				s.offerBest(w, k, slack)
			}
			return false
		}
		s.tight[k] = true
	}
	switch {
	case s.label[bw] == unlabelled:
		s.setLabel(w, inner, h^1)
	case s.label[bw] == outer:
		if base := s.meet(v, w); base != none {
			s.shrink(base, k)
		} else {
			s.augment(k)
			return true
		}
	case s.label[w] == unlabelled:
		// w is inside an inner blossom: note how it is reached, for the case that the blossom is expanded.
		s.label[w], s.entry[w] = inner, h^1
	}
	return false
}

func (s *search) offerBest(node, k int32, slack Weight) {
	if s.best[node] == none || slack.Cmp(s.slack(s.best[node])) < 0 {
		s.best[node] = k
	}
}

// setLabel labels the top node of w, which was reached through half-edge back, and with an inner node also its mate.
func (s *search) setLabel(w int32, l label, back int32) {
	for {
		b := s.top[w]
		s.label[w], s.label[b] = l, l
		s.entry[w], s.entry[b] = back, back
		s.best[w], s.best[b] = none, none
		if l == outer {
			s.leaves(b, func(v int32) { s.queue = append(s.queue, v) })
			return
		}
		m := s.mate[s.base[b]]
		w, l, back = s.head(m), outer, m^1
	}
}

// meet traces the paths from outer vertices v and w back to their roots and gives the base of the first node on both,
// or none when the roots differ.
func (s *search) meet(v, w int32) int32 {
	var path []int32
	base := none
	for v != none || w != none {
		if v == none {
			v, w = w, v
		}
		b := s.top[v]
		if s.label[b] == visited {
			base = s.base[b]
			break
		}
		path = append(path, b)
		s.label[b] = visited
		if s.entry[b] == none {
			v = none
		} else {
			t := s.top[s.head(s.entry[b])] // the inner node before b
			v = s.head(s.entry[t])
		}
		v, w = w, v
	}
	for _, b := range path {
		s.label[b] = outer
	}
	return base
}
