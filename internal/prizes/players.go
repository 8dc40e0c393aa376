package prizes

import (
	"slices"
	"strings"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// playersOf are the players of a section with what prizes are given by, and whether every result is in.
func playersOf(w *tournaments.Wallchart, groups Groups) ([]Player, bool, error) {
	st, err := w.Standings(0)
	if err != nil {
		return nil, false, err
	}
	out := make([]Player, 0, len(st.Rows))
	for _, row := range st.Rows {
		p := Player{
			ID: row.Entry.ID, Rating: row.Entry.Rating, Club: row.Entry.Club, Place: row.Place.From, Equal: row.ScorePlace.From,
			Score: row.Score.String(), Points: int(row.Points), Wins: row.Wins, Withdrawn: row.Entry.Withdrawn,
			Junior: slices.Contains(groups.Juniors, row.Entry.ID), Woman: slices.Contains(groups.Women, row.Entry.ID),
		}
		for _, l := range row.Rounds {
			p.Played = p.Played || l.Opponent != "" && l.Result != ""
		}
		p.Figures = figuresOf(plural2(p.Score, "point", "points"), st.Breaks, row.Values)
		out = append(out, p)
	}
	if !w.Section.Teams() {
		return out, st.Final, nil
	}
	onBoards(w, st.Through, out)
	teams, err := teamsOf(w)
	return append(teams, out...), st.Final, err
}

// figuresOf are a score and the tie-breaks after it: "4 points, SOS 17".
func figuresOf(score string, breaks []pairing.TieBreak, values []pairing.Value) string {
	figures := []string{score}
	for i, v := range values {
		name := string(breaks[i])
		switch breaks[i] {
		case pairing.BoardPoints:
			name = "board points"
		case pairing.BoardWeighted:
			name = "weighted boards"
		}
		figures = append(figures, name+" "+v.String())
	}
	return strings.Join(figures, ", ")
}

// plural2 is a score with its word: "1 point", "½ point", "2½ points".
func plural2(n, one, more string) string {
	if n == "1" || n == "½" {
		return n + " " + one
	}
	return n + " " + more
}
