package society

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// ReturnPage is a club's return: its list row by row, its fee, and from when
// it is effective.
type ReturnPage struct {
	kit.Page
	Standing  kit.Badge
	Steps     []kit.Step
	Next      kit.NextStep
	Facts     []kit.Fact
	Excluded  kit.RuleText // that the committee excluded the club, and what the list then does
	Obstacles []ObstacleLine
	Columns   []ColumnLine
	NotRead   string         // headings that were not read, or ""
	Received  *kit.SmallForm // corrects the day on which the list was received
	States    kit.Tabs       // which rows are shown
	Choices   *ChoicesForm
	Rows      []ReturnRow // with what to do for each, where that can be chosen
	Fine      []ReturnRow // that need nothing, folded; where all rows can be chosen from, none
	Fold      string      // what the fold says: "18 rows that need nothing"
	Settled   string      // instead of rows to decide, where none is left
	Shown     string      // "rows 51–100 of 5,000"
	Pager     kit.Pager
	Payments  []FeeLine
	Links     []kit.Link
	Buttons   []*kit.PostButton
}

// ObstacleLine is why a return cannot be confirmed yet.
type ObstacleLine struct {
	Text string
	Link *kit.Link
}

// ColumnLine says how one column was understood.
type ColumnLine struct{ Letter, Heading, Means string }

// ChoicesForm is around the rows that can be decided.
type ChoicesForm struct {
	kit.FormKey
	Action  string
	Hidden  []kit.Hidden
	Final   string     // "Confirm the list", "Hand in to the treasurer", or ""
	Then    string     // value of the final button
	Sum     string     // what the final button does, in a sentence
	Consent *kit.Field // of the new members, for the final button
}

// ReturnRow is one row of a list.
type ReturnRow struct {
	ID, Class  string
	State      kit.Badge
	Number     string
	Name, URL  string
	Cells      string // e-mail, phone, address, strength as typed
	Notes      []RowNote
	Changes    []string // "Phone: 021 … becomes 027 …"
	Choice     *kit.Field
	EditURL    string
	Until      *kit.Trace
	Fee        string
	Waived     string // reason
	WaiveURL   string
	ChargeForm *kit.PostButton // withdraws a waiver
}

// RowNote is something about a row that should be seen.
type RowNote struct{ Kind, Text string }

var returnView = kit.NewView[ReturnPage](templates, "clubs/return.html")

// rowsPerPage keeps the page of a long list short.
const rowsPerPage = 50

func (s *Desk) clubReturn(c echo.Context) error {
	in := kit.NewFilling()
	in.Set("rows", c.QueryParam("rows"))
	return s.showReturn(c, in, nil)
}

