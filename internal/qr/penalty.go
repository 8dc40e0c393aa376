package qr

import "math/bits"

// largest is the size of the largest code, in modules.
const largest = 177

// row is a row of up to 177 modules; the bit of a dark one is set. The first module is the lowest bit.
type row struct{ a, b, c uint64 }

func (r row) at(x int) bool { return r.eight(x/8)>>(x%8)&1 == 1 }

// eight is the i-th eight modules.
func (r row) eight(i int) uint8 {
	word := r.a
	switch i / 8 {
	case 1:
		word = r.b
	case 2:
		word = r.c
	}
	return uint8(word >> (i % 8 * 8))
}

// put sets the i-th eight modules of an empty row.
func (r *row) put(i int, eight uint8) {
	word := &r.a
	switch i / 8 {
	case 1:
		word = &r.b
	case 2:
		word = &r.c
	}
	*word |= uint64(eight) << (i % 8 * 8)
}

// first is a row whose first n bits are set.
func first(n int) (r row) {
	ones := func(n int) uint64 { return 1<<uint(max(0, min(n, 64))) - 1 }
	return row{ones(n), ones(n - 64), ones(n - 128)}
}

func (r row) xor(o row) row  { return row{r.a ^ o.a, r.b ^ o.b, r.c ^ o.c} }
func (r row) and(o row) row  { return row{r.a & o.a, r.b & o.b, r.c & o.c} }
func (r row) or(o row) row   { return row{r.a | o.a, r.b | o.b, r.c | o.c} }
func (r row) less(o row) row { return row{r.a &^ o.a, r.b &^ o.b, r.c &^ o.c} }

// later is the modules that are n places further on, each where its place is; n is from 1 to 63.
func (r row) later(n uint) row {
	return row{r.a>>n | r.b<<(64-n), r.b>>n | r.c<<(64-n), r.c >> n}
}

// earlier is the modules that are a place before, each where its place is.
func (r row) earlier() row {
	return row{r.a << 1, r.b<<1 | r.a>>63, r.c<<1 | r.b>>63}
}

func (r row) count() int {
	return bits.OnesCount64(r.a) + bits.OnesCount64(r.b) + bits.OnesCount64(r.c)
}

// What misleads readers, and how much (ISO/IEC 18004, table 11).
const (
	runOfFive  = 3  // five modules of one colour in a line, and one more for each that follows
	block      = 3  // two by two of one colour
	finderEdge = 40 // what looks like the middle of a finder with four light modules beside it
	imbalance  = 10 // each 5 % by which dark modules are more or fewer than half
)

// edgeLength is how many modules the edge of a finder has: its middle, #.###.#, and four light ones before or after it.
const edgeLength, middleLength = 11, 7

// penalty is how much a code may mislead readers, or, where that is no less than most, a part of it that is no less
// either: who looks for the least asks no further. All modules of a row are looked at together.
func (c Code) penalty(most int) int {
	n := c.Size
	whole, inner := first(n), first(n-1)
	var across, down [largest]row // which modules are as the next in their row, and in their column
	var middles [largest]row      // where the middle of a finder begins in a column
	dark, total := 0, 0
	for y, r := range c.rows {
		dark += r.count()
		across[y] = inner.less(r.xor(r.later(1)))
		if y+1 < n {
			down[y] = whole.less(r.xor(c.rows[y+1]))
		}
	}
	total += imbalance * (max(20*dark-10*n*n, 10*n*n-20*dark) / (n * n))
	for y := range n - middleLength + 1 {
		middles[y] = middle([middleLength]row(c.rows[y:]))
	}
	var above row // where five begin in columns a row before
	for y, r := range c.rows {
		if total >= most {
			break
		}
		five := across[y].and(across[y].later(1)).and(across[y].later(2)).and(across[y].later(3))
		total += runs(five, five.earlier()) + finderEdge*edgesIn(r, n)
		if y+4 < n {
			five = down[y].and(down[y+1]).and(down[y+2]).and(down[y+3])
			total += runs(five, above)
			above = five
		}
		if y+1 < n {
			total += block * across[y].and(across[y+1]).and(down[y]).count()
		}
		if y+edgeLength <= n {
			after, before := c.rows[y+middleLength:], c.rows[y:]
			total += finderEdge * (lightAfter(middles[y], after) + lightAfter(middles[y+4], before))
		}
	}
	return total
}

// runs is the penalty of runs, of which five modules begin at each bit; before are the bits of those a place before.
func runs(five, before row) int { return five.count() + (runOfFive-1)*five.less(before).count() }

// middle is where the middle of a finder begins, in lines of which each is a module further on.
func middle(lines [middleLength]row) row {
	return lines[0].less(lines[1]).and(lines[2]).and(lines[3]).and(lines[4]).less(lines[5]).and(lines[6])
}

// edgesIn counts the edges of finders in a row of n modules.
func edgesIn(r row, n int) int {
	lines := [middleLength]row{r}
	for i := 1; i < middleLength; i++ {
		lines[i] = r.later(uint(i))
	}
	found := middle(lines)
	if found == (row{}) {
		return 0
	}
	dark, places := lines[0].or(lines[1]).or(lines[2]).or(lines[3]), first(n-edgeLength+1)
	return found.less(dark.later(middleLength)).and(places).count() + found.later(4).less(dark).and(places).count()
}

// lightAfter counts the middles of finders that have four light modules in the first of some rows.
func lightAfter(middles row, rows []row) int {
	if middles == (row{}) {
		return 0
	}
	return middles.less(rows[0].or(rows[1]).or(rows[2]).or(rows[3])).count()
}
