// Package entering is the desk of online entry: the form, one's own entry by a letter's link or signed in, and the
// director's pages of terms and of who entered.
package entering

import (
	"embed"

	"nzgs/internal/entering"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the pages of online entry.
type Desk struct {
	*kit.Site
	entering    *entering.Service
	tournaments *tournaments.Service
}

// New sets the desk up.
func New(site *kit.Site, service *entering.Service, events *tournaments.Service) *Desk {
	return &Desk{Site: site, entering: service, tournaments: events}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

var directorCrumb = kit.Crumb{Label: "Director", URL: "/director"}

func applicationURL(id entering.ApplicationID, part ...string) string {
	return kit.Below("/director/applications", id, part...)
}
