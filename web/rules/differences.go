package rules

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"nzgs/internal/games"
	"nzgs/internal/games/lessons"
	"nzgs/web/kit"
)

// DifferencesPage says where the texts of Go part.
type DifferencesPage struct {
	kit.Page
	Texts    []string
	Rows     []DifferenceRow
	Examples []Example
	Rules    string // where the society's own text is checked
}

// DifferenceRow is a position with what each text says of it.
type DifferenceRow struct {
	Title, URL, Text string
	Says             []Said
}

// Said is what a text says.
type Said struct{ Text, Says string }

var differencesView = kit.NewView[DifferencesPage](templates, "differences.html")

// judged are all rows; the rules do not change while the program runs.
var judged = sync.OnceValues(func() (rows []DifferenceRow, err error) {
	for _, d := range lessons.Differences() {
		row := DifferenceRow{Title: d.Title, URL: "#" + d.Key, Text: d.Text}
		for _, text := range lessons.Texts() {
			v, err := d.Judge(text)
			if err != nil {
				return nil, fmt.Errorf("%s by %s: %w", d.Key, text.Key, err)
			}
			row.Says = append(row.Says, Said{text.Name, v.Says})
		}
		rows = append(rows, row)
	}
	return rows, nil
})

func (s *Desk) differences(c echo.Context) error {
	rows, err := judged()
	if err != nil {
		return err
	}
	page := DifferencesPage{
		Page: s.Page(c, "Go: where the texts part", kit.Crumb{Label: title, URL: kit.GameRulesPath}), Rows: rows,
		Rules: kit.CheckRecordPath,
	}
	for _, text := range lessons.Texts() {
		page.Texts = append(page.Texts, text.Name)
	}
	all := lessons.Differences()
	for i := range all {
		d := &all[i]
		at := asked(c, d.Key, d.Steps())
		shown, err := d.At(at)
		if err != nil {
			return fmt.Errorf("difference %s: %w", d.Key, err)
		}
		if at == 0 {
			shown.Says = d.Text
		}
		page.Examples = append(page.Examples, Example{
			d.Key, d.Title, address(games.Go) + "#" + d.Key, step(games.Go, d.Key, at, d.Steps(), shown),
		})
	}
	return differencesView.Render(c, http.StatusOK, page)
}
