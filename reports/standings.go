package reports

import (
	"fmt"
	"io"
	"math"
	"strconv"
)

// StandingsPDF writes the places of a section after a round.
func (by Press) StandingsPDF(w io.Writer, s Standings) error {
	title := fmt.Sprintf("Standings after round %d of %d", s.AfterRound, s.Rounds)
	switch {
	case s.AfterRound == 0:
		title = "Standings before the first round"
	case s.AfterRound >= s.Rounds:
		title = "Final standings"
	}
	d := by.newDocument(documentTitle(s.Event, s.Section, title))
	top := topLine{over: s.Event, tail: s.Section, title: title}
	g := s.grid()
	rows := s.gridRows()
	g.fit(textWidth, rows)
	y := g.draw(d, top, d.startPage(top), rows)
	s.drawDefinitions(d, top, y+8)
	d.finish(s.Event, asAt(s.AsAt))
	return d.writeTo(w)
}

func (s Standings) grid() grid {
	columns := []gridColumn{
		{title: "Place", width: 10, align: right, bold: bold},
		{title: "Player", share: 1, lines: uncut, bold: bold},
		{title: "Grade", width: 13},
		{title: "Club", width: 22, lines: uncut},
		{title: "Score", width: 10, align: right, bold: bold},
	}
	// Many tie-breaks share the room that four take.
	width := min(11, 46/float64(max(1, len(s.TieBreaks))))
	for _, name := range s.TieBreaks {
		columns = append(columns, gridColumn{title: name, width: width, align: right})
	}
	if s.pointsPlaces() {
		columns = append(columns, gridColumn{title: "Points place", width: 19, align: right})
	}
	return grid{columns: columns, minHeight: 7.2, style: style{size: 10}, leading: 4.2, gap: 2.4}
}

func (s Standings) pointsPlaces() bool {
	for _, r := range s.Rows {
		if r.PointsPlace > 0 {
			return true
		}
	}
	return false
}

func (s Standings) gridRows() [][]gridCell {
	var places, points []int
	for _, r := range s.Rows {
		places, points = append(places, r.Place), append(points, r.PointsPlace)
	}
	placeText, pointsText := sharedPlaces(places), sharedPlaces(points)
	write := figureWriters(len(s.TieBreaks), func(yield func([]float64)) {
		for _, r := range s.Rows {
			yield(r.TieBreaks)
		}
	})
	rows := make([][]gridCell, len(s.Rows))
	for i, r := range s.Rows {
		row := cells(placeText[i], r.Player.Name, r.Player.Grade, r.Player.Club, figureText(r.Score))
		for t := range s.TieBreaks {
			row = append(row, gridCell{text: write[t](figureAt(r.TieBreaks, t))})
		}
		if s.pointsPlaces() {
			row = append(row, gridCell{text: pointsText[i]})
		}
		rows[i] = row
	}
	return rows
}

func (s Standings) drawDefinitions(d *document, top topLine, y float64) {
	const leading = 4.4
	for _, definition := range s.Definitions {
		lines := wrap(printable(definition), smallStyle, textWidth, 40)
		y = d.with(top, y, leading*float64(len(lines)-1), contentBottom)
		y = d.paragraph(margin, y, textWidth, leading, definition, smallStyle)
	}
}

// sharedPlaces writes places as "1", "2=", "2=", "4"; 0 is a dash.
func sharedPlaces(places []int) []string {
	count := map[int]int{}
	for _, p := range places {
		count[p]++
	}
	out := make([]string, len(places))
	for i, p := range places {
		out[i] = numberText(p)
		if p > 0 && count[p] > 1 {
			out[i] += "="
		}
	}
	return out
}

// figureAt is the figure in a column; NoFigure beyond the row's end.
func figureAt(figures []float64, column int) float64 {
	if column >= len(figures) {
		return NoFigure
	}
	return figures[column]
}

// figureWriters picks how each column of figures is written: a column of
// ratings with one decimal throughout, any other in quarters.
func figureWriters(columns int, each func(yield func([]float64))) []func(float64) string {
	decimal := make([]bool, columns)
	each(func(row []float64) {
		for i := range columns {
			v := figureAt(row, i)
			decimal[i] = decimal[i] || isFigure(v) && v*4 != math.Trunc(v*4)
		}
	})
	out := make([]func(float64) string, columns)
	for i := range out {
		out[i] = figureText
		if decimal[i] {
			out[i] = decimalText
		}
	}
	return out
}

func decimalText(v float64) string {
	if !isFigure(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}
