package pairing

import (
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

// stuck is why no complete draw exists: the graph of allowed games and the largest matching in it.
type stuck struct {
	graph *candidates
	best  *matching.Matching
}

// solver finds the best draw around some settled games, and then the best with another pair in it.
type solver struct {
	settled []game
	graph   *candidates
	solver  *matching.Solver
}

func (s *state) solver(settled []game) (*solver, error) {
	c, err := s.candidates(s.poolWithout(settled))
	if err != nil {
		return nil, err
	}
	return &solver{settled: settled, graph: c, solver: matching.NewSolver(c, matching.MaximumCardinality)}, nil
}

// force makes a game that breaks no rule part of every further draw.
func (s *solver) force(g *game) {
	players := s.graph.pool.players
	s.solver.Force(slices.Index(players, g.a), slices.Index(players, g.b))
}

// draw finds the draw of least cost. When there is none, the second result says why.
func (s *solver) draw() ([]game, *stuck) {
	m := s.solver.Solve()
	if !m.Complete() {
		return nil, &stuck{graph: s.graph, best: m}
	}
	games := slices.Clone(s.settled)
	for u, v := range m.Mate {
		if u > v {
			continue
		}
		if a, b := s.graph.pool.players[u], s.graph.pool.players[v]; b == noOpponent {
			games = append(games, s.graph.newBye(a))
		} else {
			games = append(games, s.graph.newGame(a, b))
		}
	}
	return games, nil
}

// best finds the draw of least cost that contains the director's fixed games and the forced ones. When there is none,
// the second result says why.
func (s *state) best(forced ...game) ([]game, *stuck, error) {
	v, err := s.solver(slices.Concat(s.fixed, forced))
	if err != nil {
		return nil, nil, err
	}
	games, stuck := v.draw()
	return games, stuck, nil
}
