package events

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/entering"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// closingStep asks the director of an event that has moved whether the closing time of entries moves along; without a
// title there is nothing to ask.
func (s *Desk) closingStep(c echo.Context, p kit.Page, e tournaments.Event) (kit.NextStep, error) {
	if s.AtVenue || !e.TakesChanges() || e.Status != tournaments.Draft && e.Status != tournaments.Open {
		return kit.NextStep{}, nil
	}
	terms, err := s.entering.Terms(c.Request().Context(), s.Actor(c), e.ID)
	to, asks := terms.Moved()
	if err != nil || !asks || !terms.Taken {
		return kit.NextStep{}, err
	}
	return kit.NextStep{
		Kind: kit.KindWarning, Title: "The event moved. Does the closing time of entries move too?",
		Text:   "Entries still close on " + terms.Closes.Long() + ".",
		Button: p.Button("follow", deskPartURL(e.ID, "online/follow"), "Close them on "+to.Long(), kit.VersionField(terms.Version)),
		Also:   []kit.Link{{Label: "Keep it, or set another time", URL: deskPartURL(e.ID, "online")}},
	}, nil
}

// staleDraw is a draw that only the director has seen, and what changed since; without a round there is none.
type staleDraw struct {
	round   int
	changes []string
}

// staleIn is the draw of a section that is out of date.
func (s *Desk) staleIn(c echo.Context, e tournaments.Event, id tournaments.SectionID) (staleDraw, error) {
	if !e.TakesChanges() {
		return staleDraw{}, nil
	}
	w, err := s.tournaments.Wallchart(c.Request().Context(), s.Actor(c), id)
	if err != nil {
		return staleDraw{}, err
	}
	return staleOn(w), nil
}

func staleOn(w *tournaments.Wallchart) staleDraw {
	if len(w.Rounds) == 0 {
		return staleDraw{}
	}
	last := w.Rounds[len(w.Rounds)-1]
	if last.State != tournaments.Preview {
		return staleDraw{}
	}
	if changes := w.OutOfDate(last.Number); len(changes) > 0 {
		return staleDraw{last.Number, changes}
	}
	return staleDraw{}
}

// enterLink is the way to enter while entries are open, and says on the page until when, or that they are closed.
func enterLink(page *EventPage, p entering.Public) *kit.Link {
	running := p.Event.BeingPlayed()
	if p.Event.Cancelled.Is || !p.Taken || p.Event.Status != tournaments.Open && !(running && p.Open) {
		return nil
	}
	if !p.Open {
		page.Facts = append(page.Facts, kit.Fact{Label: "Entries", Value: p.Closed})
		return nil
	}
	page.Facts = append(page.Facts, kit.Fact{Label: "Entries", Value: "open until " + p.Terms.Closes.Long() + ", " + civil.ZoneWords()})
	if !p.Terms.Fees.Free() {
		page.Facts = append(page.Facts, kit.Fact{Label: "Fee", Value: kit.Capital(p.Terms.Fees.String())})
	}
	return &kit.Link{Label: "Enter", URL: kit.EventURL(p.Event.Slug) + "/enter"}
}

// onlineText says who has entered a section online and is not confirmed, or waits, and how many places are free.
func onlineText(e tournaments.Event, c entering.Count) []string {
	if e.Cancelled.Is || c.Begun || e.Status != tournaments.Open && e.Status != tournaments.Running {
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
	if s.AtVenue || !w.Event.TakesChanges() || w.Published() > 0 {
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
