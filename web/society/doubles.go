package society

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/reports"
	"nzgs/web/kit"
)

// DoublesPage is who is on two clubs' lists, with the fees to waive.
type DoublesPage struct {
	kit.FormPage
	Filters kit.Filters
	Head    kit.ListHead
	Empty   *kit.Empty
}

var doublesView = kit.NewView[DoublesPage](templates, "treasurer/two_lists.html")

const doublesPath = "/treasurer/two-lists"

// waiveDoubles asks for which of the people on two clubs' lists a fee is waived.
func (s *Desk) waiveDoubles() kit.Form[clubs.Doubles] {
	return kit.Form[clubs.Doubles]{
		Site: s.Site,
		Load: func(c echo.Context) (clubs.Doubles, error) {
			rules, err := s.governance.Today(c.Request().Context())
			if err != nil {
				return clubs.Doubles{}, err
			}
			return s.clubs.Doubles(c.Request().Context(), s.Actor(c), s.formYear(c, rules))
		},
		Fill: func(_ echo.Context, in *kit.Filling, d clubs.Doubles) {
			for _, p := range d.People {
				for _, f := range p.Fees[1:] {
					if f.Open {
						in.Add("row", kit.IDText(f.Row))
					}
				}
			}
		},
		Show: func(c echo.Context, p *kit.FormPage, d clubs.Doubles) error {
			kit.NamesPeople(c, len(d.People))
			p.Page = s.Page(c, "On two clubs’ lists", treasurerCrumb)
			p.Action, p.Submit, p.Back = doublesURL(d.Year), "Waive the ticked fees", treasurerPath
			if len(d.People) > 0 {
				showDoubles(p, d)
			}
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, d clubs.Doubles) (kit.Done, error) {
			rows := kit.AllChosen[clubs.RowID](in, "row")
			return kit.Done{To: doublesURL(d.Year), Message: kit.Plural(len(rows), "fee is waived.", "fees are waived.")},
				s.clubs.WaiveDoubles(c.Request().Context(), s.Actor(c), clubs.WaiveDoublesInput{
					Year: d.Year, Rows: rows, Lists: readLists(in), Reason: in.Text("reason"),
				})
		},
		Render: func(c echo.Context, status int, p *kit.FormPage, d clubs.Doubles) error {
			rules, err := s.governance.Today(c.Request().Context())
			if err != nil {
				return err
			}
			page := DoublesPage{FormPage: *p, Filters: doublesYears(rules.YearOf(s.Today()), d.Year)}
			page.Head = kit.ListHead{
				Count: kit.Plural(len(d.People), "person", "people"), Exports: []kit.Link{
					{Label: "XLSX", URL: doublesFile(d.Year, kit.FormatXLSX)}, {Label: "CSV", URL: doublesFile(d.Year, kit.FormatCSV)},
				},
			}
			if len(d.People) == 0 {
				page.Empty = &kit.Empty{
					Title: "No one is charged for twice",
					Text: "Who is on the lists of two clubs appears here once both are handed in or confirmed, until the fees " +
						"are paid or waived.",
				}
			}
			return doublesView.Render(c, status, page)
		},
	}
}

// doublesYears chooses the year of the page of people on two lists.
func doublesYears(current, year members.Year) kit.Filters {
	f := kit.Field{ID: "year", Name: "year", Label: "Year", Type: "select"}
	for y := max(current+1, year); y > min(current-yearsBack, year-1); y-- {
		f.Options = append(f.Options, kit.Option{Value: strconv.Itoa(int(y)), Label: y.String(), Selected: y == year})
	}
	return kit.Filters{Action: doublesPath, Target: "two-lists", Fields: []kit.Field{f}}
}

// showDoubles writes the people with their fees, and asks for the reason.
func showDoubles(p *kit.FormPage, d clubs.Doubles) {
	p.Say("By the wording of Rule 2.3 every member on a list pays, even one who pays elsewhere. The treasurer may waive "+
		"the fee, with a reason.",
		"For each person the fee of one club stays: one that is paid, else the one whose list came first. Where that "+
			"should be another club’s, tick the other fee instead.")
	for _, r := range d.Lists {
		p.Hide("list", kit.IDText(r.Return)+":"+kit.IDText(r.Version))
	}
	var fields []kit.Field
	for _, person := range d.People {
		f := kit.Field{
			ID: "person-" + kit.IDText(person.Person.ID), Name: "row", Label: person.Person.Name.Listed(), Type: "checkboxes",
		}
		var paid []string
		for _, fee := range person.Fees {
			if !fee.Open {
				paid = append(paid, fee.Name)
				continue
			}
			f.Options = append(f.Options, kit.Option{
				Value: kit.IDText(fee.Row), Label: "Waive " + fee.Amount.String() + " of " + fee.Name,
				Hint: "List received on " + fee.Received.Long() + ".",
			})
		}
		if len(paid) > 0 {
			f.Hint = "Paid by " + strings.Join(paid, ", ") + "."
		}
		fields = append(fields, f)
	}
	p.Group(kit.Plural(len(d.People), "person", "people")+" charged twice for "+d.Year.String(), fields...)
	p.Group("", kit.Field{
		Name: "reason", Label: "Reason", Hint: "Kept in the records with each of them. For example: pays through the other club.",
		Required: true,
	})
}

func doublesFile(year members.Year, format string) string {
	return doublesPath + "." + format + "?year=" + strconv.Itoa(int(year))
}

// doublesTable is who is on two clubs' lists as a file, a line for each fee.
func (s *Desk) doublesTable(c echo.Context) error {
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	d, err := s.clubs.Doubles(c.Request().Context(), s.Actor(c), s.formYear(c, rules))
	if err != nil {
		return err
	}
	kit.NamesPeople(c, len(d.People))
	t := reports.Table{
		Title: "On two clubs’ lists", Note: d.Year.String() + ", as at " + s.Today().Long(),
		Columns: kit.Columns("Member no.", "Family name", "Given names", "Club", "List received", "Fee", "State"),
	}
	for _, p := range d.People {
		for _, f := range p.Fees {
			state := "paid or waived"
			if f.Open {
				state = "open"
			}
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Text(members.Number(p.Person.ID)), reports.Text(p.Person.Name.Family), reports.Text(p.Person.Name.Given),
				reports.Text(f.Name), reports.Date(f.Received), reports.Money(f.Amount), reports.Text(state),
			})
		}
	}
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile("on two lists "+strconv.Itoa(int(d.Year)), ""), t)
}

func doublesURL(year members.Year) string { return doublesPath + "?year=" + strconv.Itoa(int(year)) }

// readLists reads which lists the form was filled from, as they were.
func readLists(in *kit.Filling) (out []clubs.Ref) {
	for _, text := range in.All("list") {
		id, version, _ := strings.Cut(text, ":")
		r := clubs.Ref{Return: kit.ParseID[clubs.ReturnID](id), Version: kit.ParseID[int64](version)}
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
