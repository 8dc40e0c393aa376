package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/tournaments"
	"nzgs/reports"
)

// PrintsPage is everything of a section that goes on paper.
type PrintsPage struct {
	Page
	Head   DeskHead
	Rounds []PrintRound
	Whole  []Link
	Cards  *PostButton // makes new codes for the table cards
	Empty  *Empty
}

// PrintRound is the prints of a round.
type PrintRound struct {
	Name  string
	Links []Link
}

var printsView = newView[PrintsPage]("director/prints.html")

func (s *Server) prints(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	page := PrintsPage{}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": prints", "Prints")
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	if len(w.Tables()) > 0 {
		page.Whole = append(page.Whole, Link{Label: "Table cards with codes", URL: sectionDeskURL(w.Section.ID, "cards.pdf")})
	}
	if w.Published() > 0 {
		page.Whole = append(page.Whole, Link{Label: "Standings", URL: base + "/standings.pdf"},
			Link{Label: "Crosstable of all sections (XLSX)", URL: eventURL(w.Event.Slug) + "/crosstable.xlsx"})
	}
	for n := w.Published(); n >= 1; n-- {
		public := roundURL(w.Event.Slug, w.Section.Slug, n)
		page.Rounds = append(page.Rounds, PrintRound{Name: "Round " + strconv.Itoa(n), Links: []Link{
			{Label: "Pairings by table", URL: public + ".pdf"}, {Label: "Pairings by name", URL: public + ".pdf?by=name"},
			{Label: "Result slips", URL: roundDeskURL(w.Section.ID, n) + "/slips.pdf"},
		}})
	}
	if len(page.Whole)+len(page.Rounds) == 0 {
		page.Empty = &Empty{Title: "Nothing to print yet", Text: "Table cards can be printed once players are entered, pairings once a round is published."}
	} else {
		page.Cards = page.button("cards", sectionDeskURL(w.Section.ID, "cards"), "Make new codes", version(w.Section.Version))
		page.Cards.Kind = "secondary"
	}
	return printsView.render(c, http.StatusOK, page)
}

// tableCards prints the cards of the tables. The code on a card leads to the
// page on which the two at the table report their result.
func (s *Server) tableCards(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	cards := reports.TableCards{Event: w.Event.Name}
	for _, table := range w.Tables() {
		to := s.baseURL + tableURL(w.Section.CardToken(table))
		cards.Cards = append(cards.Cards, reports.TableCard{
			Table: table, Section: w.Section.Name, URL: to, ShortURL: shortURL(to),
		})
	}
	if len(cards.Cards) == 0 {
		return apperr.New(apperr.NotFound, "Nobody is entered yet, so there is no table to print a card for.")
	}
	return sendPrint(c, fileName(w, "cards"), s.press().TableCardsPDF, cards)
}

// shortURL is an address as a person types it.
func shortURL(to string) string {
	return strings.TrimPrefix(strings.TrimPrefix(to, "https://"), "http://")
}

// renewCards makes the codes on the cards of a section anew.
func (s *Server) renewCards(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	here := sectionDeskURL(w.Section.ID, "prints")
	if err := s.tournaments.RenewCards(c.Request().Context(), s.actor(c), w.Section.ID, formVersion(c)); err != nil {
		return s.refusedAt(c, err, here)
	}
	s.flash(c, KindSuccess, "The cards have new codes; those on the tables no longer work. Print the cards again.")
	return seeOther(c, here)
}

// resultSlips prints a slip for every game of a round.
func (s *Server) resultSlips(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if r, ok := w.Round(round); !ok || r.State != tournaments.Published {
		return apperr.New(apperr.NotFound, "That round is not published yet.")
	}
	return sendPrint(c, fileName(w, "round", strconv.Itoa(round), "slips"), s.press().ResultSlips, pairingSheet(w, round))
}
