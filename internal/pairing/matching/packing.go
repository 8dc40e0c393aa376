package matching

import (
	"errors"
	"fmt"
	"math/bits"
)

// usable is how many bits a packed sum may take. Above them the search needs one to put the number of edges before any
// weight, one to force an edge, one to double weights, and a few for sums of duals; see [Solver].
const usable = 248

// ErrTooWide is returned by [NewPacking] when the levels do not fit in a weight side by side.
var ErrTooWide = errors.New("matching: levels do not fit in a weight")

// Level is one of several numbers by which edges are compared, the range of it that has to fit.
type Level struct {
	Most int64 // the greatest an edge can have; none has less than 0
	Sum  int64 // the greatest sum over a matching, at least Most
}

// Packing lays levels of small numbers side by side in a [Weight], the first level weighing most. The sums over
// matchings never carry from one level into the next, so comparing sums compares level by level.
type Packing struct {
	levels []Level
	limb   []uint // of each level's least significant bit, counted from the least significant limb
	by     []uint // of that bit in its limb
}

// NewPacking prepares for edges and matchings whose levels lie in the given ranges. The error wraps [ErrTooWide].
func NewPacking(levels []Level) (*Packing, error) {
	p := &Packing{
		levels: append([]Level(nil), levels...), limb: make([]uint, len(levels)), by: make([]uint, len(levels)),
	}
	width := uint(0)
	for i := len(levels) - 1; i >= 0; i-- {
		l := levels[i]
		if l.Most < 0 || l.Sum < l.Most {
			return nil, fmt.Errorf("matching: level %d is to reach from 0 to %d, its sum to %d", i, l.Most, l.Sum)
		}
		p.limb[i], p.by[i] = width/64, width%64
		width += uint(bits.Len64(uint64(l.Sum)))
		if width > usable {
			return nil, fmt.Errorf("%w: more than %d bits needed", ErrTooWide, usable)
		}
	}
	return p, nil
}

// Pack gives the weight of one edge from all its levels.
func (p *Packing) Pack(levels []int64) Weight {
	if len(levels) != len(p.levels) {
		panic(fmt.Sprintf("matching: %d levels given, packing has %d", len(levels), len(p.levels)))
	}
	var w Weight
	for i, v := range levels {
		w = p.With(w, i, v)
	}
	return w
}

// With gives a weight in which one level, so far 0, has a value. It panics when the value is outside the range the
// packing was made for: it would silently break the order of the levels.
func (p *Packing) With(w Weight, level int, value int64) Weight {
	if uint64(value) > uint64(p.levels[level].Most) {
		panic(fmt.Sprintf("matching: level %d is %d, outside 0 … %d", level, value, p.levels[level].Most))
	}
	low, high := uint64(value)<<p.by[level], uint64(value)>>(64-p.by[level])
	switch p.limb[level] {
	case 0:
		w.w0 |= low
		w.w1 |= high
	case 1:
		w.w1 |= low
		w.w2 |= high
	case 2:
		w.w2 |= low
		w.w3 |= high
	default:
		w.w3 |= low
	}
	return w
}

// Unpack gives the levels of a packed weight or of a sum of them.
func (p *Packing) Unpack(w Weight) []int64 {
	values := make([]int64, len(p.levels))
	limbs := [5]uint64{w.w0, w.w1, w.w2, w.w3}
	for i, l := range p.levels {
		v := limbs[p.limb[i]]>>p.by[i] | limbs[p.limb[i]+1]<<(64-p.by[i])
		values[i] = int64(v & (1<<bits.Len64(uint64(l.Sum)) - 1))
	}
	return values
}
