package retention

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/retention"
	"nzgs/reports"
	"nzgs/web/kit"
)

// HomePage lists the kinds of personal data, and what was removed of them.
type HomePage struct {
	kit.Page
	Actions []kit.Link
	Say     string
	Groups  []KindGroup
	Runs    []RunBox
	Exports []kit.Link
}

// KindGroup is a part of the list.
type KindGroup struct {
	Title, Text string
	Job         bool // the job removes what is due
	Rows        []KindRow
}

// KindRow is a kind of data.
type KindRow struct{ What, Why, Rule, Kept, Where, Held, Due string }

// RunBox is a report.
type RunBox struct {
	When, By string
	Removed  string   // how much
	Rows     []RunRow // of what was removed, or due and held
}

// RunRow is a line of a report.
type RunRow struct{ What, Rule, Removed, Held string }

var homeView = kit.NewView[HomePage](templates, "retention.html")

// register is the way by the register, for whoever may see it: an administrator may not.
func (s *Desk) register(c echo.Context) []kit.Crumb {
	if !auth.Can(s.Actor(c), auth.ViewRegister, auth.Object{}, s.Today()) {
		return nil
	}
	return []kit.Crumb{{Label: "Register", URL: kit.RegisterPath}}
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

func (s *Desk) home(c echo.Context) error {
	v, err := s.retention.View(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := HomePage{
		Page: s.Page(c, "What is kept for how long", s.register(c)...),
		Actions: []kit.Link{
			{Label: "Remove what is due", URL: runPath},
			{Label: "Change the periods", URL: setPath, Kind: "secondary"},
		},
		Say: "The program removes by itself, every hour, what has its own period. What the society decides on is removed when you " +
			"press the button: the daily job is off.",
		Groups: []KindGroup{
			{Title: "By the program’s own periods", Job: true, Text: "Removed every hour, and when you press the button."},
			{Title: "As the society decides", Job: true, Text: "Removed when you press the button."},
			{Title: "What stays", Text: "Nothing on this page removes these."},
		},
	}
	if v.Daily {
		page.Say = "The program removes by itself, every hour, what has its own period, and once a day what the society decides on."
		page.Groups[1].Text = "Removed once a day, and when you press the button."
	}
	for _, item := range v.Items {
		row := kindRow(item)
		switch {
		case item.Period != nil:
			page.Groups[1].Rows = append(page.Groups[1].Rows, row)
		case item.Removes():
			page.Groups[0].Rows = append(page.Groups[0].Rows, row)
		default:
			page.Groups[2].Rows = append(page.Groups[2].Rows, row)
		}
	}
	for _, r := range v.Runs {
		page.Runs = append(page.Runs, runBox(r))
	}
	if len(v.Runs) > 0 {
		page.Exports = []kit.Link{{Label: "XLSX", URL: reportsPath + ".xlsx"}, {Label: "CSV", URL: reportsPath + ".csv"}}
	}
	return homeView.Render(c, http.StatusOK, page)
}

func kindRow(item retention.Item) KindRow {
	row := KindRow{
		What: item.What, Why: item.Why, Rule: item.Rule, Kept: item.For(), Where: item.Where, Held: number(item.Held), Due: number(item.Due),
	}
	if item.Period == nil {
		row.Due = "removed every hour"
	}
	if item.Waits > 0 {
		row.Due += ", and " + number(item.Waits) + " held"
	}
	return row
}

func runBox(r retention.Run) RunBox {
	box, removed := RunBox{When: r.At.Long(), By: r.By}, 0
	for _, l := range r.Lines {
		removed += int(l.Removed)
		if l.Removed+l.Held == 0 {
			continue
		}
		box.Rows = append(box.Rows, RunRow{What: l.Called(), Rule: l.Rule, Removed: number(l.Removed), Held: number(l.Held)})
	}
	box.Removed = kit.Plural(removed, "row", "rows") + " removed"
	return box
}

// run previews what is due, and removes it.
func (s *Desk) run() kit.Form[retention.View] {
	return kit.Form[retention.View]{
		Site: s.Site, Load: s.view,
		Show: func(c echo.Context, p *kit.FormPage, v retention.View) error {
			p.Page = s.Page(c, "Remove what is due", append(s.register(c), retentionCrumb)...)
			p.Action, p.Submit, p.Kind, p.Back = runPath, "Remove it", "danger", kit.RetentionPath
			for _, item := range v.Items {
				if item.Removes() && item.Due+item.Waits > 0 {
					p.Facts = append(p.Facts, kit.Fact{Label: item.What, Value: kindRow(item).Due})
				}
			}
			if !slices.ContainsFunc(v.Items, func(i retention.Item) bool { return i.Removes() && i.Due > 0 }) {
				p.Over = "Nothing that the society decides on is due now. What has the program’s own period is removed every hour."
				return nil
			}
			p.Say("This is what would be removed now, beside what the program removes every hour. It cannot be undone; older backups " +
				"still have it until they are deleted.")
			return nil
		},
		Take: func(c echo.Context, _ *kit.Filling, _ retention.View) (kit.Done, error) {
			r, err := s.retention.Press(c.Request().Context(), s.Actor(c))
			var n int64
			for _, l := range r.Lines {
				n += l.Removed
			}
			return kit.Done{To: kit.RetentionPath, Message: "Removed: " + kit.Plural(int(n), "row", "rows") + ". The report is below."}, err
		},
	}
}

func (s *Desk) view(c echo.Context) (retention.View, error) {
	return s.retention.View(c.Request().Context(), s.Actor(c))
}

// set changes the periods.
func (s *Desk) set() kit.Form[retention.View] {
	return kit.Form[retention.View]{
		Site: s.Site, Load: s.view, Version: func(v retention.View) int64 { return v.Version },
		Fill: func(_ echo.Context, in *kit.Filling, v retention.View) {
			in.Tick("daily", v.Daily)
			for _, item := range v.Items {
				if item.Period != nil {
					in.Set("months-"+item.Key, strconv.Itoa(item.Period.Months))
				}
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, v retention.View) error {
			p.Page = s.Page(c, "Change the periods", append(s.register(c), retentionCrumb)...)
			p.Action, p.Submit, p.Back = setPath, "Save", kit.RetentionPath
			p.Say("A shorter period makes more due at once: look at what is due before you switch the daily job on.")
			p.Group("", kit.Field{Name: "daily", Label: "Remove what is due once a day, without a press", Type: "checkbox"})
			var fields []kit.Field
			for _, item := range v.Items {
				if k := item.Period; k != nil {
					fields = append(fields, kit.Field{
						Name: "months-" + item.Key, Label: item.What, Suffix: "months", Width: "short", InputMode: "numeric",
						Required: true, Hint: "Months" + item.Kept + ", from " + strconv.Itoa(k.Least) + " to " + strconv.Itoa(k.Most) + ".",
					})
				}
			}
			p.Group("How long", fields...)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, v retention.View) (kit.Done, error) {
			settings := retention.Settings{Daily: in.Ticked("daily"), Months: map[string]int{}, Version: in.Version()}
			for _, item := range v.Items {
				if item.Period != nil {
					settings.Months[item.Key] = in.Number("months-" + item.Key)
				}
			}
			return kit.Done{To: kit.RetentionPath, Message: "Saved."}, s.retention.Set(c.Request().Context(), s.Actor(c), settings)
		},
	}
}

// export answers with all reports.
func (s *Desk) export(format string) echo.HandlerFunc {
	return func(c echo.Context) error {
		all, err := s.retention.Runs(c.Request().Context(), s.Actor(c))
		if err != nil {
			return err
		}
		t := reports.Table{Title: "What was removed", Columns: []reports.Column{
			{Title: "When", Width: 24}, {Title: "Who", Width: 24}, {Title: "What", Width: 50}, {Title: "Rule or law", Width: 40},
			{Title: "Removed"}, {Title: "Due, and held"},
		}}
		for _, r := range all {
			for _, l := range r.Lines {
				t.Rows = append(t.Rows, []reports.Cell{
					reports.Text(r.At.Long()), reports.Text(r.By), reports.Text(l.Called()), reports.Text(l.Rule),
					reports.Int(int(l.Removed)), reports.Int(int(l.Held)),
				})
			}
		}
		return s.SendTable(c, format, s.TodaysFile("what was removed", ""), t)
	}
}
