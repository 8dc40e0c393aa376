package gorules

import "math/bits"

// position is the stones of a position, a bit each; the bit of a point is its
// column with the border.
type position struct{ black, white [MaxSize]uint64 }

func (p *position) put(at uint16, c Colour) {
	if c == Black {
		p.black[at/stride-1] |= 1 << (at % stride)
	} else {
		p.white[at/stride-1] |= 1 << (at % stride)
	}
}

func (p *position) lift(s stone) {
	at := s.point()
	if s.colour() == Black {
		p.black[at/stride-1] &^= 1 << (at % stride)
	} else {
		p.white[at/stride-1] &^= 1 << (at % stride)
	}
}

// has tells whether there is a stone of the colour.
func (p *position) has(at uint16, c Colour) bool {
	row := p.black[at/stride-1]
	if c == White {
		row = p.white[at/stride-1]
	}
	return row>>(at%stride)&1 != 0
}

// position gives the stones of the board: eight points at a time.
func (b *Board) position() (p position) {
	inside := (uint64(1)<<b.width - 1) << 1
	for y := range b.height {
		line := b.colour[(y+1)*stride:][:stride]
		var black, white uint64
		for x := 0; x <= b.width; x += 8 {
			c := line[x : x+8 : x+8]
			eight := uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
				uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56
			black |= lowest(eight) << x
			white |= lowest(eight>>1) << x
		}
		p.black[y], p.white[y] = black&inside, white&inside
	}
	return p
}

// lowest gives the lowest bits of eight bytes, a bit each.
func lowest(eight uint64) uint64 { return eight & 0x0101010101010101 * 0x0102040810204080 >> 56 }

// load puts the stones of a position on the board.
func (b *Board) load(p *position) {
	b.total = 0
	for y := range b.height {
		row := b.row(y)
		for x := range row {
			row[x] = Colour(p.black[y]>>(x+1)&1 | p.white[y]>>(x+1)&1<<1)
			if row[x] != Empty {
				b.total++
			}
		}
	}
	b.stale = true
}

// count counts the stones of a colour.
func (p *position) count(c Colour) int {
	rows := &p.black
	if c == White {
		rows = &p.white
	}
	n := 0
	for _, row := range rows {
		n += bits.OnesCount64(row)
	}
	return n
}

// hash hashes a whole position.
func (p *position) hash() uint64 {
	var sum uint64
	for y := range MaxSize {
		for row := p.black[y]; row != 0; row &= row - 1 {
			sum ^= key(Black, uint16((y+1)*stride+bits.TrailingZeros64(row)))
		}
		for row := p.white[y]; row != 0; row &= row - 1 {
			sum ^= key(White, uint16((y+1)*stride+bits.TrailingZeros64(row)))
		}
	}
	return sum
}

// run is a row of connected empty points, a bit each, and as much as is known of
// the empty region that it is part of.
type run struct {
	points uint64
	row    int
	in     int   // a run of the same region, itself or an earlier one
	owner  Owner // of the region, if in is the run itself
}

// runs appends the runs of the empty points, row by row, and joins those that
// touch into regions, each with the colours beside it.
func (p *position) runs(to []run, width, height int) []run {
	all := (uint64(1)<<width - 1) << 1
	above, here := 0, 0 // the first runs of the row above and of this row
	for y := range height {
		black, white := p.black[y], p.white[y]
		empty := all &^ (black | white)
		var blackBeside, whiteBeside uint64
		if y > 0 {
			blackBeside, whiteBeside = p.black[y-1], p.white[y-1]
		}
		if y+1 < height {
			blackBeside |= p.black[y+1]
			whiteBeside |= p.white[y+1]
		}
		blackBeside |= black<<1 | black>>1
		whiteBeside |= white<<1 | white>>1
		above, here = here, len(to)
		for empty != 0 {
			r := run{points: empty &^ (empty + empty&-empty), row: y, in: len(to)}
			empty &^= r.points
			if r.points&blackBeside != 0 {
				r.owner |= Blacks
			}
			if r.points&whiteBeside != 0 {
				r.owner |= Whites
			}
			to = append(to, r)
			for i := above; i < here; i++ {
				if to[i].points&r.points != 0 {
					unite(to, i, r.in)
				}
			}
		}
	}
	return to
}

// find gives the run that stands for the region of run i.
func find(runs []run, i int) int {
	for runs[i].in != i {
		runs[i].in = runs[runs[i].in].in
		i = runs[i].in
	}
	return i
}

func unite(runs []run, i, k int) {
	i, k = find(runs, i), find(runs, k)
	first, second := min(i, k), max(i, k)
	runs[second].in = first
	runs[first].owner |= runs[second].owner
}
