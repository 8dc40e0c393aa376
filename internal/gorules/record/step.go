package record

import (
	"fmt"

	"nzgs/internal/gorules"
)

// A Step is a [Frame] as people follow it: what changes on the board, what is
// marked, and what is said.
type Step struct {
	Caption      string // "Move 24: White D4"
	Captured     string // "Captured: 3 black, 1 white"
	Put, Removed []Stone
	// Last is where the stone was played, and Wrong where a move against the
	// rules was meant to be, which may be off the board; Pass where there is none.
	Last, Wrong gorules.Point
}

// Steps puts the frames of a record on a board of that height into words.
func Steps(frames []Frame, height int) []Step {
	out := make([]Step, len(frames))
	for i, f := range frames {
		out[i] = Step{
			Caption: f.caption(height), Captured: f.captured(), Put: f.Put, Removed: f.Removed, Wrong: f.wrong(),
		}
		if f.Number > 0 && len(f.Put) == 1 {
			out[i].Last = f.Put[0].Point
		}
	}
	return out
}

// caption says in words what happened.
func (f *Frame) caption(height int) string {
	switch {
	case f.Number == 0 && f.Move.Colour == gorules.Empty && len(f.Put)+len(f.Removed) > 0:
		return "Set-up"
	case f.Number == 0 && f.Move.Colour == gorules.Empty:
		return "The start"
	case f.Violation != nil:
		v := f.Violation
		text := v.Says(height)
		if !v.CanStand() {
			text += ". It is a pass"
		}
		return text
	}
	return fmt.Sprintf("Move %d: %s %s", f.Number, f.Move.Colour.Name(), played(f.Move.Point, height))
}

// played is a point as people write it, "D4", or what is done instead.
func played(p gorules.Point, height int) string {
	switch p {
	case gorules.Pass:
		return "passes"
	case gorules.TakeButton:
		return "takes the button"
	case gorules.NoPoint:
		return "a point that cannot be read"
	}
	if p.Y() >= height {
		return "off the board"
	}
	return p.Label(height)
}

func (f *Frame) captured() string {
	return fmt.Sprintf("Captured: %d black, %d white", f.Prisoners.Black, f.Prisoners.White)
}

// wrong is where a move against the rules was meant to be; Pass if nowhere.
func (f *Frame) wrong() gorules.Point {
	if f.Violation == nil {
		return gorules.Pass
	}
	p, err := gorules.ParsePoint(f.Violation.Point)
	if err != nil || !p.IsPoint() {
		return gorules.Pass
	}
	return p
}

// BoardAfter is the board after the step of that index.
func BoardAfter(steps []Step, at, width, height int) (*gorules.Board, error) {
	b, err := gorules.NewBoard(width, height)
	if err != nil {
		return nil, err
	}
	for _, step := range steps[:min(at+1, len(steps))] {
		for _, s := range step.Removed {
			b.Put(s.Point, gorules.Empty)
		}
		for _, s := range step.Put {
			b.Put(s.Point, s.Colour)
		}
	}
	return b, nil
}
