package tournaments

import (
	"fmt"

	"nzgs/internal/pairing"
)

// MatchScore says how a match stands: "Aroha Ngata leads 2–1, first to 3."; "" of other systems, and before a result is in.
func (w *Wallchart) MatchScore() string {
	if w.Section.System != pairing.Match || w.Section.Teams() {
		return ""
	}
	st, err := w.Standings(0)
	if err != nil || len(st.Rows) != 2 || st.Through == 0 || st.Rows[0].Entry.Withdrawn || st.Rows[1].Entry.Withdrawn {
		return ""
	}
	first, second := st.Rows[0], st.Rows[1]
	if second.Score > first.Score {
		first, second = second, first
	}
	return matchScore(first.Entry.Name, first.Score, second.Score, w.Section.Rounds, st.Through, w.Section.PlayOut)
}

// matchScore says how a match of so many games stands after some of them, for who has the higher score.
func matchScore(leader string, high, low pairing.Score, games, played int, playOut bool) string {
	left := pairing.Score(games-played) * pairing.OnePoint
	score := fmt.Sprintf("%s–%s", high, low)
	to := fmt.Sprintf(", first to %s", pairing.Score(games+1)) // more than half the points
	if playOut {
		to = fmt.Sprintf(", %d of %d games played", played, games)
	}
	switch {
	case high-low > left && (left == 0 || !playOut):
		return fmt.Sprintf("%s has won the match %s.", leader, score)
	case high-low > left:
		return fmt.Sprintf("%s has won the match and leads %s%s.", leader, score, to)
	case left == 0:
		return fmt.Sprintf("The match ends level, %s.", score)
	case high == low:
		return fmt.Sprintf("Level at %s%s.", score, to)
	}
	return fmt.Sprintf("%s leads %s%s.", leader, score, to)
}
