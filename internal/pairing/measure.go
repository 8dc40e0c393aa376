package pairing

import "slices"

// measure is one number by which possible games are compared. A criterion is one measure, or several in order.
type measure struct {
	criterion Criterion
	value     func(g *game) int64 // never negative
	most      int64               // no free game of the round has more
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
		case c != CriterionClub && c != CriterionCity && c != CriterionCountry, s.ev.Apart.Firm == 0, s.round <= s.ev.Apart.Firm:
			firm = append(firm, s.measuresOf(c)...)
		case s.ev.Apart.Weak == 0, s.round <= s.ev.Apart.Weak:
			weak = append(weak, s.measuresOf(c)...)
		}
	}
	return append(slices.Concat(firm, weak), s.measuresOf(CriterionLot)...)
}

func (s *state) measuresOf(c Criterion) []measure {
	one := func(value func(g *game) int64, most int64) []measure { return []measure{{c, value, most}} }
	switch c {
	case CriterionBye:
		return s.byeMeasures()
	case CriterionScore:
		least, greatest := s.extent(func(i int) int64 { return int64(s.score[i]) })
		return one(s.scoreDifference, square(greatest-least))
	case CriterionFloats:
		return one(s.repeatedFloats, 2)
	case CriterionClub:
		return one(s.clubMates, 1)
	case CriterionCity:
		return one(s.cityMates, 1)
	case CriterionCountry:
		return one(s.countryMates, 1)
	case CriterionColours:
		least, greatest := s.extent(func(i int) int64 { return int64(s.balance[i]) })
		return one(s.colourBalance, 2*square(max(greatest, -least)+1))
	case CriterionSeeding:
		return s.seedingMeasures()
	case CriterionLot:
		return one(s.drawLot, 1<<32-1)
	}
	return nil
}

// extent gives the least and the greatest of a value over those who play.
func (s *state) extent(value func(i int) int64) (least, greatest int64) {
	for k, i := range s.active {
		v := value(i)
		if k == 0 || v < least {
			least = v
		}
		if k == 0 || v > greatest {
			greatest = v
		}
	}
	return least, greatest
}

func square[T ~int | ~int32 | ~int64](d T) int64 { return int64(d) * int64(d) }

// byeMeasures: no one has a second bye while anyone has none, a win by default counting as a bye; then the lowest
// score; then the lowest rating.
func (s *state) byeMeasures() []measure {
	var measures []measure
	for _, value := range []func(i int) int64{
		func(i int) int64 { return int64(s.byes[i]) },
		func(i int) int64 { return int64(s.score[i]) },
		func(i int) int64 { return int64(s.rating[i]) },
	} {
		least, greatest := s.extent(value)
		if len(measures) == 0 {
			least = 0 // the number of byes is told as it is, scores and ratings from the lowest
		}
		aboveLeast := func(g *game) int64 {
			if g.isBye() {
				return value(g.a) - least
			}
			return 0
		}
		measures = append(measures, measure{CriterionBye, aboveLeast, greatest - least})
	}
	return measures
}

// scoreDifference is the square of the difference in half points.
func (s *state) scoreDifference(g *game) int64 {
	if g.isBye() {
		return 0
	}
	return square(s.score[g.a] - s.score[g.b])
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
	if !g.isBye() && s.club[g.a].share(s.club[g.b]) {
		return 1
	}
	return 0
}

// cityMates leaves club-mates to their own criterion, so that a director who drops that one really drops it.
func (s *state) cityMates(g *game) int64 {
	if !g.isBye() && s.clubMates(g) == 0 && s.city[g.a].share(s.city[g.b]) {
		return 1
	}
	return 0
}

// countryMates leaves club-mates and those from one city to their own criteria.
func (s *state) countryMates(g *game) int64 {
	if !g.isBye() && s.clubMates(g) == 0 && s.cityMates(g) == 0 && s.country[g.a].share(s.country[g.b]) {
		return 1
	}
	return 0
}

// colourBalance sums the squares of Black minus White over even games as they will be after the round.
func (s *state) colourBalance(g *game) int64 {
	switch {
	case g.isBye():
		return square(s.balance[g.a])
	case s.stonesIn(g) > 0:
		return square(s.balance[g.a]) + square(s.balance[g.b])
	case g.white == undecided:
		// Black goes to the lesser balance. When they are equal it makes no difference here who has it.
		return square(max(s.balance[g.a], s.balance[g.b])-1) + square(min(s.balance[g.a], s.balance[g.b])+1)
	}
	return square(s.balance[g.white]-1) + square(s.balance[g.black()]+1)
}

func (s *state) seedingMeasures() []measure {
	// No place in a score group is further from another than the field is large.
	distance, sameHalf := 2*square(len(s.active)), int64(1)
	switch s.seeding {
	case SeedRandom:
		distance, sameHalf = 0, 0
	case SeedClosest:
		least, greatest := s.extent(func(i int) int64 { return int64(s.rating[i]) })
		distance, sameHalf = square(greatest-least), 0
	case SeedHandicap:
		distance, sameHalf = square(MaxStones), 0
	}
	return []measure{{CriterionSeeding, s.seedingDistance, distance}, {CriterionSeeding, s.sameHalf, sameHalf}}
}

// seedingDistance is the square of how far a game is from the chosen seeding. With slide and fold a player floating
// down should come from the bottom of the upper group and meet the top of the lower one.
func (s *state) seedingDistance(g *game) int64 {
	if g.isBye() || g.fixed != byDraw {
		return 0
	}
	switch s.seeding {
	case SeedRandom:
		return 0
	case SeedClosest:
		return square(s.rating[g.a] - s.rating[g.b])
	case SeedHandicap:
		return square(s.stonesIn(g))
	}
	up, low := g.a, g.b
	if s.score[up] < s.score[low] || s.score[up] == s.score[low] && s.position[up] > s.position[low] {
		up, low = low, up
	}
	size := s.size[up]
	switch {
	case s.score[up] != s.score[low]:
		return square(size-1-s.position[up]) + square(s.position[low])
	case s.seeding == SeedFold:
		return square(s.position[up] + s.position[low] - (size - 1))
	default:
		return square(s.position[low] - s.position[up] - size/2)
	}
}

// sameHalf counts, for slide, games inside one half of a score group: where the halves cannot meet exactly as they
// should, they still meet each other.
func (s *state) sameHalf(g *game) int64 {
	slide := s.seeding == "" || s.seeding == SeedSlide
	if !slide || g.isBye() || g.fixed != byDraw || s.score[g.a] != s.score[g.b] {
		return 0
	}
	size := s.size[g.a]
	up, low := min(s.position[g.a], s.position[g.b]), max(s.position[g.a], s.position[g.b])
	if low < size/2 || up >= (size+1)/2 {
		return 1
	}
	return 0
}

// drawLot is the seeded lot, wide enough that two draws hardly ever agree in its sum.
func (s *state) drawLot(g *game) int64 { return s.lots.of(g.a, g.b) }

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

// told gives costs with what a director counts of each.
func (s *state) told(games []game) []Cost {
	costs := s.costs(games)
	for i := range costs {
		costs[i].Text = s.says(costs[i].Criterion, games)
	}
	return costs
}
