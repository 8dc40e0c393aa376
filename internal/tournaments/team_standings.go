package tournaments

import (
	"slices"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
)

// TeamStandings is the table of places of teams after a round.
type TeamStandings struct {
	Through int
	Final   bool
	Breaks  []pairing.TieBreak
	Rows    []TeamRow // best first
}

// TeamRow is one team's line: its place, match points and tie-breaks, with the terms they are the sum of.
type TeamRow struct {
	Team Team
	pairing.Row
}

// MatchChart is a match of two teams in a round, with its boards.
type MatchChart struct {
	Table        int // of the first board
	White, Black Team
	Score        [2]pairing.Score // board points of the two
	Points       [2]pairing.Score // match points before the round
	In, Total    int              // results, games
	Boards       []BoardLine
	Why          []pairing.Reason // they meet
	Knockout     bool
	Through      TeamID // the winner, of a knock-out; 0 while that is open
}

// Complete reports whether all results of the match are in.
func (m MatchChart) Complete() bool { return m.In == m.Total }

// BoardLine is one board of a match. Without a game, who is there wins it by default.
type BoardLine struct {
	Board   int
	Seats   [2]Entry // of the two teams; zero for no one
	There   [2]bool
	Won     [2]bool // by default, with no one on the other side
	Game    Game    // zero without one
	Pairing Pairing
}

// Brought is what the board brought one of the two sides; ok is false where that is open, and where the side was not there.
func (b BoardLine) Brought(side int) (points pairing.Score, ok bool) {
	if b.Game.ID == 0 {
		if b.Won[side] {
			points = pairing.OnePoint
		}
		return points, b.Won[side]
	}
	white, black := b.Game.Result.Points()
	if b.Game.White == b.Seats[side].ID {
		return white, b.Game.Result != pairing.NoResult
	}
	return black, b.Game.Result != pairing.NoResult
}

// Members are who plays for a team, or has, by board; whoever left before the first round is none.
func (w *Wallchart) Members(t Team) []Entry {
	var out []Entry
	for _, id := range t.Players {
		if e, ok := w.Entry(id); ok && !e.neverPlays(w.Section.Rounds) {
			out = append(out, e)
		}
	}
	return out
}

// TeamWithdrawn reports whether all players of a team have withdrawn.
func (w *Wallchart) TeamWithdrawn(t Team) bool {
	return len(t.Players) > 0 && !slices.ContainsFunc(t.Players, func(id EntryID) bool {
		e, ok := w.Entry(id)
		return ok && !e.Withdrawn
	})
}

// TeamRating is the rating by which a team is drawn: the mean of its boards, rounded up to a tenth; ok is false for a team
// without players.
func (w *Wallchart) TeamRating(t Team) (scale.Rating, bool) { return w.field.teamRating(t) }

// TeamStandings are the places of the teams after a published round; 0 is the latest of which a result is in.
func (w *Wallchart) TeamStandings(round int) (TeamStandings, error) {
	through, err := w.through(round)
	if err != nil {
		return TeamStandings{}, err
	}
	t := w.figures.teamTable(through)
	out := TeamStandings{
		Through: through, Final: through == w.Section.Rounds && w.field.left() == "", Breaks: t.TieBreaks,
	}
	for _, row := range t.Rows {
		team, ok := w.Team(TeamOf(EntryOf(row.ID)))
		if !ok {
			continue
		}
		row.Values = slices.Clone(row.Values)
		for i, v := range row.Values {
			row.Values[i].Terms = slices.Clone(v.Terms)
			for k := range v.Terms {
				row.Values[i].Terms[k].Text = w.Named(v.Terms[k].Text)
			}
		}
		out.Rows = append(out.Rows, TeamRow{Team: team, Row: row})
	}
	return out, nil
}

// Matches are the matches of a round by table, with their boards; none in a section whose players play for themselves.
func (w *Wallchart) Matches(round int) []MatchChart {
	r, ok := w.Round(round)
	if !ok || !w.Section.Teams() {
		return nil
	}
	ev := w.field.event(round)
	out := make([]MatchChart, 0, len(r.Matches))
	through := w.wentThrough(round)
	for _, m := range r.Matches {
		c := w.match(ev, r, m)
		if c.Knockout = through != nil; through[m.White.Side()] {
			c.Through = m.White
		} else if through[m.Black.Side()] {
			c.Through = m.Black
		}
		out = append(out, c)
	}
	return out
}

// wentThrough are the sides that won their places in the bracket in a published round; nil of other systems.
func (w *Wallchart) wentThrough(round int) map[EntryID]bool {
	if w.Section.System != pairing.Knockout {
		return nil
	}
	out := make(map[EntryID]bool)
	for _, st := range w.Bracket() {
		for _, t := range st.Ties {
			if st.Round == round && t.Winner != 0 {
				out[t.Winner] = true
			}
		}
	}
	return out
}

