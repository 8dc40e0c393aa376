package events

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// sendTeamCrosstable answers with the matches of teams by round.
func (s *Desk) sendTeamCrosstable(c echo.Context, w *tournaments.Wallchart, format string) error {
	ct, err := w.TeamCrosstable(afterRound(c, w))
	if err != nil {
		return err
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "crosstable"), teamCrosstableDataOf(w, ct))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "crosstable"), teamCrosstableTable(w, ct))
	case kit.FormatPDF:
		return s.printTeamCrosstable(c, w, ct)
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := CrosstablePage{Of: ofTabs(c, w, "crosstable")}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": crosstable", "Crosstable")
	if len(ct.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No teams yet", Text: "The crosstable appears with the first draw."}
		return crosstableView.Render(c, http.StatusOK, page)
	}
	page.Text = "Opponents are named by their number in this table: 3+ 2–1 is a match won against No. 3, 2–1 on the boards. " +
		"Open a match for its boards."
	page.Crosstable = teamCrosstableOf(w, ct)
	page.Exports = crosstableExports(c, w)
	return crosstableView.Render(c, http.StatusOK, page)
}

func teamCrosstableOf(w *tournaments.Wallchart, ct tournaments.TeamCrosstable) Crosstable {
	out := Crosstable{Label: w.Section.Name + ", " + afterText(w, ct.Through), Who: "Team"}
	for n := 1; n <= ct.Through; n++ {
		out.Rounds = append(out.Rounds, strconv.Itoa(n))
	}
	out.Heads = append([]ColumnHead{teamScoreHead(w)}, breakHeads(ct.Breaks)...)
	for _, row := range ct.Rows {
		line := CrosstableRow{Line: strconv.Itoa(row.Line), Place: placeText(row.Place), Player: teamSeat(row.Team)}
		line.Player.URL = teamsURL(w)
		for _, cell := range row.Cells {
			line.Cells = append(line.Cells, teamCrossCell(w, row.Team, cell))
		}
		line.Values = append(line.Values, row.Score.String())
		for _, v := range row.Values {
			line.Values = append(line.Values, valueText(v.Number, v.Unit))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// teamCrossCell is a match seen from one of the two, which opens to its boards.
func teamCrossCell(w *tournaments.Wallchart, t tournaments.Team, cell tournaments.TeamCell) CrossCell {
	out := CrossCell{Kind: cellKind(cell.Line), Text: cell.Text}
	var matches []tournaments.MatchChart
	if cell.Match != nil {
		matches = append(matches, *cell.Match)
		if cell.Kind != pairing.KindPending && cell.Points == pairing.HalfPoint {
			out.Kind = "jigo"
		}
		for _, b := range cell.Match.Boards {
			out.Terms.Lines = append(out.Terms.Lines, boardText(b, cell.Side))
		}
	}
	out.Title = fmt.Sprintf("Round %d: %s", cell.Round, teamLineText(w, t, cell.Line, matches))
	return out
}

// boardText is a board seen from one side: "Board 1: Mei Lin (White) beat Tama Rāwiri".
func boardText(b tournaments.BoardLine, side int) string {
	mine, other := b.Seats[side], b.Seats[1-side]
	name := func(e tournaments.Entry) string {
		if e.ID == 0 {
			return "no one"
		}
		return e.Name
	}
	head := fmt.Sprintf("Board %d: %s", b.Board, name(mine))
	if b.Game.ID == 0 {
		switch {
		case b.Won[side]:
			return head + " won by default"
		case b.Won[1-side]:
			return head + " lost by default to " + name(other)
		}
		return head + " and " + name(other) + ": no game"
	}
	colour := "Black"
	if b.Game.White == mine.ID {
		colour = "White"
	}
	head += " (" + colour + ") "
	points, in := b.Brought(side)
	theirs, _ := b.Brought(1 - side)
	switch {
	case !in:
		return head + "plays " + name(other)
	case points > theirs:
		return head + "beat " + name(other)
	case points < theirs:
		return head + "lost to " + name(other)
	case points == 0:
		return head + "and " + name(other) + ": lost by both"
	}
	return head + "level with " + name(other)
}

// crosstableExports are the files of a crosstable.
func crosstableExports(c echo.Context, w *tournaments.Wallchart) []kit.Link {
	all := kit.Link{Label: "XLSX of all sections", URL: kit.EventURL(w.Event.Slug) + "/crosstable.xlsx"}
	return append([]kit.Link{all}, kit.Exports(c, "PDF", ".pdf", "CSV", ".csv", "JSON", ".json")...)
}

func teamCrosstableTable(w *tournaments.Wallchart, ct tournaments.TeamCrosstable) reports.Table {
	titles := []string{"No.", "Place", "Team", "Club"}
	for n := 1; n <= ct.Through; n++ {
		titles = append(titles, "Round "+strconv.Itoa(n))
	}
	titles = append(titles, teamScoreHead(w).Label)
	for _, b := range ct.Breaks {
		titles = append(titles, breakLabel(b))
	}
	t := reports.Table{Title: w.Section.Name, Columns: kit.Columns(titles...)}
	for _, row := range ct.Rows {
		cells := []reports.Cell{
			reports.Int(row.Line), reports.Int(row.Place.From), reports.Text(row.Team.Name), reports.Text(row.Team.Club),
		}
		for _, cell := range row.Cells {
			cells = append(cells, reports.Text(cell.Text))
		}
		cells = append(cells, reports.Figure(float64(row.Score)/2))
		for _, v := range row.Values {
			cells = append(cells, reports.Figure(figureOf(v)))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// printTeamCrosstable prints the matches of teams by round, the best team first.
func (s *Desk) printTeamCrosstable(c echo.Context, w *tournaments.Wallchart, ct tournaments.TeamCrosstable) error {
	cs := crossSheet{
		who: "Team", score: teamScoreHead(w).Label, through: ct.Through, width: 18, widest: 22, scoreWidth: 24, across: 7,
		note: "A match is the opponent’s number, + for won, − for lost, = for level, ? for one to come, and the points on the boards. " +
			"0+, 0= and 0− are points without a match.",
	}
	for _, row := range ct.Rows {
		line := crossLine{no: row.Line, place: placeText(row.Place), name: row.Team.Name, score: row.Score.String()}
		for _, cell := range row.Cells {
			line.cells = append(line.cells, cell.Text)
		}
		cs.lines = append(cs.lines, line)
	}
	return s.sendCrossSheet(c, w, cs)
}

// teamSheet is the crosstable of teams for a workbook.
func teamSheet(w *tournaments.Wallchart) (reports.CrosstableSection, error) {
	ct, err := w.TeamCrosstable(0)
	if err != nil {
		return reports.CrosstableSection{}, err
	}
	out := reports.CrosstableSection{Name: w.Section.Name + " teams", Rounds: ct.Through, Teams: true}
	for _, b := range ct.Breaks {
		out.TieBreaks = append(out.TieBreaks, breakLabel(b))
	}
	for _, row := range ct.Rows {
		line := reports.CrosstableRow{
			No: row.Line, Place: row.Place.From, PointsPlace: row.ScorePlace.From,
			Player: reports.Player{Name: row.Team.Name, Club: row.Team.Club}, Score: float64(row.Score) / 2,
		}
		for _, cell := range row.Cells {
			line.Results = append(line.Results, cell.Text)
		}
		for _, v := range row.Values {
			line.TieBreaks = append(line.TieBreaks, figureOf(v))
		}
		out.Rows = append(out.Rows, line)
	}
	return out, nil
}

type teamCrosstableData struct {
	After int                 `json:"after_round"`
	Rows  []teamCrosstableRow `json:"rows"`
}

type teamCrosstableRow struct {
	Line   int            `json:"line"`
	Place  placeData      `json:"place"`
	Team   string         `json:"team"`
	Score  float64        `json:"score"`
	Rounds []teamCellData `json:"rounds"`
}

type teamCellData struct {
	cellData
	Points *[2]float64 `json:"board_points,omitempty"` // own, the other team's; none without a match
	Boards []string    `json:"boards,omitempty"`
}

func teamCrosstableDataOf(w *tournaments.Wallchart, ct tournaments.TeamCrosstable) teamCrosstableData {
	out := teamCrosstableData{After: ct.Through, Rows: []teamCrosstableRow{}}
	for _, row := range ct.Rows {
		line := teamCrosstableRow{
			Line: row.Line, Place: placeDataOf(row.Place), Team: row.Team.Name, Score: float64(row.Score) / 2, Rounds: []teamCellData{},
		}
		for _, cell := range row.Cells {
			data := teamCellData{cellData: cellData{
				Round: cell.Round, Kind: string(cell.Kind), Opponent: cell.OpponentLine, Text: cell.Text,
			}}
			if m := cell.Match; m != nil {
				data.Points = &[2]float64{float64(m.Score[cell.Side]) / 2, float64(m.Score[1-cell.Side]) / 2}
				data.Boards = teamCrossCell(w, row.Team, cell).Terms.Lines
			}
			line.Rounds = append(line.Rounds, data)
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// crossSheet is a crosstable for print.
type crossSheet struct {
	who, after, score, note string // after is the head of what stands after a name; "" is nothing
	through                 int
	width, widest           float64 // of a round: at least, and at most
	scoreWidth              float64
	across                  int // rounds beside each other on a sheet; more are under them
	lines                   []crossLine
}

type crossLine struct {
	no                        int
	place, name, after, score string // after the name: a grade
	cells                     []string
}

// Widths of a crosstable on paper, in millimetres.
const (
	crossUpright, crossAcross = 178.0, 265.0 // between the margins
	crossGap                  = 3.5
	crossNo, crossPlace       = 8.0, 11.0
	crossGrade                = 12.0
	crossName, crossNameMost  = 44.0, 75.0 // of names: at least, and at most
)

// lay gives a sheet its columns and turns it where upright leaves too little room for names.
func (cs crossSheet) lay(l *reports.Listing) (across int) {
	across = min(cs.across, cs.through)
	fixed := crossNo + crossPlace + cs.scoreWidth + float64(across+3)*crossGap
	l.Columns = []reports.ListingColumn{
		{Title: "No.", Width: crossNo, Figure: true}, {Title: "Place", Width: crossPlace, Figure: true},
		{Title: cs.who, Lines: reports.Whole},
	}
	if cs.after != "" {
		fixed += crossGrade + crossGap
		l.Columns = append(l.Columns, reports.ListingColumn{Title: cs.after, Width: crossGrade})
	}
	room := crossUpright - fixed
	if room-cs.width*float64(across) < crossName {
		l.Across, room = true, crossAcross-fixed
	}
	width := cs.width
	if across > 0 {
		width = max(cs.width, min(cs.widest, (room-crossNameMost)/float64(across)))
	}
	for n := 1; n <= across; n++ {
		title := strconv.Itoa(n)
		for more := n + cs.across; more <= cs.through; more += cs.across {
			title += " " + strconv.Itoa(more)
		}
		l.Columns = append(l.Columns, reports.ListingColumn{Title: title, Width: width, Lines: 2})
	}
	l.Columns = append(l.Columns, reports.ListingColumn{Title: cs.score, Width: cs.scoreWidth, Figure: true})
	return across
}

// sendCrossSheet prints everyone's rounds, the best first.
func (s *Desk) sendCrossSheet(c echo.Context, w *tournaments.Wallchart, cs crossSheet) error {
	l := reports.Listing{
		Over: w.Event.Name, Title: w.Section.Name + ": crosstable, " + afterText(w, cs.through), Notes: []string{cs.note},
		AsAt: s.Clock().Long(), Five: cs.through <= cs.across,
	}
	across := cs.lay(&l)
	heads := 3
	if cs.after != "" {
		heads++
	}
	for _, row := range cs.lines {
		for from := 0; from == 0 || from < len(row.cells); from += cs.across {
			line, score := make([]string, heads), ""
			if from == 0 {
				copy(line, []string{strconv.Itoa(row.no), row.place, row.name, row.after})
				score = row.score
			}
			for k := from; k < from+across; k++ {
				text := ""
				if k < len(row.cells) {
					text = strings.ReplaceAll(row.cells[k], "-", "−")
				}
				line = append(line, text)
			}
			l.Rows = append(l.Rows, append(line, score))
		}
	}
	return kit.SendPrint(c, s.fileName(w, "crosstable"), s.Press().ListingPDF, l)
}
