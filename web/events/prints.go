package events

import (
	"net/http"
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

// PrintsPage is everything of a section that goes on paper.
type PrintsPage struct {
	kit.Page
	Head    DeskHead
	Rounds  []PrintRound
	Whole   []kit.Link
	Cards   *kit.PostButton // makes new codes for the table cards
	Warning string          // that the codes lead nowhere
	Files   kit.Link        // for other programs
	Empty   *kit.Empty
}

// PrintRound is the prints of a round.
type PrintRound struct {
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
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	if len(w.Tables()) > 0 {
		page.Whole = append(page.Whole, kit.Link{
			Label: "Table cards with codes", URL: sectionDeskURL(w.Section.ID, "cards.pdf"),
		})
	}
	if len(w.Entries) > 0 && w.Event.TakesChanges() {
		page.Whole = append(page.Whole, kit.Link{
			Label: "Poster for the door: players say by phone that they are here", URL: sectionDeskURL(w.Section.ID, "poster.pdf"),
		})
	}
	if len(w.Entries) > 0 {
		page.Whole = append(
			page.Whole, kit.Link{Label: "Name badges", URL: sectionDeskURL(w.Section.ID, "badges.pdf")},
			kit.Link{Label: "List of players", URL: base + "/players.pdf"},
			kit.Link{Label: "Check-in sheet of all sections", URL: checkInURL(w.Event.ID) + ".pdf"},
		)
	}
	if w.Section.System == pairing.Knockout && w.Published() > 0 {
		page.Whole = append(page.Whole, kit.Link{Label: "Bracket", URL: base + "/bracket.pdf"})
	}
	if w.Timetable.Set() {
		page.Whole = append(page.Whole, kit.Link{Label: "Timetable of all sections", URL: kit.EventURL(w.Event.Slug) + "/timetable.pdf"})
	}
	if w.Published() > 0 {
		page.Whole = append(page.Whole, kit.Link{Label: "Standings", URL: base + "/standings.pdf"},
			kit.Link{Label: "Wall chart: the crosstable", URL: base + "/crosstable.pdf"},
			kit.Link{Label: "Crosstable of all sections (XLSX)", URL: kit.EventURL(w.Event.Slug) + "/crosstable.xlsx"})
	}
	if len(w.Entries) > 0 {
		page.Files = kit.Link{Label: "Files for OpenGotha, the European database and others", URL: filesURL(w.Section.ID)}
	}
	for n := w.Published(); n >= 1; n-- {
		public := roundURL(w.Event.Slug, w.Section.Slug, n)
		page.Rounds = append(page.Rounds, PrintRound{Name: "Round " + strconv.Itoa(n), Links: []kit.Link{
			{Label: "All in one: by table, by name, result slips", URL: roundDeskURL(w.Section.ID, n) + "/bundle.pdf"},
			{Label: "Pairings with results", URL: public + ".pdf?with=results"},
			{Label: "All sections on one sheet", URL: deskPartURL(w.Event.ID, "rounds/"+strconv.Itoa(n)+"/sheet.pdf")},
			{Label: "Pairings by table", URL: public + ".pdf"}, {Label: "Pairings by name", URL: public + ".pdf?by=name"},
			{Label: "Result slips", URL: roundDeskURL(w.Section.ID, n) + "/slips.pdf"},
		}})
	}
	if len(page.Whole)+len(page.Rounds) == 0 {
		page.Empty = &kit.Empty{
			Title: "Nothing to print yet",
			Text:  "Table cards can be printed once players are entered, pairings once a round is published.",
		}
	} else {
		page.Cards = page.Button(
			"cards", sectionDeskURL(w.Section.ID, "cards"), "Make new codes", kit.VersionField(w.Section.Version),
		)
		page.Cards.Kind, page.Warning = "secondary", s.CodesWarning()
	}
	return printsView.Render(c, http.StatusOK, page)
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
	return kit.SendPrint(c, fileName(w, "cards"), s.Press().TableCardsPDF, cards)
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
		c, fileName(w, "round", strconv.Itoa(round), "slips"), s.Press().ResultSlips, s.withCodes(w, pairingSheet(w, round)),
	)
}
