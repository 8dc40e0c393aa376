package reports

import (
	"io"
	"strings"
)

// MeetingNoticePDF writes the letter that calls the members to a meeting
// (Rules 4.1 and 5.3): when and where, the agenda, every proposal in full,
// who stands so far, the days by which something can still be sent in, and how
// to reach the secretary.
func (by Press) MeetingNoticePDF(w io.Writer, n MeetingNotice) error {
	m := n.Meeting
	title := m.Name
	if title == "" {
		title = "Notice of a meeting"
	}
	top := topLine{over: "Notice of meeting", tail: m.Date, title: title}
	f := evenly(func(short float64) *flow {
		f := &flow{document: by.newDocument(documentTitle(title, m.Date)), top: top, short: short}
		f.notice(n)
		return f
	})
	f.finish(joined(" · ", by.Society, "Notice of "+lowerFirst(title)), m.Date)
	return f.writeTo(w)
}

// notice sets the letter.
func (f *flow) notice(n MeetingNotice) {
	f.y = f.startPage(f.top) + 1
	if n.Issued == "" {
		f.banner("Draft: this notice has not been sent")
	}
	f.whenAndWhere(n.Meeting)
	f.letter(n.Opening)
	f.agenda(n.Agenda)
	f.motions(n.Motions)
	f.support(n.Support)
	f.nominations(n.Nominations)
	f.toRead(n.Papers, n.PapersAt)
	f.deadlines(n.Deadlines)
	f.with(min(n.closing(), 120)) // the signature and the notes do not stand alone
	f.reach(n)
	for _, note := range n.Notes {
		f.words(margin, textWidth, note, smallStyle, 3.9)
	}
}

