package matching

import "slices"

// shrink makes a blossom of the odd cycle that a tight edge between two outer nodes closes.
func (s *search) shrink(closing link) {
	bu, bv := s.topOf(closing.from), s.topOf(closing.to)
	root := s.meet(bu, bv)
	left, leftJoins := s.path(bu, root)
	right, rightJoins := s.path(bv, root)
	children := make([]int32, 0, len(left)+len(right)+1)
	joins := make([]link, 0, cap(children))
	children = append(children, root)
	for i := len(left) - 1; i >= 0; i-- {
		children = append(children, left[i])
		joins = append(joins, leftJoins[i].reversed())
	}
	joins = append(joins, closing)
	children = append(children, right...)
	joins = append(joins, rightJoins...)

	b := s.spare[len(s.spare)-1]
	s.spare = s.spare[:len(s.spare)-1]
	s.children[b], s.joins[b] = children, joins
	s.base[b], s.label[b], s.parent[b] = s.base[root], outer, none
	s.dual[b] = s.delta.Neg()
	s.tree = append(s.tree, b)
	from := len(s.pile)
	for _, c := range children {
		s.takeIn(c, b)
	}
	for _, v := range s.pile[from:] {
		s.scan(v, b)
	}
	s.pile = s.pile[:from]
}

// takeIn makes a labelled node a child of an outer blossom. The vertices of an inner one become outer, and are piled up
// to have their edges looked at.
func (s *search) takeIn(c, b int32) {
	s.parent[c] = b
	if s.label[c] == outer {
		if s.isBlossom(c) {
			s.dual[c] = s.dual[c].Add(s.delta)
		}
		return
	}
	s.settleInner(c)
	s.shift(c, s.delta)
	from := len(s.pile)
	s.pile = s.leaves(s.pile, c)
	for _, v := range s.pile[from:] {
		s.hint[v] = b
	}
}

// meet gives the first outer node on both ways from two outer nodes to the root.
func (s *search) meet(a, b int32) int32 {
	s.marks++
	for {
		if a != none {
			if s.mark[a] == s.marks {
				return a
			}
			s.mark[a] = s.marks
			a = s.above(a)
		}
		a, b = b, a
	}
}

// above gives the outer node before an outer one on the way to the root; none for the root.
func (s *search) above(b int32) int32 {
	m := s.mate[s.base[b]]
	if m == none {
		return none
	}
	return s.topOf(s.entry[s.topOf(m)].from)
}

// path gives the nodes from an outer node up to, but without, another one above it, and the edge from each to the next.
func (s *search) path(b, root int32) (nodes []int32, up []link) {
	for b != root {
		base := s.base[b]
		m := s.mate[base]
		t := s.topOf(m)
		nodes = append(nodes, b, t)
		up = append(up, link{base, m}, s.entry[t].reversed())
		b = s.topOf(s.entry[t].from)
	}
	return nodes, up
}

// release makes the children of a top blossom top nodes and puts the blossom's number back.
func (s *search) release(b int32) (children []int32, joins []link) {
	children, joins = s.children[b], s.joins[b]
	for _, c := range children {
		s.parent[c], s.label[c] = none, loose
		s.each(c, func(v int32) { s.hint[v] = c })
	}
	s.children[b], s.joins[b], s.base[b], s.label[b], s.dual[b] = nil, nil, none, loose, Weight{}
	s.spare = append(s.spare, b)
	return children, joins
}

// dissolve gives up a top blossom between searches. Its dual passes to its vertices; if there was any, its base has to
// part from its mate.
func (s *search) dissolve(b int32) {
	if z := s.dual[b]; z.Sign() > 0 {
		s.shift(b, z)
		s.part(s.base[b])
	}
	children, _ := s.release(b)
	for _, c := range children {
		if s.isBlossom(c) && s.dual[c].Sign() == 0 {
			s.dissolve(c)
		}
	}
}

// expand undoes an inner blossom whose dual has become zero. The children on the even way from where the blossom was
// entered to its base stay in the tree, the others leave it.
func (s *search) expand(b int32) {
	entry := s.entry[b]
	s.settleInner(b)
	children, joins := s.release(b)
	w := wayToBase(children, joins, slices.Index(children, s.topOf(entry.to)))
	var reached []int32
	for w.at != 0 {
		s.setInner(children[w.at], entry)
		w.advance()
		c := children[w.at]
		reached = append(reached, c)
		s.label[c] = inner // for now, so that nothing is foreseen for it
		entry = w.advance()
	}
	s.setInner(children[0], entry)
	for _, c := range children {
		if s.label[c] == loose {
			s.each(c, s.lookBack)
		}
	}
	for _, c := range reached {
		s.makeOuter(c)
	}
}

// rebase matches the inside of a node again so that one of its vertices is its base.
func (s *search) rebase(b, v int32) {
	if s.base[b] == v {
		return
	}
	c := v
	for s.parent[c] != b {
		c = s.parent[c]
	}
	s.rebase(c, v)
	children, joins := s.children[b], s.joins[b]
	at := slices.Index(children, c)
	for w := wayToBase(children, joins, at); w.at != 0; {
		w.advance()
		first := children[w.at]
		l := w.advance()
		s.rebase(first, l.from)
		s.rebase(children[w.at], l.to)
		s.match(l.from, l.to)
	}
	s.children[b] = slices.Concat(children[at:], children[:at])
	s.joins[b] = slices.Concat(joins[at:], joins[:at])
	s.base[b] = v
}

// walk is a way around a blossom from one of its children to the first.
type walk struct {
	children []int32
	joins    []link
	at, step int
}

// wayToBase finds the way from child at that passes an even number of joins. The first is matched, if there is any.
func wayToBase(children []int32, joins []link, at int) walk {
	if at%2 == 1 {
		return walk{children, joins, at, 1}
	}
	return walk{children, joins, at, -1}
}

// advance moves to the next child and gives the edge that leads to it.
func (w *walk) advance() link {
	n := len(w.children)
	var l link
	if w.step > 0 {
		l = w.joins[w.at]
	} else {
		l = w.joins[(w.at+n-1)%n].reversed()
	}
	w.at = (w.at + w.step + n) % n
	return l
}
