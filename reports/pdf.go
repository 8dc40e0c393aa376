package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/jung-kurt/gofpdf"
)

// A4 and its margins, in millimetres.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 16.0
	textWidth  = pageWidth - 2*margin
)

// document is a PDF being laid out. Marks are kept page by page and handed to
// gofpdf only at the end: by then the number of pages is known, and which runes
// were used, so that it gets fonts of exactly these. Positions are in
// millimetres from the top left corner.
type document struct {
	width    float64 // of its pages
	height   float64
	title    string
	society  string    // whose print it is
	day      time.Time // of its data
	pages    [][]mark
	page     int                     // the page that marks go on
	breaks   []breakPoint            // of the page that marks go on
	together float64                 // how far down that page stays together with what began
	before   int                     // pages of the prints that came before it in one file
	used     [fontCount]map[rune]int // glyphs, by the rune that the PDF names each by
	named    [fontCount]map[int]rune // those of them that stand for no rune by themselves
	set      map[setText][]run       // texts that were set
	blocks   [][]mark                // what many pages say alike
	photos   []photo
}

// mark is one thing on a page.
type mark struct {
	kind          markKind
	font          fontID
	heavy         bool // bold by outline, for fonts without a bold face
	grey          uint8
	x, y          float64 // of text: where its baseline begins
	width, height float64 // of a line: how far it goes; of a circle: width is the radius
	line          float64 // width of the pen
	size          float64
	text          string
	placed        []placedRune // how text is drawn, where not as it is
	block         int          // of a block or a picture: which of the document's
}

// placedRune is what a PDF names a glyph by, and where it stands.
type placedRune struct {
	name rune
	x, y float64
}

type markKind uint8

const (
	textMark markKind = iota
	lineMark
	dashMark
	boxMark    // outlined
	fillMark   // filled rectangle
	circleMark // outlined, white inside
	discMark   // filled circle
	codeMark   // a QR code: its text is its [qr.Code.Bits], line the width of a module
	turnMark   // turns all that follows by half a turn around a point
	signMark   // the society's sign: see [figures]
	edgeMark   // the edge of a board around an A4 page
	blockMark  // what many pages say alike: see [document.once]
	photoMark  // a picture
)

func (by Press) newDocument(title string) *document {
	d := &document{
		width: pageWidth, height: pageHeight, title: printable(title), society: by.Society, day: by.day(),
		set: map[setText][]run{},
	}
	for i := range d.used {
		d.used[i], d.named[i] = map[rune]int{}, map[int]rune{}
	}
	return d
}

// textWidth is the width between the margins.
func (d *document) textWidth() float64 { return d.width - 2*margin }

// footerTop is where the foot of a page begins.
func (d *document) footerTop() float64 { return d.height - pageHeight + footerTop }

func (d *document) addPage() {
	d.page = len(d.pages)
	d.pages = append(d.pages, nil)
	d.breaks, d.together = nil, 0
}

func (d *document) add(m mark) { d.pages[d.page] = append(d.pages[d.page], m) }

// text sets printable or raw text with its baseline beginning at x, y and
// returns its width.
func (d *document) text(x, y float64, s string, st style) float64 {
	start := x
	for _, r := range d.runsOf(s, st.weight) {
		m := mark{
			kind: textMark, x: x, y: y, text: r.text, font: r.font, size: st.size, grey: st.grey,
			heavy: st.weight == bold && r.font != latinBold,
		}
		if r.glyphs == nil {
			for _, c := range r.text {
				d.used[r.font][c] = embedded[r.font]().glyph(c)
			}
		}
		for _, g := range r.glyphs {
			m.placed = append(m.placed, placedRune{
				d.name(r.font, g.id), x + g.x*st.size*mmPerPoint, y - g.y*st.size*mmPerPoint,
			})
		}
		d.add(m)
		x += r.width * st.size * mmPerPoint
	}
	return x - start
}

// setText is a text as it was asked for.
type setText struct {
	text   string
	weight weight
}

// runsOf are the runs of a text, as it was written for who copies it. What a print says on every page is set once.
func (d *document) runsOf(s string, w weight) []run {
	const most = 1024
	of := setText{s, w}
	out, known := d.set[of]
	if known {
		return out
	}
	if len(d.set) == most {
		clear(d.set)
	}
	out = runs(strings.ReplaceAll(printable(s), noBreak, " "), w)
	d.set[of] = out
	return out
}

// name is what the PDF names a glyph by that no rune stands for by itself: a rune for private use (Unicode 23.5), which
// no printable text has.
func (d *document) name(id fontID, glyph int) rune {
	r, known := d.named[id][glyph]
	if !known {
		r = '\uE000' + rune(len(d.named[id]))
		d.named[id][glyph], d.used[id][r] = r, glyph
	}
	return r
}

