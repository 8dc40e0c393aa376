package events

import (
	"fmt"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// SectionTeamsPage is the teams of a section with their players by board, as everyone sees them.
type SectionTeamsPage struct {
	kit.Page
	Head  SectionHead
	List  kit.ListHead
	Teams []TeamBox
	Empty *kit.Empty
}

var sectionTeamsView = kit.NewView[SectionTeamsPage](templates, "teams.html")

// sectionTeams answers with the teams of a section.
func (s *Desk) sectionTeams(c echo.Context) error {
	w, format, err := s.chartAt(c)
	if err != nil {
		return err
	}
	if !w.Section.Teams() {
		return kit.ErrNoSuchPage
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "teams"), teamsDataOf(w))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "teams"), teamsTable(w))
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := SectionTeamsPage{}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": teams", "Teams")
	for _, t := range w.Teams() {
		page.Teams = append(page.Teams, teamBox(w, t))
	}
	page.List = kit.ListHead{Count: kit.Plural(len(page.Teams), "team", "teams"), Exports: kit.Exports(c, "CSV", ".csv", "JSON", ".json")}
	if len(page.Teams) == 0 {
		page.Empty = &kit.Empty{Title: "No teams yet", Text: "Teams appear here as they enter."}
	}
	return sectionTeamsView.Render(c, http.StatusOK, page)
}

func teamsURL(w *tournaments.Wallchart) string {
	return sectionURL(w.Event.Slug, w.Section.Slug) + "/teams"
}

// teamSeat is a team in a list.
func teamSeat(t tournaments.Team) Seat { return Seat{Name: t.Name, Club: t.Club} }

// matchHead is a match above its boards: the teams with their match points, and the points of the boards so far.
func matchHead(w *tournaments.Wallchart, m tournaments.MatchChart) MatchHead {
	head := MatchHead{White: teamSeat(m.White), Black: teamSeat(m.Black), Score: matchScore(m)}
	head.White.Club, head.Black.Club = "", ""
	for _, p := range []struct {
		seat   *Seat
		points pairing.Score
	}{{&head.White, m.Points[0]}, {&head.Black, m.Points[1]}} {
		if w.Published() > 0 && (p.points != 0 || len(w.Rounds) > 1) {
			p.seat.Score = p.points.String()
		}
	}
	switch {
	case m.Total == 0:
		head.Text = "no game: every board is won or lost by default"
	case m.In == 0:
		head.Text = "being played"
	case !m.Complete():
		head.Text = fmt.Sprintf("%d of %d results are in", m.In, m.Total)
	default:
		head.Text = matchWon(m)
	}
	return head
}

// matchScore is the board points of a match: "2–1"; "–" before its first result.
func matchScore(m tournaments.MatchChart) string {
	if m.In == 0 && m.Score[0]+m.Score[1] == 0 {
		return "–"
	}
	return m.Score[0].String() + "–" + m.Score[1].String()
}

func matchWon(m tournaments.MatchChart) string {
	switch {
	case m.Score[0] > m.Score[1]:
		return m.White.Name + " won"
	case m.Score[0] < m.Score[1]:
		return m.Black.Name + " won"
	case m.Score[0] == 0:
		return "lost by both"
	case m.Through == m.White.ID && m.Knockout:
		return "level; " + m.White.Name + " goes through"
	case m.Through == m.Black.ID && m.Knockout:
		return "level; " + m.Black.Name + " goes through"
	case m.Knockout:
		return "level, to be decided"
	}
	return "level"
}

