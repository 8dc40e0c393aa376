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
