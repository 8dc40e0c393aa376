package matching

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sum is a 128-bit integer, so that weights near ±2⁶³ can be added up without the arithmetic that is tested.
type sum struct {
	high int64
	low  uint64
}

func (s sum) plus(w int64) sum {
	low, carry := bits.Add64(s.low, uint64(w), 0)
	return sum{s.high + w>>63 + int64(carry), low}
}

func (s sum) less(t sum) bool { return s.high < t.high || s.high == t.high && s.low < t.low }

// graph is a small graph with the heaviest of parallel edges and without edges from a vertex to itself.
type graph struct {
	n      int
	weight map[[2]int]int64
}

func simple(n int, edges []Edge) graph {
	g := graph{n, map[[2]int]int64{}}
	for _, e := range edges {
		key := [2]int{min(e.U, e.V), max(e.U, e.V)}
		if w, ok := g.weight[key]; e.U != e.V && (!ok || e.Weight > w) {
			g.weight[key] = e.Weight
		}
	}
	return g
}

// every calls visit with each matching there is that avoids the used vertices.
func (g graph) every(used int, visit func(pairs [][2]int, total sum)) {
	var pairs [][2]int
	var try func(v, used int, total sum)
	try = func(v, used int, total sum) {
		for v < g.n && used>>v&1 == 1 {
			v++
		}
		if v == g.n {
			visit(pairs, total)
			return
		}
		try(v+1, used, total)
		for w := v + 1; w < g.n; w++ {
			if weight, ok := g.weight[[2]int{v, w}]; ok && used>>w&1 == 0 {
				pairs = append(pairs, [2]int{v, w})
				try(v+1, used|1<<w, total.plus(weight))
				pairs = pairs[:len(pairs)-1]
			}
		}
	}
	try(0, used, sum{})
}

// best gives size and weight of the heaviest matching and of the heaviest of greatest size.
func (g graph) best(used int) (any, most answer) {
	first := true
	g.every(used, func(pairs [][2]int, total sum) {
		if first || any.total.less(total) {
			any = answer{len(pairs), total}
		}
		if first || len(pairs) > most.size || len(pairs) == most.size && most.total.less(total) {
			most = answer{len(pairs), total}
		}
		first = false
	})
	return any, most
}

type answer struct {
	size  int
	total sum
}

func wide(edges []Edge) []WideEdge {
	out := make([]WideEdge, len(edges))
	for i, e := range edges {
		out[i] = WideEdge{e.U, e.V, Int(e.Weight)}
	}
	return out
}

// weigh gives size and weight of a matching.
func (g graph) weigh(t testing.TB, mate []int) (a answer) {
	t.Helper()
	for v, w := range mate {
		if w < v {
			continue
		}
		weight, ok := g.weight[[2]int{v, w}]
		if !ok {
			t.Fatalf("%d–%d matched without an edge", v, w)
		}
		a = answer{a.size + 1, a.total.plus(weight)}
	}
	return a
}

