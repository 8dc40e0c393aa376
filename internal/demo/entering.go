package demo

import (
	"errors"
	"fmt"
	"slices"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/mail"
	"nzgs/internal/money"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

// Who has entered the open event online: two hold the last places, the third waits for one.
const (
	onlineEntries = 3
	onlinePlaces  = 2 // beyond those who are entered by hand
)

// takeEntries opens an event for online entry, with fees and a limit that has been reached.
func (g *generator) takeEntries(e tournaments.Event, section tournaments.SectionID) error {
	clock := func() civil.Instant { return g.now }
	online := entering.New(g.db, clock, "", g.auth, g.tournaments, mail.New(g.db, clock, nil))
	terms, err := online.Terms(g.ctx, g.actor, e.ID)
	if err != nil {
		return err
	}
	entries, err := tournaments.EntriesIn(g.ctx, g.db, section)
	if err != nil {
		return err
	}
	student := money.Cents(15_00)
	if err := online.SetTerms(g.ctx, g.actor, e.ID, entering.TermsInput{
		Taken: true, Closes: terms.Closes, Fees: entering.Fees{Member: 30_00, Visitor: 45_00, Student: &student},
		Pay:   "The club takes fees at the door, in cash or by card.",
		Lists: tournaments.ListAll, Places: map[entering.SectionID]int{section: len(entries) + onlinePlaces},
	}); err != nil {
		return err
	}
	left := onlineEntries
	for _, p := range g.people[len(seated()):] {
		if left == 0 {
			break
		}
		if slices.ContainsFunc(entries, func(e tournaments.Entry) bool { return e.Person == p.id }) {
			continue
		}
		g.now = g.now.Add(hours(1))
		_, err := online.EnterOwn(g.ctx, auth.Actor{Account: 1, Person: p.id, Name: "A member"}, e.ID, entering.Input{
			Section: section, Absent: map[bool]string{true: "6"}[left == 1],
			Note: map[bool]string{true: "My train arrives at 9:40."}[left == onlineEntries],
		})
		var why *apperr.Error
		if errors.As(err, &why) && why.Kind == apperr.Invalid {
			continue // no grade is known
		}
		if err != nil {
			return err
		}
		left--
	}
	return nil
}

// knockoutPlayers is how many play the knock-out; its first round is played, and one game of the second.
const knockoutPlayers = 8

// addKnockout sets up a knock-out of two evenings between the first.
func (g *generator) addKnockout() error {
	g.at(g.today.AddDays(-12), 9)
	first := g.today.AddDays(-3)
	e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
		Name: fmt.Sprintf("Cup of the Harbour %d", first.Year()), Slug: fmt.Sprintf("harbour-cup-%d", first.Year()),
		Place: "Tāmaki Makaurau", From: first, To: g.today.AddDays(4), About: "Who loses is out; the losers of the semi-finals play for third place.",
	})
	if err != nil {
		return err
	}
	in := g.section("Cup")
	in.System, in.Knockout.ThirdPlace, in.Rounds = pairing.Knockout, true, 3
	section, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, in)
	if err != nil {
		return err
	}
	last := len(g.people) - 1
	for i := range knockoutPlayers {
		if _, err := g.tournaments.Enter(
			g.ctx, g.actor, g.people[last-i].id, tournaments.EntryInput{Section: section, Visitor: true},
		); err != nil {
			return err
		}
	}
	if err := g.announce(e); err != nil {
		return err
	}
	for n := 1; n <= 2; n++ {
		g.at(first.AddDays(n-1), 18)
		round, err := g.tournaments.Draw(g.ctx, g.actor, section, n)
		if err != nil {
			return err
		}
		if err := g.tournaments.Publish(g.ctx, g.actor, round.ID, round.Version, "7:00 pm"); err != nil {
			return err
		}
		if err := g.knockOut(e, round, n); err != nil {
			return err
		}
	}
	return nil
}

// knockOut enters the results of a round: the stronger player wins. Of the second round one game is not played yet.
func (g *generator) knockOut(e tournaments.Event, round tournaments.Round, n int) error {
	g.now = g.now.Add(hours(2))
	w, err := g.tournaments.Wallchart(g.ctx, g.actor, round.Section)
	if err != nil {
		return err
	}
	var list []results.Entry
	for _, game := range round.Games {
		if n == 2 && len(list) == 1 {
			break
		}
		black, _ := w.Entry(game.Black)
		white, _ := w.Entry(game.White)
		result := pairing.BlackWins
		if white.Rating > black.Rating {
			result = pairing.WhiteWins
		}
		list = append(list, results.Entry{Game: game.ID, Version: game.Version, Result: result})
	}
	_, err = g.results.EnterAll(g.ctx, g.actor, e.ID, list)
	return err
}
