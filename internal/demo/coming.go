package demo

import (
	"fmt"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
)

// coming are the further events that are open for entries: in how many days each is, and who has entered so far.
var coming = []struct {
	in, host, players, rounds int
	name, slug, about         string
	handicap                  scale.By
}{
	{23, 5, 8, 4, "Rapid Day", "rapid-day", "Four rounds in one day, with lunch in between. Visitors are welcome.", scale.ByNone},
	{72, 1, 11, 5, "Handicap Weekend", "handicap-weekend", "Every game has a handicap: whoever you meet, you can win.", scale.ByRating},
}

// addComing announces more events to come, each with a few entries.
func (g *generator) addComing() error {
	if !g.plan.Live {
		return nil
	}
	for i, one := range coming {
		g.at(g.today.AddDays(-9+i), 9)
		day, place := g.today.AddDays(one.in), clubPlace(one.host%len(places))
		e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
			Name: fmt.Sprintf("%s %s %d", place.city, one.name, day.Year()), Slug: fmt.Sprintf("%s-%d", one.slug, day.Year()),
			Place: place.city, From: day, To: day.AddDays(i), Organiser: g.home[one.host%len(g.home)], About: one.about,
		})
		if err != nil {
			return err
		}
		in := g.section("Open")
		in.Rounds, in.Handicap.By = one.rounds, one.handicap
		in.TieBreaks = []pairing.TieBreak{pairing.SOS, pairing.SODOS}
		section, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, in)
		if err != nil {
			return err
		}
		for _, p := range g.fieldOfToday(one.players) {
			if _, err := g.tournaments.Enter(
				g.ctx, g.actor, p.id, tournaments.EntryInput{Section: section, Visitor: true},
			); err != nil {
				return err
			}
		}
		if err := g.announce(e); err != nil {
			return err
		}
	}
	return nil
}
