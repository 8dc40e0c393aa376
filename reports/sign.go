package reports

import "github.com/jung-kurt/gofpdf"

// figures are what many pages of a PDF show, each drawn once: the society's sign, the edge around a certificate, what
// every paper of a vote says. Drawn on each of five thousand letters the sign was half of them.
type figures struct {
	blocks [][]mark // of the document
	photos []photo
	drawn  map[figure]shown
	order  []gofpdf.Template // in which they were drawn
}

// figure is the kind of a figure, and of a block which one it is.
type figure struct {
	kind  markKind
	block int
}

// shown is a figure with the name that the library gives it: the hash of what is drawn, worked out once.
type shown struct {
	gofpdf.Template
	name string
}

// ID is its name.
func (s shown) ID() string { return s.name }

// draw draws a mark, in a PDF whose figures these are.
func (f *figures) draw(pdf *gofpdf.Fpdf, m mark) {
	switch m.kind {
	case signMark:
		const side = 13.0 // it is scaled to its size on the page
		board := f.once(pdf, figure{kind: m.kind}, side, side, func(d *document) { d.board(side) })
		pdf.UseTemplateScaled(board, gofpdf.PointType{X: m.x, Y: m.y}, gofpdf.SizeType{Wd: m.width, Ht: m.width})
	case edgeMark:
		pdf.UseTemplate(f.once(pdf, figure{kind: m.kind}, pageWidth, pageHeight, (*document).boardEdge))
	case blockMark:
		width, height := pdf.GetPageSize()
		block := f.once(pdf, figure{m.kind, m.block}, width, height, func(d *document) { d.pages[0] = f.blocks[m.block] })
		pdf.UseTemplate(block)
	case photoMark:
		pdf.ImageOptions(f.photos[m.block].name, m.x, m.y, m.width, m.height, false, gofpdf.ImageOptions{ImageType: "jpg"}, 0, "")
	default:
		m.draw(pdf)
	}
}

// once is a figure, drawn if it has not been.
func (f *figures) once(pdf *gofpdf.Fpdf, of figure, width, height float64, draw func(*document)) shown {
	if s, known := f.drawn[of]; known {
		return s
	}
	drawn := pdf.CreateTemplateCustom(gofpdf.PointType{}, gofpdf.SizeType{Wd: width, Ht: height}, func(t *gofpdf.Tpl) {
		if of.kind == blockMark {
			t.SetFillColor(0, 0, 0) // that of text, whatever the page was filled with before
		}
		d := &document{pages: make([][]mark, 1)}
		draw(d)
		for _, m := range d.pages[0] {
			f.draw(&t.Fpdf, m)
		}
	})
	s := shown{drawn, drawn.ID()}
	if f.drawn == nil {
		f.drawn = map[figure]shown{}
	}
	f.drawn[of], f.order = s, append(f.order, s)
	return s
}

// once lays out what many pages say alike, on pages of its own, and returns the mark that shows each of them. It has no
// codes, and no figure but the sign.
func (d *document) once(lay func(on *document)) []mark {
	on := *d // with the same fonts
	on.pages, on.page, on.before, on.breaks, on.together = make([][]mark, 1), 0, 0, nil, 0
	lay(&on)
	out := make([]mark, len(on.pages))
	for i, page := range on.pages {
		out[i] = mark{kind: blockMark, block: len(d.blocks)}
		d.blocks = append(d.blocks, page)
	}
	return out
}

// board draws the sign at the corner of a sheet, with half of its edge's line around it.
func (d *document) board(side float64) {
	const pen = 0.5 // of the line, in units: what lies outside the square is not shown
	unit := side / (32 + 2*pen)
	x, y := pen*unit, pen*unit
	side = 32 * unit
	for i := range 5 {
		at := float64(4+6*i) * unit
		d.rule(x+4*unit, y+at, x+28*unit, y+at, 0.6*unit, 120)
		d.rule(x+at, y+4*unit, x+at, y+28*unit, 0.6*unit, 120)
	}
	d.box(x, y, side, side, unit)
	d.stone(black, x+16*unit, y+5*unit, 4*unit)
	d.stone(black, x+16*unit, y+27*unit, 4*unit)
	d.stone(white, x+9.5*unit, y+16.5*unit, 3.7*unit)
	d.stone(white, x+22.5*unit, y+11*unit, 3.7*unit)
}
