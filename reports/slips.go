package reports

import (
	"fmt"
	"io"
	"slices"
)

// Slips stand in columns and rows on a sheet.
const (
	slipColumns, slipRows = 2, 3
	slipsPerPage          = slipColumns * slipRows
	slipWidth, slipHeight = pageWidth / slipColumns, pageHeight / slipRows
)

// ResultSlips writes a slip for each game: who plays, on what terms, boxes for the result, lines to sign on and the code
// that leads to the page for the result, six to a sheet with lines to cut along. The sheets are cut in one stack: the
// six stacks, laid on each other, are in the order of the tables. It fails if an address is longer than [MaxCardURL].
func (by Press) ResultSlips(w io.Writer, s PairingSheet) error {
	d := by.newDocument(documentTitle(s.Event, s.Section, fmt.Sprintf("Round %d result slips", s.Round)))
	if err := d.slips(s); err != nil {
		return err
	}
	return d.writeTo(w)
}

// slips sets the slips of a round.
func (d *document) slips(s PairingSheet) error {
	games := slices.Clone(s.Games)
	slices.SortStableFunc(games, func(a, b Game) int { return a.Table - b.Table })
	if len(games) == 0 {
		top := s.top("result slips")
		top.notes = []string{"There are no games in this round."}
		d.startPage(top)
	}
	sheets := (len(games) + slipsPerPage - 1) / slipsPerPage
	for sheet := range sheets {
		d.addPage()
		for cut := 1; cut < slipRows; cut++ {
			d.dashes(0, float64(cut)*slipHeight, pageWidth, float64(cut)*slipHeight)
		}
		d.dashes(slipWidth, 0, slipWidth, pageHeight)
		for i := range slipsPerPage {
			n := i*sheets + sheet // so that cut stacks follow each other
			if n >= len(games) {
				break
			}
			if err := d.slip(s, games[n], float64(i%slipColumns)*slipWidth, float64(i/slipColumns)*slipHeight); err != nil {
				return err
			}
		}
	}
	return nil
}

// board says which board of which match a game is.
func (g Game) board() string {
	if g.Match == "" {
		return ""
	}
	return fmt.Sprintf("%s, board %d", g.Match, g.Board)
}

// slip draws one slip with its top left corner at x, y.
func (d *document) slip(s PairingSheet, g Game, x, y float64) error {
	const (
		inset = 9.0
		width = slipWidth - 2*inset
		code  = 24.0
		box   = 5.5
		names = 14.0 // from the left, after box and stone
	)
	x += inset
	small := style{size: 8.5, grey: 60}
	d.textTail(
		x, y+10, width, s.Event, joined(" · ", s.Section, fmt.Sprintf("Round %d", s.Round), g.board()),
		style{size: 8.5, weight: bold},
	)
	handicap, komi := g.terms()
	how := ""
	if g.How != "" {
		how = "Handicap: " + g.How
	}
	d.textFit(x, y+14.2, width, joined(" · ", joined(", ", handicap, komi), how), small)
	d.rule(x, y+16.5, x+width, y+16.5, strongLine, 0)

	d.text(x, y+22, "Table", small)
	d.textFit(x, y+35, width-code-2, numberText(g.Table), style{size: 34, weight: bold})
	if g.URL != "" {
		if err := d.qrCode(g.URL, x+width-code, y+17.5, code); err != nil {
			return fmt.Errorf("table %d: %w", g.Table, err)
		}
		d.textRight(x+width-code-1, y+35, "Or report by phone", smallStyle)
	}
	d.text(x, y+40, "Tick who won", smallStyle)
	for i, r := range []struct {
		colour colour
		player Player
		plays  string
	}{{black, g.Black, "Black"}, {white, g.White, "White"}} {
		base := y + 47 + float64(i)*13
		d.box(x, base-4.2, box, box, 0.35)
		d.stone(r.colour, x+10, base-1.5, 1.9)
		below := d.textWhole(x+names, base, width-names, 7, r.player.Name, style{size: 12, weight: bold})
		if below < base+5 {
			d.textFit(x+names, below+4, width-names, joined(" · ", r.plays, r.player.details()), style{size: 8, grey: 60})
		}
	}
	const margins = 44.0 // from the left
	d.box(x, y+68.8, box, box, 0.35)
	d.text(x+8, y+73, "Jigo (tie)", bodyStyle)
	d.rule(x+margins, y+73, x+width, y+73, 0.25, 0)
	d.text(x+margins, y+76.5, "Margin, or resignation", smallStyle)

	half := (width - 4) / 2
	for i, who := range []string{"Signed, Black", "Signed, White"} {
		at := x + float64(i)*(half+4)
		d.rule(at, y+87, at+half, y+87, 0.25, 0)
		d.text(at, y+90.5, who, smallStyle)
	}
	return nil
}
