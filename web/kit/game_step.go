package kit

import "strings"

// GameStep is a position of a game with the ways to others (partial "game-step").
type GameStep struct {
	Key     string // which of several on a page; "" where there is one
	Board   GameBoard
	At      int
	Caption string
	Said    GameSaid
	Steps   []BoardStep
	Lines   GameLines
}

// GameSaid is what a record says at a step.
type GameSaid struct {
	Clocks, Title string
	Text          []string
}

// GameLines are the ways on from a step, and the lines of a game besides its main line.
type GameLines struct {
	Node     int    // the line shown leads through it; 0: the main line
	Other    string // that another line is shown, and where it leaves the main line; "" for the main line
	Refused  string // why the line that was asked for is not shown
	Wrong    []string
	Ways     []GameWay
	MoreWays int
	Outline  []GameLine
	MoreOut  int
	Cut      bool // the record says more than is shown
}

// GameWay is a way on from a step (partial "game-ways").
type GameWay struct {
	Node int    `json:"n"`
	Text string `json:"t"`
	Here bool   `json:"h,omitempty"` // the line shown goes on so
}

// GameLine is a line that leaves another (partial "game-outline").
type GameLine struct {
	Node  int    `json:"n"`
	Depth int    `json:"d"` // 1 leaves the main line, 2 one that does
	Text  string `json:"t"` // "After move 23: White D4"
}

// Step is how far the outline is moved in; deep lines are not moved further.
func (l GameLine) Step() int { return min(l.Depth, 6) }

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
