package record

import "nzgs/internal/gorules"

// maxFrontier is how many blocks may stand on the border between those that
// are decided and those that are not.
const maxFrontier = 30

// stands is the place in the frontier that says, where a set is given, whether any
// chain stays: a set of every chain is no choice, though it may be nearest.
const stands = maxFrontier - 1

// A frontier is what later decisions must know of earlier ones: for each block
// on the border, whether it stays and, if it is empty, who owns it. The owners
// of empty regions are guessed at once and held to afterwards. Beside the four
// owners there are codes from open on: regions that are to be reached by both
// and so far are not.
type frontier [maxFrontier]uint8

// open is the first code of a region that still lacks a colour: open + 3*region
// + the colours seen (Empty, Black or White).
const open = uint8(both) + 1

// A step decides one block. Slots are places in the frontier before the step;
// the block itself takes the slot after its last.
type step struct {
	block   int32
	before  []int32 // the blocks on the frontier before the step
	near    []int   // slots of the blocks beside this one
	stay    []int   // slots that are on the frontier after it, in order
	leave   []int   // slots that are not
	rest    int32   // margin of all blocks after this one if nothing more comes off
	regions []waiting
	chains  []due
}

// due is a chain after this step that is beside regions already decided: if one
// of them was said to be the other colour's alone, the chain must come off.
type due struct {
	regions []int // slots after the step
	foreign uint8 // the owner of a region that the chain cannot stay beside
	stones  int
	mayDie  bool
}

// waiting is a region after this step that is beside chains already decided:
// if one of them came off, the region may be worth that much more to either.
type waiting struct {
	chains   []int // slots after the step
	up, down int32
}

// A sweep is an order in which to decide a position's blocks, made so that the
// frontier stays small.
type sweep struct {
	steps []step
	at    []int   // by block: the step that decides it
	base  []owner // by region: who reaches it before anything comes off
	wide  bool    // the frontier is wider than maxFrontier
}

func newSweep(blocks []block, costs []int32, mayDie []bool, c counting) *sweep {
	s := &sweep{base: owners(blocks), at: make([]int, len(blocks))}
	order, at := narrowOrder(blocks), s.at
	for i, b := range order {
		at[b] = i
	}
	var rest int32
	for b := range blocks {
		rest += baseMargin(blocks, s.base, c, int32(b))
	}
	var now []int32
	for i, b := range order {
		rest -= baseMargin(blocks, s.base, c, b)
		st := step{block: b, before: now, rest: rest}
		var after []int32
		for slot, f := range append(now[:len(now):len(now)], b) {
			if containsBlock(blocks[b].near, f) {
				st.near = append(st.near, slot)
			}
			if lastNear(blocks, at, f) > i {
				st.stay = append(st.stay, slot)
				after = append(after, f)
			} else {
				st.leave = append(st.leave, slot)
			}
		}
		if len(after) >= stands {
			s.wide = true
			return s
		}
		st.regions = waitingRegions(blocks, s.base, at, i, after)
		st.chains = dueChains(blocks, costs, mayDie, at, i, after)
		s.steps = append(s.steps, st)
		now = after
	}
	return s
}

// owners says who reaches each region as long as nothing comes off.
func owners(blocks []block) []owner {
	out := make([]owner, len(blocks))
	for i := range blocks {
		if blocks[i].colour != gorules.Empty {
			continue
		}
		for _, n := range blocks[i].near {
			if blocks[n].colour == gorules.Black {
				out[i] |= blacks
			} else {
				out[i] |= whites
			}
		}
	}
	return out
}

// baseMargin is what block b counts as long as nothing comes off.
func baseMargin(blocks []block, base []owner, c counting, b int32) int32 {
	switch {
	case blocks[b].colour != gorules.Empty:
		return c.stays(&blocks[b]).margin()
	case base[b] == standing: // an empty board
		return 0
	}
	return c.opens(&blocks[b], base[b]).margin()
}

// narrowOrder orders blocks so that few stand on the frontier: always the one
// after which it is smallest.
func narrowOrder(blocks []block) []int32 {
	var (
		order   = make([]int32, 0, len(blocks))
		done    = make([]bool, len(blocks))
		ahead   = make([]int, len(blocks)) // neighbours not yet decided
		border  []int32                    // undecided blocks beside decided ones
		waiting = make([]bool, len(blocks))
	)
	for b := range blocks {
		ahead[b] = len(blocks[b].near)
	}
	for len(order) < len(blocks) {
		if len(border) == 0 {
			first := 0
			for b := range blocks {
				if !done[b] && (done[first] || ahead[b] < ahead[first]) {
					first = b
				}
			}
			border = append(border, int32(first))
			waiting[first] = true
		}
		pick, best := 0, len(blocks)+1
		for i, b := range border {
			grows := 0
			if ahead[b] > 0 {
				grows++
			}
			for _, n := range blocks[b].near {
				if done[n] && ahead[n] == 1 {
					grows--
				}
			}
			if grows < best || grows == best && b < border[pick] {
				pick, best = i, grows
			}
		}
		b := border[pick]
		border[pick] = border[len(border)-1]
		border = border[:len(border)-1]
		done[b] = true
		order = append(order, b)
		for _, n := range blocks[b].near {
			ahead[n]--
			if !done[n] && !waiting[n] {
				waiting[n] = true
				border = append(border, n)
			}
		}
	}
	return order
}

func containsBlock(near []int32, b int32) bool {
	for _, n := range near {
		if n == b {
			return true
		}
	}
	return false
}

// lastNear is when the last neighbour of b is decided.
func lastNear(blocks []block, at []int, b int32) int {
	last := -1
	for _, n := range blocks[b].near {
		last = max(last, at[n])
	}
	return last
}

// gains is how much more, and how much less, a region can count than it does
// before anything comes off.
func gains(blocks []block, base []owner, r int32) (up, down int32) {
	n := int32(len(blocks[r].points))
	switch base[r] {
	case blacks:
		return 0, 2 * n
	case whites:
		return 2 * n, 0
	}
	return n, n
}

func waitingRegions(blocks []block, base []owner, at []int, now int, after []int32) []waiting {
	var (
		out  []waiting
		seen = map[int32]int{}
	)
	for slot, f := range after {
		for _, r := range blocks[f].near {
			if blocks[f].colour == gorules.Empty || blocks[r].colour != gorules.Empty || at[r] <= now {
				continue
			}
			k, known := seen[r]
			if !known {
				k = len(out)
				seen[r] = k
				up, down := gains(blocks, base, r)
				out = append(out, waiting{up: up, down: down})
			}
			out[k].chains = append(out[k].chains, slot)
		}
	}
	return out
}

func dueChains(blocks []block, costs []int32, mayDie []bool, at []int, now int, after []int32) []due {
	var (
		out  []due
		seen = map[int32]int{}
	)
	for slot, f := range after {
		for _, c := range blocks[f].near {
			if blocks[c].colour == gorules.Empty || at[c] <= now {
				continue
			}
			k, known := seen[c]
			if !known {
				k = len(out)
				seen[c] = k
				foreign := uint8(reachedBy(blocks[c].colour.Opponent()))
				out = append(out, due{foreign: foreign, stones: int(costs[c]), mayDie: mayDie[c]})
			}
			out[k].regions = append(out[k].regions, slot)
		}
	}
	return out
}
