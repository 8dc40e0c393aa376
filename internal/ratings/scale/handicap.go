package scale

import (
	"fmt"
	"strconv"
	"strings"
)

// HalfPoints counts komi in half points, so that 6½ is a whole number: 13.
type HalfPoints int32

// EvenKomi is the komi of an even game under the New Zealand rules: 7 points.
const EvenKomi HalfPoints = 14

// DefaultCeiling is the most handicap stones given unless the director sets another ceiling.
const DefaultCeiling = 9

// evenOffered is the difference, in tenths, under which the players may choose an even game.
const evenOffered Rating = 5

// By says what decides the handicap of a game.
type By string

// The ways to decide a handicap. The zero value is [ByNone].
const (
	ByNone   By = "none"   // every game is even
	ByRating By = "rating" // the difference of the published ratings, rounded up
	ByGrade  By = "grade"  // the difference of the grades that the players are entered with
	ByScore  By = "score"  // the difference of the McMahon scores before the round, in whole points
)

// Setting is a director's handicap rule. The zero value gives even games.
type Setting struct {
	By            By
	Ceiling       int  // most stones given; 0 means [DefaultCeiling]
	Reduction     int  // stones taken off every handicap, before the ceiling; never below an even game. Below 0: added
	EvenUnderHalf bool // by ratings: a difference under 0.5 is an even game without asking the players

	// Top is for handicaps by grades and scores: whoever stands above it counts as standing there, so that those at or
	// above it play even games with each other. Nil is no such limit.
	Top *Grade
}

// Side is what a handicap rule asks of a player.
type Side struct {
	Rating Rating // published
	Grade  Grade  // entered with
	Score  int    // McMahon score before the round, in half points
	Zero   Grade  // the grade that begins a McMahon with no points
}

// Handicap is a handicap with the arithmetic that led to it.
type Handicap struct {
	Stones int        // 0: even; 1: no komi, Black first; n: White passes the first n − 1 moves
	Komi   HalfPoints // to White

	// EvenOffered says that the two players may choose an even game instead.
	EvenOffered bool

	Stronger, Weaker Side   // White's and Black's by the setting, when there is a handicap
	Difference       Rating // stronger − weaker, never negative; by grades and scores in whole stones
	RoundedUp        int    // the difference rounded up to whole stones
	Reduction        int    // stones taken off, never more than there were; below 0 added
	Ceiling          int    // the ceiling, where it bound; otherwise 0
	By               By     // what decided
	Rule             Setting
}

// Between gives the handicap between two published ratings, in either order: the stronger takes White. An even game
// has komi [EvenKomi].
func Between(a, b Rating, s Setting) Handicap {
	return s.Between(Side{Rating: a, Grade: a.Grade()}, Side{Rating: b, Grade: b.Grade()})
}

// Between gives the handicap between two players, in either order: whoever stands higher by the setting takes White.
func (s Setting) Between(a, b Side) Handicap {
	if s.Level(a) < s.Level(b) {
		a, b = b, a
	}
	h := Handicap{
		Stronger: a, Weaker: b, Difference: a.Rating - b.Rating, By: s.By, Komi: EvenKomi, Rule: s,
	}
	switch s.By {
	case ByRating:
		h.RoundedUp = int(h.Difference+9) / 10
		if s.EvenUnderHalf && h.Difference < evenOffered {
			return h
		}
	case ByGrade, ByScore:
		h.RoundedUp = s.Level(a) - s.Level(b)
		h.Difference = Rating(10 * h.RoundedUp)
	default:
		h.By = ByNone
		return h
	}
	h.Stones, h.Reduction, h.Ceiling = s.take(h.RoundedUp)
	if h.Stones > 0 {
		h.Komi = 0
		h.EvenOffered = h.By == ByRating && h.Difference < evenOffered
	}
	return h
}

// take takes the reduction off a difference in whole stones and holds it to the ceiling.
func (s Setting) take(difference int) (stones, reduction, ceiling int) {
	if difference > 0 {
		reduction = min(s.Reduction, difference)
	}
	stones = difference - reduction
	most := s.Ceiling
	if most == 0 {
		most = DefaultCeiling
	}
	if stones > most {
		return most, reduction, most
	}
	return stones, reduction, 0
}

// Level is what the setting goes by, the higher the stronger: tenths of a stone by ratings and in events without
// handicaps, otherwise whole stones.
func (s Setting) Level(p Side) int {
	level := int(p.Grade)
	switch s.By {
	case ByGrade:
	case ByScore:
		level = int(p.Zero) + floorHalf(p.Score)
	default:
		return int(p.Rating)
	}
	if s.Top != nil {
		level = min(level, int(*s.Top))
	}
	return level
}

// Stones gives the stones for a difference of levels, 0 or more.
func (s Setting) Stones(difference int) int {
	switch s.By {
	case ByRating:
		return Between(Rating(difference), 0, s).Stones
	case ByGrade, ByScore:
		stones, _, _ := s.take(difference)
		return stones
	}
	return 0
}

// floorHalf gives half points as whole points, a half going down.
func floorHalf(half int) int { return (half - half&1) / 2 }

// step is a step of the arithmetic: how it stands on a line of its own, and after others.
type step struct{ line, after string }

