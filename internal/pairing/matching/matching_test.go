package matching

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// exhaustive finds the greatest weight, and the greatest size with the greatest weight of that size, by trying
// everything.
func exhaustive(n int, edges []Edge) (any int64, size int, maximum int64) {
	heaviest := map[[2]int]int64{}
	for _, e := range edges {
		key := [2]int{min(e.U, e.V), max(e.U, e.V)}
		if w, ok := heaviest[key]; !ok || e.Weight > w {
			heaviest[key] = e.Weight
		}
	}
	var try func(v, used, pairs int, sum int64)
	try = func(v, used, pairs int, sum int64) {
		for v < n && used>>v&1 == 1 {
			v++
		}
		if v == n {
			any = max(any, sum)
			if pairs > size || pairs == size && sum > maximum {
				size, maximum = pairs, sum
			}
			return
		}
		try(v+1, used, pairs, sum)
		for w := v + 1; w < n; w++ {
			if weight, ok := heaviest[[2]int{v, w}]; ok && used>>w&1 == 0 {
				try(v+1, used|1<<w, pairs+1, sum+weight)
			}
		}
	}
	maximum = math.MinInt64
	try(0, 0, 0, 0)
	return any, size, maximum
}

func wide(edges []Edge) []WideEdge {
	out := make([]WideEdge, len(edges))
	for i, e := range edges {
		out[i] = WideEdge{e.U, e.V, Int(e.Weight)}
	}
	return out
}

// weigh gives size and weight of a matching, taking the heaviest of parallel edges.
func weigh(t testing.TB, mate []int, edges []Edge) (size int, sum int64) {
	t.Helper()
	for v, w := range mate {
		if w < v {
			continue
		}
		found, best := false, int64(0)
		for _, e := range edges {
			if (e.U == v && e.V == w || e.U == w && e.V == v) && (!found || e.Weight > best) {
				found, best = true, e.Weight
			}
		}
		if !found {
			t.Fatalf("%d–%d matched without an edge", v, w)
		}
		size, sum = size+1, sum+best
	}
	return size, sum
}

func compare(t testing.TB, n int, edges []Edge) {
	t.Helper()
	any, size, maximum := exhaustive(n, edges)
	for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
		m := Solve(n, wide(edges), cardinality)
		gotSize, gotSum := weigh(t, m.Mate, edges)
		if cardinality == AnySize && gotSum != any {
			t.Fatalf("weight %d, want %d; n = %d, edges %v", gotSum, any, n, edges)
		}
		if cardinality == MaximumCardinality && (gotSize != size || gotSum != maximum) {
			t.Fatalf("%d edges of weight %d, want %d of %d; n = %d, edges %v", gotSize, gotSum, size, maximum, n, edges)
		}
		if err := m.Check(n, wide(edges), cardinality); err != nil {
			t.Fatalf("certificate: %v; n = %d, edges %v", err, n, edges)
		}
		if simple := MaxWeight(n, edges, cardinality); !slices.Equal(simple, m.Mate) {
			t.Fatalf("the simple face answers %v instead of %v", simple, m.Mate)
		}
	}
}

func TestNamedGraphs(t *testing.T) {
	cases := []struct {
		name  string
		n     int
		edges []Edge
		any   []int // mates for AnySize
		most  []int // mates for MaximumCardinality
	}{
		{"no vertices", 0, nil, []int{}, []int{}},
		{"no edges", 3, nil, []int{-1, -1, -1}, []int{-1, -1, -1}},
		{"one edge", 2, []Edge{{0, 1, 5}}, []int{1, 0}, []int{1, 0}},
		{"one negative edge", 2, []Edge{{0, 1, -5}}, []int{-1, -1}, []int{1, 0}},
		{"the middle of a path weighs more", 4, []Edge{{0, 1, 5}, {1, 2, 11}, {2, 3, 5}}, []int{-1, 2, 1, -1}, []int{1, 0, 3, 2}},
		{"parallel edges", 2, []Edge{{0, 1, 5}, {1, 0, 7}}, []int{1, 0}, []int{1, 0}},
		{
			"a triangle with tails becomes a blossom", 6,
			[]Edge{{0, 1, 8}, {0, 2, 9}, {1, 2, 10}, {2, 3, 7}, {0, 5, 5}, {3, 4, 6}},
			[]int{5, 2, 1, 4, 3, 0},
			[]int{5, 2, 1, 4, 3, 0},
		},
		{
			"a blossom used as inner and expanded", 8,
			[]Edge{{0, 1, 8}, {0, 2, 8}, {1, 2, 10}, {1, 3, 12}, {2, 4, 12}, {3, 4, 14}, {3, 5, 12}, {4, 6, 12}, {5, 6, 14}, {6, 7, 12}},
			[]int{1, 0, 4, 5, 2, 3, 7, 6},
			[]int{1, 0, 4, 5, 2, 3, 7, 6},
		},
		{
			"nested blossoms relabelled when expanded", 10,
			[]Edge{
				{0, 1, 45}, {0, 4, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 50}, {0, 5, 30}, {2, 8, 35}, {3, 7, 35}, {4, 6, 26}, {8, 9, 5},
			},
			[]int{5, 2, 1, 7, 6, 0, 4, 3, 9, 8},
			[]int{5, 2, 1, 7, 6, 0, 4, 3, 9, 8},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := MaxWeight(c.n, c.edges, AnySize); !slices.Equal(got, c.any) {
				t.Errorf("any size: %v, want %v", got, c.any)
			}
			if got := MaxWeight(c.n, c.edges, MaximumCardinality); !slices.Equal(got, c.most) {
				t.Errorf("maximum size: %v, want %v", got, c.most)
			}
			compare(t, c.n, c.edges)
		})
	}
}

