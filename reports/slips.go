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
	)
	x += inset
	d.slipHead(s, g, x, y+15.2, width)
	d.rule(x, y+17, x+width, y+17, strongLine, 0)

	d.text(x, y+31.5, "Table", style{size: 9, grey: 60})
	d.text(x+14, y+31.5, numberText(g.Table), style{size: 34, weight: bold})
	if g.URL != "" {
		if err := d.qrCode(g.URL, x+width-code, y+17.8, code); err != nil {
			return fmt.Errorf("table %d: %w", g.Table, err)
		}
		d.textRight(x+width-code, y+38, "Scan, or tick who won", smallStyle)
	} else {
		d.text(x, y+38, "Tick who won", smallStyle)
	}
	for i, r := range []struct {
		colour colour
		player Player
		plays  string
	}{{black, g.Black, "Black"}, {white, g.White, "White"}} {
		d.slipPlayer(r.colour, r.player, r.plays, x, y+46.5+float64(i)*13.5, width)
	}
	const box, margins, result, signing = 5.5, 42.0, 72.5, 84.5
	d.box(x, y+result-4.2, box, box, 0.35)
	d.text(x+9, y+result, "Jigo (tie)", bodyStyle)
	d.rule(x+margins, y+result+1, x+width, y+result+1, 0.25, 0)
	d.text(x+margins, y+result+4.5, "Margin, or resignation", smallStyle)
	half := (width - 4) / 2
	for i, who := range []string{"Signed, Black", "Signed, White"} {
		at := x + float64(i)*(half+4)
		d.rule(at, y+signing+1.5, at+half, y+signing+1.5, 0.25, 0)
		d.text(at, y+signing+5, who, smallStyle)
	}
	return nil
}

// slipHead says of which round a slip is and how its game is played, in lines that end at y.
func (d *document) slipHead(s PairingSheet, g Game, x, y, width float64) {
	what, terms := style{size: 8.5, weight: bold}, style{size: 8, grey: 60}
	where := joined(" · ", s.Section, fmt.Sprintf("Round %d", s.Round), g.board())
	lines := wrapTail(s.Event, where, what, width, 2)
	for what.size > 6 && len(lines) > 2 { // teams of long names
		what.size -= 0.5
		lines = wrapTail(s.Event, where, what, width, 2)
	}
	handicap, komi := g.terms()
	how := ""
	if g.How != "" {
		how = "Handicap: " + g.How
	}
	played := printable(joined(" · ", joined(", ", handicap, komi), how))
	for terms.size > 6.5 && widthOf(played, terms) > width {
		terms.size -= 0.5
	}
	below := wrap(played, terms, width, maxRunes)
	leading := 3.6
	if n := len(lines) + len(below); n > 3 {
		leading = 6.8 / float64(n-1)
		what.size, terms.size = min(what.size, leading/mmPerPoint), min(terms.size, leading/mmPerPoint)
	}
	y -= leading * float64(len(lines)+len(below)-1)
	for i, line := range append(lines, below...) {
		st := what
		if i >= len(lines) {
			st = terms
		}
		d.text(x, y, line, st)
		y += leading
	}
}

// slipPlayer sets a player's box, stone and name, on two lines where one is too short.
func (d *document) slipPlayer(c colour, p Player, plays string, x, y, width float64) {
	const box, names, room, details = 5.5, 15.0, 8.6, 4.0
	d.box(x, y-4.2, box, box, 0.35)
	d.stone(c, x+10.6, y-1.5, 2.1)
	st, lines := wholeIn(p.Name, style{size: 12.5, weight: bold}, width-names, room)
	if len(lines) > 1 {
		y -= 2
	}
	for _, line := range lines {
		d.text(x+names, y, line, st)
		y += st.leading()
	}
	y += details - st.leading()
	below := details
	if len(lines) == 1 {
		below = 2 * details
	}
	small, lines := wholeIn(joined(" · ", plays, p.details()), style{size: 8, grey: 60}, width-names, below)
	for _, line := range lines {
		d.text(x+names, y, line, small)
		y += small.leading()
	}
}
