package matching

import "slices"

// shrink makes a blossom of the odd cycle that edge k closes between two outer nodes whose paths meet at base.
func (s *search) shrink(base, k int32) {
	b := s.spare[len(s.spare)-1]
	s.spare = s.spare[:len(s.spare)-1]
	root := s.top[base]
	children, joins := s.cycle(root, k)
	for _, c := range children {
		s.parent[c] = b
	}
	s.base[b], s.parent[b] = base, none
	s.children[b], s.joins[b] = children, joins
	s.label[b], s.entry[b], s.dual[b] = outer, s.entry[root], Weight{}
	s.leaves(b, func(v int32) {
		if s.label[s.top[v]] == inner {
			s.queue = append(s.queue, v) // an inner vertex becomes outer and has not been scanned yet
		}
		s.top[v] = b
	})
	s.joinBestEdges(b)
}

// cycle gives the nodes around the cycle, from root to one end of edge k and back from its other end, and the half-edges
// that lead from each to the next.
func (s *search) cycle(root, k int32) (nodes, joins []int32) {
	for c := s.top[s.edges[k].U]; c != root; c = s.top[s.head(s.entry[c])] {
		nodes = append(nodes, c)
		joins = append(joins, s.entry[c]^1)
	}
	nodes = append(nodes, root)
	slices.Reverse(nodes)
	slices.Reverse(joins)
	joins = append(joins, 2*k+1)
	for c := s.top[s.edges[k].V]; c != root; c = s.top[s.head(s.entry[c])] {
		nodes = append(nodes, c)
		joins = append(joins, s.entry[c])
	}
	return nodes, joins
}

// joinBestEdges finds the new outer blossom's edges of least slack to every other outer node.
func (s *search) joinBestEdges(b int32) {
	consider := func(k int32) {
		to := s.top[s.edges[k].V]
		if to == b {
			to = s.top[s.edges[k].U]
		}
		if to == b || s.label[to] != outer {
			return
		}
		if s.bestTo[to] == none || s.slack(k).Cmp(s.slack(s.bestTo[to])) < 0 {
			s.bestTo[to] = k
		}
	}
	for _, c := range s.children[b] {
		if s.bestList[c] != nil {
			for _, k := range s.bestList[c] {
				consider(k)
			}
		} else {
			s.leaves(c, func(v int32) {
				for _, h := range s.out[v] {
					consider(h >> 1)
				}
			})
		}
		s.bestList[c], s.best[c] = nil, none
	}
	list := []int32{}
	s.best[b] = none
	for to, k := range s.bestTo {
		if k == none {
			continue
		}
		s.bestTo[to] = none
		list = append(list, k)
		s.offerBest(b, k, s.slack(k))
	}
	s.bestList[b] = list
}

// release makes the children of a blossom top nodes again.
func (s *search) release(b int32) {
	for _, c := range s.children[b] {
		s.parent[c] = none
		s.leaves(c, func(v int32) { s.top[v] = c })
	}
}

// recycle returns a released blossom to the spare ones.
func (s *search) recycle(b int32) {
	s.children[b], s.joins[b], s.bestList[b] = nil, nil, nil
	s.base[b], s.best[b], s.entry[b], s.label[b] = none, none, none, unlabelled
	s.spare = append(s.spare, b)
}

// expandSpent undoes, at the end of a stage, the outer blossoms whose dual is zero: they hold nothing together.
func (s *search) expandSpent() {
	for b := int32(s.n); b < int32(2*s.n); b++ {
		if s.base[b] != none && s.parent[b] == none && s.label[b] == outer && s.dual[b].Sign() == 0 {
			s.dissolve(b)
		}
	}
}

func (s *search) dissolve(b int32) {
	s.release(b)
	children := s.children[b]
	s.recycle(b)
	for _, c := range children {
		if c >= int32(s.n) && s.dual[c].Sign() == 0 {
			s.dissolve(c)
		}
	}
}

// walk is a way around a blossom from one of its children to the one with the base, over an even number of joins.
type walk struct {
	at, step int32
}

// wayToBase finds the way from child i that passes an even number of joins.
func wayToBase(i int32) walk {
	if i%2 == 1 {
		return walk{at: i, step: 1}
	}
	return walk{at: i, step: -1}
}

