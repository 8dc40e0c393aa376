package record

import (
	"slices"

	"nzgs/internal/gorules"
)

// A target is the count that a choice of dead chains shall give.
type target struct {
	low, high int32  // Black's total less White's, without komi
	totals    *tally // both totals, where both are asked for
}

// A search looks for the set of chains to take off a position so that its count is
// the target: the smallest set, or the one that differs least from a given set. It decides block after block and keeps, for every
// frontier and count so far, only the smallest set that leads there: what comes
// later cannot tell apart two sets with the same frontier and the same count,
// so that nothing is lost and no set is looked at twice.
type search struct {
	blocks  []block
	count   counting
	want    target
	mayDie  []bool // by chain
	given   []bool // by chain: dead in the set that is to be changed as little as possible; nil for none
	meaning dying
	stones  int32 // on the board
	sweep   *sweep
	work    int         // steps that may still be taken before the search gives up
	gone    func() bool // nobody waits for the answer any more
	chosen  []link
}

// dying says what it means for a chain to be dead.
type dying uint8

const (
	takenOff   dying = iota // off the board, whoever's its points become
	surrounded              // its points become the opponent's alone
)

// A partial is a set of chains to take off among the blocks decided so far.
type partial struct {
	value          int32 // the count so far: see [search.value]
	stones, chains int32 // that differ from the given set
	off            int32 // stones of the set
	set            int32 // the last chain that differs, in search.chosen; -1 if none does
}

// A link is one chain that differs, with the link before it.
type link struct{ before, chain int32 }

// A group is all partials with the same frontier, by ascending value.
type group struct {
	at       frontier
	partials []partial
}

// A layer is all groups after a step, in the order found.
type layer struct {
	groups []group
	index  map[frontier]int
}

// value packs a count into one number that can be added up: the margin, or both
// totals where both matter.
func (s *search) value(t tally) int32 {
	if s.want.totals == nil {
		return t.margin()
	}
	return t.black*totalsBase + t.white
}

// totalsBase keeps two totals apart in one number. On the largest board no total
// of points and dead stones reaches half of it.
const totalsBase = 1 << 14

// margin unpacks Black's total less White's.
func (s *search) margin(value int32) int32 {
	if s.want.totals == nil {
		return value
	}
	t := unpackTotals(value)
	return t.margin()
}

func unpackTotals(value int32) tally {
	black := (value + totalsBase/2) >> 14
	return tally{black, value - black*totalsBase}
}

func (s *search) meets(value int32) bool {
	if s.want.totals != nil {
		return unpackTotals(value) == *s.want.totals
	}
	return s.want.low <= value && value <= s.want.high
}

// outcome of a search, or of one round of it.
type outcome uint8

const (
	none   outcome = iota // no set does
	found                 // the smallest set
	gaveUp                // the work was not finished
)

// smallest finds the smallest set: of fewest stones, then of fewest chains,
// then the one whose chains come first on the board, row by row. Where a set is
// given, stones and chains are those that differ from it. Sets of few
// stones are tried before sets of many. When it gives up, no set of up to ruledOut
// stones does.
func (s *search) smallest() (set []int32, how outcome, ruledOut int) {
	total := 0
	for b := range s.blocks {
		if s.blocks[b].colour != gorules.Empty {
			s.stones += int32(len(s.blocks[b].points))
		}
		if s.mayDie[b] {
			total += len(s.blocks[b].points)
		}
	}
	s.sweep = newSweep(s.blocks, s.costs(), s.mayDie, s.count)
	if s.given == nil && s.meets(s.asItStands()) {
		return nil, found, 0
	}
	if s.sweep.wide {
		return nil, gaveUp, 0
	}
	for budget := 1; ; budget += max(1, budget/2) {
		budget = min(budget, total)
		set, how := s.within(budget)
		if how != none {
			return set, how, ruledOut
		}
		ruledOut = budget
		if budget == total {
			return s.emptied()
		}
	}
}

