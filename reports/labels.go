package reports

import "io"

// AddressLabel is one label: the name, and the address below it. Empty lines
// are left out.
type AddressLabel struct {
	Lines []string
}

// A sheet of labels as they are sold: 3 × 8 to an A4 page, 70 × 37.1 mm each,
// without gaps.
const (
	labelsAcross = 3
	labelsDown   = 8
	labelWidth   = pageWidth / labelsAcross
	labelHeight  = pageHeight / labelsDown
)

// AddressLabelsPDF writes labels to stick on envelopes, in the order given.
// Nothing is printed outside the labels, so that a whole sheet can be used.
func (by Press) AddressLabelsPDF(w io.Writer, title string, labels []AddressLabel) error {
	d := by.newDocument(title)
	if len(labels) == 0 {
		d.startPage(topLine{title: title, notes: []string{"There is no one to write to."}})
	}
	for i, label := range labels {
		at := i % (labelsAcross * labelsDown)
		if at == 0 {
			d.addPage()
		}
		d.label(label, float64(at%labelsAcross)*labelWidth, float64(at/labelsAcross)*labelHeight)
	}
	return d.writeTo(w)
}

// label sets one label with its top left corner at x, y: the name, then as much
// of the address as there is room for, its last line, the town, always.
func (d *document) label(l AddressLabel, x, y float64) {
	const inset, leading, most = 7.0, 4.7, 6
	name := style{size: 10.5, weight: bold}
	address := style{size: 10}
	var lines []string
	var styles []style
	for i, text := range l.Lines {
		st := address
		if i == 0 {
			st = name
		}
		if text = printable(text); text == "" {
			continue
		}
		for _, line := range wrap(text, st, labelWidth-2*inset, 2) {
			lines, styles = append(lines, line), append(styles, st)
		}
	}
	if len(lines) > most {
		lines, styles = append(lines[:most-1], lines[len(lines)-1]), append(styles[:most-1], styles[len(styles)-1])
	}
	top := y + (labelHeight-float64(len(lines))*leading)/2 + 3.4
	for i, line := range lines {
		d.text(x+inset, top+float64(i)*leading, line, styles[i])
	}
}
