package gorules

import "fmt"

// Score is what a position is worth to each side by a rule set, in points,
// before komi and button. Where own losses are taken off it can be negative.
type Score struct {
	Black, White int // totals; shared points are in both
	Shared       int // points that are territory of both
	Margin       int // Black less White
}

// Outcome is who wins by how much.
type Outcome struct {
	Winner Colour     // Empty for a tie
	By     HalfPoints // not negative
}

// Outcome gives the winner with that komi, if there is no button.
func (s Score) Outcome(komi HalfPoints) Outcome {
	return outcomeOf(Points(s.Margin) - komi)
}

func outcomeOf(margin HalfPoints) Outcome {
	switch {
	case margin > 0:
		return Outcome{Black, margin}
	case margin < 0:
		return Outcome{White, -margin}
	}
	return Outcome{}
}

// Totals gives both sides' totals with komi, on the side to which the rules
// apply it, and with what the button is worth to the player who took it, Empty
// for nobody.
func (r Rules) Totals(s Score, komi HalfPoints, buttonTaken Colour) (black, white HalfPoints) {
	black, white = Points(s.Black), Points(s.White)
	if r.Komi.Side == KomiOffBlack {
		black -= komi
	} else {
		white += komi
	}
	switch buttonTaken {
	case Black:
		black += r.Button
	case White:
		white += r.Button
	}
	return black, white
}

// Outcome gives the winner of the game with that score and komi, the button
// counted.
func (g *Game) Outcome(s Score, komi HalfPoints) Outcome {
	black, white := g.rules.Totals(s, komi, g.button)
	return outcomeOf(black - white)
}

// Score counts the position by the game's rules, after taking off the chains
// that the dead points belong to. Every dead point must have a stone; several
// may be of one chain. Without dead points all stones stay, as they do when the
// players agree on nothing. It does not end the game.
func (g *Game) Score(dead ...Point) (Score, error) {
	return g.rules.Count(&g.board, g.Prisoners(), dead...)
}

// Count counts a position by the rules, as Game.Score does. The prisoners are
// those taken before; the dead are added to them.
func (r Rules) Count(b *Board, p Prisoners, dead ...Point) (Score, error) {
	var c count
	if err := c.take(b, dead); err != nil {
		return Score{}, err
	}
	c.fill()
	s := Score{Black: c.points[Blacks], White: c.points[Whites]}
	p.Black += c.dead[Black]
	p.White += c.dead[White]
	switch r.Scoring {
	case AreaShared:
		s.Shared = c.points[Both]
		s.Black += c.stones[Black] + s.Shared
		s.White += c.stones[White] + s.Shared
	case TerritoryLessLosses:
		s.Black -= p.Black
		s.White -= p.White
	case TerritoryAndCaptures:
		s.Black += p.White
		s.White += p.Black
	}
	s.Margin = s.Black - s.White
	return s, nil
}

// Owner says whose territory a point is. The values are sets: Both is Blacks
// and Whites.
type Owner uint8

// The owners of a point.
const (
	Nobodys Owner = iota
	Blacks
	Whites
	Both
)

// Territory says of every point whose it is, after the dead are taken off. Where
// the rules count area, a point with a stone is its colour's, and a point
// connected to both colours is Both's. Where they count territory, both of
// these are Nobodys.
type Territory struct {
	owner [points]Owner
}

// At gives the owner of a point; Nobodys off the board.
func (t *Territory) At(p Point) Owner { return t.owner[p&pointMask] }

// Territory maps a position in the way in which Count counts it.
func (r Rules) Territory(b *Board, dead ...Point) (*Territory, error) {
	var c count
	if err := c.take(b, dead); err != nil {
		return nil, err
	}
	c.fill()
	t := &Territory{}
	for y := range b.height {
		for x := range b.width {
			p := At(x, y)
			switch {
			case c.colour[p] == Empty && (r.Scoring == AreaShared || c.owner[p] != Both):
				t.owner[p] = c.owner[p]
			case c.colour[p] != Empty && r.Scoring == AreaShared:
				t.owner[p] = Owner(c.colour[p])
			}
		}
	}
	return t, nil
}

// count is a position being counted.
type count struct {
	width, height int
	colour        [points]Colour
	owner         [points]Owner // of empty points
	seen          [points]bool
	points        [4]int // empty points, by owner
	stones        [3]int // by colour
	dead          [3]int // by colour
}

// take copies the position without the chains of the dead points.
func (c *count) take(b *Board, dead []Point) error {
	if b.width < 1 {
		return fmt.Errorf("the board has no points")
	}
	c.width, c.height = b.width, b.height
	used := (b.height + 2) * stride
	copy(c.colour[:used], b.colour[:used])
	for _, p := range dead {
		if b.At(p) == Empty {
			return fmt.Errorf("there is no stone at %s that could be dead", p)
		}
		if c.colour[p] == Empty {
			continue
		}
		b.refresh()
		for q := uint16(p); c.colour[q] != Empty; q = b.next[q] {
			c.dead[c.colour[q]]++
			c.colour[q] = Empty
		}
	}
	return nil
}

// fill finds the owner of every empty point: the colours that can be reached
// from it over empty points.
func (c *count) fill() {
	var region [MaxSize * MaxSize]uint16
	for y := range c.height {
		for x := range c.width {
			p := uint16(At(x, y))
			at := c.colour[p]
			if at != Empty {
				c.stones[at]++
				continue
			}
			if c.seen[p] {
				continue
			}
			c.seen[p] = true
			region[0] = p
			size, owner := 1, Nobodys
			for i := 0; i < size; i++ {
				n, w, e, s := around(region[i])
				for _, q := range [4]uint16{n, w, e, s} {
					switch c.colour[q] {
					case Empty:
						if !c.seen[q] {
							c.seen[q] = true
							region[size] = q
							size++
						}
					case border:
					default:
						owner |= Owner(c.colour[q])
					}
				}
			}
			for _, q := range region[:size] {
				c.owner[q] = owner
			}
			c.points[owner] += size
		}
	}
}
