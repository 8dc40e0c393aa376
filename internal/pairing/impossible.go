package pairing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/pairing/matching"
)

// diagnose says which rules on which players leave no complete draw, and the smallest ways out. The players come from
// the certificate of the largest matching there is: the pieces of odd size that the graph of allowed games falls into
// without its barrier each leave one player over, unless the barrier, which is too small, provides an opponent.
func (s *state) diagnose(st *stuck) *Impossible {
	e := &Impossible{Round: s.round}
	enough := 0 // how many rules must be lifted together
	for _, rules := range [][]Rule{
		{RuleRematch}, {RuleForbidden}, {RuleFixed},
		{RuleRematch, RuleForbidden}, {RuleRematch, RuleFixed}, {RuleForbidden, RuleFixed},
		{RuleRematch, RuleForbidden, RuleFixed},
	} {
		if enough > 0 && len(rules) > enough {
			break
		}
		lifts := s.lift(rules)
		if lifts == nil {
			continue
		}
		enough = len(rules)
		e.Relax = append(e.Relax, Relaxation{Lift: lifts, Text: s.liftText(lifts)})
		for _, r := range rules {
			if !slices.Contains(e.Rules, r) {
				e.Rules = append(e.Rules, r)
			}
		}
	}
	slices.SortStableFunc(e.Relax, func(a, b Relaxation) int { return cmp.Compare(len(a.Lift), len(b.Lift)) })
	var text string
	e.Players, text = s.stuckText(st)
	e.Message = text + because(e.Rules)
	return e
}

// lift finds the fewest pairs for which the given rules must be lifted to make a draw possible, older rematches first;
// nil when that is not enough.
func (s *state) lift(rules []Rule) []Lift {
	r := s.relax(rules)
	if r == nil {
		return nil
	}
	m := matching.NewSolver(r, matching.MaximumCardinality).Solve()
	if !m.Complete() {
		return nil
	}
	var all []Lift
	for u, v := range m.Mate {
		if u > v {
			continue
		}
		for _, l := range r.lifts(r.pool.players[u], r.pool.players[v]) {
			if !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	return all
}

func (s *state) liftText(lifts []Lift) string {
	parts := make([]string, len(lifts))
	for i, l := range lifts {
		a := s.index[l.A]
		if l.B == "" {
			parts[i] = fmt.Sprintf("remove the bye fixed for %s", s.name(a))
			continue
		}
		b := s.index[l.B]
		switch l.Rule {
		case RuleRematch:
			parts[i] = fmt.Sprintf("let %s and %s meet again (they met in round %d) by fixing the pair",
				s.name(a), s.name(b), s.metIn(a, b))
		case RuleForbidden:
			parts[i] = fmt.Sprintf("take %s and %s off the forbidden pairs", s.name(a), s.name(b))
		default:
			parts[i] = fmt.Sprintf("remove the fixed pair %s and %s", s.name(a), s.name(b))
		}
	}
	return list(parts)
}

// stuckText names the players who cannot all be given an opponent.
func (s *state) stuckText(st *stuck) ([]ID, string) {
	name := func(v int) string {
		if st.graph.pool.players[v] == noOpponent {
			return "the bye"
		}
		return s.name(st.graph.pool.players[v])
	}
	var players, all []ID
	var groups []string
	for _, piece := range st.best.OddPieces(st.graph) {
		names := make([]string, len(piece))
		for i, v := range piece {
			names[i] = name(v)
			if p := st.graph.pool.players[v]; p != noOpponent {
				all = append(all, s.players[p].ID)
				if len(piece) == 1 {
					players = append(players, s.players[p].ID)
				}
			}
		}
		if len(piece) == 1 {
			groups = append(groups, names[0])
		} else {
			groups = append(groups, fmt.Sprintf("one of the %d players %s", len(piece), list(names)))
		}
	}
	if len(players) == 0 {
		players = all
	}
	if len(st.best.Certificate.Barrier) == 0 {
		return players, "there is no opponent left for " + list(groups)
	}
	var barrier []string
	for _, v := range st.best.Certificate.Barrier {
		barrier = append(barrier, name(v))
	}
	return players, fmt.Sprintf("%d players need an opponent, but only %d are available: %s can be drawn only against %s",
		len(groups), len(barrier), list(groups), list(barrier))
}

func because(rules []Rule) string {
	var causes []string
	for _, r := range rules {
		switch r {
		case RuleRematch:
			causes = append(causes, "no one meets twice")
		case RuleForbidden:
			causes = append(causes, "of the forbidden pairs")
		case RuleFixed:
			causes = append(causes, "of the fixed pairs")
		}
	}
	if len(causes) == 0 {
		return ""
	}
	return ", because " + strings.Join(causes, " and because ")
}
