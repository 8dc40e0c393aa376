package reports

import (
	"fmt"
	"io"
	"nzgs/internal/qr"
)

// MaxCardURL is the most bytes an address on a table card may have: more would
// make a code too fine to scan from a table.
const MaxCardURL = 1000

// Table cards are tents, two to a sheet: each has two sides, one below the other, with the fold between them.
const (
	tentsPerPage = 2
	tentHeight   = pageHeight / tentsPerPage
	tentSide     = tentHeight / 2
)

// TableCardsPDF writes the cards that stand on the tables: tents, two to a sheet, with a line to cut along and a fold
// each. Both sides say the same, the one beyond the fold on its head, so that a tent is read from both seats. The sheets
// are cut in one stack: the two stacks, laid on each other, are in the order of the tables. It fails if an address is
// longer than [MaxCardURL].
func (by Press) TableCardsPDF(w io.Writer, c TableCards) error {
	d := by.newDocument(documentTitle(c.Event, "table cards"))
	if len(c.Cards) == 0 {
		d.startPage(topLine{over: c.Event, title: "Table cards", notes: []string{"There are no tables yet."}})
	}
	tents := tents{document: d, event: c.Event, alike: map[tentSaying]alike{}}
	sheets := (len(c.Cards) + tentsPerPage - 1) / tentsPerPage
	for sheet := range sheets {
		d.addPage()
		d.dashes(0, tentHeight, pageWidth, tentHeight)
		for i := range tentsPerPage {
			n := i*sheets + sheet // so that cut stacks follow each other
			if n >= len(c.Cards) {
				break
			}
			if err := tents.draw(c.Cards[n], float64(i)*tentHeight); err != nil {
				return err
			}
		}
	}
	return d.writeTo(w)
}

// tents are cards being laid out. What many of them say is laid out and drawn once.
type tents struct {
	*document
	event string
	alike map[tentSaying]alike
}

// tentSaying is what tells apart what tents say alike: where the fold is, what it is, and the section or the address.
type tentSaying struct {
	fold float64
	of   tentPart
	text string
}

type tentPart uint8

const (
	tentHead tentPart = iota
	tentScan
)

// alike is what tents say alike, and how far down it goes.
type alike struct {
	shown mark
	end   float64
}

const (
	tentInset = 13.0
	tentRight = 68.0 // width of the column with the code
	tentLeft  = pageWidth - 8 - tentRight - 4 - tentInset
	tentCode  = 46.0
	codeAt    = pageWidth - 8 - tentRight/2 // the middle of its column
)

// draw draws a card whose top edge is at y: a side on its head, the fold, and the side below it.
func (d *tents) draw(c TableCard, y float64) error {
	fold := y + tentSide
	code, err := encodeQR(c.URL)
	if err != nil {
		return fmt.Errorf("table %d: %w", c.Table, err)
	}
	d.turn(pageWidth/2, fold)
	from := len(d.pages[d.page])
	d.face(c, code, fold)
	face := d.pages[d.page][from:]
	d.turn(pageWidth/2, fold)
	d.rule(0, fold, pageWidth, fold, 0.2, 190)
	d.text(margin, fold-1.2, "Fold", style{size: 6.5, grey: 110})
	d.pages[d.page] = append(d.pages[d.page], face...)
	return nil
}

// say draws what is laid out as nothing else of that saying, and returns where it ends.
func (d *tents) say(of tentSaying, lay func(on *document) (end float64)) (end float64) {
	known, found := d.alike[of]
	if !found {
		known.shown = d.once(func(on *document) { known.end = lay(on) })[0]
		d.alike[of] = known
	}
	d.add(known.shown)
	return known.end
}

// tentAddress says from y down what is typed where no camera scans the code, and returns where that ends.
func (d *document) tentAddress(address string, y float64) (end float64) {
	small := style{size: 9, grey: 40}
	for _, line := range wrap(printable(address), small, tentRight, 2) {
		d.textCentre(codeAt, y, line, small)
		y += 4.4
	}
	return y
}

// tentLines sets a text beside the sign, whole, and returns where what follows it stands.
func (d *document) tentLines(y float64, text string, st style) float64 {
	st, lines := wholeIn(text, st, tentLeft-10, 9)
	for _, line := range lines {
		d.text(tentInset+10, y, line, st)
		y += st.leading()
	}
	return y
}

// face draws a side of a tent, with the fold at y.
func (d *tents) face(c TableCard, shown qr.Code, y float64) {
	d.say(tentSaying{y, tentHead, c.Section}, func(on *document) float64 {
		on.mark(tentInset, y+8, 7)
		section := on.tentLines(y+11, d.event, bodyBold)
		return on.tentLines(section, c.Section, style{size: 10, grey: 60})
	})

	table, digits := style{size: 15, grey: 60}, style{size: 100, weight: bold}
	number, space := numberText(c.Table), widthOf("Table", table)+5
	digits.size = min(digits.size, digits.size*(tentLeft-space)/widthOf(number, digits))
	x := tentInset + (tentLeft-space-widthOf(number, digits))/2
	d.text(x, y+60, "Table", table)
	d.text(x+space, y+60, number, digits)

	d.quietCode(shown, codeAt-tentCode/2, y+3, tentCode)
	below := d.toScan(c, y)
	if c.Letters != "" {
		half := len(c.Letters) / 2
		d.textCentre(codeAt, below+2.6, c.Letters[:half]+" "+c.Letters[half:], style{size: 17, weight: bold})
	}
}

// toScan says below the code, with the fold at y, what it is for and what is typed instead, and returns where that ends.
func (d *tents) toScan(c TableCard, y float64) (end float64) {
	short, typed := c.ShortURL, ""
	if c.Letters != "" {
		typed = "or type these letters at "
	}
	end = d.say(tentSaying{y, tentScan, typed + short}, func(on *document) float64 {
		on.textCentre(codeAt, y+52, "Scan to report the result", style{size: 10.5, weight: bold})
		if short == "" {
			return y + 57
		}
		return on.tentAddress(typed+short, y+57)
	})
	if short == "" { // each has an address of its own
		end = d.tentAddress(typed+c.URL, end)
	}
	return end
}

// qrCode draws the code of a text as rectangles, quiet zone included, so that
// it stays sharp at any size.
func (d *document) qrCode(text string, x, y, side float64) error {
	code, err := encodeQR(text)
	if err != nil {
		return err
	}
	d.quietCode(code, x, y, side)
	return nil
}

// quietCode draws a code with its quiet zone in a square of that side.
func (d *document) quietCode(code qr.Code, x, y, side float64) {
	module := side / float64(code.Size+2*qr.QuietModules)
	d.modules(code, x+qr.QuietModules*module, y+qr.QuietModules*module, module)
}

// qrCodeUpTo draws the code of a text so that its dark modules end at the right
// edge, side wide and high. The caller leaves the quiet zone around it free.
func (d *document) qrCodeUpTo(text string, right, y, side float64) error {
	code, err := encodeQR(text)
	if err != nil {
		return err
	}
	d.modules(code, right-side, y, side/float64(code.Size))
	return nil
}

func encodeQR(text string) (qr.Code, error) {
	if len(text) > MaxCardURL {
		return qr.Code{}, fmt.Errorf("the address is longer than %d bytes", MaxCardURL)
	}
	return qr.Encode(text)
}

// modules draws a code without a quiet zone: one mark, of which thousands take little memory.
func (d *document) modules(code qr.Code, x, y, module float64) {
	side := float64(code.Size) * module
	d.add(mark{kind: codeMark, x: x, y: y, width: side, height: side, line: module, text: string(code.Bits())})
}
