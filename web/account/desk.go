// Package account is the desk of signing in, one's own account, and the administration of accounts, offices and the
// log of what was done.
package account

import (
	"context"
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/clubs"
	"nzgs/internal/inviting"
	"nzgs/internal/logbook"
	"nzgs/internal/tournaments"
	"nzgs/internal/upkeep"
	"nzgs/web/kit"
)

// Desk answers the pages of signing in, one's own account, and the administration of accounts, offices and the log of
// what was done.
type Desk struct {
	*kit.Site
	clubs       *clubs.Service
	tournaments *tournaments.Service
	inviting    *inviting.Service
	logbook     *logbook.Service
	backups     func(context.Context) (upkeep.Backups, error)
	letters     func(context.Context, auth.Actor) (Letters, error)
	firstSteps  func(echo.Context) (*kit.FirstSteps, error)
}

// Letters counts letters that have not left: those that may, those that the mail server did not take, those for a later
// day, and those that are held since a backup was restored.
type Letters struct{ Ordinary, Mailings, Again, Later, Restored int }

// Services are what the desk asks.
type Services struct {
	Clubs       *clubs.Service
	Tournaments *tournaments.Service
	Inviting    *inviting.Service
	Logbook     *logbook.Service
	Backups     func(context.Context) (upkeep.Backups, error)
	Letters     func(context.Context, auth.Actor) (Letters, error)
	FirstSteps  func(echo.Context) (*kit.FirstSteps, error) // nil for who is not shown them
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{
		Site: site, clubs: s.Clubs, tournaments: s.Tournaments, inviting: s.Inviting, logbook: s.Logbook,
		backups: s.Backups, letters: s.Letters, firstSteps: s.FirstSteps,
	}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
