package events

import (
	"cmp"
	"io"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// sendPairings prints the draw of a round by table, or by name.
func (s *Desk) sendPairings(c echo.Context, w *tournaments.Wallchart, round int, order string) error {
	sheet := pairingSheet(w, round)
	if c.QueryParam("with") == "results" {
		withResults(&sheet, w, round)
	}
	if order == "name" {
		return kit.SendPrint(c, s.fileName(w, "pairings round", strconv.Itoa(round), "by name"), s.Press().PairingsByName, sheet)
	}
	return kit.SendPrint(c, s.fileName(w, "pairings round", strconv.Itoa(round)), s.Press().PairingsByTable, sheet)
}

// pairingSheet is the draw of a round for print.
func pairingSheet(w *tournaments.Wallchart, round int) reports.PairingSheet {
	r, _ := w.Round(round)
	sheet := reports.PairingSheet{Event: w.Event.Name, Section: w.Section.Name, Round: round, Starts: r.Starts}
	if r.State == tournaments.Published {
		sheet.AsAt = r.PublishedAt.Long()
	}
	for _, p := range w.Pairings(round) {
		if p.Game.ID == 0 {
			sheet.Byes = append(sheet.Byes, reports.Bye{Player: printPlayer(p.Black, round), Kind: p.Idle})
			continue
		}
		match := ""
		if p.Match != nil {
			match = p.Match.White.Name + " – " + p.Match.Black.Name
		}
		sheet.Games = append(sheet.Games, reports.Game{
			Match: match, Board: p.Board,
			Table: p.Game.Table, Black: printPlayer(p.Black, round), White: printPlayer(p.White, round),
			Handicap: p.Game.Handicap, Komi: p.Game.Komi.String(), How: w.Section.ShortHandicap(p.Game, p.Black, p.White),
		})
	}
	return sheet
}

func printPlayer(seat tournaments.Seat, round int) reports.Player {
	p := printEntry(seat.Entry)
	p.Score = seat.ScoreBefore(round)
	return p
}

func printEntry(e tournaments.Entry) reports.Player {
	return reports.Player{
		Name: e.Name, Grade: e.Rating.Grade().String(), Club: cmp.Or(e.TeamName, e.Club), SortKey: e.SortKey, ByName: e.ByFamily(),
	}
}

// sendStandings prints the places.
func (s *Desk) sendStandings(c echo.Context, w *tournaments.Wallchart, st tournaments.Standings) error {
	in := reports.Standings{
		Event: w.Event.Name, Section: w.Section.Name, AfterRound: st.Through, Rounds: w.Section.Rounds,
		AsAt: s.Clock().Long(),
	}
	for _, b := range st.Breaks {
		in.TieBreaks = append(in.TieBreaks, breakLabel(b))
		in.Definitions = append(in.Definitions, breakLabel(b)+": "+b.Definition())
	}
	for _, row := range st.Rows {
		line := reports.StandingRow{
			Place: row.Place.From, PointsPlace: row.ScorePlace.From, Player: printEntry(row.Entry),
			Score: float64(row.Score) / 2,
		}
		for _, v := range row.Values {
			line.TieBreaks = append(line.TieBreaks, figureOf(v))
		}
		in.Rows = append(in.Rows, line)
	}
	return kit.SendPrint(c, s.fileName(w, "standings"), s.Press().StandingsPDF, in)
}

// eventCrosstable answers with the workbook of every section.
func (s *Desk) eventCrosstable(c echo.Context) error {
	charts, overview, err := s.eventCharts(c, c.Param("event"))
	if err != nil {
		return err
	}
	e := overview.Event
	in := reports.Crosstable{Event: e.Name, Place: e.Place, Dates: e.Dates(), AsAt: s.Clock().Long()}
	for _, w := range charts {
		if w.Section.Teams() {
			teams, err := teamSheet(w)
			if err != nil {
				return err
			}
			in.Sections = append(in.Sections, teams)
		}
		section, err := printCrosstable(w)
		if err != nil {
			return err
		}
		in.Sections = append(in.Sections, section)
	}
	if len(in.Sections) == 0 {
		return apperr.New(apperr.NotFound, "The event has no sections yet.")
	}
	return kit.SendWritten(c, kit.FormatXLSX, s.TodaysFile("crosstable", e.Slug), func(w io.Writer) error {
		return s.Press().CrosstableXLSX(w, in)
	})
}

func printCrosstable(w *tournaments.Wallchart) (reports.CrosstableSection, error) {
	ct, err := w.Crosstable(0)
	if err != nil {
		return reports.CrosstableSection{}, err
	}
	out := reports.CrosstableSection{Name: w.Section.Name, Rounds: ct.Through}
	if w.Section.Teams() {
		out.Name, out.ClubHead = out.Name+" players", "Team"
	}
	for _, b := range ct.Breaks {
		out.TieBreaks = append(out.TieBreaks, breakLabel(b))
	}
	for _, row := range ct.Rows {
		line := reports.CrosstableRow{
			No: row.Line, Place: row.Place.From, PointsPlace: row.ScorePlace.From, Player: printEntry(row.Entry),
			Score: float64(row.Score) / 2,
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
