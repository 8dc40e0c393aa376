package tanbo

import (
	"fmt"

	"nzgs/internal/games"
)

// Play puts a stone on a point and takes off what is bounded then.
func (g *Game) Play(c games.Colour, p games.Point) *games.Illegal {
	if why := g.refuse(c, p); why != nil {
		return why
	}
	i := g.at(p)
	r := g.rootBeside(i, c)
	g.put(i, c, r)
	g.moves++
	g.turn = c.Opponent()
	g.taken, g.takenOf = g.taken[:0], g.takenOf[:0]
	if g.grows[r] == 0 {
		g.takeOff(r)
		return nil
	}
	// Which are bounded is seen before any is taken off: taking one off lets those around it grow.
	gone := g.bounded[:0]
	for _, b := range g.bounded {
		if g.grows[b] == 0 {
			gone = append(gone, b)
		}
	}
	for _, b := range gone {
		if g.grows[b] >= 0 { // it may be listed twice
			g.takeOff(b)
		}
	}
	g.bounded = g.bounded[:0]
	return nil
}

// refuse says what is wrong with a move; nil if nothing.
func (g *Game) refuse(c games.Colour, p games.Point) *games.Illegal {
	no := func(k games.Kind, why string) *games.Illegal {
		return &games.Illegal{Kind: k, Colour: c, At: p.String(), Why: why}
	}
	if w := g.Winner(); w != games.Empty {
		return no(games.AfterEnd, w.Opponent().Name()+" has no stones left")
	}
	switch {
	case c != g.turn:
		return no(games.OutOfTurn, g.turn.Name()+" is to move")
	case !p.On(g.size):
		return no(games.OffBoard, fmt.Sprintf("it is not on a board of %d×%d", g.size, g.size))
	case g.colour[g.at(p)] != games.Empty:
		return no(games.Occupied, "there is a stone on the point")
	}
	switch n := g.own[c][g.at(p)]; {
	case n == 0:
		return no(games.TouchesNone, "a stone goes beside one of the player’s own, and here it is beside none")
	case n > 1:
		return no(games.TouchesMany, fmt.Sprintf("a stone goes beside one of the player’s own, and here it is beside %d", n))
	}
	return nil
}

// put adds a stone to a root.
func (g *Game) put(i int32, c games.Colour, r int32) {
	for _, d := range [2]games.Colour{games.Black, games.White} {
		if g.own[d][i] == 1 {
			g.shrink(g.rootBeside(i, d))
		}
	}
	g.colour[i], g.root[i] = c, r
	first := g.first[r]
	g.next[i], g.next[first] = g.next[first], i
	g.stones[c]++
	for _, j := range g.around(i) {
		g.own[c][j]++
		if g.colour[j] != games.Empty {
			continue
		}
		switch g.own[c][j] {
		case 1:
			g.grows[r]++
		case 2:
			g.shrink(g.otherBeside(j, c, i))
		}
	}
}

// shrink takes one from where a root can grow.
func (g *Game) shrink(r int32) {
	if g.grows[r]--; g.grows[r] == 0 {
		g.bounded = append(g.bounded, r)
	}
}

// otherBeside is the root of a stone of a colour beside a point, another than one.
func (g *Game) otherBeside(i int32, c games.Colour, not int32) int32 {
	for _, j := range g.around(i) {
		if j != not && g.colour[j] == c {
			return g.root[j]
		}
	}
	return -1
}

// takeOff takes a root off the board.
func (g *Game) takeOff(r int32) {
	first := g.first[r]
	for i := first; ; {
		next := g.next[i]
		g.lift(i)
		if i = next; i == first {
			break
		}
	}
	g.grows[r] = -1
}

// lift takes a stone off, as put puts it.
func (g *Game) lift(i int32) {
	c := g.colour[i]
	g.taken, g.takenOf = append(g.taken, g.point(i)), append(g.takenOf, c)
	g.stones[c]--
	for _, j := range g.around(i) {
		g.own[c][j]--
		if g.colour[j] != games.Empty {
			continue
		}
		switch g.own[c][j] {
		case 0:
			g.grows[g.root[i]]--
		case 1:
			g.grows[g.otherBeside(j, c, i)]++
		}
	}
	g.colour[i] = games.Empty
	for _, d := range [2]games.Colour{games.Black, games.White} {
		if g.own[d][i] == 1 {
			g.grows[g.rootBeside(i, d)]++
		}
	}
}
