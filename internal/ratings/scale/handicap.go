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
)

// Setting is a director's handicap rule. The zero value gives even games.
type Setting struct {
	By            By
	Ceiling       int  // most stones given; 0 means [DefaultCeiling]
	Reduction     int  // stones taken off every handicap, before the ceiling; never below an even game
	EvenUnderHalf bool // a difference under 0.5 is an even game without asking the players
}

// Handicap is a handicap with the arithmetic that led to it.
type Handicap struct {
	Stones int        // 0: even; 1: no komi, Black first; n: White passes the first n − 1 moves
	Komi   HalfPoints // to White

	// EvenOffered says that the two players may choose an even game instead.
	EvenOffered bool

	Stronger, Weaker Rating // White's and Black's, when there is a handicap
	Difference       Rating // stronger − weaker, never negative
	RoundedUp        int    // the difference rounded up to whole stones
	Reduction        int    // stones taken off, never more than there were
	Ceiling          int    // the ceiling, where it bound; otherwise 0
	By               By     // the setting that decided
}

// Between gives the handicap between two published ratings, in either order: the stronger takes White. An even game
// has komi [EvenKomi].
func Between(a, b Rating, s Setting) Handicap {
	if a < b {
		a, b = b, a
	}
	h := Handicap{Stronger: a, Weaker: b, Difference: a - b, By: s.By, Komi: EvenKomi}
	if h.By != ByRating {
		h.By = ByNone
		return h
	}
	h.RoundedUp = int(h.Difference+9) / 10
	if s.EvenUnderHalf && h.Difference < evenOffered {
		return h
	}
	h.Reduction = max(0, min(s.Reduction, h.RoundedUp))
	h.Stones = h.RoundedUp - h.Reduction
	ceiling := s.Ceiling
	if ceiling == 0 {
		ceiling = DefaultCeiling
	}
	if h.Stones > ceiling {
		h.Stones, h.Ceiling = ceiling, ceiling
	}
	if h.Stones > 0 {
		h.Komi = 0
		h.EvenOffered = h.Difference < evenOffered
	}
	return h
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
	fmt.Fprintf(&b, "%s − %s = %s", h.Stronger, bracket(h.Weaker), h.Difference)
	if h.Difference%10 != 0 {
		fmt.Fprintf(&b, ", rounded up %d", h.RoundedUp)
	}
	if h.Stones == 0 && h.Reduction == 0 && h.Difference > 0 {
		b.WriteString(", under half a stone by this event's setting")
	}
	if h.Reduction > 0 {
		fmt.Fprintf(&b, ", reduced by %d", h.Reduction)
	}
	if h.Ceiling > 0 {
		fmt.Fprintf(&b, ", at most %d", h.Ceiling)
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
