package record

import (
	"strings"

	"nzgs/internal/gorules"
	"nzgs/internal/sgf"
)

// moveAt is the move of a step by the record's rules: where they have a button, a pass
// whose comment is of the button takes it.
func (c *Checker) moveAt(g *sgf.Game, r *Report, s *sgf.Step) gorules.Move {
	m := moveOf(s)
	if r.Rules.Button == 0 || s.Kind != sgf.Pass {
		return m
	}
	if comment, ok := g.Property(s.Node, "C"); ok && comment.Len() > 0 &&
		strings.Contains(strings.ToLower(comment.SimpleText(0)), "button") {
		m.Point = gorules.TakeButton
	}
	return m
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
