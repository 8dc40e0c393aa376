package reports

import "slices"

// grid is a table on paper: a row of headings repeated on every page, hairlines
// between the rows, columns that are as wide as they are told and one or more
// that share what is left.
type grid struct {
	columns []gridColumn
	// minHeight is a row's height with one line in each cell.
	minHeight float64
	style     style
	detail    style // second and further lines of a cell with details
	leading   float64
	gap       float64 // between columns; 0 is the usual one
	five      bool    // a stronger line below every fifth row, along which a wide table is read
}

type gridColumn struct {
	title string
	stone stoneMark // before the title
	width float64   // millimetres; 0 shares what is left by share
	share float64
	align alignment
	bold  weight
	lines int  // most lines a long text, or its details, may take; 0 and 1 cut it by an ellipsis
	again bool // an empty cell has what stands above it, which a further page says again
}

type alignment int

const (
	left alignment = iota
	right
	centre
)

// gridCell is a text, a text with a smaller line of details below it, or a
// stone.
type gridCell struct {
	text   string
	detail string
	stone  stoneMark
	bold   weight // of a sum; a column that is bold is so anyway
	begins bool   // what begins with the row is set off by a stronger line above it: an initial
}

type stoneMark int

const (
	noStone stoneMark = iota
	blackStone
	whiteStone
)

func (s stoneMark) colour() colour {
	if s == whiteStone {
		return white
	}
	return black
}

// nothingYet stands below the heads of a list without lines.
const nothingYet = "Nothing yet."

func cells(texts ...string) []gridCell {
	row := make([]gridCell, len(texts))
	for i, t := range texts {
		row[i] = gridCell{text: t}
	}
	return row
}

func (g *grid) columnGap() float64 {
	if g.gap > 0 {
		return g.gap
	}
	return 3.5
}

// widths resolves the shares.
func (g *grid) widths(textWidth float64) []float64 {
	out := make([]float64, len(g.columns))
	free, shares := textWidth-g.columnGap()*float64(len(g.columns)-1), 0.0
	for i, c := range g.columns {
		out[i] = c.width
		free -= c.width
		if c.width == 0 {
			shares += c.share
		}
	}
	for i, c := range g.columns {
		if c.width == 0 {
			out[i] = max(free, 0) * c.share / shares
		}
	}
	return out
}

// draw lays the rows out from y on, on as many pages as they need, and returns
// where the last one ends.
func (g *grid) draw(d *document, top topLine, y float64, rows [][]gridCell) float64 {
	widths := g.widths(d.textWidth())
	y = g.head(d, y, widths)
	if len(rows) == 0 { // heads of nothing say so
		d.text(margin, y+5, nothingYet, noteStyle)
		return y + 8
	}
	return g.rows(d, top, y, widths, rows)
}

// rows lays rows out below those that stand already.
func (g *grid) rows(d *document, top topLine, y float64, widths []float64, rows [][]gridCell) float64 {
	bottom := d.footerTop() - 4
	onePage := bottom - margin - 60 // a row that is higher is divided: it may stand on no page
	var above []gridCell
	for i, row := range rows {
		laid, height := g.layOut(row, widths)
		above = g.saidAbove(above, row)
		for height > onePage {
			if bottom-y < g.minHeight+4*g.leading {
				y = g.head(d, d.startPage(top), widths)
			}
			if bottom-y < g.minHeight+4*g.leading {
				break // a page of heads
			}
			var now []laidCell
			now, laid = g.divide(laid, bottom-y)
			g.row(d, y, bottom-y, now, widths)
			y, height = g.head(d, d.startPage(top), widths), g.height(laid)
		}
		if y+height > bottom {
			y = g.head(d, d.startPage(top), widths)
			laid, height = g.layOut(g.saidAgain(above, row), widths)
		}
		said := above
		d.mayBreak(y, height, func(y float64) float64 {
			y = g.head(d, y, widths)
			missing, _ := g.layOut(g.unsaid(said, row), widths)
			g.row(d, y, height, missing, widths)
			return y
		})
		g.row(d, y, height, laid, widths)
		y += height
		if g.five && (i+1)%5 == 0 || i+1 < len(rows) && len(rows[i+1]) > 0 && rows[i+1][0].begins {
			d.rule(margin, y, d.width-margin, y, 0.3, 60)
			continue
		}
		d.rule(margin, y, d.width-margin, y, hairline, hairlineGrey)
	}
	return y
}

// saidAbove are the cells of a row, and for those that are empty what stands above them.
func (g *grid) saidAbove(above, row []gridCell) []gridCell {
	out := slices.Clone(row)
	for i := range out {
		if i < len(above) && out[i].text == "" {
			out[i] = above[i]
		}
	}
	return out
}

// saidAgain is a row that begins a further page.
func (g *grid) saidAgain(above, row []gridCell) []gridCell {
	out := slices.Clone(row)
	for i := range out {
		if g.columns[i].again {
			out[i].text, out[i].bold = above[i].text, above[i].bold
		}
	}
	return out
}

