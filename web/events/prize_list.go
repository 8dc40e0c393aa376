package events

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/prizes"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// PrizeRow is a prize with who wins it (partial "prize-rows", dot []PrizeRow).
type PrizeRow struct {
	Title   string
	Worth   string // "$100.00 each and a trophy"
	Winners []PrizeWinner
	Why     *kit.Trace
	Open    string // why no one wins it
	Decided string // the director's reason
	Decide  *kit.Link
}

// PrizeWinner is a player, a team or a club that wins a prize.
type PrizeWinner struct {
	Player  Seat   // or a team
	Members string // of a team
	Team    string // of a player of one
	Club    string // in place of Player
	Why     string
}

// PrizesPage is a section's prizes as everyone reads them, once they are announced.
type PrizesPage struct {
	kit.Page
	Head    SectionHead
	Rows    []PrizeRow
	Text    string // when they were announced
	Changed string // that results have changed since
	Exports []kit.Link
	Empty   *kit.Empty
}

// PrizesDeskPage is a section's prizes as the director sees them.
type PrizesDeskPage struct {
	kit.Page
	Head     DeskHead
	Text     string
	Warnings []string
	Rows     []PrizeRow
	Publish  *kit.PostButton
	Withdraw *kit.PostButton
	Links    []kit.Link
	Prints   []kit.Link
	Public   string
}

var (
	prizesView     = kit.NewView[PrizesPage](templates, "prizes.html")
	prizesDeskView = kit.NewView[PrizesDeskPage](templates, "director/prizes.html")
)

func prizesURL(w *tournaments.Wallchart) string {
	return sectionURL(w.Event.Slug, w.Section.Slug) + "/prizes"
}

func prizesDeskURL(id tournaments.SectionID) string { return sectionDeskURL(id, "prizes") }

// prizeRows are a list with names.
func prizeRows(w *tournaments.Wallchart, list []prizes.Award) []PrizeRow {
	titles := map[prizes.PrizeID]string{}
	for _, a := range list {
		for _, id := range a.Prizes {
			titles[id] = a.Title
		}
	}
	rows := make([]PrizeRow, 0, len(list))
	for _, a := range list {
		row := PrizeRow{Title: a.Title, Worth: worthOf(a), Open: a.Open, Decided: a.Decided}
		for _, winner := range a.Winners {
			one := PrizeWinner{Club: winner.Club, Why: winner.Why}
			if t, ok := w.Team(tournaments.TeamOf(winner.Entry)); ok {
				one.Player, one.Members = Seat{Name: t.Name, URL: teamsURL(w)}, memberNames(w, t)
			} else if winner.Club == "" {
				entry, _ := w.Entry(winner.Entry)
				one.Player, one.Team = playerSeat(placeOf(w.Event, w.Section), entry), entry.TeamName
			}
			row.Winners = append(row.Winners, one)
		}
		lines := append([]string{}, a.Why...)
		for _, p := range a.Passed {
			lines = append(lines, w.Called(p.Entry)+" "+p.Why+".")
		}
		if len(lines) > 0 {
			row.Why = &kit.Trace{Value: "How it was found", Rule: "By the prize list", Lines: lines}
		}
		rows = append(rows, row)
	}
	return rows
}

// memberNames are the players of a team by board.
func memberNames(w *tournaments.Wallchart, t tournaments.Team) string {
	var names []string
	for _, e := range w.Members(t) {
		names = append(names, e.Name)
	}
	return strings.Join(names, ", ")
}

// worthOf is what each winner of a prize gets.
func worthOf(a prizes.Award) string {
	things := kit.AndList(a.Things)
	if len(a.Winners) > 1 && a.Each > 0 {
		return prizes.Worth(a.Each, "") + " each" + strings.TrimSuffix(" and "+things, " and ")
	}
	return prizes.Worth(a.Each, things)
}

// sectionPrizes answers with the prizes that are announced, with .pdf, .csv and .json too.
func (s *Desk) sectionPrizes(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	list, err := s.prizes.Announced(c.Request().Context(), w)
	if err != nil {
		return err
	}
	if format != "" && !list.Published {
		return apperr.New(apperr.NotFound, "The prizes of %s have not been announced yet.", w.Section.Name)
	}
	rows := prizeRows(w, list.Awards)
	switch format {
	case "":
	case kit.FormatPDF:
		return s.sendPrizes(c, w, rows, announcedText(list), changedText(list))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "prizes"), prizesTable(w, list.Awards, announcedText(list)))
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "prizes"), prizesDataOf(w, list))
	default:
		return kit.ErrNoSuchPage
	}
	page := PrizesPage{Rows: rows, Text: announcedText(list), Changed: changedText(list)}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": prizes", "Prizes")
	if !list.Published {
		page.Empty = &kit.Empty{
			Title: "The prizes have not been announced yet", Text: "They stand here as soon as the director publishes them.",
		}
	} else {
		page.Exports = kit.Exports(c, "PDF", ".pdf", "CSV", ".csv", "JSON", ".json")
	}
	return prizesView.Render(c, http.StatusOK, page)
}

func announcedText(a prizes.Announced) string {
	if !a.Published {
		return ""
	}
	return "Announced on " + a.At.Long() + "."
}

