package points

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// place is the places that the players of one score share: from and to are the same where one has it alone.
type place struct{ from, to int }

// words is a place as a sentence has it: "1st place", "places 2 to 4".
func (p place) words() string {
	if p.from == p.to {
		return ordinal(p.from) + " place"
	}
	return fmt.Sprintf("places %d to %d", p.from, p.to)
}

// places are the places of an event by final score alone. Visitors have theirs.
func (e *Event) places() map[Score]place {
	scores := make([]Score, len(e.Placings))
	for i, p := range e.Placings {
		scores[i] = p.Score
	}
	slices.SortFunc(scores, func(a, b Score) int { return cmp.Compare(b, a) })
	out := map[Score]place{}
	for i, s := range scores {
		pl, shared := out[s]
		if !shared {
			pl.from = i + 1
		}
		pl.to = i + 1
		out[s] = pl
	}
	return out
}

// award is the mean of what the places have in a table, rounded half up to a hundredth, with its arithmetic.
func (p place) award(table []Amount) (Amount, string) {
	sum, n := Amount(0), Amount(p.to-p.from+1)
	var terms []string
	for i := p.from; i <= min(p.to, len(table)); i++ {
		sum += table[i-1]
		terms = append(terms, table[i-1].short())
	}
	mean := (2*sum + n) / (2 * n)
	switch beyond := p.to - max(len(table), p.from-1); {
	case len(table) == 0:
		return 0, "no place has points: 0 points"
	case terms == nil:
		return 0, fmt.Sprintf("the table ends with %s place: 0 points", ordinal(len(table)))
	case n == 1:
		return mean, mean.points()
	case beyond == 1:
		terms = append(terms, "0")
	case beyond > 1:
		terms = append(terms, fmt.Sprintf("%d × 0", beyond))
	}
	equals := "="
	if mean*n != sum {
		equals = "≈"
	}
	return mean, fmt.Sprintf("(%s) ÷ %d %s %s", strings.Join(terms, " + "), n, equals, mean.points())
}

// ordinal is "1st", "2nd", "3rd", "4th".
func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}
