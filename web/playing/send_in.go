package playing

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/playing"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// TableOfEvent is a table of an event that a game can be sent in for.
type TableOfEvent struct {
	Title, Says string
	Send        *kit.PostButton
}

// tables are those that one of the players can send a game in for.
func (s *Desk) tables(c echo.Context, page *kit.Page, g *playing.Game) (out []TableOfEvent, err error) {
	list, err := s.sending.Tables(c.Request().Context(), s.Actor(c), g)
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		one := TableOfEvent{
			Title: "Your game in " + t.Says(),
			Says: "You two sit at a table of this round with these colours. Was this the game? Sent in, it is your report of the " +
				"result, with the record. The result is in, and counts for the ratings, once you both have.",
		}
		if t.Sent {
			one.Says = "You have sent this game in. The result is in once " + g.Of(g.Side.Opponent()).Name + " does too."
		} else {
			one.Send = page.Button("send"+kit.IDText(t.ID), kit.PlayURL(g.ID)+"/send-in", "Send it in", kit.Hidden{Name: "table", Value: kit.IDText(t.ID)})
			one.Send.Kind = "secondary"
		}
		out = append(out, one)
	}
	return out, nil
}

func (s *Desk) sendIn(c echo.Context) error {
	id, err := kit.PathID[playing.ID](c, "id")
	if err != nil {
		return err
	}
	in, err := kit.Sent(c)
	if err != nil {
		return err
	}
	table := kit.ParseID[tournaments.GameID](in.Text("table"))
	if err := s.sending.Send(c.Request().Context(), s.Actor(c), id, table); err != nil {
		return s.RefusedAt(c, err, kit.PlayURL(id))
	}
	s.Flash(c, kit.KindSuccess, "The game is sent in for your table.")
	return kit.SeeOther(c, kit.PlayURL(id))
}
