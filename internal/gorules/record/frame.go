package record

import (
	"context"
	"errors"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Frame is one step of a record as a board shows it: everything that changes,
// so that whoever draws it needs no rules.
type Frame struct {
	// Number is the move's as written, from 1; 0 for the start and for set-up.
	Number int
	// Move is what was carried out: a pass in place of a move that did not
	// stand. Its colour is Empty for the start and for set-up.
	Move gorules.Move
	// Put are the stones that came onto the board: the one played, unless it
	// was removed at once, or those set up.
	Put []Stone
	// Removed are the stones that came off.
	Removed []Stone
	// Prisoners are the stones removed by plays so far.
	Prisoners gorules.Prisoners
	// Violation is what was wrong with the move, nil if nothing.
	Violation *Violation
	// Shown is the number that the record prints for the move: Number, unless it says
	// otherwise; 0 for the start and for set-up.
	Shown int
	// Node is where the record has it; [sgf.NoNode] of what was tried.
	Node sgf.Node
	// Turn is who moves next.
	Turn gorules.Colour
	// Score is of the position with every stone standing, before komi.
	Score gorules.Score
}

// A Stone is a point with the colour of what stands or stood there.
type Stone struct {
	Colour gorules.Colour
	Point  gorules.Point
}

// MaxFrames is how many frames are made of one record.
const MaxFrames = 10_000

// errTooLong says that a record has more to show than anyone looks at.
var errTooLong = errors.New("the record has too many moves to be shown on a board")

// Frames shows a record step by step, the starting position first, with illegal
// moves standing as far as they can; the move of that number becomes a pass
// instead (0 for none). An error is as that of [Checker.Check], or says that there
// are more than [MaxFrames].
func Frames(ctx context.Context, g *sgf.Game, o Options, claimed int) ([]Frame, error) {
	c := &Checker{Options: o}
	frames, _, err := c.frames(ctx, g, claimed)
	return frames, err
}

// frames also gives the report of the line.
func (c *Checker) frames(ctx context.Context, g *sgf.Game, claimed int) ([]Frame, *Report, error) {
	c.OnViolation, c.Dead = gorules.Stand, nil
	r := &Report{}
	if err := c.play(ctx, g, r); err != nil {
		return nil, r, err
	}
	if len(c.record.Steps) >= MaxFrames {
		return nil, r, errTooLong
	}
	var frames []Frame
	before, err := gorules.NewBoard(r.Width, r.Height)
	if err != nil {
		return nil, r, err
	}
	line := &Report{Rules: r.Rules}
	err = c.replay(ctx, g, line, handling{policy: gorules.Stand, claimed: claimed}, func(s *sgf.Step, why *gorules.Illegal) {
		f := Frame{Prisoners: c.game.Prisoners(), Node: g.Root(), Turn: c.game.Turn()}
		if s != nil {
			f.Node, f.Shown = s.Node, int(s.Shown)
		}
		if s != nil && s.Number > 0 {
			f.Number, f.Move = int(s.Number), c.game.Move(c.game.Moves())
		}
		if why != nil && len(line.Violations) > 0 {
			v := line.Violations[len(line.Violations)-1]
			f.Violation = &v
		}
		f.Score, _ = c.game.Score() // without dead stones it cannot fail
		f.change(before, c.game.Board())
		frames = append(frames, f)
	})
	return frames, r, err
}

// change notes what is new on a board, and brings the one before up to date.
func (f *Frame) change(before, now *gorules.Board) {
	for _, p := range now.Points() {
		was, is := before.At(p), now.At(p)
		if was == is {
			continue
		}
		if was != gorules.Empty {
			f.Removed = append(f.Removed, Stone{was, p})
		}
		if is != gorules.Empty {
			f.Put = append(f.Put, Stone{is, p})
		}
		before.Put(p, is)
	}
}
