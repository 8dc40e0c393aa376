package demo

import (
	"fmt"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/mail"
	"nzgs/internal/pairing"
	"nzgs/internal/ratings"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/internal/weekly"
)

// onlinePlayers is how many play the weekly event; the member who can sign in is one.
const onlinePlayers = 8

// addWeekly sets up an online event in its second round. The round's last day has
// passed, and one game has no result: the member's, whose opponent has reported one
// and handed in a record that says something else.
func (g *generator) addWeekly() error {
	clock := func() civil.Instant { return g.now }
	online := weekly.New(g.db, clock, "", g.tournaments, g.results, mail.New(g.db, clock, nil))
	first := g.today.AddDays(-16)
	g.at(first.AddDays(-5), 9)
	e, err := g.tournaments.CreateEvent(g.ctx, g.actor, tournaments.EventInput{
		Name: fmt.Sprintf("Online Weekly %d", first.Year()), Slug: fmt.Sprintf("online-weekly-%d", first.Year()),
		Place: "Online", From: first, To: first.AddDays(34),
		About: "A game a week, at a time and on a server that the two of you agree on.",
	})
	if err != nil {
		return err
	}
	in := g.section("Weekly")
	in.Rounds, in.Handicap.By, in.Weight = 5, scale.ByRating, ratings.HalfWeight
	section, err := g.tournaments.AddSection(g.ctx, g.actor, e.ID, in)
	if err != nil {
		return err
	}
	member := len(Accounts()) - 1
	for _, p := range g.people[member : member+onlinePlayers] {
		entry := tournaments.EntryInput{Section: section, Visitor: true}
		if _, err := g.tournaments.Enter(g.ctx, g.actor, p.id, entry); err != nil {
			return err
		}
	}
	plan := weekly.Proposed(first, in.Rounds, "Director of the Online Weekly, weekly@example.nz")
	plan.Late = weekly.BothDefault
	if err := online.SetPlan(g.ctx, g.actor, section, plan); err != nil {
		return err
	}
	if err := g.announce(e); err != nil {
		return err
	}
	for n := 1; n <= 2; n++ {
		if err := g.playWeek(e, section, n, first.AddDays(7*(n-1)), g.people[member].id); err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
	}
	return nil
}

// playWeek publishes a round and enters its results; in the second the late player's
// game stays open.
func (g *generator) playWeek(
	e tournaments.Event, section tournaments.SectionID, n int, day civil.Date, late tournaments.PersonID,
) error {
	g.at(day, 10)
	round, err := g.tournaments.Draw(g.ctx, g.actor, section, n)
	if err != nil {
		return err
	}
	if err := g.tournaments.Publish(g.ctx, g.actor, round.ID, round.Version, ""); err != nil {
		return err
	}
	g.at(day.AddDays(4), 20)
	var list []results.Entry
	for i, game := range round.Games {
		p, err := tournaments.GameByID(g.ctx, g.db, game.ID)
		if err != nil {
			return err
		}
		if n == 2 && (p.BlackPerson == late || p.WhitePerson == late) {
			if err := g.reportLate(p, late); err != nil {
				return err
			}
			continue
		}
		won := pairing.BlackWins
		if i%2 == 1 {
			won = pairing.WhiteWins
		}
		list = append(list, results.Entry{Game: game.ID, Version: game.Version, Result: won, Margin: "resignation"})
	}
	_, err = g.results.EnterAll(g.ctx, g.actor, e.ID, list)
	return err
}

// reportLate reports the late player's game for the opponent, with a record that names another winner.
func (g *generator) reportLate(p tournaments.Played, late tournaments.PersonID) error {
	opponent, won, claimed := auth.Actor{Person: p.BlackPerson, Name: p.BlackName}, pairing.BlackWins, "W+R"
	if p.BlackPerson == late {
		opponent, won, claimed = auth.Actor{Person: p.WhitePerson, Name: p.WhiteName}, pairing.WhiteWins, "B+R"
	}
	if _, err := g.results.Report(g.ctx, opponent, results.ReportInput{Game: p.Game.ID, Result: won}); err != nil {
		return err
	}
	_, err := g.results.AttachRecord(g.ctx, opponent, results.AttachForm{
		Game: p.Game.ID, FileName: "online-game.sgf", Content: fmt.Appendf(nil,
			"(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7]PB[%s]PW[%s]RE[%s]DT[%s];B[pd];W[dd];B[pq];W[dp];B[qk])",
			p.BlackName, p.WhiteName, claimed, g.now.Date()),
	})
	return err
}
