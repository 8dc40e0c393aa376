package entering

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/entering"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// listed is the list of people that the director's list and its files give out.
const listed = "entries of an event"

// listFile is the director's list of who entered as a file.
func (s *Desk) listFile(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	sheet, err := s.entering.Sheet(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(sheet.Rows)+len(sheet.Off))
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile("entries online", sheet.Event.Slug), sheetTable(sheet, s.Today().Long()))
}

// sheetTable is everyone on the list, then those who are off it.
func sheetTable(sheet entering.Sheet, today string) reports.Table {
	t := reports.Table{
		Title: "Who entered", Note: sheet.Event.Name + ", as at " + today,
		Columns: kit.Columns(
			"Player", "Section", "State", "Waits as number", "Strength", "Club", "Country", "EGF PIN", "AGA number", "Misses rounds",
			"Pays as", "Fee", "Paid", "How", "Paid on", "Invoice", "E-mail", "Note", "Wants team",
		),
	}
	for _, r := range slices.Concat(sheet.Rows, sheet.Off) {
		t.Rows = append(t.Rows, sheetRow(r))
	}
	return t
}

func sheetRow(r entering.Row) []reports.Cell {
	strength, line := r.Rating, reports.Cell{}
	if strength == "" {
		strength = r.Grade
	}
	if r.State == entering.Waiting {
		line = reports.Int(r.Line)
	}
	cells := []reports.Cell{
		reports.Text(r.Player), reports.Text(r.Section), reports.Text(stateBadge(r.State).Text), line,
		reports.Text(strength), reports.Text(r.Club), reports.Text(r.Country), reports.Text(r.PIN), reports.Text(r.AGA),
		reports.Text(tournaments.FormatRounds(r.Absent)), reports.Text(r.Kind.String()), reports.Money(r.Fee),
	}
	switch {
	case r.Paid.Made():
		cells = append(cells, reports.Money(r.Fee), reports.Text(r.Paid.How.String()), reports.Date(r.Paid.At.Date()), reports.Text(""))
	case r.Bill != nil:
		cells = append(
			cells, reports.Money(r.Bill.Paid), reports.Text("by the books"), reports.Text(""), reports.Text(r.Bill.Number.String()),
		)
	default:
		cells = append(cells, reports.Money(0), reports.Text(""), reports.Text(""), reports.Text(""))
	}
	return append(cells, reports.Text(r.Email), reports.Text(r.Note), reports.Text(r.Team))
}
