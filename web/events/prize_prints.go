package events

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/prizes"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// sendPrizes prints a prize list.
func (s *Desk) sendPrizes(c echo.Context, w *tournaments.Wallchart, rows []PrizeRow, notes ...string) error {
	l := reports.Listing{
		Over: w.Event.Name, Title: w.Section.Name + ": prizes", Notes: notes, AsAt: s.Clock().Long(), Large: true,
		Columns: []reports.ListingColumn{
			{Title: "Prize", Lines: reports.Whole, Again: true}, {Title: "Winner", Lines: reports.Whole},
			{Title: "What", Lines: reports.Whole}, {Title: "By", Lines: reports.Whole},
		},
	}
	for _, row := range rows {
		by := row.Decided
		if len(row.Winners) == 0 {
			l.Rows = append(l.Rows, []string{row.Title, "–", row.Worth, strings.TrimSpace(row.Open + " " + by)})
		}
		for i, winner := range row.Winners {
			line := []string{"", winnerNames(winner), row.Worth, winner.Why}
			if i == 0 {
				line[0] = row.Title
			}
			if by != "" {
				line[3] = "Decided by the director: " + by
			}
			l.Rows = append(l.Rows, line)
		}
	}
	return kit.SendPrint(c, s.fileName(w, "prizes"), s.Press().ListingPDF, l)
}

func winnerName(w PrizeWinner) string {
	if w.Club != "" {
		return w.Club
	}
	return w.Player.Name
}

// winnerNames are a winner with the members of a team, or the team of a player.
func winnerNames(w PrizeWinner) string {
	switch {
	case w.Members != "":
		return winnerName(w) + ": " + w.Members
	case w.Team != "":
		return winnerName(w) + ", " + w.Team
	}
	return winnerName(w)
}

// deskPrizes are a section's prizes for print: as they were announced, or as they would be, which the note says. Paper
// lies about: it says no more of juniors and women than everyone may read.
func (s *Desk) deskPrizes(c echo.Context) (w *tournaments.Wallchart, list []prizes.Award, note string, err error) {
	if w, err = s.deskChart(c, auth.DirectEvent); err != nil {
		return nil, nil, "", err
	}
	all, err := s.prizes.List(c.Request().Context(), s.Actor(c), w)
	switch {
	case err != nil:
		return nil, nil, "", err
	case !all.Set:
		return nil, nil, "", apperr.New(apperr.NotFound, "%s has no prizes yet.", w.Section.Name)
	case all.Published:
		return w, prizes.Public(all.Awards), strings.TrimSpace(announcedText(all.Announced) + " " + changedText(all.Announced)), nil
	}
	note = "For the director: not announced yet."
	if !all.Final {
		note = "For the director: as it stands, not every result is in."
	}
	return w, prizes.Public(all.Proposed), note, nil
}

func (s *Desk) prizesPrint(c echo.Context) error {
	w, list, note, err := s.deskPrizes(c)
	if err != nil {
		return err
	}
	return s.sendPrizes(c, w, prizeRows(w, list), note)
}

func (s *Desk) prizesSheet(c echo.Context) error {
	w, list, note, err := s.deskPrizes(c)
	if err != nil {
		return err
	}
	return s.SendTable(c, kit.FormatXLSX, s.fileName(w, "prizes"), prizesTable(w, list, note))
}

// prizesTable is a prize list for files, a line for each winner.
func prizesTable(w *tournaments.Wallchart, list []prizes.Award, note string) reports.Table {
	t := reports.Table{
		Title: "Prizes, " + w.Section.Name, Note: note,
		Columns: []reports.Column{
			{Title: "Prize", Width: 28}, {Title: "Winner", Width: 30}, {Title: "Members of the team", Width: 40}, {Title: "Money each", Width: 12}, {Title: "Thing", Width: 24},
			{Title: "By", Width: 40}, {Title: "Decided by the director", Width: 40}, {Title: "How it was found", Width: 60},
		},
	}
	for i, row := range prizeRows(w, list) {
		a := list[i]
		why := ""
		if row.Why != nil {
			why = strings.Join(row.Why.Lines, " ")
		}
		rest := func(winner PrizeWinner, by string) []reports.Cell {
			return []reports.Cell{
				reports.Text(row.Title), reports.Text(winnerName(winner)), reports.Text(winner.Members), reports.Money(a.Each), reports.Text(kit.AndList(a.Things)), reports.Text(by),
				reports.Text(a.Decided), reports.Text(why),
			}
		}
		if len(row.Winners) == 0 {
			t.Rows = append(t.Rows, rest(PrizeWinner{}, row.Open))
		}
		for _, winner := range row.Winners {
			t.Rows = append(t.Rows, rest(winner, winner.Why))
		}
	}
	return t
}

