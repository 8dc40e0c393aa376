package scale

import (
	"fmt"
	"strings"
)

// Basis is what a handicap was worked out from when its game was drawn: the rule, the komi of even games and what it
// asked of the two. Ratings, scores and settings that change later leave it as it is.
type Basis struct {
	Rule         Setting
	Even         HalfPoints
	Black, White Side
}

// Kept reports whether there is one: it is the zero value of a game that was not drawn here.
func (b Basis) Kept() bool { return b.Rule.By != "" }

// Swapped is the same with the colours exchanged.
func (b Basis) Swapped() Basis {
	b.Black, b.White = b.White, b.Black
	return b
}

// Played is a game's handicap as it is played.
type Played struct {
	Black, White Side
	Stones       int
	Komi         HalfPoints // to White
	ByHand       bool       // the director set the stones
	By           string     // who set them; "" where that is not told
	Reason       string     // why; "" likewise
}

// Short is how a handicap came about in one line for lists and prints, beside what is played: "3.4 − (−0.2) = 3.6 → 4,
// −1 = 3, at most 2". It is empty where Explain is.
func (p Played) Short(s Setting, even HalfPoints) string {
	h := s.Between(p.Black, p.White).WithEvenKomi(even)
	follows := p.follows(h)
	var parts []string
	if h.By != ByNone {
		parts = append(parts, h.short())
	}
	switch {
	case p.ByHand:
		parts = append(parts, "set by hand")
	case !follows:
		parts = append(parts, "the game differs")
	case h.EvenOffered:
		parts[0] += ", or even"
	}
	return strings.Join(parts, "; ")
}

// short is the arithmetic in one line, without what follows from it.
func (h Handicap) short() string {
	var b strings.Builder
	if h.By == ByRating {
		fmt.Fprintf(&b, "%s − %s = %s", h.Stronger.Rating, bracket(h.Weaker.Rating), h.Difference)
		if h.Stones == 0 && h.Reduction == 0 && h.Difference > 0 {
			return b.String() + ", under 0.5: even"
		}
		if h.Difference%10 != 0 {
			fmt.Fprintf(&b, " → %d", h.RoundedUp)
		}
	} else {
		b.WriteString(strings.Join(h.Rule.levels(h.Stronger, h.Weaker), "; "))
	}
	switch left := h.RoundedUp - h.Reduction; {
	case h.Reduction > 0:
		fmt.Fprintf(&b, ", −%d = %d", h.Reduction, left)
	case h.Reduction < 0:
		fmt.Fprintf(&b, ", +%d = %d", -h.Reduction, left)
	}
	if h.Ceiling > 0 {
		fmt.Fprintf(&b, ", at most %d", h.Ceiling)
	}
	return b.String()
}

// follows reports whether a game is as the rule has it.
func (p Played) follows(h Handicap) bool {
	return h.Stones == p.Stones && h.Komi == p.Komi && (p.Stones == 0 || h.Rule.Level(p.White) >= h.Rule.Level(p.Black))
}

// Explain tells how a handicap came about in an event with the setting, whose even games have the komi: a line for each
// step, the last one what is played. It is empty where there is nothing to tell: an even game in an event without
// handicaps.
func (p Played) Explain(s Setting, even HalfPoints) []string {
	h := s.Between(p.Black, p.White).WithEvenKomi(even)
	higher := s.Level(p.White) - s.Level(p.Black)
	follows := p.follows(h)
	if h.By == ByNone && follows && !p.ByHand {
		return nil
	}
	lines := h.lines()
	switch {
	case p.ByHand:
		lines = append(lines, "By this event’s setting: "+terms(h.Stones, h.Komi), p.decision())
	case !follows:
		lines = append(
			lines, "By this event’s setting: "+terms(h.Stones, h.Komi),
			"The game differs: a rating, a result or a setting may have changed since the draw, or the game came from a file",
		)
	case h.EvenOffered:
		lines = append(lines, "Less than 0.5 apart: the players may choose an even game")
	}
	if p.Stones > 0 && higher > 0 {
		lines = append(lines, "The stronger takes White")
	}
	return append(lines, terms(p.Stones, p.Komi))
}

// decision says who set the stones by hand, and why.
func (p Played) decision() string {
	text := "Set by hand by the director"
	if p.By != "" {
		text = "Set by hand by " + p.By
	}
	if p.Reason != "" {
		text += ": " + p.Reason
	}
	return text
}

// lines are the arithmetic, a step a line, without what follows.
func (h Handicap) lines() []string {
	if h.By == ByNone {
		return []string{"This event has no handicaps"}
	}
	var lines []string
	for _, step := range h.steps() {
		lines = append(lines, step.line)
	}
	return lines
}

// terms says how a game is played: "Even, komi 7", "Black first, no komi", "4 stones, no komi".
func terms(stones int, komi HalfPoints) string {
	text := "Even"
	switch {
	case stones == 1:
		text = "Black first"
	case stones > 1:
		text = fmt.Sprintf("%d stones", stones)
	}
	if komi == 0 {
		return text + ", no komi"
	}
	return text + ", komi " + komi.String()
}
