package gorules

// Life is what can be proved about a position without reading it out.
//
// A chain is pass-alive if the opponent can never capture it, whatever the
// opponent plays and though its owner only passes. D. B. Benson, "Life in the
// game of Go" (1976), shows how to find all such chains together. His theorem
// takes suicide to be illegal; where it is legal, the opponent can fill a region,
// take the stones off by suicide, and so make room inside. What follows is right
// for both.
//
// A region of a player is a largest set of connected points without that
// player's stones: empty points and the opponent's stones. A region is vital to
// a chain if it has an empty point and
//   - where suicide is legal, every point of it is beside the chain
//   - where suicide is illegal, every empty point of it is beside the chain
//
// Pass-alive are the chains of the largest set in which every chain has two
// vital regions that no chain outside the set is beside.
//
// That suffices where suicide is legal: take the first play that captures a
// chain of the set. One of the chain's two vital regions does not hold the point
// played. No chain beside that region has changed, so it is still shut off, and,
// as the chain has no liberty in it, all of it is the opponent's stones. These
// have no liberties; but no play leaves such stones on the board. It is also
// necessary: in a region with a point not beside the chain the opponent can fill
// every other point, the farthest from that point first, and stay there; a
// single vital region is filled last.
//
// The territory of the pass-alive chains is every region that only they are
// beside, and in which at most one point is beside none of their stones. The
// opponent can make no pass-alive chain in it: a region vital to such a chain
// has no point beside the player's own pass-alive stones, or the other eye of
// these would be part of it, and two vital regions need two such points. Stones
// of the opponent in it are dead: the owner may play on every point but the one,
// always connected to pass-alive stones, and on that one last.
type Life struct {
	alive  [points]bool
	owner  [points]Colour
	isDead [points]bool
	dead   []Point
}

// Alive finds the pass-alive chains of both players and their territory. What
// it says of the stones is proved for any order of play and whatever the rule of
// repetition, which can only take moves from the opponent.
func Alive(b *Board, s Suicide) *Life {
	b.refresh()
	l := &Life{}
	for c := Black; c <= White; c++ {
		e := eyes{board: b, colour: c, suicide: s}
		e.find()
		e.settle()
		e.mark(l)
	}
	return l
}

// Alive tells whether the stone at p is pass-alive.
func (l *Life) Alive(p Point) bool { return l.alive[p&pointMask] }

// Dead tells whether there is a stone at p that is proved dead: it stands in the
// opponent's pass-alive territory.
func (l *Life) Dead(p Point) bool { return l.isDead[p&pointMask] }

// eyes are the regions of one player.
type eyes struct {
	board   *Board
	colour  Colour
	suicide Suicide
	regions []region
	vital   [points]int16 // by chain: regions that are vital to it
}

type region struct {
	points   []uint16
	beside   []uint16 // chains of the player
	vitalTo  []uint16 // those to which it is vital
	interior int      // points beside none of the player's stones
	open     bool     // a chain that is not pass-alive is beside it
}

// find lists the regions.
func (e *eyes) find() {
	var seen [points]bool
	for y := range e.board.height {
		for x, c := range e.board.row(y) {
			p := uint16(At(x, y))
			if c == e.colour || seen[p] {
				continue
			}
			seen[p] = true
			r := region{points: []uint16{p}}
			for i := 0; i < len(r.points); i++ {
				n, w, right, s := around(r.points[i])
				for _, q := range [4]uint16{n, w, right, s} {
					if at := e.board.colour[q]; at != e.colour && at != border && !seen[q] {
						seen[q] = true
						r.points = append(r.points, q)
					}
				}
			}
			e.regions = append(e.regions, e.survey(r))
		}
	}
}

// survey finds which chains a region is beside, and to which it is vital.
func (e *eyes) survey(r region) region {
	b := e.board
	var matters int // points that must be beside a chain for the region to be vital
	var empties bool
	met := map[uint16]int{} // by chain: how many of these points are beside it
	for _, p := range r.points {
		n, w, right, s := around(p)
		beside := [4]uint16{n, w, right, s}
		counts := b.colour[p] == Empty || e.suicide == SuicideLegal
		if counts {
			matters++
		}
		empties = empties || b.colour[p] == Empty
		interior := true
		for i, q := range beside {
			if b.colour[q] != e.colour {
				continue
			}
			interior = false
			chain := b.chain[q]
			if _, known := met[chain]; !known {
				met[chain] = 0
				r.beside = append(r.beside, chain)
			}
			if counts && b.firstOf(i, &beside) {
				met[chain]++
			}
		}
		if interior {
			r.interior++
		}
	}
	for _, chain := range r.beside {
		if empties && met[chain] == matters {
			r.vitalTo = append(r.vitalTo, chain)
			e.vital[chain]++
		}
	}
	return r
}

// settle takes out chains with fewer than two vital regions, and regions beside
// such chains, until none is left to take.
func (e *eyes) settle() {
	for again := true; again; {
		again = false
		for i := range e.regions {
			r := &e.regions[i]
			if r.open {
				continue
			}
			for _, chain := range r.beside {
				if e.vital[chain] < 2 {
					r.open = true
				}
			}
			if r.open {
				again = true
				for _, chain := range r.vitalTo {
					e.vital[chain]--
				}
			}
		}
	}
}

// mark notes what is proved.
func (e *eyes) mark(l *Life) {
	b := e.board
	for y := range b.height {
		for x, c := range b.row(y) {
			if p := At(x, y); c == e.colour && e.vital[b.chain[p]] >= 2 {
				l.alive[p], l.owner[p] = true, e.colour
			}
		}
	}
	for _, r := range e.regions {
		if r.open || len(r.beside) == 0 || r.interior > 1 {
			continue
		}
		for _, p := range r.points {
			l.owner[p] = e.colour
			if b.colour[p] != Empty {
				l.isDead[p] = true
				l.dead = append(l.dead, Point(p))
			}
		}
	}
}
