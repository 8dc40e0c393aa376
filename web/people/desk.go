// Package people is the desk of what becomes of records of the register: those of one person that are merged, and undoing
// that.
package people

import (
	"embed"

	"nzgs/internal/auth"
	"nzgs/internal/members/merging"
	"nzgs/web/kit"
)

// Desk answers the pages of what becomes of records.
type Desk struct {
	*kit.Site
	merging *merging.Service
}

// Services are what the desk asks.
type Services struct {
	Merging *merging.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, merging: s.Merging}
}

//go:embed templates
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	merger := kit.May(auth.MergePeople)
	merge, undo := s.merge(), s.undo()
	return []kit.Route{
		kit.Get(duplicatesPath, s.duplicates, merger).Lists("records that may be one person’s"),
		kit.Post(duplicatesPath, s.keepApart, merger),
		kit.Get("/members/:id/merge", merge.Get, merger),
		kit.Post("/members/:id/merge", merge.Post, merger.Again()),
		kit.Get("/members/:id/merges/:merge", undo.Get, merger),
		kit.Post("/members/:id/merges/:merge", undo.Post, merger.Again()),
	}
}

const duplicatesPath = "/members/duplicates"

var registerCrumb = kit.Crumb{Label: "Register", URL: kit.RegisterPath}
