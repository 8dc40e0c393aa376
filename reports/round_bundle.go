package reports

import (
	"fmt"
	"io"
)

// RoundBundle writes all that a round needs on paper in one file: the draw by table, by name, and the result slips.
func (by Press) RoundBundle(w io.Writer, s PairingSheet) error {
	d := by.newDocument(documentTitle(s.Event, s.Section, fmt.Sprintf("Round %d", s.Round)))
	plain := s
	plain.Games = nil
	for _, g := range s.Games {
		g.Result = "" // it is for the round to come
		plain.Games = append(plain.Games, g)
	}
	d.byTable(plain)
	if len(s.Games) > 0 {
		d.before = len(d.pages)
		d.byName(plain)
		d.before = len(d.pages)
		if err := d.slips(plain); err != nil {
			return err
		}
	}
	return d.writeTo(w)
}

// RoundSheet is a round of all sections of an event on one sheet.
type RoundSheet struct {
	Event    string
	Round    int
	Sections []PairingSheet
	AsAt     string
}

// RoundSheetPDF writes the draws of an event's sections below each other, with the results that are in.
func (by Press) RoundSheetPDF(w io.Writer, s RoundSheet) error {
	d := by.newDocument(documentTitle(s.Event, fmt.Sprintf("Round %d of all sections", s.Round)))
	top := topLine{over: s.Event, title: fmt.Sprintf("Round %d, all sections", s.Round)}
	f := flow{document: d, top: top}
	f.y = f.startPage(top) + 1
	for _, section := range s.Sections {
		f.room(32)
		f.y = d.paragraph(margin, f.y+3, textWidth, 6, joined(" · ", section.Section, section.Starts), style{size: 13, weight: bold})
		g, rows := section.tables()
		g.style, g.minHeight, g.leading = style{size: 10.5}, 7, 4.6
		f.y = g.draw(d, top, f.y, rows) + 4
		for _, bye := range section.Byes {
			f.room(6)
			f.y = d.paragraph(margin, f.y+1, textWidth, 4.6, joined(": ", bye.Kind, bye.Player.Name), noteStyle)
		}
		f.y += 5
	}
	d.finish(s.Event, asAt(s.AsAt))
	return d.writeTo(w)
}
