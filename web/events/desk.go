// Package events is the desk of events: what everybody sees of them, what
// directors and referees do, and a table on a player's phone.
package events

import (
	"context"
	"embed"

	"nzgs/internal/clubs"
	"nzgs/internal/elsewhere"
	"nzgs/internal/entering"
	"nzgs/internal/eventmail"
	"nzgs/internal/prizes"
	"nzgs/internal/ratings"
	"nzgs/internal/results"
	"nzgs/internal/search"
	"nzgs/internal/store"
	"nzgs/internal/tournaments"
	"nzgs/internal/weekly"
	"nzgs/web/kit"
)

// Desk answers the pages of events.
type Desk struct {
	*kit.Site
	db          *store.DB
	tournaments *tournaments.Service
	results     *results.Service
	weekly      *weekly.Service
	prizes      *prizes.Service
	entering    *entering.Service
	elsewhere   *elsewhere.Service
	letters     *eventmail.Service
	ratings     *ratings.Service
	clubs       *clubs.Service
	search      *search.Service

	live        *hub
	comparisons *comparisons
}

// Services are what the desk asks.
type Services struct {
	DB          *store.DB
	Tournaments *tournaments.Service
	Results     *results.Service
	Weekly      *weekly.Service
	Prizes      *prizes.Service
	Entering    *entering.Service
	Elsewhere   *elsewhere.Service
	Letters     *eventmail.Service
	Ratings     *ratings.Service
	Clubs       *clubs.Service
	Search      *search.Service
	Pages       *kit.Line // where whoever computes stands in line with the pages
}

// New sets the desk up. Run it while the site is served.
func New(site *kit.Site, s Services) *Desk {
	d := &Desk{
		Site: site, db: s.DB, tournaments: s.Tournaments, results: s.Results, weekly: s.Weekly, letters: s.Letters, entering: s.Entering, elsewhere: s.Elsewhere, prizes: s.Prizes, ratings: s.Ratings, clubs: s.Clubs, search: s.Search,
		live: newHub(s.Tournaments.Revision), comparisons: newComparisons(),
	}
	d.comparisons.pages = s.Pages
	return d
}

// Run tells live pages what changed, until ctx ends.
func (s *Desk) Run(ctx context.Context) { s.live.run(ctx) }

// Stop ends the comparisons that are being computed.
func (s *Desk) Stop() { s.comparisons.stop() }

//go:embed templates words
var files embed.FS

// Static is the desk's own styles and scripts.
//
//go:embed static
var Static embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
