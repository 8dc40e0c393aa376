package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/clubs"
	"nzgs/internal/members"
)

// ReturnPage is a club's return: its list row by row, its fee, and from when
// it is effective.
type ReturnPage struct {
	Page
	Standing  Badge
	Steps     []Step
	Next      NextStep
	Facts     []Fact
	Obstacles []ObstacleLine
	Columns   []ColumnLine
	NotRead   string // headings that were not read, or ""
	Received  *ReceivedForm
	States    Tabs // which rows are shown
	Choices   *ChoicesForm
	Rows      []ReturnRow
	Shown     string // "rows 51–100 of 5,000"
	Pager     Pager
	Payments  []FeeLine
	Links     []Link
	Buttons   []*PostButton
}

// ObstacleLine is why a return cannot be confirmed yet.
type ObstacleLine struct {
	Text string
	Link *Link
}

// ColumnLine says how one column was understood.
type ColumnLine struct{ Letter, Heading, Means string }

// ReceivedForm corrects the day on which the list was received.
type ReceivedForm struct {
	FormKey
	Action string
	Hidden []Hidden
	Field  Field
}

// ChoicesForm is around the rows that can be decided.
type ChoicesForm struct {
	FormKey
	Action  string
	Hidden  []Hidden
	Final   string // "Confirm the list", "Hand in to the treasurer", or ""
	Then    string // value of the final button
	Sum     string // what the final button does, in a sentence
	Consent *Field // of the new members, for the final button
}

// ReturnRow is one row of a list.
type ReturnRow struct {
	ID, Class  string
	State      Badge
	Number     string
	Name, URL  string
	Cells      string // e-mail, phone, address, strength as typed
	Notes      []RowNote
	Changes    []string // "Phone: 021 … becomes 027 …"
	Choice     *Field
	EditURL    string
	Until      *Trace
	Fee        string
	Waived     string // reason
	WaiveURL   string
	ChargeForm *PostButton // takes a waiver back
}

// RowNote is something about a row that should be seen.
type RowNote struct{ Kind, Text string }

var returnView = newView[ReturnPage]("clubs/return.html")

// rowsPerPage keeps the page of a long list short.
const rowsPerPage = 50

func (s *Server) clubReturn(c echo.Context) error { return s.showReturn(c, nil) }

