package formats

import (
	"fmt"
	"slices"

	"nzgs/internal/pairing"
)

// tableRow is a player's row of a result list that was read.
type tableRow struct {
	line  int // in the file
	cells []cell
}

// where is the place of a row in messages, with the round.
func (r tableRow) where(round int) string { return fmt.Sprintf("round %d", round) }

// crossTable turns the rows of a result list into games. Rows are those of the event's players.
type crossTable struct {
	*Problems
	rows   []tableRow
	called []int       // what opponents call each row by; nil for its position
	row    map[int]int // by that number
	file   *File
	places places

	notes      Notes // games that were left out
	left       few
	colourless int // games without colours
	bothWon    int // games that both rows count as won
}

// fill puts the first rounds of the table into the event as played.
func (t *crossTable) fill(played int) {
	t.row = t.numbers()
	for round := 1; round <= played; round++ {
		r := pairing.Round{Number: round}
		for i := range t.rows {
			if round <= len(t.rows[i].cells) {
				t.enter(&r, i, round)
			}
		}
		t.file.Event.Played = append(t.file.Event.Played, r)
	}
	t.left.refuse(t.Problems, t.file.games(), t.notes)
}

// games counts the games of an event.
func (f *File) games() (n int) {
	for _, r := range f.Event.Played {
		n += len(r.Games)
	}
	return n
}

// leave notes why a game of a row is left out: one bad game blocks no file.
func (t *crossTable) leave(row tableRow, round int, format string, args ...any) {
	t.left.add(&t.notes, "line %d, %s: %s; left out", row.line, row.where(round), fmt.Sprintf(format, args...))
}

// numbers finds the row of each number opponents are called by.
func (t *crossTable) numbers() map[int]int {
	row := make(map[int]int, len(t.rows))
	for i := range t.rows {
		if t.called != nil {
			row[t.called[i]] = i
		} else {
			row[i+1] = i
		}
	}
	return row
}

// enter adds what a row says of a round. A game stands in two rows and is added by the first.
func (t *crossTable) enter(r *pairing.Round, i, round int) {
	c := t.rows[i].cells[round-1]
	p := &t.file.Event.Players[i]
	line := t.rows[i].line
	if c.opponent == 0 {
		switch c.sign { // none: the row does not say
		case won:
			t.places.put(fmt.Sprintf("played[%d].byes[%d]", round-1, len(r.Byes)), line, t.rows[i].where(round))
			r.Byes = append(r.Byes, p.ID)
		case half:
			p.HalfPointByes = append(p.HalfPointByes, round)
		case lost:
			p.Absent = append(p.Absent, round)
		}
		return
	}
	other, back, ok := t.answer(i, round)
	if !ok || other < i {
		return
	}
	t.game(r, i, other, c, back)
}

// remarks says what was taken for what.
func (t *crossTable) remarks(notes *Notes) {
	*notes = append(*notes, t.notes...)
	t.left.rest(notes)
	if t.colourless > 0 {
		notes.add("colours are not known in %s; the player listed first was given White", count(t.colourless, "game"))
	}
	if t.bothWon > 0 {
		notes.add("both rows say won in %s; read as won by both", count(t.bothWon, "game"))
	}
}

// answer finds the opponent's cell of the same game, or reports why there is none.
func (t *crossTable) answer(i, round int) (other int, back cell, ok bool) {
	row := t.rows[i]
	c := row.cells[round-1]
	other, known := t.row[c.opponent]
	switch {
	case !known:
		t.leave(row, round, "there is no player number %d", c.opponent)
		return 0, cell{}, false
	case other == i:
		t.leave(row, round, "%s cannot play against themselves", t.file.nameOf(i))
		return 0, cell{}, false
	case round <= len(t.rows[other].cells):
		back = t.rows[other].cells[round-1]
	}
	if me, known := t.row[back.opponent]; !known || me != i || back.opponent == 0 {
		t.leave(
			row, round, "the game is not in the row of the opponent, %s (line %d)", t.file.nameOf(other), t.rows[other].line,
		)
		return 0, cell{}, false
	}
	return other, back, true
}

