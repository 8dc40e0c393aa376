package reports

import "io"

// NominationForm is the paper on which somebody is nominated at an AGM (Rules 4.13 and
// 4.14).
type NominationForm struct {
	Meeting MeetingHead
	Posts   []string // to tick one of
	To      string   // who takes it: "Hēmi Tōtara, secretary"
	Reach   []string // and how they are reached, a way a line
}

// NominationFormPDF writes the form on one page: the post, and the three members who
// sign.
func (by Press) NominationFormPDF(w io.Writer, n NominationForm) error {
	top := topLine{
		over: n.Meeting.Name, tail: n.Meeting.Date, title: "Nomination",
		notes: []string{
			"One form for each person and post. It must reach the secretary before the meeting begins, signed by three " +
				"different members: the candidate, the proposer and the seconder (Rule 4.13). A sitting officer who stands " +
				"again for the same office needs no form (Rule 4.14).",
		},
	}
	f := &flow{document: by.newDocument(documentTitle(top.title, n.Meeting.Name, n.Meeting.Date)), top: top}
	f.y = f.startPage(top) + 2
	f.part("For the post of (mark one)", 20)
	for _, post := range n.Posts {
		f.room(8)
		f.box(margin+1, f.y+1, 4.5, 4.5, 0.35)
		f.textFit(margin+9, f.y+4.8, textWidth-9, post, style{size: 11})
		f.y += 7.5
	}
	f.part("Who signs", 60)
	for _, who := range []struct{ name, says string }{
		{"Candidate", "I stand for this post."}, {"Proposer", "I propose the candidate."},
		{"Seconder", "I second the candidate."},
	} {
		f.signer(who.name, who.says)
	}
	f.part("Return to", 20)
	f.words(margin, textWidth, n.To, style{size: 10.5, weight: bold}, 5.2)
	for _, line := range n.Reach {
		f.words(margin, textWidth, line, style{size: 10.5}, 5)
	}
	f.y += 8
	f.with(12)
	f.blank(margin, f.y+5, 84, "Received by the secretary on")
	f.blank(margin+92, f.y+5, textWidth-92, "Initials")
	f.finish(joined(" · ", by.Society, top.title, n.Meeting.Name), n.Meeting.Date)
	return f.writeTo(w)
}

// signer is the place for one who signs: what they say by it, name, number, day.
func (f *flow) signer(name, says string) {
	const height = 30.0
	f.room(height + 3)
	f.box(margin, f.y, textWidth, height, 0.3)
	used := f.text(margin+3, f.y+6, name, bodyBold)
	f.text(margin+3+used+3, f.y+6, says, noteStyle)
	half := textWidth / 2
	f.blank(margin+3, f.y+15, half-6, "Name")
	f.blank(margin+half+3, f.y+15, half-6, "Member number")
	f.blank(margin+3, f.y+26, half-6, "Signature")
	f.blank(margin+half+3, f.y+26, half-6, "Date")
	f.y += height + 3
}

// blank is a line to write on after its label.
func (d *document) blank(x, y, width float64, label string) {
	used := d.text(x, y, label, noteStyle)
	d.rule(x+used+2, y+0.8, x+width, y+0.8, 0.25, 0)
}
