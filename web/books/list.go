package books

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/reports"
	"nzgs/web/kit"
)

// ListPage is a list of the books: its filters, its sums, its rows.
type ListPage struct {
	kit.Page
	Say     string
	Actions []kit.Link
	Facts   []kit.Fact
	Filters *kit.Filters
	Head    kit.ListHead
	Label   string // of the table, for readers of screens
	Heads   []Head
	Rows    []Row
	Sums    []string // below the rows, one for each column; nil: none
	Pager   *kit.Pager
	Empty   *kit.Empty
	More    *Table // below the list; nil: nothing
}

// Head is the head of a column.
type Head struct {
	Label string
	Num   bool
}

// Row is a row of a list.
type Row struct {
	Cells []Cell
	Sum   bool // of the rows above it
}

// Cell is what stands in a column.
type Cell struct {
	Text, URL string
	Note      string
	Badge     *kit.Badge
}

// Number reports whether the cell holds a number of an invoice or the like, which stands on one line.
func (c Cell) Number() bool { return !strings.Contains(c.Text, " ") }

// listID is what the filters replace.
const listID = "list"

var listView = kit.NewView[ListPage](templates, "list.html")

// pageRows is how many rows one page of a list shows; files have all of them.
const pageRows = 100

// render shows the rows of the page that is asked for. The head says how many there are.
func (p ListPage) render(c echo.Context) error {
	total := len(p.Rows)
	number := min(kit.PageNumber(c), max(1, (total+pageRows-1)/pageRows))
	p.Rows = p.Rows[(number-1)*pageRows : min(number*pageRows, total)]
	return p.renderOf(c, pageRows, total)
}

// renderOf shows rows that are a page of so many in all.
func (p ListPage) renderOf(c echo.Context, per, total int) error {
	if total > per {
		pager := kit.PagerOf(min(kit.PageNumber(c), (total+per-1)/per), per, total, c.Request().URL)
		p.Pager = &pager
	}
	return listView.Render(c, http.StatusOK, p)
}

// pageOf is the page of a list that the address asks for.
func pageOf(c echo.Context, per int) treasury.Page {
	return treasury.Page{Number: kit.PageNumber(c), Size: per}
}

func heads(labels ...string) []Head {
	var out []Head
	for _, l := range labels {
		h := Head{Label: l}
		if l[0] == '#' {
			h = Head{Label: l[1:], Num: true}
		}
		out = append(out, h)
	}
	return out
}

func cell(text string) Cell        { return Cell{Text: text} }
func link(text, url string) Cell   { return Cell{Text: text, URL: url} }
func amount(c money.Cents) Cell    { return Cell{Text: c.String()} }
func badge(kind, text string) Cell { return Cell{Badge: &kit.Badge{Kind: kind, Text: text}} }
func noted(text, note string) Cell { return Cell{Text: text, Note: note} }
func row(cells ...Cell) Row        { return Row{Cells: cells} }

// amountOrDash leaves an empty amount as a dash.
func amountOrDash(c money.Cents) Cell {
	if c == 0 {
		return cell("–")
	}
	return amount(c)
}

// exports are links to the list as files.
func exports(c echo.Context, path string) []kit.Link {
	at := c.Request().URL
	return []kit.Link{
		{Label: "XLSX", URL: kit.WithQuery(path+".xlsx", at)}, {Label: "CSV", URL: kit.WithQuery(path+".csv", at)},
	}
}

// send answers with a list as a file, in the format of the address.
func (s *Desk) send(c echo.Context, what string, t reports.Table) error {
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile(what, ""), t)
}