// game adds a game by the cells of both players.
func (t *crossTable) game(r *pairing.Round, i, other int, c, back cell) {
	players := t.file.Event.Players
	row := t.rows[i]
	where := row.where(r.Number)
	if c.colour == 0 && back.colour == 0 {
		t.colourless++
		c.colour = 'w'
		if c.handicap > 0 && players[i].Rating < players[other].Rating {
			c.colour = 'b'
		}
	}
	handicap := max(c.handicap, back.handicap)
	white, black, w, b := i, other, c, back
	if c.colour == 'b' || c.colour == 0 && back.colour == 'w' {
		white, black, w, b = other, i, back, c
	}
	result, reason := resultOf(w, b)
	switch {
	case c.colour == back.colour:
		t.leave(row, r.Number, "%s and %s have the same colour", t.file.nameOf(i), t.file.nameOf(other))
	case c.handicap != back.handicap && c.handicap != 0 && back.handicap != 0:
		t.leave(
			row, r.Number, "the handicap is %d in one row and %d in the other (line %d)", c.handicap, back.handicap,
			t.rows[other].line,
		)
	case reason != "":
		t.leave(row, r.Number, "%s–%s: %s (line %d)", t.file.nameOf(i), t.file.nameOf(other), reason, t.rows[other].line)
	default:
		t.bothWon += one(result == pairing.BothWin || result == pairing.BothWinDefault)
		t.places.put(fmt.Sprintf("played[%d].games[%d]", r.Number-1, len(r.Games)), row.line, where)
		r.Games = append(r.Games, pairing.Game{
			Table: len(r.Games) + 1, White: players[white].ID, Black: players[black].ID, Handicap: handicap, Result: result,
		})
	}
}

// standingsTable is the event as a result list: the rows of the standings, with a cell for each round drawn.
type standingsTable struct {
	rows    []pairing.Row
	players []int // of each row, the index among the event's players
	number  map[pairing.ID]int
}

// resultTable ranks the event for a result list. Whoever took part in no round is left out once someone did.
func (f *File) resultTable() (t standingsTable, notes Notes) {
	index := make(map[pairing.ID]int, len(f.Event.Players))
	for i := range f.Event.Players {
		index[f.Event.Players[i].ID] = i
	}
	table := pairing.Standings(&f.Event, pairing.MaxRounds)
	t.number = map[pairing.ID]int{}
	var out []string
	some := slices.ContainsFunc(table.Rows, tookPart)
	for _, row := range table.Rows {
		if some && !tookPart(row) {
			out = append(out, f.nameOf(index[row.ID]))
			continue
		}
		t.rows = append(t.rows, row)
		t.players = append(t.players, index[row.ID])
		t.number[row.ID] = len(t.rows)
	}
	if len(out) > 0 {
		notes.add(
			"%s took part in no round and %s left out", list(out), map[bool]string{true: "is", false: "are"}[len(out) == 1],
		)
	}
	return t, notes
}

func tookPart(row pairing.Row) bool {
	for _, l := range row.Rounds {
		if l.Opponent != "" || l.Kind == pairing.KindBye || l.Kind == pairing.KindFreeRound || l.Kind == pairing.KindHalfBye {
			return true
		}
	}
	return false
}

// place is where something of the event stood in the file that was read.
type place struct {
	line int
	what string
}

// places knows where the parts of an event stood, by their paths.
type places map[string]place

func (p places) put(path string, line int, what string) { p[path] = place{line, what} }

// locate turns the paths of problems into lines.
func (p places) locate(e *Problems) {
	for i := range e.List {
		if e.List[i].Line > 0 {
			continue
		}
		path := e.List[i].Path
		for cut := len(path); cut > 0; cut-- {
			at, ok := p[path[:cut]]
			if !ok {
				continue
			}
			e.List[i].Line, e.List[i].Path = at.line, at.what
			if field := trimDot(path[cut:]); field != "" && at.what != "" {
				e.List[i].Path += " " + field
			} else if field != "" {
				e.List[i].Path = field
			}
			break
		}
	}
}

func trimDot(s string) string {
	if len(s) > 0 && s[0] == '.' {
		return s[1:]
	}
	return s
}
