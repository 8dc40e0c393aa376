package record

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// A Leave is where a line is left, and what is tried from there.
type Leave struct {
	// After is how many steps are played first: those of [Frames] after the start.
	After int
	// Next moves next, where the players settled that when they could not agree on dead
	// stones and play on; Empty is whoever is to move.
	Next gorules.Colour
	// Try are the points played from there in turns, at most [MaxTried]; Pass is one.
	Try []gorules.Point
}

// MaxTried is how many moves can be tried: more than any game goes on for.
const MaxTried = 1000

var (
	errTriedTooMany = fmt.Errorf("at most %d moves can be tried", MaxTried)
	errNotSettled   = errors.New("play is going on here, so that the turn decides who moves next. Only where both players " +
		"have passed, or the record ends, do they settle it themselves")
)

// lineOf is the node that the line leads through.
func (c *Checker) lineOf(g *sgf.Game) sgf.Node {
	if c.Through == 0 || !g.Has(c.Through) {
		return g.Root()
	}
	return c.Through
}

// leaveClaims forgets what the record says about its end, which is not reached.
func (c *Checker) leaveClaims(r *Report) {
	r.Verdict.Claimed, r.Verdict.Claim = "", sgf.Result{}
	c.record.Territory, c.record.Marks = nil, nil
	if r.Own != "" && r.Own.For(c.record.Width, c.record.Height).Passes == gorules.PassesCostAStone {
		r.Own = "" // the passes of the whole line are counted there
	}
}

// leaveAt is the step at which the line is left; first is the one after its opening.
func (c *Checker) leaveAt(first int) int {
	if c.Leave == nil {
		return len(c.record.Steps)
	}
	return min(first+max(c.Leave.After, 0), len(c.record.Steps))
}

// tryOn plays what is tried where the line is left, at step at.
func (c *Checker) tryOn(r *Report, at int, tell observer) error {
	c.stopped = c.game.Passes() >= 2 || at >= len(c.record.Steps)
	l := c.Leave
	if l == nil {
		return nil
	}
	if len(l.Try) > MaxTried {
		return errTriedTooMany
	}
	if err := c.settleTurn(l.Next); err != nil {
		return err
	}
	number := int32(0)
	for i := at - 1; i >= 0 && number == 0; i-- {
		number = c.record.Steps[i].Number
	}
	r.Refused = nil
	for _, p := range l.Try {
		number++
		m := gorules.Move{Colour: c.game.Turn(), Point: p}
		if why := c.game.Play(m); why != nil {
			r.Refused = &Violation{
				Number: int(number), Colour: why.Colour, Point: why.Point.String(), Kind: why.Kind, Repeats: why.Repeats,
				AfterEnd: why.End != gorules.NotEnded,
			}
			return nil
		}
		r.Played++
		if tell != nil {
			tell(triedStep(m, number), nil)
		}
	}
	return nil
}

// settleTurn lets the player move next whom the players settled on.
func (c *Checker) settleTurn(next gorules.Colour) error {
	if next == gorules.Empty || next == c.game.Turn() {
		return nil
	}
	if !c.stopped {
		return errNotSettled
	}
	return c.game.Resume(next)
}

// triedStep is a tried move as a step of the record would be.
func triedStep(m gorules.Move, number int32) *sgf.Step {
	s := &sgf.Step{Kind: sgf.Pass, Colour: sgf.Colour(m.Colour), Number: number, Shown: number, Node: sgf.NoNode}
	if m.Point.IsPoint() {
		s.Kind, s.X, s.Y = sgf.Play, uint8(m.Point.X()), uint8(m.Point.Y())
	}
	return s
}

// ReadTry reads moves as people write them, "D4 pass Q16", as far as they can be read and at
// most [MaxTried] of them; wrong is the first word that is none.
func ReadTry(text string, height int) (points []gorules.Point, wrong string) {
	words := triedWords(text)
	for _, word := range words[:min(len(words), MaxTried)] {
		if strings.EqualFold(word, "pass") {
			points = append(points, gorules.Pass)
			continue
		}
		p, ok := gorules.ReadPoint(word, height)
		if !ok {
			return points, word
		}
		points = append(points, p)
	}
	return points, ""
}

func triedWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
}

// TriesTooMany says that a text has more moves than can be tried; "" if it does not.
func TriesTooMany(text string) string {
	if n := len(triedWords(text)); n > MaxTried {
		return fmt.Sprintf("These are %d moves, and at most %d can be tried: the first %[2]d are.", n, MaxTried)
	}
	return ""
}

// TryText writes moves as [ReadTry] reads them.
func TryText(points []gorules.Point, height int) string {
	var words []string
	for _, p := range points {
		if p == gorules.Pass {
			words = append(words, "pass")
			continue
		}
		words = append(words, p.Label(height))
	}
	return strings.Join(words, " ")
}
