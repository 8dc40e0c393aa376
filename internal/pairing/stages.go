package pairing

import "slices"

// Stage is one round of a knock-out as its bracket shows it.
type Stage struct {
	Round int
	Name  string // "the semi-finals"
	Ties  []Tie  // in the order of the bracket; the game for third place comes last, beside the final
}

// Tie is one place of a bracket: two sides, of whom one goes through.
type Tie struct {
	Sides      [2]Side
	Game       *Game // nil before it is drawn, and where there was none to play
	Winner     ID    // who went through; empty while that is open, and where no one did
	Drawn      bool  // its round was drawn
	ThirdPlace bool
}

// Side is one side of a tie.
type Side struct {
	ID   ID   // empty where it is not known yet, or where no one is
	Seed int  // from 1; 0 of no one
	Free bool // no one will be there
}

// sides is the event of who goes through its bracket: of the teams in an event of teams, whose matches are the games.
func (ev *Event) sides() *Event {
	if ev.Boards > 0 {
		return ev.asTeams(nil)
	}
	return ev
}

// Stages gives the bracket of a knock-out with all its rounds, those that were drawn and those to come; of teams, theirs.
// The event must be valid, and have players.
func Stages(ev *Event) []Stage {
	ev = ev.sides()
	f := newField(ev, ev.Rounds)
	b := f.bracket(1)
	var out []Stage
	for round := 1; round <= b.rounds && len(b.slots) > 1; round++ {
		r := f.drawn(round)
		if r != nil && !f.fitsBracket(b, r) {
			f.reorder(b, r)
		}
		st := Stage{Round: round, Name: b.stage()}
		for k := 0; k < len(b.slots); k += 2 {
			st.Ties = append(st.Ties, f.tie(b, r, round, b.slots[k], b.slots[k+1]))
		}
		if len(b.slots) == 2 && ev.Knockout.ThirdPlace && round > 1 && b.entered() > 3 {
			x, y := coming, coming
			if len(b.beaten) == 2 {
				x, y = b.beaten[0], b.beaten[1]
			}
			third := f.tie(b, r, round, x, y)
			third.ThirdPlace = true
			st.Ties = append(st.Ties, third)
		}
		out = append(out, st)
		if r != nil {
			f.advance(b, r)
		} else {
			b.await()
		}
	}
	return out
}

// coming stands in a bracket for who is not known yet.
const coming = -2

// await goes on to a round of which it is not known who will be in it, but where there is no one.
func (b *bracket) await() {
	next := make([]int, len(b.slots)/2)
	for k := range next {
		x, y := b.slots[2*k], b.slots[2*k+1]
		switch {
		case x == vacant && y == vacant:
			next[k] = vacant
		case x == vacant && y != coming:
			next[k] = y
		case y == vacant && x != coming:
			next[k] = x
		default:
			next[k] = coming
		}
	}
	b.slots, b.beaten = next, nil
}

// drawn gives the round of that number; nil where it was not drawn.
func (f *field) drawn(round int) *Round {
	for _, r := range f.rounds {
		if r.Number == round {
			return r
		}
	}
	return nil
}

// tie gives one place of a bracket.
func (f *field) tie(b *bracket, r *Round, round, x, y int) Tie {
	t := Tie{Drawn: r != nil}
	for k, i := range [2]int{x, y} {
		switch {
		case i == vacant:
			t.Sides[k].Free = true
		case i >= 0:
			t.Sides[k].ID, t.Sides[k].Seed = f.players[i].ID, b.rank[i]+1
		}
	}
	if r == nil {
		return t
	}
	if x < 0 {
		x, y = y, x
	}
	if y >= 0 {
		if g, ok := f.gameOf(r, x, y); ok {
			t.Game, t.Winner = g, f.winnerOf(g)
			return t
		}
	}
	for _, i := range [2]int{x, y} {
		if i >= 0 && slices.Contains(r.Byes, f.players[i].ID) {
			t.Winner = f.players[i].ID
		}
	}
	return t
}

// StillIn gives who can be in a round of a knock-out as far as the rounds before it are decided, whether they play it or
// not. The event must be valid.
func StillIn(ev *Event, round int) map[ID]bool {
	ev = ev.sides()
	f := newField(ev, round-1)
	b := f.bracket(round)
	in := map[ID]bool{}
	for _, i := range b.slots {
		if i >= 0 {
			in[f.players[i].ID] = true
		}
	}
	if len(b.slots) == 2 && ev.Knockout.ThirdPlace && len(b.beaten) == 2 {
		for _, i := range b.beaten {
			in[f.players[i].ID] = true
		}
	}
	if round == 1 {
		for i := range ev.Players {
			in[ev.Players[i].ID] = true
		}
	}
	return in
}

// UndecidedIn gives the games of a knock-out that have a result and no winner, by round: they are played again. The event
// must be valid.
func UndecidedIn(ev *Event) *Undecided {
	if ev.System != Knockout {
		return nil
	}
	ev = ev.sides()
	for _, r := range newField(ev, ev.Rounds).rounds {
		u := &Undecided{Round: r.Number}
		for _, g := range r.Games {
			white, black := ev.pointsOf(g.Result)
			if g.Result != NoResult && white == black && !g.Result.nobodyWins() {
				u.Games = append(u.Games, g)
			}
		}
		if len(u.Games) > 0 {
			return u
		}
	}
	return nil
}
