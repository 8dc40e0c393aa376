// Package constitution is the desk of the constitution, its open questions, and what is due under it.
package constitution

import (
	"embed"

	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Desk answers the pages of the constitution, its open questions, and what is due under it.
type Desk struct {
	*kit.Site
	governance *governance.Service
	meetings   *meetings.Service
	clubs      *clubs.Service
}

// Services are what the desk asks.
type Services struct {
	Governance *governance.Service
	Meetings   *meetings.Service
	Clubs      *clubs.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, governance: s.Governance, meetings: s.Meetings, clubs: s.Clubs}
}

//go:embed templates
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
