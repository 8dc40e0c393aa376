package joining

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/members"
	"nzgs/internal/members/cards"
	"nzgs/web/kit"
)

// CardsPage prints the cards of many.
type CardsPage struct {
	kit.Page
	Text    string
	Warning string
	Print   *kit.PostButton // nil where there is no member
}

var cardsView = kit.NewView[CardsPage](templates, "cards.html")

// cardsOf is a list of members whose cards are printed together.
type cardsOf struct {
	title, at, back string
	whose           string // the club; "" of all members
	count           int    // of cards
	list            []cards.Card
}

// all is a list with its count.
func (of *cardsOf) all(list []cards.Card) { of.list, of.count = list, len(list) }

// clubCards are the cards of a club's members, allCards those of the register.
func (s *Desk) clubCards(c echo.Context) (of cardsOf, err error) {
	id, err := kit.PathID[members.ClubID](c, "id")
	if err != nil {
		return of, err
	}
	of.at, of.back = kit.ClubURL(id)+"/cards", kit.ClubDeskURL(id)
	name, list, err := s.cards.Club(c.Request().Context(), s.Actor(c), id)
	of.title, of.whose = "Membership cards, "+name, name
	of.all(list)
	return of, err
}

func (s *Desk) allCards(c echo.Context) (of cardsOf, err error) {
	of.title, of.at, of.back = "Membership cards of all members", kit.CardsPath, kit.RegisterPath
	list, err := s.cards.All(c.Request().Context(), s.Actor(c))
	of.all(list)
	return of, err
}

// countedCards is allCards for the page that says only how many they are.
func (s *Desk) countedCards(c echo.Context) (of cardsOf, err error) {
	of.title, of.at, of.back = "Membership cards of all members", kit.CardsPath, kit.RegisterPath
	of.count, err = s.cards.CountAll(c.Request().Context(), s.Actor(c))
	return of, err
}

// cardList is the page on which the cards of a list are printed.
func (s *Desk) cardList(read func(echo.Context) (cardsOf, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		of, err := read(c)
		if err != nil {
			return err
		}
		kit.NoStore(c)
		page := CardsPage{Page: s.Page(c, of.title, kit.Crumb{Label: crumbOf(of), URL: of.back})}
		if of.count == 0 {
			page.Text = "There is no member today to print a card for."
			return cardsView.Render(c, http.StatusOK, page)
		}
		page.Warning = s.CodesWarning()
		page.Text = kit.Plural(of.count, "member", "members") + " today. Ten cards go on a sheet, in the size of a bank card. " +
			"Print the sheets at full size, cut them in one stack along the lines, and lay the stacks on each other, the left one " +
			"of each row first: the cards are in the order of names."
		page.Print = page.Button("print", of.at, "Print "+kit.Plural(of.count, "card", "cards")+" (PDF)")
		return cardsView.Render(c, http.StatusOK, page)
	}
}

func crumbOf(of cardsOf) string {
	if of.at == kit.CardsPath {
		return "Register"
	}
	return "Club"
}

// makeClubCards makes the cards of a club's members that are missing, and leads to their print.
func (s *Desk) makeClubCards(c echo.Context) error {
	id, err := kit.PathID[members.ClubID](c, "id")
	if err != nil {
		return err
	}
	return s.madeCards(c, kit.ClubURL(id)+"/cards", s.cards.MakeClub(c.Request().Context(), s.Actor(c), id))
}

func (s *Desk) makeAllCards(c echo.Context) error {
	return s.madeCards(c, kit.CardsPath, s.cards.MakeAll(c.Request().Context(), s.Actor(c)))
}

func (s *Desk) madeCards(c echo.Context, at string, err error) error {
	if err != nil {
		return s.RefusedAt(c, err, at)
	}
	return kit.SeeOther(c, at+".pdf")
}

// cardsPDF prints the cards of a list.
func (s *Desk) cardsPDF(read func(echo.Context) (cardsOf, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		of, err := read(c)
		if err != nil {
			return err
		}
		for _, card := range of.list {
			if card.Code == "" {
				return s.RefusedAt(c, apperr.New(apperr.Invalid, "Someone of this list has no card yet. Press “Print” again."), of.at)
			}
		}
		kit.NamesPeople(c, len(of.list))
		kit.NoStore(c)
		return kit.SendPrint(c, s.TodaysFile("membership cards", of.whose), s.Press().MembershipCardsPDF, s.prints(of.title, of.list))
	}
}
