package matching

// stepKind is what a change of the duals makes possible.
type stepKind int

const (
	stepDone   stepKind = iota // nothing: the matching is final
	stepGrow                   // an edge from an outer to an unlabelled node becomes tight
	stepJoin                   // an edge between two outer nodes becomes tight
	stepExpand                 // the dual of an inner blossom becomes zero
)

type step struct {
	kind    stepKind
	delta   Weight
	edge    int32
	blossom int32
}

// nextStep finds the smallest change of the duals after which the search can go on.
func (s *search) nextStep(cardinality Cardinality) step {
	found := false
	var next step
	offer := func(candidate step) {
		if !found || candidate.delta.Cmp(next.delta) < 0 {
			found, next = true, candidate
		}
	}
	if cardinality == AnySize && s.n > 0 {
		// Single vertices have the least duals of all; at zero, leaving them single costs nothing.
		least := s.dual[0]
		for v := 1; v < s.n; v++ {
			if s.dual[v].Cmp(least) < 0 {
				least = s.dual[v]
			}
		}
		offer(step{kind: stepDone, delta: least})
	}
	for v := range int32(s.n) {
		if k := s.best[v]; k != none && s.label[s.top[v]] == unlabelled {
			offer(step{kind: stepGrow, delta: s.slack(k), edge: k})
		}
	}
	for b := range int32(2 * s.n) {
		if s.base[b] == none || s.parent[b] != none {
			continue
		}
		switch {
		case s.label[b] == outer && s.best[b] != none:
			offer(step{kind: stepJoin, delta: s.slack(s.best[b]).Half(), edge: s.best[b]})
		case s.label[b] == inner && b >= int32(s.n):
			offer(step{kind: stepExpand, delta: s.dual[b], blossom: b})
		}
	}
	return next
}

// adjustDuals lowers outer and raises inner vertices, and the opposite for blossoms, so that tight edges of the forest
// and inside blossoms stay tight.
func (s *search) adjustDuals(delta Weight) {
	if delta.Sign() == 0 {
		return
	}
	for v := range s.n {
		switch s.label[s.top[v]] {
		case outer:
			s.dual[v] = s.dual[v].Sub(delta)
		case inner:
			s.dual[v] = s.dual[v].Add(delta)
		}
	}
	for b := s.n; b < 2*s.n; b++ {
		if s.base[b] == none || s.parent[b] != none {
			continue
		}
		switch s.label[b] {
		case outer:
			s.dual[b] = s.dual[b].Add(delta)
		case inner:
			s.dual[b] = s.dual[b].Sub(delta)
		}
	}
}

// result gives the matching with the duals as its certificate.
func (s *search) result(cardinality Cardinality) *Matching {
	m := &Matching{Mate: make([]int, s.n)}
	m.Certificate.Vertex = append([]Weight(nil), s.dual[:s.n]...)
	for v := range s.n {
		m.Mate[v] = -1
		if s.mate[v] != none {
			m.Mate[v] = int(s.head(s.mate[v]))
		}
		if cardinality == MaximumCardinality && s.label[s.top[v]] == inner {
			m.Certificate.Barrier = append(m.Certificate.Barrier, v)
		}
	}
	for b := s.n; b < 2*s.n; b++ {
		if s.base[b] == none || s.dual[b].Sign() == 0 {
			continue
		}
		blossom := Blossom{Dual: s.dual[b]}
		s.leaves(int32(b), func(v int32) { blossom.Vertices = append(blossom.Vertices, int(v)) })
		m.Certificate.Blossoms = append(m.Certificate.Blossoms, blossom)
	}
	return m
}
