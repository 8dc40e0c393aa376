package events

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"nzgs/internal/pairing"
	"nzgs/internal/results"
	"nzgs/internal/tournaments"
	"nzgs/web/kit"
)

// This file and show_standings.go turn what hangs on the wall about a section
// into what the shared templates show.

// seatOf is one player at a table. Colour is "" where it does not matter.
func seatOf(at place, s tournaments.Seat, colour pairing.Colour, round int) Seat {
	seat := playerSeat(at, s.Entry)
	seat.Colour, seat.Score = string(colour), s.ScoreBefore(round)
	return seat
}

// place is a section of an event, in which players have a page each.
type place struct{ event, section string }

func placeOf(e tournaments.Event, s tournaments.Section) place { return place{e.Slug, s.Slug} }

// playerSeat is a player in a list, which leads to the player's page in the section.
func playerSeat(at place, e tournaments.Entry) Seat {
	return Seat{Name: e.Name, Grade: e.Grade(), Club: cmp.Or(e.TeamName, e.Club), URL: playerURL(at, e.Number)}
}

// gameTerms says how a game is played: "even", "Black first", "3 stones".
func gameTerms(handicap int) string {
	switch handicap {
	case 0:
		return "even"
	case 1:
		return "Black first"
	default:
		return strconv.Itoa(handicap) + " stones"
	}
}

// winnerOf says which side a result marks: "black", "white", "none" (a jigo, or
// nobody won), or "" while there is no result.
func winnerOf(r pairing.Result) string {
	switch r {
	case pairing.NoResult:
		return ""
	case pairing.BlackWins, pairing.BlackDefault:
		return string(pairing.Black)
	case pairing.WhiteWins, pairing.WhiteDefault:
		return string(pairing.White)
	}
	return "none"
}

// pairingsOf is the draw of a round by table; link says where a table's number
// leads, nil nowhere.
func pairingsOf(w *tournaments.Wallchart, round int, link func(tournaments.Game) string) Pairings {
	p := Pairings{Label: roundLabel(w, round)}
	var above *tournaments.MatchChart
	var head *MatchHead
	for _, row := range w.Pairings(round) {
		one := pairingOf(w, row, round, link)
		if row.Match != nil && row.Match != above {
			of := matchHead(w, *row.Match)
			one.Match, above, head = &of, row.Match, &of
		}
		if row.Match != nil {
			one.under = head
		}
		if row.Board > 0 {
			one.Board = strconv.Itoa(row.Board)
		}
		p.Rows = append(p.Rows, one)
	}
	return p
}

// withRecords adds where the records of a round's games are, and what a referee decided about them.
func (s *Desk) withRecords(ctx context.Context, p *Pairings, w *tournaments.Wallchart, round int) error {
	r, drawn := w.Round(round)
	if !drawn {
		return nil
	}
	records, err := s.results.RecordsOfRound(ctx, r.ID)
	if err != nil {
		return err
	}
	bases, err := s.results.BasesOf(ctx, r.ID)
	if err != nil {
		return err
	}
	for i, row := range w.Pairings(round) {
		if id, kept := records[row.Game.ID]; kept {
			p.Rows[i].Record = kit.RecordURL(id)
		}
		p.Rows[i].Notes = basisNotes(bases[row.Game.ID])
	}
	return nil
}

// forTheWall puts the arithmetic of the handicaps into lines, where no one can press.
func (p *Pairings) forTheWall() {
	for i := range p.Rows {
		p.Rows[i].Terms = p.Rows[i].Terms.Plain()
	}
}

// pairingTerms is how a game of a draw is played, with its arithmetic.
func pairingTerms(s tournaments.Section, row tournaments.Pairing, to tournaments.Audience) kit.GameTerms {
	if row.Game.ID == 0 {
		return kit.GameTerms{}
	}
	return kit.GameTerms{
		Text:  gameTerms(row.Game.Handicap),
		Lines: s.ExplainHandicap(row.Game, row.Black, row.White, to), Short: s.ShortHandicap(row.Game, row.Black, row.White),
	}
}

// tableTerms is how a game is played, with its arithmetic, in full.
func tableTerms(t results.Table, to tournaments.Audience) kit.GameTerms {
	out := pairingTerms(t.Section, tournaments.Pairing{Game: t.Game, Black: t.Black, White: t.White}, to)
	out.Text = tournaments.TermsInFull(t.Game.Handicap, t.Game.Komi)
	return out
}

func pairingOf(w *tournaments.Wallchart, row tournaments.Pairing, round int, link func(tournaments.Game) string) Pairing {
	at := placeOf(w.Event, w.Section)
	if row.Game.ID == 0 {
		return Pairing{
			Black: seatOf(at, row.Black, "", round), White: noOpponent(row), Result: kit.Capital(row.Idle), Winner: "none",
		}
	}
	g := row.Game
	out := Pairing{
		Table: strconv.Itoa(g.Table),
		Black: seatOf(at, row.Black, pairing.Black, round), White: seatOf(at, row.White, pairing.White, round),
		Terms: pairingTerms(w.Section, row, tournaments.Everyone), Result: results.Text(g), Winner: winnerOf(g.Result),
	}
	if link != nil {
		out.URL = link(g)
	}
	return out
}

// roundLabel is "Open, round 3".
func roundLabel(w *tournaments.Wallchart, round int) string {
	return fmt.Sprintf("%s, round %d", w.Section.Name, round)
}

// NameRow is one player's line of a draw by name.
type NameRow struct {
	Player   Seat
	Table    string
	Opponent Seat
	Colour   string // "black", "white" or ""
	Terms    kit.GameTerms
	Idle     string // why there is no opponent
}

// nameRows is the draw of a round by name.
func nameRows(w *tournaments.Wallchart, round int) []NameRow {
	var rows []NameRow
	for _, line := range w.ByName(round) {
		row := NameRow{Player: seatOf(placeOf(w.Event, w.Section), line.Player, "", round), Idle: line.Idle}
		if line.Table > 0 {
			row.Table = strconv.Itoa(line.Table)
			row.Opponent = seatOf(placeOf(w.Event, w.Section), line.Opponent, "", round)
			row.Colour = string(line.Colour)
			row.Terms = pairingTerms(w.Section, line.Pairing, tournaments.Everyone)
		}
		rows = append(rows, row)
	}
	return rows
}

// wallNames is the draw by name where no one can press.
func wallNames(rows []NameRow) []NameRow {
	for i := range rows {
		rows[i].Terms = rows[i].Terms.Plain()
	}
	return rows
}

// progressText is "7 of 12 results are in".
func progressText(p tournaments.Progress) string {
	switch {
	case p.Total == 0:
		return "no games"
	case p.In == p.Total:
		return "all results are in"
	case p.In == 0:
		return kit.Plural(p.Total, "game is", "games are") + " being played"
	}
	return fmt.Sprintf("%d of %d results are in", p.In, p.Total)
}

// tablesText names tables: "table 7", "tables 3, 7 and 9".
func tablesText(tables []int) string {
	const most = 12
	var names []string
	for i, t := range tables {
		if i == most {
			names = append(names, fmt.Sprintf("%d more", len(tables)-most))
			break
		}
		names = append(names, strconv.Itoa(t))
	}
	if len(names) == 1 {
		return "table " + names[0]
	}
	return "tables " + kit.AndList(names)
}
