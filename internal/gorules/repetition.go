package gorules

import "math/rand/v2"

// keys are drawn again in every process, so that no one can prepare a record in
// which many positions have the same hash. No answer depends on them: a hash
// only says where to look.
var keys = func() (k [3][points]uint64) {
	for c := Black; c <= White; c++ {
		for p := range k[c] {
			k[c][p] = rand.Uint64()
		}
	}
	return k
}()

// key is the key of a stone.
func key(c Colour, p uint16) uint64 { return keys[c][p&pointMask] }

// index finds earlier positions by hash. Entries are put in as late as possible:
// most are never looked for.
type index struct {
	cells   []uint32 // open addressing: cellOf an entry and whom it binds, or 0
	spare   []uint32 // the cells before they grew
	used    int
	upTo    int    // entries before it are in
	ignored uint64 // bits of the hash that are not used; tests spoil the hash by it
}

// binds says whom a position binds: one player, or either alike.
type binds uint32

const bindsEither binds = 0

const fewestCells = 1024

func (x *index) reset(floor int) {
	if x.used > 0 || x.cells == nil {
		if cap(x.cells) < fewestCells {
			x.cells = make([]uint32, fewestCells)
		}
		x.cells = x.cells[:fewestCells]
		clear(x.cells)
	}
	x.used, x.upTo = 0, floor
}

// repeated gives the earliest entry whose position the last entry makes again
// against the rules, -1 if there is none. The last entry is a play; stones is
// how many there are after it, before how many there were.
func (g *Game) repeated(before, stones int) int {
	h := &g.history
	now := len(h.log) - 1
	most, loss := h.most, h.lastLoss
	if len(h.takenBy(now)) > 0 {
		most, loss = max(most, before), now
	}
	if stones > most {
		return -1
	}
	if g.rules.Repetition == RepeatLast {
		return h.repeatsLast(now)
	}
	g.remember(loss)
	who := binds(h.log[now].colour)
	if g.rules.Repetition == RepeatAny {
		who = bindsEither
	}
	earlier, _ := h.find(now, who)
	return earlier
}

// repeatsLast compares the last position with that before the last move.
func (h *history) repeatsLast(now int) int {
	moved := now - 1
	for moved > 0 && !h.log[moved].what.isMove() {
		moved--
	}
	if moved <= 0 || h.log[moved].what.is(button) {
		return -1
	}
	if h.key(moved-1) != h.key(now) || !h.same(moved-1, now) {
		return -1
	}
	return moved - 1
}

// remember puts the entries before one in the index, each for everyone whom it binds.
func (g *Game) remember(until int) {
	either := g.rules.Repetition == RepeatAny
	i := g.index.upTo
	for ; i < until; i++ {
		switch e := &g.log[i]; {
		case !e.what.is(play):
			g.rememberNoPlay(i)
		case either:
			g.insert(i, bindsEither)
		default:
			g.insert(i, binds(e.colour))
		}
	}
	g.index.upTo = i
}

// rememberNoPlay puts an entry that is no play in the index.
func (g *Game) rememberNoPlay(i int) {
	e := &g.log[i]
	r := &g.rules
	switch {
	case e.what.is(turning):
	case e.what.is(setting) && r.Start == StartNobodys:
	case r.Repetition == RepeatOwnPlays && !e.what.is(setting):
	case r.Repetition == RepeatAny:
		g.insert(i, bindsEither)
	case e.what.is(setting):
		g.insert(i, binds(Black))
		g.insert(i, binds(White))
	default:
		g.insert(i, binds(e.colour))
	}
}

// key is the part of the hash that is used.
func (h *history) key(i int) uint64 { return h.log[i].hash &^ h.index.ignored }

// find gives the earliest entry in the index, bound to that player, after which
// the position was the same as after entry i; -1 if there is none. It also gives
// the cell where the search ended.
func (h *history) find(i int, who binds) (earlier, cell int) {
	x, key := &h.index, h.key(i)
	cell = x.start(key, who)
	for ; x.cells[cell] != 0; cell = (cell + 1) & (len(x.cells) - 1) {
		if k := entryIn(x.cells[cell]); binds(x.cells[cell]&3) == who && h.key(k) == key && h.same(k, i) {
			return k, cell
		}
	}
	return -1, cell
}

// insert puts entry i in the index, unless the same position is there already.
func (h *history) insert(i int, who binds) {
	x := &h.index
	earlier, free := h.find(i, who)
	if earlier >= 0 {
		return
	}
	x.cells[free] = cellOf(i, who)
	if x.used++; 2*x.used > len(x.cells) {
		h.growIndex()
	}
}

func cellOf(i int, who binds) uint32 { return uint32(i+1)<<2 | uint32(who) }
func entryIn(cell uint32) int        { return int(cell>>2) - 1 }
func (x *index) start(key uint64, who binds) int {
	return int((key ^ uint64(who)*0x9e3779b97f4a7c15) & uint64(len(x.cells)-1))
}

func (x *index) put(key uint64, cell uint32) {
	at := x.start(key, binds(cell&3))
	for x.cells[at] != 0 {
		at = (at + 1) & (len(x.cells) - 1)
	}
	x.cells[at] = cell
}

// growIndex doubles the cells. Of two positions with the same key the earlier
// may come to stand after the later; they are different positions.
func (h *history) growIndex() {
	x := &h.index
	old, size := x.cells, 2*len(x.cells)
	if cap(x.spare) < size {
		x.spare = make([]uint32, size)
	}
	x.cells, x.spare = x.spare[:size], old
	clear(x.cells)
	for _, cell := range old {
		if cell != 0 {
			x.put(h.key(entryIn(cell)), cell)
		}
	}
}
