package demo

import (
	"fmt"
	"strconv"

	"nzgs/internal/cancelling"
	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/mail"
	"nzgs/internal/tournaments"
)

// The teams of the city league, and how many sit at boards of a match.
const (
	leagueTeams  = 4
	leagueBoards = 3
)

// addTeams sets up a league of teams whose first round is played but for a match.
func (g *generator) addTeams() error {
	if !g.plan.Live {
		return nil
	}
	g.at(g.today.AddDays(-14), 9)
	first := g.today.AddDays(-2)
	e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
		Name: fmt.Sprintf("Team League %d", first.Year()), Slug: fmt.Sprintf("team-league-%d", first.Year()), Place: "Kirikiriroa",
		From: first, To: g.today.AddDays(12), About: "Teams of three, one round a week.",
	})
	if err != nil {
		return err
	}
	in := g.section("League")
	in.Boards, in.Rounds = leagueBoards, leagueTeams-1
	section, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, in)
	if err != nil {
		return err
	}
	at := len(g.people) - 1 - knockoutPlayers
	for n := range leagueTeams {
		team, err := g.tournaments.AddTeam(g.ctx, g.actor, tournaments.TeamInput{
			Section: section, Name: clubPlace(n).city + " " + strconv.Itoa(first.Year()%100),
		})
		if err != nil {
			return err
		}
		for range leagueBoards {
			entry, err := g.tournaments.Enter(
				g.ctx, g.actor, g.people[at].id, tournaments.EntryInput{Section: section, Visitor: true},
			)
			if err != nil {
				return err
			}
			if err := g.tournaments.JoinTeam(g.ctx, g.actor, entry.ID, team.ID); err != nil {
				return err
			}
			at--
		}
	}
	if err := g.announce(e); err != nil {
		return err
	}
	g.at(first, 18)
	round, err := g.tournaments.Draw(g.ctx, g.actor, section, 1)
	if err != nil {
		return err
	}
	if err := g.tournaments.Publish(g.ctx, g.actor, round.ID, round.Version, "7:00 pm"); err != nil {
		return err
	}
	return g.knockOut(e, round, 1)
}

// addCancelled announces an event and cancels it.
func (g *generator) addCancelled() error {
	if !g.plan.Live {
		return nil
	}
	g.at(g.today.AddDays(-8), 9)
	first := g.today.AddDays(33)
	e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
		Name: fmt.Sprintf("Lakes Weekend %d", first.Year()), Slug: fmt.Sprintf("lakes-weekend-%d", first.Year()), Place: "Rotorua",
		From: first, To: first.AddDays(1),
	})
	if err != nil {
		return err
	}
	if _, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, g.section("Open")); err != nil {
		return err
	}
	if err := g.announce(e); err != nil {
		return err
	}
	g.at(g.today.AddDays(-1), 18)
	if e, err = g.tournaments.EventByID(g.ctx, g.actor, e.ID); err != nil {
		return err
	}
	clock := func() civil.Instant { return g.now }
	outbox := mail.New(g.db, clock, nil)
	entries := entering.New(g.db, clock, "", g.auth, g.tournaments, outbox)
	return cancelling.New(g.db, clock, "Demonstration Go Society", "", g.tournaments, entries, outbox).
		Cancel(g.ctx, g.actor, e.ID, "The hall is closed for repairs.", e.Version)
}
