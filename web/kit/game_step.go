package kit

import "strings"

// GameStep is a position of a game with the ways to others (partial "game-step").
type GameStep struct {
	Key     string // which of several on a page; "" where there is one
	Board   GameBoard
	At      int
	Caption string
	Said    []string
	Steps   []BoardStep
}

// BoardStep is a way to another step.
type BoardStep struct {
	Label, Name string // Name says to people who do not see the sign: "Ten back"
	At          int
	Here        bool // leads nowhere else
}

// Says is the step's name for people who do not see the sign; a sign that can
// be said aloud is part of it.
func (s BoardStep) Says() string {
	if strings.ContainsAny(s.Label, "0123456789") {
		return s.Label + ", " + LowerFirst(s.Name)
	}
	return s.Name
}

// BoardSteps are the ways from a step to others, of as many as there are.
func BoardSteps(at, last int) []BoardStep {
	step := func(label, name string, to int) BoardStep {
		to = min(max(to, 0), last)
		return BoardStep{label, name, to, to == at}
	}
	return []BoardStep{
		step("«", "First", 0), step("−10", "Ten back", at-10), step("‹", "Back", at-1),
		step("›", "On", at+1), step("+10", "Ten on", at+10), step("»", "Last", last),
	}
}
