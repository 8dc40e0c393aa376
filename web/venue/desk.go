// Package venue is the desk of events that travel: on the site the page on which a director takes an event along, and
// the address that its laptop sends to; on the laptop the director's screen, and the way in for helpers.
package venue

import (
	"embed"
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/internal/venue"
	"nzgs/web/kit"
)

// Desk answers the pages of events that travel.
type Desk struct {
	*kit.Site
	venue       *venue.Service
	laptop      *venue.Laptop // nil on the site
	tournaments *tournaments.Service
	fromHere    func(*http.Request) bool
	admit       func(c echo.Context, in auth.SignedIn, next, message string) error
}

// Services are what the desk asks.
type Services struct {
	Venue       *venue.Service
	Laptop      *venue.Laptop // nil on the site
	Tournaments *tournaments.Service
	FromHere    func(*http.Request) bool // whether a request was made on this machine
	// Arrive gives the browser the session of someone who was let in, and leads to a page with a message.
	Arrive func(c echo.Context, in auth.SignedIn, next, message string) error
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{Site: site, venue: s.Venue, laptop: s.Laptop, tournaments: s.Tournaments, fromHere: s.FromHere, admit: s.Arrive}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
