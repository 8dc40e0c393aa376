package matching

import (
	"cmp"
	"slices"
)

// shortlist keeps for each vertex the few edges with the greatest keys.
type shortlist struct {
	most int
	size []int
	to   []int32
	key  []Weight
}

func newShortlist(n, most int) *shortlist {
	return &shortlist{most: most, size: make([]int, n), to: make([]int32, n*most), key: make([]Weight, n*most)}
}

// least gives the key from which an edge may still get on the list of a vertex.
func (l *shortlist) least(v int32) Weight {
	if l.size[v] < l.most {
		return Lowest
	}
	return l.key[(int(v)+1)*l.most-1]
}

// offer puts the edge from u to v on the list of u if it is good enough.
func (l *shortlist) offer(u, v int32, key Weight) {
	first := int(u) * l.most
	i := first + l.size[u]
	if l.size[u] == l.most {
		i--
		if !l.before(u, v, key, i) {
			return
		}
	} else {
		l.size[u]++
	}
	for ; i > first && l.before(u, v, key, i-1); i-- {
		l.key[i], l.to[i] = l.key[i-1], l.to[i-1]
	}
	l.key[i], l.to[i] = key, v
}

// before reports whether an edge from u to v goes before the one in place i. Equal keys go by lot, so that of many
// equal edges each vertex keeps others.
func (l *shortlist) before(u, v int32, key Weight, i int) bool {
	if key == l.key[i] {
		return scatter(u, v) < scatter(u, l.to[i])
	}
	return l.key[i].Less(key)
}

// scatter gives a number that looks random for each pair of vertices.
func scatter(u, v int32) uint32 {
	h := uint64(min(u, v))<<32 | uint64(max(u, v))
	h = (h ^ h>>31) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return uint32(h >> 32)
}

// each visits every edge that is on a list, once.
func (l *shortlist) each(visit func(u, v int32, key Weight)) {
	for u := range int32(len(l.size)) {
		for i, v := range l.of(u) {
			if u < v || !l.has(v, u) {
				visit(u, v, l.key[int(u)*l.most+i])
			}
		}
	}
}

func (l *shortlist) has(u, v int32) bool { return slices.Contains(l.of(u), v) }

func (l *shortlist) of(u int32) []int32 {
	first := int(u) * l.most
	return l.to[first : first+l.size[u]]
}

// candidates keeps the edges to begin with that are not there by chance.
type candidates struct {
	chance              uint64 // of 2³²
	group               func(v int32) int
	near, before, after *shortlist
}

func newCandidates(s *Solver) *candidates {
	return &candidates{
		chance: uint64(s.quota.chance) << 32 / uint64(max(1, s.n)), group: s.group,
		near: newShortlist(s.n, s.quota.near), before: newShortlist(s.n, s.quota.far), after: newShortlist(s.n, s.quota.far),
	}
}

// byChance reports whether an edge begins as a candidate whatever it weighs.
func (c *candidates) byChance(u, v int32) bool { return uint64(scatter(u, v)) < c.chance }

// lists gives the lists of u and of v that the edge between them may get on.
func (c *candidates) lists(u, v int32) (ofU, ofV *shortlist) {
	switch cmp.Compare(c.group(u), c.group(v)) {
	case -1:
		return c.after, c.before
	case 1:
		return c.before, c.after
	}
	return c.near, c.near
}

// least gives the weight from which an edge may still get on a list.
func (c *candidates) least(u, v int32) Weight {
	ofU, ofV := c.lists(u, v)
	return minimum(ofU.least(u), ofV.least(v))
}

func (c *candidates) offer(u, v int32, w Weight) {
	ofU, ofV := c.lists(u, v)
	ofU.offer(u, v, w)
	ofV.offer(v, u, w)
}

// each visits every edge that is on a list, once.
func (c *candidates) each(visit func(u, v int32, w Weight)) {
	c.near.each(visit)
	c.before.each(visit)
	c.after.each(func(u, v int32, w Weight) {
		if !c.before.has(v, u) {
			visit(u, v, w)
		}
	})
}
