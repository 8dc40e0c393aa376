package formats

import (
	"fmt"
	"slices"

	"nzgs/internal/pairing"
)

// played checks that the rounds drawn so far can have happened: one after the other, no one in two places, no one who was
// not there.
func (c *checker) played() {
	ev := &c.f.Event
	if len(ev.Played) > pairing.MaxRounds {
		c.at("played", "at most %d rounds", pairing.MaxRounds)
		return
	}
	for i := range ev.Played {
		r := &ev.Played[i]
		path := fmt.Sprintf("played[%d]", i)
		switch {
		case r.Number != i+1:
			c.at(path+".round", "the rounds must be in order: this must be round %d, not %d", i+1, r.Number)
			continue
		case ev.Rounds > 0 && r.Number > ev.Rounds:
			c.at(path+".round", "the event has only %d rounds", ev.Rounds)
		}
		c.round(path, r)
		c.fixed(r.Number, r.Fixed)
		c.fixedTeams(r.Number, r.FixedTeams)
	}
}

func (c *checker) round(path string, r *pairing.Round) {
	if len(r.Games)+len(r.Byes) > pairing.MaxPlayers {
		c.at(path+".games", "more games than players")
		return
	}
	seats := seating{checker: c, round: r.Number, seat: map[int]string{}}
	tables := map[int]int{}
	for k := range r.Games {
		g := &r.Games[k]
		at := fmt.Sprintf("%s.games[%d]", path, k)
		seats.take(at+".white", g.White, fmt.Sprintf("in games[%d]", k))
		seats.take(at+".black", g.Black, fmt.Sprintf("in games[%d]", k))
		c.within(at+".handicap", g.Handicap, 0, pairing.MaxStones)
		c.within(at+".table", g.Table, 0, 100_000)
		if first, taken := tables[g.Table]; taken && g.Table > 0 {
			c.at(at+".table", "games[%d] is at table %d already", first, g.Table)
		}
		tables[g.Table] = k
		c.result(at+".result", g.Result)
	}
	for k, id := range r.Byes {
		seats.take(fmt.Sprintf("%s.byes[%d]", path, k), id, "on a bye")
	}
}

func (c *checker) result(path string, r pairing.Result) {
	if !slices.Contains(pairing.Results(), r) {
		c.at(path, "%q is not a result: give W, B, J, W_default, B_default, both_lose, both_default, both_win, "+
			"both_win_default or J_default", r)
	}
}

// seating is who sits where in a round.
type seating struct {
	*checker
	round int
	seat  map[int]string // of each player
}

// take seats a player, or says why that cannot be.
func (s *seating) take(path string, id pairing.ID, where string) {
	i, ok := s.known(path, id)
	if !ok {
		return
	}
	if first, seated := s.seat[i]; seated {
		s.at(path, "%s is already %s of round %d", s.who(i), first, s.round)
		return
	}
	s.seat[i] = where
	if why := notThere(&s.f.Event.Players[i], s.round); why != "" {
		s.at(path, "%s %s", s.who(i), why)
	}
}

// notThere says why a player cannot be drawn in a round, or nothing.
func notThere(p *pairing.Player, round int) string {
	switch {
	case round < p.EnteredIn:
		return fmt.Sprintf("enters in round %d and cannot be in round %d", p.EnteredIn, round)
	case p.WithdrawnAfter != 0 && round > p.WithdrawnAfter:
		return fmt.Sprintf("withdrew after round %d and cannot be in round %d", p.WithdrawnAfter, round)
	case slices.Contains(p.Absent, round):
		return fmt.Sprintf("is absent from round %d", round)
	case slices.Contains(p.HalfPointByes, round):
		return fmt.Sprintf("has a half-point bye in round %d", round)
	}
	return ""
}

// fixed checks what the director fixed in a round.
func (c *checker) fixed(round int, fixed []pairing.Fixed) {
	if len(fixed) > pairing.MaxPlayers {
		c.at("fixed", "more fixed pairs than players")
		return
	}
	seats := seating{checker: c, round: round, seat: map[int]string{}}
	bye := false
	for k, fx := range fixed {
		at := c.fixedPath(round, k)
		if fx.Black == "" {
			if bye {
				c.at(at+".bye", "only one player can have the bye of round %d", round)
			}
			bye = true
			seats.take(at+".bye", fx.White, "on the fixed bye")
			continue
		}
		seats.take(at+".white", fx.White, "in a fixed pair")
		seats.take(at+".black", fx.Black, "in a fixed pair")
		if fx.Colours != pairing.ColoursAsGiven && fx.Colours != pairing.ColoursByDraw {
			c.at(at+".colours", "%q is not draw", fx.Colours)
		}
		// A pair may be forbidden after it was played.
		if i, ok := c.forbidden[unordered(fx.White, fx.Black)]; ok && round == c.f.NextRound() {
			c.at(at, "this pair is forbidden[%d]; take it off one of the two lists", i)
		}
	}
}

// fixedPath is where the k-th fixed pair of a round stands: the JSON format lists those of all rounds together, in the
// order they were read, or else the played ones first.
// fixedTeams checks the fixed pairs of an event of teams.
func (c *checker) fixedTeams(round int, fixed []pairing.Fixed) {
	if len(fixed) > pairing.MaxPlayers {
		c.at("fixed", "more fixed pairs than players")
		return
	}
	free := map[pairing.ID]bool{}
	for _, t := range c.f.Event.Teams {
		free[t.ID] = true
	}
	take := func(at string, id pairing.ID) {
		if !free[id] {
			c.at(at, "%q is no team, or is in another fixed pair of round %d", id, round)
		}
		free[id] = false
	}
	bye := false
	for k, fx := range fixed {
		at := c.fixedPath(round, k)
		if fx.Black == "" {
			if bye {
				c.at(at+".bye", "only one team can have the bye of round %d", round)
			}
			bye = true
			take(at+".bye", fx.White)
			continue
		}
		take(at+".white", fx.White)
		take(at+".black", fx.Black)
		if fx.Colours != pairing.ColoursAsGiven && fx.Colours != pairing.ColoursByDraw {
			c.at(at+".colours", "%q is not draw", fx.Colours)
		}
	}
}

func (c *checker) fixedPath(round, k int) string {
	if c.fixedAt != nil {
		return fmt.Sprintf("fixed[%d]", c.fixedAt[round][k])
	}
	for i := range c.f.Event.Played {
		if c.f.Event.Played[i].Number < round {
			k += len(c.f.Event.Played[i].Fixed) + len(c.f.Event.Played[i].FixedTeams)
		}
	}
	return fmt.Sprintf("fixed[%d]", k)
}

func unordered(a, b pairing.ID) [2]pairing.ID { return [2]pairing.ID{min(a, b), max(a, b)} }
