package events

import (
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// fileName names a file about a section as it stands today: standings-congress-2027-open-2027-01-04.
func (s *Desk) fileName(w *tournaments.Wallchart, what ...string) kit.FileName {
	return s.TodaysFile(strings.Join(what, " "), w.Event.Slug+" "+w.Section.Slug)
}

var gameColumns = []string{
	"Section", "Round", "Table", "Black", "Black grade", "Black club", "White", "White grade", "White club", "Handicap",
	"Komi", "Result", "Margin",
}

func gamesTable(e tournaments.Event, charts []*tournaments.Wallchart) reports.Table {
	t := reports.Table{Title: e.Name, Columns: kit.Columns(gameColumns...)}
	for _, w := range charts {
		for n := 1; n <= w.Published(); n++ {
			t.Rows = append(t.Rows, gameRows(w, n)...)
		}
	}
	return t
}

func roundTable(w *tournaments.Wallchart, round int) reports.Table {
	return reports.Table{Title: roundLabel(w, round), Columns: kit.Columns(gameColumns...), Rows: gameRows(w, round)}
}

func gameRows(w *tournaments.Wallchart, round int) [][]reports.Cell {
	var rows [][]reports.Cell
	for _, p := range w.Pairings(round) {
		black, white, g := p.Black.Entry, p.White.Entry, p.Game
		if g.ID == 0 {
			rows = append(rows, []reports.Cell{
				reports.Text(w.Section.Name), reports.Int(round), {}, reports.Text(black.Name), reports.Text(black.Grade()),
				reports.Text(black.Club),
				{}, {}, {}, {}, {}, reports.Text(p.Idle),
			})
			continue
		}
		rows = append(rows, []reports.Cell{
			reports.Text(w.Section.Name), reports.Int(round), reports.Int(g.Table),
			reports.Text(black.Name), reports.Text(black.Grade()), reports.Text(black.Club),
			reports.Text(white.Name), reports.Text(white.Grade()), reports.Text(white.Club),
			reports.Int(g.Handicap), reports.Figure(float64(g.Komi) / 2), reports.Text(string(g.Result)), reports.Text(g.Margin),
		})
	}
	return rows
}

func standingsTable(w *tournaments.Wallchart, st tournaments.Standings) reports.Table {
	titles := []string{"Place", "Place by score", "Player", "Grade", "Club", scoreHead(w.Section.Settings).Label}
	for _, b := range st.Breaks {
		titles = append(titles, breakLabel(b))
	}
	t := reports.Table{Title: standingsLabel(w, st), Columns: kit.Columns(titles...)}
	for _, row := range st.Rows {
		cells := []reports.Cell{
			reports.Int(row.Place.From), reports.Int(row.ScorePlace.From), reports.Text(row.Entry.Name),
			reports.Text(row.Entry.Grade()), reports.Text(row.Entry.Club), reports.Figure(float64(row.Score) / 2),
		}
		for _, v := range row.Values {
			cells = append(cells, reports.Figure(figureOf(v)))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func figureOf(v pairing.Value) float64 { return float64(v.Number) / float64(v.Unit) }

func crosstableTable(w *tournaments.Wallchart, ct tournaments.Crosstable) reports.Table {
	titles := []string{"No.", "Place", "Player", "Grade", "Club"}
	for n := 1; n <= ct.Through; n++ {
		titles = append(titles, "Round "+strconv.Itoa(n))
	}
	titles = append(titles, scoreHead(w.Section.Settings).Label)
	for _, b := range ct.Breaks {
		titles = append(titles, breakLabel(b))
	}
	t := reports.Table{Title: w.Section.Name, Columns: kit.Columns(titles...)}
	for _, row := range ct.Rows {
		cells := []reports.Cell{
			reports.Int(row.Line), reports.Int(row.Place.From), reports.Text(row.Entry.Name),
			reports.Text(row.Entry.Grade()), reports.Text(row.Entry.Club),
		}
		for _, cell := range row.Cells {
			cells = append(cells, reports.Text(cell.Text))
		}
		cells = append(cells, reports.Figure(float64(row.Score)/2))
		for _, v := range row.Values {
			cells = append(cells, reports.Figure(figureOf(v)))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func playersTable(w *tournaments.Wallchart) reports.Table {
	t := reports.Table{Title: w.Section.Name, Columns: kit.Columns("Number", "Player", "Grade", "Rating", "Club", "Note")}
	if w.Section.Teams() {
		t.Columns = append(t.Columns, kit.Columns("Team", "Board")...)
	}
	for _, e := range w.Entries {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(e.Number), reports.Text(e.Name), reports.Text(e.Grade()),
			reports.Figure(float64(e.Rating) / 10), reports.Text(e.Club), reports.Text(entryNote(e)),
		})
		if w.Section.Teams() {
			last := len(t.Rows) - 1
			t.Rows[last] = append(t.Rows[last], reports.Text(e.TeamName), reports.Text(boardOf(w, e)))
		}
	}
	return t
}

func eventsTable(events []tournaments.EventSummary, day civil.Date) reports.Table {
	t := reports.Table{
		Title: "Events", Columns: kit.Columns("Event", "From", "To", "Place", "Sections", "Players", "State", "Address"),
	}
	for _, e := range events {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Text(e.Name), reports.Date(e.From), reports.Date(e.To), reports.Text(e.Place),
			reports.Text(strings.Join(e.Sections, ", ")), reports.Int(e.Players), reports.Text(e.StateOn(day)),
			reports.Text(e.Slug),
		})
	}
	return t
}

// entersIn is the round of a late entry.
func entersIn(e tournaments.Entry) reports.Cell {
	if e.EnteredIn > 1 {
		return reports.Int(e.EnteredIn)
	}
	return reports.Text("")
}

// boardCell is where a player of a team sits by its order; empty for who is in none.
func boardCell(w *tournaments.Wallchart, e tournaments.Entry) reports.Cell {
	t, _ := w.Team(e.Team)
	if at := slices.Index(t.Players, e.ID); at >= 0 {
		return reports.Int(at + 1)
	}
	return reports.Text("")
}

// boardOf is where a player sits by the order of the team: "1", or "reserve"; "" for who is in none.
func boardOf(w *tournaments.Wallchart, e tournaments.Entry) string {
	t, _ := w.Team(e.Team)
	if at := slices.Index(t.Players, e.ID); at >= 0 {
		return boardLabel(w, at)
	}
	return ""
}

// entriesTable is the director's list of a section's entries. A list of entries that is sent can be this one: its headings
// are those that are read there.
func entriesTable(w *tournaments.Wallchart) reports.Table {
	t := reports.Table{
		Title: w.Section.Name + ": entries",
		Columns: kit.Columns(
			"Number", "Player", "Grade", "Rating", "Rating from", "Club", "City", "Country", "EGF PIN", "AGA number",
			"Section", "Absent rounds", "Half-point byes", "Enters in round", "Membership", "Remark", "Note",
		),
	}
	if w.Section.Teams() {
		t.Columns = append(t.Columns, kit.Columns("Team", "Board")...)
	}
	for _, e := range w.Entries {
		t.Rows = append(t.Rows, []reports.Cell{
			reports.Int(e.Number), reports.Text(e.Name), reports.Text(e.Grade()), reports.Figure(float64(e.Rating) / 10),
			reports.Text(sourceText(e.RatingSource)), reports.Text(e.Club), reports.Text(e.City),
			reports.Text(e.Country), reports.Text(e.PIN), reports.Text(e.AGA), reports.Text(w.Section.Name),
			reports.Text(tournaments.FormatRounds(e.Absent)), reports.Text(tournaments.FormatRounds(e.HalfByes)), entersIn(e),
			reports.Text(membershipBadge(e).Text), reports.Text(e.Warning), reports.Text(entryNote(e)),
		})
		if w.Section.Teams() {
			last := len(t.Rows) - 1
			t.Rows[last] = append(t.Rows[last], reports.Text(e.TeamName), boardCell(w, e))
		}
	}
	return t
}
