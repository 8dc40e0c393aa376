package pairing

import (
	"fmt"
	"slices"
)

// Alternative answers "why not A–B?".
type Alternative struct {
	A, B ID // B is empty for the bye

	// Exactly one of these holds: the pair is in the best draw; a rule is in the way; the best draw with the pair is
	// worse, first in Criterion.
	Drawn     bool
	Rule      Rule
	Criterion Criterion

	Drawing    *Drawing // the best draw that contains the pair; nil when a rule is in the way
	Best, With []int64  // what the criterion costs in the best draw and in that one
	Text       string   // the answer for a person
	Figures    []string // the numbers behind it, each with what it is
}

// WhyNot answers why a and b are not drawn together, or with b empty why a does not have the bye: the best draw that
// contains the pair, and the first criterion in which it is worse than the best draw of all. Errors are those of
// [Draw], and [Invalid] for players who do not play in the round.
func WhyNot(ev *Event, round int, fixed []Fixed, a, b ID) (*Alternative, error) {
	if err := askable(ev, round); err != nil {
		return nil, err
	}
	if ev.Boards > 0 {
		return WhyNot(ev.asTeams(nil), round, fixed, a, b) // boards follow the teams; players are not paired one by one
	}
	f := newField(ev, round-1)
	s, err := prepare(f, round, f.playing(round), fixed)
	if err != nil {
		return nil, err
	}
	wanted, err := s.wanted(a, b)
	if err != nil {
		return nil, err
	}
	v, err := s.solver(s.fixed)
	if err != nil {
		return nil, err
	}
	best, stuck := v.draw()
	if stuck != nil {
		return nil, s.diagnose(stuck)
	}
	alt := &Alternative{A: a, B: b}
	if slices.ContainsFunc(best, func(g game) bool { return g.a == wanted.a && g.b == wanted.b }) {
		alt.Drawn, alt.Drawing = true, s.drawing(best)
		alt.Text = s.pairText(&wanted) + " is in the draw."
		return alt, nil
	}
	if rule, text := s.inTheWay(&wanted); rule != "" {
		alt.Rule, alt.Text = rule, text
		return alt, nil
	}
	v.force(&wanted)
	with, stuck := v.draw()
	if stuck != nil {
		return alt, s.explainStuck(alt, &wanted)
	}
	s.compare(alt, best, with, &wanted)
	return alt, nil
}

// explainStuck says why there is no draw with a pair in it.
func (s *state) explainStuck(alt *Alternative, wanted *game) error {
	_, stuck, err := s.best(*wanted)
	if err != nil {
		return err
	}
	pinned := *s
	pinned.pinned = []game{*wanted}
	why := pinned.diagnose(stuck)
	alt.Rule = why.Rules[0]
	alt.Text = fmt.Sprintf("With %s the others could not all be drawn: %s.", s.pairText(wanted), why.Message)
	return nil
}

// wanted gives the game asked for.
func (s *state) wanted(a, b ID) (game, error) {
	var invalid Invalid
	player := func(path string, id ID) int {
		i, ok := s.index[id]
		if !ok {
			invalid = append(invalid, FieldError{path, fmt.Sprintf("there is no player %q", id)})
		} else if !slices.Contains(s.active, i) {
			invalid = append(invalid, FieldError{path, fmt.Sprintf("%s does not play in round %d", s.name(i), s.round)})
		}
		return i
	}
	i := player("a", a)
	switch {
	case b == "" && len(s.active)%2 == 0:
		invalid = append(invalid, FieldError{"b", "no one has a bye: the number of players is even"})
	case a == b:
		invalid = append(invalid, FieldError{"b", "a pair needs two different players"})
	}
	j := noOpponent
	if b != "" {
		j = player("b", b)
	}
	if len(invalid) > 0 {
		return game{}, invalid
	}
	if j == noOpponent {
		return s.newBye(i), nil
	}
	return s.newGame(i, j), nil
}

// inTheWay gives the hard rule that forbids a pair by itself.
func (s *state) inTheWay(g *game) (Rule, string) {
	for _, fx := range s.fixed {
		if fx.has(g.a) || !g.isBye() && fx.has(g.b) || fx.isBye() && g.isBye() {
			return RuleFixed, fmt.Sprintf("The director has fixed %s.", s.pairText(&fx))
		}
	}
	if g.isBye() {
		return "", ""
	}
	if s.isBarred(g.a, g.b) {
		return RuleForbidden, fmt.Sprintf("%s is one of the forbidden pairs.", s.pairText(g))
	}
	if met := s.metIn(g.a, g.b); met > 0 {
		return RuleRematch, fmt.Sprintf("%s met in round %d, and no one meets twice.", s.pairText(g), met)
	}
	return "", ""
}

func (s *state) pairText(g *game) string {
	if g.isBye() {
		return "the bye for " + s.name(g.a)
	}
	return s.name(g.a) + "–" + s.name(g.b)
}

// compare fills in the first criterion in which the draw with the wanted pair is worse than the best.
func (s *state) compare(alt *Alternative, best, with []game, wanted *game) {
	alt.Drawing = s.drawing(with)
	bestCosts, withCosts := s.costs(best), s.costs(with)
	for i, c := range bestCosts {
		if slices.Compare(withCosts[i].Values, c.Values) <= 0 {
			continue
		}
		alt.Criterion, alt.Best, alt.With = c.Criterion, c.Values, withCosts[i].Values
		alt.Figures = compared(c, withCosts[i])
		alt.Text = fmt.Sprintf("With %s %s.", s.pairText(wanted), s.worse(alt, best, with))
		if c.Criterion == CriterionBye && wanted.isBye() {
			alt.Text = fmt.Sprintf("For the bye %s comes before %s.", s.byeOf(best), s.byeOf(with))
		}
		return
	}
	alt.Criterion = CriterionLot // equal even in the lot, which would be a wonder
	alt.Text = fmt.Sprintf("With %s %s.", s.pairText(wanted), s.worse(alt, best, with))
}

// compared are the numbers of a criterion in two draws.
func compared(best, with Cost) []string {
	var out []string
	for i, line := range with.Figures() {
		out = append(out, fmt.Sprintf("%s instead of %d", line, best.Values[i]))
	}
	return out
}

// worse completes "With A–B …" by what a director counts of the criterion.
func (s *state) worse(alt *Alternative, best, with []game) string {
	switch alt.Criterion {
	case CriterionBye:
		return fmt.Sprintf("the bye would go to %s instead of %s", s.byeOf(with), s.byeOf(best))
	case CriterionLot, "":
		return "the best draw is as good in every criterion; only the lot decided"
	case CriterionSeeding:
		if s.says(alt.Criterion, best) == s.says(alt.Criterion, with) {
			return "pairs would be further from the seeding"
		}
	}
	return "there would be " + s.instead(alt.Criterion, best, with)
}

func (s *state) byeOf(games []game) string {
	for _, g := range games {
		if g.isBye() {
			return fmt.Sprintf(
				"%s (%s, rated %s, %s)", s.name(g.a), points(s.score[g.a]), s.players[g.a].Rating, s.byesText(g.a),
			)
		}
	}
	return "no one"
}
