// Package postal is the desk of postal votes: draft, roll, tellers, papers,
// envelopes, entry, count, report and declaration.
package postal

import (
	"embed"
	"io"

	"nzgs/internal/governance"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/governance/postal"
	"nzgs/internal/mail"
	"nzgs/internal/members"
	"nzgs/internal/store"
	"nzgs/web/kit"
)

// Desk answers the pages of postal votes.
type Desk struct {
	*kit.Site
	db       *store.DB
	postal   *postal.Service
	meetings *meetings.Service
	members  *members.Service
	mail     *mail.Service

	minutesOf  func(meetings.View) (name string, write func(io.Writer) error)
	governance *governance.Service
}

// Services are what the desk asks.
type Services struct {
	Governance *governance.Service
	DB         *store.DB
	Postal     *postal.Service
	Meetings   *meetings.Service
	Members    *members.Service
	Mail       *mail.Service
	Minutes    func(meetings.View) (name string, write func(io.Writer) error) // a meeting's minutes as they are printed
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{
		Site: site, governance: s.Governance, db: s.DB, postal: s.Postal, meetings: s.Meetings, members: s.Members,
		mail: s.Mail, minutesOf: s.Minutes,
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
