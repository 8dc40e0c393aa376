package cancelling

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/cancelling"
	"nzgs/reports"
	"nzgs/web/kit"
)

// cancel cancels an event: who is told, who paid, and why it may not be.
func (s *Desk) cancel() kit.Form[cancelling.Plan] {
	return kit.Form[cancelling.Plan]{
		Site: s.Site, Load: kit.ByID(s.Site, s.cancelling.Plan), Version: versionOf,
		Show: func(c echo.Context, page *kit.FormPage, p cancelling.Plan) error {
			e := p.Event
			page.Page = s.page(c, e, "Cancel "+e.Name)
			page.Action, page.Submit, page.Kind = kit.EventCancelURL(e.ID), "Cancel the event", "danger"
			page.Back, page.Leave = kit.EventDeskURL(e.ID), "Keep the event"
			if p.Refused != "" {
				page.Barred = []kit.RuleText{kit.CiteRules(p.Refused)}
				return nil
			}
			page.Say(
				"The event stays on the list of events and on its own page, as cancelled and with the reason. No one can enter, "+
					"and nothing is drawn or played. Calendars show its rounds as cancelled.",
				"You can undo this: the event then takes place after all, and whoever heard that it is cancelled is written to again.",
			)
			page.Facts = toldFacts(p)
			page.Group("", kit.Field{
				Name: "reason", Label: "Why it is cancelled", Type: "textarea", Rows: 3, Required: true,
				Hint: "Everyone can read it. It stands in the letters too.",
			})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p cancelling.Plan) (kit.Done, error) {
			return kit.Done{To: kit.EventDeskURL(p.Event.ID), Message: "The event is cancelled. " + queuedText(p)},
				s.cancelling.Cancel(c.Request().Context(), s.Actor(c), p.Event.ID, in.Lines("reason"), in.Version())
		},
	}
}

// undo has an event that was cancelled take place after all.
func (s *Desk) undo() kit.Form[cancelling.Plan] {
	return kit.Form[cancelling.Plan]{
		Site: s.Site, Load: kit.ByID(s.Site, s.cancelling.Plan), Version: versionOf,
		Show: func(c echo.Context, page *kit.FormPage, p cancelling.Plan) error {
			e := p.Event
			page.Page = s.page(c, e, e.Name+" takes place after all")
			page.Action, page.Submit, page.Back = kit.EventReinstateURL(e.ID), "It takes place", kit.EventDeskURL(e.ID)
			page.Leave = "It stays cancelled"
			if !e.Cancelled.Is {
				page.Barred = []kit.RuleText{kit.CiteRules(e.Name + " is not cancelled.")}
				return nil
			}
			page.Say(
				"It was cancelled by "+e.Cancelled.By+" on "+e.Cancelled.At.Long()+": "+e.Cancelled.Reason,
				"Entries, draws and results go on where they were. If the days have changed, correct them next: the letters name "+
					e.Dates()+".",
			)
			page.Facts = toldFacts(p)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, p cancelling.Plan) (kit.Done, error) {
			return kit.Done{To: kit.EventDeskURL(p.Event.ID), Message: "The event takes place after all. " + queuedText(p)},
				s.cancelling.Undo(c.Request().Context(), s.Actor(c), p.Event.ID, in.Version())
		},
	}
}

func versionOf(p cancelling.Plan) int64 { return p.Event.Version }

// maxNamed is how many players are named whom no letter reaches.
const maxNamed = 40

// toldFacts say who hears of it, whom the director tells, and what was paid.
func toldFacts(p cancelling.Plan) []kit.Fact {
	letters := kit.Plural(p.Letters, "letter goes out", "letters go out") + " " + afterText
	switch {
	case p.Spent:
		letters = "no one: it was cancelled and undone so often that no more letters are written, so tell them yourself"
	case p.Letters == 0 && p.Known > 0:
		letters = "no one: they were not told otherwise"
	case p.Letters == 0 && len(p.Untold) > 0:
		letters = "no one on the list has an e-mail address"
	case p.Letters == 0:
		letters = "no one is on the list"
	case !p.Sends:
		letters = kit.Plural(p.Letters, "letter waits", "letters wait") + ": this site sends no mail now"
	}
	facts := []kit.Fact{{Label: "Players are told", Value: letters}}
	if n := len(p.Untold); n > 0 {
		names := p.Untold[:min(n, maxNamed)]
		if n > maxNamed {
			names = append(names[:maxNamed:maxNamed], kit.Plural(n-maxNamed, "more player", "more players"))
		}
		facts = append(facts, kit.Fact{Label: "No letter reaches, so tell them yourself", Value: kit.AndList(names)})
	}
	if n := len(p.Paid.Rows); n > 0 {
		told := "the treasurer is written to"
		if !p.Books {
			told = "no treasurer can be written to: tell them yourself"
		}
		facts = append(facts, kit.Fact{
			Label: "Paid", URL: cancelling.PaidPath(p.Event.ID),
			Value: kit.Plural(n, "player, ", "players, ") + p.Paid.Total.String() + " in all; " + told,
		})
	}
	return facts
}

