package events

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/eventmail"
	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// mayCheckIn reports whether a player can say today that they have come: not of games by a deadline, to which no one comes,
// and not when a result of theirs is in, which says so.
func (s *Desk) mayCheckIn(c echo.Context, w *tournaments.Wallchart, e tournaments.Entry) (bool, error) {
	if !w.Event.TakesChanges() || e.Withdrawn || !w.Event.Status.Public() || w.Event.DoorOpen(s.Today()) != nil {
		return false, nil
	}
	for _, r := range w.Rounds {
		for _, g := range r.Games {
			if g.Has(e.ID) && g.Result != pairing.NoResult {
				return false, nil
			}
		}
	}
	_, online, err := s.weekly.Plan(c.Request().Context(), w.Section.ID)
	return !online, err
}

// ownHere adds whether the player who is signed in has come, and the button that says so.
func (s *Desk) ownHere(c echo.Context, page *PlayerPage, w *tournaments.Wallchart, e tournaments.Entry) error {
	actor := s.Actor(c)
	if !actor.SignedIn() || actor.Person != e.Person {
		return nil
	}
	may, err := s.mayCheckIn(c, w, e)
	if err != nil || !may {
		return err
	}
	came, err := s.tournaments.HereMyself(c.Request().Context(), actor, e.ID)
	if err != nil {
		return err
	}
	next := w.NextUndrawn()
	switch {
	case !came.Came():
		page.Here = page.Button("here", playerURL(placeOf(w.Event, w.Section), e.Number)+"/here", "I am here")
	case next > 0 && slices.Contains(e.Absent, next):
		page.Came = fmt.Sprintf("You are checked in, but marked as absent in round %d. Tell the director if you play it.", next)
	default:
		page.Came = "You are checked in."
	}
	return nil
}

// playerHere notes that the player who is signed in has come.
func (s *Desk) playerHere(c echo.Context) error {
	w, e, err := s.ownPage(c)
	if err != nil {
		return err
	}
	_, err = s.tournaments.CheckInMyself(c.Request().Context(), s.Actor(c), e.ID)
	if kind := apperr.KindOf(err); kind == apperr.Conflict {
		return s.showPlayer(c, w, e, nil, err)
	}
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "You are checked in. The director can see that you are here.")
	return kit.SeeOther(c, playerURL(placeOf(w.Event, w.Section), e.Number))
}

// ownPart adds what a player does on the own page, signed in: reports the result and calls the referee.
func (s *Desk) ownPart(c echo.Context, page *PlayerPage, w *tournaments.Wallchart, e tournaments.Entry) error {
	actor := s.Actor(c)
	if !actor.SignedIn() || actor.Person != e.Person || !w.Event.BeingPlayed() {
		return nil
	}
	game, ok := gameNow(w, e)
	if !ok {
		return nil
	}
	t, err := s.results.Table(c.Request().Context(), actor, game)
	if err != nil {
		return err
	}
	here := playerURL(placeOf(w.Event, w.Section), e.Number)
	if t.CanReport {
		mine := tableResult(page.Page, t, t.You)
		mine.Action, mine.Table = here+"/report", ""
		page.Mine = &mine
	}
	page.Call, page.Called = callButton(&page.Page, t, here+"/call")
	return nil
}

// gameNow is the player's game in the latest published round.
func gameNow(w *tournaments.Wallchart, e tournaments.Entry) (tournaments.GameID, bool) {
	r, ok := w.Round(w.Published())
	if !ok {
		return 0, false
	}
	for _, g := range r.Games {
		if g.Has(e.ID) {
			return g.ID, true
		}
	}
	return 0, false
}

// addLetters adds how it stands with letters about the player's rounds.
func (s *Desk) addLetters(
	c echo.Context, page *PlayerPage, w *tournaments.Wallchart, e tournaments.Entry, in *kit.Filling,
) error {
	if !s.letters.Sends() {
		return nil
	}
	at, err := s.letters.Of(c.Request().Context(), s.Actor(c), w, e.ID)
	if err != nil || !at.Offered {
		return err
	}
	form := &kit.SmallForm{
		FormKey: page.Form("letters"), Action: playerURL(placeOf(w.Event, w.Section), e.Number) + "/letters", Kind: "secondary",
	}
	switch {
	case at.Own && at.On:
		page.Told = "When a round is published, a letter with your table, opponent and handicap goes to " + at.Address + "."
		form.Submit, form.Hidden = "Stop these letters", []kit.Hidden{{Name: "letters", Value: string(eventmail.Off)}}
	case at.Own:
		page.Told = "You can have a letter with your table, opponent and handicap when a round is published."
		form.Submit, form.Hidden = "Write to me when a round is published", []kit.Hidden{{Name: "letters", Value: string(eventmail.On)}}
	default:
		page.Told = "Table, opponent and handicap by e-mail when a round is published. A letter asks first whether the address is right."
		if in == nil {
			in = kit.NewFilling()
		}
		form.Submit = "Write to this address"
		form.Fields = []kit.Field{in.Field(&page.Page, kit.Field{
			Name: "address", Label: "E-mail address", Type: "email", Autocomplete: "email", Required: true,
		})}
	}
	page.Letters = form
	return nil
}

