package pairing

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/clubname"
)

// String gives points with a half where there is one: "2", "2½", "½", "−3".
func (s Score) String() string {
	sign, n := "", int(s)
	if n < 0 {
		sign, n = "−", -n
	}
	switch {
	case n%2 == 0:
		return fmt.Sprintf("%s%d", sign, n/2)
	case n == 1:
		return sign + "½"
	}
	return fmt.Sprintf("%s%d½", sign, n/2)
}

// points gives a score with its unit: "1 point", "½ point", "2½ points".
func points(s Score) string {
	if s == HalfPoint || s == OnePoint {
		return s.String() + " point"
	}
	return s.String() + " points"
}

// list joins names as a sentence does, the tail of a long list as a number.
func list(names []string) string {
	const shown = 8
	if len(names) > shown+1 {
		names = append(names[:shown:shown], fmt.Sprintf("%d others", len(names)-shown))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// reasons gives what every criterion has to say about a game or a bye, in their order. The rematch rule comes first.
func (s *state) reasons(g *game) []Reason {
	var why []Reason
	if !g.isBye() {
		why = append(why, s.rematchReason(g))
	}
	for _, m := range s.measures {
		if len(why) > 0 && why[len(why)-1].Criterion == m.criterion {
			continue // a criterion of several measures has one reason
		}
		if g.isBye() == (m.criterion == CriterionBye) || m.criterion == CriterionLot {
			why = append(why, Reason{Criterion: m.criterion, Value: m.value(g), Text: s.text(m.criterion, g)})
		}
	}
	return why
}

func (s *state) rematchReason(g *game) Reason {
	r := Reason{Criterion: CriterionRematch, Text: "not met before"}
	if met := s.metIn(g.a, g.b); met > 0 {
		r.Value = 1
		r.Text = fmt.Sprintf("met in round %d; the director fixed this pair anyway", met)
	} else if g.fixed != byDraw {
		r.Text = "fixed by the director; not met before"
	}
	return r
}

func (s *state) text(c Criterion, g *game) string {
	switch c {
	case CriterionBye:
		return s.byeText(g)
	case CriterionScore:
		return s.scoreText(g)
	case CriterionFloats:
		return s.floatText(g)
	case CriterionClub:
		return apartText(s.clubMates(g), s.players[g.a].clubs(), s.players[g.b].clubs(), "club")
	case CriterionCity:
		return apartText(s.cityMates(g), s.players[g.a].cities(), s.players[g.b].cities(), "city")
	case CriterionCountry:
		return apartText(s.countryMates(g), s.players[g.a].countries(), s.players[g.b].countries(), "country")
	case CriterionColours:
		return s.colourText(g)
	case CriterionSeeding:
		return s.seedingText(g)
	}
	return "between draws that are equal in everything else, the lot decides"
}

func (s *state) byeText(g *game) string {
	who := s.name(g.a)
	if g.fixed != byDraw {
		return "the director gave " + who + " the bye"
	}
	return fmt.Sprintf("%s, on %s, rated %s: %s", who, points(s.score[g.a]), s.players[g.a].Rating, s.byesText(g.a))
}

func (s *state) byesText(i int) string {
	switch n := s.byes[i]; n {
	case 0:
		return "no bye before"
	case 1:
		return "one bye or win by default before"
	default:
		return fmt.Sprintf("%d byes or wins by default before", n)
	}
}

func (s *state) scoreText(g *game) string {
	if s.score[g.a] == s.score[g.b] {
		return "both on " + points(s.score[g.a]) + s.lentNote()
	}
	high, low := g.a, g.b
	if s.score[high] < s.score[low] {
		high, low = low, high
	}
	text := fmt.Sprintf("%s apart: %s on %s, %s on %s", pointsApart(s.score[high]-s.score[low]), s.name(high), points(s.score[high]), s.name(low),
		s.score[low]) + s.lentNote()
	for _, i := range []int{high, low} {
		if n := s.group[s.score[i]]; n%2 == 1 && n > 1 {
			return text + fmt.Sprintf("; an odd number, %d, is on %s", n, points(s.score[i]))
		}
	}
	return text
}

func (s *state) lentNote() string {
	if s.round <= s.ev.Acceleration.Rounds {
		return " (with the points lent in accelerated rounds)"
	}
	return ""
}

func (s *state) floatText(g *game) string {
	if s.score[g.a] == s.score[g.b] {
		return ""
	}
	down, up := g.a, g.b
	if s.score[down] < s.score[up] {
		down, up = up, down
	}
	again := func(repeated bool) string {
		if repeated {
			return " again, as in the round before"
		}
		return ""
	}
	return fmt.Sprintf("%s floats down%s, %s floats up%s",
		s.name(down), again(s.drift[down] < 0), s.name(up), again(s.drift[up] > 0))
}

func apartText(mates int64, of, against []string, what string) string {
	a, b := strings.Join(of, " and "), strings.Join(against, " and ")
	if shared := slices.IndexFunc(of, func(one string) bool {
		return slices.ContainsFunc(against, func(other string) bool { return clubname.Same(one, other) })
	}); shared >= 0 {
		a = of[shared]
	}
	switch {
	case mates > 0 && what == "club":
		return "club-mates (" + a + ")"
	case mates > 0:
		return "both from " + a
	case a != "" && b != "" && a != b && what == "club":
		return "different clubs"
	}
	return ""
}

func (s *state) colourText(g *game) string {
	if h := s.stonesIn(g); h > 0 {
		stones := fmt.Sprintf("%d stones", h)
		if h == 1 {
			stones = "a handicap of 1"
		}
		text := fmt.Sprintf("with %s %s, the stronger, takes White", stones, s.name(g.white))
		if g.fixed == coloursByDirector {
			text += " whatever colours were fixed"
		}
		return text
	}
	w, b := g.white, g.black()
	decided := ""
	switch {
	case g.fixed == coloursByDirector:
		decided = " as the director fixed it"
	case s.balance[w] == s.balance[b] && leaning(s.colours[w], s.colours[b]) == 0:
		decided = " by lot"
	}
	return fmt.Sprintf("%s takes White%s (%s), %s Black (%s)", s.name(w), decided, s.had(w), s.name(b), s.had(b))
}

// had says which colours a player has had in even games: "Black twice and White once so far".
func (s *state) had(i int) string {
	black := 0
	for _, c := range s.colours[i] {
		if c == Black {
			black++
		}
	}
	white := len(s.colours[i]) - black
	switch {
	case black > 0 && white > 0:
		return fmt.Sprintf("Black %s and White %s so far", times(black), times(white))
	case black > 0:
		return "Black " + times(black) + " so far"
	case white > 0:
		return "White " + times(white) + " so far"
	}
	return "no even game yet"
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func (s *state) seedingText(g *game) string {
	switch {
	case g.fixed != byDraw:
		return ""
	case s.seeding == SeedClosest:
		d := s.rating[g.a] - s.rating[g.b]
		return fmt.Sprintf("ratings %s apart", max(d, -d))
	case s.seeding == SeedHandicap:
		return fmt.Sprintf("handicap %d", s.stonesIn(g))
	case s.seeding == SeedRandom:
		return "who meets whom in a score group is left to the lot"
	}
	up, low := g.a, g.b
	if s.score[up] < s.score[low] || s.score[up] == s.score[low] && s.position[up] > s.position[low] {
		up, low = low, up
	}
	size := s.group[s.score[up]]
	if s.score[up] == s.score[low] {
		name := "slide"
		if s.seeding == SeedFold {
			name = "fold"
		}
		as := "as the " + name + " has it"
		if s.seedingDistance(g) > 0 {
			as = "not as the " + name + " has it"
		}
		return fmt.Sprintf("seeded %d and %d of %d on %s, %s",
			s.position[up]+1, s.position[low]+1, size, points(s.score[up]), as)
	}
	text := fmt.Sprintf("seeded %d of %d on %s and %d of %d on %s", s.position[up]+1, size, s.score[up],
		s.position[low]+1, s.group[s.score[low]], s.score[low])
	if s.seedingDistance(g) == 0 {
		text += ": the last of the upper group meets the first of the lower"
	}
	return text
}
