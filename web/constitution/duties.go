package constitution

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/web/kit"
)

// DutiesPage is what the rules ask of somebody, by date.
type DutiesPage struct {
	kit.Page
	Head   kit.ListHead
	Groups []DutyGroup
	Tasks  []kit.Task // what waits without a day
	Empty  *kit.Empty
	Feed   string          // the calendar's address, where it was just made
	Make   *kit.PostButton // such an address
	End    *kit.PostButton // the address; nil: there is none
	Outbox bool            // may open it
	Asked  *kit.Link       // what waits for a second officer; nil: nothing, or not for them
	Factor string          // reminds who manages accounts of second factors; "": nothing to say
	Opened []string        // accounts of those who are trusted, in the last seven days
}

// DutyGroup is the duties in one state.
type DutyGroup struct {
	ID, Title string
	Rows      []DutyLine
}

// DutyLine is one duty.
type DutyLine struct {
	Title, URL string
	Due        kit.Trace
	Owner      string
	Done       string // when, or ""
}

var dutiesView = kit.NewView[DutiesPage](templates, "governance/duties.html")

// dutyStates are the groups of the page, in their order.
var dutyStates = []struct {
	state governance.DutyState
	title string
}{
	{governance.DutyOverdue, "Overdue"},
	{governance.DutySoon, "Within two weeks"},
	{governance.DutyLater, "Later"},
	{governance.DutyDone, "Done"},
}

func (s *Desk) duties(c echo.Context) error { return s.showDuties(c, "") }

// showDuties answers with the page, and with the address of a calendar that
// was just made: it is shown this once.
func (s *Desk) showDuties(c echo.Context, feed string) error {
	list, err := s.due.List(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page := DutiesPage{
		Page: s.Page(c, "Duties"), Feed: feed, Outbox: auth.Can(s.Actor(c), auth.KeepOutbox, auth.Object{}, s.Today()),
	}
	if err := s.accountsOpened(c, &page); err != nil {
		return err
	}
	reminder, err := s.Auth.FactorReminder(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	page.Factor = reminder.Text()
	has, err := s.governance.HasFeed(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	label := "Make a calendar address"
	if has {
		label = "Make another calendar address"
		page.End = page.Button("end", kit.DutiesPath+"/calendar/end", "Switch the address off")
		page.End.Kind = "secondary"
	}
	page.Make = page.Button("calendar", kit.DutiesPath+"/calendar", label)
	page.Make.Kind = "secondary"
	day := s.Today()
	for _, g := range dutyStates {
		group := DutyGroup{ID: string(g.state), Title: g.title}
		for _, d := range list {
			if d.StateOn(day) == g.state {
				group.Rows = append(group.Rows, dutyLine(d))
			}
		}
		if len(group.Rows) > 0 {
			page.Groups = append(page.Groups, group)
		}
	}
	page.Head = kit.ListHead{Count: kit.Plural(len(list), "duty", "duties"), Exports: []kit.Link{
		{Label: "XLSX", URL: kit.DutiesPath + ".xlsx"}, {Label: "CSV", URL: kit.DutiesPath + ".csv"},
	}}
	if page.Tasks, err = s.waits(c, list); err != nil {
		return err
	}
	if len(list)+len(page.Tasks) == 0 {
		page.Empty = &kit.Empty{
			Title: "Nothing is due",
			Text: "What the constitution asks for before and after meetings and votes, and of clubs, will appear here, with the " +
				"rule and how the date is worked out, and what waits for you at your desks.",
		}
	}
	return dutiesView.Render(c, http.StatusOK, page)
}

// waits is what waits at the reader's desks without a day, but for what is on the list with one.
func (s *Desk) waits(c echo.Context, list []governance.Duty) ([]kit.Task, error) {
	tasks, err := s.waiting(c)
	return slices.DeleteFunc(tasks, func(t kit.Task) bool {
		return slices.ContainsFunc(list, func(d governance.Duty) bool { return !d.Done() && d.Link == t.URL })
	}), err
}

// accountsOpened shows what was asked for the accounts of those who are trusted, and
// what was done, to those whom it could harm.
func (s *Desk) accountsOpened(c echo.Context, page *DutiesPage) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	lately, err := s.Auth.TrustedOpenedLately(ctx, actor)
	if err != nil {
		return err
	}
	for _, o := range lately {
		page.Opened = append(page.Opened, o.Text())
	}
	if !auth.Can(actor, auth.AgreeToAccess, auth.Object{}, s.Today()) {
		return nil
	}
	waiting, err := s.Auth.Requests(ctx, actor)
	if err == nil && len(waiting) > 0 {
		page.Asked = &kit.Link{Label: "A request for an account waits for a second officer", URL: kit.RequestsPath}
	}
	return err
}

func dutyLine(d governance.Duty) DutyLine {
	line := DutyLine{
		Title: d.Title, URL: kit.LocalPath(d.Link, ""), Owner: kit.Capital(string(d.Owner)),
		Due: kit.Trace{Value: d.Due.Long(), Rule: d.Says(), RuleURL: kit.KnownRuleURL(d.Rule)},
	}
	if d.Trace != "" {
		line.Due.Lines = []string{d.Trace}
	}
	if d.Done() {
		line.Done = d.DoneAt.Date().Long()
	}
	return line
}

// DueNext is what is due next for whoever is signed in: a duty may fall to a
// teller or a chair, who holds no office.
func (s *Desk) DueNext(c echo.Context) ([]kit.Task, error) {
	if !s.Actor(c).SignedIn() {
		return nil, nil
	}
	list, err := s.due.List(c.Request().Context(), s.Actor(c))
	return s.nextOf(list), err
}

// KeptNext is DueNext without the lists of clubs and the rates, for a desk that shows them itself.
func (s *Desk) KeptNext(c echo.Context) ([]kit.Task, error) {
	if !s.Actor(c).SignedIn() {
		return nil, nil
	}
	list, err := s.due.Kept(c.Request().Context(), s.Actor(c))
	return s.nextOf(list), err
}

// dutyText says in a line what asks for a duty.
func dutyText(d governance.Duty) string {
	if d.Rule == "" {
		return d.Trace
	}
	return d.Says() + "."
}

// nextOf are the first of the open duties.
func (s *Desk) nextOf(list []governance.Duty) (out []kit.Task) {
	day := s.Today()
	for _, d := range list {
		if d.Done() || len(out) == kit.DueShown {
			break // the open ones come first, by date
		}
		t := kit.Task{
			Title: d.Title, Text: dutyText(d), URL: kit.LocalPath(d.Link, kit.DutiesPath), Action: "Open",
			Due: "by " + d.Due.Long(),
		}
		switch d.StateOn(day) {
		case governance.DutyOverdue:
			t.State = "overdue"
		case governance.DutySoon:
			t.State = "soon"
		}
		out = append(out, t)
	}
	return out
}
