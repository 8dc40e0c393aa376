package events

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// wallChart prints everyone's rounds of all sections of an event, for the wall.
func (s *Desk) wallChart(c echo.Context) error {
	e, err := s.deskEvent(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	charts, _, err := s.eventCharts(c, e.Slug)
	if err != nil {
		return err
	}
	in, name := reports.WallChart{Event: e.Name, AsAt: s.Clock().Long()}, "wall chart"
	if c.QueryParam("paper") == "a3" {
		in.Paper, name = reports.PaperA3, name+" a3"
	}
	for _, w := range charts {
		if w.Section.Teams() {
			teams, err := teamsOnTheWall(w)
			if err != nil {
				return err
			}
			in.Sections = append(in.Sections, teams)
		}
		players, err := playersOnTheWall(w)
		if err != nil {
			return err
		}
		in.Sections = append(in.Sections, players)
	}
	return kit.SendPrint(c, s.TodaysFile(name, e.Slug), s.Press().WallChartPDF, in)
}

// onTheWall is the order of a wall chart, which stays as it is while rounds are played, since the numbers are written by
// hand: the strongest first, who came late after them.
func onTheWall(entries []tournaments.Entry) map[tournaments.EntryID]int {
	order := byStrength(entries)
	slices.SortStableFunc(order, func(a, b tournaments.Entry) int { return cmp.Compare(a.EnteredIn, b.EnteredIn) })
	numbers := make(map[tournaments.EntryID]int, len(order))
	for i, e := range order {
		numbers[e.ID] = i + 1
	}
	return numbers
}

func playersOnTheWall(w *tournaments.Wallchart) (reports.WallChartSection, error) {
	ct, err := w.Crosstable(w.Published())
	if err != nil {
		return reports.WallChartSection{}, err
	}
	numbers, done := onTheWall(w.Entries), allIn(w)
	out := reports.WallChartSection{Name: w.Section.Name, Who: "Player", Rounds: w.Section.Rounds}
	if w.Section.Teams() {
		out.Name += ": players"
	}
	for _, row := range ct.Rows {
		line := reports.WallChartRow{
			No: numbers[row.Entry.ID], Name: row.Entry.Name,
			Details: strings.Join(nonEmpty(row.Entry.Grade(), cmp.Or(row.Entry.TeamName, row.Entry.Club)), " · "),
		}
		for _, cell := range row.Cells {
			line.Boxes = append(line.Boxes, wallBox(cell.Line, numbers[cell.Opponent.ID]))
		}
		if done {
			line.Points, line.Place = row.Score.String(), placeText(row.Place)
		}
		out.Rows = append(out.Rows, line)
	}
	sortOnTheWall(&out)
	return out, nil
}

// teamsOnTheWall are the matches of teams, in the order of the teams.
func teamsOnTheWall(w *tournaments.Wallchart) (reports.WallChartSection, error) {
	ct, err := w.TeamCrosstable(w.Published())
	if err != nil {
		return reports.WallChartSection{}, err
	}
	out, done := reports.WallChartSection{Name: w.Section.Name + ": teams", Who: "Team", Rounds: w.Section.Rounds}, allIn(w)
	number := make(map[int]int, len(ct.Rows)) // by line of the crosstable
	for _, row := range ct.Rows {
		number[row.Line] = row.Team.Number
	}
	for _, row := range ct.Rows {
		line := reports.WallChartRow{No: row.Team.Number, Name: row.Team.Name}
		for _, cell := range row.Cells {
			box := wallBox(cell.Line, number[cell.OpponentLine])
			box.Colour = ""
			if _, boards, ok := strings.Cut(cell.Text, " "); ok {
				box.Small = boards
			}
			line.Boxes = append(line.Boxes, box)
		}
		if done {
			line.Points, line.Place = row.Score.String(), placeText(row.Place)
		}
		out.Rows = append(out.Rows, line)
	}
	sortOnTheWall(&out)
	return out, nil
}

func sortOnTheWall(s *reports.WallChartSection) {
	slices.SortStableFunc(s.Rows, func(a, b reports.WallChartRow) int { return cmp.Compare(a.No, b.No) })
}

// allIn says that every round is played, so that points and places are what they will be.
func allIn(w *tournaments.Wallchart) bool {
	for n := 1; n <= w.Published(); n++ {
		if p := w.Progress(n); p.In < p.Total {
			return false
		}
	}
	return w.Published() == w.Section.Rounds && w.Undecided() == ""
}

// wallBox is a round of a player against the one with that number.
func wallBox(l pairing.Line, opponent int) reports.WallChartBox {
	if l.Kind == pairing.KindPending {
		return reports.WallChartBox{Opponent: strconv.Itoa(opponent), Colour: wallColour(l), Small: wallHandicap(l)}
	}
	box := reports.WallChartBox{Total: l.Total.String()}
	if opponent == 0 {
		box.Small = withoutGame[l.Kind]
		return box
	}
	box.Opponent, box.Colour, box.Sign, box.Small = strconv.Itoa(opponent), wallColour(l), "−", wallHandicap(l)
	switch l.Points {
	case pairing.OnePoint:
		box.Sign = "+"
	case pairing.HalfPoint:
		box.Sign = "="
	}
	if l.Kind == pairing.KindDefault {
		box.Small = "default"
	}
	return box
}

// withoutGame says on a wall chart why someone has no game in a round.
var withoutGame = map[pairing.Kind]string{
	pairing.KindBye: "bye", pairing.KindHalfBye: "½ bye", pairing.KindAbsent: "absent", pairing.KindFreeRound: "free",
	pairing.KindNotDrawn: "no game", pairing.KindNotIn: "–",
}

func wallColour(l pairing.Line) string {
	if l.Colour == pairing.White {
		return "w"
	}
	return "b"
}

func wallHandicap(l pairing.Line) string {
	if l.Handicap == 0 {
		return ""
	}
	return "H" + strconv.Itoa(l.Handicap)
}