// textRight sets text that ends at x.
func (d *document) textRight(x, y float64, s string, st style) {
	d.text(x-widthOf(printable(s), st), y, s, st)
}

// textCentre sets text around x.
func (d *document) textCentre(x, y float64, s string, st style) {
	d.text(x-widthOf(printable(s), st)/2, y, s, st)
}

// textFit sets text that is cut to the width.
func (d *document) textFit(x, y, width float64, s string, st style) float64 {
	return d.text(x, y, fit(printable(s), st, width), st)
}

// textWhole sets text that is never cut: smaller where it is wider than that, down to the least size in points, and
// then on more lines. It returns the baseline of the last.
func (d *document) textWhole(x, y, width, least float64, s string, st style) float64 {
	s = printable(s)
	for st.size > least && widthOf(s, st) > width {
		st.size = max(least, st.size-0.5)
	}
	lines := wrap(s, st, width, maxRunes)
	for i, line := range lines {
		if i > 0 {
			y += st.size * mmPerPoint * 1.15
		}
		d.text(x, y, line, st)
	}
	return y
}

// leading is the distance of two lines of a name.
func (s style) leading() float64 { return s.size * mmPerPoint * 1.18 }

// wholeIn breaks a text that is never cut into lines that fit a box, in type that is as large as fits.
func wholeIn(s string, st style, width, height float64) (style, []string) {
	const smallest, step = 2.5, 0.5
	text := printable(s)
	words := unbrokenParts(text)
	for {
		lines := wrap(text, st, width, maxRunes)
		broken := slices.ContainsFunc(words, func(w string) bool { return widthOf(w, st) > width })
		if st.size <= smallest || float64(len(lines))*st.leading() <= height && !broken {
			return st, lines
		}
		st.size -= step
	}
}

// unbrokenParts are the parts of a text that stay on a line.
func unbrokenParts(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' || breaksFreely(r) })
}

// paragraph sets wrapped text whose first baseline is at y, and returns the
// baseline after the last line.
func (d *document) paragraph(x, y, width, leading float64, s string, st style) float64 {
	for _, line := range wrap(printable(s), st, width, 40) {
		d.text(x, y, line, st)
		y += leading
	}
	return y
}

func (d *document) rule(x1, y1, x2, y2, pen float64, grey uint8) {
	d.add(mark{kind: lineMark, x: x1, y: y1, width: x2 - x1, height: y2 - y1, line: pen, grey: grey})
}

func (d *document) dashes(x1, y1, x2, y2 float64) {
	d.add(mark{kind: dashMark, x: x1, y: y1, width: x2 - x1, height: y2 - y1, line: 0.2, grey: 120})
}

func (d *document) box(x, y, width, height, pen float64) {
	d.add(mark{kind: boxMark, x: x, y: y, width: width, height: height, line: pen})
}

func (d *document) fill(x, y, width, height float64, grey uint8) {
	d.add(mark{kind: fillMark, x: x, y: y, width: width, height: height, grey: grey})
}

// turn has all that follows on the page stand on its head around x, y; the same once more ends that.
func (d *document) turn(x, y float64) { d.add(mark{kind: turnMark, x: x, y: y}) }

// stone draws a stone of the colour around x, y.
func (d *document) stone(c colour, x, y, radius float64) {
	if c == black {
		d.add(mark{kind: discMark, x: x, y: y, width: radius, line: radius / 8})
		return
	}
	d.add(mark{kind: circleMark, x: x, y: y, width: radius, line: radius / 6})
}

// day is the date inside a file: that of its data, so that the same data gives the same bytes.
func (by Press) day() time.Time {
	if by.Day.IsZero() {
		return time.Time{}
	}
	return time.Date(by.Day.Year(), by.Day.Month(), by.Day.Day(), 0, 0, 0, 0, time.UTC)
}

