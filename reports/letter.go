package reports

import (
	"io"
	"strings"
)

// Letter is a letter on paper to one person.
type Letter struct {
	To      PostalAddressee
	Subject string
	Text    string // with its line breaks
}

// Letters are the letters of a mailing that go by post.
type Letters struct {
	About string
	Date  string
	To    []Letter
}

// LettersPDF writes letters, one page and more for each person, with the address where a window envelope shows it.
func (by Press) LettersPDF(w io.Writer, all Letters) error {
	d := by.newDocument(documentTitle("Letters", all.About))
	if len(all.To) == 0 {
		d.startPage(topLine{title: all.About, notes: []string{"There is no one to write to on paper."}})
	}
	for _, l := range all.To {
		first := len(d.pages)
		d.addPage()
		d.wordmark(pageWidth-margin, margin)
		d.addressWindow(l.To, by.returnTo())
		d.textRight(pageWidth-margin, 52, all.Date, style{size: 11})
		f := &flow{document: d, top: topLine{over: by.Society, title: l.Subject}, y: 94}
		f.y = d.paragraph(margin, f.y, textWidth, 6.4, printable(l.Subject), style{size: 14, weight: bold}) + 3
		blocks := strings.Split(strings.TrimSpace(l.Text), "\n\n")
		for i, block := range blocks {
			if i > 0 && i == len(blocks)-1 { // who writes is not alone on a page
				f.with(min(linesHeight(block), 60))
			}
			f.lines(block)
		}
		d.footFrom(first, joined(" · ", by.Society, all.About))
	}
	return d.writeTo(w)
}

var letterText = style{size: 10.5}

const letterLeading = 5.1

// linesHeight is what a paragraph takes whose line breaks are kept.
func linesHeight(block string) float64 {
	n := 0
	for line := range strings.SplitSeq(block, "\n") {
		if strings.TrimSpace(line) != "" {
			n += len(wrap(printable(line), letterText, textWidth, maxRunes))
		}
	}
	return float64(n)*letterLeading + 3
}

// lines sets a paragraph whose line breaks are kept.
func (f *flow) lines(block string) {
	st, leading := letterText, letterLeading
	for line := range strings.SplitSeq(strings.Trim(block, "\n"), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		for _, part := range wrap(printable(line), st, textWidth, maxRunes) {
			f.room(leading)
			f.text(margin, f.y+4, part, st)
			f.y += leading
		}
	}
	f.y += 3
}

// AddressLines are the lines of an address as the register has it: in lines, or in one with commas.
func AddressLines(address string) []string {
	address = strings.TrimSpace(address)
	switch {
	case address == "":
		return nil
	case !strings.Contains(address, "\n"):
		address = strings.ReplaceAll(address, ", ", "\n")
	}
	return strings.Split(address, "\n")
}

// addressWindow sets an address where a window envelope shows it, below where the letter comes back to.
func (d *document) addressWindow(to PostalAddressee, returnTo string) {
	address := style{size: 11}
	if returnTo != "" {
		for i, line := range wrap(printable(returnTo), smallStyle, 85, 2) {
			d.text(margin+4, 42.5+3.2*float64(i), line, smallStyle)
		}
	}
	const first, last = 52.0, 84.0 // baselines
	leading := 5.2
	var lines []string
	for { // nothing is cut: a long name or address is in smaller type
		lines = nil
		for _, text := range append([]string{to.Name}, to.Address...) {
			if text = printable(text); text != "" {
				lines = append(lines, wrap(text, address, 85, uncut)...)
			}
		}
		if float64(len(lines)-1)*leading <= last-first || address.size <= 3 {
			break
		}
		address.size, leading = address.size-0.5, leading-5.2/22
	}
	for i, line := range lines {
		d.text(margin+4, first+float64(i)*leading, line, address)
	}
}
