package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
)

// DutiesPage is what the rules ask of somebody, by date.
type DutiesPage struct {
	Page
	Groups []DutyGroup
	Empty  *Empty
	Feed   string // the calendar's address, where it was just made
	Outbox bool   // may open it
}

// DutyGroup is the duties in one state.
type DutyGroup struct {
	ID, Title string
	Rows      []DutyLine
}

// DutyLine is one duty.
type DutyLine struct {
	Title, URL string
	Due        Trace
	Owner      string
	Done       string // when, or ""
}

var dutiesView = newView[DutiesPage]("governance/duties.html")

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

func (s *Server) duties(c echo.Context) error { return s.showDuties(c, "") }

// showDuties answers with the page, and with the address of a calendar that
// was just made: it is shown this once.
func (s *Server) showDuties(c echo.Context, feed string) error {
	list, err := s.governance.Duties(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	page := DutiesPage{Page: s.page(c, "Duties"), Feed: feed, Outbox: auth.Can(s.actor(c), auth.KeepOutbox, auth.Object{}, s.today())}
	day := s.today()
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
	if len(list) == 0 {
		page.Empty = &Empty{Title: "Nothing is due", Text: "What the constitution asks for before and after meetings and votes appears here, with its rule and how its date is worked out."}
	}
	return dutiesView.render(c, http.StatusOK, page)
}

func dutyLine(d governance.Duty) DutyLine {
	line := DutyLine{
		Title: d.Title, URL: localPath(d.Link, ""), Owner: capital(string(d.Owner)),
		Due: Trace{Value: d.Due.Long(), Rule: "Rule " + d.Rule, RuleURL: knownRuleURL(d.Rule)},
	}
	if d.Trace != "" {
		line.Due.Lines = []string{d.Trace}
	}
	if d.Done() {
		line.Done = d.DoneAt.Date().Long()
	}
	return line
}

// owesDuties reports whether somebody holds an office with duties, and so has
// a place for them in the menu.
func owesDuties(actor auth.Actor, day civil.Date) bool {
	return actor.Holds(day, auth.President, auth.Secretary, auth.Treasurer, auth.Committee)
}

// dueShown is how many duties the front page shows.
const dueShown = 5

// dueNext is what is due next for whoever is signed in: a duty may fall to a
// teller or a chair, who holds no office.
func (s *Server) dueNext(c echo.Context) ([]Task, error) {
	actor, day := s.actor(c), s.today()
	if !actor.SignedIn() {
		return nil, nil
	}
	list, err := s.governance.Duties(c.Request().Context(), actor)
	if err != nil {
		return nil, err
	}
	var out []Task
	for _, d := range list {
		if d.Done() || len(out) == dueShown {
			break // the open ones come first, by date
		}
		t := Task{Title: d.Title, Text: "Rule " + d.Rule + ".", URL: localPath(d.Link, dutiesPath), Action: "Open", Due: "by " + d.Due.Long()}
		switch d.StateOn(day) {
		case governance.DutyOverdue:
			t.State = "overdue"
		case governance.DutySoon:
			t.State = "soon"
		}
		out = append(out, t)
	}
	return out, nil
}
