package reports

import (
	"fmt"
	"io"
)

// AddressLabel is one label: the name, and the address below it. Empty lines
// are left out.
type AddressLabel struct {
	Lines []string
}

// LabelSheet is a sheet of labels as it is sold, on A4. Measures are in millimetres.
type LabelSheet struct {
	Key, Name     string
	Across, Down  int
	Width, Height float64 // of a label
	Gap           float64 // between two beside each other; those below each other have none
}

// LabelSheets are those that can be printed on. The first two have the size and the number that Avery publishes (L7160: 21
// of 63.5 × 38.1 mm; L7163: 14 of 99.1 × 38.1 mm), 2.5 mm between the columns, none between the rows, and what is left of
// the sheet equally at both edges: a column of L7163 follows the other after 101.6 mm, four inches, and begins 4.65 mm from
// the edge. A template of another maker has its left edge 1.3 mm from there; a text stands further from the edges of its label
// than that, and the test print shows which sheet one has.
var LabelSheets = []LabelSheet{
	{"plain", "Plain: 24 of 70 × 37 mm", 3, 8, pageWidth / 3, pageHeight / 8, 0},
	{"L7160", "Avery L7160: 21 of 63.5 × 38.1 mm", 3, 7, 63.5, 38.1, 2.5},
	{"L7163", "Avery L7163: 14 of 99.1 × 38.1 mm", 2, 7, 99.1, 38.1, 2.5},
}

// LabelSheetOf is the sheet of a key; the first where there is none.
func LabelSheetOf(key string) LabelSheet {
	for _, s := range LabelSheets {
		if s.Key == key {
			return s
		}
	}
	return LabelSheets[0]
}

// Labels is how many labels a sheet has.
func (s LabelSheet) Labels() int { return s.Across * s.Down }

// at is the top left corner of a label, counted from 0 along the rows.
func (s LabelSheet) at(n int) (x, y float64) {
	left := (pageWidth - float64(s.Across)*s.Width - float64(s.Across-1)*s.Gap) / 2
	top := (pageHeight - float64(s.Down)*s.Height) / 2
	return left + float64(n%s.Across)*(s.Width+s.Gap), top + float64(n/s.Across)*s.Height
}

// Labels are labels to stick on envelopes, in their order.
type Labels struct {
	Title string
	Sheet LabelSheet // its zero value is the first
	First int        // on which label of the first sheet they begin, from 1: those before it are used; 0 is 1
	List  []AddressLabel
}

// AddressLabelsPDF writes labels to stick on envelopes. Nothing is printed outside the labels, so that a whole sheet can be
// used.
func (by Press) AddressLabelsPDF(w io.Writer, l Labels) error {
	d := by.newDocument(l.Title)
	sheet := LabelSheetOf(l.Sheet.Key)
	if len(l.List) == 0 {
		d.startPage(topLine{title: l.Title, notes: []string{"There is no one to write to."}})
	}
	first := max(l.First, 1) - 1
	for i, label := range l.List {
		at := (first + i) % sheet.Labels()
		if i == 0 || at == 0 {
			d.addPage()
		}
		d.label(sheet, at, label)
	}
	return d.writeTo(w)
}

// LabelTestPDF writes a sheet to hold against a sheet of labels before one is used: the edge of each, and its number.
func (by Press) LabelTestPDF(w io.Writer, sheet LabelSheet) error {
	sheet = LabelSheetOf(sheet.Key)
	d := by.newDocument(documentTitle("Test print of labels", sheet.Name))
	d.addPage()
	for i := range sheet.Labels() {
		x, y := sheet.at(i)
		d.box(x, y, sheet.Width, sheet.Height, strongLine)
		lines := []string{fmt.Sprintf("Label %d", i+1)}
		if i == 0 {
			lines = append(lines, "Print at actual size, on plain paper, and hold it against the labels.", sheet.Name)
		}
		d.label(sheet, i, AddressLabel{Lines: lines})
	}
	return d.writeTo(w)
}

// label sets one label: the name, then the address.
func (d *document) label(sheet LabelSheet, at int, l AddressLabel) {
	const inset, edge = 6.0, 4.9
	name, address := style{size: 10.5, weight: bold}, style{size: 10}
	var lines []string
	var styles []style
	leading := 4.7
	for { // nothing is cut: who has a long name or address has it in smaller type
		lines, styles = nil, nil
		for i, text := range l.Lines {
			st := address
			if i == 0 {
				st = name
			}
			if text = printable(text); text == "" {
				continue
			}
			for _, line := range wrap(text, st, sheet.Width-2*inset, uncut) {
				lines, styles = append(lines, line), append(styles, st)
			}
		}
		if float64(len(lines))*leading <= sheet.Height-2*edge || address.size <= 3 {
			break
		}
		name.size, address.size, leading = name.size-0.5, address.size-0.5, leading-0.235
	}
	x, y := sheet.at(at)
	top := y + (sheet.Height-float64(len(lines))*leading)/2 + 3.4
	for i, line := range lines {
		d.text(x+inset, top+float64(i)*leading, line, styles[i])
	}
}
