package pairing

import (
	"cmp"
	"fmt"
	"slices"

	"nzgs/internal/ratings/scale"
)

// Draw draws a round: the best of all possible draws by the criteria of the event, with the director's fixed pairs in
// it. Rounds in ev.Played from this one on are not looked at, so that a round can be drawn again.
//
// The error is an [Invalid] event, round or fixed pair, a [*MissingResults] or an [*Undecided] game of an earlier
// round, or [*Impossible]. The
// same event, round and fixed pairs always give the same drawing.
func Draw(ev *Event, round int, fixed []Fixed) (*Drawing, error) {
	if err := ready(ev, round); err != nil {
		return nil, err
	}
	if ev.Boards > 0 {
		return drawTeams(ev, round, fixed)
	}
	f := newField(ev, round-1)
	switch ev.System {
	case RoundRobin:
		return drawRoundRobin(f, round, fixed)
	case Knockout:
		return drawBracket(f, round, fixed)
	case Match:
		return drawMatch(f, round, fixed)
	}
	return drawMatched(f, round, fixed)
}

// drawMatched finds the best of all possible draws.
func drawMatched(f *field, round int, fixed []Fixed) (*Drawing, error) {
	s, err := prepare(f, round, f.playing(round), fixed)
	if err != nil {
		return nil, err
	}
	games, stuck, err := s.best()
	switch {
	case err != nil:
		return nil, err
	case stuck != nil:
		return nil, s.diagnose(stuck)
	}
	return s.drawing(games), nil
}

// ready reports what stands in the way of drawing a round at all.
func ready(ev *Event, round int) error {
	if err := ev.Validate(); err != nil {
		return err
	}
	if round < 1 || round > ev.Rounds {
		return Invalid{{Path: "round", Message: fmt.Sprintf("this event has rounds 1 to %d", ev.Rounds)}}
	}
	if ev.System == RoundRobin {
		return nil // its table does not depend on results
	}
	played := map[int]*Round{}
	for i := range ev.Played {
		played[ev.Played[i].Number] = &ev.Played[i]
	}
	for n := 1; n < round; n++ {
		r, ok := played[n]
		if !ok {
			return &MissingResults{Round: n}
		}
		var missing []Game
		for _, g := range r.Games {
			if g.Result == NoResult {
				missing = append(missing, g)
			}
		}
		if len(missing) > 0 {
			slices.SortStableFunc(missing, func(a, b Game) int { return cmp.Compare(a.Table, b.Table) })
			return &MissingResults{Round: n, Games: missing}
		}
	}
	return nil
}

func (f *field) playing(round int) []int {
	var active []int
	for i, p := range f.players {
		if p.plays(round) {
			active = append(active, i)
		}
	}
	return active
}

// prepare sets up the state for a matched round with the director's fixed pairs.
func prepare(f *field, round int, active []int, fixed []Fixed) (*state, error) {
	s := newState(f, round, active)
	games, err := s.resolve(fixed)
	if err != nil {
		return nil, err
	}
	if len(active) == 0 {
		return nil, &Impossible{
			Round: round, Rules: []Rule{RuleField},
			Message: "no one is playing in it; check the entries, absences and withdrawals",
		}
	}
	s.fix(games)
	return s, nil
}

