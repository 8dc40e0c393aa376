package matching

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// hard names ways to weigh a graph that make matchings hard to find or to prove: many equal weights, few vertices that
// all others want, odd groups, edges at all scales.
func hard(r *rand.Rand, n int) map[string]func(u, v int) (weight int64, ok bool) {
	xs, ys := make([]int64, n), make([]int64, n)
	for i := range n {
		xs[i], ys[i] = r.Int64N(1<<20), r.Int64N(1<<20)
	}
	square := func(d int64) int64 { return d * d }
	within := func(size, u, v int) int64 {
		if u/size == v/size {
			return 1 << 30
		}
		return 0
	}
	return map[string]func(u, v int) (int64, bool){
		"uniform":     func(u, v int) (int64, bool) { return r.Int64N(1 << 40), true },
		"few values":  func(u, v int) (int64, bool) { return r.Int64N(10), true },
		"equal":       func(u, v int) (int64, bool) { return 1, true },
		"rarely one":  func(u, v int) (int64, bool) { return r.Int64N(int64(n)) / int64(n-1), true },
		"in a plane":  func(u, v int) (int64, bool) { return -square(xs[u]-xs[v]) - square(ys[u]-ys[v]), true },
		"near":        func(u, v int) (int64, bool) { return -square(int64(u - v)), true },
		"far":         func(u, v int) (int64, bool) { return square(int64(u - v)), true },
		"product":     func(u, v int) (int64, bool) { return int64(u * v), true },
		"sum":         func(u, v int) (int64, bool) { return int64(u + v), true },
		"bipartite":   func(u, v int) (int64, bool) { return r.Int64N(1 << 30), u%2 != v%2 },
		"lopsided":    func(u, v int) (int64, bool) { return r.Int64N(1 << 30), min(u, v) < n/3 },
		"triangles":   func(u, v int) (int64, bool) { return within(3, u, v) + r.Int64N(100), true },
		"in fives":    func(u, v int) (int64, bool) { return within(5, u, v) + r.Int64N(100), true },
		"nested":      func(u, v int) (int64, bool) { return (1 << 20) / int64(u^v), true },
		"sparse":      func(u, v int) (int64, bool) { return r.Int64N(1000) - 100, r.IntN(n) < 6 },
		"size only":   func(u, v int) (int64, bool) { return 0, r.IntN(n) < 3 },
		"odd islands": func(u, v int) (int64, bool) { return r.Int64N(50), u/7 == v/7 },
	}
}

func weighed(n int, weight func(u, v int) (int64, bool)) []WideEdge {
	var edges []WideEdge
	for u := range n {
		for v := u + 1; v < n; v++ {
			if w, ok := weight(u, v); ok {
				edges = append(edges, WideEdge{u, v, Int(w)})
			}
		}
	}
	return edges
}

func TestCertificatesOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	check := func(name string, n int, edges []WideEdge) {
		for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
			if err := Solve(n, edges, cardinality).Check(n, edges, cardinality); err != nil {
				t.Errorf("%s of %d, cardinality %d: %v", name, n, cardinality, err)
			}
		}
	}
	for range 100 {
		n := 20 + r.IntN(60)
		check("random", n, wide(randomEdges(r, n)))
	}
	sizes := []int{100, 151, 300}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		for name, weight := range hard(r, n) {
			check(name, n, weighed(n, weight))
		}
	}
}

