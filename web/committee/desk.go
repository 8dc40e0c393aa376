// Package committee is the desk of the committee between general meetings: resolutions, appointments, payments,
// loans, the seal, exclusions.
package committee

import (
	"embed"

	"nzgs/internal/clubs"
	"nzgs/internal/governance/act"
	"nzgs/internal/governance/committee"
	"nzgs/internal/governance/handover"
	"nzgs/web/kit"
)

// Desk answers the pages of the committee between general meetings.
type Desk struct {
	*kit.Site
	committee *committee.Service
	clubs     *clubs.Service
	handover  *handover.Service
	act       *act.Service
}

// Services are what the desk asks.
type Services struct {
	Clubs     *clubs.Service
	Committee *committee.Service
	Handover  *handover.Service
	Act       *act.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, clubs: s.Clubs, committee: s.Committee, handover: s.Handover, act: s.Act}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
