package simulate

import (
	"math/rand/v2"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
)

// model says how games end.
type model struct {
	formula ratings.Formula
	jigo    float64 // chance of a jigo between equals in an even game with a whole number of komi
	missed  float64 // chance that one of the two does not come
}

func newModel(f *Field) model {
	versions := ratings.Versions()
	return model{formula: versions[len(versions)-1], jigo: float64(f.Jigo) / 1000, missed: float64(f.Default) / 1000}
}

// expected is White's expectation by the rating formula, between 0 and 1, for true strengths in stones: what the
// handicap is worth is added to Black's.
func (m *model) expected(white, black float64, handicap int) float64 {
	return m.formula.Expected(gor(white), gor(black)+m.formula.ForHandicap(handicap))
}

func gor(strength float64) ratings.GoR { return ratings.GoR(2000 + 100*strength) }

// chances splits an expectation into the chance to win and the chance of a jigo. A jigo takes as much from either side,
// so that the expectation stays what it was; it is the more frequent the nearer the two are to each other, and does not
// happen in a game without a whole number of komi.
func (m *model) chances(expected float64, p *pairing.Pair) (win, jigo float64) {
	if p.Handicap == 0 && p.Komi%2 == 0 {
		jigo = m.jigo * 4 * expected * (1 - expected)
	}
	return expected - jigo/2, jigo
}

// play gives the result of a pair with White's expectation. The players' numbers, the round and the seed of the event
// decide: the same two have the same luck in that round whoever else plays, and whichever colours they have.
func (m *model) play(seed uint64, round, white, black int, expected float64, p *pairing.Pair) pairing.Result {
	if white > black {
		return mirrored(m.play(seed, round, black, white, 1-expected, p))
	}
	r := rand.New(rand.NewPCG(seed, uint64(round)<<40|uint64(white)<<20|uint64(black)))
	absence, luck := r.Float64(), r.Float64()
	win, jigo := m.chances(expected, p)
	switch {
	case absence < m.missed/2:
		return pairing.WhiteDefault
	case absence < m.missed:
		return pairing.BlackDefault
	case luck < win:
		return pairing.WhiteWins
	case luck < win+jigo:
		return pairing.Jigo
	}
	return pairing.BlackWins
}

// mirrored is the result with the colours changed.
func mirrored(r pairing.Result) pairing.Result {
	switch r {
	case pairing.WhiteWins:
		return pairing.BlackWins
	case pairing.BlackWins:
		return pairing.WhiteWins
	case pairing.WhiteDefault:
		return pairing.BlackDefault
	case pairing.BlackDefault:
		return pairing.WhiteDefault
	}
	return r
}
