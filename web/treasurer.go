package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/clubs"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/money"
	"nzgs/reports"
)

// TreasurerPage is the treasurer's desk: what waits, and what is due.
type TreasurerPage struct {
	Page
	Facts   []Fact
	Tasks   []Task
	Inbox   []InboxCard
	Owing   []OwingLine
	Waiting []OwingLine // paid, but no list
	Drafts  []OwingLine // begun, not handed in
	Links   []Link
	Empty   *Empty
}

// OwingLine is a return of which something is missing.
type OwingLine struct {
	Club, ClubURL string
	Year, URL     string
	Received      string
	Fee           Trace
	Paid, Missing string
	PayURL        string
	Rows          string
}

// OverviewPage is every club as it stands in a year.
type OverviewPage struct {
	Page
	Filters Filters
	Head    ListHead
	Heads   []SortHeader
	Rows    []OverviewLine
	Empty   *Empty
}

// OverviewLine is a club in the overview.
type OverviewLine struct {
	Name, URL, Secretary string
	Members              string
	Standing             Badge
	From                 string
	Due                  *Trace
	Warnings             []string
}

var (
	treasurerView = newView[TreasurerPage]("treasurer/home.html")
	overviewView  = newView[OverviewPage]("treasurer/clubs.html")
)

const (
	treasurerPath = "/treasurer"
	overviewPath  = "/treasurer/clubs"
)

