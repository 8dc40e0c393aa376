package pairing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// counted is so many of something that a draw is short of: "two pairs one point apart".
type counted struct {
	n         int
	one, many string
}

func (c counted) String() string {
	what := c.many
	if c.n == 1 {
		what = c.one
	}
	return inLetters(c.n) + " " + what
}

// inLetters is a number as a sentence has it, so that it stands apart from the figures beside it.
func inLetters(n int) string {
	words := []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// pointsApart is a difference of scores as people say it: "half a point", "one point", "1½ points".
func pointsApart(d Score) string {
	switch d {
	case HalfPoint:
		return "half a point"
	case OnePoint:
		return "one point"
	}
	return points(d)
}

// shortOf counts what a draw is short of by a criterion, the worst first; nothing where it could not be better.
func (s *state) shortOf(c Criterion, games []game) []counted {
	switch c {
	case CriterionGames:
		return some(s.total(games, byeCount), "player without a game", "players without a game")
	case CriterionScore:
		return s.apartInScore(games)
	case CriterionFloats:
		return some(s.total(games, s.repeatedFloats), "player who floats the same way again", "players who float the same way again")
	case CriterionClub:
		return some(s.total(games, s.clubMates), "pair of club-mates", "pairs of club-mates")
	case CriterionCity:
		return some(s.total(games, s.cityMates), "pair from one town", "pairs from one town")
	case CriterionCountry:
		return some(s.total(games, s.countryMates), "pair from one country", "pairs from one country")
	case CriterionColours:
		return s.unevenColours(games)
	case CriterionSeeding:
		return s.offSeeding(games)
	}
	return nil
}

func byeCount(g *game) int64 {
	if g.isBye() {
		return 1
	}
	return 0
}

func (s *state) total(games []game, value func(g *game) int64) int {
	sum := int64(0)
	for i := range games {
		sum += value(&games[i])
	}
	return int(sum)
}

func some(n int, one, many string) []counted {
	if n == 0 {
		return nil
	}
	return []counted{{n, one, many}}
}

func (s *state) apartInScore(games []game) []counted {
	by := map[Score]int{}
	for i := range games {
		if g := &games[i]; !g.isBye() && s.score[g.a] != s.score[g.b] {
			d := s.score[g.a] - s.score[g.b]
			by[max(d, -d)]++
		}
	}
	return fromWorst(by, func(d Score) (one, many string) {
		return "pair " + pointsApart(d) + " apart", "pairs " + pointsApart(d) + " apart"
	})
}

// unevenColours counts who will have had one colour more often than the other, over even games.
func (s *state) unevenColours(games []game) []counted {
	by := map[int]int{}
	add := func(i, more int) {
		if b := s.balance[i] + more; b != 0 {
			by[max(b, -b)]++
		}
	}
	for i := range games {
		switch g := &games[i]; {
		case g.isBye():
			add(g.a, 0)
		case s.stonesIn(g) > 0:
			add(g.a, 0)
			add(g.b, 0)
		default:
			add(g.white, -1)
			add(g.black(), 1)
		}
	}
	return fromWorst(by, func(d int) (one, many string) {
		more := "one more game"
		if d > 1 {
			more = inLetters(d) + " more games"
		}
		return "player with " + more + " of one colour", "players with " + more + " of one colour"
	})
}

func (s *state) offSeeding(games []game) []counted {
	if s.seeding == SeedRandom || s.seeding == SeedClosest || s.seeding == SeedHandicap {
		return nil // measured, not counted: see seedingSays
	}
	off := 0
	for i := range games {
		if s.seedingDistance(&games[i]) > 0 {
			off++
		}
	}
	out := some(off, "pair off the seeding", "pairs off the seeding")
	return append(out, some(s.total(games, s.sameHalf), "pair within one half of a score group", "pairs within one half of a score group")...)
}

func fromWorst[K cmp.Ordered](by map[K]int, words func(K) (one, many string)) []counted {
	var out []counted
	for _, k := range slices.Backward(slices.Sorted(maps.Keys(by))) {
		one, many := words(k)
		out = append(out, counted{by[k], one, many})
	}
	return out
}

// says tells how a draw stands by a criterion, for the director: "two pairs one point apart", "every pair level".
func (s *state) says(c Criterion, games []game) string {
	switch {
	case c == CriterionBye && s.total(games, byeCount) > 0:
		return "to " + s.byeOf(games)
	case c == CriterionSeeding && s.seeding == SeedRandom:
		return "left to the lot"
	case c == CriterionSeeding && (s.seeding == SeedClosest || s.seeding == SeedHandicap):
		return s.seedingSays(games)
	}
	var parts []string
	for _, one := range s.shortOf(c, games) {
		parts = append(parts, one.String())
	}
	if len(parts) == 0 {
		return c.ideal()
	}
	return list(parts)
}

// seedingSays is how far apart opponents are where the seeding asks for closeness.
func (s *state) seedingSays(games []game) string {
	n, sum, most := 0, 0, 0
	for i := range games {
		g := &games[i]
		if g.isBye() || g.fixed != byDraw {
			continue
		}
		d := 10 * s.stonesIn(g)
		if s.seeding == SeedClosest {
			d = int(s.rating[g.a] - s.rating[g.b])
			d = max(d, -d)
		}
		n, sum, most = n+1, sum+d, max(most, d)
	}
	if n == 0 {
		return CriterionSeeding.ideal()
	}
	mean := (2*sum + n) / (2 * n)
	if s.seeding == SeedHandicap {
		return fmt.Sprintf("handicaps of %s stones on average, %d at most", inTenths(mean), most/10)
	}
	return fmt.Sprintf("ratings %s apart on average, %s at most", inTenths(mean), inTenths(most))
}

// ideal is what is said of a draw that could not be better by a criterion.
func (c Criterion) ideal() string {
	switch c {
	case CriterionGames:
		return "everyone has a game"
	case CriterionBye:
		return "no one has the bye"
	case CriterionScore:
		return "every pair level"
	case CriterionFloats:
		return "no one floats the same way again"
	case CriterionClub:
		return "no club-mates meet"
	case CriterionCity:
		return "no one meets a player from the same town"
	case CriterionCountry:
		return "no one meets a player from the same country"
	case CriterionColours:
		return "everyone has had both colours equally often"
	case CriterionSeeding:
		return "every pair as the seeding has it"
	}
	return ""
}

// instead says how one draw is worse than another by a criterion: "two pairs one point apart instead of one".
func (s *state) instead(c Criterion, best, with []game) string {
	is, was := s.shortOf(c, with), s.shortOf(c, best)
	switch {
	case len(is) > 0 && len(was) == 0:
		return s.says(c, with) + " instead of none"
	case len(is) == 1 && len(was) == 1 && is[0].one == was[0].one && is[0].n != was[0].n:
		return is[0].String() + " instead of " + inLetters(was[0].n)
	}
	now, then := s.says(c, with), s.says(c, best)
	if now == then {
		return now + ", further off"
	}
	return now + " instead of " + then
}

// Says tells how the draw stands by the criterion, in the words of a director; the figures behind it are Values.
func (c Cost) Says() string {
	if c.Text == "" {
		return c.Criterion.ideal()
	}
	return c.Text
}

// Figures are the numbers that draws are compared by, each with what it is.
func (c Cost) Figures() []string {
	var out []string
	names := c.Criterion.figures()
	for i, v := range c.Values {
		what := "the figure"
		if i < len(names) {
			what = names[i]
		}
		out = append(out, strings.ToUpper(what[:1])+what[1:]+": "+fmt.Sprint(v))
	}
	return out
}

// figures names the numbers of a criterion, in their order.
func (c Criterion) figures() []string {
	switch c {
	case CriterionGames:
		return []string{"players without a game"}
	case CriterionBye:
		return []string{
			"byes and wins by default before", "half points above the lowest score", "tenths of a stone above the lowest rating",
		}
	case CriterionScore:
		return []string{"squares of the differences in half points, added up"}
	case CriterionFloats:
		return []string{"players who float the same way again"}
	case CriterionClub, CriterionCity, CriterionCountry:
		return []string{"pairs"}
	case CriterionColours:
		return []string{"squares of Black minus White after the round, added up"}
	case CriterionSeeding:
		return []string{"squares of the distances from the seeding, added up", "pairs within one half of a score group"}
	}
	return nil
}
func inTenths(d int) string { return fmt.Sprintf("%d.%d", d/10, d%10) }
