package pairing

import (
	"fmt"
	"slices"
)

// seat is a player's number in a round robin's table, from 1; the highest is no one's when the field is odd.
type seat int

// meet is one line of a round robin's table.
type meet struct {
	white, black seat
}

// berger gives a round of the Berger table for an even number of seats. Rounds go on after the last one of the table
// with the same pairs and the colours changed.
//
// In each round one seat k meets the last one, and the others meet whom they reach by going from k the same number of
// steps up and down the circle of the remaining seats. The last seat changes colour every round.
func berger(seats seat, round int) []meet {
	circle := int(seats) - 1
	cycle, r := (round-1)/circle, (round-1)%circle
	k := r * int(seats) / 2 % circle
	table := make([]meet, 0, seats/2)
	first := meet{white: seat(k + 1), black: seats}
	if r%2 == 1 {
		first = meet{white: seats, black: seat(k + 1)}
	}
	table = append(table, first)
	for step := 1; step <= (circle-1)/2; step++ {
		up, down := (k+step)%circle, (k-step+circle)%circle
		table = append(table, meet{white: seat(up + 1), black: seat(down + 1)})
	}
	if cycle%2 == 1 {
		for i, m := range table {
			table[i] = meet{white: m.black, black: m.white}
		}
	}
	return table
}

// drawRoundRobin reads the round from the Berger table. Seats are drawn by lot once for the whole event, over all
// players: someone who is absent or has withdrawn leaves the opponent of that round free. A fixed pair can only be
// one of the table's, with other colours. Where the rounds so far fit no table, the round is drawn so that no one
// meets again.
func drawRoundRobin(f *field, round int, fixed []Fixed) (*Drawing, error) {
	if len(f.players) < 2 {
		return nil, &Impossible{Round: round, Rules: []Rule{RuleField}, Message: "a round robin needs at least two players"}
	}
	s := newState(f, round, f.playing(round))
	t, ok := s.table()
	if !ok {
		return drawWithoutTable(f, round, fixed)
	}
	return s.drawTable(t, fixed)
}

// drawTable lays out a round of the table.
func (s *state) drawTable(t table, fixed []Fixed) (*Drawing, error) {
	decided, err := s.resolve(fixed)
	if err != nil {
		return nil, err
	}
	if err := s.forbiddenIn(t); err != nil {
		return nil, err
	}
	d := &Drawing{Round: s.round, Idle: s.idle()}
	for _, m := range s.meetings(t) {
		switch {
		case m.black == noOpponent:
			s.freeRound(d, m.white)
		case !s.players[m.white].plays(s.round):
			s.leaveFree(d, m.black, m.white)
		case !s.players[m.black].plays(s.round):
			s.leaveFree(d, m.white, m.black)
		default:
			g := s.tableGame(m.white, m.black, &decided)
			p := s.pair(&g, len(d.Pairs)+1)
			p.Why = s.tableReasons(&g, t.round)
			d.Pairs = append(d.Pairs, p)
		}
	}
	if len(decided) > 0 {
		text := fmt.Sprintf(
			"the pairs of a round robin come from its table, which does not have %s in round %d", s.pairText(&decided[0]),
			s.round,
		)
		return nil, Invalid{{Path: "fixed", Message: text}}
	}
	byes := int64(0)
	if d.Bye != "" {
		byes = 1
	}
	d.Cost = []Cost{{Criterion: CriterionGames, Values: []int64{byes}}}
	return d, nil
}

// due is a line of the table as players; black is noOpponent for the free round.
type due struct {
	white, black int
}

// meetings gives the round of the table with the players in their seats.
func (s *state) meetings(t table) []due {
	var list []due
	for _, m := range berger(seat(len(t.order)+len(t.order)%2), t.round) {
		if int(max(m.white, m.black)) > len(t.order) {
			list = append(list, due{t.order[min(m.white, m.black)-1], noOpponent})
		} else {
			list = append(list, due{t.order[m.white-1], t.order[m.black-1]})
		}
	}
	return list
}

// forbiddenIn refuses a round of the table in which forbidden pairs meet.
func (s *state) forbiddenIn(t table) error {
	e := &Impossible{Round: s.round, Rules: []Rule{RuleForbidden}}
	var lifts []Lift
	var pairs []string
	for _, m := range s.meetings(t) {
		if m.black == noOpponent || !s.isBarred(m.white, m.black) || !s.players[m.white].plays(s.round) ||
			!s.players[m.black].plays(s.round) {
			continue
		}
		a, b := s.players[m.white].ID, s.players[m.black].ID
		lifts = append(lifts, Lift{Rule: RuleForbidden, A: a, B: b})
		e.Players = append(e.Players, a, b)
		pairs = append(pairs, s.pairText(&game{a: m.white, b: m.black}))
	}
	if len(lifts) == 0 {
		return nil
	}
	e.Relax = []Relaxation{{Lift: lifts, Text: s.liftText(lifts)}}
	e.Message = fmt.Sprintf("this round of the table has %s, which the director has forbidden; if one of them is "+
		"absent, the other has a free round",
		list(pairs))
	return e
}

// drawWithoutTable draws a round of players who have not met, with balanced colours, and free rounds in turn.
func drawWithoutTable(f *field, round int, fixed []Fixed) (*Drawing, error) {
	ev := *f.ev
	ev.Criteria = []Criterion{CriterionBye, CriterionColours}
	return drawMatched(newField(&ev, round-1), round, fixed)
}

// tableGame gives a game of the table, with the colours the director has decided on where the pair is among the
// decided, and takes it from them.
func (s *state) tableGame(white, black int, decided *[]game) game {
	g := s.newGame(white, black)
	i := slices.IndexFunc(*decided, func(d game) bool { return d.a == g.a && d.b == g.b })
	if i >= 0 {
		g = (*decided)[i]
		*decided = slices.Delete(*decided, i, i+1)
	}
	if s.stonesIn(&g) == 0 && g.fixed != coloursByDirector {
		g.white = white
	}
	return g
}

func (s *state) freeRound(d *Drawing, i int) {
	if !s.players[i].plays(s.round) {
		return
	}
	d.Bye = s.players[i].ID
	text := "free round: with an odd number of players, everyone sits out once"
	if !s.freeForAll() {
		text = "free round: with an odd number of players someone sits out, and gets a point because not everyone sits out"
	}
	d.ByeWhy = []Reason{{Criterion: CriterionBye, Text: text}}
}

// leaveFree notes that a player has no one to meet because the table's opponent is not there.
func (s *state) leaveFree(d *Drawing, i, missing int) {
	if s.players[i].plays(s.round) {
		text := fmt.Sprintf(
			"the opponent in the table, %s, does not play (%s)", s.name(missing), s.players[missing].whyIdle(s.round),
		)
		d.Idle = append(d.Idle, Idle{ID: s.players[i].ID, Text: text})
	}
}

func (s *state) tableReasons(g *game, round int) []Reason {
	text := fmt.Sprintf("round %d of the round robin's table", round)
	switch {
	case s.stonesIn(g) > 0:
	case g.fixed == coloursByDirector:
		text += fmt.Sprintf("; the director gave White to %s", s.name(g.white))
	default:
		text += fmt.Sprintf(", which gives White to %s", s.name(g.white))
	}
	return []Reason{{Criterion: CriterionSeeding, Text: text}}
}
