package events

import (
	"encoding/json"

	"nzgs/internal/civil"
	"nzgs/internal/formats"
	"nzgs/internal/pairing"
	"nzgs/internal/tournaments"
)

// What an event's pages answer with at .json. Points and tie-breaks are
// numbers; players are named by their number in the section.

type eventData struct {
	Name      string        `json:"name"`
	Address   string        `json:"address"`
	Place     string        `json:"place,omitempty"`
	From      civil.Date    `json:"from"`
	To        civil.Date    `json:"to"`
	Organiser string        `json:"organiser,omitempty"`
	Status    string        `json:"status"`
	Cancelled string        `json:"cancelled,omitempty"` // why, of an event that is
	Sections  []sectionData `json:"sections"`
}

type eventSummaryData struct {
	Name     string     `json:"name"`
	Address  string     `json:"address"`
	Place    string     `json:"place,omitempty"`
	From     civil.Date `json:"from"`
	To       civil.Date `json:"to"`
	Sections []string   `json:"sections"`
	Players  int        `json:"players"`
	Status   string     `json:"status"`

	Cancelled string `json:"cancelled,omitempty"` // why, of an event that is
}

type sectionData struct {
	Name      string             `json:"name"`
	Address   string             `json:"address"`
	System    string             `json:"system"`
	Rounds    int                `json:"rounds"`
	Komi      float64            `json:"komi"`
	Handicap  string             `json:"handicap"`
	Players   []playerData       `json:"players"`
	Timetable []slotData         `json:"timetable,omitempty"`
	Drawn     []roundData        `json:"drawn"`
	Standings *standingsData     `json:"standings,omitempty"`
	OfTeams   *teamStandingsData `json:"team_standings,omitempty"`
	Boards    int                `json:"boards,omitempty"` // of a section of teams
	Teams     []teamData         `json:"teams,omitempty"`
	Prizes    *prizesData        `json:"prizes,omitempty"` // once they are announced

	// File is the section as an event file, which nzgs and "New event from a file" read; without what
	// only the director knows. None of a section that has no players.
	File json.RawMessage `json:"event_file,omitempty"`
}

type playerData struct {
	Number int     `json:"number"`
	Name   string  `json:"name"`
	Grade  string  `json:"grade"`
	Rating float64 `json:"rating"`
	Club   string  `json:"club,omitempty"`
	Team   string  `json:"team,omitempty"`
	Board  string  `json:"board,omitempty"` // "1", or "reserve"
}

type seatData struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
}

type roundData struct {
	Round   int         `json:"round"`
	Starts  string      `json:"starts,omitempty"`
	Games   []gameData  `json:"games"`
	Matches []matchData `json:"matches,omitempty"` // of teams
	Without []idleData  `json:"without_game,omitempty"`
}

type slotData struct {
	Round  int    `json:"round"`
	Starts string `json:"starts"` // with the distance from UTC of the event's place
	Ends   string `json:"ends"`
	Clocks string `json:"clocks,omitempty"`
	Pause  string `json:"then,omitempty"`
}

type gameData struct {
	Table    int      `json:"table"`
	Black    seatData `json:"black"`
	White    seatData `json:"white"`
	Handicap int      `json:"handicap"`
	Komi     float64  `json:"komi"`
	How      string   `json:"how,omitempty"` // how the handicap was worked out, in a line
	Result   string   `json:"result"`        // B, W, J, B_default, W_default, both_lose, both_default, both_win, both_win_default, J_default; "" while it is played
	Margin   string   `json:"margin,omitempty"`
}

type idleData struct {
	Player seatData `json:"player"`
	Why    string   `json:"why"`
}

type placeData struct {
	From int `json:"from"`
	To   int `json:"to"`
}

type standingsData struct {
	After     int           `json:"after_round"`
	Final     bool          `json:"final"`
	TieBreaks []string      `json:"tie_breaks"`
	Rows      []standingRow `json:"rows"`
}

type standingRow struct {
	Place     placeData `json:"place"`
	ByScore   placeData `json:"place_by_score"`
	Player    seatData  `json:"player"`
	Score     float64   `json:"score"`
	Points    float64   `json:"points"`
	TieBreaks []float64 `json:"tie_breaks"`
}

type crosstableData struct {
	After int             `json:"after_round"`
	Rows  []crosstableRow `json:"rows"`
}

type crosstableRow struct {
	Line   int        `json:"line"`
	Place  placeData  `json:"place"`
	Player seatData   `json:"player"`
	Score  float64    `json:"score"`
	Rounds []cellData `json:"rounds"`
}

type cellData struct {
	Round    int    `json:"round"`
	Kind     string `json:"kind"`
	Opponent int    `json:"opponent_line,omitempty"`
	Text     string `json:"text"`
}

