package record

import (
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// namesButton tells whether a pass is the button taken, where the rules have one: its
// comment names it, as igGameCenter has it.
func namesButton(g *sgf.Game, s *sgf.Step) bool {
	comment, ok := g.Property(s.Node, "C")
	return ok && comment.Len() > 0 && strings.Contains(strings.ToLower(comment.SimpleText(0)), "button")
}

// takesButton tells whether a move of the record takes the button, and notes who was the first.
func (c *Checker) takesButton(g *sgf.Game, r *Report, s *sgf.Step) bool {
	known := r.Rules.Button != 0 || r.Own == IGGC
	if s.Kind != sgf.Button && !(s.Kind == sgf.Pass && known && namesButton(g, s)) {
		return false
	}
	if c.button == gorules.Empty {
		c.button = gorules.Colour(s.Colour)
	}
	return true
}

// buttonBy is what the button adds to Black's margin by the record's own rules: where the chosen rules have none, whoever
// the record says has taken it.
func (c *Checker) buttonBy(own gorules.Rules, chosen *Report, l *Line) Margin {
	switch {
	case own.Button == 0:
		return 0
	case chosen.Rules.Button != 0:
		return l.Button
	case c.button == gorules.Black:
		return Margin(own.Button) * 50
	case c.button == gorules.White:
		return -Margin(own.Button) * 50
	}
	return 0
}

// buttonOf is what the button adds to Black's margin: it is worth half a point to whoever
// took it.
func (c *Checker) buttonOf(r *Report) Margin {
	worth := Margin(r.Rules.Button) * 50
	switch c.game.Button() {
	case gorules.Black:
		return worth
	case gorules.White:
		return -worth
	}
	return 0
}
