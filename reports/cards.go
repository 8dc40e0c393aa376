package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// MaxCardURL is the most bytes an address on a table card may have: more would
// make a code too fine to scan from a table.
const MaxCardURL = 1000

// TableCardsPDF writes the cards that stand on the tables, four to a sheet
// with lines to cut along. It fails if an address is longer than [MaxCardURL].
func (by Press) TableCardsPDF(w io.Writer, c TableCards) error {
	d := by.newDocument(documentTitle(c.Event, "table cards"))
	const width, height = pageWidth / 2, pageHeight / 2
	if len(c.Cards) == 0 {
		d.startPage(topLine{over: c.Event, title: "Table cards", notes: []string{"There are no tables yet."}})
	}
	for i, card := range c.Cards {
		if i%4 == 0 {
			d.addPage()
			d.dashes(width, 0, width, pageHeight)
			d.dashes(0, height, pageWidth, height)
		}
		if err := d.card(c.Event, card, float64(i%2)*width, float64(i%4/2)*height); err != nil {
			return err
		}
	}
	return d.writeTo(w)
}

// card draws one card with its top left corner at x, y.
func (d *document) card(event string, c TableCard, x, y float64) error {
	const (
		inset  = 11.0
		width  = pageWidth/2 - 2*inset
		height = pageHeight / 2
		code   = 46.0
	)
	middle := x + pageWidth/4
	d.mark(x+inset, y+inset-1, 7)
	lineY := y + inset + 2
	for _, line := range wrap(printable(event), bodyBold, width-10, 2) {
		d.text(x+inset+10, lineY, line, bodyBold)
		lineY += 4.4
	}
	d.textFit(x+inset+10, lineY, width-10, c.Section, style{size: 10, grey: 60})

	d.textCentre(middle, y+32, "Table", style{size: 13, grey: 60})
	digits := numberText(c.Table)
	size := min(104, 104*width*0.8/widthOf(digits, style{size: 104, weight: bold}))
	d.textCentre(middle, y+65, digits, style{size: size, weight: bold})

	if err := d.qrCode(c.URL, middle-code/2, y+73, code); err != nil {
		return fmt.Errorf("table %d: %w", c.Table, err)
	}
	d.textCentre(middle, y+height-22.5, "Scan to report the result", style{size: 10.5, weight: bold})
	address := c.ShortURL
	if address == "" {
		address = c.URL
	}
	lineY = y + height - 17
	small := style{size: 9, grey: 40}
	for _, line := range wrap(printable(address), small, width, 2) {
		d.textCentre(middle, lineY, line, small)
		lineY += 4.4
	}
	return nil
}

// qrCode draws the code of a text as rectangles, quiet zone included, so that
// it stays sharp at any size.
func (d *document) qrCode(text string, x, y, side float64) error {
	code, err := encodeQR(text)
	if err != nil {
		return err
	}
	module := side / float64(code.Bounds().Dx()+2*quietModules)
	d.modules(code, x+quietModules*module, y+quietModules*module, module)
	return nil
}

// qrCodeUpTo draws the code of a text so that its dark modules end at the right
// edge, side wide and high. The caller leaves the quiet zone around it free.
func (d *document) qrCodeUpTo(text string, right, y, side float64) error {
	code, err := encodeQR(text)
	if err != nil {
		return err
	}
	d.modules(code, right-side, y, side/float64(code.Bounds().Dx()))
	return nil
}

// quietModules is the width of the quiet zone, as the standard asks.
const quietModules = 4

func encodeQR(text string) (barcode.Barcode, error) {
	if len(text) > MaxCardURL {
		return nil, fmt.Errorf("the address is longer than %d bytes", MaxCardURL)
	}
	code, err := qr.Encode(strings.ToValidUTF8(text, "\uFFFD"), qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("make the code: %w", err)
	}
	return code, nil
}

// modules draws a code without a quiet zone, run by run.
func (d *document) modules(code barcode.Barcode, x, y, module float64) {
	modules := code.Bounds().Dx()
	for row := range modules {
		for column := 0; column < modules; {
			run := 0
			for column+run < modules && dark(code, column+run, row) {
				run++
			}
			if run > 0 {
				d.fill(x+float64(column)*module, y+float64(row)*module, float64(run)*module, module, 0)
			}
			column += run + 1
		}
	}
}

func dark(code barcode.Barcode, x, y int) bool {
	r, _, _, _ := code.At(x, y).RGBA()
	return r == 0
}