// changedText says that a list no longer follows from the results.
func changedText(a prizes.Announced) string {
	if !a.Published || a.Follows {
		return ""
	}
	return "A result or a rule was changed after this list was announced: it no longer follows from the results. The director " +
		"decides whether it stands."
}

// prizesDesk shows the list that follows from the results, and what can be done with it.
func (s *Desk) prizesDesk(c echo.Context) error {
	w, err := s.deskChart(c, auth.DirectEvent)
	if err != nil {
		return err
	}
	list, err := s.prizes.List(c.Request().Context(), s.Actor(c), w)
	if err != nil {
		return err
	}
	here := prizesDeskURL(w.Section.ID)
	page := PrizesDeskPage{Rows: prizeRows(w, list.Proposed)}
	page.Page, page.Head = s.sectionDesk(c, w, w.Section.Name+": prizes", "Prizes")
	page.Head.Next = kit.NextStep{}
	page.Links = []kit.Link{
		{Label: "Set the prizes", URL: here + "/edit"}, {Label: "Who plays for the prizes of juniors and women", URL: here + "/groups"},
	}
	if !list.Set {
		page.Rows = nil
		page.Text = "No prizes are set yet. Three places, and a prize for everyone who wins half of the games, are proposed."
		if w.Section.Teams() {
			page.Text = "No prizes are set yet. Three places for teams, and a prize for the best player on each board, are proposed."
		}
		return prizesDeskView.Render(c, http.StatusOK, page)
	}
	for i, a := range list.Proposed {
		page.Rows[i].Decide = &kit.Link{Label: "Decide otherwise", URL: fmt.Sprintf("%s/%d/decide", here, a.Prizes[0])}
	}
	page.Warnings = list.Rules.OutOfOrder()
	page.Text = prizesState(list)
	if list.Final && (!list.Published || !list.Follows) {
		label := "Publish the prizes"
		if list.Published {
			label = "Publish them as they are now"
		}
		page.Publish = page.Button("publish", here+"/publish", label, kit.VersionField(list.Version))
	}
	if list.Published {
		page.Public = prizesURL(w)
		page.Withdraw = page.Button("withdraw", here+"/withdraw", "Withdraw the announcement", kit.VersionField(list.Version))
		page.Withdraw.Kind = "quiet"
		if text := changedText(list.Announced); text != "" {
			page.Warnings = append(page.Warnings, text)
		}
	}
	page.Prints = []kit.Link{
		{Label: "Prize list (PDF)", URL: here + "/list.pdf"}, {Label: "Prize list (XLSX)", URL: here + "/list.xlsx"},
		{Label: "Certificates of the winners", URL: here + "/certificates.pdf"},
		{Label: "Certificates of everyone who took part", URL: here + "/certificates.pdf?for=everyone"},
	}
	return prizesDeskView.Render(c, http.StatusOK, page)
}

func prizesState(list prizes.List) string {
	switch {
	case list.Published && list.Follows:
		return "Announced on " + list.At.Long() + " by " + list.By + ". The list below follows from the results, and is the one announced."
	case list.Published:
		return "Announced on " + list.At.Long() + " by " + list.By + ". The list below is how it would be now."
	case list.Final:
		return "Every result is in. The list below follows from them; no one else sees it before you publish it."
	}
	return "As it stands now: not every result is in. No one else sees this list before you publish it."
}

// prizesPress answers a button about a section's list.
func (s *Desk) prizesPress(publish bool) echo.HandlerFunc {
	do, text := s.prizes.Withdraw, "The announcement is withdrawn."
	if publish {
		do, text = s.prizes.Publish, "The prizes are announced. Everyone sees them now."
	}
	return func(c echo.Context) error {
		id, err := kit.PathID[tournaments.SectionID](c, "id")
		if err != nil {
			return err
		}
		in, err := kit.Sent(c)
		if err != nil {
			return err
		}
		if err := do(c.Request().Context(), s.Actor(c), id, in.Version()); err != nil {
			return s.RefusedAt(c, err, prizesDeskURL(id))
		}
		s.Flash(c, kit.KindSuccess, text)
		return kit.SeeOther(c, prizesDeskURL(id))
	}
}

// ownPrizes are the prizes of one player, and of the player's team: as they were announced, or as they stand.
func (s *Desk) ownPrizes(c echo.Context, w *tournaments.Wallchart, id tournaments.EntryID) (title string, rows []PrizeRow, err error) {
	list, err := s.prizes.Announced(c.Request().Context(), w)
	if err != nil {
		return "", nil, err
	}
	awards := list.Awards
	if title = "Prizes"; !list.Published {
		if w.Published() == 0 {
			return "", nil, nil
		}
		title = "Prizes, as it stands"
		if awards, err = s.prizes.AsItStands(c.Request().Context(), w); err != nil {
			return "", nil, err
		}
	}
	e, _ := w.Entry(id)
	for i, row := range prizeRows(w, awards) {
		for _, winner := range awards[i].Winners {
			if winner.Entry == id || e.Team != 0 && winner.Entry == e.Team.Side() {
				row.Why = nil // it may be about others
				rows = append(rows, row)
				break
			}
		}
	}
	return title, rows, nil
}
