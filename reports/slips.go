package reports

import (
	"fmt"
	"io"
	"slices"
)

const slipsPerPage = 4

// ResultSlips writes a slip for each game: who plays, on what terms, boxes for
// the result and lines to sign on, four to a sheet with lines to cut along.
func (by Press) ResultSlips(w io.Writer, s PairingSheet) error {
	d := by.newDocument(documentTitle(s.Event, s.Section, fmt.Sprintf("Round %d result slips", s.Round)))
	d.slips(s)
	return d.writeTo(w)
}

// slips sets the slips of a round.
func (d *document) slips(s PairingSheet) {
	games := slices.Clone(s.Games)
	slices.SortStableFunc(games, func(a, b Game) int { return a.Table - b.Table })
	if len(games) == 0 {
		top := s.top("result slips")
		top.notes = []string{"There are no games in this round."}
		d.startPage(top)
	}
	const height = pageHeight / slipsPerPage
	for i, g := range games {
		if i%slipsPerPage == 0 {
			d.addPage()
			for cut := 1; cut < slipsPerPage; cut++ {
				d.dashes(0, float64(cut)*height, pageWidth, float64(cut)*height)
			}
		}
		d.slip(s, g, float64(i%slipsPerPage)*height)
	}
}

// board says which board of which match a game is.
func (g Game) board() string {
	if g.Match == "" {
		return ""
	}
	return fmt.Sprintf("%s, board %d", g.Match, g.Board)
}

// slip draws one slip with its top at y.
func (d *document) slip(s PairingSheet, g Game, y float64) {
	const (
		top    = 9.0
		number = 30.0 // width of the column with the table's number
		names  = margin + number
		box    = 6.5
		boxX   = pageWidth - margin - 34
	)
	d.textTail(
		margin, y+top+2, textWidth-36, s.Event, joined(" · ", s.Section, fmt.Sprintf("Round %d", s.Round), g.board()),
		style{size: 9.5, weight: bold},
	)
	handicap, komi := g.terms()
	d.textRight(pageWidth-margin, y+top+2, joined(", ", handicap, komi), style{size: 9.5})
	d.rule(margin, y+top+5, pageWidth-margin, y+top+5, strongLine, 0)

	d.text(margin, y+top+13, "Table", style{size: 9, grey: 60})
	d.textFit(margin, y+top+26, number-2, numberText(g.Table), style{size: 34, weight: bold})

	rows := []struct {
		colour colour
		player Player
		result string
	}{{black, g.Black, "Black won"}, {white, g.White, "White won"}}
	for i, r := range rows {
		base := y + top + 14 + float64(i)*13
		d.stone(r.colour, names+2.4, base-1.6, 2.2)
		below := d.textWhole(names+8, base, boxX-names-12, 8, r.player.Name, style{size: 14, weight: bold})
		if below < base+7 {
			d.textFit(names+8, below+4.6, boxX-names-12, r.player.details(), style{size: 8.5, grey: 60})
		}
		d.box(boxX, base-4.6, box, box, 0.35)
		d.text(boxX+box+3, base, r.result, bodyStyle)
	}
	base := y + top + 14 + 26
	d.box(boxX, base-4.6, box, box, 0.35)
	d.text(boxX+box+3, base, "Jigo (tie)", bodyStyle)

	if g.How != "" {
		d.textFit(names+8, base, boxX-names-12, "Handicap: "+g.How, style{size: 8.5, grey: 60})
	}

	line := y + pageHeight/slipsPerPage - 12
	half := (boxX - margin - 8) / 2
	for i, who := range []string{"Signed, Black", "Signed, White"} {
		x := margin + float64(i)*(half+4)
		d.rule(x, line, x+half, line, 0.25, 0)
		d.text(x, line+4, who, smallStyle)
	}
	d.rule(boxX, line, pageWidth-margin, line, 0.25, 0)
	d.text(boxX, line+4, "Margin, or resignation", smallStyle)
}