func compare(t testing.TB, n int, edges []Edge) {
	t.Helper()
	g := simple(n, edges)
	any, most := g.best(0)
	for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
		m := Solve(n, wide(edges), cardinality)
		got := g.weigh(t, m.Mate)
		if cardinality == AnySize && got.total != any.total {
			t.Fatalf("weight %v, want %v; n = %d, edges %v", got, any, n, edges)
		}
		if cardinality == MaximumCardinality && got != most {
			t.Fatalf("size and weight %v, want %v; n = %d, edges %v", got, most, n, edges)
		}
		if err := m.Check(n, wide(edges), cardinality); err != nil {
			t.Fatalf("certificate: %v; n = %d, edges %v", err, n, edges)
		}
		if plain := MaxWeight(n, edges, cardinality); !slices.Equal(plain, m.Mate) {
			t.Fatalf("the plain face answers %v instead of %v", plain, m.Mate)
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
		{
			"the middle of a path weighs more", 4, []Edge{{0, 1, 5}, {1, 2, 11}, {2, 3, 5}}, []int{-1, 2, 1, -1},
			[]int{1, 0, 3, 2},
		},
		{"parallel edges", 2, []Edge{{0, 1, 5}, {1, 0, 7}}, []int{1, 0}, []int{1, 0}},
		{"an edge from a vertex to itself", 2, []Edge{{0, 0, 50}, {0, 1, 7}}, []int{1, 0}, []int{1, 0}},
		{"nothing but such an edge", 1, []Edge{{0, 0, 50}}, []int{-1}, []int{-1}},
		{
			"as heavy as can be", 4, []Edge{{0, 1, math.MaxInt64}, {2, 3, math.MaxInt64}, {1, 2, math.MaxInt64}},
			[]int{1, 0, 3, 2}, []int{1, 0, 3, 2},
		},
		{
			"as light as can be", 4, []Edge{{0, 1, math.MinInt64}, {2, 3, math.MinInt64}, {1, 2, math.MaxInt64}},
			[]int{-1, 2, 1, -1}, []int{1, 0, 3, 2},
		},
		{
			"a triangle with tails becomes a blossom", 6,
			[]Edge{{0, 1, 8}, {0, 2, 9}, {1, 2, 10}, {2, 3, 7}, {0, 5, 5}, {3, 4, 6}},
			[]int{5, 2, 1, 4, 3, 0},
			[]int{5, 2, 1, 4, 3, 0},
		},
		{
			"a blossom used as inner and expanded", 8,
			[]Edge{
				{0, 1, 8}, {0, 2, 8}, {1, 2, 10}, {1, 3, 12}, {2, 4, 12}, {3, 4, 14}, {3, 5, 12}, {4, 6, 12}, {5, 6, 14},
				{6, 7, 12},
			},
			[]int{1, 0, 4, 5, 2, 3, 7, 6},
			[]int{1, 0, 4, 5, 2, 3, 7, 6},
		},
		{
			"nested blossoms relabelled when expanded", 10,
			[]Edge{
				{0, 1, 45}, {0, 4, 45}, {1, 2, 50}, {2, 3, 45}, {3, 4, 50}, {0, 5, 30}, {2, 8, 35}, {3, 7, 35}, {4, 6, 26},
				{8, 9, 5},
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
		func() int64 { return math.MaxInt64 - r.Int64N(3) },
		func() int64 { return math.MinInt64 + r.Int64N(3) },
		func() int64 {
			return []int64{math.MinInt64, math.MaxInt64, 0, math.MinInt64 + 1, math.MaxInt64 - 1, 1, -1}[r.IntN(7)]
		},
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
				if r.IntN(20) == 0 {
					edges = append(edges, Edge{u, u, weight()})
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
			end := rapid.IntRange(0, n-1)
			return Edge{end.Draw(rt, "u"), end.Draw(rt, "v"), rapid.Int64Range(-20, 20).Draw(rt, "weight")}
		}), 0, 30).Draw(rt, "edges")
		compare(t, n, edges)
	})
}

func TestSolvePanicsOnAnEdgeOutsideTheGraph(t *testing.T) {
	for _, e := range []Edge{{0, 2, 1}, {-1, 0, 1}} {
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

// FuzzMaxWeight reads a graph of up to 9 vertices from bytes: its size, then two ends and a weight for each edge.
func FuzzMaxWeight(f *testing.F) {
	f.Add([]byte{5, 0, 1, 9, 1, 2, 250, 2, 0, 3, 3, 4, 128})
	f.Add([]byte{9, 0, 1, 1, 1, 2, 1, 2, 3, 1, 3, 4, 1, 4, 0, 1, 5, 6, 1, 6, 7, 1, 7, 5, 1, 4, 5, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 150 {
			return
		}
		n := 1 + int(data[0])%9
		var edges []Edge
		for at := 1; at+2 < len(data); at += 3 {
			weight := int64(int8(data[at+2]))
			if weight > 120 || weight < -120 {
				weight *= math.MaxInt64 / 128
			}
			edges = append(edges, Edge{int(data[at]) % n, int(data[at+1]) % n, weight})
		}
		compare(t, n, edges)
	})
}
