package pairing

import (
	"cmp"
	"slices"

	"nzgs/internal/clubname"
	"nzgs/internal/ratings/scale"
)

// noOpponent stands in a game for the bye.
const noOpponent = -1

// undecided stands in a game for White when all that is known is that the colours will be those of the draw.
const undecided = -1

// game is a possible game, or the bye of a when b is noOpponent. Players are indices into the field.
type game struct {
	a, b  int // a < b, except for the bye
	white int // a or b, or undecided
	fixed decider
}

// decider says who decided on a pair.
type decider int

// A pair comes from the draw, or from the director with or without its colours.
const (
	byDraw decider = iota
	pairByDirector
	coloursByDirector
)

func (g *game) isBye() bool { return g.b == noOpponent }

func (g *game) black() int { return g.a + g.b - g.white }

// has reports whether a player is in the game.
func (g *game) has(i int) bool { return g.a == i || g.b == i }

type meeting struct {
	opponent, round int
}

// state is everything known about the field before one round is drawn. Slices indexed by player cover the whole field,
// also those who do not play.
type state struct {
	*field
	round   int
	active  []int // who is to be drawn, ascending
	fixed   []game
	pinned  []game     // for a diagnosis: settled like the fixed ones, but never released
	score   []Score    // score the draw goes by, before the round
	byes    []int      // byes and wins by default so far
	balance []int      // Black minus White over even games
	colours [][]Colour // of the even games, in order
	drift   []int      // −1 floated down in the round before, 1 floated up, 0 neither
	met     [][]meeting
	barred  [][]int // the director's forbidden opponents
	rating  []scale.Rating
	level   []int // what handicaps go by, see [scale.Setting.Level]
	stones  []int // of the handicap, by difference of levels; nil when all games are even
	club    []two
	city    []two
	country []two

	seeding  Seeding
	group    map[Score]int // how many of each score are to be drawn freely
	size     []int         // of each player's group
	position []int         // within that group, 0 is the strongest
	measures []measure
	lots     pairLots
}

// newState looks at the field before a round in which the given players are to be drawn.
func newState(f *field, round int, active []int) *state {
	n := len(f.players)
	s := &state{
		field: f, round: round, active: active, score: make([]Score, n), byes: make([]int, n), balance: make([]int, n),
		colours: make([][]Colour, n), drift: make([]int, n), met: make([][]meeting, n), barred: make([][]int, n),
		group: map[Score]int{}, size: make([]int, n), position: make([]int, n), rating: make([]scale.Rating, n),
		lots: newPairLots(f.ev.Seed, round, f.number), seeding: f.ev.seedingIn(round),
	}
	lent := f.accelerated(round)
	for i := range n {
		s.score[i] = f.start[i] + f.before(i, round) + lent[i]
		s.lookBack(i)
	}
	s.findFloats()
	for _, pair := range f.ev.Forbidden {
		a, b := f.index[pair[0]], f.index[pair[1]]
		s.barred[a] = append(s.barred[a], b)
		s.barred[b] = append(s.barred[b], a)
	}
	for i, p := range f.players {
		s.rating[i] = p.Rating
	}
	s.level = f.levels(round)
	s.stones = f.stonesByDifference(s.level)
	s.club = f.tags((*Player).clubs)
	s.city = f.tags((*Player).cities)
	s.country = f.tags((*Player).countries)
	s.measures = s.ordered()
	return s
}

// tag stands for a text that is only compared; 0 is the empty one.
type tag int

func (f *field) tags(texts func(p *Player) []string) []two {
	known := map[string]tag{"": 0}
	tags := make([]two, len(f.players))
	for i, p := range f.players {
		for k, text := range texts(p) {
			spelling := clubname.Key(text) // of cities and countries too: Wgtn is Wellington
			t, ok := known[spelling]
			if !ok {
				t = tag(len(known))
				known[spelling] = t
			}
			tags[i][k] = t
		}
	}
	return tags
}

// lookBack gathers what one player's earlier rounds mean for the draw.
func (s *state) lookBack(i int) {
	for _, l := range s.lines[i] {
		if l.Round >= s.round {
			continue
		}
		if l.Kind == KindBye || l.Kind == KindFreeRound || l.Kind == KindDefault && l.Points > 0 {
			s.byes[i]++
		}
		if l.Opponent != "" {
			// Having been drawn together counts, even where the game was won by default: tie-breaks count it too.
			s.met[i] = append(s.met[i], meeting{opponent: s.index[l.Opponent], round: l.Round})
		}
		if l.Kind == KindGame && l.Handicap == 0 {
			s.colours[i] = append(s.colours[i], l.Colour)
			if l.Colour == Black {
				s.balance[i]++
			} else {
				s.balance[i]--
			}
		}
	}
}

// findFloats compares the scores of those who met in the round before, as they were drawn then.
func (s *state) findFloats() {
	previous := s.round - 1
	if previous < 1 {
		return
	}
	lent := s.accelerated(previous)
	then := func(i int) Score { return s.start[i] + s.before(i, previous) + lent[i] }
	for i := range s.players {
		for _, m := range s.met[i] {
			if m.round == previous {
				s.drift[i] = cmp.Compare(then(m.opponent), then(i))
			}
		}
	}
}

