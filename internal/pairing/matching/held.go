package matching

// held tells which duals of blossoms an edge inside them counts. The vertices are numbered so that each blossom holds a
// range of numbers.
type held struct {
	dual     []Weight // of each vertex
	parent   []int32
	number   []int32  // of each vertex
	from, to []int32  // range of each node
	sum      []Weight // duals of each blossom and of those it is in, twice
	of       int32    // the vertex that row is about
	order    []int32  // vertex of each number
	row      []int32  // of each vertex, the least blossom that holds it and of; none where there is none
}

func (s *search) held() *held {
	h := &held{
		dual: s.dual, parent: s.parent, number: make([]int32, s.n), from: make([]int32, 2*s.n), to: make([]int32, 2*s.n),
		sum: make([]Weight, 2*s.n), of: none, order: make([]int32, s.n), row: make([]int32, s.n),
	}
	next := int32(0)
	var visit func(b int32, above Weight)
	visit = func(b int32, above Weight) {
		h.from[b] = next
		if s.isBlossom(b) {
			h.sum[b] = above.Add(s.dual[b]).Add(s.dual[b])
			for _, c := range s.children[b] {
				visit(c, h.sum[b])
			}
		} else {
			h.number[b], h.order[next], h.row[b] = next, b, none
			next++
		}
		h.to[b] = next
	}
	for b := range int32(2 * s.n) {
		if s.base[b] != none && s.parent[b] == none {
			visit(b, Weight{})
		}
	}
	return h
}

// covered gives how much the duals cover of an edge, which has to be twice its weight. It is fast for one u after
// another.
func (h *held) covered(u, v int32) Weight {
	sum := h.dual[u].Add(h.dual[v])
	if b := h.both(u, v); b != none {
		sum = sum.Add(h.sum[b])
	}
	return sum
}

// both gives the least blossom that holds two vertices, or none.
func (h *held) both(u, v int32) int32 {
	if u != h.of {
		if h.of != none {
			h.fill(h.of, func(int32) int32 { return none })
		}
		h.fill(u, func(b int32) int32 { return b })
		h.of = u
	}
	return h.row[v]
}

// fill writes the row of a vertex.
func (h *held) fill(u int32, value func(b int32) int32) {
	from, to := h.number[u], h.number[u]+1
	for b := h.parent[u]; b != none; b = h.parent[b] {
		v := value(b)
		for i := h.from[b]; i < from; i++ {
			h.row[h.order[i]] = v
		}
		for i := to; i < h.to[b]; i++ {
			h.row[h.order[i]] = v
		}
		from, to = h.from[b], h.to[b]
	}
}
