package constitution

import (
	"github.com/labstack/echo/v4"

	"nzgs/reports"
	"nzgs/web/kit"
)

// dutiesFile is what is due for the reader, as a file.
func (s *Desk) dutiesFile(c echo.Context) error {
	list, err := s.due.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	t := reports.Table{
		Title: "Duties", Note: "As at " + s.Today().Long(),
		Columns: kit.Columns("Due", "Duty", "Who", "Rule", "How the date is worked out", "State", "Done on"),
	}
	for _, d := range list {
		state, done := "", reports.Text("")
		for _, g := range dutyStates {
			if d.StateOn(s.Today()) == g.state {
				state = g.title
			}
		}
		if d.Done() {
			done = reports.Date(d.DoneAt.Date())
		}
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Date(d.Due), reports.Text(d.Title), reports.Text(kit.Capital(string(d.Owner))), reports.Text(d.Says()),
			reports.Text(d.Trace), reports.Text(state), done,
		})
	}
	kit.NoStore(c)
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile("duties", ""), t)
}