// certificates prints a certificate for every prize, and with ?for=everyone for whoever else took part.
func (s *Desk) certificates(c echo.Context) error {
	w, list, _, err := s.deskPrizes(c)
	if err != nil {
		return err
	}
	day := w.Event.Dates()
	in := reports.Certificates{Event: w.Event.Name}
	won := map[tournaments.EntryID]bool{}
	for i, row := range prizeRows(w, list) {
		for k, winner := range row.Winners {
			id := list[i].Winners[k].Entry
			won[id] = true
			one := reports.Certificate{
				Over: "Certificate", Name: winnerName(winner), Members: winner.Members, Before: "has won", What: row.Title,
				With: sharedWith(row, k), Event: w.Event.Name + ", " + w.Section.Name, Day: day, Signed: directorSigns,
			}
			in.Certificates = append(in.Certificates, one)
			if t, ok := w.Team(tournaments.TeamOf(id)); ok { // and one for each member
				one.Members, one.Before = "", "has won with "+t.Name
				for _, e := range w.Members(t) {
					one.Name, won[e.ID] = e.Name, true
					in.Certificates = append(in.Certificates, one)
				}
			}
		}
	}
	if c.QueryParam("for") == "everyone" {
		rest, err := participants(w, won, day)
		if err != nil {
			return err
		}
		in.Certificates = append(in.Certificates, rest...)
	}
	if len(in.Certificates) == 0 {
		return apperr.New(apperr.NotFound, "No prize has a winner yet.")
	}
	return kit.SendPrint(c, s.fileName(w, "certificates"), s.Press().CertificatesPDF, in)
}

var directorSigns = []string{"Tournament director"}

// sharedWith names the others who share a prize: "Shared with Mei Lin".
func sharedWith(row PrizeRow, k int) string {
	if len(row.Winners) < 2 || len(row.Winners) > 4 {
		return ""
	}
	var others []string
	for i, winner := range row.Winners {
		if i != k && row.Worth == "" || i != k && strings.Contains(row.Worth, "each") {
			others = append(others, winnerName(winner))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "Shared with " + kit.AndList(others)
}

// participants are the certificates of everyone who played and is not among those.
func participants(w *tournaments.Wallchart, won map[tournaments.EntryID]bool, day string) ([]reports.Certificate, error) {
	st, err := w.Standings(0)
	if err != nil {
		return nil, err
	}
	teams, err := teamsPlaced(w)
	if err != nil {
		return nil, err
	}
	var out []reports.Certificate
	for _, e := range byName(w.Entries) {
		for _, row := range st.Rows {
			if row.Entry.ID != e.ID || won[e.ID] || len(row.Rounds) == 0 {
				continue
			}
			with := fmt.Sprintf("Place %s of %d, %s after %s", placeText(row.Place), len(st.Rows),
				pointsText(row.Points.String()), kit.Plural(st.Through, "round", "rounds"))
			if w.Section.Teams() {
				with = teams[e.Team]
			}
			out = append(out, reports.Certificate{
				Over: "Certificate", Name: e.Name, Before: "took part in", What: w.Event.Name, With: with,
				Event: w.Section.Name, Day: day, Signed: directorSigns,
			})
		}
	}
	return out, nil
}

// teamsPlaced says of each team where it stands: "Nelson, place 2 of 8 teams".
func teamsPlaced(w *tournaments.Wallchart) (map[tournaments.TeamID]string, error) {
	if !w.Section.Teams() {
		return nil, nil
	}
	st, err := w.TeamStandings(0)
	out := make(map[tournaments.TeamID]string, len(st.Rows))
	for _, row := range st.Rows {
		out[row.Team.ID] = fmt.Sprintf("%s, place %s of %s", row.Team.Name, placeText(row.Place), kit.Plural(len(st.Rows), "team", "teams"))
	}
	return out, err
}

func pointsText(points string) string {
	if points == "1" || points == "½" {
		return points + " point"
	}
	return points + " points"
}

// prizeData is a prize as programs read it.
type prizeData struct {
	Prize   string       `json:"prize"`
	Winners []winnerData `json:"winners"`
	Each    float64      `json:"money_each,omitempty"`
	Things  []string     `json:"things,omitempty"`
	Decided string       `json:"decided_by_director,omitempty"`
}

type winnerData struct {
	Player  *seatData  `json:"player,omitempty"`
	Team    string     `json:"team,omitempty"`
	Members []seatData `json:"members,omitempty"`
	Club    string     `json:"club,omitempty"`
}

type prizesData struct {
	Announced civil.Instant `json:"announced"`
	Follows   bool          `json:"follows_from_results"`
	Prizes    []prizeData   `json:"prizes"`
}

// prizesDataOf is a list that is announced; nil of one that is not.
func prizesDataOf(w *tournaments.Wallchart, list prizes.Announced) *prizesData {
	if !list.Published {
		return nil
	}
	out := prizesData{Announced: list.At, Follows: list.Follows, Prizes: []prizeData{}}
	for _, a := range list.Awards {
		one := prizeData{Prize: a.Title, Each: float64(a.Each) / 100, Things: a.Things, Decided: a.Decided, Winners: []winnerData{}}
		for _, winner := range a.Winners {
			data := winnerData{Club: winner.Club}
			if t, ok := w.Team(tournaments.TeamOf(winner.Entry)); ok {
				data.Team = t.Name
				for _, e := range w.Members(t) {
					data.Members = append(data.Members, seatDataOf(e))
				}
			}
			if e, ok := w.Entry(winner.Entry); ok {
				seat := seatDataOf(e)
				data.Player = &seat
			}
			one.Winners = append(one.Winners, data)
		}
		out.Prizes = append(out.Prizes, one)
	}
	return &out
}
