package matching

const none = int32(-1)

// label is what a top node is in the tree that is being grown.
type label uint8

const (
	loose label = iota // not in the tree
	outer              // S: reached from the root by an alternating path of even length, or the root itself
	inner              // T: reached by one of odd length
)

// arc is an edge seen from one of its ends.
type arc struct {
	twice Weight // 2·weight
	to    int32
}

// link is an edge between two nodes, from a vertex of the one to a vertex of the other.
type link struct {
	from, to int32
}

func (l link) reversed() link { return link{l.to, l.from} }

// phase is what the search works towards.
type phase uint8

// In the first phase an odd cycle may be matched all around, with one half of each of its edges. That needs no
// blossoms, and its duals are close to those of the second phase, in which every edge is taken whole or not at all.
const (
	halves phase = iota
	wholes
)

// search holds a matching with its duals. Vertices are 0 … n−1, blossoms n … 2n−1; "node" is either, and a top node is
// one that is in no blossom.
//
// Between two searches from single vertices the following holds. For an edge uv let slack be dual(u) + dual(v) +
// 2·(duals of the blossoms holding both) − 2·weight. No dual and no slack is negative; the edges that are matched,
// whole or by halves, and the joins of blossoms have slack 0. The matching is the heaviest once every single vertex
// has dual 0.
//
// While a tree is grown the duals of its nodes change all the time, so they are kept relative to delta, the total
// change since the search began. Of an outer top node the true dual of each vertex is dual − delta, its own dual +
// delta. Of an inner one it is dual + (delta − since) for each vertex and dual − (delta − since) for its own. All
// duals and weights in one tree are of the same parity, for its edges have slack 0; so halves of sums there are whole.
type search struct {
	n     int
	phase phase
	arcs  [][]arc // of each vertex, the candidates
	mate  []int32 // of each vertex; none when it is single or matched by halves
	cycle []int32 // of each vertex matched by halves, the next one around its cycle; otherwise none
	dual  []Weight

	parent   []int32 // the blossom each node is a child of
	hint     []int32 // of each vertex, a node that holds it; see topOf
	base     []int32 // of each node, its vertex that is single or matched outside; none for an unused blossom
	children [][]int32
	joins    [][]link // joins[i] leads from children[i] to children[i+1]; the first child holds the base
	spare    []int32  // unused blossoms

	delta Weight
	tree  []int32 // nodes labelled in this search; some may have become part of another since
	label []label // of each top node
	entry []link  // of an inner node, the edge of the tree that leads to it
	since []Weight
	next  events
	best  []Weight // of a loose vertex, when the first of its edges to the tree becomes tight …
	known []int    // … if this is the number of this search
	turn  int      // number of this search
	end   ending

	mark  []int // of each node, for finding where two paths meet
	marks int
	pile  []int32 // working space for vertices of nodes
}

func newSearch(n int) *search {
	s := &search{
		n: n, arcs: make([][]arc, n), mate: make([]int32, n), cycle: make([]int32, n), dual: make([]Weight, 2*n),
		parent: make([]int32, 2*n), hint: make([]int32, n), base: make([]int32, 2*n),
		children: make([][]int32, 2*n), joins: make([][]link, 2*n),
		label: make([]label, 2*n), entry: make([]link, 2*n), since: make([]Weight, 2*n),
		best: make([]Weight, n), known: make([]int, n), mark: make([]int, 2*n),
	}
	for b := range int32(2 * n) {
		s.parent[b], s.base[b] = none, none
		if !s.isBlossom(b) {
			s.base[b], s.hint[b], s.mate[b], s.cycle[b] = b, b, none, none
		}
	}
	for b := int32(2*n) - 1; s.isBlossom(b); b-- {
		s.spare = append(s.spare, b)
	}
	return s
}

// join adds an edge to the candidates.
func (s *search) join(u, v int32, twice Weight) {
	s.arcs[u] = append(s.arcs[u], arc{twice: twice, to: v})
	s.arcs[v] = append(s.arcs[v], arc{twice: twice, to: u})
}

func (s *search) isBlossom(node int32) bool { return node >= int32(s.n) }

// topOf gives the top node that holds a vertex.
func (s *search) topOf(v int32) int32 {
	b := s.hint[v]
	if s.parent[b] == none {
		return b
	}
	for s.parent[b] != none {
		b = s.parent[b]
	}
	s.hint[v] = b
	return b
}

// leaves appends the vertices of a node.
func (s *search) leaves(list []int32, node int32) []int32 {
	if !s.isBlossom(node) {
		return append(list, node)
	}
	for _, c := range s.children[node] {
		list = s.leaves(list, c)
	}
	return list
}

// each calls visit for every vertex of a node.
func (s *search) each(node int32, visit func(v int32)) {
	if !s.isBlossom(node) {
		visit(node)
		return
	}
	from := len(s.pile)
	s.pile = s.leaves(s.pile, node)
	for _, v := range s.pile[from:] {
		visit(v)
	}
	s.pile = s.pile[:from]
}

// shift adds to the dual of every vertex of a node.
func (s *search) shift(node int32, by Weight) {
	s.each(node, func(v int32) { s.dual[v] = s.dual[v].Add(by) })
}

// slack is what an edge lacks to being tight, between searches.
func (s *search) slack(u, v int32, twice Weight) Weight {
	slack := s.dual[u].Add(s.dual[v]).Sub(twice)
	if s.topOf(u) != s.topOf(v) {
		return slack
	}
	s.marks++
	for b := s.parent[u]; b != none; b = s.parent[b] {
		s.mark[b] = s.marks
	}
	for b := s.parent[v]; b != none; b = s.parent[b] {
		if s.mark[b] == s.marks {
			slack = slack.Add(s.dual[b]).Add(s.dual[b])
		}
	}
	return slack
}

func (s *search) match(u, v int32) { s.mate[u], s.mate[v] = v, u }

// isFree reports whether a vertex is neither matched nor in a cycle matched by halves.
func (s *search) isFree(v int32) bool { return s.mate[v] == none && s.cycle[v] == none }

// part makes a vertex free, and its mate if it has one.
func (s *search) part(v int32) {
	s.openCycle(v)
	if m := s.mate[v]; m != none {
		s.mate[v], s.mate[m] = none, none
	}
}

// jumpStart gives every vertex the least dual that its edges allow, one after the other, and matches those that have a
// tight edge to a free vertex.
func (s *search) jumpStart() {
	for v := range int32(s.n) {
		for i := range s.arcs[v] {
			if weight := s.arcs[v][i].twice.Half(); s.dual[v].Less(weight) {
				s.dual[v] = weight
			}
		}
	}
	for v := range int32(s.n) {
		if s.isFree(v) {
			s.lower(v)
		}
	}
}

// lower gives a free vertex the least dual its edges allow, and a mate if one of the edges that are tight then leads to
// a free vertex. There are no blossoms yet.
func (s *search) lower(v int32) {
	least, mate := Weight{}, none
	for i := range s.arcs[v] {
		a := &s.arcs[v][i]
		need := a.twice.Sub(s.dual[a.to])
		if need.Less(least) {
			continue
		}
		if need != least {
			least, mate = need, none
		}
		if mate == none && s.isFree(a.to) {
			mate = a.to
		}
	}
	s.dual[v] = least
	if mate != none {
		s.match(v, mate)
	}
}

// run finds the heaviest matching of the candidates, from the one there is.
func (s *search) run() {
	for v := range int32(s.n) {
		if s.isFree(v) && s.dual[v].Sign() > 0 {
			s.grow(v)
		}
	}
}