// ownPage is the section and the player of the address.
func (s *Desk) ownPage(c echo.Context) (*tournaments.Wallchart, tournaments.Entry, error) {
	w, _, err := s.chartAt(c)
	if err != nil {
		return nil, tournaments.Entry{}, err
	}
	e, err := playerAt(c, w)
	return w, e, err
}

// playerLetters asks for letters about a player's rounds, or stops them.
func (s *Desk) playerLetters(c echo.Context) error {
	w, e, err := s.ownPage(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	ctx, actor := c.Request().Context(), s.Actor(c)
	said := "A letter is on its way to that address, unless one went there today. Nothing else comes before it is confirmed."
	switch on := eventmail.Switch(in.Text("letters")); on {
	case eventmail.On, eventmail.Off:
		err = s.letters.Ask(ctx, actor, w.Section.ID, e.ID, on)
		said = "You are written to when a round is published."
		if on == eventmail.Off {
			said = "These letters are stopped."
		}
	default:
		err = s.letters.AskAt(ctx, w.Section.ID, e.ID, in.Text("address"))
	}
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showPlayer(c, w, e, in, err)
	}
	if err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, said)
	return kit.SeeOther(c, playerURL(placeOf(w.Event, w.Section), e.Number))
}

// playerReport takes what the player who is signed in says came out.
func (s *Desk) playerReport(c echo.Context) error {
	w, e, err := s.ownPage(c)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	_, err = s.results.Report(c.Request().Context(), s.Actor(c), results.ReportInput{
		Game: kit.Chosen[results.GameID](in, "game"), Result: pairing.Result(in.Text("result")), Margin: in.Text("margin"),
	})
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showPlayer(c, w, e, in, err)
	}
	if err != nil {
		return err
	}
	return kit.SeeOther(c, playerURL(placeOf(w.Event, w.Section), e.Number))
}

// playerCall calls the referee to the table of the player who is signed in.
func (s *Desk) playerCall(c echo.Context) error {
	w, e, err := s.ownPage(c)
	if err != nil {
		return err
	}
	game, ok := gameNow(w, e)
	if !ok {
		return apperr.New(apperr.NotFound, "You have no game in this round.")
	}
	err = s.results.Call(c.Request().Context(), s.Actor(c), results.CallInput{Game: game})
	if kind := apperr.KindOf(err); kind == apperr.Invalid || kind == apperr.Conflict {
		return s.showPlayer(c, w, e, nil, err)
	}
	if err != nil {
		return err
	}
	return kit.SeeOther(c, playerURL(placeOf(w.Event, w.Section), e.Number))
}

// RoundLettersPage is where letters about a player's rounds are confirmed and stopped.
type RoundLettersPage struct {
	kit.Page
	Text  string
	Press *kit.PostButton
	Back  string
}

var roundLettersView = kit.NewView[RoundLettersPage](templates, "round_letters.html")

// roundLetters asks whether letters are wanted, or are to stop; nothing happens by looking.
func (s *Desk) roundLetters(c echo.Context) error {
	token := c.Param("token")
	l, err := s.letters.ByToken(c.Request().Context(), token)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	page := RoundLettersPage{
		Page: s.Page(c, "Letters about "+l.Player+"’s rounds"), Back: l.Page,
		Text: l.Event + ", " + l.Section + ": a letter goes to you when a round is published.",
	}
	page.Shape = kit.ShapeNarrow
	if l.Confirmed {
		page.Press = page.Button("press", eventmail.Path(token), "Stop these letters", kit.Hidden{Name: "do", Value: "stop"})
	} else {
		page.Text = l.Event + ", " + l.Section + ": shall a letter go to you when a round is published?"
		page.Press = page.Button("press", eventmail.Path(token), "Yes, write to me", kit.Hidden{Name: "do", Value: "confirm"})
	}
	return roundLettersView.Render(c, page.Status(), page)
}

// roundLettersPress confirms or stops letters.
func (s *Desk) roundLettersPress(c echo.Context) error {
	ctx, token := c.Request().Context(), c.Param("token")
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	l, err := s.letters.ByToken(ctx, token)
	if err != nil {
		return err
	}
	do, said := s.letters.Stop, "These letters are stopped."
	if in.Text("do") == "confirm" {
		do, said = s.letters.Confirm, "You are written to when a round is published."
	}
	if err := do(ctx, token); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, said)
	return kit.SeeOther(c, l.Page)
}
