package events

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/entering"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// enterLink is the way to enter while entries are open, and says on the page until when, or that they are closed.
func enterLink(page *EventPage, p entering.Public) *kit.Link {
	if !p.Taken || p.Event.Status != tournaments.Open {
		return nil
	}
	if !p.Open {
		page.Facts = append(page.Facts, kit.Fact{Label: "Entries", Value: p.Closed})
		return nil
	}
	page.Facts = append(page.Facts, kit.Fact{Label: "Entries", Value: "open until " + p.Terms.Closes.Long() + ", New Zealand time"})
	if !p.Terms.Fees.Free() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Fee", Value: kit.Capital(p.Terms.Fees.String())})
	}
	return &kit.Link{Label: "Enter", URL: kit.EventURL(p.Event.Slug) + "/enter"}
}

// onlineText says who has entered a section online and is not confirmed, or waits, and how many places are free.
func onlineText(e tournaments.Event, c entering.Count) []string {
	if e.Status != tournaments.Open {
		return nil
	}
	var out []string
	if c.Places > 0 {
		out = append(out, fmt.Sprintf("%d of %s held.", c.Held, kit.Plural(c.Places, "place", "places")))
	}
	named := func(n int, one, many string, names []string) {
		if n == 0 {
			return
		}
		text := kit.Plural(n, one, many)
		if len(names) > 0 {
			text += ", among them " + kit.AndList(names)
		}
		out = append(out, text+".")
	}
	named(c.Preliminary, "more entry is not confirmed yet", "more entries are not confirmed yet", c.Early)
	named(c.Waiting, "player waits for a place", "players wait for a place", c.Line)
	return out
}

// sayApplicants says on a page of the draw, before the first round is published, who has entered online and is not drawn.
func (s *Desk) sayApplicants(c echo.Context, p *kit.Page, w *tournaments.Wallchart) error {
	if s.AtVenue || w.Event.Status != tournaments.Open || w.Published() > 0 {
		return nil
	}
	online, err := s.entering.Public(c.Request().Context(), s.Actor(c), w.Event)
	if err != nil {
		return err
	}
	var who []string
	count := online.Counts[w.Section.ID]
	if count.Preliminary > 0 {
		who = append(who, kit.Plural(count.Preliminary, "online entry is not confirmed", "online entries are not confirmed"))
	}
	if count.Waiting > 0 {
		who = append(who, kit.Plural(count.Waiting, "player waits for a place", "players wait for a place"))
	}
	if len(who) > 0 {
		p.Flash = append(p.Flash, kit.Flash{Kind: kit.KindWarning, Text: strings.Join(who, ", and ") + ". Whom you do not " +
			"confirm is not drawn. Decide on the event’s page “Who entered, and who paid”."})
	}
	return nil
}