// steps are the arithmetic, without what follows.
func (h Handicap) steps() []step {
	var steps []step
	add := func(line, after string) { steps = append(steps, step{line, after}) }
	if h.By == ByRating {
		difference := fmt.Sprintf("%s − %s = %s", h.Stronger.Rating, bracket(h.Weaker.Rating), h.Difference)
		add(difference, difference)
		if h.Difference%10 != 0 {
			add(fmt.Sprintf("Rounded up: %d", h.RoundedUp), fmt.Sprintf("rounded up %d", h.RoundedUp))
		}
		if h.Stones == 0 && h.Reduction == 0 && h.Difference > 0 {
			add("Under 0.5: an even game by this event’s setting", "under half a stone by this event's setting")
		}
	} else {
		for _, line := range h.Rule.levels(h.Stronger, h.Weaker) {
			add(line, line)
		}
	}
	switch left := h.RoundedUp - h.Reduction; {
	case h.Reduction > 0:
		add(fmt.Sprintf("Reduced by %d: %d", h.Reduction, left), fmt.Sprintf("reduced by %d", h.Reduction))
	case h.Reduction < 0:
		add(fmt.Sprintf("Raised by %d: %d", -h.Reduction, left), fmt.Sprintf("raised by %d", -h.Reduction))
	}
	if h.Ceiling > 0 {
		add(fmt.Sprintf("At most %d", h.Ceiling), fmt.Sprintf("at most %d", h.Ceiling))
	}
	return steps
}

// levels is the arithmetic by grades or McMahon scores, a step a line.
func (s Setting) levels(a, b Side) []string {
	var lines []string
	stands := func(p Side) string {
		if s.By == ByGrade {
			return p.Grade.String()
		}
		return HalfPoints(p.Score).String()
	}
	counts := func(p Side) string {
		if s.By == ByGrade {
			return Grade(s.Level(p)).String()
		}
		return HalfPoints(2 * (s.Level(p) - int(p.Zero))).String()
	}
	open := s
	open.Top = nil
	for _, p := range []Side{a, b} {
		switch {
		case open.Level(p) != s.Level(p):
			lines = append(lines, fmt.Sprintf("%s counts as %s, the most that counts", stands(p), counts(p)))
		case stands(p) != counts(p):
			lines = append(lines, fmt.Sprintf("%s counts as %s whole points", stands(p), counts(p)))
		}
	}
	what := ""
	if s.By == ByScore {
		what = "McMahon scores "
	}
	lower := counts(b)
	if strings.HasPrefix(lower, "−") {
		lower = "(" + lower + ")"
	}
	return append(lines, fmt.Sprintf("%s%s − %s = %d", what, counts(a), lower, s.Level(a)-s.Level(b)))
}

// WithEvenKomi gives the same handicap in an event whose even games have another komi than [EvenKomi].
func (h Handicap) WithEvenKomi(komi HalfPoints) Handicap {
	if h.Stones == 0 {
		h.Komi = komi
	}
	return h
}

// String shows the arithmetic: "3.4 − (−0.2) = 3.6, rounded up 4: 4 stones, no komi".
func (h Handicap) String() string {
	var b strings.Builder
	if h.By == ByNone {
		return "no handicaps in this event: even, komi " + h.Komi.String()
	}
	for i, step := range h.steps() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(step.after)
	}
	b.WriteString(": ")
	switch h.Stones {
	case 0:
		b.WriteString("even, komi " + h.Komi.String())
	case 1:
		b.WriteString("Black first, no komi")
	default:
		fmt.Fprintf(&b, "%d stones, no komi", h.Stones)
	}
	if h.EvenOffered {
		b.WriteString(" (less than half a stone apart: the players may choose an even game)")
	}
	return b.String()
}

func bracket(r Rating) string {
	if r < 0 {
		return "(" + r.String() + ")"
	}
	return r.String()
}

// String gives points with a half where there is one: "7", "6½", "−½".
func (p HalfPoints) String() string {
	sign, n := "", int64(p)
	if n < 0 {
		sign, n = "−", -n
	}
	switch {
	case n%2 == 0:
		return fmt.Sprintf("%s%d", sign, n/2)
	case n == 1:
		return sign + "½"
	default:
		return fmt.Sprintf("%s%d½", sign, n/2)
	}
}

// ParseHalfPoints reads a whole or half number as people write it: "7", "6½", "6.5", "6,5", "1 1/2", "−½".
func ParseHalfPoints(text string) (p HalfPoints, ok bool) {
	s := strings.NewReplacer("−", "-", ",", ".").Replace(strings.TrimSpace(text))
	s, negative := strings.CutPrefix(s, "-")
	half := HalfPoints(0)
	for _, tail := range []string{"½", ".5", " 1/2"} {
		if rest, found := strings.CutSuffix(s, tail); found {
			s, half = rest, 1
			break
		}
	}
	s = strings.TrimSuffix(s, ".0")
	if s == "" && half == 1 {
		s = "0"
	}
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil || n > 999 {
		return 0, false
	}
	p = 2*HalfPoints(n) + half
	if negative {
		p = -p
	}
	return p, true
}
