package matching

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkMaxWeight(b *testing.B) {
	for _, density := range []string{"dense", "sparse"} {
		for _, n := range []int{100, 300, 1000, 3000} {
			b.Run(fmt.Sprintf("%s/%d", density, n), func(b *testing.B) {
				r := rand.New(rand.NewPCG(5, uint64(n)))
				var edges []Edge
				for u := range n {
					for v := u + 1; v < n; v++ {
						if density == "dense" || r.IntN(n) < 8 {
							edges = append(edges, Edge{u, v, r.Int64N(1<<40) - 1<<39})
						}
					}
				}
				b.ResetTimer()
				for range b.N {
					MaxWeight(n, edges, MaximumCardinality)
				}
			})
		}
	}
}

// The hardest of the named graphs.
func BenchmarkHard(b *testing.B) {
	for _, name := range []string{"far", "product", "in fives"} {
		for _, n := range []int{300, 1000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				edges := weighed(n, hard(rand.New(rand.NewPCG(5, 5)), n)[name])
				b.ResetTimer()
				for range b.N {
					Solve(n, edges, MaximumCardinality)
				}
			})
		}
	}
}
