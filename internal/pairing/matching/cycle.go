package matching

// closeCycle, in the phase of halves, matches an odd cycle by halves: the one that a tight edge between two outer
// vertices closes in the tree. The way from the cycle to the root is flipped.
func (s *search) closeCycle(closing link) {
	root := s.meet(closing.from, closing.to)
	left, _ := s.path(closing.from, root)
	right, _ := s.path(closing.to, root)
	s.flip(root)
	last := root
	add := func(v int32) {
		s.mate[v], s.cycle[last] = none, v
		last = v
	}
	for i := len(left) - 1; i >= 0; i-- {
		add(left[i])
	}
	for _, v := range right {
		add(v)
	}
	s.cycle[last] = root
}

// openCycle makes one vertex of a cycle free and matches the others in pairs. It reports whether there was a cycle.
func (s *search) openCycle(v int32) bool {
	u := s.cycle[v]
	if u == none {
		return false
	}
	s.cycle[v] = none
	for u != v {
		w := s.cycle[u]
		next := s.cycle[w]
		s.cycle[u], s.cycle[w] = none, none
		s.match(u, w)
		u = next
	}
	return true
}

// openCycles begins the phase of wholes. It reports whether there is anything left to do in it.
func (s *search) openCycles() bool {
	s.phase = wholes
	opened := false
	for v := range int32(s.n) {
		if s.openCycle(v) {
			opened = true
		}
	}
	return opened
}
