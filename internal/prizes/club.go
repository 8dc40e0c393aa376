package prizes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/clubname"
	"nzgs/internal/tournaments"
)

// team is a club with the points of its best players.
type team struct {
	name   string
	points []int
	sum    int
}

// club gives a prize to the club whose best players have the most points. One club in several spellings is one.
func (s *standing) club(p Prize, changes []Change) {
	teams, passed, at := s.clubsApart(p, s.teams(p.Players), changes)
	nth := at(p.Nth)
	rule := fmt.Sprintf(
		"Points of the best %s of each club; a club with fewer is not counted.", plural(p.Players, "player", "players"),
	)
	if len(passed) > 0 {
		rule += " " + capital(and(passed)) + " already."
	}
	if len(teams) < nth {
		s.done[p.ID] = true
		s.out = append(s.out, Award{
			Prizes: []PrizeID{p.ID}, Kind: p.Kind, Title: p.Title(), Why: []string{rule}, Open: "No club is left that can win it.",
		})
		return
	}
	sum := teams[nth-1].sum
	first := slices.IndexFunc(teams, func(t team) bool { return t.sum == sum })
	last := first
	for last+1 < len(teams) && teams[last+1].sum == sum {
		last++
	}
	a := s.shared(s.pool(p, first+1, last+1, at, changes), last-first+1, "clubs", rule)
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
		if key == "" || !one.Played || one.Team {
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

// clubsApart is apart for clubs: whom the director gave another club prize wins no second one.
func (s *standing) clubsApart(p Prize, all []team, changes []Change) (field []team, passed []string, at func(nth int) int) {
	var taken []int
	for _, one := range all {
		other, has := s.decidedClub(p, one.name, changes)
		if !has {
			field = append(field, one)
			continue
		}
		passed = append(passed, one.name+" wins “"+other.Title()+"”")
		if other.Nth <= len(all) && one.sum >= all[other.Nth-1].sum {
			taken = append(taken, other.Nth)
		}
	}
	return field, passed, positions(append(taken, s.nextInLine(p, taken, changes)...))
}

// decidedClub is the prize of p's family that the director gave a club.
func (s *standing) decidedClub(p Prize, club string, changes []Change) (Prize, bool) {
	for _, other := range s.rules.Prizes {
		if other.family() == p.family() && slices.ContainsFunc(changes, func(c Change) bool {
			return c.Prize == other.ID && slices.ContainsFunc(c.Clubs, func(name string) bool {
				return clubname.Key(name) == clubname.Key(club)
			})
		}) {
			return other, true
		}
	}
	return Prize{}, false
}

// pointsOf says what the best players of a club have; "" of one with too few.
func (s *standing) pointsOf(p Prize, club string) string {
	for _, t := range s.teams(p.Players) {
		if clubname.Key(t.name) == clubname.Key(club) {
			return t.arithmetic()
		}
	}
	return ""
}

// Clubs are the clubs of a section, each once and as its first player spells it.
func Clubs(w *tournaments.Wallchart) []string {
	var out []string
	seen := map[string]bool{}
	for _, e := range w.Entries {
		if key := clubname.Key(e.Club); key != "" && !seen[key] {
			seen[key], out = true, append(out, e.Club)
		}
	}
	slices.Sort(out)
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
