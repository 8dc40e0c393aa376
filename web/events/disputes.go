package events

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
	"nzgs/web/kit"
)

// DisputesPage is the referee's inbox of an event.
type DisputesPage struct {
	kit.Page
	Open    []DisputeCard
	Settled []DisputeCard
	Empty   *kit.Empty
}

// DisputeCard is one game about which the players' reports differ.
type DisputeCard struct {
	kit.FormKey
	ID      string
	Title   string
	URL     string
	Meta    string
	Says    []kit.Fact
	Action  string
	Hidden  []kit.Hidden
	Fields  []kit.Field
	Settled string
}

var disputesView = kit.NewView[DisputesPage](templates, "results/disputes.html")

func (s *Desk) disputes(c echo.Context) error {
	return s.showDisputes(c, http.StatusOK, 0, nil)
}

// showDisputes answers with the inbox; refused is why the ruling on a dispute
// was not taken.
func (s *Desk) showDisputes(c echo.Context, status int, at results.DisputeID, refused error) error {
	e, err := s.deskEvent(c, auth.EnterResult)
	if err != nil {
		return err
	}
	list, err := s.results.Disputes(c.Request().Context(), s.Actor(c), e.ID)
	if err != nil {
		return err
	}
	page := DisputesPage{
		Page: s.Page(c, "Referee’s inbox", kit.Crumb{
			Label: "Director", URL: "/director",
		}, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)}),
	}
	follow(&page.Page, e)
	if refused != nil && !page.Invalid(refused) && !page.Conflicting(refused) {
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
		page.Empty = &kit.Empty{
			Title: "Nothing is waiting for a ruling",
			Text:  "A game comes here when the two players report different results. They may still agree between themselves.",
		}
	}
	return disputesView.Render(c, status, page)
}

func disputeCard(p *kit.Page, c echo.Context, d results.Dispute, sent bool) DisputeCard {
	t, id := d.Table, strconv.FormatInt(int64(d.ID), 10)
	card := DisputeCard{
		FormKey: p.Form("settle" + id), ID: id, URL: kit.GameDeskURL(t.Game.ID),
		Title: fmt.Sprintf("%s, round %d, table %d", t.Section.Name, t.Round, t.Game.Table),
		Meta:  "Since " + d.OpenedAt.Long() + " · " + tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi),
		Says: []kit.Fact{
			{Label: t.Black.Entry.Name + " (Black) says", Value: kit.Capital(results.Label(d.BlackSays))},
			{Label: t.White.Entry.Name + " (White) says", Value: kit.Capital(results.Label(d.WhiteSays))},
		},
		Action: deskPartURL(t.Event.ID, "disputes"),
		Hidden: []kit.Hidden{{Name: "dispute", Value: id}, kit.VersionField(d.Version)},
	}
	if !d.SettledAt.IsZero() {
		card.Settled = fmt.Sprintf("%s, by %s on %s. %s", resultOrNone(t.Game), d.SettledBy, d.SettledAt.Long(), d.Ruling)
		return card
	}
	result, margin, ruling := "", "", ""
	if sent {
		result, margin, ruling = kit.FormText(c, "result"), kit.FormText(c, "margin"), c.FormValue("ruling")
	}
	options := []kit.Option{{Label: "Choose"}}
	for _, k := range results.Keys() {
		if k.Result != pairing.NoResult {
			options = append(options, kit.Option{
				Value: string(k.Result), Label: kit.Capital(k.Label), Selected: string(k.Result) == result,
			})
		}
	}
	card.Fields = []kit.Field{
		{
			ID: "result-" + id, Name: "result", Label: "The result is", Type: "select", Options: options, Required: true,
			Width: "medium",
		},
		{ID: "margin-" + id, Name: "margin", Label: "By", Value: margin, Width: "medium", Hint: "May be left empty."},
		{
			ID: "ruling-" + id, Name: "ruling", Label: "The ruling", Type: "textarea", Rows: 3, Value: ruling, Required: true,
			Hint: "Why, with the rule it rests on. Both players may read it.",
		},
	}
	if sent {
		for i := range card.Fields {
			card.Fields[i].Error = p.ErrorOn(card.Fields[i].Name)
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
func (s *Desk) disputeSettle(c echo.Context) error {
	in := results.SettleForm{
		Dispute: kit.FormID[results.DisputeID](c, "dispute"), Result: kit.FormText(c, "result"),
		Margin: kit.FormText(c, "margin"),
		Ruling: kit.FormText(c, "ruling"), Version: kit.FormVersion(c),
	}
	saved, err := s.results.Settle(c.Request().Context(), s.Actor(c), in)
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showDisputes(c, kit.StatusOf[kind], in.Dispute, err)
	}
	if err != nil {
		return err
	}
	s.Flash(
		c, kit.KindSuccess, fmt.Sprintf("Table %d: %s. The ruling is saved.", saved.Game.Table, resultOrNone(saved.Game)),
	)
	return kit.SeeOther(c, deskPartURL(saved.Event, "disputes"))
}
