package events

import "nzgs/internal/tournaments"

// What teams are at .json.

type teamData struct {
	Number  int              `json:"number"`
	Name    string           `json:"name"`
	Club    string           `json:"club,omitempty"`
	Captain string           `json:"captain,omitempty"`
	Rating  *float64         `json:"rating,omitempty"`
	Players []teamPlayerData `json:"players"` // by board, then the reserves
}

type teamPlayerData struct {
	seatData
	Board int `json:"board,omitempty"` // none of a reserve
}

type matchData struct {
	Table  int        `json:"table"` // of the first board
	White  string     `json:"white"` // has White at the first board
	Black  string     `json:"black"`
	Points [2]float64 `json:"board_points"`
	Final  bool       `json:"final"`
}

type teamStandingsData struct {
	After     int               `json:"after_round"`
	Final     bool              `json:"final"`
	TieBreaks []string          `json:"tie_breaks"`
	Rows      []teamStandingRow `json:"rows"`
}

type teamStandingRow struct {
	Place     placeData `json:"place"`
	Team      string    `json:"team"`
	Score     float64   `json:"score"`
	TieBreaks []float64 `json:"tie_breaks"`
}

func teamsDataOf(w *tournaments.Wallchart) []teamData {
	out := []teamData{}
	for _, t := range w.Teams() {
		one := teamData{Number: t.Number, Name: t.Name, Club: t.Club, Captain: t.Captain, Players: []teamPlayerData{}}
		if rating, ok := w.TeamRating(t); ok {
			tenths := float64(rating) / 10
			one.Rating = &tenths
		}
		for i, id := range t.Players {
			e, ok := w.Entry(id)
			if !ok {
				continue
			}
			player := teamPlayerData{seatData: seatDataOf(e)}
			if i < w.Section.Boards {
				player.Board = i + 1
			}
			one.Players = append(one.Players, player)
		}
		out = append(out, one)
	}
	return out
}

func matchesDataOf(w *tournaments.Wallchart, round int) []matchData {
	var out []matchData
	for _, m := range w.Matches(round) {
		out = append(out, matchData{
			Table: m.Table, White: m.White.Name, Black: m.Black.Name,
			Points: [2]float64{float64(m.Score[0]) / 2, float64(m.Score[1]) / 2}, Final: m.Complete(),
		})
	}
	return out
}

func teamStandingsDataOf(st tournaments.TeamStandings) teamStandingsData {
	out := teamStandingsData{After: st.Through, Final: st.Final, TieBreaks: []string{}, Rows: []teamStandingRow{}}
	for _, b := range st.Breaks {
		out.TieBreaks = append(out.TieBreaks, string(b))
	}
	for _, row := range st.Rows {
		line := teamStandingRow{
			Place: placeDataOf(row.Place), Team: row.Team.Name, Score: float64(row.Score) / 2, TieBreaks: []float64{},
		}
		for _, v := range row.Values {
			line.TieBreaks = append(line.TieBreaks, figureOf(v))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}
