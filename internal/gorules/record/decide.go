package record

import "nzgs/internal/gorules"

// decide tries everything that can become of the block of step i after the
// frontier of g, and adds what is possible to next.
func (s *search) decide(i int, g *group, next *layer, budget int, far reach) {
	st := &s.sweep.steps[i]
	b := &s.blocks[st.block]
	if b.colour == gorules.Empty {
		for _, o := range [...]owner{blacks, whites, both} {
			if at, ok := s.openTo(st, &g.at, o); ok {
				s.add(st, g, next, budget, far, at, s.value(s.count.opens(b, o)), false)
			}
		}
		return
	}
	if at, ok := s.keep(st, &g.at, b.colour); ok {
		s.add(st, g, next, budget, far, at, s.value(s.count.stays(b)), false)
	}
	if !s.mayDie[st.block] {
		return
	}
	for _, o := range [...]owner{blacks, whites, both} {
		if s.meaning == surrounded && o != reachedBy(b.colour.Opponent()) {
			continue
		}
		if at, ok := s.openTo(st, &g.at, o); ok {
			s.add(st, g, next, budget, far, at, s.value(s.count.opens(b, o)), true)
		}
	}
}

func reachedBy(c gorules.Colour) owner {
	if c == gorules.Black {
		return blacks
	}
	return whites
}

// keep leaves the step's chain on the board: no region beside it may be the
// other's alone.
func (s *search) keep(st *step, before *frontier, colour gorules.Colour) (frontier, bool) {
	at := *before
	foreign := uint8(reachedBy(colour.Opponent()))
	for _, slot := range st.near {
		switch code := at[slot]; {
		case code == foreign:
			return at, false
		case code >= open:
			see(&at, len(st.before), code, colour)
		}
	}
	if s.given != nil {
		at[stands] = 1
	}
	return s.leave(st, &at)
}

// openTo makes the step's block part of a region of that owner: whatever is
// beside it must agree.
func (s *search) openTo(st *step, before *frontier, o owner) (frontier, bool) {
	at := *before
	self := len(st.before)
	if o != both {
		foreign := gorules.White
		if o == whites {
			foreign = gorules.Black
		}
		for _, slot := range st.near {
			if code := at[slot]; code == uint8(standing) && s.blocks[st.before[slot]].colour == foreign ||
				code != uint8(standing) && code != uint8(o) {
				return at, false
			}
		}
		at[self] = uint8(o)
		return s.leave(st, &at)
	}
	at[self] = open + 3*uint8(maxFrontier) // a region of its own, with a number no other has
	for _, slot := range st.near {
		switch code := at[slot]; {
		case code == uint8(blacks) || code == uint8(whites):
			return at, false
		case code == uint8(standing):
			if at[self] >= open {
				see(&at, self+1, at[self], s.blocks[st.before[slot]].colour)
			}
		default:
			merge(&at, self+1, at[self], code)
		}
	}
	return s.leave(st, &at)
}

// see notes that a region, among the first n slots, is reached by a colour.
func see(at *frontier, n int, code uint8, colour gorules.Colour) {
	seen := (code - open) % 3
	now := code
	switch {
	case seen == 0:
		now = code + uint8(colour)
	case seen != uint8(colour):
		now = uint8(both)
	}
	recode(at, n, code, now)
}

// merge makes two regions that are to be reached by both one, among the first
// n slots.
func merge(at *frontier, n int, a, b uint8) {
	switch {
	case a == b:
	case a == uint8(both):
		recode(at, n, b, a)
	case b == uint8(both):
		recode(at, n, a, b)
	default:
		recode(at, n, b, a)
		if seen := (b - open) % 3; seen != 0 {
			see(at, n, a, gorules.Colour(seen))
		}
	}
}

func recode(at *frontier, n int, from, to uint8) {
	for i := range n {
		if at[i] == from {
			at[i] = to
		}
	}
}

// leave drops the slots that no later block touches, and numbers the open
// regions in the order of their slots. A region that is dropped before both
// colours have reached it was guessed wrongly.
func (s *search) leave(st *step, at *frontier) (frontier, bool) {
	for _, slot := range st.leave {
		if code := at[slot]; code >= open && !staysOpen(st, at, code) {
			return *at, false
		}
	}
	out := frontier{stands: at[stands]}
	var names [maxFrontier]uint8
	n := 0
	for i, slot := range st.stay {
		code := at[slot]
		if code >= open {
			region := (code - open) / 3
			k := 0
			for k < n && names[k] != region {
				k++
			}
			if k == n {
				names[n] = region
				n++
			}
			code = open + 3*uint8(k) + (code-open)%3
		}
		out[i] = code
	}
	return out, true
}

func staysOpen(st *step, at *frontier, code uint8) bool {
	for _, slot := range st.stay {
		if at[slot] == code {
			return true
		}
	}
	return false
}

// add carries a group's partials over to the frontier at, each worth that much
// more, and keeps those from which the target can still be reached.
func (s *search) add(st *step, g *group, next *layer, budget int, far reach, at frontier, value int32, dies bool) {
	b := &s.blocks[st.block]
	stones := s.cost(st.block, dies)
	owed, possible := st.owed(&at)
	if budget -= owed; !possible || budget < 0 {
		return
	}
	up, down := st.rest, st.rest
	for _, w := range st.regions {
		for _, slot := range w.chains {
			if at[slot] != uint8(standing) {
				up += w.up
				down -= w.down
				break
			}
		}
	}
	s.work -= 1 + len(g.partials)
	var fresh []partial
	for _, p := range g.partials {
		p.value += value
		p.stones += stones
		left := budget - int(p.stones)
		if left < 0 {
			continue
		}
		if m := s.margin(p.value); m+up+far.up[left+owed] < s.want.low || m+down-far.down[left+owed] > s.want.high {
			continue
		}
		if dies {
			p.off += int32(len(b.points))
		}
		if stones > 0 {
			p.chains++
			s.chosen = append(s.chosen, link{p.set, st.block})
			p.set = int32(len(s.chosen) - 1)
		}
		fresh = append(fresh, p)
	}
	if len(fresh) == 0 {
		return
	}
	k, known := next.index[at]
	if !known {
		next.index[at] = len(next.groups)
		next.groups = append(next.groups, group{at, fresh})
		return
	}
	next.groups[k].partials = s.mergePartials(next.groups[k].partials, fresh)
}

// owed is how many stones must still come off because of what was guessed about
// regions; false if some of them may not.
func (st *step) owed(at *frontier) (stones int, possible bool) {
	for i := range st.chains {
		d := &st.chains[i]
		for _, slot := range d.regions {
			if at[slot] == d.foreign {
				if !d.mayDie {
					return 0, false
				}
				stones += d.stones
				break
			}
		}
	}
	return stones, true
}

// mergePartials keeps the smaller of two sets with the same value.
func (s *search) mergePartials(a, b []partial) []partial {
	out := make([]partial, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].value < b[0].value:
			out, a = append(out, a[0]), a[1:]
		case a[0].value > b[0].value:
			out, b = append(out, b[0]), b[1:]
		default:
			if s.smaller(&b[0], &a[0]) {
				a[0] = b[0]
			}
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}
