package pairing

import (
	"fmt"

	"nzgs/internal/pairing/matching"
)

// apart marks pairs of players who may not meet.
type apart struct {
	n    int
	bits []uint64
}

func (s *state) keptApart() apart {
	p := apart{n: len(s.players)}
	p.bits = make([]uint64, (p.n*p.n+63)/64)
	for i := range s.players {
		for _, m := range s.met[i] {
			p.set(i, m.opponent)
		}
		for _, other := range s.barred[i] {
			p.set(i, other)
		}
	}
	return p
}

func (p *apart) set(a, b int) { p.bits[(a*p.n+b)/64] |= 1 << ((a*p.n + b) % 64) }

func (p *apart) has(a, b int) bool { return p.bits[(a*p.n+b)/64]>>((a*p.n+b)%64)&1 == 1 }

// candidates is the graph of the games that a pool could play under the hard rules. What a game costs is worked out
// when it is asked for.
type candidates struct {
	*state
	pool    pool
	apart   apart
	packing *matching.Packing
	ofGame  []level // what can be more than 0 for a game
	ofBye   []level // … and for a bye
	game    game    // working space of Edge
}

// level is a measure's place in the packing.
type level struct {
	place int
	value func(g *game) int64
}

func (s *state) candidates(p pool) (*candidates, error) {
	c := &candidates{state: s, pool: p, apart: s.keptApart(), game: game{white: undecided}}
	games := int64(max(1, (len(p.players)+1)/2))
	levels := make([]matching.Level, len(s.measures))
	for k, m := range s.measures {
		levels[k] = matching.Level{Most: m.most, Sum: m.most * games}
		if m.criterion == CriterionBye {
			levels[k].Sum = m.most // there is one bye at most
		}
		if m.most == 0 {
			continue // equal by this measure
		}
		c.ofBye = append(c.ofBye, level{k, m.value})
		if m.criterion != CriterionBye {
			c.ofGame = append(c.ofGame, level{k, m.value})
		}
	}
	var err error
	if c.packing, err = matching.NewPacking(levels); err != nil {
		return nil, fmt.Errorf("pairing: weighing the games of %d players: %w", len(p.players), err)
	}
	return c, nil
}

// Len is the number of vertices.
func (c *candidates) Len() int { return len(c.pool.players) }

// Group is the score group: players who have the bye come last.
func (c *candidates) Group(v int) int {
	if i := c.pool.players[v]; i != noOpponent {
		return int(c.score[i])
	}
	return -1
}

// Edge gives minus the cost of the game between two vertices.
func (c *candidates) Edge(u, v int, least matching.Weight) (matching.Weight, bool) {
	a, b := c.pool.players[u], c.pool.players[v]
	relevant := c.ofGame
	if b == noOpponent {
		relevant = c.ofBye
	}
	g := &c.game
	g.a, g.b = a, b
	var cost matching.Weight
	most := least.Neg()
	for i := range relevant {
		if value := relevant[i].value(g); value != 0 {
			if cost = c.packing.With(cost, relevant[i].place, value); most.Less(cost) {
				return matching.Weight{}, false
			}
		}
	}
	if b != noOpponent && c.apart.has(a, b) {
		return matching.Weight{}, false // asked last because there are few
	}
	return cost.Neg(), true
}
