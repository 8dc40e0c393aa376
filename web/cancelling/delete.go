package cancelling

import (
	"github.com/labstack/echo/v4"

	"nzgs/internal/cancelling"
	"nzgs/web/kit"
)

// delete deletes an event for good.
func (s *Desk) delete() kit.Form[cancelling.Gone] {
	return kit.Form[cancelling.Gone]{
		Site: s.Site, Load: kit.ByID(s.Site, s.cancelling.Deleting),
		Version: func(g cancelling.Gone) int64 { return g.Event.Revision },
		Show: func(c echo.Context, page *kit.FormPage, g cancelling.Gone) error {
			e := g.Event
			page.Page = s.page(c, e, "Delete "+e.Name)
			page.Action, page.Submit, page.Kind = kit.EventDeleteURL(e.ID), "Delete the event", "danger"
			page.Back, page.Leave = kit.EventDeskURL(e.ID), "Keep the event"
			if g.Refused != "" {
				page.Barred = []kit.RuleText{kit.CiteRules(g.Refused)}
				if e.TakesChanges() && e.Status.Public() {
					page.Instead = &kit.Link{Label: "Cancel the event", URL: kit.EventCancelURL(e.ID), Kind: "primary"}
				}
				return nil
			}
			page.Say(
				"The event goes for good, with its sections, entries, draws, timetable and prizes, and with the offices of its "+
					"directors and referees. No one is written to.",
				"Who came into the register by an entry stays there. The log of changes keeps that there was an event, without the "+
					"names of its players.",
			)
			page.Facts = []kit.Fact{{Label: "When", Value: e.Dates()}, {Label: "State", Value: e.State()}}
			for _, section := range g.Sections {
				text := kit.Plural(section.Players, "player", "players")
				if section.Commitment != "" {
					text += "; the lots that it was committed to stay in the log"
				}
				page.Facts = append(page.Facts, kit.Fact{Label: section.Name, Value: text})
			}
			page.Group("", kit.Field{Name: "sure", Label: "Delete “" + e.Name + "” for good", Type: "checkbox", Required: true})
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, g cancelling.Gone) (kit.Done, error) {
			return kit.Done{To: "/events", Message: g.Event.Name + " is deleted."}, s.cancelling.Delete(
				c.Request().Context(), s.Actor(c), g.Event.ID, cancelling.Sure(in.Ticked("sure")), in.Version(),
			)
		},
	}
}
