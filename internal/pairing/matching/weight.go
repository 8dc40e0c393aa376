package matching

import "math/bits"

// Weight is a signed 256-bit integer in two's complement. The zero value is 0. It is a struct rather than an array so
// that the compiler keeps it in registers: the search does little else than add and compare weights.
type Weight struct {
	w3, w2, w1, w0 uint64 // from the most significant limb to the least
}

// Add gives w + x, modulo 2²⁵⁶.
func (w Weight) Add(x Weight) Weight {
	w0, c := bits.Add64(w.w0, x.w0, 0)
	w1, c := bits.Add64(w.w1, x.w1, c)
	w2, c := bits.Add64(w.w2, x.w2, c)
	w3, _ := bits.Add64(w.w3, x.w3, c)
	return Weight{w3, w2, w1, w0}
}

// Sub gives w − x, modulo 2²⁵⁶.
func (w Weight) Sub(x Weight) Weight {
	w0, b := bits.Sub64(w.w0, x.w0, 0)
	w1, b := bits.Sub64(w.w1, x.w1, b)
	w2, b := bits.Sub64(w.w2, x.w2, b)
	w3, _ := bits.Sub64(w.w3, x.w3, b)
	return Weight{w3, w2, w1, w0}
}

// Neg gives −w.
func (w Weight) Neg() Weight { return Weight{}.Sub(w) }

// Half gives w ⁄ 2, rounded towards minus infinity.
func (w Weight) Half() Weight {
	return Weight{
		uint64(int64(w.w3) >> 1),
		w.w2>>1 | w.w3<<63,
		w.w1>>1 | w.w2<<63,
		w.w0>>1 | w.w1<<63,
	}
}

// Less reports whether w < x.
func (w Weight) Less(x Weight) bool {
	if w.w3 != x.w3 {
		return int64(w.w3) < int64(x.w3)
	}
	_, b := bits.Sub64(w.w0, x.w0, 0)
	_, b = bits.Sub64(w.w1, x.w1, b)
	_, b = bits.Sub64(w.w2, x.w2, b)
	return b != 0
}

func minimum(w, x Weight) Weight {
	if w.Less(x) {
		return w
	}
	return x
}

// Cmp is negative when w < x, zero when they are equal, positive when w > x.
func (w Weight) Cmp(x Weight) int {
	switch {
	case w == x:
		return 0
	case w.Less(x):
		return -1
	}
	return 1
}

// Sign is −1, 0 or 1.
func (w Weight) Sign() int {
	switch {
	case int64(w.w3) < 0:
		return -1
	case w == Weight{}:
		return 0
	}
	return 1
}