func TestCheckerRefusesWhatIsNotOptimal(t *testing.T) {
	edges := wide([]Edge{{0, 1, 5}, {1, 2, 11}, {2, 3, 5}})
	good := func() *Matching { return Solve(4, edges, AnySize) }
	spoil := map[string]func(m *Matching){
		"another matching":       func(m *Matching) { m.Mate = []int{1, 0, 3, 2} },
		"an unmatched heaviest":  func(m *Matching) { m.Mate = []int{-1, -1, -1, -1} },
		"a one-sided mate":       func(m *Matching) { m.Mate[0] = 1 },
		"a mate without an edge": func(m *Matching) { m.Mate = []int{3, 2, 1, 0} },
		"a mate outside":         func(m *Matching) { m.Mate[1] = 4 },
		"too few vertices":       func(m *Matching) { m.Mate = m.Mate[:3] },
		"a dual too low":         func(m *Matching) { m.Certificate.Vertex[1] = m.Certificate.Vertex[1].Sub(Int(1)) },
		"a dual too high":        func(m *Matching) { m.Certificate.Vertex[0] = Int(1) },
		"a blossom out of the air": func(m *Matching) {
			m.Certificate.Blossoms = []Blossom{{Vertices: []int{0, 1, 3}, Dual: Int(2)}}
		},
		"a blossom of negative dual": func(m *Matching) {
			m.Certificate.Blossoms = []Blossom{{Vertices: []int{1, 2, 3}, Dual: Int(-2)}}
		},
		"a blossom with a vertex twice": func(m *Matching) {
			m.Certificate.Blossoms = []Blossom{{Vertices: []int{1, 2, 1}, Dual: Int(0)}}
		},
		"a blossom of two": func(m *Matching) {
			m.Certificate.Blossoms = []Blossom{{Vertices: []int{1, 2}, Dual: Int(0)}}
		},
	}
	if err := good().Check(4, edges, AnySize); err != nil {
		t.Fatal(err)
	}
	for name, change := range spoil {
		m := good()
		change(m)
		if m.Check(4, edges, AnySize) == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	star := wide([]Edge{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}})
	m := Solve(4, star, MaximumCardinality)
	m.Certificate.Barrier = nil
	if m.Check(4, star, MaximumCardinality) == nil {
		t.Error("a star without its barrier was accepted")
	}
}

// The barrier is that of Gallai and Edmonds, by its definition: what some largest matching leaves single, then the
// other vertices with an edge to that.
func TestTheBarrierIsThatOfGallaiAndEdmonds(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	barriers := 0
	for range 3000 {
		n := 1 + r.IntN(8)
		edges := randomEdges(r, n)
		g := simple(n, edges)
		_, most := g.best(0)
		missed := make([]bool, n)
		g.every(0, func(pairs [][2]int, _ sum) {
			if len(pairs) < most.size {
				return
			}
			single := slices.Repeat([]bool{true}, n)
			for _, p := range pairs {
				single[p[0]], single[p[1]] = false, false
			}
			for v := range n {
				missed[v] = missed[v] || single[v]
			}
		})
		var want []int
		for v := range n {
			if !missed[v] && slices.ContainsFunc(edges, func(e Edge) bool {
				return e.U == v && missed[e.V] ||
					e.V == v && missed[e.U]
			}) {
				want = append(want, v)
			}
		}
		m := Solve(n, wide(edges), MaximumCardinality)
		if !slices.Equal(m.Certificate.Barrier, want) {
			t.Fatalf("barrier %v, want %v; n = %d, edges %v", m.Certificate.Barrier, want, n, edges)
		}
		barriers += min(1, len(want))
	}
	if barriers < 300 {
		t.Errorf("only %d graphs had a barrier", barriers)
	}
}

func TestOddPieces(t *testing.T) {
	// A star of three points, and a triangle apart from it.
	g := &asked{n: 7, weight: map[[2]int]int64{
		{0, 1}: 1, {0, 2}: 1, {0, 3}: 1, {4, 5}: 1, {5, 6}: 1, {4, 6}: 1,
	}, group: make([]int, 7), refuse: rand.New(rand.NewPCG(1, 1))}
	m := NewSolver(g, MaximumCardinality).Solve()
	if got := fmt.Sprint(
		m.Certificate.Barrier, m.OddPieces(g), m.Size(), m.Complete(),
	); got != "[0] [[1] [2] [3] [4 5 6]] 2 false" {
		t.Error(got)
	}
}
