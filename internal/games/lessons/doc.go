// Package lessons has examples that explain the games: positions with moves, one after the other, each with a sentence.
// Every position is the engine's: a move that an example calls refused is refused by the game's rules, and every other
// is played by them. The examples of Go show where the rule texts part.
//
// An example is data; [Lesson.At] plays it. The sentences are our own.
package lessons

import (
	"fmt"
	"strings"

	"nzgs/internal/games"
	"nzgs/internal/games/table"
)

// A Lesson is one example.
type Lesson struct {
	Key, Title, Text string
	Game             games.Which
	Options          table.Options
	Size             int
	// Black, White and Arrows are what is on the board at first, as records write points, with blanks between. Where
	// all are empty, the game begins as it does.
	Black, White, Arrows string
	Turn                 games.Colour // who moves first; Black where it is Empty
	Dead                 string       // stones that are taken off before a position of Go is counted
	Steps                []Step
}

// A Step is a move of an example.
type Step struct {
	Move string // as records write it
	Says string
	// Refused is what the rules say is wrong with it, 0 where it is played.
	Refused games.Kind
	// Shows are moves, as records write them up to their last point: every point with which one of them is legal after
	// this step is marked. "" marks every point that can be played at.
	Shows *string
	// Count is what Black and White have when the position of Go is counted after this step; nil where it is not.
	Count *[2]int
}

// A Shown is where an example stands after some of its steps.
type Shown struct {
	Size   int
	Pieces []games.Colour
	Last   []games.Point
	Line   []games.Point // the line that has won a game of Hex
	Stuck  []games.Point // queens that cannot move
	Gone   []games.Point // where the last roots of a game of Tanbo stood
	Wrong  []games.Point // where a move was refused
	Dots   []games.Point // what the step marks
	Dead   []games.Point
	Areas  []games.Colour // whose each point is, where the position is counted
	Turn   games.Colour
	Winner games.Colour
	Says   string
	Why    *games.Illegal // of a move that was refused
}

// begin sets the board up.
func (l *Lesson) begin() (table.Table, int, error) {
	t := table.Of(l.Game, l.Options)
	setUp := l.Black+l.White+l.Arrows != ""
	size, err := t.Begin(l.Size, setUp)
	if err != nil {
		return nil, 0, err
	}
	for _, s := range []struct {
		colour games.Colour
		points string
	}{{games.Black, l.Black}, {games.White, l.White}, {games.Arrow, l.Arrows}} {
		var all []games.Point
		for written := range strings.FieldsSeq(s.points) {
			area, ok := t.Area(written)
			if !ok {
				return nil, 0, fmt.Errorf("%q is no point", written)
			}
			all = append(all, area...)
		}
		if err := t.SetUp(s.colour, all...); err != nil {
			return nil, 0, err
		}
	}
	if l.Turn != games.Empty {
		t.SetTurn(l.Turn)
	}
	return t, size, nil
}

// At is the example after its first n steps; n is from 0 to their number. An error is one of the example itself: a move
// that the rules judge otherwise than it says.
func (l *Lesson) At(n int) (Shown, error) {
	t, size, err := l.begin()
	if err != nil {
		return Shown{}, err
	}
	out := Shown{Size: size, Says: l.Text}
	for i := range min(max(n, 0), len(l.Steps)) {
		s := &l.Steps[i]
		out.Last, out.Wrong = nil, nil
		out.Says = s.Says
		out.Why = t.Play(t.Turn(), s.Move)
		if kind := kindOf(out.Why); kind != s.Refused {
			return Shown{}, fmt.Errorf("step %d, %q: the rules say %v", i+1, s.Move, out.Why)
		}
		points, _ := t.Points(s.Move)
		switch {
		case out.Why != nil:
			for _, p := range points {
				if p.String() == out.Why.At || l.Game.PointName(p, size) == out.Why.At {
					out.Wrong = append(out.Wrong, p)
				}
			}
		case l.Game == games.Amazons && len(points) > 0:
			out.Last = points[1:]
		default:
			out.Last = points
		}
	}
	out.Turn, out.Winner = t.Turn(), t.Winner()
	switch l.Game {
	case games.Amazons:
		out.Stuck = t.Decisive()
	case games.Tanbo:
		out.Gone = t.Decisive()
	default:
		out.Line = t.Decisive()
	}
	for i := range size * size {
		out.Pieces = append(out.Pieces, t.At(games.Point{X: i % size, Y: i / size}))
	}
	if n > 0 && n <= len(l.Steps) && l.Steps[n-1].Count != nil {
		if err := l.count(t, size, *l.Steps[n-1].Count, &out); err != nil {
			return Shown{}, err
		}
	}
	if n > 0 && n <= len(l.Steps) && l.Steps[n-1].Shows != nil {
		out.Dots = l.legal(n, size, *l.Steps[n-1].Shows)
	}
	return out, nil
}

func kindOf(why *games.Illegal) games.Kind {
	if why == nil {
		return 0
	}
	return why.Kind
}

// legal are the points with which a move that begins so is legal after n steps. Of a queen that is where she can go: she
// can always shoot back at the square that she left; after two points it is where she can shoot.
func (l *Lesson) legal(n, size int, begins string) (at []games.Point) {
	for i := range size * size {
		p := games.Point{X: i % size, Y: i / size}
		written := p.String()
		const square = 2
		switch {
		case l.Game == games.Amazons && len(begins) == square:
			written = begins + written + begins
		case l.Game == games.Amazons:
			written = begins + written
		case l.Game == games.Hex:
			written = l.Game.PointName(p, size)
		}
		t, _, err := l.begin()
		if err != nil {
			return nil
		}
		for _, s := range l.Steps[:n] {
			if s.Refused == 0 {
				t.Play(t.Turn(), s.Move)
			}
		}
		if t.Play(t.Turn(), written) == nil {
			at = append(at, p)
		}
	}
	return at
}

// Of are the examples of a game, in the order of its text.
func Of(w games.Which) []Lesson {
	switch w {
	case games.Hex:
		return hexLessons
	case games.Amazons:
		return amazonsLessons
	case games.Tanbo:
		return tanboLessons
	}
	return nil
}