// resolve turns the director's fixed pairs into games, or says what is wrong with them. A fixed pair may be a rematch:
// the director has decided, and the explanation says so. It may not be one the director has forbidden as well.
func (s *state) resolve(fixed []Fixed) ([]game, error) {
	var games []game
	var invalid Invalid
	used := map[int]bool{}
	bye := false
	player := func(k int, end string, id ID) (int, bool) {
		path := fmt.Sprintf("fixed[%d].%s", k, end)
		i, ok := s.index[id]
		switch {
		case !ok:
			invalid = append(invalid, FieldError{path, fmt.Sprintf("there is no player %q", id)})
		case used[i]:
			invalid = append(invalid, FieldError{path, s.name(i) + " is fixed twice"})
		case !slices.Contains(s.active, i):
			invalid = append(invalid, FieldError{path, fmt.Sprintf("%s does not play in round %d", s.name(i), s.round)})
		default:
			used[i] = true
			return i, true
		}
		return 0, false
	}
	for k, fx := range fixed {
		w, ok := player(k, "white", fx.White)
		if fx.Black == "" {
			if bye {
				invalid = append(invalid, FieldError{fmt.Sprintf("fixed[%d]", k), "only one player can have the bye"})
			}
			bye = true
			if ok {
				g := s.newBye(w)
				g.fixed = pairByDirector
				games = append(games, g)
			}
			continue
		}
		b, okBlack := player(k, "black", fx.Black)
		if !ok || !okBlack {
			continue
		}
		if s.isBarred(w, b) {
			text := fmt.Sprintf("%s and %s are a forbidden pair; take them off that list first", s.name(w), s.name(b))
			invalid = append(invalid, FieldError{fmt.Sprintf("fixed[%d]", k), text})
			continue
		}
		games = append(games, s.fixedGame(w, b, fx.Colours))
	}
	if len(invalid) > 0 {
		return nil, invalid
	}
	return games, nil
}

// fixedGame keeps the director's colours in an even game; with a handicap the stronger always takes White.
func (s *state) fixedGame(white, black int, colours FixedColours) game {
	g := s.newGame(white, black)
	g.fixed = pairByDirector
	if colours == ColoursAsGiven {
		g.fixed = coloursByDirector
		if s.stonesIn(&g) == 0 {
			g.white = white
		}
	}
	return g
}

// drawing lays games out by table, the best scores first, with their reasons.
func (s *state) drawing(games []game) *Drawing {
	d := &Drawing{Round: s.round, Idle: s.idle(), Cost: s.told(games)}
	slices.SortFunc(games, func(x, y game) int {
		if x.isBye() || y.isBye() {
			return cmp.Compare(y.b, x.b)
		}
		return cmp.Or(
			cmp.Compare(max(s.score[y.a], s.score[y.b]), max(s.score[x.a], s.score[x.b])),
			cmp.Compare(s.score[y.a]+s.score[y.b], s.score[x.a]+s.score[x.b]),
			cmp.Compare(max(s.players[y.a].Rating, s.players[y.b].Rating), max(s.players[x.a].Rating, s.players[x.b].Rating)),
			cmp.Compare(x.a, y.a),
		)
	})
	for i := range games {
		g := &games[i]
		if g.isBye() {
			d.Bye, d.ByeFixed, d.ByeWhy = s.players[g.a].ID, g.fixed != byDraw, s.reasons(g)
			continue
		}
		p := s.pair(g, len(d.Pairs)+1)
		p.Why = s.reasons(g)
		d.Pairs = append(d.Pairs, p)
	}
	return d
}

// pair gives a game as a pair at a table, without reasons.
func (s *state) pair(g *game, table int) Pair {
	h := s.handicap(g.a, g.b, s.round)
	p := Pair{
		Table: table, White: s.players[g.white].ID, Black: s.players[g.black()].ID,
		Handicap: h.Stones, Komi: h.Komi, Trace: h, Fixed: g.fixed != byDraw,
		Sides: [2]scale.Side{s.side(g.white, s.round), s.side(g.black(), s.round)},
	}
	if g.fixed == pairByDirector {
		p.Colours = ColoursByDraw
	}
	return p
}

// idle gives everyone who takes no part in the round.
func (s *state) idle() []Idle {
	var idle []Idle
	for i, p := range s.players {
		if !slices.Contains(s.active, i) {
			idle = append(idle, Idle{ID: p.ID, Text: p.whyIdle(s.round)})
		}
	}
	return idle
}

func (p *Player) whyIdle(round int) string {
	switch {
	case round < p.firstRound():
		return fmt.Sprintf("enters in round %d", p.EnteredIn)
	case !p.in(round):
		return fmt.Sprintf("withdrew after round %d", p.WithdrawnAfter)
	case slices.Contains(p.HalfPointByes, round):
		return "half-point bye"
	case p.Preliminary && !slices.Contains(p.Absent, round):
		return "not confirmed yet"
	}
	return "absent"
}
