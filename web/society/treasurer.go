package society

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/reports"
	"nzgs/web/kit"
)

// TreasurerPage is the treasurer's desk: what waits, and what is due.
type TreasurerPage struct {
	kit.Page
	Money   []kit.Fact // where it stands
	Facts   []kit.Fact // members and clubs
	Agenda  kit.Agenda
	Inbox   []kit.InboxCard
	Owing   []OwingLine
	Waiting []OwingLine // paid, but no list
	Drafts  []OwingLine // begun, not handed in
	Links   []kit.Link
	Graphs  *kit.Graphs
	Empty   *kit.Empty
}

// OwingLine is a return of which something is missing.
type OwingLine struct {
	Club, ClubURL string
	Year, URL     string
	Received      string
	Fee           kit.Trace
	Paid, Missing string
	PayURL        string
	Rows          string
}

// OverviewPage is every club as it stands in a year.
type OverviewPage struct {
	kit.Page
	Filters kit.Filters
	Head    kit.ListHead
	Heads   []kit.SortHeader
	Rows    []OverviewLine
	Pager   kit.Pager
	Empty   *kit.Empty
}

// OverviewLine is a club in the overview.
type OverviewLine struct {
	Name, URL, Secretary string
	Members              string
	Standing             kit.Badge
	From                 string
	Due                  *kit.Trace
	Warnings             []string
}

var (
	treasurerView = kit.NewView[TreasurerPage](templates, "treasurer/home.html")
	overviewView  = kit.NewView[OverviewPage](templates, "treasurer/clubs.html")
)

const (
	treasurerPath = "/treasurer"
	overviewPath  = "/treasurer/clubs"
)