// randomEdges covers dense, sparse and disconnected graphs with weights that are equal, zero, negative or huge.
func randomEdges(r *rand.Rand, n int) []Edge {
	weights := []func() int64{
		func() int64 { return 1 },
		func() int64 { return 0 },
		func() int64 { return r.Int64N(3) },
		func() int64 { return r.Int64N(7) - 3 },
		func() int64 { return -r.Int64N(10) },
		func() int64 { return r.Int64N(1000) },
		func() int64 { return r.Int64N(1<<40) - 1<<39 },
		func() int64 { return 1<<58 - r.Int64N(4) },
	}
	weight := weights[r.IntN(len(weights))]
	density := []float64{0.15, 0.3, 0.5, 0.8, 1}[r.IntN(5)]
	split := -1 // when not negative, no edges across it
	if r.IntN(4) == 0 {
		split = r.IntN(n + 1)
	}
	var edges []Edge
	for u := range n {
		for v := u + 1; v < n; v++ {
			if r.Float64() < density && (split < 0 || (u < split) == (v < split)) {
				edges = append(edges, Edge{u, v, weight()})
				if r.IntN(10) == 0 {
					edges = append(edges, Edge{v, u, weight()})
				}
			}
		}
	}
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	return edges
}

func TestAgreesWithExhaustiveSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 12000 {
		n := 1 + r.IntN(8)
		compare(t, n, randomEdges(r, n))
	}
	for range 300 {
		n := 9 + r.IntN(2)
		compare(t, n, randomEdges(r, n))
	}
}

func TestRapidGraphs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(rt, "n")
		edges := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Edge {
			u := rapid.IntRange(0, n-1).Draw(rt, "u")
			v := (u + rapid.IntRange(1, n-1).Draw(rt, "v")) % n
			return Edge{u, v, rapid.Int64Range(-20, 20).Draw(rt, "weight")}
		}), 0, 30).Draw(rt, "edges")
		compare(t, n, edges)
	})
}

func TestCertificatesOfLargerGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		n := 20 + r.IntN(60)
		edges := wide(randomEdges(r, n))
		for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
			if err := Solve(n, edges, cardinality).Check(n, edges, cardinality); err != nil {
				t.Fatal(err)
			}
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
		"a dual too low":         func(m *Matching) { m.Certificate.Vertex[1] = m.Certificate.Vertex[1].Sub(Int(1)) },
		"a dual too high":        func(m *Matching) { m.Certificate.Vertex[0] = Int(1) },
		"a blossom out of the air": func(m *Matching) {
			m.Certificate.Blossoms = []Blossom{{Vertices: []int{0, 1, 3}, Dual: Int(2)}}
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
	m := Solve(4, wide([]Edge{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}}), MaximumCardinality)
	if !slices.Equal(m.Certificate.Barrier, []int{0}) {
		t.Errorf("barrier of a star is %v, want its centre", m.Certificate.Barrier)
	}
	m.Certificate.Barrier = nil
	if m.Check(4, wide([]Edge{{0, 1, 1}, {0, 2, 1}, {0, 3, 1}}), MaximumCardinality) == nil {
		t.Error("a star without its barrier was accepted")
	}
}

func TestSolvePanicsOnAnEdgeOutsideTheGraph(t *testing.T) {
	for _, e := range []Edge{{0, 0, 1}, {0, 2, 1}, {-1, 0, 1}} {
		t.Run(fmt.Sprint(e), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			MaxWeight(2, []Edge{e}, AnySize)
		})
	}
}

func benchmarkDense(b *testing.B, n int) {
	r := rand.New(rand.NewPCG(5, uint64(n)))
	var edges []WideEdge
	for u := range n {
		for v := u + 1; v < n; v++ {
			edges = append(edges, WideEdge{u, v, Int(-r.Int64N(1 << 40)).shl(100)})
		}
	}
	b.ResetTimer()
	for range b.N {
		Solve(n, edges, MaximumCardinality)
	}
}

func BenchmarkDense30(b *testing.B)  { benchmarkDense(b, 30) }
func BenchmarkDense150(b *testing.B) { benchmarkDense(b, 150) }
func BenchmarkDense300(b *testing.B) { benchmarkDense(b, 300) }
