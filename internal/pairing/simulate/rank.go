package simulate

import (
	"cmp"
	"math"
	"slices"
)

// ranks gives every value its place, the greatest first, from 1. Equal values share the mean of their places.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	out := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return out
}

// correlation is Pearson's; of ranks it is Spearman's. It is NaN where one side is constant.
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	var sumX, sumY float64
	for i := range x {
		sumX += x[i]
		sumY += y[i]
	}
	var xx, yy, xy float64
	for i := range x {
		dx, dy := x[i]-sumX/n, y[i]-sumY/n
		xx += float64(dx * dx) // the conversions keep compilers from fusing a product with a sum
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return xy / math.Sqrt(xx*yy)
}

// kendall is Kendall's τ-b: of all pairs of players, how many more stand in the right order than in the wrong one, ties
// discounted. It is NaN where one side is constant.
func kendall(x, y []float64) float64 {
	var balance, tiedX, tiedY, all int
	for i := range x {
		for j := range i {
			a, b := cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])
			balance += a * b
			all++
			if a == 0 {
				tiedX++
			}
			if b == 0 {
				tiedY++
			}
		}
	}
	if all == tiedX || all == tiedY {
		return math.NaN()
	}
	return float64(balance) / math.Sqrt(float64(all-tiedX)*float64(all-tiedY))
}
