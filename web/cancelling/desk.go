// Package cancelling is the desk of what ends an event before it is played: cancelling it and undoing that, who paid for
// it, and deleting it.
package cancelling

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/cancelling"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the pages of ending an event.
type Desk struct {
	*kit.Site
	cancelling *cancelling.Service
}

// New sets the desk up.
func New(site *kit.Site, service *cancelling.Service) *Desk {
	return &Desk{Site: site, cancelling: service}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	director, paid := kit.May(auth.DirectEvent), kit.May(auth.ViewEntries)
	cancel, undo, remove := s.cancel(), s.undo(), s.delete()
	return []kit.Route{
		kit.Get("/director/events/:id/cancel", cancel.Get, director),
		kit.Post("/director/events/:id/cancel", cancel.Post, director),
		kit.Get("/director/events/:id/reinstate", undo.Get, director),
		kit.Post("/director/events/:id/reinstate", undo.Post, director),
		kit.Get("/director/events/:id/delete", remove.Get, director),
		kit.Post("/director/events/:id/delete", remove.Post, director),
		kit.Get("/director/events/:id/paid", s.paid, paid),
		kit.Get("/director/events/:id/paid.csv", s.paidFile, paid.Again()).Lists("fees paid for an event"),
		kit.Get("/director/events/:id/paid.xlsx", s.paidFile, paid.Again()).Lists("fees paid for an event"),
	}
}

func (s *Desk) page(c echo.Context, e tournaments.Event, title string) kit.Page {
	return s.Page(
		c, title, kit.Crumb{Label: "Director", URL: "/director"}, kit.Crumb{Label: e.Name, URL: kit.EventDeskURL(e.ID)},
	)
}
