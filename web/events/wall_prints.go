package events

import (
	"strconv"
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
			{Title: "", Width: 5}, {Title: "Player", Lines: 2}, {Title: "Grade", Width: 14}, {Title: "Rating", Width: 14, Figure: true},
			{Title: "Club", Width: 30, Lines: 2}, {Title: "Note", Width: 44, Lines: 2},
		},
		AsAt: s.Clock().Long(),
	}
	for _, e := range byName(w.Entries) {
		l.Rows = append(l.Rows, []string{e.ByFamily(), e.Grade(), e.Rating.String(), e.Club, entryNote(e)})
	}
	withSideHeads(l.Rows, 0)
	return kit.SendPrint(c, fileName(w, "players"), s.Press().ListingPDF, l)
}

// withSideHeads puts the initials of a list by name before its lines.
func withSideHeads(rows [][]string, name int) {
	var names []string
	for _, row := range rows {
		names = append(names, row[name])
	}
	for i, head := range reports.SideHeads(names) {
		rows[i] = append([]string{head}, rows[i]...)
	}
}

// roundsAcross is how many rounds of a crosstable stand beside each other on a sheet; more are under them.
const roundsAcross = 10

// sendCrosstable prints everyone's games by round, the best first.
func (s *Desk) sendCrosstable(c echo.Context, w *tournaments.Wallchart, ct tournaments.Crosstable) error {
	l := reports.Listing{
		Over: w.Event.Name, Title: w.Section.Name + ": crosstable, " + afterText(w, ct.Through),
		Notes: []string{
			"A game is the opponent’s number, + for won, − for lost, = for a jigo, ? for one to come, the colour and the handicap; " +
				"! is by default. 0+, 0= and 0− are points without a game.",
		},
		Columns: []reports.ListingColumn{{Title: "No.", Width: 8, Figure: true}, {Title: "Player", Lines: 2}, {Title: "", Width: 9}},
		AsAt:    s.Clock().Long(),
	}
	across := min(roundsAcross, ct.Through)
	for n := 1; n <= across; n++ {
		title := strconv.Itoa(n)
		for more := n + roundsAcross; more <= ct.Through; more += roundsAcross {
			title += " " + strconv.Itoa(more)
		}
		l.Columns = append(l.Columns, reports.ListingColumn{Title: title, Width: 11.5, Lines: 2})
	}
	l.Columns = append(l.Columns, reports.ListingColumn{Title: scoreHead(w.Section.Settings).Label, Width: 13, Figure: true})
	for _, row := range ct.Rows {
		for from := 0; from == 0 || from < len(row.Cells); from += roundsAcross {
			line := []string{"", "", ""}
			if from == 0 {
				line = []string{strconv.Itoa(row.Line), row.Entry.Name, row.Entry.Grade()}
			}
			for k := from; k < from+across; k++ {
				text := ""
				if k < len(row.Cells) {
					text = strings.ReplaceAll(row.Cells[k].Text, "-", "−")
				}
				line = append(line, text)
			}
			score := ""
			if from == 0 {
				score = row.Score.String()
			}
			l.Rows = append(l.Rows, append(line, score))
		}
	}
	return kit.SendPrint(c, fileName(w, "crosstable"), s.Press().ListingPDF, l)
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
	return kit.SendPrint(c, fileName(w, "badges"), s.Press().BadgesPDF, sheet)
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
