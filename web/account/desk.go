// Package account is the desk of signing in, one's own account, and the administration of accounts, offices and the
// log of what was done.
package account

import (
	"embed"

	"nzgs/internal/clubs"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the pages of signing in, one's own account, and the administration of accounts, offices and the log of
// what was done.
type Desk struct {
	*kit.Site
	clubs       *clubs.Service
	tournaments *tournaments.Service
}

// Services are what the desk asks.
type Services struct {
	Clubs       *clubs.Service
	Tournaments *tournaments.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, clubs: s.Clubs, tournaments: s.Tournaments}
}

//go:embed templates
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
