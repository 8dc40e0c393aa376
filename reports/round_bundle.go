package reports

import (
	"fmt"
	"io"
)

// RoundBundle writes all that a round needs on paper in one file: of each section the draw by table, by name, and the
// result slips.
func (by Press) RoundBundle(w io.Writer, s RoundSheet) error {
	name := "" // of the section, where it is one
	if len(s.Sections) == 1 {
		name = s.Sections[0].Section
	}
	d := by.newDocument(documentTitle(s.Event, name, fmt.Sprintf("Round %d", s.Round)))
	for _, section := range s.Sections {
		d.before = len(d.pages)
		if err := d.bundle(section); err != nil {
			return err
		}
	}
	if len(s.Sections) == 0 {
		d.startPage(topLine{over: s.Event, title: fmt.Sprintf("Round %d", s.Round), notes: []string{"No section plays this round."}})
	}
	return d.writeTo(w)
}

// bundle sets what a section needs for a round.
func (d *document) bundle(s PairingSheet) error {
	plain := s
	plain.Games = nil
	for _, g := range s.Games {
		g.Result = "" // it is for the round to come
		plain.Games = append(plain.Games, g)
	}
	d.byTable(plain)
	if len(s.Games) == 0 {
		return nil
	}
	d.before = len(d.pages)
	d.byName(plain)
	d.before = len(d.pages)
	return d.slips(plain)
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
		head := unbroken(joined(" · ", section.Section, section.Starts))
		f.y = d.paragraph(margin, f.y+3, textWidth, 6, head, style{size: 13, weight: bold})
		g, rows := section.tables()
		f.top.tail = section.Section // on a further page
		g.style, g.minHeight, g.leading = style{size: 10.5}, 7, 4.6
		f.y = g.draw(d, f.top, f.y, rows) + 4
		for _, bye := range section.Byes {
			f.room(6)
			without := "Without a game: " + joined(", ", bye.Player.Name, bye.Kind)
			f.y = d.paragraph(margin, f.y+1, textWidth, 4.6, without, noteStyle)
		}
		f.top.tail = ""
		f.y += 5
	}
	d.finish(s.Event, asAt(s.AsAt))
	return d.writeTo(w)
}
