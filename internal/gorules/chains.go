package gorules

// chains keeps, for every stone, the chain it belongs to. A chain is named by
// one of its stones, and linked into a ring. Of its liberties only the number of
// (stone, adjacent empty point) pairs is kept: it is 0 exactly when there are no
// liberties, and can be kept by adding and taking away one.
//
// Every empty point and every point of the border is a chain of its own, whose count
// means nothing: so counting needs no test, and no two points share what is counted.
type chains struct {
	chain [points]uint16 // by stone: the chain's name
	next  [points]uint16 // by stone: the next in the ring
	pairs [points]int16  // by chain: pairs of a stone and an empty point beside it
	size  [points]int16  // by chain: stones
}

// alone has every point as a chain of its own.
var alone = func() (all [points]uint16) {
	for p := range all {
		all[p] = uint16(p)
	}
	return all
}()

// around is a point's four adjacent points.
func around(p uint16) (n, w, e, s uint16) {
	return (p - stride) & pointMask, (p - 1) & pointMask, (p + 1) & pointMask, (p + stride) & pointMask
}

func (c *chains) copyFrom(src *chains, used int) {
	copy(c.chain[:used], src.chain[:used])
	copy(c.next[:used], src.next[:used])
	copy(c.pairs[:used], src.pairs[:used])
	copy(c.size[:used], src.size[:used])
}

// free gives 1 for an empty point and 0 for any other.
func free(c Colour) int16 { return int16((uint16(c) - 1) >> 15) }

// found makes the stone at p a chain of its own.
func (c *chains) found(p uint16, empties int16) {
	c.chain[p] = p
	c.next[p] = p
	c.pairs[p] = empties
	c.size[p] = 1
}

// join makes one chain of two, unless they are one already, and gives its name.
func (c *chains) join(a, b uint16) uint16 {
	a, b = a&pointMask, b&pointMask
	if a == b {
		return a
	}
	if c.size[a] < c.size[b] {
		a, b = b, a
	}
	c.size[a] += c.size[b]
	c.pairs[a] += c.pairs[b]
	q := b
	for {
		c.chain[q] = a
		following := c.next[q] & pointMask
		if following == b {
			break
		}
		q = following
	}
	c.next[q], c.next[a] = c.next[a], b
	return a
}

// refresh builds the chains again if stones were put by hand.
func (b *Board) refresh() {
	if b.stale {
		b.rebuild()
	}
}

// rebuild builds the chains from the colours alone.
func (b *Board) rebuild() {
	b.stale, b.strangled = false, false
	for y := range b.height {
		for x, c := range b.row(y) {
			p := uint16(At(x, y))
			b.chain[p] = p
			if c == Empty {
				continue
			}
			n, w, e, s := around(p)
			b.found(p, free(b.colour[n])+free(b.colour[w])+free(b.colour[e])+free(b.colour[s]))
			if b.colour[n] == c {
				b.join(b.chain[n], b.chain[p])
			}
			if b.colour[w] == c {
				b.join(b.chain[w], b.chain[p])
			}
		}
	}
	for y := range b.height {
		for x, c := range b.row(y) {
			if c != Empty && b.pairs[b.chain[At(x, y)]] == 0 {
				b.strangled = true
			}
		}
	}
}

// place puts a stone on an empty point if that captures nothing and one of the
// adjacent points is empty. Else it changes nothing and tells so: such a play
// needs care.
func (b *Board) place(p uint16, c Colour) bool {
	p &= pointMask
	n, w, e, s := around(p)
	cn, cw, ce, cs := b.colour[n], b.colour[w], b.colour[e], b.colour[s]
	rn, rw, re, rs := b.chain[n]&pointMask, b.chain[w]&pointMask, b.chain[e]&pointMask, b.chain[s]&pointMask
	empties := free(cn) + free(cw) + free(ce) + free(cs)
	b.pairs[rn]--
	b.pairs[rw]--
	b.pairs[re]--
	b.pairs[rs]--
	// One of these is 0 where an opponent's chain has lost its last liberty.
	o := c.Opponent()
	gone := func(colour Colour, chain uint16) bool { return uint16(colour^o)|uint16(b.pairs[chain]) == 0 }
	if empties == 0 || gone(cn, rn) || gone(cw, rw) || gone(ce, re) || gone(cs, rs) {
		b.pairs[rn]++
		b.pairs[rw]++
		b.pairs[re]++
		b.pairs[rs]++
		return false
	}
	b.colour[p] = c
	b.total++
	b.found(p, empties)
	at := p
	if cn == c {
		at = b.join(rn, at)
	}
	if cw == c {
		at = b.join(b.chain[w], at)
	}
	if ce == c {
		at = b.join(b.chain[e], at)
	}
	if cs == c {
		b.join(b.chain[s], at)
	}
	return true
}

// force puts a stone on an empty point, whatever becomes of any chain.
func (b *Board) force(p uint16, c Colour) {
	n, w, e, s := around(p)
	b.colour[p] = c
	b.total++
	b.found(p, 0)
	for _, q := range [4]uint16{n, w, e, s} {
		b.pairs[p] += free(b.colour[q])
	}
	for _, q := range [4]uint16{n, w, e, s} {
		b.pairs[b.chain[q]]--
	}
	for _, q := range [4]uint16{n, w, e, s} {
		if b.colour[q] == c {
			b.join(b.chain[q], b.chain[p])
		}
	}
}

// lift takes a stone off. Whole chains are lifted, stone by stone.
func (b *Board) lift(p uint16) {
	b.colour[p] = Empty
	b.chain[p] = p
	b.total--
	n, w, e, s := around(p)
	b.pairs[b.chain[n]]++
	b.pairs[b.chain[w]]++
	b.pairs[b.chain[e]]++
	b.pairs[b.chain[s]]++
}
