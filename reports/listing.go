package reports

import "io"

// Listing is a list on paper: lines of text in columns, some of figures.
type Listing struct {
	Over    string // small line above the title
	Title   string
	Notes   []string
	Columns []ListingColumn
	Rows    [][]string
	AsAt    string
	Large   bool // in type that is read from the wall
	Across  bool // on A4 across, for many columns
	Initial bool // the first column has the initials of a list by name: see [SideHeads]
	Five    bool // a stronger line below every fifth row, along which a wide table is read

	Blank  []string // a line to write on, at the end
	Blanks int      // how many of it at most; a page is not begun for them alone
}

// ListingColumn is a column of a [Listing].
type ListingColumn struct {
	Title  string
	Width  float64 // millimetres; 0 shares what is left, by what its texts need
	Figure bool    // figures, aligned right
	Lines  int     // most lines a long text may take; 0: one
	Again  bool    // an empty cell has what stands above it, which a further page says again
}

// Tick is a box to tick with a pen.
const Tick = "☐"

// Whole is for the Lines of a column that is never cut: of names.
const Whole = uncut

// ListingPDF writes a list.
func (by Press) ListingPDF(w io.Writer, l Listing) error {
	return by.ListingsPDF(w, Listings{Title: l.Title, Lists: []Listing{l}})
}

// Listings are several lists in one file.
type Listings struct {
	Title string
	Lists []Listing
}

// ListingsPDF writes lists, each on pages of its own, across where the first is.
func (by Press) ListingsPDF(w io.Writer, s Listings) error {
	d := by.newDocument(documentTitle(s.Title))
	if len(s.Lists) > 0 && s.Lists[0].Across {
		d.width, d.height = pageHeight, pageWidth
	}
	for _, l := range s.Lists {
		d.before = len(d.pages)
		d.listing(l)
	}
	if len(s.Lists) == 0 {
		d.startPage(topLine{title: s.Title, notes: []string{"There is nothing on it yet."}})
	}
	return d.writeTo(w)
}

// listing sets a list and its foot.
func (d *document) listing(l Listing) {
	top := topLine{over: l.Over, title: l.Title, notes: l.Notes}
	g := grid{minHeight: 7, style: style{size: 9}, detail: style{size: 8, grey: 60}, leading: 4.2, five: l.Five}
	if l.Large {
		g.minHeight, g.style, g.leading = 8.4, style{size: 11}, 5
	}
	for i, c := range l.Columns {
		column := gridColumn{title: c.Title, width: c.Width, lines: c.Lines, again: c.Again || l.Initial && i == 0}
		if c.Width == 0 {
			column.share = 1
		}
		if c.Figure {
			column.align = right
		}
		g.columns = append(g.columns, column)
	}
	rows := make([][]gridCell, len(l.Rows))
	for i, row := range l.Rows {
		rows[i] = cells(row...)
		if l.Initial && row[0] != "" {
			rows[i][0].bold, rows[i][0].begins = bold, true
		}
	}
	g.fit(d.textWidth(), rows)
	y := d.startPage(top)
	if len(rows) > 0 || l.Blanks == 0 {
		y = g.draw(d, top, y, rows)
	}
	d.blanks(top, g, l, y, len(rows) == 0)
	d.finish(joined(" · ", l.Over, l.Title), asAt(l.AsAt))
}

// blanks sets the lines to write on below a list, as many as its last page has room for; where that is but one or two, its
// last line goes with them to another page.
func (d *document) blanks(top topLine, g grid, l Listing, y float64, withHeads bool) {
	if l.Blanks == 0 {
		return
	}
	widths, bottom := g.widths(d.textWidth()), d.footerTop()-4
	if withHeads {
		y = g.head(d, y, widths)
	}
	y = d.with(top, y, float64(min(3, l.Blanks))*g.minHeight, bottom)
	laid, height := g.layOut(cells(l.Blank...), widths)
	for range min(l.Blanks, int((bottom-y)/height)) {
		g.row(d, y, height, laid, widths)
		y += height
		d.rule(margin, y, d.width-margin, y, hairline, hairlineGrey)
	}
}
