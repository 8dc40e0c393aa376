package reports

import (
	"fmt"
	"io"
	"strings"
)

// PostalLettersPDF writes the letter that goes out with the voting papers, one
// page and more for each member, with the address where a window envelope
// shows it (Rule 5.9).
func (by Press) PostalLettersPDF(w io.Writer, l PostalLetter, to []PostalAddressee) error {
	title := "Postal vote"
	d := by.newDocument(documentTitle(title, l.Vote.Title))
	if len(to) == 0 {
		d.startPage(topLine{over: l.Vote.Title, title: title, notes: []string{"There is no one to write to."}})
	}
	letters := postalLetters{d, l, by.returnTo(), map[float64][]mark{}}
	for _, member := range to {
		first := len(d.pages)
		letters.draw(member)
		d.footFrom(first, joined(" · ", by.Society, title, l.Vote.Title))
	}
	return d.writeTo(w)
}

// returnTo is where a letter comes back to that does not reach its member, in a line;
// "" where the society has set no address.
func (by Press) returnTo() string {
	if by.Address == "" {
		return ""
	}
	return "If not delivered, return to: " + by.Society + ", " + strings.Join(strings.Fields(by.Address), " ")
}

// postalLetters are letters being laid out. What all of them say is laid out and drawn once.
type postalLetters struct {
	*document
	letter   PostalLetter
	returnTo string
	bodies   map[float64][]mark // what stands below the salutation, on each page, by where it begins
}

// draw sets the letter to one member. Where it comes back to stands above the address,
// in the window of the envelope.
func (p *postalLetters) draw(to PostalAddressee) {
	l := p.letter
	p.addPage()
	p.wordmark(pageWidth-margin, margin)
	p.addressWindow(to, p.returnTo)
	p.textRight(pageWidth-margin, 52, l.Date, style{size: 11})
	f := l.flowOn(p.document, 94)
	f.y = p.paragraph(margin, f.y, textWidth, 6.4, "Postal vote: "+l.Vote.Title, style{size: 15, weight: bold}) + 3
	f.passageAlone(joined(" ", "Kia ora", to.Name) + ",")
	for i, body := range p.body(f.y) {
		if i > 0 {
			p.addPage()
		}
		p.add(body)
	}
}

func (l *PostalLetter) flowOn(d *document, y float64) *flow {
	return &flow{document: d, top: topLine{over: l.Vote.Title, title: "Postal vote"}, y: y}
}

// body is what stands below the salutation, page by page, if it begins there.
func (p *postalLetters) body(from float64) []mark {
	if body, known := p.bodies[from]; known {
		return body
	}
	l := p.letter
	body := p.once(func(on *document) {
		f := l.flowOn(on, from)
		for _, text := range l.text() {
			f.passageAlone(text)
		}
		f.list("Enclosed (Rule 5.9)", l.Enclosed)
		f.passage("The motions", l.motions(), bodyStyle)
		const height = 26.0
		f.with(height)
		f.rule(margin, f.y+15, margin+80, f.y+15, 0.25, 0)
		f.textWhole(margin, f.y+19.5, textWidth, leastSigned, l.Secretary, noteStyle)
		f.textWhole(margin, f.y+24, textWidth, leastSigned, l.Contact, noteStyle)
	})
	p.bodies[from] = body
	return body
}

func (l *PostalLetter) text() []string {
	closing := "the closing date"
	if l.Vote.Closing != "" {
		closing = l.Vote.Closing
	}
	majority := ""
	if l.Majority != "" {
		majority = strings.TrimSuffix(l.Majority, ".") + " (Rule 5.12). "
	}
	return []string{
		"All members vote by post on the motions below (Rule 5.8). Your voting paper is enclosed.",
		"Mark one box for each motion, sign the paper, and post it to the tellers’ address on it, or give it to your " +
			"club’s secretary, who will send it on (Rule 5.10). It must reach the tellers by " + closing + ".",
		"Only the tellers see the papers, and they do not tell anyone how you voted (Rule 5.11). " + majority +
			"A motion that is carried takes effect when the result is declared (Rule 5.13).",
	}
}

func (l *PostalLetter) motions() string {
	var out strings.Builder
	for _, m := range l.Vote.Motions {
		fmt.Fprintf(&out, "%d.  %s\n", m.Number, m.Text)
	}
	return out.String()
}

// passageAlone sets a text without a heading.
func (f *flow) passageAlone(text string) { f.passageAloneIn(text, style{size: 10.5}, 5.1) }

func (f *flow) passageAloneIn(text string, st style, leading float64) {
	for _, paragraph := range paragraphs(text) {
		for _, line := range wrap(printable(paragraph), st, textWidth, maxRunes) {
			f.room(leading)
			f.text(margin, f.y+4, line, st)
			f.y += leading
		}
		f.y += 1.4
	}
}

// list sets texts of any length below each other under a heading.
func (f *flow) list(heading string, items []string) {
	const leading = 5.0
	if len(items) == 0 {
		return
	}
	f.room(7 + 2*leading)
	f.text(margin, f.y+4.5, heading, headingStyle)
	f.y += 6.2
	for _, item := range items {
		for i, paragraph := range paragraphs(item) {
			for n, line := range wrap(printable(paragraph), bodyStyle, textWidth-5, maxRunes) {
				f.room(leading)
				if i == 0 && n == 0 {
					f.fill(margin+0.6, f.y+2.2, 1.3, 1.3, 60)
				}
				f.text(margin+5, f.y+4, line, bodyStyle)
				f.y += leading
			}
		}
		f.y += 1
	}
	f.y += 2
}

// footFrom is a foot for the pages from that one on, numbered by themselves.
func (d *document) footFrom(first int, left string) {
	for n := first; n < len(d.pages); n++ {
		d.page = n
		d.rule(margin, footerTop, pageWidth-margin, footerTop, hairline, hairlineGrey)
		d.textFit(margin, footerTop+5, textWidth-30, left, smallStyle)
		d.textRight(pageWidth-margin, footerTop+5, pageText(n-first+1, len(d.pages)-first), smallStyle)
	}
	d.page = max(0, len(d.pages)-1)
}
