// Package meetings is the desk of general meetings and the elections at them.
package meetings

import (
	"embed"

	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/web/kit"
)

// Desk answers the pages of general meetings and the elections at them.
type Desk struct {
	*kit.Site
	meetings  *meetings.Service
	elections *elections.Service
	postal    *postal.Service
	members   *members.Service
	mail      *mail.Service
}

// Services are what the desk asks.
type Services struct {
	Meetings  *meetings.Service
	Elections *elections.Service
	Postal    *postal.Service
	Members   *members.Service
	Mail      *mail.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{
		Site: site, meetings: s.Meetings, elections: s.Elections, postal: s.Postal, members: s.Members, mail: s.Mail,
	}
}

//go:embed templates words
var files embed.FS

// Static is the desk's own styles and scripts.
//
//go:embed static
var Static embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
