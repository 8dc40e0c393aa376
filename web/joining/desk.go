// Package joining is the desk of joining and renewing, of what kind members are, and of their cards.
package joining

import (
	"embed"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/governance"
	"nzgs/internal/joining"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
	"nzgs/internal/members/kinds"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
)

// Desk answers the pages of joining and renewing.
type Desk struct {
	*kit.Site
	governance *governance.Service
	members    *members.Service
	kinds      *kinds.Service
	cards      *cards.Service
	joining    *joining.Service
	treasury   *treasury.Service
}

// Services are what the desk asks.
type Services struct {
	Governance *governance.Service
	Members    *members.Service
	Kinds      *kinds.Service
	Cards      *cards.Service
	Joining    *joining.Service
	Treasury   *treasury.Service
}

// New sets the desk up.
func New(site *kit.Site, s Services) *Desk {
	return &Desk{
		Site: site, governance: s.Governance, members: s.Members, kinds: s.Kinds, cards: s.Cards, joining: s.Joining,
		treasury: s.Treasury,
	}
}

//go:embed templates words
var files embed.FS

var templates = kit.NewTemplates(files)

// Views are the desk's pages, for the test that checks them all.
func Views() *kit.Templates { return templates }

// Routes are the addresses of the desk.
func (s *Desk) Routes() []kit.Route {
	kind, setter := s.setKind(), kit.May(auth.SetKinds)
	join, refuse, accepter := s.join(), s.refuse(), kit.May(auth.AcceptMembers)
	name, ofClub, printer := s.cardName(), kit.May(auth.ViewContact), kit.May(auth.ViewRegister)
	return []kit.Route{
		// Joining, for those who are no one yet; and renewing.
		kit.Get(joinPath, join.Get, kit.Everyone),
		kit.Post(joinPath, s.take(join), kit.Everyone),
		kit.Get("/join/:token", s.linked, kit.Everyone),
		kit.Post("/join/:token/confirm", s.confirm, kit.Everyone),
		kit.Post(renewPath, s.renew, kit.SignedIn),

		// Officers accept who asks.
		kit.Get(requestsPath, s.requests, accepter).Lists("people who ask to join"),
		kit.Get(requestsPath+".xlsx", s.requestsFile, accepter.Again()).Lists("people who ask to join"),
		kit.Get(requestsPath+".csv", s.requestsFile, accepter.Again()).Lists("people who ask to join"),
		kit.Get("/members/joining/:id", s.request, accepter).Lists("people who ask to join"),
		kit.Post("/members/joining/:id/accept", s.accept, accepter),
		kit.Get("/members/joining/:id/refuse", refuse.Get, accepter),
		kit.Post("/members/joining/:id/refuse", refuse.Post, accepter),

		// Membership cards: one, those of a club, all; and where the code of one leads.
		kit.Get("/card/:token", s.cardCheck, kit.Everyone),
		kit.Get("/members/:id/card", s.card, kit.SignedIn),
		kit.PostAgain("/members/:id/card", s.makeCard, kit.SignedIn),
		kit.Get("/members/:id/card.pdf", s.cardPDF, kit.SignedIn),
		kit.Post("/members/:id/card/lost", s.lostCard, kit.SignedIn),
		kit.Get("/members/:id/card/name", name.Get, kit.SignedIn),
		kit.Post("/members/:id/card/name", name.Post, kit.SignedIn),
		kit.Get("/clubs/:id/cards", s.cardList(s.clubCards), ofClub),
		kit.PostAgain("/clubs/:id/cards", s.makeClubCards, ofClub.Again()),
		kit.Get("/clubs/:id/cards.pdf", s.cardsPDF(s.clubCards), ofClub.Again()).Lists("membership cards of a club"),
		kit.Get(kit.CardsPath, s.cardList(s.countedCards), printer),
		kit.PostAgain(kit.CardsPath, s.makeAllCards, printer.Again()),
		kit.Get(kit.CardsPath+".pdf", s.cardsPDF(s.allCards), printer.Again()).Lists("membership cards"),

		kit.Get(kit.KindsPath, s.listKinds, setter).Lists("members of each kind"),
		kit.Get(kit.KindsPath+".xlsx", s.kindsFile, setter.Again()).Lists("members of each kind"),
		kit.Get(kit.KindsPath+".csv", s.kindsFile, setter.Again()).Lists("members of each kind"),
		kit.Get("/members/:id/kind", kind.Get, setter),
		kit.Post("/members/:id/kind", kind.Post, setter),
	}
}

// Of is what this desk knows of a record, and what can be done with it.
func (s *Desk) Of(c echo.Context, id members.PersonID) ([]kit.Link, []kit.Fact, error) {
	links, facts, err := s.kindOf(c, id)
	if err != nil {
		return nil, nil, err
	}
	card, err := s.cards.Of(c.Request().Context(), s.Actor(c), id)
	if err == nil && card.Printable() && s.Actor(c).Person != id { // the own page has it on top
		links = append(links, kit.Link{Label: "Membership card", URL: kit.MemberCardURL(id)})
	}
	return links, facts, err
}
