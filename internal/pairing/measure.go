package pairing

import (
	"slices"

	"nzgs/internal/pairing/matching"
)

// measure is one number by which possible games are compared. A criterion is one measure, or several in order.
type measure struct {
	criterion Criterion
	value     func(g *game) int64 // never negative
}

// ordered gives the measures in the director's order, faded ones last, the lot at the very end.
func (s *state) ordered() []measure {
	order := s.ev.Criteria
	if len(order) == 0 {
		order = DefaultCriteria()
	}
	var firm, weak []measure
	for _, c := range order {
		switch {
		case c != CriterionClub && c != CriterionCity, s.ev.Apart.Firm == 0, s.round <= s.ev.Apart.Firm:
			firm = append(firm, s.measuresOf(c)...)
		case s.ev.Apart.Weak == 0, s.round <= s.ev.Apart.Weak:
			weak = append(weak, s.measuresOf(c)...)
		}
	}
	return append(slices.Concat(firm, weak), s.measuresOf(CriterionLot)...)
}

func (s *state) measuresOf(c Criterion) []measure {
	var values []func(g *game) int64
	switch c {
	case CriterionBye:
		values = s.byeMeasures()
	case CriterionScore:
		values = append(values, s.scoreDifference)
	case CriterionFloats:
		values = append(values, s.repeatedFloats)
	case CriterionClub:
		values = append(values, s.clubMates)
	case CriterionCity:
		values = append(values, s.cityMates)
	case CriterionColours:
		values = append(values, s.colourBalance)
	case CriterionSeeding:
		values = append(values, s.seedingDistance, s.sameHalf)
	case CriterionLot:
		values = append(values, s.drawLot)
	}
	measures := make([]measure, len(values))
	for i, v := range values {
		measures[i] = measure{criterion: c, value: v}
	}
	return measures
}

// byeMeasures: nobody has a second bye while anyone has none, a win by default counting as a bye; then the lowest
// score; then the lowest rating.
func (s *state) byeMeasures() []func(g *game) int64 {
	lowestScore, lowestRating := Score(0), int64(0)
	for k, i := range s.active {
		if rating := int64(s.players[i].Rating); k == 0 || rating < lowestRating {
			lowestRating = rating
		}
		if k == 0 || s.score[i] < lowestScore {
			lowestScore = s.score[i]
		}
	}
	onlyBye := func(value func(i int) int64) func(g *game) int64 {
		return func(g *game) int64 {
			if g.isBye() {
				return value(g.a)
			}
			return 0
		}
	}
	return []func(g *game) int64{
		onlyBye(func(i int) int64 { return int64(s.byes[i]) }),
		onlyBye(func(i int) int64 { return int64(s.score[i] - lowestScore) }),
		onlyBye(func(i int) int64 { return int64(s.players[i].Rating) - lowestRating }),
	}
}

// scoreDifference is the square of the difference in half points.
func (s *state) scoreDifference(g *game) int64 {
	if g.isBye() {
		return 0
	}
	d := int64(s.score[g.a] - s.score[g.b])
	return d * d
}

// repeatedFloats counts the players who float the way they floated in the round before. The bye is no float.
func (s *state) repeatedFloats(g *game) int64 {
	if g.isBye() || s.score[g.a] == s.score[g.b] {
		return 0
	}
	down, up := g.a, g.b
	if s.score[down] < s.score[up] {
		down, up = up, down
	}
	count := int64(0)
	if s.drift[down] < 0 {
		count++
	}
	if s.drift[up] > 0 {
		count++
	}
	return count
}

func (s *state) clubMates(g *game) int64 {
	if !g.isBye() && same(s.players[g.a].Club, s.players[g.b].Club) {
		return 1
	}
	return 0
}

// cityMates leaves club-mates to their own criterion, so that a director who drops that one really drops it.
func (s *state) cityMates(g *game) int64 {
	if !g.isBye() && s.clubMates(g) == 0 && same(s.players[g.a].City, s.players[g.b].City) {
		return 1
	}
	return 0
}

func same(a, b string) bool { return a != "" && a == b }

// colourBalance sums the squares of Black minus White over even games as they will be after the round.
func (s *state) colourBalance(g *game) int64 {
	square := func(d int) int64 { return int64(d) * int64(d) }
	switch {
	case g.isBye():
		return square(s.balance[g.a])
	case g.handicap.Stones > 0:
		return square(s.balance[g.a]) + square(s.balance[g.b])
	}
	return square(s.balance[g.white]-1) + square(s.balance[g.black()]+1)
}

// seedingDistance is the square of how far a game is from the chosen seeding. With slide and fold a player floating
// down should come from the bottom of the upper group and meet the top of the lower one.
func (s *state) seedingDistance(g *game) int64 {
	if g.isBye() || g.fixed != byDraw {
		return 0
	}
	square := func(d int) int64 { return int64(d) * int64(d) }
	switch s.ev.Seeding {
	case SeedRandom:
		return 0
	case SeedClosest:
		return square(int(s.players[g.a].Rating - s.players[g.b].Rating))
	case SeedHandicap:
		return square(g.handicap.Stones)
	}
	up, low := g.a, g.b
	if s.score[up] < s.score[low] || s.score[up] == s.score[low] && s.position[up] > s.position[low] {
		up, low = low, up
	}
	size := s.group[s.score[up]]
	switch {
	case s.score[up] != s.score[low]:
		return square(size-1-s.position[up]) + square(s.position[low])
	case s.ev.Seeding == SeedFold:
		return square(s.position[up] + s.position[low] - (size - 1))
	default:
		return square(s.position[low] - s.position[up] - size/2)
	}
}

// sameHalf counts, for slide, games inside one half of a score group: where the halves cannot meet exactly as they
// should, they still meet each other.
func (s *state) sameHalf(g *game) int64 {
	slide := s.ev.Seeding == "" || s.ev.Seeding == SeedSlide
	if !slide || g.isBye() || g.fixed != byDraw || s.score[g.a] != s.score[g.b] {
		return 0
	}
	size := s.group[s.score[g.a]]
	up, low := min(s.position[g.a], s.position[g.b]), max(s.position[g.a], s.position[g.b])
	if low < size/2 || up >= (size+1)/2 {
		return 1
	}
	return 0
}

// drawLot is the seeded lot, wide enough that two draws hardly ever agree in its sum.
func (s *state) drawLot(g *game) int64 {
	other := uint64(0)
	if !g.isBye() {
		other = s.number[g.b]
	}
	return int64(lot(s.ev.Seed, s.round, lotPair, s.number[g.a], other) >> 32)
}

// cost sums each measure over the games.
func (s *state) cost(games []game) []int64 {
	sum := make([]int64, len(s.measures))
	for i := range games {
		for k, m := range s.measures {
			sum[k] += m.value(&games[i])
		}
	}
	return sum
}

// costs gives sums by measure as sums by criterion, the number of games first.
func (s *state) costs(games []game) []Cost {
	byes := int64(0)
	for i := range games {
		if games[i].isBye() {
			byes++
		}
	}
	costs := []Cost{{Criterion: CriterionGames, Values: []int64{byes}}}
	for k, sum := range s.cost(games) {
		c := s.measures[k].criterion
		if last := &costs[len(costs)-1]; last.Criterion == c {
			last.Values = append(last.Values, sum)
		} else {
			costs = append(costs, Cost{Criterion: c, Values: []int64{sum}})
		}
	}
	return costs
}

// packing prepares weights wide enough for any draw made of the candidates.
func (s *state) packing(candidates []game, games int) (*matching.Packing, error) {
	most := make([]int64, len(s.measures))
	for i := range candidates {
		for k, m := range s.measures {
			most[k] = max(most[k], m.value(&candidates[i]))
		}
	}
	return matching.NewPacking(games, most)
}
