package tournaments

import (
	"slices"
	"strconv"

	"nzgs/internal/apperr"
	"nzgs/internal/pairing"
)

// Standings is the table of places after a round.
type Standings struct {
	Through int  // the last round counted
	Final   bool // nothing is left to be played
	System  pairing.System
	Breaks  []pairing.TieBreak
	Rows    []StandingsRow // best first
}

// StandingsRow is one player's line: places, score, tie-breaks with the terms
// they are the sum of.
type StandingsRow struct {
	Entry Entry
	pairing.Row
}

// Crosstable shows everyone's games by round, best first.
type Crosstable struct {
	Through int
	Breaks  []pairing.TieBreak
	Rows    []CrosstableRow
}

// CrosstableRow is one player's line.
type CrosstableRow struct {
	Line  int // position in the table, from 1, which the cells of others refer to
	Entry Entry
	Cells []Cell // by round
	pairing.Row
}

// Cell is one round of one player.
type Cell struct {
	pairing.Line
	OpponentLine int    // the opponent's line in the crosstable; 0 without one
	Opponent     Entry  // zero without one
	Text         string // "7+w2": opponent, result, colour, handicap
}

// latest is the last published round of which a result is in, or that needs
// none.
func (w *Wallchart) latest() int {
	n := 0
	for _, r := range w.Rounds {
		if p := r.Progress(); r.State == Published && (p.In > 0 || p.Total == 0) {
			n = max(n, r.Number)
		}
	}
	return n
}

// through is the round that standings are asked for: 0 is the latest of which
// a result is in.
func (w *Wallchart) through(round int) (int, error) {
	switch {
	case round == 0:
		return w.latest(), nil
	case round < 0 || round > w.Published():
		return 0, apperr.New(apperr.NotFound, "Round %d is not published.", round)
	}
	return round, nil
}

// Standings are the places after a published round; 0 is the latest of which a
// result is in, the players by rating while there is none.
func (w *Wallchart) Standings(round int) (Standings, error) {
	through, err := w.through(round)
	if err != nil {
		return Standings{}, err
	}
	t := w.figures.table(through)
	s := Standings{
		Through: through, Final: through == w.Section.Rounds && w.field.left() == "",
		System: w.Section.System, Breaks: t.TieBreaks, Rows: make([]StandingsRow, 0, len(t.Rows)),
	}
	for _, row := range t.Rows {
		e, ok := w.Entry(EntryOf(row.ID))
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
		s.Rows = append(s.Rows, StandingsRow{Entry: e, Row: row})
	}
	return s, nil
}

// Otherwise is a player who stands elsewhere by the other definition of direct comparison.
type Otherwise struct {
	Entry       Entry
	Here, There pairing.Place
}

// DirectOtherwise says who stands elsewhere after a round by the other definition of direct comparison, and which that
// is; "" where the section does not go by direct comparison.
func (w *Wallchart) DirectOtherwise(through int) (other pairing.TieBreak, moved []Otherwise) {
	other, found := pairing.DirectOtherwise(w.figures.event, through)
	for _, m := range found {
		if e, ok := w.Entry(EntryOf(m.ID)); ok {
			moved = append(moved, Otherwise{e, m.Here, m.There})
		}
	}
	return other, moved
}

// Crosstable is everyone's games through a round; 0 as in Standings.
func (w *Wallchart) Crosstable(round int) (Crosstable, error) {
	s, err := w.Standings(round)
	if err != nil {
		return Crosstable{}, err
	}
	line := make(map[pairing.ID]int, len(s.Rows))
	for i, row := range s.Rows {
		line[row.ID] = i + 1
	}
	c := Crosstable{Through: s.Through, Breaks: s.Breaks, Rows: make([]CrosstableRow, 0, len(s.Rows))}
	for i, row := range s.Rows {
		r := CrosstableRow{Line: i + 1, Entry: row.Entry, Row: row.Row, Cells: make([]Cell, 0, len(row.Rounds))}
		for _, l := range row.Rounds {
			cell := Cell{Line: l, OpponentLine: line[l.Opponent]}
			if l.Opponent != "" {
				cell.Opponent, _ = w.Entry(EntryOf(l.Opponent))
			}
			cell.Text = cell.text()
			r.Cells = append(r.Cells, cell)
		}
		c.Rows = append(c.Rows, r)
	}
	return c, nil
}

// text is the cell as crosstables write it: the opponent's line, the result
// (+ won, - lost, = jigo, ? open), the colour and the handicap, "!" after a
// result by default; without an opponent 0 and the points.
func (c Cell) text() string {
	if c.OpponentLine == 0 {
		switch c.Points {
		case pairing.OnePoint:
			return "0+"
		case pairing.HalfPoint:
			return "0="
		}
		return "0-"
	}
	text := strconv.Itoa(c.OpponentLine)
	switch {
	case c.Kind == pairing.KindPending:
		text += "?"
	case c.Points == pairing.OnePoint:
		text += "+"
	case c.Points == pairing.HalfPoint:
		text += "="
	default:
		text += "-"
	}
	if c.Kind == pairing.KindDefault {
		text += "!"
	}
	if c.Colour == pairing.White {
		text += "w"
	} else {
		text += "b"
	}
	if c.Handicap > 0 {
		text += strconv.Itoa(c.Handicap)
	}
	return text
}
