package web

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
)

// DisputesPage is the referee's inbox of an event.
type DisputesPage struct {
	Page
	Open    []DisputeCard
	Settled []DisputeCard
	Empty   *Empty
}

// DisputeCard is one game about which the players' reports differ.
type DisputeCard struct {
	FormKey
	ID      string
	Title   string
	URL     string
	Meta    string
	Says    []Fact
	Action  string
	Hidden  []Hidden
	Fields  []Field
	Settled string
}

var disputesView = newView[DisputesPage]("results/disputes.html")

func (s *Server) disputes(c echo.Context) error {
	return s.showDisputes(c, http.StatusOK, 0, nil)
}

// showDisputes answers with the inbox; refused is why the ruling on a dispute
// was not taken.
func (s *Server) showDisputes(c echo.Context, status int, at results.DisputeID, refused error) error {
	e, err := s.deskEvent(c, auth.EnterResult)
	if err != nil {
		return err
	}
	list, err := s.results.Disputes(c.Request().Context(), s.actor(c), e.ID)
	if err != nil {
		return err
	}
	page := DisputesPage{Page: s.page(c, "Referee’s inbox", Crumb{"Director", "/director"}, Crumb{e.Name, deskURL(e.ID)})}
	follow(&page.Page, e)
	if refused != nil && !page.invalid(refused) && !page.conflicting(refused) {
		return refused
	}
	for _, d := range list {
		card := disputeCard(&page.Page, c, d, d.ID == at)
		if d.SettledAt.IsZero() {
			page.Open = append(page.Open, card)
		} else {
			page.Settled = append(page.Settled, card)
		}
	}
	if len(page.Open) == 0 {
		page.Empty = &Empty{Title: "Nothing waits for a ruling", Text: "A game comes here when the two players report different results. They may still agree by themselves."}
	}
	return disputesView.render(c, status, page)
}

func disputeCard(p *Page, c echo.Context, d results.Dispute, sent bool) DisputeCard {
	t, id := d.Table, strconv.FormatInt(int64(d.ID), 10)
	card := DisputeCard{
		FormKey: p.Form("settle" + id), ID: id, URL: gameURL(t.Game.ID),
		Title: fmt.Sprintf("%s, round %d, table %d", t.Section.Name, t.Round, t.Game.Table),
		Meta:  "Since " + d.OpenedAt.Long() + " · " + tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi),
		Says: []Fact{
			{Label: t.Black.Entry.Name + " (Black) says", Value: capital(results.Label(d.BlackSays))},
			{Label: t.White.Entry.Name + " (White) says", Value: capital(results.Label(d.WhiteSays))},
		},
		Action: deskPartURL(t.Event.ID, "disputes"), Hidden: []Hidden{{"dispute", id}, version(d.Version)},
	}
	if !d.SettledAt.IsZero() {
		card.Settled = fmt.Sprintf("%s, by %s on %s. %s", resultOrNone(t.Game), d.SettledBy, d.SettledAt.Long(), d.Ruling)
		return card
	}
	result, margin, ruling := "", "", ""
	if sent {
		result, margin, ruling = formText(c, "result"), formText(c, "margin"), c.FormValue("ruling")
	}
	options := []Option{{Label: "Choose"}}
	for _, k := range results.Keys() {
		if k.Result != pairing.NoResult {
			options = append(options, Option{Value: string(k.Result), Label: capital(k.Label), Selected: string(k.Result) == result})
		}
	}
	card.Fields = []Field{
		{ID: "result-" + id, Name: "result", Label: "The result is", Type: "select", Options: options, Required: true, Width: "medium"},
		{ID: "margin-" + id, Name: "margin", Label: "By", Value: margin, Width: "medium", Hint: "May be left empty."},
		{ID: "ruling-" + id, Name: "ruling", Label: "The ruling", Type: "textarea", Rows: 3, Value: ruling, Required: true, Hint: "Why, with the rule it rests on. Both players may read it."},
	}
	if sent {
		for i := range card.Fields {
			card.Fields[i].Error = p.errorOn(card.Fields[i].Name)
		}
		for i := range p.Errors { // the summary leads to the inputs of this card
			if p.Errors[i].Field != "" {
				p.Errors[i].Field += "-" + id
			}
		}
	}
	return card
}

// disputeSettle takes a referee's ruling.
func (s *Server) disputeSettle(c echo.Context) error {
	in := results.SettleForm{
		Dispute: formID[results.DisputeID](c, "dispute"), Result: formText(c, "result"), Margin: formText(c, "margin"),
		Ruling: formText(c, "ruling"), Version: formVersion(c),
	}
	saved, err := s.results.Settle(c.Request().Context(), s.actor(c), in)
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showDisputes(c, statusOf[kind], in.Dispute, err)
	}
	if err != nil {
		return err
	}
	s.flash(c, KindSuccess, fmt.Sprintf("Table %d: %s. The ruling is saved.", saved.Game.Table, resultOrNone(saved.Game)))
	return seeOther(c, deskPartURL(saved.Event, "disputes"))
}
