package events

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/eventmail"
	"nzgs/internal/results"
	"nzgs/web/kit"
)

// callButton calls the referee to a table, or says that the referee is called already.
func callButton(p *kit.Page, t results.Table, to string) (*kit.PostButton, string) {
	switch {
	case !t.CanCall:
		return nil, ""
	case !t.Called.IsZero():
		return nil, "The referee was called at " + t.Called.TimeOfDay() + ". Stop the clock and stay at the table."
	}
	b := p.Button("call", to, "Call the referee")
	b.Kind = "secondary"
	return b, ""
}

// tableCall calls the referee by the code of a table's card.
func (s *Desk) tableCall(c echo.Context) error {
	card := c.Param("card")
	t, err := s.results.TableByCard(c.Request().Context(), s.Actor(c), card)
	if err != nil {
		return err
	}
	side := sideOf(c, t)
	err = s.results.Call(c.Request().Context(), s.Actor(c), results.CallInput{Card: card, Game: t.Game.ID, Side: side})
	if err != nil {
		return s.showTable(c, t, err)
	}
	return kit.SeeOther(c, kit.TableCardURL(card)+"?side="+string(side))
}

// CallCard is a player's call in the referee's inbox.
type CallCard struct {
	Title, URL string
	Text       string
	Answer     *kit.PostButton // nil once it is answered
}

func callCard(p *kit.Page, call results.Call) CallCard {
	t := call.Table
	card := CallCard{
		Title: roundText(t) + ": " + t.Black.Entry.Name + " – " + t.White.Entry.Name, URL: kit.GameDeskURL(t.Game.ID),
		Text: "Called at " + call.At.TimeOfDay() + " by " + call.By + ".",
	}
	if !call.AnsweredAt.IsZero() {
		card.Text += " " + call.AnsweredBy + " went at " + call.AnsweredAt.TimeOfDay() + "."
		return card
	}
	id := kit.IDText(call.ID)
	card.Answer = p.Button(
		"answer"+id, deskPartURL(t.Event.ID, "disputes/answer"), "I have been there", kit.Hidden{Name: "call", Value: id},
	)
	return card
}

// callAnswer closes a player's call.
func (s *Desk) callAnswer(c echo.Context) error {
	e, err := s.deskEvent(c, auth.EnterResult)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	here := deskPartURL(e.ID, "disputes")
	if err := s.results.Answer(c.Request().Context(), s.Actor(c), kit.Chosen[results.CallID](in, "call")); err != nil {
		if apperr.KindOf(err) == apperr.NotFound {
			return s.RefusedAt(c, err, here)
		}
		return err
	}
	s.Flash(c, kit.KindSuccess, "The call is answered.")
	return kit.SeeOther(c, here)
}

// refereeLetters turns letters for whoever is signed in on or off.
func (s *Desk) refereeLetters(c echo.Context) error {
	e, err := s.deskEvent(c, auth.EnterResult)
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	on, said := eventmail.Off, "No letters are sent to you about this event’s tables."
	if in.Text("letters") == string(eventmail.On) {
		on, said = eventmail.On, "A letter is sent to you when a dispute or a call comes in."
	}
	if err := s.letters.Want(c.Request().Context(), s.Actor(c), e.ID, on); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, said)
	return kit.SeeOther(c, deskPartURL(e.ID, "disputes"))
}

// waitingLink leads to the referee's inbox with how much waits there; the label is "" for nothing.
func (s *Desk) waitingLink(c echo.Context, event auth.EventID) (kit.Link, error) {
	n, err := s.results.Waiting(c.Request().Context(), s.Actor(c), event)
	if err != nil || n == 0 {
		return kit.Link{}, err
	}
	return kit.Link{
		Label: kit.Plural(n, "table waits", "tables wait") + " for the referee", URL: deskPartURL(event, "disputes"),
	}, nil
}
