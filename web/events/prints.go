package events

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// PrintsPage is everything of a section and its event that goes on paper.
type PrintsPage struct {
	kit.Page
	Head    DeskHead
	Cards   []PrintCard
	Renew   *kit.PostButton // makes new codes for the table cards
	Warning string          // that the codes lead nowhere, or only some phones there
	Files   kit.Link        // for other programs
	Empty   *kit.Empty
}

// PrintCard is what is printed of one thing: the event, the section, a round.
type PrintCard struct {
	Name  string
	Links []kit.Link
}

var printsView = kit.NewView[PrintsPage](templates, "director/prints.html")

func (s *Desk) prints(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	page := PrintsPage{}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": prints", "Prints")
	overview, err := s.tournaments.Overview(c.Request().Context(), s.Actor(c), w.Event.Slug)
	if err != nil {
		return err
	}
	several := len(overview.Sections) > 1
	if n := w.Published(); n > 0 {
		page.Cards = append(page.Cards, roundPrints(w, n, several))
	}
	page.Cards = append(page.Cards, eventPrints(w, several))
	own, err := s.sectionPrints(c, w)
	if err != nil {
		return err
	}
	page.Cards = append(page.Cards, own)
	for n := w.Published() - 1; n >= 1; n-- {
		page.Cards = append(page.Cards, roundPrints(w, n, several))
	}
	page.Cards = slices.DeleteFunc(page.Cards, func(p PrintCard) bool { return len(p.Links) == 0 })
	if len(w.Entries) > 0 {
		page.Files = kit.Link{Label: "Files for OpenGotha, the European database and others", URL: filesURL(w.Section.ID)}
	}
	if len(page.Cards) == 0 {
		page.Empty = &kit.Empty{
			Title: "Nothing to print yet",
			Text:  "Table cards can be printed once players are entered, pairings once a round is published.",
		}
	} else {
		page.Renew = page.Button(
			"cards", sectionDeskURL(w.Section.ID, "cards"), "Make new codes", kit.VersionField(w.Section.Version),
		)
		page.Renew.Kind, page.Warning = "secondary", s.CodesWarning()
	}
	return printsView.Render(c, http.StatusOK, page)
}

// eventPrints are those of the whole event.
func eventPrints(w *tournaments.Wallchart, several bool) PrintCard {
	card := PrintCard{Name: "The whole event"}
	if len(w.Entries) > 0 {
		chart := deskPartURL(w.Event.ID, "wall-chart.pdf")
		card.Links = append(
			card.Links, kit.Link{Label: "Wall chart: players by rounds, A4 sheets to hang side by side", URL: chart},
			kit.Link{Label: "Wall chart on A3", URL: chart + "?paper=a3"},
			kit.Link{Label: "Check-in sheet by name", URL: checkInURL(w.Event.ID) + ".pdf"},
		)
		if several {
			card.Links = append(card.Links, kit.Link{Label: "Check-in sheet by section", URL: checkInURL(w.Event.ID) + ".pdf?by=section"})
		}
	}
	if w.Timetable.Set() {
		card.Links = append(card.Links, kit.Link{Label: "Timetable (schedule card)", URL: kit.EventURL(w.Event.Slug) + "/timetable.pdf"})
	}
	if w.Published() > 0 {
		card.Links = append(card.Links, kit.Link{
			Label: "Crosstable of all sections (XLSX)", URL: kit.EventURL(w.Event.Slug) + "/crosstable.xlsx",
		})
	}
	return card
}

