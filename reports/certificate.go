package reports

import "io"

// Certificate is a certificate or diploma on one page, to be framed. Names may be in any script.
type Certificate struct {
	Over    string // what it is: "Certificate", "Diploma"
	Number  string // of the register: "No. 12"; "" without one
	Name    string // of whom it is for
	Members string // of a team: "Mei Lin, Tama Rāwiri"; "" of a person
	Before  string // between the name and what is given: "is awarded the grade of"; "" holds a title
	What    string // "Champion of New Zealand", "3 dan"
	When    string // "2026"
	With    string // "Shared with Mei Lin"
	Event   string
	Day     string
	By      string   // by whose decision: "By resolution 2026/3 of the committee, 4 July 2026"
	Signed  []string // below each line for a signature: "President"
}

// CertificatePDF writes a certificate: the board's edge around the page, the name large, lines for signatures.
func (by Press) CertificatePDF(w io.Writer, c Certificate) error {
	d := by.newDocument(documentTitle(c.Over, c.What, c.Name))
	d.certificate(c)
	return d.writeTo(w)
}

// Certificates are those of an event, a page for each.
type Certificates struct {
	Event        string
	Certificates []Certificate
}

// CertificatesPDF writes certificates in the order given.
func (by Press) CertificatesPDF(w io.Writer, s Certificates) error {
	d := by.newDocument(documentTitle(s.Event, "certificates"))
	if len(s.Certificates) == 0 {
		d.startPage(topLine{over: s.Event, title: "Certificates", notes: []string{"No one has one yet."}})
	}
	for _, c := range s.Certificates {
		d.certificate(c)
	}
	return d.writeTo(w)
}

// certificate sets one certificate on a page of its own.
func (d *document) certificate(c Certificate) {
	d.addPage()
	d.add(mark{kind: edgeMark})
	const centre = pageWidth / 2
	d.mark(centre-13, 42, 26)
	society, lines := wholeIn(d.society, certificateSociety, 150, 14)
	for i, line := range lines {
		d.textCentre(centre, 80+society.leading()*(float64(i)-float64(len(lines)-1)/2), line, society)
	}
	d.textCentre(centre, 92, c.Over, style{size: 15, grey: 60})
	y := d.centred(118, c.Name, 34, 2)
	if c.Members != "" {
		y = d.centred(y, c.Members, 14, 3) + 2
	}
	before := c.Before
	if before == "" {
		before = "is"
	}
	d.textCentre(centre, y+4, before, style{size: 14, grey: 40})
	y = d.centred(y+22, joined(" ", c.What, c.When), 27, 2)
	for _, line := range []string{c.With, joined(", ", c.Event, c.Day), c.By} {
		if line == "" {
			continue
		}
		st, parts := wholeIn(line, certificateText, 150, 13)
		for _, part := range parts {
			d.textCentre(centre, y, part, st)
			y += 6.5 * st.size / certificateText.size
		}
	}
	d.signed(c)
}

var (
	certificateSociety = style{size: 16, weight: bold}
	certificateText    = style{size: 12, grey: 30}
)

// centred sets a text as large as fits the width, in at most so many lines, and returns where the next begins.
func (d *document) centred(y float64, text string, size float64, lines int) float64 {
	const width = 152.0
	st := style{size: size, weight: bold}
	text = printable(text)
	for st.size > 16 && len(wrap(text, st, width, lines+1)) > 1 {
		st.size--
	}
	for st.size > 7 && len(wrap(text, st, width, lines+1)) > lines { // a name is never cut
		st.size, lines = st.size-1, lines+1
	}
	for _, line := range wrap(text, st, width, lines) {
		d.textCentre(pageWidth/2, y, line, st)
		y += st.size * mmPerPoint * 1.25
	}
	return y
}

// boardEdge draws the edge of a board around the page: two lines, crossings between them, and a stone in each corner.
func (d *document) boardEdge() {
	const outer, inner, step = 14.0, 21.0, 7.0
	right, bottom := pageWidth-outer, pageHeight-outer
	d.box(outer, outer, right-outer, bottom-outer, 0.9)
	d.box(inner, inner, pageWidth-2*inner, pageHeight-2*inner, 0.25)
	for x := inner + step; x < pageWidth-inner-0.1; x += step {
		d.rule(x, outer, x, inner, 0.2, 120)
		d.rule(x, pageHeight-inner, x, bottom, 0.2, 120)
	}
	for y := inner + step; y < pageHeight-inner-0.1; y += step {
		d.rule(outer, y, inner, y, 0.2, 120)
		d.rule(pageWidth-inner, y, right, y, 0.2, 120)
	}
	for i, at := range [][2]float64{{inner, inner}, {pageWidth - inner, inner}, {inner, pageHeight - inner}, {pageWidth - inner, pageHeight - inner}} {
		c := black
		if i == 1 || i == 2 {
			c = white
		}
		d.stone(c, at[0], at[1], 3.3)
	}
}

// signed sets the lines for signatures, the day and the number at the foot.
func (d *document) signed(c Certificate) {
	const y, from = 246.0, 34.0
	signed := c.Signed
	if len(signed) == 0 {
		signed = []string{"President", "Secretary"}
	}
	wide := (pageWidth - 2*from - 10*float64(len(signed)-1)) / float64(len(signed))
	for i, who := range signed {
		x := from + float64(i)*(wide+10)
		d.rule(x, y, x+wide, y, 0.25, 0)
		d.textCentre(x+wide/2, y+5, fit(printable(who), noteStyle, wide), noteStyle)
	}
	d.textCentre(pageWidth/2, y+17, c.Number, noteStyle)
}
