package prizes

import (
	"slices"

	"nzgs/internal/clubname"
)

// Public is the list as everyone may read it: no one is named as a junior or a woman but the winner of that prize.
func Public(list []Award) []Award {
	out := slices.Clone(list)
	for i, a := range out {
		if a.Kind.Private() {
			out[i].Passed = nil
		}
	}
	return out
}

// AsItStands is what players may read of a list while they play. Prizes for which directors know more than others are
// left out, and so is all that follows from them: that someone is passed over would say of another what no one may know.
func AsItStands(rules Rules, players []Player) []Award {
	rules.Prizes = slices.DeleteFunc(slices.Clone(rules.Prizes), func(p Prize) bool { return p.Kind.Private() })
	return Propose(rules, players, nil)
}

// Same reports whether two lists give the same prizes to the same winners.
func Same(a, b []Award) bool {
	return slices.EqualFunc(a, b, func(a, b Award) bool {
		winner := func(a, b Winner) bool { return a.Entry == b.Entry && clubname.Key(a.Club) == clubname.Key(b.Club) }
		return slices.Equal(a.Prizes, b.Prizes) && a.Each == b.Each && slices.Equal(a.Things, b.Things) &&
			slices.EqualFunc(a.Winners, b.Winners, winner)
	})
}
