package reports

import "strings"

// flow sets text and blocks below each other, on as many pages as they need.
type flow struct {
	*document
	top topLine
	y   float64 // where the next thing begins

	began float64 // where the page that is written begins; 0: the first
	short float64 // how much of each page stays empty at its end
}

// room begins a new page unless that much of this one is free.
func (f *flow) room(height float64) {
	if f.y+height > contentBottom-f.short {
		f.y = f.startPage(f.top) + 3
		f.began = f.y
	}
	f.mayBreak(f.y, height, nil)
}

// leastOnPage is how much of the last page a text takes at least, in millimetres.
const leastOnPage = 55.0

// evenly lays a text out, and where its last page would hold but a few lines lays
// it out with all pages a little shorter, so that these have company. No page
// comes to it.
func evenly(lay func(short float64) *flow) *flow {
	first := lay(0)
	pages := len(first.pages)
	if pages == 1 || first.y-first.began >= leastOnPage {
		return first
	}
	const step = 6.0
	for short := step; short <= leastOnPage; short += step {
		if f := lay(short); len(f.pages) == pages && f.y-f.began >= leastOnPage {
			return f
		}
	}
	return first
}

// row sets a label beside a text, with a remark below; both are cut to a few
// lines.
func (f *flow) row(label, text, remark string) {
	const column, leading = 36.0, 4.9
	if text == "" && remark == "" {
		return
	}
	strong := style{size: 10.5, weight: bold}
	lines := wrap(printable(text), strong, textWidth-column, uncut)
	var below []string
	if remark != "" {
		below = wrap(printable(remark), noteStyle, textWidth-column, uncut)
	}
	f.room(float64(len(lines)+len(below)) * leading)
	f.text(margin, f.y+4, label, noteStyle)
	for _, line := range lines {
		f.text(margin+column, f.y+4, line, strong)
		f.y += leading
	}
	for _, line := range below {
		f.text(margin+column, f.y+4, line, noteStyle)
		f.y += leading
	}
	f.y += 1
}

// passage sets a text of any length under its heading, and keeps its line
// breaks. Nothing is set where there is no text.
func (f *flow) passage(heading, text string, st style) {
	const leading = 5.0
	if strings.TrimSpace(text) == "" {
		return
	}
	f.room(7 + 2*leading) // a heading does not stand alone
	f.text(margin, f.y+4.5, heading, headingStyle)
	f.y += 6
	for _, paragraph := range paragraphs(text) {
		for _, line := range wrap(printable(paragraph), st, textWidth, maxRunes) {
			f.room(leading)
			f.text(margin, f.y+4, line, st)
			f.y += leading
		}
		f.y += 1.2
	}
	f.y += 2
}

// paragraphs are the lines of a text that are not empty. One that is too long
// to be laid out at once is split at a space.
func paragraphs(text string) []string {
	var out []string
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\u2029' }) {
		runes := []rune(strings.TrimSpace(line))
		for len(runes) > maxRunes {
			cut := maxRunes
			for i := maxRunes; i > maxRunes/2; i-- {
				if runes[i] == ' ' {
					cut = i
					break
				}
			}
			out = append(out, string(runes[:cut]))
			runes = runes[cut:]
		}
		if len(runes) > 0 {
			out = append(out, string(runes))
		}
	}
	return out
}
