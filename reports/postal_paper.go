package reports

import (
	"fmt"
	"io"
)

// VotingPapersPDF writes the voting papers of a postal vote, one after the
// other, each beginning on a page of its own and numbered by itself
// (Rules 5.9, 5.10). It fails if a code is too long to be scanned.
func (by Press) VotingPapersPDF(w io.Writer, v PostalVote, papers []VotingPaper) error {
	d := by.newDocument(documentTitle("Voting papers", v.Title))
	if len(papers) == 0 {
		d.startPage(topLine{over: v.Title, title: "Voting papers", notes: []string{"There is no one on the roll."}})
	}
	all := newVotingPapers(d, v)
	for _, p := range papers {
		if err := all.draw(p); err != nil {
			return fmt.Errorf("the voting paper of %s: %w", p.Name, err)
		}
	}
	return d.writeTo(w)
}

// votingPapers are papers being laid out. What all of them say is laid out and drawn once.
type votingPapers struct {
	*document
	vote    PostalVote
	motions [][]string         // the lines of each
	head    mark               // what stands at the top of each
	headEnd float64            // where that ends
	bodies  map[float64][]mark // what stands below the name, on each page, by where it begins
}

// paperBody is what stands below the name of a paper, being laid out.
type paperBody struct {
	*document
	vote PostalVote
	y    float64
}

const (
	paperCode  = 30.0 // side of the code on a voting paper, with the quiet zone below and beside it
	codeSide   = 25.0 // its dark modules
	choiceRow  = 11.0 // height of the row of boxes
	motionLead = 5.2

	motionIndent = 12.0
)

var motionStyle = style{size: 10.5}

func newVotingPapers(d *document, v PostalVote) *votingPapers {
	p := &votingPapers{document: d, vote: v, motions: motionLines(v), bodies: map[float64][]mark{}}
	p.head = d.once(func(on *document) { p.headEnd = on.paperHead(v) })[0]
	return p
}

// motionLines are the texts of the motions, each broken into lines.
func motionLines(v PostalVote) [][]string {
	out := make([][]string, len(v.Motions))
	for i, m := range v.Motions {
		for _, paragraph := range paragraphs(m.Text) {
			out[i] = append(out[i], wrap(printable(paragraph), motionStyle, textWidth-motionIndent, maxRunes)...)
		}
	}
	return out
}

// paperHead names the vote, and returns where the member's name stands.
func (d *document) paperHead(v PostalVote) float64 {
	wordmark, lines := nameLines(printable(d.society))
	for i, line := range lines {
		d.text(margin+11.5, margin+2+4*float64(i), line, wordmark)
	}
	y := margin + 19
	d.text(margin, y, "Voting paper", titleStyle)
	y += 7
	for _, line := range wrap(printable(v.Title), style{size: 11.5, weight: bold}, textWidth-paperCode-8, uncut) {
		d.text(margin, y, line, style{size: 11.5, weight: bold})
		y += 5.4
	}
	y = max(y, margin+paperCode+4) + 4.5
	d.text(margin, y, "Name", noteStyle)
	return y
}

// draw sets one paper. It fails if its code is too long to be scanned.
func (p *votingPapers) draw(paper VotingPaper) error {
	first := len(p.pages)
	y, err := p.name(paper)
	if err != nil {
		return err
	}
	for i, body := range p.body(y) {
		if i > 0 {
			p.furtherPage(paper)
		}
		p.add(body)
	}
	p.footFrom(first, joined(" · ", p.society, "Voting paper "+paper.Serial, "Rule 5.10"))
	return nil
}

// name begins a paper with the vote, its code and the member, and returns where that ends.
func (p *votingPapers) name(paper VotingPaper) (float64, error) {
	p.addPage()
	p.mark(margin, margin-1.5, 9)
	if paper.Code != "" {
		if err := p.qrCodeUpTo(paper.Code, pageWidth-margin, margin-1.5, codeSide); err != nil {
			return 0, err
		}
	}
	p.textRight(pageWidth-margin, margin+paperCode+3, paper.Serial, style{size: 12, weight: bold})
	p.add(p.head)
	y := p.headEnd
	if paper.Name == "" {
		p.rule(margin+20, y+0.5, margin+120, y+0.5, 0.3, 0)
	}
	for _, line := range wrap(printable(paper.Name), style{size: 14, weight: bold}, textWidth-20, uncut) {
		p.text(margin+20, y, line, style{size: 14, weight: bold})
		y += 6
	}
	return y, nil
}

// furtherPage begins a further page of a paper.
func (p *votingPapers) furtherPage(paper VotingPaper) {
	p.addPage()
	p.mark(pageWidth-margin-6, margin-1, 6)
	used := p.textFit(margin, margin+4, textWidth*0.5, "Voting paper "+paper.Serial, style{size: 12, weight: bold})
	p.textWhole(margin+used+3, margin+4, textWidth-used-14, 5, paper.Name, overStyle)
}

