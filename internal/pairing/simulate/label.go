package simulate

import (
	"fmt"
	"math"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// Labels names variants by what distinguishes them, in the order system, seeding, handicap, rounds: "McMahon, 7
// rounds". What all of them have in common is given once; it is empty when they have nothing in common. A single
// variant is named by its system.
func Labels(variants []Variant) (each []string, common string) {
	parts := make([][4]string, len(variants))
	same := [4]bool{len(variants) > 1, true, true, true}
	for i, v := range variants {
		parts[i] = [4]string{SystemName(v.System), SeedingName(v.Seeding), HandicapName(v.Handicap), countRounds(v.Rounds)}
		for k, part := range parts[i] {
			// A round robin has no seeding, which is not another one.
			same[k] = same[k] && (part == parts[0][k] || k == 1 && (part == "" || parts[0][k] == ""))
		}
	}
	pick := func(parts [4]string, which bool) string {
		var picked []string
		for k, part := range parts {
			if same[k] == which && part != "" {
				picked = append(picked, part)
			}
		}
		return strings.Join(picked, ", ")
	}
	each = make([]string, len(parts))
	var shared [4]string
	for i := range parts {
		each[i] = pick(parts[i], false)
		for k, part := range parts[i] {
			if part != "" {
				shared[k] = part
			}
		}
	}
	return each, pick(shared, true)
}

// SystemName gives a system as tables show it.
func SystemName(s pairing.System) string {
	switch s {
	case pairing.Swiss:
		return "Swiss"
	case pairing.McMahon:
		return "McMahon"
	case pairing.Knockout:
		return "Knock-out"
	case pairing.Match:
		return "Match"
	case pairing.RoundRobin:
		return "Round robin"
	}
	return string(s)
}

// SeedingName gives a seeding as tables show it; a round robin has none.
func SeedingName(s pairing.Seeding) string {
	switch s {
	case pairing.SeedClosest:
		return "closest ratings"
	case pairing.SeedHandicap:
		return "smallest handicaps"
	case pairing.SeedRandom:
		return "by lot"
	}
	return string(s)
}

// HandicapName gives a handicap rule as tables show it.
func HandicapName(h pairing.HandicapRule) string {
	if h.By != scale.ByRating {
		return "even games"
	}
	name := "handicap"
	if h.Reduction > 0 {
		name += fmt.Sprintf(" less %d", h.Reduction)
	}
	if h.Ceiling > 0 && h.Ceiling != scale.DefaultCeiling {
		name += fmt.Sprintf(", at most %d", h.Ceiling)
	}
	return name
}

func countRounds(n int) string {
	if n == 1 {
		return "1 round"
	}
	return fmt.Sprintf("%d rounds", n)
}

// Text gives an estimate of the measure as tables show it: "0.897", "50 %", "4.34", and its standard error in the same
// unit. Either is empty when it is not known.
func (m Measure) Text(e Estimate) (mean, standardError string) {
	return m.number(e.Mean), m.number(e.Error)
}

// Against names the measure with its figures for two variants: "Close games 64.3 % against 14.7 %".
func (m Measure) Against(a, b Outcome) string {
	return fmt.Sprintf("%s %s against %s", m.About().Title, m.number(a.Values[m].Mean), m.number(b.Values[m].Mean))
}

func (m Measure) number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	var text string
	switch m.About().Unit {
	case Share:
		text = fmt.Sprintf("%.1f\u00a0%%", 100*x)
	case Coefficient:
		text = fmt.Sprintf("%.3f", x)
	default:
		text = fmt.Sprintf("%.2f", x)
	}
	if digits := strings.TrimPrefix(text, "-"); !strings.ContainsAny(digits, "123456789") {
		return digits // no minus before what rounds to nothing
	}
	return strings.Replace(text, "-", "−", 1)
}

// Verdict says what a difference from the first variant means.
type Verdict int

// The verdicts. Differs is for measures that are a matter of taste.
const (
	NoClearDifference Verdict = iota
	ClearlyBetter
	ClearlyWorse
	Differs
)

// Verdict judges a lead in the measure.
func (m Measure) Verdict(lead Estimate) Verdict {
	better := m.About().Better
	switch {
	case !lead.Clear():
		return NoClearDifference
	case better == Neither:
		return Differs
	case (lead.Mean > 0) == (better == Higher):
		return ClearlyBetter
	}
	return ClearlyWorse
}