// teamStandingsOf is the table of places of teams.
func teamStandingsOf(w *tournaments.Wallchart, st tournaments.TeamStandings) Standings {
	out := Standings{Label: kit.Capital(afterText(w, st.Through)), Who: "Team"}
	if st.Final {
		out.Label = "Final places"
	}
	out.Label = w.Section.Name + ": " + out.Label
	out.Heads = append([]ColumnHead{teamScoreHead(w)}, breakHeads(st.Breaks)...)
	played := make(map[int][]tournaments.MatchChart)
	for n := 1; n <= st.Through; n++ {
		played[n] = w.Matches(n)
	}
	for _, row := range st.Rows {
		line := StandingsRow{Place: placeText(row.Place), Player: teamSeat(row.Team), Values: []Unfold{teamScoreUnfold(w, row, played)}}
		for _, v := range row.Values {
			line.Values = append(line.Values, teamBreakUnfold(w, row.Team, v))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

func teamScoreHead(w *tournaments.Wallchart) ColumnHead {
	if w.Section.System == pairing.McMahon {
		return ColumnHead{Label: "MMS", Title: "McMahon score of the team: the starting score by its rating plus its match points"}
	}
	if w.Section.System == pairing.Knockout {
		return ColumnHead{Label: "Rounds", Title: "Rounds that the team got through; teams that went out in the same round share the place"}
	}
	return ColumnHead{Label: "Match points", Title: "A match won 1, a level match ½, the bye " + byeWorth(w.Section.Bye)}
}

// teamScoreUnfold is a team's score with the matches that it came from.
func teamScoreUnfold(w *tournaments.Wallchart, row tournaments.TeamRow, played map[int][]tournaments.MatchChart) Unfold {
	u := Unfold{Value: row.Score.String(), Title: fmt.Sprintf("%s: %s", row.Team.Name, row.Score)}
	if row.Start != 0 {
		u.Games = append(u.Games, UnfoldGame{Text: "starting score", Value: row.Start.String()})
	}
	for _, l := range row.Rounds {
		if l.Kind == pairing.KindNotIn {
			continue
		}
		value := l.Points.String()
		if l.Kind == pairing.KindPending {
			value = "–"
		}
		u.Games = append(u.Games, UnfoldGame{Round: strconv.Itoa(l.Round), Text: teamLineText(w, row.Team, l, played[l.Round]), Value: value})
	}
	return u
}

// teamLineText says what a team did in a round: "beat Nelson 2–1".
func teamLineText(w *tournaments.Wallchart, t tournaments.Team, l pairing.Line, matches []tournaments.MatchChart) string {
	for _, m := range matches {
		other, mine, theirs := m.Black.Name, m.Score[0], m.Score[1]
		switch t.ID {
		case m.White.ID:
		case m.Black.ID:
			other, mine, theirs = m.White.Name, m.Score[1], m.Score[0]
		default:
			continue
		}
		score := " " + mine.String() + "–" + theirs.String()
		switch {
		case !m.Complete():
			return "plays " + other
		case mine > theirs:
			return "beat " + other + score
		case mine < theirs:
			return "lost to " + other + score
		}
		text := "level with " + other + score
		if m.Through == t.ID && m.Knockout {
			text += ", and went through"
		}
		return text
	}
	switch l.Kind {
	case pairing.KindBye:
		if w.Section.System == pairing.Knockout {
			return "through without a match"
		}
		return "bye"
	case pairing.KindAbsent:
		return "absent"
	case pairing.KindFreeRound:
		return "free round"
	}
	return "no match"
}

// teamBreakUnfold is a tie-break of a team with the terms that it is the sum of.
func teamBreakUnfold(w *tournaments.Wallchart, t tournaments.Team, v pairing.Value) Unfold {
	value := valueText(v.Number, v.Unit)
	u := Unfold{Value: value, Title: fmt.Sprintf("%s of %s: %s", breakLabel(v.TieBreak), t.Name, value)}
	for _, term := range v.Terms {
		g := UnfoldGame{Text: teamTermText(w, term), Value: valueText(term.Number, v.Unit)}
		if term.Round > 0 {
			g.Round = strconv.Itoa(term.Round)
		}
		u.Games = append(u.Games, g)
	}
	return u
}

func teamTermText(w *tournaments.Wallchart, term pairing.Term) string {
	other, ok := w.Team(tournaments.TeamOf(tournaments.EntryOf(term.Opponent)))
	switch {
	case !ok:
		return term.Text
	case term.Text == "":
		return other.Name
	}
	return other.Name + ": " + term.Text
}

// teamDefinitions says what each column of the standings of teams is.
func teamDefinitions(w *tournaments.Wallchart, st tournaments.TeamStandings) []kit.Fact {
	head := teamScoreHead(w)
	facts := []kit.Fact{{Label: head.Label, Value: head.Title}}
	for _, b := range st.Breaks {
		facts = append(facts, kit.Fact{Label: breakLabel(b), Value: kit.Capital(b.Definition())})
	}
	text := "A board won counts 1, a jigo ½, a board by default 1. The team with more has won the match."
	if w.Section.System == pairing.Knockout {
		text += " Of a level match the team goes through that did better on the higher boards: with three boards, board 1 counts " +
			"3, board 2 counts 2 and board 3 counts 1. If that is level too: " + levelRule(w.Section.Knockout.Jigo) + "."
	}
	return append(facts, kit.Fact{Label: "A match", Value: text})
}

// levelRule says who goes through after a match that is level in every way.
func levelRule(rule pairing.JigoRule) string {
	switch rule {
	case pairing.JigoWhite:
		return "the team with White on board 1 goes through"
	case pairing.JigoBlack:
		return "the team with Black on board 1 goes through"
	}
	return "it is decided by playing again"
}

// ofPlayers reports whether the standings of the players of teams are asked for.
func ofPlayers(c echo.Context, w *tournaments.Wallchart) bool {
	return !w.Section.Teams() || c.QueryParam("of") == "players"
}

// ofTabs chooses between the standings, or the crosstable, of teams and of their players.
func ofTabs(c echo.Context, w *tournaments.Wallchart, what string) kit.Tabs {
	if !w.Section.Teams() {
		return kit.Tabs{}
	}
	base, players := sectionURL(w.Event.Slug, w.Section.Slug)+"/"+what, ofPlayers(c, w)
	return kit.Tabs{Label: kit.Capital(what), Items: []kit.NavItem{
		{Label: "Teams", URL: base, Current: !players}, {Label: "Players", URL: base + "?of=players", Current: players},
	}}
}

// sendTeamStandings answers with the places of teams after a round.
func (s *Desk) sendTeamStandings(c echo.Context, w *tournaments.Wallchart, format string) error {
	st, err := w.TeamStandings(afterRound(c, w))
	if err != nil {
		return err
	}
	switch format {
	case kit.FormatJSON:
		return kit.SendData(c, s.fileName(w, "standings"), teamStandingsDataOf(st))
	case kit.FormatCSV:
		return s.SendTable(c, format, s.fileName(w, "standings"), teamStandingsTable(w, st))
	case kit.FormatPDF:
		return s.printTeamStandings(c, w, st)
	case "":
	default:
		return kit.ErrNoSuchPage
	}
	page := StandingsPage{Of: ofTabs(c, w, "standings")}
	page.Page, page.Head = s.sectionPage(c, w, w.Section.Name+": standings", "Standings")
	if len(st.Rows) == 0 {
		page.Empty = &kit.Empty{Title: "No teams yet", Text: "The standings appear with the first results."}
		return standingsView.Render(c, http.StatusOK, page)
	}
	base := sectionURL(w.Event.Slug, w.Section.Slug)
	page.Standings, page.Definitions = teamStandingsOf(w, st), teamDefinitions(w, st)
	page.Rounds = roundTabs(w, st.Through, func(n int) string { return base + "/standings?after=" + strconv.Itoa(n) })
	page.Wall = base + "/wall?show=standings"
	page.Exports = kit.Exports(c, "PDF", ".pdf", "CSV", ".csv", "JSON", ".json")
	return standingsView.Render(c, http.StatusOK, page)
}

func teamStandingsTable(w *tournaments.Wallchart, st tournaments.TeamStandings) reports.Table {
	titles := []string{"Place", "Team", "Club", teamScoreHead(w).Label}
	for _, b := range st.Breaks {
		titles = append(titles, breakLabel(b))
	}
	t := reports.Table{Title: w.Section.Name, Columns: kit.Columns(titles...)}
	for _, row := range st.Rows {
		cells := []reports.Cell{
			reports.Int(row.Place.From), reports.Text(row.Team.Name), reports.Text(row.Team.Club), reports.Figure(float64(row.Score) / 2),
		}
		for _, v := range row.Values {
			cells = append(cells, reports.Figure(figureOf(v)))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func teamsTable(w *tournaments.Wallchart) reports.Table {
	t := reports.Table{Title: w.Section.Name, Columns: kit.Columns("Team", "Team’s club", "Captain", "Board", "Player", "Grade", "Rating", "Note")}
	for _, team := range w.Teams() {
		for i, id := range team.Players {
			e, ok := w.Entry(id)
			if !ok {
				continue
			}
			t.Rows = append(t.Rows, []reports.Cell{
				reports.Text(team.Name), reports.Text(team.Club), reports.Text(team.Captain), reports.Text(boardLabel(w, i)),
				reports.Text(e.Name), reports.Text(e.Grade()), reports.Figure(float64(e.Rating) / 10), reports.Text(entryNote(e)),
			})
		}
	}
	return t
}

// headWidth is the room for a head of figures, in millimetres.
func headWidth(head string) float64 { return max(20, 2.1*float64(utf8.RuneCountInString(head))) }

// printTeamStandings prints the places of teams.
func (s *Desk) printTeamStandings(c echo.Context, w *tournaments.Wallchart, st tournaments.TeamStandings) error {
	l := reports.Listing{
		Over: w.Event.Name, Title: w.Section.Name + ": standings of teams", AsAt: s.Clock().Long(), Large: true,
		Columns: []reports.ListingColumn{
			{Title: "Place", Width: 15}, {Title: "Team", Lines: reports.Whole}, {Title: teamScoreHead(w).Label, Width: headWidth(teamScoreHead(w).Label)},
		},
		Notes: []string{kit.Capital(afterText(w, st.Through)) + "."},
	}
	for _, b := range st.Breaks {
		l.Columns = append(l.Columns, reports.ListingColumn{Title: breakLabel(b), Width: headWidth(breakLabel(b))})
	}
	for _, d := range teamDefinitions(w, st) {
		l.Notes = append(l.Notes, d.Label+": "+d.Value)
	}
	for _, row := range st.Rows {
		line := []string{placeText(row.Place), row.Team.Name, row.Score.String()}
		for _, v := range row.Values {
			line = append(line, valueText(v.Number, v.Unit))
		}
		l.Rows = append(l.Rows, line)
	}
	return kit.SendPrint(c, s.fileName(w, "standings"), s.Press().ListingPDF, l)
}

// ofQuery keeps to the standings of players of a section of teams.
func ofQuery(w *tournaments.Wallchart) string {
	if !w.Section.Teams() {
		return ""
	}
	return "&of=players"
}

// headed puts the match above the first line of a part of a draw.
func (p *Pairings) headed() {
	if len(p.Rows) > 0 && p.Rows[0].Match == nil {
		p.Rows[0].Match = p.Rows[0].under
	}
}

// teamLeaders is the top of the table of teams: places and scores only.
func teamLeaders(w *tournaments.Wallchart, st tournaments.TeamStandings) Standings {
	out := teamStandingsOf(w, st)
	out.Heads, out.Rows = out.Heads[:1], out.Rows[:min(standingsTop, len(out.Rows))]
	for i := range out.Rows {
		out.Rows[i].Values = out.Rows[i].Values[:1]
	}
	return out
}

// noOpponent is who sits on the other side of a player without a game: the bye, no one at a board of a team that is won by
// default, and a player who is away or a reserve has no other side; the result says which.
func noOpponent(row tournaments.Pairing) Seat {
	switch {
	case row.Match != nil:
		return Seat{Name: "no one"}
	case row.Idle == tournaments.Bye:
		return Seat{Absent: true}
	}
	return Seat{Name: "–"}
}