// lowerFirst is a title within a sentence.
func lowerFirst(s string) string {
	if s == "" || len(s) > 1 && s[1] >= 'A' && s[1] <= 'Z' {
		return s // "AGM"
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// banner says across the page what kind of copy this is.
func (f *flow) banner(text string) {
	f.box(margin, f.y, textWidth, 8, 0.4)
	f.textFit(margin+3, f.y+5.5, textWidth-6, text, bodyBold)
	f.y += 12
}

// whenAndWhere sets the day, the time and the place large enough to be found
// on a notice board.
func (f *flow) whenAndWhere(m MeetingHead) {
	for _, l := range [][2]string{{"When", m.when()}, {"Where", m.Place}} {
		if l[1] == "" {
			continue
		}
		f.text(margin, f.y+6.2*0.8, l[0], noteStyle)
		f.words(margin+20, textWidth-20, l[1], style{size: 13, weight: bold}, 6.2)
		f.y += 1
	}
	f.y += 1
	f.rule(margin, f.y, pageWidth-margin, f.y, strongLine, 0)
	f.y += 4
}

// words sets a text of any length at x, on as many lines and pages as it needs.
func (f *flow) words(x, width float64, text string, st style, leading float64) {
	for _, paragraph := range paragraphs(text) {
		for _, line := range wrap(printable(paragraph), st, width, maxRunes) {
			f.room(leading)
			f.text(x, f.y+leading*0.8, line, st)
			f.y += leading
		}
	}
}

// letter sets running text, its paragraphs apart.
func (f *flow) letter(text string) {
	for _, p := range paragraphs(text) {
		f.words(margin, textWidth, p, style{size: 10.5}, 5.2)
		f.y += 1.8
	}
}

// part begins a part of a letter under its heading, where so much stands with
// it on the page.
func (f *flow) part(heading string, with float64) {
	f.y += 3
	f.room(9 + with)
	f.text(margin, f.y+5, heading, style{size: 13, weight: bold})
	f.y += 8.5
}

// agenda is the items by letter, each with its rule in small at the right.
func (f *flow) agenda(items []AgendaLine) {
	const text, rule, leading = margin + 8.0, 26.0, 5.2
	if len(items) == 0 {
		return
	}
	f.part("Agenda", 3*leading)
	st := style{size: 10.5}
	for _, item := range items {
		lines := wrap(printable(item.Text), st, textWidth-8-rule, 6)
		f.room(float64(len(lines)) * leading)
		if item.Letter != "" {
			f.text(margin, f.y+4.2, item.Letter, bodyBold)
		}
		first := f.y
		for _, line := range lines {
			f.text(text, f.y+4.2, line, st)
			f.y += leading
		}
		if item.Rule != "" { // read after what it asks for
			f.textRight(pageWidth-margin, first+4.2, "Rule "+item.Rule, smallStyle)
		}
		for _, detail := range item.Details {
			f.words(text+4, textWidth-12-rule, detail, noteStyle, 4.7)
		}
		f.y += 0.9
	}
}

// motions are the proposals in full, each in a frame's margin, so that no one
// takes what stands around it for its words.
func (f *flow) motions(list []NoticeMotion) {
	const indent, leading = 5.0, 5.2
	if len(list) == 0 {
		return
	}
	f.part("Proposals", 3*leading)
	for _, m := range list {
		f.room(min(m.height(leading, textWidth-indent), 80)) // a short one in one piece
		f.words(margin, textWidth, m.Title, style{size: 11, weight: bold}, 5.4)
		f.y += 0.6
		for _, p := range paragraphs(m.Text) {
			for _, line := range wrap(printable(p), style{size: 10.5}, textWidth-indent, maxRunes) {
				f.room(leading)
				f.rule(margin+1.2, f.y, margin+1.2, f.y+leading, 0.6, 120)
				f.text(margin+indent, f.y+4.1, line, style{size: 10.5})
				f.y += leading
			}
		}
		f.y += 0.8
		for _, change := range m.Changes {
			for _, p := range paragraphs(change) {
				f.words(margin+indent, textWidth-indent, p, bodyStyle, 4.7)
			}
		}
		f.words(margin+indent, textWidth-indent, m.By, noteStyle, 4.7)
		f.words(margin+indent, textWidth-indent, m.Remark, smallStyle, 3.9)
		f.y += 3
	}
}

// support is what was sent in with the request for the meeting.
func (f *flow) support(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	f.part("In support of the proposals (rule 5.4)", 3*5.2)
	f.letter(text)
}

// height is how much a motion takes, its text set in lines of that width.
func (m NoticeMotion) height(leading, width float64) float64 {
	lines := 0
	for _, p := range paragraphs(m.Text) {
		lines += len(wrap(printable(p), style{size: 10.5}, width, maxRunes))
	}
	return 5.4 + 1.4 + leading*float64(lines) + 4.7*float64(1+len(m.Changes)) + 3.9
}

// nominations are the posts with who stands so far.
func (f *flow) nominations(posts []NoticePost) {
	const column, leading = 74.0, 5.2
	if len(posts) == 0 {
		return
	}
	f.part("Nominations so far", 3*leading)
	for _, p := range posts {
		who := strings.Join(p.Candidates, ", ")
		if who == "" {
			who = "None yet"
		}
		lines := wrap(printable(who), style{size: 10.5, weight: bold}, textWidth-column, 8)
		labels := wrap(printable(p.Post), style{size: 10.5}, column-4, 3)
		f.room(float64(max(len(lines), len(labels))) * leading)
		for i, line := range labels {
			f.text(margin, f.y+4.2+float64(i)*leading, line, style{size: 10.5})
		}
		for i, line := range lines {
			f.text(margin+column, f.y+4.2+float64(i)*leading, line, style{size: 10.5, weight: bold})
		}
		f.y += float64(max(len(lines), len(labels))) * leading
		f.words(margin+column, textWidth-column, p.Remark, smallStyle, 3.9)
		f.y += 0.8
	}
}

// toRead names the files that members read beforehand, and where they are.
func (f *flow) toRead(names []string, at string) {
	const leading = 5.2
	if len(names) == 0 {
		return
	}
	f.part("Papers for this meeting", 2*leading)
	for _, name := range names {
		f.words(margin, textWidth, name, style{size: 10.5}, leading)
	}
	f.words(margin, textWidth, "Sign in at "+at+" to read them, or ask the secretary for a copy.", noteStyle, 4.7)
}

// deadlines are the days by which something can still be sent in.
func (f *flow) deadlines(list []NoticeDeadline) {
	const column, leading = deadlineColumn, 5.2
	if len(list) == 0 {
		return
	}
	f.part("Still open", 2*leading)
	for _, d := range list {
		lines := wrap(printable(d.What), style{size: 10.5}, deadlineWidth, 4)
		f.room(float64(len(lines)) * leading)
		f.textFit(margin, f.y+4.2, column-3, d.By, style{size: 10.5, weight: bold})
		if d.Rule != "" {
			f.textRight(pageWidth-margin, f.y+4.2, "Rule "+d.Rule, smallStyle)
		}
		for _, line := range lines {
			f.text(margin+column, f.y+4.2, line, style{size: 10.5})
			f.y += leading
		}
		f.y += 0.6
	}
}

// reach says who signs, and how to reach them.
func (f *flow) reach(n MeetingNotice) {
	if n.From == "" && len(n.Reach) == 0 {
		return
	}
	const leading = 5.0
	f.y += 4
	f.room(4 * leading)
	f.words(margin, textWidth, n.From, style{size: 10.5, weight: bold}, 5.2)
	f.words(margin, textWidth, joined(" · ", n.Reach...), bodyStyle, leading)
	f.words(margin, textWidth, n.Issued, noteStyle, leading)
	f.y += 3
}

// closing is how much the end of a notice takes: who signs, and the notes.
func (n MeetingNotice) closing() float64 {
	height := 4 + 5.2 + 5 + 3 + 5*float64(len(wrap(printable(joined(" · ", n.Reach...)), bodyStyle, textWidth, maxRunes)))
	for _, note := range n.Notes {
		height += 3.9 * float64(len(wrap(printable(note), smallStyle, textWidth, maxRunes)))
	}
	return height
}

// What a day by which something can be sent in, and the thing, take across.
const (
	deadlineColumn = 46.0
	deadlineWidth  = textWidth - deadlineColumn - 24
)
