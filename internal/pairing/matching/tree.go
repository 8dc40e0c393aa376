package matching

// ending is the earliest known way in which a search can end.
type ending struct {
	kind ends
	at   Weight
	link // from an outer vertex
}

type ends uint8

const (
	nowhere  ends = iota
	atFree        // the link leads to a vertex that is free or matched by halves, and can be matched
	atZero        // the dual of the outer vertex becomes zero, so that it may stay free instead of the root
	atItself      // in the phase of halves, the link closes an odd cycle
)

// grow searches from a free vertex until it has a mate, or may stay free, or another vertex may in its place. This is
// one tree of the primal-dual method, with only its own duals changing.
func (s *search) grow(root int32) {
	s.turn++
	s.delta = Weight{}
	s.next.clear()
	s.tree = s.tree[:0]
	s.end = ending{}
	s.makeOuter(s.topOf(root))
	for s.step() {
	}
	s.delta = s.end.at
	switch from, to := s.end.from, s.end.to; s.end.kind {
	case atFree:
		s.openCycle(to)
		s.rebase(s.topOf(to), to)
		s.flip(from)
		s.match(from, to)
	case atZero:
		s.flip(from)
	case atItself:
		s.closeCycle(s.end.link)
	}
	s.settle()
}

// step lets the next event before the end happen, and reports whether there was one.
func (s *search) step() bool {
	e, ok := s.next.pop(s.end.at)
	if !ok {
		return false
	}
	s.delta = e.at
	if e.arc == none {
		if b := e.node; s.parent[b] == none && s.label[b] == inner && s.dual[b].Add(s.since[b]) == s.delta {
			s.expand(b)
		}
		return true
	}
	a := &s.arcs[e.node][e.arc]
	u, v := e.node, a.to
	if s.label[s.topOf(u)] != outer {
		u, v = v, u
	}
	bu, bv := s.topOf(u), s.topOf(v)
	if bu == bv || s.label[bu] != outer {
		return true
	}
	// What was known when the event was foreseen may have changed; then another one has been foreseen instead.
	sum := s.dual[u].Add(s.dual[v]).Sub(a.twice)
	switch {
	case s.label[bv] == loose && sum == s.delta:
		s.setInner(bv, link{u, v})
		s.makeOuter(s.topOf(s.mate[s.base[bv]]))
	case s.label[bv] == outer && sum == s.delta.Add(s.delta) && s.phase == wholes:
		s.shrink(link{u, v})
	}
	return true
}

// foresee notes an event unless the search will have ended by then.
func (s *search) foresee(e event) {
	switch {
	case e.at == s.delta:
		s.next.now = append(s.next.now, e)
	case e.at.Less(s.end.at):
		s.next.push(e)
	}
}

// foreseeEnd notes a way for the search to end. At equal times the one found first stays.
func (s *search) foreseeEnd(kind ends, at Weight, l link) {
	if s.end.kind == nowhere || at.Less(s.end.at) {
		s.end = ending{kind, at, l}
	}
}

// makeOuter takes a loose node into the tree, as root or as mate of an inner node.
func (s *search) makeOuter(b int32) {
	s.label[b] = outer
	s.tree = append(s.tree, b)
	if s.isBlossom(b) {
		s.dual[b] = s.dual[b].Sub(s.delta)
	}
	s.shift(b, s.delta)
	s.each(b, func(v int32) { s.scan(v, b) })
}

// setInner takes a loose, matched node into the tree.
func (s *search) setInner(b int32, entry link) {
	s.label[b], s.entry[b], s.since[b] = inner, entry, s.delta
	s.tree = append(s.tree, b)
	if s.isBlossom(b) {
		s.foresee(event{s.delta.Add(s.dual[b]), b, none})
	}
}

// scan looks at the edges of a vertex whose top node b has become outer.
func (s *search) scan(u, b int32) {
	dual := s.dual[u]
	s.foreseeEnd(atZero, dual, link{u, none})
	arcs := s.arcs[u]
	for i := range arcs {
		a := &arcs[i]
		v := a.to
		bv := s.topOf(v)
		if bv == b || s.label[bv] == inner {
			continue
		}
		sum := dual.Add(s.dual[v]).Sub(a.twice)
		switch {
		case s.label[bv] == outer && s.phase == halves:
			s.foreseeEnd(atItself, sum.Half(), link{u, v})
		case s.label[bv] == outer:
			s.foresee(event{sum.Half(), u, int32(i)})
		case s.mate[s.base[bv]] == none:
			s.foreseeEnd(atFree, sum, link{u, v})
		default:
			s.reach(v, event{sum, u, int32(i)})
		}
	}
}

// reach foresees that an edge between the tree and loose vertex v becomes tight, unless an earlier one is known.
func (s *search) reach(v int32, e event) {
	if s.known[v] != s.turn || e.at.Less(s.best[v]) {
		s.known[v], s.best[v] = s.turn, e.at
		s.foresee(e)
	}
}

// lookBack foresees how a vertex that has left the tree can be reached again.
func (s *search) lookBack(v int32) {
	s.known[v] = 0
	for i := range s.arcs[v] {
		a := &s.arcs[v][i]
		if s.label[s.topOf(a.to)] == outer {
			s.reach(v, event{s.dual[a.to].Add(s.dual[v]).Sub(a.twice), v, int32(i)})
		}
	}
}

// flip matches the nodes on the way from an outer vertex to the root again, so that the vertex becomes free.
func (s *search) flip(v int32) {
	b := s.topOf(v)
	m := s.mate[s.base[b]]
	s.rebase(b, v)
	s.mate[v] = none
	for m != none {
		t := s.topOf(m)
		e := s.entry[t]
		s.rebase(t, e.to)
		b = s.topOf(e.from)
		m = s.mate[s.base[b]]
		s.rebase(b, e.from)
		s.match(e.from, e.to)
	}
}

// settle ends a search: the duals of the tree's nodes become true ones, and blossoms that hold nothing together are
// given up.
func (s *search) settle() {
	for _, b := range s.tree {
		if s.base[b] == none || s.parent[b] != none {
			continue // it has been given up or become part of another
		}
		switch s.label[b] {
		case loose:
			continue // it has been settled: its number was given away twice
		case outer:
			s.shift(b, s.delta.Neg())
			if s.isBlossom(b) {
				s.dual[b] = s.dual[b].Add(s.delta)
			}
		case inner:
			s.settleInner(b)
		}
		s.label[b] = loose
		if s.isBlossom(b) && s.dual[b].Sign() == 0 {
			s.dissolve(b)
		}
	}
}

// settleInner makes the duals of an inner node true ones.
func (s *search) settleInner(b int32) {
	gone := s.delta.Sub(s.since[b])
	s.shift(b, gone)
	if s.isBlossom(b) {
		s.dual[b] = s.dual[b].Sub(gone)
	}
}