func (w *Wallchart) match(ev *pairing.Event, r Round, m TeamMatch) MatchChart {
	c := MatchChart{Table: m.Table}
	c.White, _ = w.Team(m.White)
	c.Black, _ = w.Team(m.Black)
	sides := [2]TeamID{m.White, m.Black}
	var seats [2][]pairing.BoardSeat
	for k, id := range sides {
		seats[k] = ev.Lineup(pairingID(id.Side()), r.Number)
		c.Points[k] = w.figures.teamScoreBefore(r.Number, id)
	}
	for board := range w.Section.Boards {
		line := BoardLine{Board: board + 1}
		for k := range sides {
			line.Seats[k], _ = w.Entry(EntryOf(seats[k][board].ID))
			line.There[k] = seats[k][board].There
		}
		if line.Seats[0].ID == 0 && line.Seats[1].ID == 0 {
			continue
		}
		if at := r.placeOf(line.Seats[0].ID); at.game != nil && at.game.Has(line.Seats[1].ID) {
			c.add(w, r, &line, *at.game)
		} else {
			for k := range sides {
				if slices.Contains(r.Byes, line.Seats[k].ID) {
					c.Score[k] += pairing.OnePoint
					line.Won[k] = true
				}
			}
		}
		c.Boards = append(c.Boards, line)
	}
	return c
}

// add counts the game of a board.
func (c *MatchChart) add(w *Wallchart, r Round, line *BoardLine, g Game) {
	line.Game = g
	line.Pairing = Pairing{Game: g, Black: w.seat(g.Black, r.Number), White: w.seat(g.White, r.Number)}
	c.Total++
	if g.Result != pairing.NoResult {
		c.In++
	}
	white, black := g.Result.Points()
	if line.Seats[0].ID == g.White {
		c.Score[0] += white
		c.Score[1] += black
	} else {
		c.Score[0] += black
		c.Score[1] += white
	}
	if len(c.Why) == 0 && len(g.Why) > 1 {
		c.Why = w.Reasons(g.Why[1:]) // the first says which board it is
	}
}

// teamPairings is a round of a section of teams: match by match with their boards, then who sits at none.
func (w *Wallchart) teamPairings(r Round) []Pairing {
	var out []Pairing
	shown := make(map[EntryID]bool)
	matches := w.Matches(r.Number)
	for i := range matches {
		m := &matches[i]
		for _, b := range m.Boards {
			if b.Game.ID != 0 {
				b.Pairing.Match, b.Pairing.Board = m, b.Board
				shown[b.Game.White], shown[b.Game.Black] = true, true
				out = append(out, b.Pairing)
				continue
			}
			for _, e := range b.Seats {
				if slices.Contains(r.Byes, e.ID) {
					shown[e.ID] = true
					out = append(out, Pairing{Black: w.seat(e.ID, r.Number), Idle: w.byeText(r, e.ID), Match: m, Board: b.Board})
				}
			}
		}
	}
	for _, g := range r.Games { // none: every game is a board
		if !shown[g.White] {
			out = append(out, Pairing{Game: g, Black: w.seat(g.Black, r.Number), White: w.seat(g.White, r.Number)})
		}
	}
	for _, id := range r.Byes {
		if !shown[id] {
			out = append(out, Pairing{Black: w.seat(id, r.Number), Idle: w.byeText(r, id)})
		}
	}
	for _, i := range w.idle(r) {
		out = append(out, Pairing{Black: w.seat(i.Entry, r.Number), Idle: i.Text})
	}
	return out
}

// WithoutMatch are the teams that take part in a round and have no match: the one with the bye first.
func (w *Wallchart) WithoutMatch(round int) (bye Team, others []Team) {
	r, _ := w.Round(round)
	bye, _ = w.Team(w.field.byeTeam(r))
	for _, t := range w.field.teams {
		if t.ID != bye.ID && !slices.ContainsFunc(r.Matches, func(m TeamMatch) bool { return m.Has(t.ID) }) &&
			slices.ContainsFunc(t.Players, func(id EntryID) bool { e, _ := w.field.entry(id); return e.In(round) }) {
			others = append(others, t)
		}
	}
	return bye, others
}

// Seats are who sits at the boards of a team in a round, or would: 0 for no one.
func (w *Wallchart) Seats(t Team, round int) []EntryID {
	if len(t.Players) == 0 {
		return make([]EntryID, w.Section.Boards)
	}
	return w.field.seats(t, round, false)
}

// Decided reports whether the director gave the team a line-up of its own for a round.
func (t Team) Decided(round int) bool {
	l, ok := t.lineup(round)
	return ok && l.Decided
}

// Called is the name of an entry, or of a team by its side.
func (w *Wallchart) Called(side EntryID) string { return w.nameOf(side) }
