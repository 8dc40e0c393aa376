package events

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/eventmail"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// DisputesPage is the referee's inbox of an event.
type DisputesPage struct {
	kit.Page
	Waiting kit.Link // what waits now, to be read again
	Calls   []CallCard
	Letters *kit.PostButton // turns letters on or off; nil where none are sent
	Wanted  string          // whether letters are sent
	Past    []CallCard
	Open    []DisputeCard
	Settled []DisputeCard
	Empty   *kit.Empty
}

// DisputeCard is one game about which the players' reports differ.
type DisputeCard struct {
	Title   string
	URL     string
	Meta    string
	Says    []kit.Fact
	Rule    *kit.SmallForm // nil once it is settled
	Settled string
}

var disputesView = kit.NewView[DisputesPage](templates, "results/disputes.html")

func (s *Desk) disputes(c echo.Context) error {
	return s.showDisputes(c, sentForm{})
}

// showDisputes answers with the inbox; sent is a ruling that was not taken.
func (s *Desk) showDisputes(c echo.Context, sent sentForm) error {
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
	status, err := page.TakeRefusal(sent.refused)
	if err != nil {
		return err
	}
	for _, d := range list {
		card := disputeCard(&page.Page, d, sent)
		if d.SettledAt.IsZero() {
			page.Open = append(page.Open, card)
		} else {
			page.Settled = append(page.Settled, card)
		}
	}
	if err := s.addCalls(c, &page, e.ID); err != nil {
		return err
	}
	if len(page.Open)+len(page.Calls) == 0 {
		page.Empty = &kit.Empty{
			Title: "Nothing is waiting for a ruling",
			Text: "A game comes here when the two players report different results, or a player calls the referee. Players whose " +
				"reports differ may still agree between themselves.",
		}
	}
	return disputesView.Render(c, status, page)
}

func disputeCard(p *kit.Page, d results.Dispute, sent sentForm) DisputeCard {
	t, id := d.Table, kit.IDText(d.ID)
	card := DisputeCard{
		URL:   kit.GameDeskURL(t.Game.ID),
		Title: roundText(t),
		Meta:  "Since " + d.OpenedAt.Long(),
		Says: []kit.Fact{
			tableTerms(t, tournaments.Officials).Fact("Game"),
			{Label: t.Black.Entry.Name + " (Black) says", Value: kit.Capital(results.Label(d.BlackSays))},
			{Label: t.White.Entry.Name + " (White) says", Value: kit.Capital(results.Label(d.WhiteSays))},
		},
	}
	if !d.SettledAt.IsZero() {
		card.Settled = fmt.Sprintf("%s, by %s on %s. %s", resultOrNone(t.Game), d.SettledBy, d.SettledAt.Long(), d.Ruling)
		return card
	}
	ruled := []kit.Option{{Label: "Choose"}}
	for _, k := range results.Keys(t.Section.System) {
		if k.Result != pairing.NoResult {
			ruled = append(ruled, kit.Option{Value: string(k.Result), Label: kit.Capital(k.Label)})
		}
	}
	form := sent.form(p, sent.in != nil && kit.Chosen[results.DisputeID](sent.in, "dispute") == d.ID, nil)
	card.Rule = &kit.SmallForm{
		FormKey: p.Form("settle" + id), Action: deskPartURL(t.Event.ID, "disputes"), Submit: "Save the ruling",
		Hidden: []kit.Hidden{{Name: "dispute", Value: id}, kit.VersionField(d.Version)},
	}
	card.Rule.Fields = []kit.Field{
		form.field(kit.Field{
			ID: "result-" + id, Name: "result", Label: "The result is", Type: "select", Options: ruled, Required: true,
			Width: "medium",
		}),
		form.field(kit.Field{
			ID: "margin-" + id, Name: "margin", Label: "By", Width: "medium", Hint: "May be left empty.",
		}),
		form.field(kit.Field{
			ID: "ruling-" + id, Name: "ruling", Label: "The ruling", Type: "textarea", Rows: 3, Required: true,
			Hint: "Why, with the rule it rests on. Both players and everyone else can read it.",
		}),
	}
	return card
}

// disputeSettle takes a referee's ruling.
func (s *Desk) disputeSettle(c echo.Context) error {
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	saved, err := s.results.Settle(c.Request().Context(), s.Actor(c), results.SettleInput{
		Dispute: kit.Chosen[results.DisputeID](in, "dispute"), Result: pairing.Result(in.Text("result")),
		Margin: in.Text("margin"), Ruling: in.Lines("ruling"), Version: in.Version(),
	})
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showDisputes(c, sentTo(c, in, err))
	}
	if err != nil {
		return err
	}
	s.Flash(
		c, kit.KindSuccess, fmt.Sprintf("Table %d: %s. The ruling is saved.", saved.Game.Table, resultOrNone(saved.Game)),
	)
	return kit.SeeOther(c, deskPartURL(saved.Event, "disputes"))
}

// roundText is "Open, round 3, table 7".
func roundText(t results.Table) string {
	return fmt.Sprintf("%s, round %d, table %d", t.Section.Name, t.Round, t.Game.Table)
}

// pastCalls is how many answered calls the inbox shows.
const pastCalls = 20

// addCalls adds the players' calls, and whether letters are sent about them.
func (s *Desk) addCalls(c echo.Context, page *DisputesPage, event auth.EventID) error {
	ctx, actor := c.Request().Context(), s.Actor(c)
	calls, err := s.results.Calls(ctx, actor, event)
	if err != nil {
		return err
	}
	for _, call := range calls {
		card := callCard(&page.Page, call)
		switch {
		case card.Answer != nil:
			page.Calls = append(page.Calls, card)
		case len(page.Past) < pastCalls:
			page.Past = append(page.Past, card)
		}
	}
	if page.Waiting, err = s.waitingLink(c, event); err != nil || !s.letters.Sends() {
		return err
	}
	wanted, err := s.letters.RefereeWants(ctx, actor, event)
	if err != nil {
		return err
	}
	page.Wanted = "No letters are sent to you about these."
	next, label := eventmail.On, "Write to me when something comes in"
	if wanted {
		page.Wanted, next, label = "A letter is sent to you when something comes in.", eventmail.Off, "Stop these letters"
	}
	e, err := s.tournaments.EventByID(ctx, actor, event)
	if err != nil {
		return err
	}
	if e.Away != "" {
		page.Wanted += " What comes in at the venue is on the laptop there: no letter is sent about it."
	}
	page.Letters = page.Button(
		"letters", deskPartURL(event, "disputes/letters"), label, kit.Hidden{Name: "letters", Value: string(next)},
	)
	page.Letters.Kind = "secondary"
	return nil
}