// showReturn renders a return. A refused form comes back with its choices.
func (s *Desk) showReturn(c echo.Context, in *kit.Filling, refused error) error {
	id, err := kit.PathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.clubs.View(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	page := ReturnPage{
		Page: s.Page(
			c, v.Club.Name+": list for "+v.Return.Year.String(),
			s.clubCrumbs(c, kit.Crumb{Label: v.Club.Name, URL: kit.ClubDeskURL(v.Club.ID)})...,
		),
	}
	status, err := page.TakeRefusal(refused)
	if err != nil {
		return err
	}
	page.Standing = standingBadge(clubs.Status{Return: v.Return, Affiliation: v.Affiliation, Excluded: v.Excluded})
	page.Steps = returnSteps(v)
	page.Facts = returnFacts(v)
	page.Next = s.returnNext(page.Page, v)
	page.Excluded = excludedText(v)
	page.Obstacles = obstacleLines(v)
	page.Columns, page.NotRead = columnLines(v.Return.Columns)
	page.Received = receivedForm(in, page.Page, v)
	page.Payments = feeLines(v)
	page.Links, page.Buttons = returnLinks(v), returnButtons(page.Page, v)
	s.fillRows(c, in, &page, v)
	kit.NamesPeople(c, len(page.Rows))
	return returnView.Render(c, status, page)
}

// returnSteps shows how far a return has come.
func returnSteps(v clubs.View) []kit.Step {
	r, a := v.Return, v.Affiliation
	done := []bool{
		r.HasList(), r.State == clubs.Confirmed, !a.FeeComplete.IsZero() && r.State == clubs.Confirmed,
		a.Standing == clubs.Effective,
	}
	steps := []kit.Step{{Label: "List"}, {Label: "Confirmed"}, {Label: "Fee"}, {Label: "Effective"}}
	if shutOut(v.Excluded) {
		steps[3].Label = "Members registered"
	}
	current := false
	for i := range steps {
		switch {
		case done[i]:
			steps[i].State = "done"
		case !current:
			steps[i].State, current = "current", true
		default:
			steps[i].State = "todo"
		}
	}
	return steps
}

func returnFacts(v clubs.View) []kit.Fact {
	r, a := v.Return, v.Affiliation
	facts := []kit.Fact{{Label: "Year", Value: v.Rules.Days(r.Year).String()}}
	if r.HasList() {
		facts = append(
			facts, kit.Fact{Label: "List received", Value: r.ListReceived.Long()}, kit.Fact{Label: "File", Value: r.FileName},
		)
	}
	switch {
	case v.Preview != nil:
		p := v.Preview
		facts = append(facts, kit.Fact{Label: "Members with this list", Value: kit.IDText(int64(p.Members))})
		if p.Priced {
			label := "Fee"
			if p.Counts[clubs.RowError]+p.Counts[clubs.RowOpen] > 0 {
				label = "Fee, without the rows to check"
			}
			facts = append(facts, kit.Fact{Label: label, Trace: new(kit.RuleTrace(p.Fee.String(), p.FeeTrace))})
		}
	case r.State == clubs.Confirmed:
		facts = append(facts, kit.Fact{
			Label: "Members", Value: kit.IDText(int64(r.Members)),
		}, kit.Fact{Label: "Fee", Trace: new(kit.RuleTrace(a.Due().String(), a.FeeTrace))})
	}
	if a.Paid > 0 || r.State == clubs.Confirmed {
		facts = append(facts, kit.Fact{Label: "Paid", Value: a.Paid.String()})
	}
	if a.Over > 0 {
		facts = append(facts, kit.Fact{Label: "Paid too much", Value: a.Over.String()})
	}
	if r.State == clubs.Confirmed {
		label, value := "Effective from", "not yet"
		if !a.From.IsZero() {
			value = a.From.Long()
		}
		switch {
		case shutOut(v.Excluded) && v.Excluded.Ended(a.From):
			label, value = "Was effective", "from "+value+"; the club was excluded on "+v.Excluded.On.Long()
		case shutOut(v.Excluded):
			label = "Members registered from"
		}
		facts = append(facts, kit.Fact{Label: label, Trace: new(kit.RuleTrace(value, a.FromTrace))})
	}
	for _, by := range []struct {
		label string
		at    string
		who   members.PersonID
	}{{"Handed in", r.SubmittedAt.Long(), r.SubmittedBy}, {"Confirmed", r.ConfirmedAt.Long(), r.ConfirmedBy}} {
		if by.at != "" {
			facts = append(facts, kit.Fact{Label: by.label, Value: strings.TrimSuffix(by.at+", "+v.Names[by.who], ", ")})
		}
	}
	return facts
}

// obstacleLines are the reasons why a list cannot be confirmed, beside rows
// that must be looked at: the next step says those. A club's secretary reads
// what the club can do about.
func obstacleLines(v clubs.View) []ObstacleLine {
	if v.Preview == nil || !v.MayChange {
		return nil
	}
	var out []ObstacleLine
	for _, o := range v.Preview.Obstacles {
		if o.Kind == clubs.NeedsRows || !v.MayConfirm && (o.Kind == clubs.NeedsRate || o.Kind == clubs.NeedsFee) {
			continue
		}
		line := ObstacleLine{Text: o.Text}
		if o.Rule != "" {
			line.Text += " (Rule " + o.Rule + ")"
		}
		switch o.Kind {
		case clubs.NeedsRate:
			line.Link = &kit.Link{Label: "Record the rate", URL: kit.RatesPath + "/new"}
		case clubs.NeedsFee:
			line.Link = &kit.Link{Label: "Open that list", URL: kit.ReturnURL(o.Return)}
		}
		out = append(out, line)
	}
	return out
}

// columnLines says how the columns were understood; notRead lists the others.
func columnLines(columns []clubs.Column) (lines []ColumnLine, notRead string) {
	var others []string
	for _, col := range columns {
		if col.Means == "" {
			others = append(others, col.Heading+" ("+col.Letter+")")
			continue
		}
		lines = append(lines, ColumnLine{Letter: col.Letter, Heading: col.Heading, Means: col.Means})
	}
	return lines, strings.Join(others, ", ")
}

func receivedForm(in *kit.Filling, p kit.Page, v clubs.View) *kit.SmallForm {
	if !v.MayConfirm || v.Preview == nil {
		return nil
	}
	if !in.Sends("received") {
		in.SetDay("received", v.Return.ListReceived)
	}
	day := kit.DayField(
		"received", "List received",
		"How long a new member is registered depends on the day on which both list and fee are in (Rule 2.2).",
	)
	day.Required = true
	return &kit.SmallForm{
		FormKey: p.Form("received"), Action: kit.ReturnURL(v.Return.ID) + "/received",
		Hidden: []kit.Hidden{kit.VersionField(v.Return.Version)}, Fields: []kit.Field{in.Field(&p, day)},
		Submit: "Change the day", Kind: "secondary",
	}
}

func returnLinks(v clubs.View) []kit.Link {
	r := v.Return
	var links []kit.Link
	if len(ownPayments(v)) > 0 {
		links = append(links, kit.Link{Label: "Receipt, PDF", URL: kit.ReturnURL(r.ID) + "/receipt.pdf", Kind: "secondary"})
	}
	if v.MayPay {
		links = append(links, kit.Link{Label: "Record a payment", URL: kit.ReturnURL(r.ID) + "/payment", Kind: "secondary"})
	}
	if v.MayChange {
		links = append(links, kit.Link{Label: "Send another file", URL: startURL(r.Club, r.Year), Kind: "secondary"})
	}
	return links
}

func returnButtons(p kit.Page, v clubs.View) []*kit.PostButton {
	r := v.Return
	var out []*kit.PostButton
	add := func(name, label, kind string) {
		b := p.Button(name, kit.ReturnURL(r.ID)+"/"+name, label, kit.VersionField(r.Version))
		b.Kind = kind
		out = append(out, b)
	}
	if r.State == clubs.Submitted {
		label := "Make it a draft again"
		if v.MayConfirm {
			label = "Give it back to the club"
		}
		add("take-back", label, "secondary")
	}
	if v.MayChange && r.State == clubs.Draft && r.HasList() && len(v.Payments) == 0 {
		add("withdraw", "Withdraw this list", "quiet")
	}
	return out
}

// rowFilters are the values of ?rows= and which states they show.
var rowFilters = []struct {
	value, label string
	states       []clubs.RowState
}{
	{"", "All", clubs.RowStates},
	{"todo", "To check", []clubs.RowState{clubs.RowError, clubs.RowOpen}},
	{"new", "New people", []clubs.RowState{clubs.RowNew}},
	{"match", "In the register", []clubs.RowState{clubs.RowMatch}},
	{"unchanged", "Already registered", []clubs.RowState{clubs.RowUnchanged}},
	{"left-out", "Left out", []clubs.RowState{clubs.RowLeftOut}},
}

// rowTabs counts the rows of each kind.
func rowTabs(lines []clubs.Line, chosen, here string) (kit.Tabs, []clubs.Line) {
	counts := map[clubs.RowState]int{}
	for _, l := range lines {
		counts[l.State]++
	}
	tabs := kit.Tabs{Label: "Rows"}
	shown := lines
	for _, f := range rowFilters {
		n := 0
		for _, st := range f.states {
			n += counts[st]
		}
		if n == 0 && f.value != chosen && f.value != "" {
			continue
		}
		item := kit.NavItem{
			Label: f.label, URL: here + "?" + url.Values{"rows": {f.value}}.Encode() + "#rows", Current: f.value == chosen,
			Count: kit.IDText(int64(n)),
		}
		if f.value == "" {
			item.URL = here + "#rows"
		}
		if f.value == chosen && f.value != "" {
			shown = nil
			for _, l := range lines {
				for _, st := range f.states {
					if l.State == st {
						shown = append(shown, l)
					}
				}
			}
		}
		tabs.Items = append(tabs.Items, item)
	}
	return tabs, shown
}
