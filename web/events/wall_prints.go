package events

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// sendPlayers prints who takes part, by family name.
func (s *Desk) sendPlayers(c echo.Context, w *tournaments.Wallchart) error {
	l := reports.Listing{
		Over: w.Event.Name, Title: w.Section.Name + ": players",
		Notes: []string{kit.Plural(active(w), "player", "players") + ". " + kit.Capital(sectionTerms(w.Settings())) + "."},
		Columns: []reports.ListingColumn{
			{Title: "", Width: 5}, {Title: "Player", Lines: reports.Whole}, {Title: "Grade", Width: 14}, {Title: "Rating", Width: 14, Figure: true},
			{Title: "Club", Lines: reports.Whole}, {Title: "Note", Lines: reports.Whole},
		},
		AsAt: s.Clock().Long(),
	}
	if w.Section.Teams() {
		l.Columns[4] = reports.ListingColumn{Title: "Team", Lines: reports.Whole}
		l.Columns = slices.Insert(l.Columns, 5, reports.ListingColumn{Title: "Board", Width: 16})
	}
	for _, e := range byName(w.Entries) {
		row := []string{e.ByFamily(), e.Grade(), e.Rating.String(), e.Club, entryNote(e)}
		if w.Section.Teams() {
			row = []string{e.ByFamily(), e.Grade(), e.Rating.String(), e.TeamName, boardOf(w, e), entryNote(e)}
		}
		l.Rows = append(l.Rows, row)
	}
	withSideHeads(&l, 0)
	return kit.SendPrint(c, s.fileName(w, "players"), s.Press().ListingPDF, l)
}

// withSideHeads puts the initials of a list by name before its lines.
func withSideHeads(l *reports.Listing, name int) {
	var names []string
	for _, row := range l.Rows {
		names = append(names, row[name])
	}
	for i, head := range reports.SideHeads(names) {
		l.Rows[i] = append([]string{head}, l.Rows[i]...)
	}
	l.Initial = true
}

// sendCrosstable prints everyone's games by round, the best first.
func (s *Desk) sendCrosstable(c echo.Context, w *tournaments.Wallchart, ct tournaments.Crosstable) error {
	cs := crossSheet{
		who: "Player", after: "Grade", score: scoreHead(w.Section.Settings).Label, through: ct.Through, width: 11.5, widest: 17,
		scoreWidth: 14, across: 10,
		note: "A game is the opponent’s number, + for won, − for lost, = for a jigo, ? for one to come, the colour and the handicap; " +
			"! is by default. 0+, 0= and 0− are points without a game.",
	}
	for _, row := range ct.Rows {
		line := crossLine{
			no: row.Line, place: placeText(row.Place), name: row.Entry.Name, after: row.Entry.Grade(), score: row.Score.String(),
		}
		for _, cell := range row.Cells {
			line.cells = append(line.cells, cell.Text)
		}
		cs.lines = append(cs.lines, line)
	}
	return s.sendCrossSheet(c, w, cs)
}

// badges prints a badge for everyone who takes part, by family name.
func (s *Desk) badges(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	sheet := reports.Badges{Event: w.Event.Name}
	for _, e := range byName(w.Entries) {
		if e.Withdrawn {
			continue
		}
		sheet.Badges = append(sheet.Badges, reports.Badge{
			Name: e.Name, Grade: e.Rating.Grade().String(), From: strings.Join(nonEmpty(e.Club, e.Country), ", "), Section: w.Section.Name,
		})
	}
	return kit.SendPrint(c, s.fileName(w, "badges"), s.Press().BadgesPDF, sheet)
}

func nonEmpty(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}
