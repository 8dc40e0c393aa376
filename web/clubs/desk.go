// Package clubs is the desk of what clubs show to anyone: the map and the list of clubs, each club's own page, and the
// form with which a club keeps it.
package clubs

import (
	"embed"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/web/kit"
)

// Desk answers the public pages of clubs.
type Desk struct {
	*kit.Site
	clubs *clubs.Service
}

// New sets the desk up.
func New(site *kit.Site, all *clubs.Service) *Desk { return &Desk{Site: site, clubs: all} }

//go:embed templates
var files embed.FS

// Static is the desk's own styles.
//
//go:embed static
var Static embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	add, change := s.addClub(), s.changeClub()
	return []kit.Route{
		kit.Public(kit.ClubsPath, s.list, kit.OnAll),
		kit.Get("/clubs/new", add.Get, kit.May(auth.ManageClubs)),
		kit.Post("/clubs/new", s.previewed(add.Post, add.Typed), kit.May(auth.ManageClubs)),
		kit.Public("/clubs/:id", s.club, kit.OnAll),
		kit.Get("/clubs/:id/edit", change.Get, kit.May(auth.EditClub)),
		kit.Post("/clubs/:id/edit", s.previewed(change.Post, change.Typed), kit.May(auth.EditClub)),
	}
}
