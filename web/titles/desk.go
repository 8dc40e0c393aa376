// Package titles is the desk of the titles: the roll of champions as anyone reads it, the pages of who keeps it, and the
// page on which a director says which section decides a title.
package titles

import (
	"embed"

	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the pages of the titles.
type Desk struct {
	*kit.Site
	titles      *titles.Service
	tournaments *tournaments.Service
}

// Services are what the desk asks.
type Services struct {
	Titles      *titles.Service
	Tournaments *tournaments.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, titles: s.Titles, tournaments: s.Tournaments}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

var (
	rollCrumb = kit.Crumb{Label: "Champions", URL: kit.TitlesPath}
	deskCrumb = kit.Crumb{Label: "Titles desk", URL: kit.TitlesDeskPath}
)