// costs gives how many stones it costs to take each block off.
func (s *search) costs() []int32 {
	out := make([]int32, len(s.blocks))
	for b := range s.blocks {
		out[b] = s.cost(int32(b), true)
	}
	return out
}

// cost is by how many stones a set differs more from the given one once block b is
// in it, or is not.
func (s *search) cost(b int32, dies bool) int32 {
	if given := s.given != nil && s.given[b]; given == dies || s.blocks[b].colour == gorules.Empty {
		return 0
	}
	return int32(len(s.blocks[b].points))
}

// asItStands is the count with nothing off.
func (s *search) asItStands() int32 {
	var sum int32
	for i := range s.blocks {
		switch b := &s.blocks[i]; {
		case b.colour != gorules.Empty:
			sum += s.value(s.count.stays(b))
		case s.sweep.base[i] != standing:
			sum += s.value(s.count.opens(b, s.sweep.base[i]))
		}
	}
	return sum
}

// emptied is the one case that a sweep cannot see: every chain is off, and what
// is left is no one's.
func (s *search) emptied() (set []int32, how outcome, ruledOut int) {
	var t tally
	for b := range s.blocks {
		if s.blocks[b].colour == gorules.Empty {
			continue
		}
		if !s.mayDie[b] || s.meaning == surrounded {
			return nil, none, 0
		}
		set = append(set, int32(b))
		t = t.plus(s.count.dead(s.blocks[b].colour, int32(len(s.blocks[b].points))))
	}
	if s.meets(s.value(t)) {
		return set, found, 0
	}
	return nil, none, 0
}

// groupsBetweenLooks is after how many groups it is seen whether anybody waits.
const groupsBetweenLooks = 64

// within looks at the sets of at most budget stones.
func (s *search) within(budget int) ([]int32, outcome) {
	s.chosen = s.chosen[:0]
	now := layer{groups: []group{{partials: []partial{{set: -1}}}}}
	for i := range s.sweep.steps {
		far := s.reachAfter(i, budget)
		s.work -= len(s.blocks) + budget
		next := layer{index: make(map[frontier]int)}
		for g := range now.groups {
			s.decide(i, &now.groups[g], &next, budget, far)
			if s.work < 0 || g%groupsBetweenLooks == 0 && s.gone() {
				return nil, gaveUp
			}
		}
		now = next
	}
	return s.best(now)
}

// best picks the smallest set that meets the target.
func (s *search) best(last layer) ([]int32, outcome) {
	var best *partial
	for g := range last.groups {
		for i := range last.groups[g].partials {
			p := &last.groups[g].partials[i]
			// With every stone off no region is anyone's, whatever was guessed.
			if p.off < s.stones && s.meets(p.value) && (best == nil || s.smaller(p, best)) {
				best = p
			}
		}
	}
	if best == nil {
		return nil, none
	}
	return s.changed(s.differing(best.set)), found
}

// changed is the given set with these chains in it that are not, and without those
// that are.
func (s *search) changed(chains []int32) []int32 {
	if s.given == nil {
		return chains
	}
	var out []int32
	for b := range int32(len(s.blocks)) {
		if s.given[b] != slices.Contains(chains, b) {
			out = append(out, b)
		}
	}
	return out
}

// differing lists the chains of a set that differ from the given one, ascending.
func (s *search) differing(set int32) []int32 {
	var out []int32
	for ; set >= 0; set = s.chosen[set].before {
		out = append(out, s.chosen[set].chain)
	}
	slices.Sort(out)
	return out
}

// smaller tells which of two sets is preferred. One of every stone is no choice.
func (s *search) smaller(a, b *partial) bool {
	switch {
	case s.stones > 0 && a.off != b.off && (a.off == s.stones || b.off == s.stones):
		return a.off < b.off
	case a.stones != b.stones:
		return a.stones < b.stones
	case a.chains != b.chains:
		return a.chains < b.chains
	case a.set == b.set:
		return false
	}
	s.work -= int(a.chains)
	return slices.Compare(s.differing(a.set), s.differing(b.set)) < 0
}
