package pairing

import (
	"errors"
	"fmt"
	"slices"
)

// WithoutPair answers what the draw would be if a and b did not meet: the best draw without that pair, and the first
// criterion in which it is worse. Errors are those of [WhyNot].
func WithoutPair(ev *Event, round int, fixed []Fixed, a, b ID) (*Alternative, error) {
	if err := askable(ev, round); err != nil {
		return nil, err
	}
	if ev.Boards > 0 {
		return WithoutPair(ev.asTeams(nil), round, fixed, a, b)
	}
	f := newField(ev, round-1)
	s, err := prepare(f, round, f.playing(round), fixed)
	if err != nil {
		return nil, err
	}
	pair, err := s.wanted(a, b)
	if err != nil {
		return nil, err
	}
	alt := &Alternative{A: a, B: b, Drawn: true}
	if rule, text := s.inTheWay(&pair); rule == RuleFixed && slices.ContainsFunc(s.fixed, func(g game) bool { return g.a == pair.a && g.b == pair.b }) {
		alt.Rule, alt.Text = rule, text
		return alt, nil
	}
	v, err := s.solver(s.fixed)
	if err != nil {
		return nil, err
	}
	best, stuck := v.draw()
	if stuck != nil {
		return nil, s.diagnose(stuck)
	}
	if pair.isBye() || !slices.ContainsFunc(best, func(g game) bool { return g.a == pair.a && g.b == pair.b }) {
		alt.Drawn, alt.Text = false, s.pairText(&pair)+" is not in the draw."
		return alt, nil
	}
	without := *ev
	without.Forbidden = append(slices.Clone(ev.Forbidden), [2]ID{a, b})
	other, err := Draw(&without, round, fixed)
	var impossible *Impossible
	if errors.As(err, &impossible) {
		alt.Rule = impossible.Rules[0]
		alt.Text = fmt.Sprintf("If %s did not meet, the others could not all be drawn: %s.", s.pairText(&pair), impossible.Message)
		return alt, nil
	}
	if err != nil {
		return nil, err
	}
	s.withoutPair(alt, best, s.gamesOf(other), &pair)
	alt.Drawing = other
	return alt, nil
}

// askable reports whether the pairs of a round can be asked about.
func askable(ev *Event, round int) error {
	if err := ready(ev, round); err != nil {
		return err
	}
	if ev.System.Settled() {
		return Invalid{{Path: "system", Message: ev.System.Source()}}
	}
	return nil
}

// gamesOf gives a drawing as the games that it is measured by.
func (s *state) gamesOf(d *Drawing) []game {
	var games []game
	for _, p := range d.Pairs {
		g := s.newGame(s.index[p.White], s.index[p.Black])
		g.white = s.index[p.White]
		games = append(games, g)
	}
	if d.Bye != "" {
		games = append(games, s.newBye(s.index[d.Bye]))
	}
	for i := range games {
		for _, fx := range s.fixed {
			if fx.a == games[i].a && fx.b == games[i].b {
				games[i].fixed = fx.fixed
			}
		}
	}
	return games
}

// withoutPair fills in the first criterion in which the draw without a pair is worse.
func (s *state) withoutPair(alt *Alternative, best, other []game, pair *game) {
	bestCosts, otherCosts := s.costs(best), s.costs(other)
	for i, c := range bestCosts {
		if slices.Compare(otherCosts[i].Values, c.Values) <= 0 {
			continue
		}
		alt.Criterion, alt.Best, alt.With = c.Criterion, c.Values, otherCosts[i].Values
		alt.Figures = compared(c, otherCosts[i])
		break
	}
	alt.Text = fmt.Sprintf("If %s did not meet, %s.", s.pairText(pair), s.worse(alt, best, other))
	if alt.Criterion == "" || alt.Criterion == CriterionLot {
		alt.Criterion, alt.Figures = CriterionLot, nil
		alt.Text = fmt.Sprintf("If %s did not meet, another draw is as good in every criterion; only the lot decided.", s.pairText(pair))
	}
}
