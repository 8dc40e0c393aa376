package events

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// closedGame adds how a result is corrected once the places are final: after the
// rating in one step, before it by opening the event again.
func (s *Desk) closedGame(c echo.Context, page *GamePage, t results.Table, in *kit.Filling) {
	may := func(action auth.Action) bool {
		return auth.Can(s.Actor(c), action, auth.Object{Event: t.Event.ID}, s.Today())
	}
	switch {
	case t.Event.Status == tournaments.Rated && may(auth.RateEvent):
		fields := gameFields(&page.Page, t, in)
		for i := range fields {
			if fields[i].Name == "result" {
				fields[i].Options = fields[i].Options[1:] // a rated event has a result for every game
			}
		}
		fields = append(fields, in.Field(&page.Page, kit.Field{
			Name: "reason", Label: "Why", Type: "textarea", MaxLength: 500,
			Hint: "The event is withdrawn from the rating list and rated again in the same step; points and titles follow.",
		}))
		page.Enter = &kit.SmallForm{
			FormKey: page.Form("correct"), ID: "correct-result", Title: "Correct the result and rate the event again",
			Action: kit.GameDeskURL(t.Game.ID) + "/correct", Hidden: []kit.Hidden{kit.VersionField(t.Game.Version)},
			Fields: fields, Submit: "Correct and rate again",
		}
	case t.Event.Status == tournaments.Final && may(auth.DirectEvent):
		page.Reopen = page.Button(
			"reopen", deskPartURL(t.Event.ID, "reopen"), "Open the event again", kit.VersionField(t.Event.Version),
		)
		page.Reopen.Kind = "secondary"
	}
}

// gameCorrect corrects a result of a rated event.
func (s *Desk) gameCorrect(c echo.Context) error {
	t, err := s.deskGame(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	entry := results.Entry{
		Game: t.Game.ID, Version: in.Version(), Margin: in.Text("margin"),
		Result: readResult(in, "“%s” is not one of the results offered."),
	}
	if strings.TrimSpace(in.Lines("reason")) != "" {
		asks, err := s.asksEffects(c, t, in, entry)
		if err != nil {
			return err
		}
		if asks != nil {
			return s.showGame(c, t, in, nil, asks)
		}
	}
	done, err := s.results.Correct(c.Request().Context(), s.Actor(c), entry, in.Lines("reason"))
	err = in.Refusal(err)
	if err != nil {
		return s.showGame(c, t, in, err, nil)
	}
	text := "Table " + strconv.Itoa(done.Game.Table) + ": " + resultOrNone(done.Game) + ". The event is rated again"
	if done.Later > 0 {
		text += ", and " + kit.Plural(done.Later, "later event", "later events") + " with it"
	}
	s.Flash(c, kit.KindSuccess, text+".")
	return kit.SeeOther(c, kit.GameDeskURL(t.Game.ID))
}
