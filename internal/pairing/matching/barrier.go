package matching

// barrier finds the set of Gallai and Edmonds for a matching of greatest size: it grows alternating trees from all
// single vertices at once, whatever the weights, and gives the vertices that can be reached by paths of odd length
// only.
func barrier(next [][]int32, mate []int32) []int {
	n := len(mate)
	f := &forest{
		mate: mate, label: make([]label, n), came: make([]int32, n), join: make([]int32, n), mark: make([]int32, n),
	}
	for v := range int32(n) {
		f.join[v] = v
		if mate[v] == none {
			f.label[v] = outer
			f.queue = append(f.queue, v)
		}
	}
	for len(f.queue) > 0 {
		u := f.queue[0]
		f.queue = f.queue[1:]
		for _, v := range next[u] {
			switch f.label[v] {
			case loose:
				f.label[v], f.came[v] = inner, u
				f.label[mate[v]] = outer
				f.queue = append(f.queue, mate[v])
			case outer:
				f.contract(u, v)
			}
		}
	}
	var set []int
	for v, l := range f.label {
		if l == inner {
			set = append(set, v)
		}
	}
	return set
}

// forest is what barrier grows. Odd cycles are contracted to one of their vertices.
type forest struct {
	mate  []int32
	label []label
	came  []int32 // the outer vertex an inner one was reached from
	join  []int32 // towards the vertex that a contracted one now belongs to
	queue []int32 // outer vertices whose edges are still to be looked at
	mark  []int32
	marks int32
}

func (f *forest) root(v int32) int32 {
	for f.join[v] != v {
		f.join[v] = f.join[f.join[v]]
		v = f.join[v]
	}
	return v
}

// contract makes one of the odd cycle that an edge between two outer vertices closes. The trees of different single
// vertices have no such edge between them: it would enlarge the matching.
func (f *forest) contract(u, v int32) {
	u, v = f.root(u), f.root(v)
	if u == v {
		return
	}
	meet := f.meet(u, v)
	for _, a := range [...]int32{u, v} {
		for a != meet {
			m := f.mate[a]
			up := f.above(a)
			f.join[a], f.join[m] = meet, meet
			f.label[m] = outer
			f.queue = append(f.queue, m)
			a = up
		}
	}
}

// meet gives the first outer vertex on both ways from two outer ones to the root.
func (f *forest) meet(a, b int32) int32 {
	f.marks++
	for a != none || b != none {
		if a != none {
			if f.mark[a] == f.marks {
				return a
			}
			f.mark[a] = f.marks
			a = f.above(a)
		}
		a, b = b, a
	}
	panic("matching: a larger matching than the largest")
}

// above gives the outer vertex before an outer one on the way to the root; none for the root.
func (f *forest) above(v int32) int32 {
	m := f.mate[v]
	if m == none {
		return none
	}
	return f.root(f.came[m])
}