// sectionPrints are those of the whole section.
func (s *Desk) sectionPrints(c echo.Context, w *tournaments.Wallchart) (PrintCard, error) {
	card, base := PrintCard{Name: "The whole section"}, sectionURL(w.Event.Slug, w.Section.Slug)
	add := func(label, url string) { card.Links = append(card.Links, kit.Link{Label: label, URL: url}) }
	if len(w.Tables()) > 0 {
		add("Table cards with codes", sectionDeskURL(w.Section.ID, "cards.pdf"))
	}
	if len(w.Entries) > 0 && w.Event.TakesChanges() {
		add("Poster for the door: players say by phone that they are here", sectionDeskURL(w.Section.ID, "poster.pdf"))
	}
	if len(w.Entries) > 0 {
		add("Name badges", sectionDeskURL(w.Section.ID, "badges.pdf"))
		add("List of players", base+"/players.pdf")
	}
	if w.Published() > 0 {
		if w.Section.System == pairing.Knockout {
			add("Bracket", base+"/bracket.pdf")
		}
		add("Standings", base+"/standings.pdf")
		add("Crosstable", base+"/crosstable.pdf")
	}
	list, err := s.prizes.List(c.Request().Context(), s.Actor(c), w)
	if err != nil {
		return card, err
	}
	if list.Set {
		here := sectionDeskURL(w.Section.ID, "prizes")
		add("Prize list", here+"/list.pdf")
		add("Certificates of the winners", here+"/certificates.pdf")
		add("Certificates of everyone who took part", here+"/certificates.pdf?for=everyone")
	}
	return card, nil
}

// roundPrints are those of a round.
func roundPrints(w *tournaments.Wallchart, n int, several bool) PrintCard {
	public, here := roundURL(w.Event.Slug, w.Section.Slug, n), roundDeskURL(w.Section.ID, n)
	all := deskPartURL(w.Event.ID, "rounds/"+strconv.Itoa(n))
	card := PrintCard{Name: "Round " + strconv.Itoa(n), Links: []kit.Link{
		{Label: "All in one: by table, by name, result slips", URL: here + "/bundle.pdf"},
	}}
	if several {
		card.Links = append(
			card.Links, kit.Link{Label: "All in one, of all sections", URL: all + "/bundle.pdf"},
			kit.Link{Label: "All sections on one sheet", URL: all + "/sheet.pdf"},
		)
	}
	card.Links = append(
		card.Links, kit.Link{Label: "Pairings by table", URL: public + ".pdf"},
		kit.Link{Label: "Pairings by name", URL: public + ".pdf?by=name"},
		kit.Link{Label: "Pairings with results", URL: public + ".pdf?with=results"},
		kit.Link{Label: "Result slips", URL: here + "/slips.pdf"},
	)
	return card
}

// tableCards prints the cards of the tables. The code on a card leads to the
// page on which the two at the table report their result.
func (s *Desk) tableCards(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	cards := reports.TableCards{Event: w.Event.Name}
	for _, table := range w.Tables() {
		to := s.BaseURL + kit.TableCardURL(w.Section.CardToken(table))
		cards.Cards = append(cards.Cards, reports.TableCard{
			Table: table, Section: w.Section.Name, URL: to, ShortURL: shortURL(s.BaseURL + kit.TypedCardPath),
			Letters: w.Section.CardLetters(table),
		})
	}
	if len(cards.Cards) == 0 {
		return apperr.New(apperr.NotFound, "No one is entered yet, so there is no table to print a card for.")
	}
	return kit.SendPrint(c, s.fileName(w, "cards"), s.Press().TableCardsPDF, cards)
}

// withCodes adds to the games of a round the addresses on which their results are reported: for the director's prints
// only, since whoever has one can report.
func (s *Desk) withCodes(w *tournaments.Wallchart, sheet reports.PairingSheet) reports.PairingSheet {
	for i, g := range sheet.Games {
		if g.Table > 0 {
			sheet.Games[i].URL = s.BaseURL + kit.TableCardURL(w.Section.CardToken(g.Table))
		}
	}
	return sheet
}

// shortURL is an address as a person types it.
func shortURL(to string) string {
	return strings.TrimPrefix(strings.TrimPrefix(to, "https://"), "http://")
}

func printsURL(id tournaments.SectionID) string { return sectionDeskURL(id, "prints") }

// resultSlips prints a slip for every game of a round.
func (s *Desk) resultSlips(c echo.Context) error {
	w, round, err := s.deskRound(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	if r, ok := w.Round(round); !ok || r.State != tournaments.Published {
		return apperr.New(apperr.NotFound, "That round is not published yet.")
	}
	return kit.SendPrint(
		c, s.fileName(w, "slips round", strconv.Itoa(round)), s.Press().ResultSlips, s.withCodes(w, pairingSheet(w, round)),
	)
}
