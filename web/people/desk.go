// Package people is the desk of what becomes of records of the register: those of one person that are merged, those of
// who resigned or died, and undoing either.
package people

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/members"
	"nzgs/internal/members/leaving"
	"nzgs/internal/members/merging"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// Desk answers the pages of what becomes of records.
type Desk struct {
	*kit.Site
	members  *members.Service
	merging  *merging.Service
	leaving  *leaving.Service
	treasury *treasury.Service
	clubs    *clubs.Service
}

// Services are what the desk asks.
type Services struct {
	Members  *members.Service
	Merging  *merging.Service
	Leaving  *leaving.Service
	Treasury *treasury.Service
	Clubs    *clubs.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, members: s.Members, merging: s.Merging, leaving: s.Leaving, treasury: s.Treasury, clubs: s.Clubs}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	merger := kit.May(auth.MergePeople)
	merge, undo := s.merge(), s.undo()
	recorder := kit.May(auth.RecordLeaving)
	leave, undoLeaving, resign := s.leave(), s.undoLeaving(), s.resign()
	keeper, unused := kit.May(auth.KeepBooks), s.unused()
	move := s.move()
	return []kit.Route{
		kit.Get(duplicatesPath, s.duplicates, merger).Lists("records that may be one person’s"),
		kit.Post(duplicatesPath, s.keepApart, merger),
		kit.Get("/members/:id/merge", merge.Get, merger),
		kit.Post("/members/:id/merge", merge.Post, merger.Again()),
		kit.Get("/members/:id/merges/:merge", undo.Get, merger),
		kit.Post("/members/:id/merges/:merge", undo.Post, merger.Again()),
		kit.Get("/members/:id/leave", leave.Get, recorder),
		kit.Post("/members/:id/leave", leave.Post, recorder.Again()),
		kit.Get("/members/:id/departures/:departure", undoLeaving.Get, recorder),
		kit.Post("/members/:id/departures/:departure", undoLeaving.Post, recorder.Again()),
		kit.Get("/members/:id/unused/:payment", unused.Get, keeper),
		kit.Post("/members/:id/unused/:payment", unused.Post, keeper),
		kit.Get("/members/:id/club", move.Get, kit.SignedIn),
		kit.Post("/members/:id/club", move.Post, kit.SignedIn.Again()),
		kit.Get(resignPath, resign.Get, kit.SignedIn),
		kit.Post(resignPath, resign.Post, kit.SignedIn.Again()),
	}
}

const duplicatesPath = "/members/duplicates"

// crumbOf leads to a record, by its name; by its number where it was merged with another since.
func (s *Desk) crumbOf(c echo.Context, id members.PersonID) kit.Crumb {
	out := kit.Crumb{Label: "Number " + kit.IDText(id), URL: kit.PersonURL(id)}
	if file, err := s.members.File(c.Request().Context(), s.Actor(c), id); err == nil {
		out.Label = file.Person.Name.String()
	}
	return out
}

var registerCrumb = kit.Crumb{Label: "Register", URL: kit.RegisterPath}
