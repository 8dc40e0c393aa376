package prizes

import (
	"fmt"
	"slices"

	"nzgs/internal/tournaments"
)

// at is what a player did at a board.
func (p Player) at(board int) OnBoard {
	i := slices.IndexFunc(p.Boards, func(b OnBoard) bool { return b.Board == board })
	if i < 0 {
		return OnBoard{Board: board}
	}
	return p.Boards[i]
}

// teamRule says by what a prize of a section of teams is given.
func (s *standing) teamRule(p Prize, best, ties string) string {
	equal := "equal numbers by the standings"
	if s.rules.Ties == TiesByScore {
		equal = "equal numbers share"
	}
	switch p.Kind {
	case TeamPlace:
		return fmt.Sprintf("Place %d of the teams that can win it, %s.", p.Nth, ties)
	case TeamBand:
		return capital(fmt.Sprintf(
			"%sthe teams from %s to %s, by the mean rating of their boards; %s.", best, p.Best.Grade(), p.Weakest.Grade(), ties,
		))
	case TeamMost:
		return "By matches won; a bye is none; " + equal + "."
	}
	return fmt.Sprintf(
		"By points at board %d, boards won by default too; the bye of a team brings none; %s.", p.Board, equal,
	)
}

func teamFigures(p Prize, one Player, text string) string {
	switch p.Kind {
	case TeamBand:
		return one.Rating.Grade().String() + ", " + text
	case TeamMost, TeamWins:
		return plural(one.Wins, "match won", "matches won") + ", " + text
	case BestOnBoard:
		at := one.at(p.Board)
		return fmt.Sprintf(
			"%s in %s at board %d, %s", plural2(halves(at.Points), "point", "points"), plural(at.Games, "game", "games"), p.Board, text,
		)
	}
	return text
}

// teamsOf are the teams of a section with what prizes are given by.
func teamsOf(w *tournaments.Wallchart) ([]Player, error) {
	st, err := w.TeamStandings(0)
	if err != nil {
		return nil, err
	}
	out := make([]Player, 0, len(st.Rows))
	for _, row := range st.Rows {
		p := Player{
			ID: row.Team.ID.Side(), Team: true, Club: row.Team.Club, Place: row.Place.From, Equal: row.ScorePlace.From,
			Score: row.Score.String(), Points: int(row.Points), Wins: row.Wins, Withdrawn: w.TeamWithdrawn(row.Team),
			Figures: figuresOf(plural2(row.Score.String(), "match point", "match points"), st.Breaks, row.Values),
		}
		p.Rating, _ = w.TeamRating(row.Team)
		for _, l := range row.Rounds {
			p.Played = p.Played || l.Opponent != "" && l.Result != ""
		}
		out = append(out, p)
	}
	return out, nil
}

// onBoards counts what players did at the boards of their teams. A board that was won by default because no one sat on its
// other side is a game won; the bye of a team is none.
func onBoards(w *tournaments.Wallchart, through int, players []Player) {
	index := make(map[tournaments.EntryID]*Player, len(players))
	for i := range players {
		index[players[i].ID] = &players[i]
	}
	for round := 1; round <= through; round++ {
		for _, m := range w.Matches(round) {
			for _, b := range m.Boards {
				for side, e := range b.Seats {
					points, counts := b.Brought(side)
					p := index[e.ID]
					if p == nil || !counts {
						continue
					}
					if b.Game.ID == 0 {
						p.Wins++
					}
					p.sat(b.Board, int(points))
				}
			}
		}
	}
}

func (p *Player) sat(board, points int) {
	i := slices.IndexFunc(p.Boards, func(b OnBoard) bool { return b.Board == board })
	if i < 0 {
		i, p.Boards = len(p.Boards), append(p.Boards, OnBoard{Board: board})
	}
	p.Boards[i].Games++
	p.Boards[i].Points += points
}

// canHave reports whether whoever wins prizes of a kind is of the section: a team, or a player.
func canHave(w *tournaments.Wallchart, kind Kind, id tournaments.EntryID) bool {
	if kind.Teams() {
		_, ok := w.Team(tournaments.TeamOf(id))
		return ok
	}
	_, ok := w.Entry(id)
	return ok
}
