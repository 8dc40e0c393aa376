// Package society is the desk of the register, clubs and their returns and subscriptions.
package society

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/clubs"
	"nzgs/internal/governance"
	"nzgs/internal/governance/postal"
	"nzgs/internal/members"
	"nzgs/internal/members/held"
	"nzgs/internal/ratings"
	"nzgs/internal/store"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// Desk answers the pages of the register, clubs and their returns and subscriptions.
type Desk struct {
	*kit.Site
	db         *store.DB
	members    *members.Service
	treasury   *treasury.Service
	clubs      *clubs.Service
	ratings    *ratings.Service
	governance *governance.Service
	postal     *postal.Service
	held       *held.Service
	games      func(echo.Context) ([]kit.Task, error)
	events     func(echo.Context) ([]kit.Task, error)
	books      func(echo.Context) (kit.Overview, error)
	due        func(echo.Context) ([]kit.Task, error)
	renewal    func(echo.Context, *kit.Page) (kit.Renewal, error)
	people     func(echo.Context, members.PersonID) ([]kit.Link, []kit.Fact, error)
}

// Services are what the desk asks.
type Services struct {
	Governance *governance.Service
	DB         *store.DB
	Members    *members.Service
	Treasury   *treasury.Service
	Clubs      *clubs.Service
	Ratings    *ratings.Service
	Postal     *postal.Service // of the reader's own voting papers
	Held       *held.Service   // all that is held about the reader

	Games  func(echo.Context) ([]kit.Task, error)   // with a last day, that the reader has to play
	Events func(echo.Context) ([]kit.Task, error)   // that the reader is entered in and that are not over
	Due    func(echo.Context) ([]kit.Task, error)   // that the constitution asks of the reader next
	Books  func(echo.Context) (kit.Overview, error) // where the money stands, and what waits in the treasurer’s books
	// Renewal is what whoever is signed in can do about the next term.
	Renewal func(echo.Context, *kit.Page) (kit.Renewal, error)
	// People is what can be done with a record beside what this desk does, and what has happened to it.
	People func(echo.Context, members.PersonID) ([]kit.Link, []kit.Fact, error)
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{
		Site: site, governance: s.Governance, db: s.DB, members: s.Members, treasury: s.Treasury, clubs: s.Clubs,
		ratings: s.Ratings, postal: s.Postal, held: s.Held, games: s.Games, events: s.Events, books: s.Books, due: s.Due, people: s.People, renewal: s.Renewal,
	}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }
