package gorules

import "sort"

// history is everything that happened, in order, and what is needed to find a
// position in it.
//
// Entry 0 is the start. The position after each entry follows from the entries,
// and is worked out only where two must be compared.
type history struct {
	log        []entry
	removed    []stone    // taken off by plays, in order
	setUps     []setUp    // the positions that were set up, in order
	unnumbered []int32    // entries after the first that are no written move
	milestones []position // after every 64th entry, as far as was needed

	// A play only adds a stone unless it removes some. So a position can equal
	// one from before the last removal only, and only if it has no more stones
	// than there were at most until then.
	most     int // stones there were at most before the last removal
	lastLoss int // the entry of the last removal
	floor    int // entries before it bind no one any more

	index index
}

// entry is a move, or a change that is no move.
type entry struct {
	hash   uint64 // of the position after it
	taken  uint32 // how many stones were removed in all, it included
	point  uint16
	colour Colour // whose move it was; who moves next, if it was no move
	what   what
}

// what says what an entry is.
type what uint8

const (
	setting what = iota // stones put by no one
	play
	pass
	button
	turning // only another player to move

	kindOf what = 7

	implied  what = 8  // the pass of a handicap, not written
	stood    what = 16 // illegal, but it stood
	replaced what = 32 // a pass in place of an illegal move
)

func (w what) is(k what) bool { return w&kindOf == k }

// isMove tells moves from entries that are no one's turn.
func (w what) isMove() bool { return !w.is(setting) && !w.is(turning) }

// stone is a point and, above it, a colour.
type stone uint16

func stoneOf(c Colour, p uint16) stone { return stone(uint16(c)<<pointBits | p) }

func (s stone) point() uint16  { return uint16(s) & pointMask }
func (s stone) colour() Colour { return Colour(s >> pointBits) }

type setUp struct {
	at       int // entry
	position position
}

func (h *history) reset() {
	h.log = append(h.log[:0], entry{colour: Black})
	h.removed = h.removed[:0]
	h.setUps = h.setUps[:0]
	h.unnumbered = h.unnumbered[:0]
	h.milestones = h.milestones[:0]
	h.most, h.lastLoss, h.floor = 0, 0, 0
	h.index.reset(0)
}

// last gives the last entry.
func (h *history) last() *entry { return &h.log[len(h.log)-1] }

// add appends an entry after which the stones are the same.
func (h *history) add(point uint16, c Colour, w what) {
	h.log = append(h.log, entry{hash: h.last().hash, taken: h.last().taken, point: point, colour: c, what: w})
	if !w.isMove() || w&implied != 0 {
		h.unnumbered = append(h.unnumbered, int32(len(h.log)-1))
	}
}

// takenBy gives the stones that entry i removed.
func (h *history) takenBy(i int) []stone {
	from := uint32(0)
	if i > 0 {
		from = h.log[i-1].taken
	}
	return h.removed[from:h.log[i].taken]
}

// written counts the moves as written.
func (h *history) written() int { return len(h.log) - 1 - len(h.unnumbered) }

// number gives the number, as written, of entry i; of an entry without one,
// that of the move before it.
func (h *history) number(i int) int {
	return i - sort.Search(len(h.unnumbered), func(j int) bool { return int(h.unnumbered[j]) > i })
}

// entryOf gives the entry of written move n, from 1.
func (h *history) entryOf(n int) int {
	return n + sort.Search(len(h.unnumbered), func(j int) bool { return int(h.unnumbered[j])-j-1 >= n })
}

// startEnd gives the last entry before move 1.
func (h *history) startEnd() int {
	if h.written() == 0 {
		return len(h.log) - 1
	}
	return h.entryOf(1) - 1
}

// forget drops what was worked out about entry i and all later ones.
func (h *history) forget(i int) {
	if keep := (i + milestone - 1) / milestone; len(h.milestones) > keep {
		h.milestones = h.milestones[:keep]
	}
	if h.index.upTo > i {
		h.index.reset(h.floor)
	}
}

// milestone is how many entries lie between two milestones.
const milestone = 64

// positionAfter works out the position after entry i, laying milestones up to it.
func (h *history) positionAfter(i int, p *position) {
	for n := len(h.milestones); n <= i/milestone; n++ {
		h.follow(n-1, n*milestone, p)
		h.milestones = append(h.milestones, *p)
	}
	h.follow(i/milestone, i, p)
}

// follow replays from milestone n to entry i, or from the start if n is -1.
func (h *history) follow(n, i int, p *position) {
	next := 0
	if n >= 0 {
		*p = h.milestones[n]
		next = n*milestone + 1
	} else {
		*p = position{}
	}
	for ; next <= i; next++ {
		e := &h.log[next]
		switch {
		case e.what.is(play):
			p.put(e.point, e.colour)
			for _, s := range h.takenBy(next) {
				p.lift(s)
			}
		case e.what.is(setting):
			if at := h.setUpOf(next); at >= 0 {
				*p = h.setUps[at].position
			}
		}
	}
}

// setUpOf finds the position set up in entry i, -1 if there is none.
func (h *history) setUpOf(i int) int {
	at := sort.Search(len(h.setUps), func(j int) bool { return h.setUps[j].at >= i })
	if at < len(h.setUps) && h.setUps[at].at == i {
		return at
	}
	return -1
}

// same compares the positions after entries i and k, stone by stone.
func (h *history) same(i, k int) bool {
	var after, before position
	h.positionAfter(i, &after)
	h.positionAfter(k, &before)
	return after == before
}
