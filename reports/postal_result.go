package reports

import (
	"fmt"
	"io"
)

// PostalDeclarationPDF writes the declaration of the result: each motion in
// full with its counts, its outcome and the arithmetic of it (Rules 5.12,
// 5.13), and the hashes that tie it to what was kept.
func (by Press) PostalDeclarationPDF(w io.Writer, p PostalDeclaration) error {
	const title = "Declaration of the result"
	f := evenly(func(short float64) *flow {
		f := &flow{
			document: by.newDocument(documentTitle(title, p.Vote.Title)), short: short,
			top: topLine{over: "Postal vote", tail: p.Vote.Title, title: title},
		}
		f.declaration(p)
		return f
	})
	f.finish(joined(" · ", by.Society, title, p.Vote.Title), p.Declared)
	return f.writeTo(w)
}

// declaration sets what is declared, and the lines to sign on.
func (f *flow) declaration(p PostalDeclaration) {
	f.y = f.startPage(f.top) + 2
	f.row("Declared", p.Declared, "A motion that is carried takes effect when the result is declared (Rule 5.13).")
	f.row("Closed", p.Vote.Closing, "")
	f.row("Motions framed by", p.Held, "")
	f.row("Typed by hand", p.Typed, "")
	f.row("Tellers", joined(", ", p.Vote.Tellers...), "")
	f.row("Roll", rollText(p.Vote), "")
	f.row("Papers", papersText(p), "")
	f.row("Papers kept", untilText(p.Keep), "")
	f.y += 3
	for _, o := range p.Outcomes {
		f.outcome(p.Vote.Motions, o)
	}
	f.tellerHistory(p.History)
	f.seals(p.Seals)
	f.with(signatureRoom)
	f.rule(margin, f.y+15, margin+82, f.y+15, 0.25, 0)
	f.textWhole(margin, f.y+19.4, 82, leastSigned, p.By, noteStyle)
	f.textWhole(margin+92, f.y+14.4, textWidth-92, leastSigned, p.Declared, bodyStyle)
	f.rule(margin+92, f.y+15, pageWidth-margin, f.y+15, 0.25, 0)
	f.textFit(margin+92, f.y+19.4, textWidth-92, "Date", noteStyle)
	f.y += signatureRoom
}

// tellerHistory is what was done about the tellers of a vote and their keys.
func (f *flow) tellerHistory(lines []string) {
	f.list("What was done about the tellers", lines)
}

func rollText(v PostalVote) string {
	switch {
	case v.Roll == 0:
		return ""
	case v.Rolled == "":
		return fmt.Sprintf("%d members", v.Roll)
	}
	return fmt.Sprintf("%d members registered on %s", v.Roll, v.Rolled)
}

func papersText(p PostalDeclaration) string {
	if p.Papers == 0 {
		return ""
	}
	return fmt.Sprintf("%d came back, %d valid, %d rejected", p.Papers, p.Valid, p.Rejected)
}

func untilText(day string) string {
	if day == "" {
		return ""
	}
	return "until " + day + " (Rule 5.11)"
}

// outcome is one motion: what it said, how it was voted on, what became of it
// and why.
func (f *flow) outcome(motions []PostalMotion, o PostalOutcome) {
	f.room(34)
	f.rule(margin, f.y+0.2, pageWidth-margin, f.y+0.2, strongLine, 0)
	f.y += 1.5
	heading := "Motion " + numberText(o.Number)
	for _, m := range motions {
		if m.Number == o.Number && m.Constitution {
			heading += " · affects the constitution"
		}
	}
	f.passage(heading, motionText(motions, o.Number), style{size: 10.5})
	f.room(20)
	const step = 38.0
	for i, count := range []int{o.Yes, o.No, o.Abstain, o.Informal} {
		x := margin + float64(i)*step
		f.text(x, f.y+6, fmt.Sprint(count), style{size: 15, weight: bold})
		f.text(x+widthOf(fmt.Sprint(count), style{size: 15, weight: bold})+2, f.y+6, tallyWords[i], noteStyle)
	}
	f.y += 9
	f.passageAloneIn(o.Outcome, style{size: 13, weight: bold}, 6)
	for _, line := range o.Lines {
		f.passageAloneIn(line, noteStyle, 4.8)
	}
	for _, line := range o.Readings {
		f.passageAloneIn("Reading applied: "+line, noteStyle, 4.8)
	}
	f.y += 3
}

// PostalDestructionPDF writes the record that the papers of a vote were
// destroyed after they had been kept for as long as Rule 5.11 asks.
func (by Press) PostalDestructionPDF(w io.Writer, p PostalDestruction) error {
	const title = "Record of destruction"
	d := by.newDocument(documentTitle(title, p.Vote.Title))
	f := &flow{document: d, top: topLine{over: "Postal vote", tail: p.Vote.Title, title: title}}
	f.y = f.startPage(f.top) + 2
	f.row("Declared", p.Declared, "")
	f.row("Kept", untilText(p.Keep), "")
	f.row("Destroyed", p.Destroyed, "")
	f.y += 3
	f.list("What was destroyed", p.What)
	f.passageAlone(
		"The totals, the outcome of each motion and this record are kept. Nothing kept says how any member voted.",
	)
	f.y += 2
	f.seals(p.Seals)
	f.y = f.signatures(f.top, f.y, p.By, "")
	f.finish(joined(" · ", by.Society, title, p.Vote.Title), p.Destroyed)
	return d.writeTo(w)
}
