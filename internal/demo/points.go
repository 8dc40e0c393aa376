package demo

import (
	"fmt"
	"slices"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/ratings/points"
	"nzgs/internal/representative"
	"nzgs/internal/tournaments"
)

// pointsYears is how many points years have ended, and pointsEvents how many events of each gave points.
const (
	pointsYears  = 2
	pointsEvents = 4
)

// addPoints lets the last past event of each of two calendar years end a points year, and the events of this one count
// towards the next, which the Congress of these days is to end.
func (g *generator) addPoints() error {
	g.at(g.today.AddDays(-3), 12)
	byYear, err := g.pastByYear()
	if err != nil {
		return err
	}
	this := g.today.Year()
	for year := this - pointsYears; year <= this; year++ {
		played := byYear[year]
		for i, e := range played[:min(len(played), pointsEvents)] { // the latest first
			kind, ends := points.Regional, i == 0 && year < this
			if ends {
				kind = points.National
			}
			if err := g.declarePoints(e, kind, ends); err != nil {
				return fmt.Errorf("%s: %w", e.Name, err)
			}
		}
		if year < this && len(played) > 0 {
			if err := g.endPointsYear(year); err != nil {
				return fmt.Errorf("the points year %d: %w", year, err)
			}
		}
	}
	if !g.plan.Live {
		return nil
	}
	congress, err := g.tournaments.Event(g.ctx, g.actor, fmt.Sprintf("congress-%d", this))
	if err != nil {
		return err
	}
	return g.declarePoints(congress, points.National, true)
}

// pastByYear are the past events of the calendar years that give points, the latest first.
func (g *generator) pastByYear() (map[int][]tournaments.Event, error) {
	out := map[int][]tournaments.Event{}
	for offset := 0; ; {
		page, total, err := g.tournaments.Events(g.ctx, g.actor, tournaments.EventFilter{
			When: tournaments.Past, Limit: 100, Offset: offset,
		})
		if err != nil {
			return nil, err
		}
		for _, e := range page {
			if e.Status == tournaments.Rated && e.To.Year() >= g.today.Year()-pointsYears {
				out[e.To.Year()] = append(out[e.To.Year()], e.Event)
			}
		}
		offset += len(page)
		if len(page) == 0 || offset >= total || page[len(page)-1].To.Year() < g.today.Year()-pointsYears {
			break
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b tournaments.Event) int { return b.To.Compare(a.To) })
	}
	return out, nil
}

// declarePoints says that the first section of an event gives points, held by a club that is affiliated on the day; where
// none is yet, it gives none.
func (g *generator) declarePoints(e tournaments.Event, kind points.Kind, ends bool) error {
	sections, err := g.tournaments.PointsSections(g.ctx, g.actor, e.ID)
	if err != nil || len(sections) == 0 {
		return err
	}
	day := e.To
	if day.After(g.today) {
		day = g.today
	}
	for _, club := range append([]clubs.ClubID{e.Organiser}, g.home...) {
		if club == 0 {
			continue
		}
		affiliated, err := clubs.AffiliatedOn(g.ctx, g.db, club, day)
		if err != nil {
			return err
		}
		if affiliated {
			return g.tournaments.DeclarePoints(g.ctx, g.actor, sections[0].Section.ID, representative.Declaration{
				Kind: kind, Club: club, EndsYear: ends,
			})
		}
	}
	return nil
}

// endPointsYear closes a points year with the first who wishes to go: in the first of them that is the second.
func (g *generator) endPointsYear(year int) error {
	end, err := g.points.YearEnd(g.ctx, g.actor, year)
	if err != nil || end.Event == "" || len(end.Ranking) < 2 {
		return err
	}
	chosen, wishes := end.Ranking[0].Person, map[auth.PersonID]representative.Wish{}
	if year < g.today.Year()-1 {
		wishes[chosen] = representative.Declines
		chosen = end.Ranking[1].Person
	}
	wishes[chosen] = representative.Wishes
	if err := g.points.SetWishes(g.ctx, g.actor, year, wishes); err != nil {
		return err
	}
	number, err := g.resolve(end.Day.AddDays(20), fmt.Sprintf("That the representative after the points year %d be as listed.", year))
	if err != nil {
		return err
	}
	if err := g.points.Choose(g.ctx, g.actor, representative.Choosing{
		Year: year, Person: chosen, Resolution: number,
	}); err != nil {
		return err
	}
	if end, err = g.points.YearEnd(g.ctx, g.actor, year); err != nil {
		return err
	}
	return g.points.Close(g.ctx, g.actor, year, end.Revision)
}

// resolve records what the committee resolved on a day, and gives its number.
func (g *generator) resolve(day civil.Date, text string) (string, error) {
	clock := func() civil.Instant { return g.now }
	var present []auth.PersonID
	for _, i := range []int{1, 4, len(Accounts()), len(Accounts()) + 1} { // treasurer, secretary, president, a member
		present = append(present, g.people[i].id)
	}
	r, err := committee.New(g.db, clock, g.auth, governance.New(g.db, clock)).Record(g.ctx, g.actor, committee.ResolutionInput{
		Day: day, Text: text, Mover: present[0], Seconder: present[1], Present: present, Votes: constitution.Votes{Yes: 3},
	})
	return r.Number.String(), err
}
