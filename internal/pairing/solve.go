package pairing

import (
	"fmt"
	"slices"

	"nzgs/internal/pairing/matching"
)

// pool is who is left to be matched once some games are settled, as vertices of a graph. The bye is the last vertex
// when the number is odd: choosing it is part of the same optimisation as all the games.
type pool struct {
	players []int // by vertex; noOpponent is the bye
}

func (s *state) poolWithout(settled []game) pool {
	var p pool
	taken := s.taken(settled)
	hasBye := false
	for i := range settled {
		hasBye = hasBye || settled[i].isBye()
	}
	for _, i := range s.active {
		if !taken[i] {
			p.players = append(p.players, i)
		}
	}
	if !hasBye && len(s.active)%2 == 1 {
		p.players = append(p.players, noOpponent)
	}
	return p
}

// candidates gives every game the pool could play under the hard rules, with the vertices of each.
func (s *state) candidates(p pool) (games []game, ends [][2]int) {
	for u, a := range p.players {
		for v := u + 1; v < len(p.players); v++ {
			b := p.players[v]
			switch {
			case b == noOpponent:
				games = append(games, s.newBye(a))
			case s.metIn(a, b) > 0 || s.isBarred(a, b):
				continue
			default:
				games = append(games, s.newGame(a, b))
			}
			ends = append(ends, [2]int{u, v})
		}
	}
	return games, ends
}

// stuck is why no complete draw exists: the graph of allowed games and the largest matching in it.
type stuck struct {
	pool  pool
	edges []matching.WideEdge
	best  *matching.Matching
}

// best finds the draw of least cost that contains the director's fixed games and the forced ones. When there is none,
// the second result says why.
func (s *state) best(forced ...game) ([]game, *stuck, error) {
	settled := slices.Concat(s.fixed, forced)
	p := s.poolWithout(settled)
	games, ends := s.candidates(p)
	packing, err := s.packing(games, (len(p.players)+1)/2)
	if err != nil {
		return nil, nil, fmt.Errorf("pairing: weighing %d possible games: %w", len(games), err)
	}
	edges := make([]matching.WideEdge, len(games))
	levels := make([]int64, len(s.measures))
	for i := range games {
		for k, m := range s.measures {
			levels[k] = m.value(&games[i])
		}
		edges[i] = matching.WideEdge{U: ends[i][0], V: ends[i][1], Weight: packing.Pack(levels).Neg()}
	}
	m := matching.Solve(len(p.players), edges, matching.MaximumCardinality)
	if slices.Contains(m.Mate, -1) {
		return nil, &stuck{pool: p, edges: edges, best: m}, nil
	}
	drawn := settled
	for i, g := range games {
		if m.Mate[ends[i][0]] == ends[i][1] {
			drawn = append(drawn, g)
		}
	}
	return drawn, nil, nil
}