func (s *Server) treasurer(c echo.Context) error {
	in, err := s.clubs.Inbox(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	page := TreasurerPage{Page: s.page(c, "Treasurer"), Tasks: s.treasurerTasks(in)}
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
	page.Facts = []Fact{
		{Label: "Members today", Value: strconv.Itoa(in.MembersNow), URL: registerPath + "?status=member"},
		{Label: "Affiliated for " + in.Year.String(), Value: strconv.Itoa(in.Affiliated) + " of " + plural(in.Clubs, "club", "clubs"), URL: overviewPath},
		{Label: "Fees awaited", Value: missing.String()},
	}
	page.Links = []Link{
		{Label: "Clubs", URL: overviewPath, Kind: "secondary"}, {Label: "Register of members", URL: registerPath, Kind: "secondary"},
		{Label: "Subscription rates", URL: ratesPath, Kind: "secondary"}, {Label: "Add a club", URL: "/clubs/new", Kind: "secondary"},
	}
	switch {
	case in.Clubs == 0:
		page.Empty = &Empty{Title: "No clubs yet", Text: "Add the first club, then send its list of members.", Action: &Link{Label: "Add a club", URL: "/clubs/new"}}
	case len(page.Tasks)+len(page.Inbox)+len(page.Owing)+len(page.Waiting) == 0:
		page.Empty = &Empty{Title: "Nothing waits", Text: "Lists that clubs hand in appear here."}
	}
	return treasurerView.render(c, http.StatusOK, page)
}

func (s *Server) treasurerTasks(in clubs.Inbox) []Task {
	var tasks []Task
	for _, y := range in.NoRate {
		tasks = append(tasks, Task{
			Title: "Record the subscription for " + y.String(), Text: "Nothing can be charged before the general meeting’s resolution is recorded (Rule 2.2).",
			URL: ratesPath + "/new", Action: "Record the rate", Due: "by " + in.Rules.First(y).Long(), State: taskState(s.today().Before(in.Rules.First(y))),
		})
	}
	for _, o := range in.NoReturn {
		tasks = append(tasks, Task{
			Title: o.Club.Name + " has not sent a list for " + in.Year.String(), Text: "The last list came on " + o.LastList.Long() + "; a club reports its members every year (Rule 2.4).",
			URL: clubDeskURL(o.Club.ID), Action: "Open the club", Due: "by " + o.ReportDue.Long(), State: taskState(!o.ReportDue.Before(s.today())),
		})
	}
	for _, o := range in.Warnings {
		for _, w := range o.Warnings {
			tasks = append(tasks, Task{Title: o.Club.Name, Text: w, URL: clubDeskURL(o.Club.ID), Action: "Open the club"})
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

func inboxCard(w clubs.Waiting) InboxCard {
	r := w.Return
	card := InboxCard{
		Title: w.Club.Name + ": list for " + r.Year.String(), URL: returnURL(r.ID),
		Meta:    "Handed in on " + r.SubmittedAt.Long(),
		Badge:   &Badge{Kind: KindInfo, Text: "To confirm"},
		Facts:   []Fact{{Label: "Rows", Value: strconv.Itoa(w.Rows)}, {Label: "List received", Value: r.ListReceived.Long()}},
		Actions: []Link{{Label: "Check the list", URL: returnURL(r.ID), Kind: "primary"}},
	}
	if w.Affiliation.Paid > 0 {
		card.Facts = append(card.Facts, Fact{Label: "Paid", Value: w.Affiliation.Paid.String()})
	}
	return card
}

func owingLine(w clubs.Waiting) OwingLine {
	r, a := w.Return, w.Affiliation
	line := OwingLine{
		Club: w.Club.Name, ClubURL: clubDeskURL(w.Club.ID), Year: r.Year.String(), URL: returnURL(r.ID),
		Received: "–", Paid: a.Paid.String(), Missing: a.Missing.String(), PayURL: returnURL(r.ID) + "/payment", Rows: strconv.Itoa(w.Rows),
	}
	if r.HasList() {
		line.Received = r.ListReceived.Long()
	}
	line.Fee = *traceOf(a.Due().String(), a.FeeTrace)
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
func (s *Server) overviews(c echo.Context, rules constitution.Constitution) ([]clubs.Overview, members.Year, int, error) {
	year := s.formYear(c, rules)
	all, err := s.clubs.Overviews(c.Request().Context(), s.actor(c), year)
	if err != nil {
		return nil, year, 0, err
	}
	q, standing := formText(c, "q"), formText(c, "standing")
	var out []clubs.Overview
	for _, o := range all {
		if clubMatches(o.Club, q) && (standing == "" || (standing == "affiliated") == o.Affiliated) {
			out = append(out, o)
		}
	}
	if by := overviewSorts[formText(c, "sort")]; by != nil {
		slices.SortStableFunc(out, by)
	}
	if formText(c, "dir") == string(members.Descending) {
		slices.Reverse(out)
	}
	return out, year, len(all), nil
}

func (s *Server) clubOverview(c echo.Context) error {
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
		Page: s.page(c, "Clubs in "+year.String(), Crumb{"Treasurer", treasurerPath}), Filters: s.overviewFilters(c, rules.YearOf(s.today()), year), Heads: overviewHeads(c, at),
		Head: ListHead{
			Count:   strconv.Itoa(len(list)) + " of " + plural(total, "club", "clubs"),
			Exports: []Link{{Label: "XLSX", URL: withQuery(overviewPath+".xlsx", at)}, {Label: "CSV", URL: withQuery(overviewPath+".csv", at)}},
		},
	}
	for _, o := range list {
		page.Rows = append(page.Rows, overviewLine(o))
	}
	add := &Link{Label: "Add a club", URL: "/clubs/new"}
	switch {
	case total == 0:
		page.Empty = &Empty{Title: "No clubs yet", Text: "Add the first one; it can send its list of members then.", Action: add}
	case len(list) == 0:
		page.Empty = &Empty{Title: "No club matches", Text: "Clear the filters, or add a club.", Action: add}
	}
	return overviewView.render(c, http.StatusOK, page)
}

func overviewLine(o clubs.Overview) OverviewLine {
	line := OverviewLine{
		Name: o.Club.Name, URL: clubDeskURL(o.Club.ID), Secretary: o.Secretary, Members: strconv.Itoa(o.Members),
		Standing: Badge{Kind: KindNeutral, Text: "No list"}, From: "–", Warnings: o.Warnings,
	}
	if o.Latest != nil {
		line.Standing = standingBadge(*o.Latest)
	}
	switch {
	case o.Affiliated:
		line.Standing, line.From = Badge{Kind: KindSuccess, Text: "Affiliated"}, o.From.Long()
	case !o.Club.ExcludedOn.IsZero():
		line.Standing = Badge{Kind: KindError, Text: "Excluded"}
	}
	if !o.ReportDue.IsZero() {
		line.Due = traceOf(o.ReportDue.Long(), o.DueTrace)
	}
	return line
}

func (s *Server) overviewFilters(c echo.Context, current, year members.Year) Filters {
	q, standing := formText(c, "q"), formText(c, "standing")
	y := Field{ID: "year", Name: "year", Label: "Year", Type: "select"}
	for n := current + 1; n > current-yearsBack; n-- {
		y.Options = append(y.Options, Option{Value: strconv.Itoa(int(n)), Label: n.String(), Selected: n == year})
	}
	f := Filters{Action: overviewPath, Target: "clubs", Fields: []Field{
		{ID: "q", Name: "q", Label: "Name or place", Type: "search", Value: q}, y,
		{ID: "standing", Name: "standing", Label: "Standing", Type: "select", Options: []Option{
			{Label: "Every club"}, {Value: "affiliated", Label: "Affiliated", Selected: standing == "affiliated"}, {Value: "not", Label: "Not affiliated", Selected: standing == "not"},
		}},
	}}
	for _, name := range []string{"sort", "dir"} {
		if v := formText(c, name); v != "" {
			f.Hidden = append(f.Hidden, Hidden{name, v})
		}
	}
	if q != "" || standing != "" || year != current {
		f.Clear = overviewPath
	}
	return f
}

func overviewHeads(c echo.Context, at *url.URL) []SortHeader {
	head := func(label, by string) SortHeader {
		q := at.Query()
		q.Del("dir")
		q.Set("sort", by)
		h := SortHeader{Label: label, Numeric: by == "members"}
		if now := formText(c, "sort"); now == by || now == "" && by == "name" {
			h.Dir = "descending"
			if formText(c, "dir") != string(members.Descending) {
				h.Dir = "ascending"
				q.Set("dir", string(members.Descending))
			}
		}
		h.URL = overviewPath + "?" + q.Encode()
		return h
	}
	return []SortHeader{head("Club", "name"), head("Members", "members"), head("Affiliated from", "from"), head("Next list due", "due")}
}

// clubOverviewFile exports what the overview shows.
func (s *Server) clubOverviewFile(c echo.Context) error {
	rules, err := s.governance.Today(c.Request().Context())
	if err != nil {
		return err
	}
	list, year, _, err := s.overviews(c, rules)
	if err != nil {
		return err
	}
	t := reports.Table{Title: "Clubs in " + year.String(), Note: "As at " + s.today().Long(), Columns: columns("Club", "Place", "Secretary", "Members", "Standing", "Affiliated from", "Last list", "Next list due")}
	for _, o := range list {
		line := overviewLine(o)
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(o.Club.Name), reports.Text(o.Club.City), reports.Text(o.Secretary), reports.Int(o.Members), reports.Text(line.Standing.Text),
			reports.Date(o.From), reports.Date(o.LastList), reports.Date(o.ReportDue),
		})
	}
	_, format := splitFormat(c.Request().URL.Path)
	return s.sendTable(c, format, "clubs-"+strconv.Itoa(int(year)), t)
}
