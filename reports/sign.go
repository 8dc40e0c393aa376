package reports

import "github.com/jung-kurt/gofpdf"

// figures are what many pages of a PDF show, each drawn once: the society's sign, the edge around a certificate. Drawn on
// each of five thousand letters the sign was half of them.
type figures struct{ drawn map[markKind]gofpdf.Template }

// draw draws a mark, in a PDF whose figures these are.
func (f *figures) draw(pdf *gofpdf.Fpdf, m mark) {
	switch m.kind {
	case signMark:
		const side = 13.0 // it is scaled to its size on the page
		board := f.once(pdf, m.kind, side, side, func(d *document) { d.board(side) })
		pdf.UseTemplateScaled(board, gofpdf.PointType{X: m.x, Y: m.y}, gofpdf.SizeType{Wd: m.width, Ht: m.width})
	case edgeMark:
		pdf.UseTemplate(f.once(pdf, m.kind, pageWidth, pageHeight, (*document).boardEdge))
	default:
		m.draw(pdf)
	}
}

// once is a figure of a kind, drawn if it has not been.
func (f *figures) once(pdf *gofpdf.Fpdf, kind markKind, width, height float64, draw func(*document)) gofpdf.Template {
	if figure := f.drawn[kind]; figure != nil {
		return figure
	}
	figure := pdf.CreateTemplateCustom(gofpdf.PointType{}, gofpdf.SizeType{Wd: width, Ht: height}, func(t *gofpdf.Tpl) {
		of := &document{pages: make([][]mark, 1)}
		draw(of)
		for _, m := range of.pages[0] {
			m.draw(&t.Fpdf)
		}
	})
	if f.drawn == nil {
		f.drawn = map[markKind]gofpdf.Template{}
	}
	f.drawn[kind] = figure
	return figure
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
