package matching

import (
	"errors"
	"fmt"
	"math/bits"
)

// Weight is a signed 256-bit integer in two's complement, least significant limb first. The zero value is 0.
type Weight [4]uint64

// Int gives a plain integer as a Weight.
func Int(v int64) Weight {
	sign := uint64(v >> 63)
	return Weight{uint64(v), sign, sign, sign}
}

// Add gives w + x, modulo 2²⁵⁶.
func (w Weight) Add(x Weight) Weight {
	var c uint64
	w[0], c = bits.Add64(w[0], x[0], 0)
	w[1], c = bits.Add64(w[1], x[1], c)
	w[2], c = bits.Add64(w[2], x[2], c)
	w[3], _ = bits.Add64(w[3], x[3], c)
	return w
}

// Sub gives w − x, modulo 2²⁵⁶.
func (w Weight) Sub(x Weight) Weight {
	var b uint64
	w[0], b = bits.Sub64(w[0], x[0], 0)
	w[1], b = bits.Sub64(w[1], x[1], b)
	w[2], b = bits.Sub64(w[2], x[2], b)
	w[3], _ = bits.Sub64(w[3], x[3], b)
	return w
}

// Neg gives −w.
func (w Weight) Neg() Weight { return Weight{}.Sub(w) }

// Half gives w ⁄ 2, rounded towards minus infinity.
func (w Weight) Half() Weight {
	return Weight{
		w[0]>>1 | w[1]<<63,
		w[1]>>1 | w[2]<<63,
		w[2]>>1 | w[3]<<63,
		uint64(int64(w[3]) >> 1),
	}
}

// Cmp is negative when w < x, zero when they are equal, positive when w > x.
func (w Weight) Cmp(x Weight) int {
	switch {
	case w[3] != x[3]:
		return order(int64(w[3]) < int64(x[3]))
	case w[2] != x[2]:
		return order(w[2] < x[2])
	case w[1] != x[1]:
		return order(w[1] < x[1])
	case w[0] != x[0]:
		return order(w[0] < x[0])
	}
	return 0
}

func order(less bool) int {
	if less {
		return -1
	}
	return 1
}

// Sign is −1, 0 or 1.
func (w Weight) Sign() int { return w.Cmp(Weight{}) }

// shl gives w · 2ⁿ, modulo 2²⁵⁶.
func (w Weight) shl(n uint) Weight {
	for ; n >= 64; n -= 64 {
		w = Weight{0, w[0], w[1], w[2]}
	}
	if n == 0 {
		return w
	}
	return Weight{w[0] << n, w[1]<<n | w[0]>>(64-n), w[2]<<n | w[1]>>(64-n), w[3]<<n | w[2]>>(64-n)}
}

// usable is how many bits a packed sum may take: the search doubles weights and its duals are alternating sums of
// them, for which a sign and seven bits are more than enough.
const usable = 248

// ErrTooWide is returned by [NewPacking] when the levels do not fit side by side.
var ErrTooWide = errors.New("matching: levels do not fit in a weight")

// Packing lays levels of small numbers side by side in a [Weight], the first level weighing most. Sums of up to a given
// number of packed weights never carry from one level into the next, so comparing sums compares level by level.
type Packing struct {
	most  []int64
	width []uint
	shift []uint
}

// NewPacking prepares for sums of up to terms weights whose level i lies in 0 … most[i]. The error wraps
// [ErrTooWide].
func NewPacking(terms int, most []int64) (*Packing, error) {
	p := &Packing{most: append([]int64(nil), most...), width: make([]uint, len(most)), shift: make([]uint, len(most))}
	if terms < 1 {
		terms = 1
	}
	total := uint(0)
	for i := len(most) - 1; i >= 0; i-- {
		if most[i] < 0 {
			return nil, fmt.Errorf("matching: level %d has a negative maximum, %d", i, most[i])
		}
		hi, lo := bits.Mul64(uint64(most[i]), uint64(terms))
		if hi != 0 || lo>>63 != 0 {
			return nil, fmt.Errorf("%w: level %d sums to more than 63 bits", ErrTooWide, i)
		}
		p.shift[i], p.width[i] = total, uint(bits.Len64(lo))
		total += p.width[i]
	}
	if total > usable {
		return nil, fmt.Errorf("%w: %d bits needed, %d available", ErrTooWide, total, usable)
	}
	return p, nil
}

// Pack gives the weight of one edge. It panics when a level is outside the range the packing was made for: the result
// would silently break the order of the levels.
func (p *Packing) Pack(levels []int64) Weight {
	if len(levels) != len(p.most) {
		panic(fmt.Sprintf("matching: %d levels given, packing has %d", len(levels), len(p.most)))
	}
	var w Weight
	for i, v := range levels {
		if v < 0 || v > p.most[i] {
			panic(fmt.Sprintf("matching: level %d is %d, outside 0 … %d", i, v, p.most[i]))
		}
		w = w.Add(Int(v).shl(p.shift[i]))
	}
	return w
}

// Unpack gives the levels of a packed weight or of a sum of them.
func (p *Packing) Unpack(w Weight) []int64 {
	levels := make([]int64, len(p.most))
	for i := range levels {
		v := w
		for range p.shift[i] {
			v = v.Half()
		}
		levels[i] = int64(v[0] & (1<<p.width[i] - 1))
	}
	return levels
}
