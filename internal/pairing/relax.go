package pairing

import (
	"slices"

	"nzgs/internal/pairing/matching"
)

// relaxed is the graph of the games that could be played if some rules were lifted. A game costs the rules that have
// to be lifted for it.
type relaxed struct {
	*state
	pool                        pool
	apart                       apart
	rematch, forbidden, letting bool  // which rules may be lifted: letting go of fixed pairs is the third
	fixedIn                     []int // of each player, which of the director's games has it; −1 if none
	packing                     *matching.Packing
}

// relax prepares the graph for some rules, or gives nil when there is nothing to lift for one of them: then the others
// are as good without it.
func (s *state) relax(rules []Rule) *relaxed {
	r := &relaxed{
		state: s, apart: s.keptApart(), fixedIn: make([]int, len(s.players)),
		rematch:   slices.Contains(rules, RuleRematch),
		forbidden: slices.Contains(rules, RuleForbidden),
		letting:   slices.Contains(rules, RuleFixed),
	}
	if r.letting && len(s.fixed) == 0 || r.forbidden && len(s.ev.Forbidden) == 0 || r.rematch && s.round == 1 {
		return nil
	}
	settled := s.pinned
	if !r.letting {
		settled = slices.Concat(s.pinned, s.fixed)
	}
	r.pool = s.poolWithout(settled)
	for i := range r.fixedIn {
		r.fixedIn[i] = -1
	}
	for k, g := range s.fixed {
		r.fixedIn[g.a] = k
		if !g.isBye() {
			r.fixedIn[g.b] = k
		}
	}
	games := int64(len(r.pool.players)+1) / 2
	levels := []matching.Level{{Most: 6}, {Most: int64(s.round)}, {Most: 1 << 32}}
	for i := range levels {
		levels[i].Sum = levels[i].Most * max(1, games)
	}
	var err error
	if r.packing, err = matching.NewPacking(levels); err != nil {
		return nil // it always fits
	}
	return r
}

// needs is what has to be lifted for a game.
type needs struct {
	fixed              [2]int // which of the director's games to release; −1 for none
	forbidden, rematch bool
}

// needs gives what has to be lifted for two players, or one and the bye, to be drawn together, if it may be.
func (r *relaxed) needs(a, b int) (n needs, ok bool) {
	n.fixed = [2]int{-1, -1}
	if r.letting {
		n.fixed[0] = r.fixedIn[a]
		if b != noOpponent {
			n.fixed[1] = r.fixedIn[b]
		}
		if k := n.fixed[0]; k >= 0 && (k == n.fixed[1] || b == noOpponent && r.fixed[k].isBye()) {
			return needs{fixed: [2]int{-1, -1}}, true // the fixed game itself
		}
	}
	if b != noOpponent && r.apart.has(a, b) {
		n.forbidden, n.rematch = r.isBarred(a, b), r.metIn(a, b) > 0
	}
	return n, (r.forbidden || !n.forbidden) && (r.rematch || !n.rematch)
}

// lifts gives needs as the director reads them.
func (r *relaxed) lifts(a, b int) []Lift {
	n, _ := r.needs(a, b)
	id := func(i int) ID {
		if i == noOpponent {
			return ""
		}
		return r.players[i].ID
	}
	slices.Sort(n.fixed[:])
	var lifts []Lift
	for _, k := range n.fixed {
		if k >= 0 {
			lifts = append(lifts, Lift{Rule: RuleFixed, A: id(r.fixed[k].a), B: id(r.fixed[k].b)})
		}
	}
	if n.forbidden {
		lifts = append(lifts, Lift{Rule: RuleForbidden, A: id(a), B: id(b)})
	}
	if n.rematch {
		lifts = append(lifts, Lift{Rule: RuleRematch, A: id(a), B: id(b)})
	}
	return lifts
}

// Len is the number of vertices.
func (r *relaxed) Len() int { return len(r.pool.players) }

// Group is the same for all.
func (r *relaxed) Group(int) int { return 0 }

// Edge gives minus the cost of the game between two vertices: the pairs to be lifted, a fixed one counting half for
// each of its players; how long ago they met; and the lot.
func (r *relaxed) Edge(u, v int, _ matching.Weight) (matching.Weight, bool) {
	a, b := r.pool.players[u], r.pool.players[v]
	n, ok := r.needs(a, b)
	if !ok {
		return matching.Weight{}, false
	}
	price, age := int64(0), int64(0)
	for _, k := range n.fixed {
		if k >= 0 {
			price++
		}
	}
	if n.forbidden {
		price += 2
	}
	if n.rematch {
		price += 2
	}
	if b != noOpponent && r.apart.has(a, b) {
		age = int64(r.metIn(a, b))
	}
	return r.packing.Pack([]int64{price, age, r.lots.of(a, b)}).Neg(), true
}
