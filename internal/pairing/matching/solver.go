package matching

// quota is how many candidates each vertex brings in.
type quota struct {
	near   int // to begin with, the heaviest of its edges within its group
	far    int // … those to the groups before it, and as many to those after it
	chance int // … and on average some by chance
	more   int // at each pricing, the edges that the duals cover least
}

// usual was found by trying. Candidates by chance tell the search how much a vertex is worth where the heaviest edges
// of all vertices lead to the same few.
var usual = quota{near: 8, far: 3, chance: 8, more: 8}

var (
	// Lowest is less than the weight of any edge.
	Lowest = Weight{w3: 3 << 62}

	// beforeWeight and beforeAll are added to the weight of every edge, so that the number of edges comes first, and to
	// that of a forced pair, so that it comes before the number of edges. No matching weighs 2²⁴⁸ either way, so no
	// difference outweighs the first, and no difference with one edge less outweighs the second. As no dual of a vertex
	// or blossom exceeds twice the greatest weight, all sums the search forms stay within 255 bits.
	beforeWeight = Weight{w3: 1 << (249 - 192)}
	beforeAll    = Weight{w3: 1 << (250 - 192)}
)

// Solver finds the heaviest matching of a graph, and of the same graph with pairs forced on it, going on from the
// answer before.
type Solver struct {
	n           int
	edges       source
	group       func(v int32) int
	cardinality Cardinality
	quota       quota
	search      *search
	priced      int // edges added by pricing
	forced      []link
}

// NewSolver prepares to match a graph. The sum of the weights over any matching must be less than 2²⁴⁸ either way, as
// those of a [Packing] are.
func NewSolver(g Graph, cardinality Cardinality) *Solver {
	group := func(v int32) int { return g.Group(int(v)) }
	return &Solver{n: g.Len(), edges: askedOf(g), group: group, cardinality: cardinality, quota: usual}
}

// Force makes every further answer contain the edge between u and v, whatever that costs. There must be the edge, and
// no other forced one at its ends. Such an answer's certificate is for the graph in which the edge weighs 2²⁵⁰ more;
// it has no barrier.
func (s *Solver) Force(u, v int) { s.forced = append(s.forced, link{int32(u), int32(v)}) }

// Solve finds the matching of greatest weight, with its certificate.
func (s *Solver) Solve() *Matching {
	if s.search == nil {
		s.search = newSearch(s.n)
		s.findCandidates()
		s.search.jumpStart()
		s.cover()
		if s.search.openCycles() {
			s.cover()
		}
	} else {
		s.cover()
	}
	return s.result()
}

// cover finds the heaviest matching of the candidates and makes candidates of edges that its duals do not cover, until
// they cover all the edges of the graph.
func (s *Solver) cover() {
	s.search.run()
	for {
		found := s.price()
		if len(found) == 0 {
			return
		}
		s.priced += len(found)
		s.search.admit(found)
		s.search.run()
	}
}

// lift is what is added to the weight of an edge.
func (s *Solver) lift(u, v int32) Weight {
	var lift Weight
	if s.cardinality == MaximumCardinality {
		lift = beforeWeight
	}
	for _, f := range s.forced {
		if f == (link{u, v}) || f == (link{v, u}) {
			lift = lift.Add(beforeAll)
		}
	}
	return lift
}

// findCandidates gives the search the edges to begin with.
func (s *Solver) findCandidates() {
	lists := newCandidates(s)
	least := func(u, v int32) Weight {
		if lists.byChance(u, v) {
			return Lowest
		}
		return lists.least(u, v).Sub(s.lift(u, v))
	}
	s.edges(least, func(u, v int32, w Weight) {
		w = w.Add(s.lift(u, v))
		switch {
		case w.Sign() <= 0: // no heaviest matching needs it
		case lists.byChance(u, v):
			s.search.join(u, v, w.Add(w))
		default:
			lists.offer(u, v, w)
		}
	})
	lists.each(func(u, v int32, w Weight) { s.search.join(u, v, w.Add(w)) })
}

// price looks for edges that the duals do not cover and gives, for each vertex, those they cover least.
func (s *Solver) price() []uncovered {
	list := newShortlist(s.n, s.quota.more)
	h := s.search.held()
	least := func(u, v int32) Weight { return h.covered(u, v).Half().Sub(s.lift(u, v)) }
	s.edges(least, func(u, v int32, w Weight) {
		w = w.Add(s.lift(u, v))
		if over := w.Add(w).Sub(h.covered(u, v)); over.Sign() > 0 {
			list.offer(u, v, over)
			list.offer(v, u, over)
		}
	})
	var found []uncovered
	list.each(func(u, v int32, over Weight) {
		found = append(found, uncovered{link{u, v}, over.Add(h.covered(u, v))})
	})
	return found
}

// result gives the matching with the duals as its certificate.
func (s *Solver) result() *Matching {
	m := s.search.result()
	if s.cardinality == MaximumCardinality {
		// The same duals for edges that weigh what they weigh: a single vertex no longer has 0, but still the least.
		for v, dual := range m.Certificate.Vertex {
			m.Certificate.Vertex[v] = dual.Sub(beforeWeight)
		}
		if len(s.forced) == 0 && !m.Complete() {
			m.Certificate.Barrier = barrier(s.edges.neighbours(s.n), s.search.mate)
		}
	}
	return m
}

// result gives the matching with the duals of the search.
func (s *search) result() *Matching {
	m := &Matching{Mate: make([]int, s.n)}
	m.Certificate.Vertex = append([]Weight(nil), s.dual[:s.n]...)
	for v, mate := range s.mate {
		m.Mate[v] = int(mate)
	}
	for b := int32(s.n); b < int32(2*s.n); b++ {
		if s.base[b] == none || s.dual[b].Sign() == 0 {
			continue
		}
		blossom := Blossom{Dual: s.dual[b]}
		s.each(b, func(v int32) { blossom.Vertices = append(blossom.Vertices, int(v)) })
		m.Certificate.Blossoms = append(m.Certificate.Blossoms, blossom)
	}
	return m
}
