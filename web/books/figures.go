package books

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/clubs"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/internal/treasury/ledger"
	"nzgs/reports"
	"nzgs/web/kit"
)

// FiguresPage is the society by year: each graph with its table.
type FiguresPage struct {
	kit.Page
	Exports []kit.Link
	Graphs  []Graph
	Note    string
}

// Graph is bars drawn from a table.
type Graph struct {
	Bars  kit.Bars
	Table Table
}

var figuresView = kit.NewView[FiguresPage](templates, "figures.html")

const (
	figuresPath = kit.BooksPath + "/figures"
	figureYears = 10
)

// figuresOf reads members, clubs and money of the last years.
func (s *Desk) figuresOf(c echo.Context) ([]clubs.YearCount, []treasury.YearMoney, error) {
	counts, err := s.countsTo(c, s.Today(), figureYears)
	if err != nil {
		return nil, nil, err
	}
	last, err := s.treasury.LastYearEnd(c.Request().Context())
	if err != nil {
		return nil, nil, err
	}
	running := ledger.YearTo(last.AddDays(1).AddMonths(12).AddDays(-1))
	sums, err := s.treasury.MoneyByYear(c.Request().Context(), s.Actor(c), running.To, figureYears)
	return counts, sums, err
}

// figures shows members, clubs, and income and expenses by year.
func (s *Desk) figures(c echo.Context) error {
	counts, sums, err := s.figuresOf(c)
	if err != nil {
		return err
	}
	counts, sums = sinceKnown(counts, sums)
	page := FiguresPage{
		Page: s.Page(c, "Figures by year", treasurerCrumb), Exports: exports(c, figuresPath),
		Note: "Members are counted on the last day of a year, and today for the one that is running. Joined and left compare with " +
			"the year before. Clubs are affiliated by their lists.",
	}
	table := countsTable(counts)
	accounts := Table{Title: "Income and expenses", Label: "Income and expenses by year", Heads: heads("Year to", "#Income", "#Expenses", "#Surplus")}
	for _, m := range sums {
		accounts.Rows = append(accounts.Rows, row(
			link(m.Year.To.Long(), yearPath+"?last="+m.Year.To.String()), amount(m.Income), amount(m.Expenses), amount(m.Income-m.Expenses),
		))
	}
	for i := range page.Exports {
		page.Exports[i].Kind = "secondary"
	}
	bars := barsOf(counts, sums)
	page.Graphs = []Graph{{Bars: bars[0]}, {Bars: bars[1]}, {Bars: bars[2], Table: table}, {Bars: bars[3], Table: accounts}}
	return figuresView.Render(c, http.StatusOK, page)
}

// sinceKnown leaves out the years before the first that anything is known of.
func sinceKnown(counts []clubs.YearCount, sums []treasury.YearMoney) ([]clubs.YearCount, []treasury.YearMoney) {
	return countsSinceKnown(counts),
		slices.Clip(sums[firstOr(sums, func(m treasury.YearMoney) bool { return m.Income != 0 || m.Expenses != 0 }):])
}

func countsSinceKnown(counts []clubs.YearCount) []clubs.YearCount {
	return slices.Clip(counts[firstOr(counts, func(n clubs.YearCount) bool { return n.Members+n.Clubs > 0 }):])
}

// barsOf draws members, joiners and leavers, clubs, and money by year.
func barsOf(counts []clubs.YearCount, sums []treasury.YearMoney) []kit.Bars {
	var members, joined, left, affiliated, income, expenses []int64
	var years, books []string
	for _, n := range counts {
		years = append(years, n.Year.String())
		members, affiliated = append(members, int64(n.Members)), append(affiliated, int64(n.Clubs))
		joined, left = append(joined, int64(n.Joined)), append(left, int64(n.Left))
	}
	for _, m := range sums {
		books = append(books, m.Year.To.Month().String()[:3]+" "+count(m.Year.To.Year()))
		income, expenses = append(income, int64(m.Income)), append(expenses, int64(m.Expenses))
	}
	plain := func(v int64) string { return count(int(v)) }
	dollars := func(v int64) string { return money.Cents(v).String() }
	one := func(name string, values []int64) kit.Series { return kit.Series{Name: name, Values: values} }
	return []kit.Bars{
		kit.DrawBars("Members by year", years, plain, one("Members", members)),
		kit.DrawBars("Joined and left by year", years, plain, one("Joined", joined), one("Left", left)),
		kit.DrawBars("Affiliated clubs by year", years, plain, one("Clubs", affiliated)),
		kit.DrawBars("Income and expenses by year", books, dollars, one("Income", income), one("Expenses", expenses)),
	}
}

// graphs are the figures as the treasurer's desk shows them; nil while nothing is known.
func (s *Desk) graphs(c echo.Context) (*kit.Graphs, error) {
	counts, sums, err := s.figuresOf(c)
	if err != nil {
		return nil, err
	}
	g := &kit.Graphs{
		Title: "By year", Heads: []string{"Year", "Members", "Joined", "Left", "Clubs", "Accounts to", "Income", "Expenses"},
	}
	known := false
	for i, n := range counts {
		m := sums[i]
		if known = known || n.Members+n.Clubs > 0 || m.Income != 0 || m.Expenses != 0; known {
			g.Rows = append(g.Rows, []string{
				n.Year.String(), count(n.Members), count(n.Joined), count(n.Left), count(n.Clubs), m.Year.To.Long(), m.Income.String(),
				m.Expenses.String(),
			})
		}
	}
	if !known {
		return nil, nil
	}
	g.All = barsOf(sinceKnown(counts, sums))
	return g, nil
}

// firstOr is the place of the first that holds, or of the last.
func firstOr[T any](all []T, holds func(T) bool) int {
	if at := slices.IndexFunc(all, holds); at >= 0 {
		return at
	}
	return max(0, len(all)-1)
}

// figuresFile is the figures as a file.
func (s *Desk) figuresFile(c echo.Context) error {
	counts, sums, err := s.figuresOf(c)
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Figures by year", Note: "As at " + s.Today().Long(), Columns: kit.Columns(
		"Year", "Members", "Joined", "Left", "Affiliated clubs", "Accounts to", "Income", "Expenses",
	)}
	for i, n := range counts {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(n.Year.String()), reports.Int(n.Members), reports.Int(n.Joined), reports.Int(n.Left), reports.Int(n.Clubs),
			reports.Date(sums[i].Year.To), reports.Money(sums[i].Income), reports.Money(sums[i].Expenses),
		})
	}
	return s.send(c, "figures by year", t)
}
