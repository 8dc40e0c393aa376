package joining

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/auth"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
	"nzgs/internal/members/kinds"
	"nzgs/reports"
	"nzgs/web/kit"
)

// CardPage is someone's membership card.
type CardPage struct {
	kit.Page
	Own     bool
	Says    string // what whoever scans it reads
	Facts   []kit.Fact
	Why     string // why there is none to print
	Warning string // to who prints: the codes lead nowhere
	Print   *kit.PostButton
	Lost    *kit.PostButton // nil while no card was made
	Rename  string
}

var cardView = kit.NewView[CardPage](templates, "card.html")

// card shows someone's card, and what whoever scans it reads.
func (s *Desk) card(c echo.Context) error {
	card, err := kit.ByID(s.Site, s.cards.Of)(c)
	if err != nil {
		return err
	}
	kit.NoStore(c)
	actor, id := s.Actor(c), card.Person.ID
	page := CardPage{Own: actor.Person == id, Warning: s.CodesWarning()}
	page.Page = s.Page(c, s.cardTitle(c, card), s.cardCrumbs(c, card)...)
	if !card.Printable() {
		page.Warning, page.Why = "", "A membership card is for members. It can be printed once the membership has begun."
		return cardView.Render(c, http.StatusOK, page)
	}
	page.Says = says(cards.Verdict{Good: true, Name: card.Name(), Until: card.Summary.Until}, s.Society)
	page.Facts = []kit.Fact{
		{Label: "Name on the card", Value: card.Name()}, {Label: "Member number", Value: members.Number(id)},
		{Label: "Member until", Value: card.Summary.Until.Long()},
	}
	if clubs := strings.Join(card.Clubs, ", "); clubs != "" {
		page.Facts = append(page.Facts, kit.Fact{Label: "Club", Value: clubs})
	}
	page.Print = page.Button("print", kit.MemberCardURL(id), "Card to print (PDF)")
	if card.Code != "" {
		page.Lost = page.Button("lost", kit.MemberCardURL(id)+"/lost", "Make a new card: the old one is no longer good")
		page.Lost.Kind = "danger"
	}
	if auth.Can(actor, auth.EditPerson, auth.Object{Person: id}, s.Today()) {
		page.Rename = kit.MemberCardURL(id) + "/name"
	}
	return cardView.Render(c, http.StatusOK, page)
}

func (s *Desk) cardTitle(c echo.Context, card cards.Card) string {
	if s.Actor(c).Person == card.Person.ID {
		return "My membership card"
	}
	return "Membership card: " + card.Person.Name.String()
}

func (s *Desk) cardCrumbs(c echo.Context, card cards.Card) []kit.Crumb {
	if s.Actor(c).Person == card.Person.ID {
		return []kit.Crumb{{Label: "My page", URL: "/me"}}
	}
	return []kit.Crumb{{Label: card.Person.Name.String(), URL: kit.PersonURL(card.Person.ID)}}
}

// makeCard makes someone's card where there is none, and leads to its print.
func (s *Desk) makeCard(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	if err := s.cards.Make(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.MemberCardURL(id))
	}
	return kit.SeeOther(c, kit.MemberCardURL(id)+".pdf")
}

// lostCard makes a new card in the place of one that is lost.
func (s *Desk) lostCard(c echo.Context) error {
	id, err := kit.PathID[members.PersonID](c, "id")
	if err != nil {
		return err
	}
	if err := s.cards.Replace(c.Request().Context(), s.Actor(c), id); err != nil {
		return s.RefusedAt(c, err, kit.MemberCardURL(id))
	}
	s.Flash(c, kit.KindSuccess, "There is a new card to print. The one before is no longer good.")
	return kit.SeeOther(c, kit.MemberCardURL(id))
}

// cardPDF prints someone's card, once it is made.
func (s *Desk) cardPDF(c echo.Context) error {
	card, err := kit.ByID(s.Site, s.cards.Of)(c)
	if err != nil {
		return err
	}
	if !card.Printable() || card.Code == "" {
		return kit.SeeOther(c, kit.MemberCardURL(card.Person.ID))
	}
	kit.NoStore(c)
	title := "Membership card, number " + members.Number(card.Person.ID)
	name := s.TodaysFile("membership card "+members.Number(card.Person.ID), card.Name())
	return kit.SendPrint(c, name, s.Press().MembershipCardsPDF, s.prints(title, []cards.Card{card}))
}

// prints are cards as they go to the printer.
func (s *Desk) prints(title string, list []cards.Card) reports.MembershipCards {
	out := reports.MembershipCards{Title: title}
	for _, c := range list {
		one := reports.MembershipCard{
			Name: c.Name(), Number: members.Number(c.Person.ID), Club: strings.Join(c.Clubs, ", "), Until: c.Summary.Until,
			URL: s.BaseURL + kit.CardURL(c.Code), ShortURL: strings.TrimPrefix(strings.TrimPrefix(s.BaseURL, "https://"), "http://"),
		}
		if c.Kind != kinds.Full {
			one.Kind = c.Kind.Label()
		}
		out.Cards = append(out.Cards, one)
	}
	return out
}

// cardName says which name is on someone's card.
func (s *Desk) cardName() kit.Form[cards.Card] {
	return kit.Form[cards.Card]{
		Site: s.Site,
		Load: func(c echo.Context) (cards.Card, error) {
			card, err := kit.ByID(s.Site, s.cards.Of)(c)
			if err == nil {
				err = auth.Require(s.Actor(c), auth.EditPerson, auth.Object{Person: card.Person.ID}, s.Today())
			}
			return card, err
		},
		Version: func(card cards.Card) int64 { return card.Version },
		Fill:    func(_ echo.Context, in *kit.Filling, card cards.Card) { in.Set("shows", string(card.Shows)) },
		Show: func(c echo.Context, p *kit.FormPage, card cards.Card) error {
			p.Page = s.Page(c, "Name on the card", append(s.cardCrumbs(c, card), kit.Crumb{
				Label: "Membership card", URL: kit.MemberCardURL(card.Person.ID),
			})...)
			p.Action, p.Submit, p.Back = kit.MemberCardURL(card.Person.ID)+"/name", "Save the name", kit.MemberCardURL(card.Person.ID)
			p.Say("This name is on the card and on the page that its code opens. A card that is printed already keeps its name.")
			field := kit.Field{Name: "shows", Label: "Name", Type: "radios", Required: true}
			for _, one := range cards.Choices {
				field.Options = append(field.Options, kit.Option{Value: string(one), Label: one.Name(card.Person) + ": " + choiceText[one]})
			}
			p.Group("", field)
			return nil
		},
		Take: func(c echo.Context, in *kit.Filling, card cards.Card) (kit.Done, error) {
			return kit.Done{To: kit.MemberCardURL(card.Person.ID), Message: "The name is saved."}, s.cards.Choose(
				c.Request().Context(), s.Actor(c), card.Person.ID, in.Version(), cards.Shows(in.Text("shows")),
			)
		},
	}
}

var choiceText = map[cards.Shows]string{
	cards.Public: "as on public pages", cards.Short: "first name and initial", cards.Full: "the full name",
}