// body is what stands below the name of a paper, page by page, if it begins there.
func (p *votingPapers) body(from float64) []mark {
	if body, known := p.bodies[from]; known {
		return body
	}
	body := p.once(func(on *document) {
		b := paperBody{on, p.vote, from}
		b.y = b.paragraph(
			margin, b.y+1.5, textWidth, 4.8,
			"Put a cross in one box for each motion: Yes, No or Abstain. Then sign below, as Rule 5.10 asks.", style{size: 10.5},
		)
		for i, m := range p.vote.Motions {
			b.motion(m, p.motions[i])
		}
		b.signature()
		b.returning()
	})
	p.bodies[from] = body
	return body
}

// room begins a further page of the paper unless that much of this one is free.
func (p *paperBody) room(height float64) {
	if p.y+height <= contentBottom {
		return
	}
	p.addPage()
	p.y = margin + 11
}

// motion sets a motion's text, over as many pages as it needs, and its boxes
// together with the text's last lines.
func (p *paperBody) motion(m PostalMotion, lines []string) {
	head := 4.0
	if m.Constitution {
		head = 9
	}
	p.room(head + float64(min(len(lines), 3))*motionLead + choiceRow)
	p.rule(margin, p.y, pageWidth-margin, p.y, strongLine, 0)
	p.text(margin, p.y+6.4, numberText(m.Number), style{size: 14, weight: bold})
	if m.Constitution {
		p.text(margin+motionIndent, p.y+5.4, "Affects the constitution (Rule 5.12)", headingStyle)
	}
	p.y += head
	for i, line := range lines {
		need := motionLead
		if i == max(0, len(lines)-2) {
			need = 2*motionLead + choiceRow // the boxes never stand alone
		}
		p.room(need)
		p.text(margin+motionIndent, p.y+2.6, line, motionStyle)
		p.y += motionLead
	}
	p.room(choiceRow)
	p.choices(m)
	p.y += choiceRow + 1
}

// choices are the three boxes, each with the motion's number beside it: a
// motion that flows over pages is never mistaken for the next.
func (p *paperBody) choices(m PostalMotion) {
	const box, column = 7.0, 44.0
	y := p.y + 1
	p.text(margin+motionIndent, y+5.2, "Motion "+numberText(m.Number), noteStyle)
	for i, word := range []string{"Yes", "No", "Abstain"} {
		x := margin + 40 + float64(i)*column
		p.box(x, y, box, box, 0.5)
		p.text(x+box+3, y+5.2, word, style{size: 13, weight: bold})
	}
}

func (p *paperBody) signature() {
	const height, signed, when = 25.0, 100.0, 112.0
	p.room(height)
	p.rule(margin, p.y, pageWidth-margin, p.y, strongLine, 0)
	line := p.y + 16
	p.rule(margin, line, margin+signed, line, 0.3, 0)
	p.text(margin, line+4.2, "Signature", noteStyle)
	p.rule(margin+when, line, pageWidth-margin, line, 0.3, 0)
	p.text(margin+when, line+4.2, "Date", noteStyle)
	p.y += height
}

// returning says where the paper goes and until when (Rules 5.9 d and e, 5.10).
func (p *paperBody) returning() {
	address := wrapAll(p.vote.Address, bodyBold, 80)
	p.room(9 + max(27, float64(len(address))*4.8))
	p.text(margin, p.y+4, "How to return it", headingStyle)
	p.text(margin+94, p.y+4, "Tellers’ address", headingStyle)
	y := p.y + 9.5
	for _, line := range address {
		p.text(margin+94, y, line, bodyBold)
		y += 4.8
	}
	y = p.y + 9.5
	say := "Post it to the tellers, or give it to your club’s secretary, who will send it on."
	if p.vote.Closing != "" {
		say = "It must reach the tellers by " + p.vote.Closing + ". " + say
	}
	y = p.paragraph(margin, y, 86, 4.8, say, bodyStyle)
	p.paragraph(margin, y+0.6, 86, 4.4, "The tellers do not tell anyone how you voted (Rule 5.11).", noteStyle)
	p.y = y
}

// pageText is the number of a page in a foot.
func pageText(n, of int) string { return fmt.Sprintf("Page %d of %d", n, of) }

// wrapAll wraps each of some lines to the width; empty ones are left out.
func wrapAll(lines []string, st style, width float64) []string {
	var out []string
	for _, line := range lines {
		if line = printable(line); line != "" {
			out = append(out, wrap(line, st, width, 3)...)
		}
	}
	return out
}
