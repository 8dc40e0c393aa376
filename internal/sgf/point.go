package sgf

import "math/bits"

// offLetter is what a byte that is no point letter stands for.
const offLetter = 0xff

// letters gives the line that a letter of a point names: a to z are lines 0 to
// 25, A to Z lines 26 to 51 (FF[4]).
var letters = func() (l [256]uint8) {
	for c := range l {
		switch {
		case c >= 'a' && c <= 'z':
			l[c] = uint8(c - 'a')
		case c >= 'A' && c <= 'Z':
			l[c] = uint8(c-'A') + 26
		default:
			l[c] = offLetter
		}
	}
	return l
}()

// point reads a raw value as a point. White space and escapes in it are
// overlooked.
func point(raw []byte) (x, y uint8, ok bool) {
	if len(raw) != 2 {
		raw = bare(raw)
	}
	if len(raw) != 2 {
		return 0, 0, false
	}
	x, y = letters[raw[0]], letters[raw[1]]
	return x, y, x != offLetter && y != offLetter
}

// bare is a value without white space and backslashes, if anything is left to
// be said for it: at most the length of a point and one more.
func bare(raw []byte) []byte {
	raw = trim(raw)
	if len(raw) == 2 {
		return raw
	}
	out := make([]byte, 0, 3)
	for _, c := range raw {
		if class[c] == blank || c == '\\' {
			continue
		}
		if out = append(out, c); len(out) > 2 {
			break
		}
	}
	return out
}

// A rectangle is what one value of a list of points names, corners included.
type rectangle struct{ left, top, right, bottom uint8 }

// points reads one value of a list of points: a point, or a rectangle by two
// opposite corners ("aa:cc").
func points(raw []byte) (rectangle, bool) { return pointsAs(raw, point) }

// pointsAs is points with points as read reads them.
func pointsAs(raw []byte, read func([]byte) (x, y uint8, ok bool)) (rectangle, bool) {
	first, second, composed := compose(raw)
	x, y, ok := read(first)
	r := rectangle{x, y, x, y}
	if ok && composed {
		x, y, ok = read(second)
		r = rectangle{min(r.left, x), min(r.top, y), max(r.left, x), max(r.top, y)}
	}
	return r, ok
}

// A region is a set of points: row by row, a bit for each column. It makes the
// cost of a rectangle that of its rows, however large it is.
type region [MaxSize]uint64

func (r *region) add(a rectangle) {
	row := rowBits(a)
	for y := a.top; y <= a.bottom; y++ {
		r[y] |= row
	}
}

func (r *region) remove(a rectangle) {
	row := rowBits(a)
	for y := a.top; y <= a.bottom; y++ {
		r[y] &^= row
	}
}

func rowBits(a rectangle) uint64 {
	return (1<<(a.right-a.left+1) - 1) << a.left
}

// stones appends the points of a region in reading order.
func (r *region) stones(to []Stone, c Colour) []Stone {
	for y, row := range r {
		for ; row != 0; row &= row - 1 {
			to = append(to, Stone{c, uint8(bits.TrailingZeros64(row)), uint8(y)})
		}
	}
	return to
}

// clip cuts a rectangle to a board of the given size and says whether all of
// it, some or none was on the board.
func (a rectangle) clip(width, height int) (clipped rectangle, on extent) {
	if int(a.left) >= width || int(a.top) >= height {
		return a, none
	}
	if int(a.right) < width && int(a.bottom) < height {
		return a, all
	}
	a.right = min(a.right, uint8(width-1))
	a.bottom = min(a.bottom, uint8(height-1))
	return a, some
}

type extent uint8

const (
	none extent = iota
	some
	all
)