// advance moves to the next child and gives the half-edge that leads to it.
func (s *search) advance(b int32, w *walk) int32 {
	n := int32(len(s.children[b]))
	var h int32
	if w.step > 0 {
		h = s.joins[b][w.at]
	} else {
		h = s.joins[b][(w.at+n-1)%n] ^ 1
	}
	w.at = (w.at + w.step + n) % n
	return h
}

// expandInner undoes an inner blossom whose dual has become zero. The children on the even way from where the blossom
// was entered to its base stay in the forest; the others leave it, unless they can be reached otherwise.
func (s *search) expandInner(b int32) {
	s.release(b)
	back := s.entry[b]
	entered := s.top[s.head(back^1)]
	at := int32(slices.Index(s.children[b], entered))
	for w := wayToBase(at); w.at != 0; {
		// An inner child, then the outer one it is matched to.
		s.label[s.head(back^1)] = unlabelled
		peek := w
		toOuter := s.advance(b, &peek)
		s.label[s.head(toOuter)] = unlabelled
		s.setLabel(s.head(back^1), inner, back)
		s.tight[toOuter>>1] = true
		w = peek
		toInner := s.advance(b, &w)
		s.tight[toInner>>1] = true
		back = toInner ^ 1
	}
	// The child with the base keeps the mate it has: the mate is already in the forest.
	first, v := s.children[b][0], s.head(back^1)
	s.label[v], s.label[first] = inner, inner
	s.entry[v], s.entry[first] = back, back
	s.best[first] = none
	s.relabelOthers(b, at)
	s.recycle(b)
}

// relabelOthers visits the children on the odd way from the base to the entered child: one that has a vertex reached
// by a tight edge of its own becomes inner.
func (s *search) relabelOthers(b, at int32) {
	w := walk{at: 0, step: wayToBase(at).step}
	for s.advance(b, &w); w.at != at && w.at != 0; s.advance(b, &w) {
		c := s.children[b][w.at]
		if s.label[c] == outer {
			continue // labelled just now, as the mate of an inner child before it
		}
		reached := none
		s.leaves(c, func(v int32) {
			if reached == none && s.label[v] != unlabelled {
				reached = v
			}
		})
		if reached != none {
			s.label[reached] = unlabelled
			s.label[s.head(s.mate[s.base[c]])] = unlabelled
			s.setLabel(reached, inner, s.entry[reached])
		}
	}
}

// augment flips the path that edge k completes between two single vertices.
func (s *search) augment(k int32) {
	s.flip(int32(s.edges[k].U), 2*k+1)
	s.flip(int32(s.edges[k].V), 2*k)
}

// flip matches outer vertex v through half-edge h and flips its path back to the root.
func (s *search) flip(v, h int32) {
	for {
		b := s.top[v]
		if b >= int32(s.n) {
			s.rebase(b, v)
		}
		s.mate[v] = h
		if s.entry[b] == none {
			return
		}
		t := s.top[s.head(s.entry[b])]
		back := s.entry[t]
		u := s.head(back ^ 1)
		if t >= int32(s.n) {
			s.rebase(t, u)
		}
		s.mate[u] = back
		v, h = s.head(back), back^1
	}
}

// rebase rematches the inside of a blossom so that vertex v is its base.
func (s *search) rebase(b, v int32) {
	c := v
	for s.parent[c] != b {
		c = s.parent[c]
	}
	if c >= int32(s.n) {
		s.rebase(c, v)
	}
	at := int32(slices.Index(s.children[b], c))
	for w := wayToBase(at); w.at != 0; {
		s.advance(b, &w)
		first := w.at
		h := s.advance(b, &w)
		s.enter(s.children[b][first], s.head(h^1))
		s.enter(s.children[b][w.at], s.head(h))
		s.mate[s.head(h^1)], s.mate[s.head(h)] = h, h^1
	}
	s.children[b] = slices.Concat(s.children[b][at:], s.children[b][:at])
	s.joins[b] = slices.Concat(s.joins[b][at:], s.joins[b][:at])
	s.base[b] = v
}

func (s *search) enter(node, v int32) {
	if node >= int32(s.n) {
		s.rebase(node, v)
	}
}