// metIn gives the latest round in which two players were drawn together, or 0.
func (s *state) metIn(a, b int) int {
	latest := 0
	for _, m := range s.met[a] {
		if m.opponent == b {
			latest = max(latest, m.round)
		}
	}
	return latest
}

func (s *state) isBarred(a, b int) bool { return slices.Contains(s.barred[a], b) }

// fix takes over the director's pairs, then seats the others in their score groups.
func (s *state) fix(fixed []game) {
	s.fixed = fixed
	taken := s.taken(fixed)
	var free []int
	for _, i := range s.active {
		if !taken[i] {
			free = append(free, i)
			s.group[s.score[i]]++
		}
	}
	seat := make([]uint64, len(s.players))
	for _, i := range free {
		seat[i] = lot(s.ev.Seed, s.round, lotSeat, s.number[i], 0)
	}
	slices.SortFunc(free, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(s.score[b], s.score[a]),
			cmp.Compare(s.players[b].Rating, s.players[a].Rating),
			cmp.Compare(seat[a], seat[b]),
			cmp.Compare(a, b),
		)
	})
	for _, i := range s.active {
		s.size[i] = s.group[s.score[i]]
	}
	for k, i := range free {
		if k > 0 && s.score[free[k-1]] == s.score[i] {
			s.position[i] = s.position[free[k-1]] + 1
		} else {
			s.position[i] = 0
		}
	}
}

// taken marks the players of some games.
func (s *state) taken(games []game) []bool {
	taken := make([]bool, len(s.players))
	for _, g := range games {
		taken[g.a] = true
		if !g.isBye() {
			taken[g.b] = true
		}
	}
	return taken
}

// newGame gives the game two players would have, with the handicap of the event's rule and the colours of the draw.
func (s *state) newGame(a, b int) game {
	g := game{a: min(a, b), b: max(a, b)}
	g.white = s.whiteOf(&g)
	return g
}

func (s *state) newBye(a int) game { return game{a: a, b: noOpponent, white: a} }

// side gives what a handicap rule asks of a player before a round.
func (f *field) side(i, round int) scale.Side {
	p := f.players[i]
	return scale.Side{Rating: p.Rating, Grade: p.grade(), Score: int(f.start[i] + f.before(i, round)), Zero: f.ev.McMahonZero()}
}

// handicap gives the handicap of two players in a round.
func (f *field) handicap(a, b, round int) scale.Handicap {
	h := f.ev.Handicap.Between(f.side(a, round), f.side(b, round))
	if f.ev.Komi != 0 {
		h = h.WithEvenKomi(f.ev.Komi)
	}
	return h
}

// levels gives what the handicaps of a round go by.
func (f *field) levels(round int) []int {
	levels := make([]int, len(f.players))
	for i := range f.players {
		levels[i] = f.ev.Handicap.Level(f.side(i, round))
	}
	return levels
}

// stonesByDifference gives the stones of the event's handicap rule, which depends on differences of levels only, for
// every difference in the field.
func (f *field) stonesByDifference(levels []int) []int {
	by := f.ev.Handicap.By
	if len(levels) == 0 || by == "" || by == scale.ByNone {
		return nil
	}
	stones := make([]int, slices.Max(levels)-slices.Min(levels)+1)
	for d := range stones {
		stones[d] = f.ev.Handicap.Stones(d)
	}
	return stones
}

// stonesIn gives the stones of a game's handicap; 0 is an even game.
func (s *state) stonesIn(g *game) int {
	if s.stones == nil || g.isBye() {
		return 0
	}
	d := s.level[g.a] - s.level[g.b]
	return s.stones[max(d, -d)]
}

// whiteOf gives White to the stronger in a handicap game. In an even game Black goes to the player who has had it
// less; when that is level, colours change from the latest game in which the two had different ones; then by lot.
func (s *state) whiteOf(g *game) int {
	a, b := g.a, g.b
	if s.stonesIn(g) > 0 {
		if s.level[a] > s.level[b] {
			return a
		}
		return b
	}
	if s.balance[a] != s.balance[b] {
		if s.balance[a] > s.balance[b] {
			return a
		}
		return b
	}
	if lean := leaning(s.colours[a], s.colours[b]); lean != 0 {
		if lean > 0 {
			return a
		}
		return b
	}
	if lot(s.ev.Seed, s.round, lotColour, s.number[a], s.number[b])%2 == 0 {
		return a
	}
	return b
}

// leaning compares two players' colours from the latest game back. It is positive when the first had Black where they
// first differ, so that White is the first's turn, negative when it is the second's. No game stands between the
// colours.
func leaning(a, b []Colour) int {
	at := func(c []Colour, back int) int {
		switch {
		case back > len(c):
			return 0
		case c[len(c)-back] == Black:
			return 1
		}
		return -1
	}
	for back := 1; back <= max(len(a), len(b)); back++ {
		if d := cmp.Compare(at(a, back), at(b, back)); d != 0 {
			return d
		}
	}
	return 0
}