// writeTo has gofpdf write the document.
func (d *document) writeTo(w io.Writer) error {
	pdf := gofpdf.NewCustom(&gofpdf.InitType{UnitStr: "mm", Size: gofpdf.SizeType{Wd: d.width, Ht: d.height}})
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(d.day)
	pdf.SetModificationDate(d.day)
	pdf.SetTitle(d.title, true)
	pdf.SetAuthor(d.society, true)
	pdf.SetCreator("nzgs", true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCompression(false) // pagePacker does it
	for id, used := range d.used {
		if len(used) > 0 {
			pdf.AddUTF8FontFromBytes(families[id], "", embedded[id]().subset(used))
		}
	}
	packed, err := d.drawPages(pdf)
	if err != nil {
		return fmt.Errorf("draw PDF: %w", err)
	}
	if err := pdf.Output(packer{packed, w}); err != nil {
		return fmt.Errorf("write PDF: %w", err)
	}
	return nil
}

// drawPages has gofpdf draw the pages, some at a time, and packs each at once, so that thousands are not held twice.
func (d *document) drawPages(pdf *gofpdf.Fpdf) (*pagePacker, error) {
	const together = 24
	packing, err := newPagePacker()
	if err != nil {
		return nil, err
	}
	once := figures{blocks: d.blocks, photos: d.photos}
	for i, p := range d.photos { // pages drawn aside have them from the PDF
		if err := p.register(pdf, i); err != nil {
			return nil, err
		}
	}
	shown := 0 // of them, in the PDF itself
	for from := 0; from < len(d.pages); from += together {
		some := d.pages[from:min(from+together, len(d.pages))]
		drawn := pdf.CreateTemplateCustom(gofpdf.PointType{}, gofpdf.SizeType{Wd: d.width, Ht: d.height}, func(t *gofpdf.Tpl) {
			for i, page := range some {
				if i > 0 { // a template begins with one
					t.Fpdf.AddPage()
				}
				for _, m := range page {
					once.draw(&t.Fpdf, m)
				}
				some[i] = nil
			}
			err = t.Error()
		})
		if err != nil {
			return nil, err
		}
		for _, page := range drawn.FromPages() {
			packed, err := packing.pack(page.Bytes())
			if err != nil {
				return nil, err
			}
			pdf.AddPage()
			for ; shown < len(once.order); shown++ { // so that the PDF has them: before a packed page nothing is kept
				pdf.UseTemplate(once.order[shown])
			}
			pdf.RawWriteStr(packed)
		}
	}
	return packing, nil
}

// packer puts the packed pages into a PDF that the library writes, which it does at once.
type packer struct {
	pages *pagePacker
	to    io.Writer
}

func (p packer) Write(pdf []byte) (int, error) { return len(pdf), p.pages.writeTo(p.to, pdf) }

func (m mark) draw(pdf *gofpdf.Fpdf) {
	grey := int(m.grey)
	switch m.kind {
	case textMark:
		m.drawText(pdf)
	case lineMark, dashMark:
		pdf.SetDrawColor(grey, grey, grey)
		pdf.SetLineWidth(m.line)
		if m.kind == dashMark {
			pdf.SetDashPattern([]float64{1.6, 1.6}, 0)
		}
		pdf.Line(m.x, m.y, m.x+m.width, m.y+m.height)
		if m.kind == dashMark {
			pdf.SetDashPattern(nil, 0)
		}
	case turnMark:
		pdf.RawWriteStr(fmt.Sprintf("-1 0 0 -1 %.3f %.3f cm", 2*m.x/mmPerPoint, 2*(pageHeight-m.y)/mmPerPoint))
	case codeMark:
		m.drawCode(pdf)
	case boxMark:
		pdf.SetDrawColor(grey, grey, grey)
		pdf.SetLineWidth(m.line)
		pdf.Rect(m.x, m.y, m.width, m.height, "D")
	case fillMark:
		pdf.SetFillColor(grey, grey, grey)
		pdf.Rect(m.x, m.y, m.width, m.height, "F")
	case circleMark, discMark:
		pdf.SetDrawColor(0, 0, 0)
		pdf.SetLineWidth(m.line)
		inside := 255
		if m.kind == discMark {
			inside = 0
		}
		pdf.SetFillColor(inside, inside, inside)
		pdf.Circle(m.x, m.y, m.width, "FD")
	}
}

func (m mark) drawText(pdf *gofpdf.Fpdf) {
	grey := int(m.grey)
	pdf.SetFont(families[m.font], "", m.size)
	pdf.SetTextColor(grey, grey, grey)
	if m.heavy {
		pdf.SetDrawColor(grey, grey, grey)
		pdf.SetLineWidth(m.size * mmPerPoint / 60)
		pdf.SetTextRenderingMode(2) // fill and outline
		defer pdf.SetTextRenderingMode(0)
	}
	if m.placed == nil {
		pdf.Text(m.x, m.y, m.text)
		return
	}
	// What is searched and copied is the text (PDF 1.7, 14.9.4).
	pdf.RawWriteStr(fmt.Sprintf("/Span<</ActualText<FEFF%X>>>BDC", utf16BE(m.text)))
	for _, p := range m.placed {
		pdf.Text(p.x, p.y, string(p.name))
	}
	pdf.RawWriteStr("EMC")
}

func utf16BE(s string) []byte {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = put16(b, int(unit))
	}
	return b
}
