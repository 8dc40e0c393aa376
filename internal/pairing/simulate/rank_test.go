package simulate

import (
	"math"
	"slices"
	"testing"
)

func TestRanks(t *testing.T) {
	for _, c := range []struct {
		name         string
		values, want []float64
	}{
		{"no one", nil, []float64{}},
		{"one", []float64{7}, []float64{1}},
		{"in order", []float64{3, 2, 1}, []float64{1, 2, 3}},
		{"out of order", []float64{1, 3, 2}, []float64{3, 1, 2}},
		{"a shared second place", []float64{2, 9, 2, 1}, []float64{2.5, 1, 2.5, 4}},
		{"all the same", []float64{4, 4, 4}, []float64{2, 2, 2}},
		{"two ties", []float64{1, 5, 1, 5, 1}, []float64{4, 1.5, 4, 1.5, 4}},
	} {
		if got := ranks(c.values); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Spearman without ties is 1 − 6·Σd² ⁄ n(n² − 1); with ties, and Kendall's τ-b, worked by hand.
func TestCorrelations(t *testing.T) {
	for _, c := range []struct {
		name              string
		x, y              []float64
		spearman, kendall float64
	}{
		{"the same", []float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}, 1, 1},
		{"the reverse", []float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1, -1},
		{"one swap", []float64{1, 2, 3, 4}, []float64{2, 1, 3, 4}, 1 - 6*2./60, 4. / 6},
		{"five players", []float64{1, 2, 3, 4, 5}, []float64{3, 1, 2, 5, 4}, 1 - 6*8./120, 4. / 10},
		{"a tie", []float64{1, 2, 3, 4}, []float64{1, 2.5, 2.5, 4}, 4.5 / math.Sqrt(5*4.5), 5 / math.Sqrt(6*5)},
	} {
		if got := correlation(c.x, c.y); math.Abs(got-c.spearman) > 1e-12 {
			t.Errorf("%s: Spearman %v, want %v", c.name, got, c.spearman)
		}
		if got := kendall(c.x, c.y); math.Abs(got-c.kendall) > 1e-12 {
			t.Errorf("%s: Kendall %v, want %v", c.name, got, c.kendall)
		}
	}
	flat := []float64{2, 2, 2}
	if s, k := correlation(flat, []float64{1, 2, 3}), kendall(flat, []float64{1, 2, 3}); !math.IsNaN(s) || !math.IsNaN(k) {
		t.Errorf("no one is told apart: %v, %v", s, k)
	}
}

func TestEstimate(t *testing.T) {
	values := []float64{2, math.NaN(), 4, 9}
	e := estimate(len(values), func(i int) float64 { return values[i] })
	// mean 5, squares 9 + 1 + 16 = 26, variance 13, error √(13 ⁄ 3)
	if e.Mean != 5 || e.Events != 3 || math.Abs(e.Error-math.Sqrt(13./3)) > 1e-12 {
		t.Errorf("%+v", e)
	}
	one := estimate(1, func(int) float64 { return 3 })
	none := estimate(2, func(int) float64 { return math.NaN() })
	if one.Mean != 3 || !math.IsNaN(one.Error) || !math.IsNaN(none.Mean) || none.Events != 0 {
		t.Errorf("one event %+v, none %+v", one, none)
	}
	for _, c := range []struct {
		e    Estimate
		want bool
	}{
		{Estimate{Mean: 0.2, Error: 0.1}, true}, {Estimate{Mean: -0.2, Error: 0.1}, true},
		{Estimate{Mean: 0.19, Error: 0.1}, false},
		{Estimate{Mean: 0, Error: 0}, false}, {Estimate{Mean: 1, Error: 0}, true}, {one, false}, {none, false},
	} {
		if c.e.Clear() != c.want {
			t.Errorf("%+v is clear: %v", c.e, !c.want)
		}
	}
}
