package ratings

import (
	"fmt"
	"strings"

	"nzgs/internal/ratings/scale"
)

// Lines is the arithmetic of a game, a step a line, in the formula's points.
func (t Terms) Lines() []string {
	return append(t.expectation(), fmt.Sprintf("%s = %s", t.sum("con ", "bonus "), decimals(t.Change, 3)))
}

// Se is the score expected: "0.760".
func (t Terms) Se() string { return decimals(t.Expected, 3) }

// Sum is what the change is the result of, below a heading that names its parts: "31.6 × (1 − 0.760) + 1.7".
func (t Terms) Sum() string { return t.sum("", "") }

func (t Terms) sum(con, bonus string) string {
	sum := fmt.Sprintf(
		"%s%s × (%s − %s) + %s%s", con, decimals(t.Con, 3), t.Score, decimals(t.Expected, 3), bonus, decimals(t.Bonus, 3),
	)
	if t.Weight != FullWeight {
		sum = fmt.Sprintf("weight %s × (%s)", t.Weight, sum)
	}
	return sum
}

// expectation is the arithmetic of the score to be expected.
func (t Terms) expectation() []string {
	own, opponent := points(t.Own), points(t.Opponent)
	lines := []string{fmt.Sprintf("Own rating %s, opponent’s %s", own, opponent)}
	if t.Added != 0 {
		if t.Colour == Black {
			own = points(t.Own + t.Added)
		} else {
			opponent = points(t.Opponent + t.Added)
		}
		lines = append(lines, fmt.Sprintf("Handicap %d: Black counts as %s points stronger, own %s, opponent’s %s",
			t.Handicap, points(t.Added), own, opponent))
	}
	return append(
		lines, fmt.Sprintf("Expected score Se = 1 / (1 + exp(β(%s) − β(%s))) = %s", opponent, own, decimals(t.Expected, 3)),
	)
}

// Lines is the arithmetic of an event: its games summed and rounded once.
func (e PlayerEvent) Lines() []string {
	terms := make([]string, len(e.Played))
	for i, g := range e.Played {
		terms[i] = decimals(g.Terms.Change, 3)
	}
	sum := e.Points()
	rounded := thousandths(sum)
	exact := e.Before + rounded
	lines := []string{
		fmt.Sprintf("Sum of the games: %s points", equation(decimals(sum, 3), terms...)),
		fmt.Sprintf("A stone is 100 points: %s, rounded to the thousandth %s", decimals(sum/100, 6), rounded),
		"Rating: " + equation(exact.String(), e.Before.String(), rounded.String()),
	}
	if exact != e.After {
		lines = append(lines, fmt.Sprintf("Ratings stay between %s and %s: %s",
			e.Version.Floor.Milli().Published(), e.Version.Ceiling.Milli().Published(), e.After))
	}
	return append(lines, "Published: "+e.After.Published().String())
}

// equation writes a sum: "9.306 − 4.108 = 5.198"; a single term is its own sum.
func equation(sum string, terms ...string) string {
	var b strings.Builder
	for i, term := range terms {
		size, negative := strings.CutPrefix(term, "−")
		switch {
		case i == 0:
			b.WriteString(term)
		case negative:
			b.WriteString(" − " + size)
		default:
			b.WriteString(" + " + term)
		}
	}
	if len(terms) > 1 {
		b.WriteString(" = " + sum)
	}
	return b.String()
}

// Signed is a number with its sign and three decimals: "+9.306", "−4.108".
func Signed(v float64) string {
	s := decimals(v, 3)
	if !strings.HasPrefix(s, "−") {
		s = "+" + s
	}
	return s
}

// SignedMilli is a difference of ratings with its sign: "+0.093", "−0.041".
func SignedMilli(m scale.Milli) string {
	if m < 0 {
		return m.String()
	}
	return "+" + m.String()
}

// points is a rating of the formula to the tenth, as its thousandths of a stone allow.
func points(r GoR) string { return decimals(float64(r), 1) }

// decimals writes a number with n decimals and a true minus; never "−0.000".
func decimals(v float64, n int) string {
	s := fmt.Sprintf("%.*f", n, v)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", "−", 1)
}