func queuedText(p cancelling.Plan) string {
	switch {
	case p.Spent:
		return "No more letters are written about it: tell its players yourself."
	case p.Letters == 0 && p.Known > 0:
		return "No one is written to: they were not told otherwise."
	case p.Letters == 0 && len(p.Untold) == 0:
		return "No one is on its list."
	case p.Letters == 0:
		return "No one could be written to: tell them yourself."
	}
	return kit.Plural(p.Letters, "letter is", "letters are") + " in the outbox."
}

// afterText says when letters leave.
var afterText = fmt.Sprintf("after %d minutes; what you undo before then, they do not hear of", int(cancelling.HeldFor.Minutes()))

// PaidPage is who paid for an event.
type PaidPage struct {
	kit.Page
	Text  string
	Facts []kit.Fact
	Head  kit.ListHead
	Rows  []PaidRow
	Empty *kit.Empty
}

// PaidRow is someone who paid.
type PaidRow struct{ Name, Email, Section, Fee, Paid, State string }

var paidView = kit.NewView[PaidPage](templates, "paid.html")

func (s *Desk) paid(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	paid, err := s.cancelling.Paid(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	e := paid.Event
	page := PaidPage{Page: s.page(c, e, "Who paid"), Text: "Fees that the director has noted as paid, or that the books have as paid."}
	if e.Cancelled.Is {
		page.Text += " " + e.Cancelled.Says(e) + " What goes back is booked by the treasurer."
	}
	page.Facts = []kit.Fact{{Label: "Paid in all", Value: paid.Total.String()}}
	page.Head = kit.ListHead{
		Count: kit.Plural(len(paid.Rows), "player", "players"), Exports: kit.Exports(c, "XLSX", ".xlsx", "CSV", ".csv"),
	}
	for _, r := range paid.Rows {
		row := PaidRow{
			Name: r.Name, Email: r.Email, Section: r.Section, Fee: r.Fee.String(), State: string(r.State),
			Paid: r.Paid.How.String() + ", " + r.Paid.At.Date().Long() + ", noted by " + r.Paid.By,
		}
		if r.Invoice != "" {
			row.Paid = "by the books, " + r.Invoice
		}
		page.Rows = append(page.Rows, row)
	}
	if len(page.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No one has paid", Text: "Fees are noted on the page “Who entered, and who paid”."}
	}
	return paidView.Render(c, http.StatusOK, page)
}

// paidFile answers with the list as a file.
func (s *Desk) paidFile(c echo.Context) error {
	id, err := kit.PathID[auth.EventID](c, "id")
	if err != nil {
		return err
	}
	paid, err := s.cancelling.Paid(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return err
	}
	t := reports.Table{
		Title:   paid.Event.Name + ": paid",
		Columns: kit.Columns("Player", "E-mail", "Section", "Fee", "Paid", "Paid on", "Noted by", "Invoice", "Entry"),
	}
	for _, r := range paid.Rows {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(r.Name), reports.Text(r.Email), reports.Text(r.Section), reports.Money(r.Fee), reports.Text(r.Paid.How.String()),
			reports.Date(r.Paid.At.Date()), reports.Text(r.Paid.By), reports.Text(r.Invoice), reports.Text(string(r.State)),
		})
	}
	kit.NamesPeople(c, len(paid.Rows))
	_, format := kit.SplitFormat(c.Request().URL.Path)
	return s.SendTable(c, format, s.TodaysFile("paid", paid.Event.Slug), t)
}
