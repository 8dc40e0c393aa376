package reports

import "github.com/jung-kurt/gofpdf"

// sign is the society's board as it stands in a PDF: drawn once, and shown on each page that has it. Drawn on each of five
// thousand letters it was half of them.
type sign struct{ drawn gofpdf.Template }

func (s *sign) draw(pdf *gofpdf.Fpdf, at mark) {
	const side = 13.0 // it is scaled to its size on the page
	if s.drawn == nil {
		s.drawn = pdf.CreateTemplateCustom(gofpdf.PointType{}, gofpdf.SizeType{Wd: side, Ht: side}, func(t *gofpdf.Tpl) {
			board := &document{pages: make([][]mark, 1)}
			board.board(side)
			for _, m := range board.pages[0] {
				m.draw(&t.Fpdf)
			}
		})
	}
	pdf.UseTemplateScaled(s.drawn, gofpdf.PointType{X: at.x, Y: at.y}, gofpdf.SizeType{Wd: at.width, Ht: at.width})
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
