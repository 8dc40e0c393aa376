package matching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// scarce is so little that even small graphs have edges to price.
var scarce = quota{near: 1, far: 1, chance: 0, more: 1}

func TestPricingFindsWhatTheCandidatesLack(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	added := 0
	for range 8000 {
		n := 2 + r.IntN(7)
		edges := randomEdges(r, n)
		g := simple(n, edges)
		any, most := g.best(0)
		for cardinality, want := range map[Cardinality]answer{AnySize: any, MaximumCardinality: most} {
			s := newSolver(n, wide(edges), cardinality)
			s.quota = scarce
			m := s.Solve()
			if got := g.weigh(t, m.Mate); got.total != want.total || cardinality == MaximumCardinality && got != want {
				t.Fatalf("size and weight %v, want %v; n = %d, edges %v", got, want, n, edges)
			}
			if err := m.Check(n, wide(edges), cardinality); err != nil {
				t.Fatalf("%v; n = %d, edges %v", err, n, edges)
			}
			if len(s.price()) > 0 {
				t.Fatal("an answer is not finished")
			}
			added += s.priced
		}
	}
	if added < 8000 {
		t.Errorf("only %d edges were priced in: the test no longer tests what it should", added)
	}
}

// asked is a graph that is asked for its edges, and takes every liberty that Graph gives it.
type asked struct {
	n      int
	weight map[[2]int]int64
	group  []int
	refuse *rand.Rand // decides whether an edge under the bound is given all the same
}

func (g *asked) Len() int        { return g.n }
func (g *asked) Group(v int) int { return g.group[v] }

func (g *asked) Edge(u, v int, least Weight) (Weight, bool) {
	if u >= v {
		panic("asked for an edge the wrong way round")
	}
	w, ok := g.weight[[2]int{u, v}]
	if !ok || Int(w).Less(least) && g.refuse.IntN(2) == 0 {
		return Weight{}, false
	}
	return Int(w), true
}

func randomAsked(r *rand.Rand, n int) *asked {
	g := &asked{n: n, weight: simple(n, randomEdges(r, n)).weight, group: make([]int, n), refuse: r}
	for v := range n {
		g.group[v] = r.IntN(3)
	}
	return g
}

func TestForcedPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	forced := 0
	for range 6000 {
		g := randomAsked(r, 2+r.IntN(7))
		oracle := graph{g.n, g.weight}
		for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
			s := NewSolver(g, cardinality)
			if r.IntN(2) == 0 {
				s.quota = scarce
			}
			if err := s.Solve().CheckGraph(g, cardinality); err != nil {
				t.Fatal(err)
			}
			used := 0
			for u := range g.n {
				for v := u + 1; v < g.n && r.IntN(3) > 0; v++ {
					_, ok := g.weight[[2]int{u, v}]
					if !ok || used>>u&1 == 1 || used>>v&1 == 1 {
						continue
					}
					used |= 1<<u | 1<<v
					s.Force(u, v)
					forced++
					compareForced(t, s, oracle, used, cardinality)
				}
			}
		}
	}
	t.Logf("%d pairs forced", forced)
}

func compareForced(t *testing.T, s *Solver, g graph, used int, cardinality Cardinality) {
	t.Helper()
	any, most := g.best(used)
	want := any
	if cardinality == MaximumCardinality {
		want = most
	}
	m := s.Solve()
	for _, f := range s.forced {
		if m.Mate[f.from] != int(f.to) {
			t.Fatalf("%d–%d is forced but not there: %v", f.from, f.to, m.Mate)
		}
	}
	rest := slices.Clone(m.Mate)
	for _, f := range s.forced {
		rest[f.from], rest[f.to] = -1, -1
	}
	if got := g.weigh(t, rest); got.total != want.total || cardinality == MaximumCardinality && got.size != want.size {
		t.Fatalf("beside the forced pairs %v: %v, want %v; %v", s.forced, got, want, g)
	}
}

// Another order of the vertices gives an equally good answer.
func TestOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	for range 200 {
		n := 10 + r.IntN(60)
		edges := randomEdges(r, n)
		order := r.Perm(n)
		moved := make([]Edge, len(edges))
		for i, e := range edges {
			moved[i] = Edge{order[e.V], order[e.U], e.Weight}
		}
		r.Shuffle(len(moved), func(i, j int) { moved[i], moved[j] = moved[j], moved[i] })
		for _, cardinality := range []Cardinality{AnySize, MaximumCardinality} {
			a := simple(n, edges).weigh(t, MaxWeight(n, edges, cardinality))
			b := simple(n, moved).weigh(t, MaxWeight(n, moved, cardinality))
			if a.total != b.total || cardinality == MaximumCardinality && a.size != b.size {
				t.Fatalf("%v in one order, %v in another", a, b)
			}
		}
	}
}

func TestTheSameGraphGivesTheSameAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 13))
	for range 100 {
		n := 10 + r.IntN(60)
		edges := randomEdges(r, n)
		if !slices.Equal(MaxWeight(n, edges, AnySize), MaxWeight(n, edges, AnySize)) {
			t.Fatal("two answers")
		}
	}
}