func (s *Desk) treasurer(c echo.Context) error {
	in, err := s.clubs.Inbox(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	purse, err := s.books(c)
	if err != nil {
		return err
	}
	due, err := s.due(c)
	if err != nil {
		return err
	}
	tasks := slices.Concat(purse.Tasks, s.treasurerTasks(in), due)
	page := TreasurerPage{
		Page: s.Page(c, "Treasurer"), Money: purse.Facts, Graphs: purse.Graphs, Agenda: kit.AgendaOf(tasks),
	}
	for _, w := range in.ToConfirm {
		page.Inbox = append(page.Inbox, inboxCard(w))
	}
	var missing money.Cents
	for _, w := range in.AwaitFee {
		missing += w.Affiliation.Missing
		page.Owing = append(page.Owing, owingLine(w))
	}
	for _, w := range in.AwaitList {
		page.Waiting = append(page.Waiting, owingLine(w))
	}
	for _, w := range in.Drafts {
		page.Drafts = append(page.Drafts, owingLine(w))
	}
	page.Facts = []kit.Fact{
		{Label: "Members today", Value: strconv.Itoa(in.MembersNow), URL: kit.RegisterPath + "?status=member"},
		{
			Label: "Affiliated for " + in.Year.String(),
			Value: strconv.Itoa(in.Affiliated) + " of " + kit.Plural(in.Clubs, "club", "clubs"), URL: overviewPath,
		},
		{Label: "Waiting for the fee", Value: missing.String()},
	}
	page.Links = []kit.Link{
		{Label: "Bank", URL: kit.BooksPath + "/bank"},
		{Label: "Invoices", URL: kit.BooksPath + "/invoices"},
		{Label: "Payments", URL: kit.BooksPath + "/payments"},
		{Label: "Accounts", URL: kit.BooksPath + "/accounts"},
		{Label: "Figures by year", URL: kit.BooksPath + "/figures"},
		{Label: "Clubs", URL: overviewPath},
		{Label: "On two clubs’ lists", URL: doublesPath},
		{Label: "Register of members", URL: kit.RegisterPath},
		{Label: "Subscription rates", URL: kit.RatesPath},
		{Label: "Add a club", URL: "/clubs/new"},
	}
	if auth.Can(s.Actor(c), auth.ViewMoneyLog, auth.Object{}, s.Today()) {
		page.Links = append(page.Links, kit.Link{Label: "Log of money", URL: kit.AuditPath})
	}
	switch {
	case in.Clubs == 0:
		page.Empty = &kit.Empty{
			Title: "No clubs yet", Text: "Add the first club, then send its list of members.",
			Action: &kit.Link{Label: "Add a club", URL: "/clubs/new"},
		}
	case len(tasks)+len(page.Inbox)+len(page.Owing)+len(page.Waiting) == 0:
		page.Empty = &kit.Empty{Title: "Nothing is waiting", Text: "Lists that clubs hand in appear here."}
	}
	return treasurerView.Render(c, http.StatusOK, page)
}

func (s *Desk) treasurerTasks(in clubs.Inbox) []kit.Task {
	var tasks []kit.Task
	for _, y := range in.NoRate {
		tasks = append(tasks, kit.Task{
			Title: "Record the subscription for " + y.String(),
			Text:  "Nothing can be charged before the general meeting’s resolution is recorded (Rule 2.2).",
			URL:   kit.RatesPath + "/new", Action: "Record the rate", Due: "by " + in.Rules.First(y).Long(),
			State: taskState(s.Today().Before(in.Rules.First(y))),
		})
	}
	for _, o := range in.NoReturn {
		task := kit.Task{
			Title: o.Club.Name + " has not sent a list for " + in.Year.String(),
			Text:  "The last list came on " + o.LastList.Long() + "; a club reports its members every year (Rule 2.4).",
			URL:   kit.ClubDeskURL(o.Club.ID), Action: "Open the club", State: "overdue",
		}
		if o.ReportDue.IsZero() {
			task.Text = "The affiliation ended on " + o.Lapsed.Long() + " (Rule 2.3). The last list came on " + o.LastList.Long() + "."
		} else {
			task.Due, task.State = "by "+o.ReportDue.Long(), taskState(!o.ReportDue.Before(s.Today()))
		}
		tasks = append(tasks, task)
	}
	for _, o := range in.Warnings {
		for _, w := range o.Warnings {
			tasks = append(tasks, kit.Task{
				Title: o.Club.Name, Text: w, URL: kit.ClubDeskURL(o.Club.ID), Action: "Open the club",
			})
		}
	}
	return tasks
}

// taskState is how a task with a day stands.
func taskState(inTime bool) string {
	if inTime {
		return "soon"
	}
	return "overdue"
}

func inboxCard(w clubs.Waiting) kit.InboxCard {
	r := w.Return
	card := kit.InboxCard{
		Title: w.Club.Name + ": list for " + r.Year.String(), URL: kit.ReturnURL(r.ID),
		Meta:  "Handed in on " + r.SubmittedAt.Long(),
		Badge: &kit.Badge{Kind: kit.KindInfo, Text: "To confirm"},
		Facts: []kit.Fact{
			{Label: "Rows", Value: strconv.Itoa(w.Rows)}, {Label: "List received", Value: r.ListReceived.Long()},
		},
		Actions: []kit.Link{{Label: "Check the list", URL: kit.ReturnURL(r.ID), Kind: "secondary"}},
	}
	if w.Affiliation.Paid > 0 {
		card.Facts = append(card.Facts, kit.Fact{Label: "Paid", Value: w.Affiliation.Paid.String()})
	}
	return card
}

func owingLine(w clubs.Waiting) OwingLine {
	r, a := w.Return, w.Affiliation
	line := OwingLine{
		Club: w.Club.Name, ClubURL: kit.ClubDeskURL(w.Club.ID), Year: r.Year.String(), URL: kit.ReturnURL(r.ID),
		Received: "–", Paid: a.Paid.String(), Missing: a.Missing.String(), PayURL: kit.ReturnURL(r.ID) + "/payment",
		Rows: strconv.Itoa(w.Rows),
	}
	if r.HasList() {
		line.Received = r.ListReceived.Long()
	}
	line.Fee = kit.RuleTrace(a.Due().String(), a.FeeTrace)
	return line
}

// yearsBack is how many years the overview offers.
const yearsBack = 10

// overviewSorts are the orders of the overview beside the one by name.
var overviewSorts = map[string]func(a, b clubs.Overview) int{
	"members": func(a, b clubs.Overview) int { return a.Members - b.Members },
	"from":    func(a, b clubs.Overview) int { return a.From.Compare(b.From) },
	"due":     func(a, b clubs.Overview) int { return a.ReportDue.Compare(b.ReportDue) },
}

// overviews reads the clubs that the address asks for, in its order.
func (s *Desk) overviews(c echo.Context, rules constitution.Constitution) ([]clubs.Overview, members.Year, int, error) {
	year := s.formYear(c, rules)
	all, err := s.clubs.Overviews(c.Request().Context(), s.Actor(c), year)
	if err != nil {
		return nil, year, 0, err
	}
	asked := kit.Asked(c)
	q, standing := asked.Text("q"), asked.Text("standing")
	var out []clubs.Overview
	for _, o := range all {
		if o.Club.Matches(q) && (standing == "" || (standing == "affiliated") == o.Affiliated) {
			out = append(out, o)
		}
	}
	if by := overviewSorts[asked.Text("sort")]; by != nil {
		slices.SortStableFunc(out, by)
	}
	if asked.Text("dir") == string(members.Descending) {
		slices.Reverse(out)
	}
	return out, year, len(all), nil
}

func (s *Desk) clubOverview(c echo.Context) error {
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	list, year, total, err := s.overviews(c, rules)
	if err != nil {
		return err
	}
	at := c.Request().URL
	page := OverviewPage{
		Page:    s.Page(c, "Clubs in "+year.String(), kit.Crumb{Label: "Treasurer", URL: treasurerPath}),
		Filters: s.overviewFilters(c, rules.YearOf(s.Today()), year), Heads: overviewHeads(c, at),
		Head: kit.ListHead{
			Count: strconv.Itoa(len(list)) + " of " + kit.Plural(total, "club", "clubs"),
			Exports: []kit.Link{
				{Label: "XLSX", URL: kit.WithQuery(overviewPath+".xlsx", at)},
				{Label: "CSV", URL: kit.WithQuery(overviewPath+".csv", at)},
			},
		},
	}
	for _, o := range kit.PageOf(list, kit.PageNumber(c), clubsPerPage) {
		page.Rows = append(page.Rows, overviewLine(o))
	}
	page.Pager = pagerOfClubs(c, len(list))
	add := &kit.Link{Label: "Add a club", URL: "/clubs/new"}
	switch {
	case total == 0:
		page.Empty = &kit.Empty{
			Title: "No clubs yet", Text: "Add the first one; it can then send its list of members.", Action: add,
		}
	case len(list) == 0:
		page.Empty = &kit.Empty{Title: "No club matches", Text: "Clear the filters, or add a club.", Action: add}
	}
	return overviewView.Render(c, http.StatusOK, page)
}

func overviewLine(o clubs.Overview) OverviewLine {
	line := OverviewLine{
		Name: o.Club.Name, URL: kit.ClubDeskURL(o.Club.ID), Secretary: o.Secretary, Members: strconv.Itoa(o.Members),
		Standing: kit.Badge{Kind: kit.KindNeutral, Text: "No list"}, From: "–", Warnings: o.Warnings,
	}
	if o.Latest != nil {
		line.Standing = standingBadge(*o.Latest)
	}
	switch {
	case o.Affiliated:
		line.Standing, line.From = kit.Badge{Kind: kit.KindSuccess, Text: "Affiliated"}, o.From.Long()
	case !o.Club.ExcludedOn.IsZero():
		line.Standing = kit.Badge{Kind: kit.KindError, Text: "Excluded"}
	}
	if !o.ReportDue.IsZero() {
		line.Due = new(kit.RuleTrace(o.ReportDue.Long(), o.DueTrace))
	} else if !o.Lapsed.IsZero() {
		line.From = "Ended on " + o.Lapsed.Long()
	}
	return line
}

func (s *Desk) overviewFilters(c echo.Context, current, year members.Year) kit.Filters {
	asked := kit.Asked(c)
	q, standing := asked.Text("q"), asked.Text("standing")
	y := kit.Field{ID: "year", Name: "year", Label: "Year", Type: "select"}
	for n := current + 1; n > current-yearsBack; n-- {
		y.Options = append(y.Options, kit.Option{Value: strconv.Itoa(int(n)), Label: n.String(), Selected: n == year})
	}
	f := kit.Filters{Action: overviewPath, Target: "clubs", Fields: []kit.Field{
		{ID: "q", Name: "q", Label: "Name or place", Type: "search", Value: q}, y,
		{ID: "standing", Name: "standing", Label: "Standing", Type: "select", Options: []kit.Option{
			{Label: "Every club"}, {Value: "affiliated", Label: "Affiliated", Selected: standing == "affiliated"},
			{Value: "not", Label: "Not affiliated", Selected: standing == "not"},
		}},
	}}
	for _, name := range []string{"sort", "dir"} {
		if v := asked.Text(name); v != "" {
			f.Hidden = append(f.Hidden, kit.Hidden{Name: name, Value: v})
		}
	}
	if q != "" || standing != "" || year != current {
		f.Clear = overviewPath
	}
	return f
}

func overviewHeads(c echo.Context, at *url.URL) []kit.SortHeader {
	asked := kit.Asked(c)
	head := func(label, by string) kit.SortHeader {
		q := at.Query()
		q.Del("dir")
		q.Set("sort", by)
		h := kit.SortHeader{Label: label, Numeric: by == "members"}
		if now := asked.Text("sort"); now == by || now == "" && by == "name" {
			h.Dir = "descending"
			if asked.Text("dir") != string(members.Descending) {
				h.Dir = "ascending"
				q.Set("dir", string(members.Descending))
			}
		}
		h.URL = overviewPath + "?" + q.Encode()
		return h
	}
	return []kit.SortHeader{
		head("Club", "name"), head("Members", "members"), head("Affiliated from", "from"), head("Next list due", "due"),
	}
}

// clubOverviewFile exports what the overview shows.
func (s *Desk) clubOverviewFile(c echo.Context) error {
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	list, year, _, err := s.overviews(c, rules)
	if err != nil {
		return err
	}
	t := reports.Table{
		Title: "Clubs in " + year.String(), Note: "As at " + s.Today().Long(),
		Columns: kit.Columns(
			"Club", "Place", "Secretary", "Members", "Standing", "Affiliated from", "Last list", "Next list due",
		),
	}
	for _, o := range list {
		line := overviewLine(o)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(o.Club.Name), reports.Text(o.Club.City), reports.Text(o.Secretary), reports.Int(o.Members),
			reports.Text(line.Standing.Text),
			reports.Date(o.From), reports.Date(o.LastList), reports.Date(o.ReportDue),
		})
	}
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile("clubs "+strconv.Itoa(int(year)), ""), t)
}
