// Package constitution is the desk of the constitution, its open questions, and what is due under it.
package constitution

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/duties"
	"nzgs/internal/governance"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Desk answers the pages of the constitution, its open questions, and what is due under it.
type Desk struct {
	*kit.Site
	governance *governance.Service
	meetings   *meetings.Service
	due        *duties.Service
	waiting    func(echo.Context) ([]kit.Task, error)
}

// Services are what the desk asks.
type Services struct {
	Governance *governance.Service
	Meetings   *meetings.Service
	Duties     *duties.Service
	Waiting    func(echo.Context) ([]kit.Task, error) // what waits at the desks of whoever is signed in, without a day
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, governance: s.Governance, meetings: s.Meetings, due: s.Duties, waiting: s.Waiting}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
