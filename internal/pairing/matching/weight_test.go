package matching

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func toBig(w Weight) *big.Int {
	n := new(big.Int)
	for _, limb := range []uint64{w.w3, w.w2, w.w1, w.w0} {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(limb))
	}
	if w.Sign() < 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), 256))
	}
	return n
}

func TestWeightArithmetic(t *testing.T) {
	limb := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64, 1 << 63}))
	any := rapid.Custom(func(t *rapid.T) Weight {
		// A quarter of the range, so that sums and differences stay inside.
		top := rapid.Int64Range(math.MinInt64/4, math.MaxInt64/4).Draw(t, "top")
		return Weight{uint64(top), limb.Draw(t, "2"), limb.Draw(t, "1"), limb.Draw(t, "0")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := any.Draw(t, "a"), any.Draw(t, "b")
		x, y := toBig(a), toBig(b)
		for name, pair := range map[string][2]*big.Int{
			"sum":        {toBig(a.Add(b)), new(big.Int).Add(x, y)},
			"difference": {toBig(a.Sub(b)), new(big.Int).Sub(x, y)},
			"negative":   {toBig(a.Neg()), new(big.Int).Neg(x)},
			"half":       {toBig(a.Half()), new(big.Int).Rsh(x, 1)},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Fatalf("%s of %v and %v is %v, want %v", name, x, y, pair[0], pair[1])
			}
		}
		if a.Cmp(b) != x.Cmp(y) || a.Less(b) != (x.Cmp(y) < 0) || a.Sign() != x.Sign() || a.Cmp(a) != 0 {
			t.Fatalf("%v compared with %v: %d", x, y, a.Cmp(b))
		}
		v := rapid.Int64().Draw(t, "v")
		if toBig(Int(v)).Cmp(big.NewInt(v)) != 0 {
			t.Fatalf("Int(%d) is %v", v, toBig(Int(v)))
		}
	})
}

// Sums of packed weights compare exactly as the sums of their levels do, one level after the other.
func TestPackingIsLexicographic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.IntRange(1, 8).Draw(t, "levels")
		terms := rapid.IntRange(1, 6).Draw(t, "terms")
		most := make([]int64, levels)
		for i := range most {
			most[i] = rapid.SampledFrom([]int64{0, 1, 2, 7, 1000, 1 << 20, 1 << 27}).Draw(t, "most")
		}
		p, err := NewPacking(levelsOf(terms, most))
		if err != nil {
			t.Fatal(err)
		}
		sum := func(name string) (Weight, []int64) {
			var w Weight
			total := make([]int64, levels)
			for range rapid.IntRange(0, terms).Draw(t, name) {
				one := make([]int64, levels)
				for i := range one {
					one[i] = rapid.Int64Range(0, most[i]).Draw(t, name)
					total[i] += one[i]
				}
				w = w.Add(p.Pack(one))
			}
			return w, total
		}
		w, a := sum("a")
		x, b := sum("b")
		if w.Cmp(x) != slices.Compare(a, b) {
			t.Fatalf("%v against %v compares as %d", a, b, w.Cmp(x))
		}
		if !slices.Equal(p.Unpack(w), a) {
			t.Fatalf("%v unpacks as %v", a, p.Unpack(w))
		}
	})
}

func levelsOf(terms int, most []int64) []Level {
	levels := make([]Level, len(most))
	for i, m := range most {
		levels[i] = Level{Most: m, Sum: m * int64(terms)}
	}
	return levels
}

func TestPackingRefusesWhatDoesNotFit(t *testing.T) {
	if _, err := NewPacking(levelsOf(2048, []int64{1 << 50, 1 << 50, 1 << 50, 1 << 50})); err != nil {
		t.Errorf("248 bits were refused: %v", err)
	}
	if _, err := NewPacking(levelsOf(2048, []int64{1 << 50, 1 << 50, 1 << 50, 1 << 50, 1})); !errors.Is(err, ErrTooWide) {
		t.Errorf("more than 248 bits: %v", err)
	}
	for _, level := range []Level{{Most: -1, Sum: 5}, {Most: 5, Sum: 4}, {Most: 1 << 62, Sum: math.MinInt64}} {
		if _, err := NewPacking([]Level{level}); err == nil {
			t.Errorf("%+v was accepted", level)
		}
	}
	p, err := NewPacking([]Level{{Most: 5, Sum: 20}, {Most: 3, Sum: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, levels := range [][]int64{{6, 0}, {0, 4}, {-1, 0}, {1}, {1, 1, 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Pack(%v) did not panic", levels)
				}
			}()
			p.Pack(levels)
		}()
	}
}
