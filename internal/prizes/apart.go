package prizes

import "slices"

// apart takes out of a field, best first, whom the director gave another prize of p's family: they do not win a second
// one. At gives the position in that field that the nth prize of the family has: one who stood high enough for the prize
// anyway takes a position along, one who was moved up from below leaves the others where they were.
func (s *standing) apart(p Prize, all []Player, changes []Change) (field []Player, passed []PassedOver, at func(nth int) int) {
	var taken []int
	for _, one := range all {
		other, has := s.decided(p, one, changes)
		if !has {
			field = append(field, one)
			continue
		}
		passed = append(passed, PassedOver{Entry: one.ID, Why: "already wins “" + other.Title() + "”", Own: other.ID})
		if other.Nth <= len(all) && s.key(p, one) <= s.key(p, all[other.Nth-1]) {
			taken = append(taken, other.Nth)
		}
	}
	return field, passed, positions(append(taken, s.nextInLine(p, taken, changes)...))
}

// nextInLine are the prizes of p's family, of those that are not taken already, that went to others while whoever would win
// them by the rule stays in line: each later prize goes to one better position.
func (s *standing) nextInLine(p Prize, taken []int, changes []Change) (out []int) {
	for _, other := range s.rules.Prizes {
		given := func(c Change) bool { return c.Prize == other.ID && c.Next && len(c.Winners)+len(c.Clubs) > 0 }
		if other.family() == p.family() && !slices.Contains(taken, other.Nth) && slices.ContainsFunc(changes, given) {
			out = append(out, other.Nth)
		}
	}
	return out
}

// positions is where the nth prize of a family is given once those before it that are taken went along with their winners.
func positions(taken []int) func(nth int) int {
	return func(nth int) int {
		out := nth
		for _, n := range taken {
			if n < nth {
				out--
			}
		}
		return max(out, 1)
	}
}

// decided is the prize of p's family that the director gave a player.
func (s *standing) decided(p Prize, one Player, changes []Change) (Prize, bool) {
	for _, other := range s.rules.Prizes {
		if other.family() == p.family() && slices.ContainsFunc(changes, func(c Change) bool {
			return c.Prize == other.ID && slices.Contains(c.Winners, one.ID)
		}) {
			return other, true
		}
	}
	return Prize{}, false
}
