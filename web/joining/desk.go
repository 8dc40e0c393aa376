// Package joining is the desk of joining and renewing, of what kind members are, and of their cards.
package joining

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/members"
	"nzgs/internal/members/kinds"
	"nzgs/web/kit"
)

// Desk answers the pages of joining and renewing.
type Desk struct {
	*kit.Site
	governance *governance.Service
	members    *members.Service
	kinds      *kinds.Service
}

// Services are what the desk asks.
type Services struct {
	Governance *governance.Service
	Members    *members.Service
	Kinds      *kinds.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, governance: s.Governance, members: s.Members, kinds: s.Kinds}
}

//go:embed templates
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	kind, setter := s.setKind(), kit.May(auth.SetKinds)
	return []kit.Route{
		kit.Get(kit.KindsPath, s.listKinds, setter).Lists("members of each kind"),
		kit.Get("/members/:id/kind", kind.Get, setter),
		kit.Post("/members/:id/kind", kind.Post, setter),
	}
}

// Of is what this desk knows of a record, and what can be done with it.
func (s *Desk) Of(c echo.Context, id members.PersonID) ([]kit.Link, []kit.Fact, error) {
	return s.kindOf(c, id)
}
