package tournaments

import (
	"fmt"

	"nzgs/internal/pairing"
)

// TeamCrosstable shows the matches of every team by round, best first.
type TeamCrosstable struct {
	Through int
	Breaks  []pairing.TieBreak
	Rows    []TeamCrosstableRow
}

// TeamCrosstableRow is one team's line.
type TeamCrosstableRow struct {
	Line  int // position in the table, from 1, which the cells of others refer to
	Team  Team
	Cells []TeamCell // by round
	pairing.Row
}

// TeamCell is one round of one team.
type TeamCell struct {
	pairing.Line
	OpponentLine int    // 0 without one
	Text         string // "3+ 2–1": the opponent, the result, the points on the boards
	Match        *MatchChart
	Side         int // of the match that the team is: 0 or 1
}

// TeamCrosstable is everyone's matches through a round; 0 as in TeamStandings.
func (w *Wallchart) TeamCrosstable(round int) (TeamCrosstable, error) {
	s, err := w.TeamStandings(round)
	if err != nil {
		return TeamCrosstable{}, err
	}
	line := make(map[TeamID]int, len(s.Rows))
	for i, row := range s.Rows {
		line[row.Team.ID] = i + 1
	}
	played := make(map[int][]MatchChart, s.Through)
	for n := 1; n <= s.Through; n++ {
		played[n] = w.Matches(n)
	}
	out := TeamCrosstable{Through: s.Through, Breaks: s.Breaks}
	for i, row := range s.Rows {
		r := TeamCrosstableRow{Line: i + 1, Team: row.Team, Row: row.Row}
		for _, l := range row.Rounds {
			cell := TeamCell{Line: l}
			for k := range played[l.Round] {
				m := &played[l.Round][k]
				switch row.Team.ID {
				case m.White.ID:
					cell.Match, cell.OpponentLine = m, line[m.Black.ID]
				case m.Black.ID:
					cell.Match, cell.Side, cell.OpponentLine = m, 1, line[m.White.ID]
				}
			}
			cell.Text = cell.text()
			r.Cells = append(r.Cells, cell)
		}
		out.Rows = append(out.Rows, r)
	}
	return out, nil
}

// text is the cell as crosstables write it: as for players where the team has no match.
func (c TeamCell) text() string {
	if c.Match == nil {
		return Cell{Line: c.Line}.text()
	}
	mine, theirs := c.Match.Score[c.Side], c.Match.Score[1-c.Side]
	sign := "-"
	switch {
	case !c.Match.Complete():
		sign = "?"
	case c.Points == pairing.OnePoint:
		sign = "+"
	case c.Points == pairing.HalfPoint:
		sign = "="
	}
	if !c.Match.Complete() && mine+theirs == 0 {
		return fmt.Sprintf("%d%s", c.OpponentLine, sign)
	}
	return fmt.Sprintf("%d%s %s–%s", c.OpponentLine, sign, mine, theirs)
}
