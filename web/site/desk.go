// Package site is the front door: the home page, who the society is and how to reach it, and what programs are told of
// the site.
package site

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/contact"
	"nzgs/internal/outside"
	"nzgs/internal/ratings"
	"nzgs/internal/search"
	"nzgs/internal/titles"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// Desk answers the pages of the front door.
type Desk struct {
	*kit.Site
	Services
}

// Services are what the desk asks.
type Services struct {
	Tournaments *tournaments.Service
	Ratings     *ratings.Service
	Titles      *titles.Service
	Own         func(echo.Context) ([]kit.Task, error)                      // where whoever is signed in plays now
	Due         func(echo.Context) ([]kit.Task, error)                      // what is due next for whoever is signed in
	Enter       func(echo.Context, tournaments.Event) (url string, _ error) // where one enters an event now; "": nowhere
	Badge       func(tournaments.Event) *kit.Badge                          // how far an event has come
	Joins       func() bool                                                 // whether anyone can ask to join here
	Outside     *outside.Service
	Contact     *contact.Service
	Search      *search.Service
	Fixed       func() []string                    // addresses of the public pages that there is one of
	News        func(echo.Context) (*Piece, error) // nil: there is none
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk { return &Desk{site, s} }

//go:embed templates words
var files embed.FS

// Static is the desk's own styles.
//
//go:embed static
var Static embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	contact := s.contactForm()
	return []kit.Route{
		kit.Public("/", s.home, kit.OnAll).InWords(homeView),

		kit.Get(kit.SearchPath, s.search, kit.Everyone).InWords(searchView),

		// Who the society is, and how to reach it.
		kit.Public(kit.AboutPath, s.about, kit.OnSociety).InWords(aboutView),
		kit.Public(kit.OfficersPath, s.officers, kit.OnSociety).InWords(officersView),
		kit.Get(kit.ContactPath, contact.Get, kit.Everyone).InWords(contactView),
		kit.Post(kit.ContactPath, s.take(contact), kit.Everyone),
		kit.Public(sentPath, s.sent, kit.OnSociety).InWords(sentView),

		// What programs are told.
		kit.Public(kit.SitemapPath, s.sitemap, kit.OnSociety),
		kit.Public("/sitemaps/:number", s.sitemapPart, kit.OnSociety),
		kit.Public(kit.EventsFeedPath, s.eventsFeed, kit.OnSociety),
		kit.Public(kit.EventsCalendarPath, s.eventsCalendar, kit.OnSociety),
	}
}