// unsaid is what a row does not say because it stands above it, and nothing else.
func (g *grid) unsaid(above, row []gridCell) []gridCell {
	out := make([]gridCell, len(row))
	for i := range out {
		if g.columns[i].again && row[i].text == "" {
			out[i] = gridCell{text: above[i].text, bold: above[i].bold}
		}
	}
	return out
}

// head sets the heads of the columns, none of them cut, and returns where the rows begin.
func (g *grid) head(d *document, y float64, widths []float64) float64 {
	const indent, leading = 4.0, 3.5
	lines, most := make([][]string, len(g.columns)), 1
	for i, c := range g.columns {
		width := widths[i]
		if c.stone != noStone {
			width -= indent
		}
		lines[i] = wrap(printable(c.title), headingStyle, width, c.headLines())
		most = max(most, len(lines[i]))
	}
	y += leading * float64(most-1)
	x := margin
	for i, c := range g.columns {
		at := x
		if c.stone != noStone {
			at += indent
			d.stone(c.stone.colour(), x+1.3, y+2.9, 1.2)
		}
		for n, line := range lines[i] {
			g.place(d, at, y+4-leading*float64(len(lines[i])-1-n), widths[i], c.align, line, headingStyle)
		}
		x += widths[i] + g.columnGap()
	}
	d.rule(margin, y+6, d.width-margin, y+6, strongLine, 0)
	return y + 6
}

// headLines is how many lines the head of a column takes at most: a column whose texts are never cut has a whole head.
func (c gridColumn) headLines() int {
	if c.lines >= uncut {
		return c.lines
	}
	return 1
}

// uncut is for columns whose texts are never cut: names, and what the law asks a list for.
const uncut = maxRunes

// laidCell is a cell broken into lines.
type laidCell struct {
	lines   []string
	details []string
	stone   stoneMark
	style   style
	block   float64 // from the first baseline to the last
}

func (g *grid) layOut(row []gridCell, widths []float64) (laid []laidCell, height float64) {
	height = g.minHeight
	for i, c := range row {
		column := g.columns[i]
		cell := laidCell{stone: c.stone, style: g.style}
		cell.style.weight = max(column.bold, c.bold)
		cell.lines = wrap(printable(c.text), cell.style, widths[i], max(1, column.lines))
		cell.block = float64(len(cell.lines)-1) * g.leading
		if c.detail != "" {
			cell.details = wrap(printable(c.detail), g.detail, widths[i], max(1, column.lines))
			cell.block += float64(len(cell.details)) * g.detailLeading()
		}
		height = max(height, g.minHeight+cell.block)
		laid = append(laid, cell)
	}
	return laid, height
}

// height is that of a row of these cells.
func (g *grid) height(laid []laidCell) float64 {
	height := g.minHeight
	for _, c := range laid {
		height = max(height, g.minHeight+c.block)
	}
	return height
}

// divide takes as many lines of a row's cells as stand in a height, which has room for one at least.
func (g *grid) divide(laid []laidCell, height float64) (now, rest []laidCell) {
	for _, c := range laid {
		first, later := c, c
		later.stone = noStone
		n := min(len(c.lines), 1+int((height-g.minHeight)/g.leading))
		first.lines, later.lines = c.lines[:n], c.lines[n:]
		details := 0
		if room := height - g.minHeight - float64(n-1)*g.leading; len(later.lines) == 0 && len(c.details) > 0 {
			details = min(len(c.details), int(room/g.detailLeading()))
		}
		first.details, later.details = c.details[:details], c.details[details:]
		now, rest = append(now, g.blocked(first)), append(rest, g.blocked(later))
	}
	return now, rest
}

// blocked is a cell with the height of its lines.
func (g *grid) blocked(c laidCell) laidCell {
	c.block = float64(max(0, len(c.lines)-1)) * g.leading
	if len(c.details) > 0 {
		c.block += float64(len(c.details)) * g.detailLeading()
	}
	return c
}

func (g *grid) detailLeading() float64 { return g.detail.size * mmPerPoint * 1.4 }

// row sets each cell around the middle of the row.
func (g *grid) row(d *document, y, height float64, row []laidCell, widths []float64) {
	x := margin
	for i, c := range row {
		half := c.style.size * mmPerPoint * 0.36 // half the height of a capital
		baseline := y + (height-c.block)/2 + half
		if c.stone != noStone {
			d.stone(c.stone.colour(), x+half+0.3, y+height/2, half)
		}
		for n, line := range c.lines {
			if n > 0 {
				baseline += g.leading
			}
			g.place(d, x, baseline, widths[i], g.columns[i].align, line, c.style)
		}
		for _, line := range c.details {
			baseline += g.detailLeading()
			g.place(d, x, baseline, widths[i], g.columns[i].align, line, g.detail)
		}
		x += widths[i] + g.columnGap()
	}
}

func (g *grid) place(d *document, x, y, width float64, align alignment, s string, st style) {
	switch align {
	case right:
		d.textRight(x+width, y, s, st)
	case centre:
		d.textCentre(x+width/2, y, s, st)
	default:
		d.text(x, y, s, st)
	}
}
