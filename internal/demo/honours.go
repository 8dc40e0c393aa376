package demo

import (
	"fmt"

	"nzgs/internal/civil"
	"nzgs/internal/grades"
	"nzgs/internal/titles"
)

// Titles and diplomas of the demonstration.
const (
	earlierChampions = 5 // years before those whose events are there
	awardedDiplomas  = 3
	waitingProposals = 1 // at least
)

// addTitles lets the last event of each of two calendar years decide the champion of New Zealand, and enters champions of
// years before.
func (g *generator) addTitles() error {
	g.at(g.today.AddDays(-3), 13)
	byYear, err := g.pastByYear()
	if err != nil {
		return err
	}
	this := g.today.Year()
	for year := this - pointsYears; year < this; year++ {
		if len(byYear[year]) == 0 {
			continue
		}
		sections, err := g.tournaments.TitleSections(g.ctx, g.actor, byYear[year][0].ID)
		if err != nil || len(sections) == 0 {
			return err
		}
		if err := g.tournaments.DeclareTitle(g.ctx, g.actor, sections[0].Section.ID, 1, 0); err != nil {
			return fmt.Errorf("the title of %d: %w", year, err)
		}
	}
	roll := titles.New(g.db, func() civil.Instant { return g.now })
	for i := range earlierChampions {
		p := g.people[(7*i+9)%len(g.people)]
		one, err := g.members.File(g.ctx, g.actor, p.id)
		if err != nil {
			return err
		}
		if err := roll.Enter(g.ctx, g.actor, titles.Row{
			Year: fmt.Sprint(this - pointsYears - 1 - i), Title: "Champion of New Zealand", Event: "New Zealand Go Congress",
			Champion: fmt.Sprintf("%s (%d)", one.Person.Name, p.id), Source: "the society’s minutes",
		}); err != nil {
			return fmt.Errorf("an earlier champion: %w", err)
		}
	}
	return nil
}

// addDiplomas awards the first dans that are proposed, and leaves the others to wait.
func (g *generator) addDiplomas() error {
	g.at(g.today.AddDays(-2), 12)
	service := grades.New(g.db, func() civil.Instant { return g.now })
	waiting, _, err := service.Proposals(g.ctx, g.actor, 1, 0)
	if err != nil {
		return err
	}
	n := min(awardedDiplomas, len(waiting)-waitingProposals)
	for _, p := range waiting[:max(n, 0)] {
		number, err := g.resolve(g.today.AddDays(-2), fmt.Sprintf("That %s be awarded to the player listed.", p.Grade))
		if err != nil {
			return err
		}
		if _, err := service.Award(g.ctx, g.actor, grades.Awarding{
			Person: p.Person, Grade: p.Grade, Submission: p.First.Submission, Resolution: number,
		}); err != nil {
			return fmt.Errorf("the diploma of person %d: %w", p.Person, err)
		}
	}
	return nil
}
