package matching

// event is something that may happen to a tree when its delta reaches at: an edge becomes tight, or the dual of an
// inner blossom becomes zero.
type event struct {
	at   Weight
	node int32 // vertex the edge starts from, or the blossom
	arc  int32 // which edge of that vertex; none for a blossom
}

// events is a queue with the earliest event first.
type events struct {
	now   []event // those that can happen at once, in any order
	later []event // a heap in which event i comes before events 4i + 1 … 4i + 4
}

func (q *events) clear() { q.now, q.later = q.now[:0], q.later[:0] }

func (q *events) push(e event) {
	i := len(q.later)
	q.later = append(q.later, e)
	for i > 0 {
		up := (i - 1) / 4
		if !e.at.Less(q.later[up].at) {
			break
		}
		q.later[i] = q.later[up]
		i = up
	}
	q.later[i] = e
}

// pop removes the first event that can happen before an end. There is none when ok is false.
func (q *events) pop(end Weight) (e event, ok bool) {
	if n := len(q.now); n > 0 {
		e = q.now[n-1]
		q.now = q.now[:n-1]
		return e, true
	}
	if len(q.later) == 0 || !q.later[0].at.Less(end) {
		return e, false
	}
	e = q.later[0]
	last := q.later[len(q.later)-1]
	q.later = q.later[:len(q.later)-1]
	if len(q.later) > 0 {
		q.sink(last)
	}
	return e, true
}

// sink puts an event in its place, from the top.
func (q *events) sink(e event) {
	i, n := 0, len(q.later)
	for {
		first := 4*i + 1
		if first >= n {
			break
		}
		for c := first + 1; c < min(4*i+5, n); c++ {
			if q.later[c].at.Less(q.later[first].at) {
				first = c
			}
		}
		if !q.later[first].at.Less(e.at) {
			break
		}
		q.later[i] = q.later[first]
		i = first
	}
	q.later[i] = e
}
