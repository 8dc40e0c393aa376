package reports

import (
	"io"
	"slices"
	"strings"
)

// GameRecord is a whole game on paper: who played, and its moves as numbers on diagrams.
type GameRecord struct {
	Over, Title string
	Facts       [][2]string // what it is about and what that is: {"Black", "Aroha Tūī, 5 dan"}
	Sheets      []GameSheet
	AsAt        string
}

// GameSheet is a diagram with the moves of a part of the game.
type GameSheet struct {
	Title    string // "Moves 51 to 100"
	Diagram  Diagram
	Captured string   // until its last move
	Notes    []string // "20 = 112"
	Large    bool     // as wide as the page
}

// GameRecordPDF writes a game. It fails if a board cannot be drawn.
func (by Press) GameRecordPDF(w io.Writer, r GameRecord) error {
	for i := range r.Sheets {
		if err := r.Sheets[i].Diagram.check(); err != nil {
			return err
		}
	}
	f := &flow{document: by.newDocument(documentTitle(r.Title, r.Over)), top: topLine{over: r.Over, title: r.Title}}
	f.y = f.startPage(f.top) + 1
	for _, fact := range r.Facts {
		f.row(fact[0], fact[1], "")
	}
	f.y += 3
	for _, s := range r.Sheets {
		f.gameSheet(s)
	}
	f.finish(joined(" · ", r.Over, r.Title), asAt(r.AsAt))
	return f.writeTo(w)
}

// notesTogether is how many notes are wrapped as one text.
const notesTogether = 12

// said sets what is said below a diagram.
func (f *flow) said(text string) {
	const leading = captionLeading + 0.5
	for _, line := range wrap(printable(text), bodyStyle, textWidth, maxRunes) {
		f.room(leading)
		f.text(margin, f.y+3.4, line, bodyStyle)
		f.y += leading
	}
}

// gameSheet sets a diagram with what is said of it, never parted from its title.
func (f *flow) gameSheet(s GameSheet) {
	side := 104.0
	if s.Large {
		side = textWidth
	}
	unit := s.Diagram.unit(textWidth, side)
	width, height := s.Diagram.size(unit)
	f.room(diagramTitle + height + 2*captionLeading)
	f.text(margin, f.y+4, s.Title, bodyBold)
	f.diagram(&s.Diagram, margin+(textWidth-width)/2, f.y+diagramTitle, unit)
	f.y += diagramTitle + height + 1
	said := s.Captured
	for part := range slices.Chunk(s.Notes, notesTogether) {
		f.said(joined(". ", said, strings.Join(part, ", ")))
		said = ""
	}
	if said != "" {
		f.said(said)
	}
	f.y += 3
}