// showReturn renders a return. A refused form comes back with its choices.
func (s *Server) showReturn(c echo.Context, refused error) error {
	id, err := pathID[clubs.ReturnID](c, "id")
	if err != nil {
		return err
	}
	v, err := s.clubs.View(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	page := ReturnPage{Page: s.page(c, v.Club.Name+": list for "+v.Return.Year.String(), s.clubCrumbs(c, Crumb{v.Club.Name, clubDeskURL(v.Club.ID)})...)}
	status := http.StatusOK
	switch {
	case refused == nil:
	case page.invalid(refused):
		status = http.StatusUnprocessableEntity
	case page.conflicting(refused):
		status = http.StatusConflict
	default:
		return refused
	}
	page.Standing = standingBadge(clubs.Status{Return: v.Return, Affiliation: v.Affiliation})
	page.Steps = returnSteps(v)
	page.Facts = returnFacts(v)
	page.Next = s.returnNext(page.Page, v)
	page.Obstacles = obstacleLines(v)
	page.Columns, page.NotRead = columnLines(v.Return.Columns)
	page.Received = receivedForm(c, page.Page, v)
	page.Payments = feeLines(v)
	page.Links, page.Buttons = returnLinks(v), returnButtons(page.Page, v)
	s.fillRows(c, &page, v)
	return returnView.render(c, status, page)
}

// returnSteps shows how far a return has come.
func returnSteps(v clubs.View) []Step {
	r, a := v.Return, v.Affiliation
	done := []bool{r.HasList(), r.State == clubs.Confirmed, !a.FeeComplete.IsZero() && r.State == clubs.Confirmed, a.Standing == clubs.Effective}
	steps := []Step{{Label: "List"}, {Label: "Confirmed"}, {Label: "Fee"}, {Label: "Effective"}}
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

func returnFacts(v clubs.View) []Fact {
	r, a := v.Return, v.Affiliation
	facts := []Fact{{Label: "Year", Value: v.Rules.Days(r.Year).String()}}
	if r.HasList() {
		facts = append(facts, Fact{Label: "List received", Value: r.ListReceived.Long()}, Fact{Label: "File", Value: r.FileName})
	}
	switch {
	case v.Preview != nil:
		p := v.Preview
		facts = append(facts, Fact{Label: "Members with this list", Value: idText(int64(p.Members))})
		if p.Priced {
			label := "Fee"
			if p.Counts[clubs.RowError]+p.Counts[clubs.RowOpen] > 0 {
				label = "Fee without the rows to look at"
			}
			facts = append(facts, Fact{Label: label, Trace: traceOf(p.Fee.String(), p.FeeTrace)})
		}
	case r.State == clubs.Confirmed:
		facts = append(facts, Fact{Label: "Members", Value: idText(int64(r.Members))}, Fact{Label: "Fee", Trace: traceOf(a.Due().String(), a.FeeTrace)})
	}
	if a.Paid > 0 || r.State == clubs.Confirmed {
		facts = append(facts, Fact{Label: "Paid", Value: a.Paid.String()})
	}
	if a.Over > 0 {
		facts = append(facts, Fact{Label: "Paid too much", Value: a.Over.String()})
	}
	if r.State == clubs.Confirmed {
		value := "not yet"
		if !a.From.IsZero() {
			value = a.From.Long()
		}
		facts = append(facts, Fact{Label: "Effective from", Trace: traceOf(value, a.FromTrace)})
	}
	for _, by := range []struct {
		label string
		at    string
		who   members.PersonID
	}{{"Handed in", r.SubmittedAt.Long(), r.SubmittedBy}, {"Confirmed", r.ConfirmedAt.Long(), r.ConfirmedBy}} {
		if by.at != "" {
			facts = append(facts, Fact{Label: by.label, Value: strings.TrimSuffix(by.at+", "+v.Names[by.who], ", ")})
		}
	}
	return facts
}

// returnNext is the one thing to do now.
func (s *Server) returnNext(p Page, v clubs.View) NextStep {
	r, a := v.Return, v.Affiliation
	pay := &Link{Label: "Record a payment", URL: returnURL(r.ID) + "/payment", Kind: "primary"}
	if !v.MayPay {
		pay = nil
	}
	switch {
	case !r.HasList():
		next := NextStep{Title: "The list is awaited", Text: a.Paid.String() + " has been received. The registration is effective once list and fee are in (Rule 2.3).", Kind: KindWarning}
		if v.MayChange {
			next.Link = &Link{Label: "Send the list", URL: startURL(r.Club, r.Year), Kind: "primary"}
		}
		return next
	case v.Preview != nil:
		return previewNext(v)
	case a.Standing == clubs.AwaitingFee:
		return NextStep{Title: a.Missing.String() + " is still to be paid", Text: "Members begin their term when the full fee is in (Rule 2.3).", Kind: KindWarning, Link: pay}
	case a.Standing == clubs.TooLate:
		return NextStep{Title: "The fee came after the year", Text: "The club was not affiliated in " + r.Year.String() + ". Only members carried over to the next year are registered.", Kind: KindWarning}
	}
	return NextStep{Title: "Effective from " + a.From.Long(), Text: plural(r.Charged, "member is", "members are") + " registered with this list.", Kind: KindSuccess}
}

func previewNext(v clubs.View) NextStep {
	p, r := v.Preview, v.Return
	switch n := p.Counts[clubs.RowError] + p.Counts[clubs.RowOpen]; {
	case r.State == clubs.Submitted && !v.MayConfirm:
		return NextStep{Title: "The list is with the treasurer", Text: "You will see the fee here once it is confirmed. To change the list, take it back first.", Kind: KindInfo}
	case n > 0 && (v.MayConfirm || p.Counts[clubs.RowError] > 0):
		text, show := "Correct them, choose who they are, or leave them out.", "Show them"
		if n == 1 {
			text, show = "Correct it, choose who it is, or leave it out.", "Show it"
		}
		return NextStep{Title: "Look at " + plural(n, "row", "rows"), Text: text, Kind: KindWarning, Link: &Link{Label: show, URL: returnURL(r.ID) + "?rows=todo#rows", Kind: "secondary"}}
	case len(obstacleLines(v)) > 0:
		return NextStep{Title: "The list cannot be confirmed yet", Text: "What is missing stands below.", Kind: KindWarning}
	case v.MayConfirm:
		return NextStep{Title: "The list can be confirmed", Text: confirmText(*p), Kind: KindInfo, Link: &Link{Label: "Go to the rows", URL: "#rows", Kind: "secondary"}}
	}
	return NextStep{Title: "The list can be handed in", Text: "Check the rows below, then hand it in to the treasurer.", Kind: KindInfo, Link: &Link{Label: "Go to the rows", URL: "#rows", Kind: "secondary"}}
}

// confirmText says what confirming does.
func confirmText(p clubs.Preview) string {
	parts := []string{plural(p.Charged, "member is", "members are") + " registered"}
	if n := p.Counts[clubs.RowNew]; n > 0 {
		parts = append(parts, plural(n, "person is", "people are")+" new to the register")
	}
	if p.Carried > 0 {
		parts = append(parts, fmt.Sprintf("%d until the end of the following year", p.Carried))
	}
	if p.Changes > 0 {
		parts = append(parts, "the contact data of "+plural(p.Changes, "person", "people")+" changes")
	}
	return strings.Join(parts, ", ") + "; the fee is " + p.Fee.String() + "."
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
			line.Link = &Link{Label: "Record the rate", URL: ratesPath + "/new"}
		case clubs.NeedsFee:
			line.Link = &Link{Label: "Open that list", URL: returnURL(o.Return)}
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

func receivedForm(c echo.Context, p Page, v clubs.View) *ReceivedForm {
	if !v.MayConfirm || v.Preview == nil {
		return nil
	}
	value := formText(c, "received")
	if value == "" {
		value = v.Return.ListReceived.String()
	}
	return &ReceivedForm{
		FormKey: p.Form("received"), Action: returnURL(v.Return.ID) + "/received", Hidden: []Hidden{version(v.Return.Version)},
		Field: p.field(Field{Name: "received", Label: "List received", Hint: "How long a new member is registered depends on the day on which both list and fee are in (Rule 2.2).", Type: "date", Value: value, Required: true, Width: "medium"}),
	}
}

func returnLinks(v clubs.View) []Link {
	r := v.Return
	var links []Link
	for _, p := range v.Payments {
		if p.Reverses == 0 && p.ReversedBy == 0 {
			links = append(links, Link{Label: "Receipt, PDF", URL: returnURL(r.ID) + "/receipt.pdf", Kind: "secondary"})
			break
		}
	}
	if v.MayPay {
		links = append(links, Link{Label: "Record a payment", URL: returnURL(r.ID) + "/payment", Kind: "secondary"})
	}
	if v.MayChange {
		links = append(links, Link{Label: "Send another file", URL: startURL(r.Club, r.Year), Kind: "secondary"})
	}
	return links
}

func returnButtons(p Page, v clubs.View) []*PostButton {
	r := v.Return
	var out []*PostButton
	add := func(name, label, kind string) {
		b := p.button(name, returnURL(r.ID)+"/"+name, label, version(r.Version))
		b.Kind = kind
		out = append(out, b)
	}
	if r.State == clubs.Submitted {
		label := "Take it back"
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
	{"todo", "To look at", []clubs.RowState{clubs.RowError, clubs.RowOpen}},
	{"new", "New people", []clubs.RowState{clubs.RowNew}},
	{"match", "In the register", []clubs.RowState{clubs.RowMatch}},
	{"unchanged", "Registered already", []clubs.RowState{clubs.RowUnchanged}},
	{"left-out", "Left out", []clubs.RowState{clubs.RowLeftOut}},
}

// rowTabs counts the rows of each kind.
func rowTabs(lines []clubs.Line, chosen, here string) (Tabs, []clubs.Line) {
	counts := map[clubs.RowState]int{}
	for _, l := range lines {
		counts[l.State]++
	}
	tabs := Tabs{Label: "Rows"}
	shown := lines
	for _, f := range rowFilters {
		n := 0
		for _, st := range f.states {
			n += counts[st]
		}
		if n == 0 && f.value != chosen && f.value != "" {
			continue
		}
		item := NavItem{Label: f.label, URL: here + "?" + url.Values{"rows": {f.value}}.Encode() + "#rows", Current: f.value == chosen, Count: idText(int64(n))}
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
