package scale

import "fmt"

// Played is a game's handicap as it is played.
type Played struct {
	Black, White Side
	Stones       int
	Komi         HalfPoints // to White
	ByHand       bool       // the director set the stones
	By           string     // who set them; "" where that is not told
	Reason       string     // why; "" likewise
}

// Explain tells how a handicap came about in an event with the setting, whose even games have the komi: a line for each
// step, the last one what is played. It is empty where there is nothing to tell: an even game in an event without
// handicaps.
func (p Played) Explain(s Setting, even HalfPoints) []string {
	h := s.Between(p.Black, p.White).WithEvenKomi(even)
	higher := s.Level(p.White) - s.Level(p.Black)
	follows := h.Stones == p.Stones && h.Komi == p.Komi && (p.Stones == 0 || higher >= 0)
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
