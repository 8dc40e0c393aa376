package ratings

import (
	"fmt"
	"math"

	"nzgs/internal/civil"
	"nzgs/internal/ratings/scale"
)

// GoR is a rating as the formula sees it: 2000 + 100 · rating, so that 1 kyu is
// 2000 and a stone is 100 points.
type GoR float64

// GoROf gives a rating as the formula sees it.
func GoROf(m scale.Milli) GoR { return 2000 + GoR(m)/10 }

// Milli is the reverse of GoROf, rounded to the thousandth of a stone, half
// away from zero.
func (r GoR) Milli() scale.Milli { return thousandths(float64(r - 2000)) }

// thousandths turns a difference in points into thousandths of a stone, rounded
// half away from zero.
func thousandths(points float64) scale.Milli { return scale.Milli(math.Round(points * 10)) }

// Formula is one version of the update formula: the formula of the European Go
// Federation (2021) with its constants. Versions are named, each event keeps
// the name it was rated by, and a version is never changed once it was used.
type Formula struct {
	Name string     // "nzgs-2026"
	From civil.Date // first day of the events it rates; zero: as long as there is no other

	Pole       GoR     // where con becomes 0 and β infinite
	ConWidth   float64 // con(r) = ((Pole − r) / ConWidth)^ConPower
	ConPower   float64
	BonusFrom  GoR // bonus(r) = ln(1 + exp((BonusFrom − r) / BonusWidth)) / BonusPart
	BonusWidth float64
	BonusPart  float64
	Spread     float64 // β(r) = −Spread · ln(Pole − r)
	PerStone   GoR     // what a handicap stone is worth inside the expectation
	FirstStone float64 // how much less the first one is worth, in stones: it is only the komi
	Floor      GoR     // no rating falls below it
	Ceiling    GoR     // no rating rises above it
}

// nzgs2026 is the society's first version; it also rates what was played before
// it was adopted.
var nzgs2026 = Formula{
	Name:       "nzgs-2026",
	Pole:       3300,
	ConWidth:   200,
	ConPower:   1.6,
	BonusFrom:  2300,
	BonusWidth: 80,
	BonusPart:  5,
	Spread:     7,
	PerStone:   100,
	FirstStone: 0.5,
	Floor:      -900,
	Ceiling:    GoROf(scale.MaxRating.Milli()),
}

// Versions lists the versions of the formula, the oldest first.
func Versions() []Formula { return []Formula{nzgs2026} }

// FormulaOn gives the version that rates an event which begins on the day.
func (s *Service) FormulaOn(day civil.Date) Formula { return formulaOn(s.versions, day) }

// formulaOn gives the version that rates an event which began on the day.
func formulaOn(versions []Formula, day civil.Date) Formula {
	chosen := versions[0]
	for _, f := range versions[1:] {
		if !day.Before(f.From) {
			chosen = f
		}
	}
	return chosen
}

// formulaNamed gives the version an event was rated by.
func formulaNamed(versions []Formula, name string) (Formula, error) {
	for _, f := range versions {
		if f.Name == name {
			return f, nil
		}
	}
	return Formula{}, fmt.Errorf("ratings: no version of the formula is named %q", name)
}

// Con is how many points a whole game is worth to a player rated r; r must be
// below the pole.
func (f Formula) Con(r GoR) float64 {
	return math.Pow(float64(f.Pole-r)/f.ConWidth, f.ConPower)
}

// Bonus is what a player rated r gains by every game, against deflation.
func (f Formula) Bonus(r GoR) float64 {
	return math.Log1p(math.Exp(float64(f.BonusFrom-r)/f.BonusWidth)) / f.BonusPart
}

// beta stretches the scale so that the expectation depends on a difference.
// Ratings within a point of the pole count as a point from it.
func (f Formula) beta(r GoR) float64 {
	return -f.Spread * math.Log(float64(f.Pole-min(r, f.Pole-1)))
}

// expected is Se from the stretched ratings of the two.
func expected(own, other float64) float64 { return 1 / (1 + math.Exp(other-own)) }

// weighed is what a game does: weight · (con · (Sa − Se) + bonus). The
// conversions keep compilers from fusing a product with a sum: see doc.go.
func weighed(con float64, score Score, expected, bonus float64, weight Weight) float64 {
	change := float64(con*(score.Value()-expected)) + bonus
	return float64(change * weight.Value())
}

// Expected is Se, the score to be expected of a player rated own against one
// rated other, between 0 and 1. Ratings within a point of the pole count as a
// point from it.
func (f Formula) Expected(own, other GoR) float64 {
	return expected(f.beta(own), f.beta(other))
}

// ForHandicap is what a handicap adds to Black's rating inside Se: nothing in
// an even game, else 100 · (stones − 0.5) points.
func (f Formula) ForHandicap(stones int) GoR {
	if stones <= 0 {
		return 0
	}
	return f.PerStone * GoR(float64(stones)-f.FirstStone)
}

// Terms is the arithmetic of one game for one of its players.
type Terms struct {
	Own, Opponent GoR     // ratings at the start of the event
	Colour        Colour  // of the player
	Handicap      int     // stones
	Added         GoR     // to Black's rating inside Se, for the handicap
	Con           float64 // of the player's own rating
	Score         Score   // Sa: 1, ½ or 0
	Expected      float64 // Se
	Bonus         float64
	Weight        Weight  // of the event
	Change        float64 // weight · (con · (Sa − Se) + bonus), in points
}

// Game works out what one game does to a player rated own at the event's start.
func (f Formula) Game(own, opponent GoR, colour Colour, stones int, score Score, weight Weight) Terms {
	t := Terms{
		Own: own, Opponent: opponent, Colour: colour, Handicap: stones, Score: score, Weight: weight,
		Added: f.ForHandicap(stones), Con: f.Con(own), Bonus: f.Bonus(own),
	}
	if colour == Black {
		own += t.Added
	} else {
		opponent += t.Added
	}
	t.Expected = f.Expected(own, opponent)
	t.Change = weighed(t.Con, score, t.Expected, t.Bonus, weight)
	return t
}

// After gives the rating that follows from the summed changes of an event:
// rounded once, then held between floor and ceiling.
func (f Formula) After(before scale.Milli, points float64) scale.Milli {
	return f.hold(before + thousandths(points))
}

// hold keeps a rating between the formula's floor and ceiling.
func (f Formula) hold(m scale.Milli) scale.Milli {
	return max(f.Floor.Milli(), min(m, f.Ceiling.Milli()))
}