func eventDataOf(o tournaments.Overview, charts []*tournaments.Wallchart) eventData {
	e := o.Event
	out := eventData{
		Name: e.Name, Address: e.Slug, Place: e.Place, From: e.From, To: e.To,
		Organiser: e.OrganiserName, Status: string(e.Status), Cancelled: e.Cancelled.Reason, Sections: []sectionData{},
	}
	for _, w := range charts {
		out.Sections = append(out.Sections, sectionDataOf(w))
	}
	return out
}

func sectionDataOf(w *tournaments.Wallchart) sectionData {
	sec := w.Section
	out := sectionData{
		Name: sec.Name, Address: sec.Slug, System: string(sec.System), Rounds: sec.Rounds,
		Komi: float64(sec.Komi) / 2, Handicap: string(sec.Handicap.By), Players: playersDataOf(w), Drawn: []roundData{},
	}
	for _, slot := range w.Timetable.Slots {
		t := w.Timetable
		out.Timetable = append(out.Timetable, slotData{
			slot.Round, t.Local(t.Begins(slot)), t.Local(t.Ends(slot)), clocksOf(w, slot), slot.Pause,
		})
	}
	for n := 1; n <= w.Published(); n++ {
		out.Drawn = append(out.Drawn, roundDataOf(w, n))
	}
	if st, err := w.Standings(0); err == nil && w.Published() > 0 {
		data := standingsDataOf(w, st)
		out.Standings = &data
	}
	if out.Boards = sec.Boards; sec.Teams() {
		out.Teams = teamsDataOf(w)
		if st, err := w.TeamStandings(0); err == nil && w.Published() > 0 {
			data := teamStandingsDataOf(st)
			out.OfTeams = &data
		}
	}
	if len(w.Entries) > 0 {
		if data, _, err := formats.Write(formats.JSON, w.PublicFile()); err == nil {
			out.File = data
		}
	}
	return out
}

func playersDataOf(w *tournaments.Wallchart) []playerData {
	out := []playerData{}
	for _, e := range w.Entries {
		if !e.Withdrawn {
			out = append(out, playerData{
				Number: e.Number, Name: e.Name, Grade: e.Grade(), Rating: float64(e.Rating) / 10, Club: e.Club,
				Team: e.TeamName, Board: boardOf(w, e),
			})
		}
	}
	return out
}

func seatDataOf(e tournaments.Entry) seatData { return seatData{Number: e.Number, Name: e.Name} }

func roundDataOf(w *tournaments.Wallchart, round int) roundData {
	out := roundData{Round: round, Games: []gameData{}, Matches: matchesDataOf(w, round)}
	if r, ok := w.Round(round); ok {
		out.Starts = r.Starts
	}
	for _, p := range w.Pairings(round) {
		if p.Game.ID == 0 {
			out.Without = append(out.Without, idleData{Player: seatDataOf(p.Black.Entry), Why: p.Idle})
			continue
		}
		g := p.Game
		out.Games = append(out.Games, gameData{
			Table: g.Table, Black: seatDataOf(p.Black.Entry), White: seatDataOf(p.White.Entry),
			Handicap: g.Handicap, Komi: float64(g.Komi) / 2, Result: string(g.Result), Margin: g.Margin,
			How: w.Section.ShortHandicap(g, p.Black, p.White),
		})
	}
	return out
}

func placeDataOf(p pairing.Place) placeData { return placeData{From: p.From, To: p.To} }

func standingsDataOf(w *tournaments.Wallchart, st tournaments.Standings) standingsData {
	out := standingsData{After: st.Through, Final: st.Final, TieBreaks: []string{}, Rows: []standingRow{}}
	for _, b := range st.Breaks {
		out.TieBreaks = append(out.TieBreaks, string(b))
	}
	for _, row := range st.Rows {
		line := standingRow{
			Place: placeDataOf(row.Place), ByScore: placeDataOf(row.ScorePlace), Player: seatDataOf(row.Entry),
			Score: float64(row.Score) / 2, Points: float64(row.Points) / 2, TieBreaks: []float64{},
		}
		for _, v := range row.Values {
			line.TieBreaks = append(line.TieBreaks, float64(v.Number)/float64(v.Unit))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

func crosstableDataOf(w *tournaments.Wallchart, ct tournaments.Crosstable) crosstableData {
	out := crosstableData{After: ct.Through, Rows: []crosstableRow{}}
	for _, row := range ct.Rows {
		line := crosstableRow{
			Line: row.Line, Place: placeDataOf(row.Place), Player: seatDataOf(row.Entry),
			Score: float64(row.Score) / 2, Rounds: []cellData{},
		}
		for _, cell := range row.Cells {
			line.Rounds = append(line.Rounds, cellData{
				Round: cell.Round, Kind: string(cell.Kind), Opponent: cell.OpponentLine, Text: cell.Text,
			})
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}
