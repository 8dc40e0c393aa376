package prizes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/clubname"
)

// team is a club with the points of its best players.
type team struct {
	name   string
	points []int
	sum    int
}

// club gives a prize to the club whose best players have the most points. One club in several spellings is one.
func (s *standing) club(p Prize, changes []Change) {
	teams := s.teams(p.Players)
	rule := fmt.Sprintf(
		"Points of the best %s of each club; a club with fewer is not counted.", plural(p.Players, "player", "players"),
	)
	if len(teams) < p.Nth {
		s.done[p.ID] = true
		s.out = append(s.out, Award{
			Prizes: []PrizeID{p.ID}, Kind: p.Kind, Title: p.Title(), Why: []string{rule}, Open: "No club is left that can win it.",
		})
		return
	}
	sum := teams[p.Nth-1].sum
	first := slices.IndexFunc(teams, func(t team) bool { return t.sum == sum })
	last := first
	for last+1 < len(teams) && teams[last+1].sum == sum {
		last++
	}
	same := func(nth int) int { return nth }
	a := s.shared(s.pool(p, first+1, last+1, same, changes), last-first+1, "clubs", rule)
	for _, t := range teams[first : last+1] {
		a.Winners = append(a.Winners, Winner{Club: t.name, Why: t.arithmetic()})
	}
	s.out = append(s.out, a)
}

func (s *standing) teams(count int) []team {
	var out []team
	at := map[string]int{}
	for _, one := range s.players {
		key := clubname.Key(one.Club)
		if key == "" || !one.Played {
			continue
		}
		i, ok := at[key]
		if !ok {
			i, at[key] = len(out), len(out)
			out = append(out, team{name: one.Club})
		}
		out[i].points = append(out[i].points, one.Points)
	}
	out = slices.DeleteFunc(out, func(t team) bool { return len(t.points) < count })
	for i := range out {
		slices.SortFunc(out[i].points, func(a, b int) int { return cmp.Compare(b, a) })
		out[i].points = out[i].points[:count]
		for _, n := range out[i].points {
			out[i].sum += n
		}
	}
	slices.SortStableFunc(out, func(a, b team) int { return cmp.Compare(b.sum, a.sum) })
	return out
}

// arithmetic is "4 + 3½ = 7½ points".
func (t team) arithmetic() string {
	parts := make([]string, len(t.points))
	for i, n := range t.points {
		parts[i] = halves(n)
	}
	if len(parts) == 1 {
		return parts[0] + " points"
	}
	return strings.Join(parts, " + ") + " = " + halves(t.sum) + " points"
}

func halves(n int) string {
	switch {
	case n%2 == 0:
		return fmt.Sprint(n / 2)
	case n == 1:
		return "½"
	}
	return fmt.Sprint(n/2) + "½"
}
