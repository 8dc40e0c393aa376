package reports

import "io"

// Badges are the name badges of an event's players.
type Badges struct {
	Event  string
	Badges []Badge
}

// Badge is one player's badge. Empty texts are left out.
type Badge struct {
	Name    string
	Grade   string // "3 dan"
	From    string // club, country
	Section string
}

// A sheet of badges as their holders are sold: 2 × 5 to an A4 page, 90 × 54 mm each, cut along the lines.
const (
	badgesAcross = 2
	badgesDown   = 5
	badgeWidth   = 90.0
	badgeHeight  = 54.0
)

// BadgesPDF writes the badges, in the order given, with lines to cut along.
func (by Press) BadgesPDF(w io.Writer, s Badges) error {
	d := by.newDocument(documentTitle(s.Event, "badges"))
	if len(s.Badges) == 0 {
		d.startPage(topLine{over: s.Event, title: "Name badges", notes: []string{"No one is entered yet."}})
	}
	const left, top = (pageWidth - badgesAcross*badgeWidth) / 2, (pageHeight - badgesDown*badgeHeight) / 2
	for i, b := range s.Badges {
		at := i % (badgesAcross * badgesDown)
		if at == 0 {
			d.addPage()
			for k := range badgesAcross + 1 {
				x := left + float64(k)*badgeWidth
				d.dashes(x, top, x, pageHeight-top)
			}
			for k := range badgesDown + 1 {
				y := top + float64(k)*badgeHeight
				d.dashes(left, y, pageWidth-left, y)
			}
		}
		d.badge(s.Event, b, left+float64(at%badgesAcross)*badgeWidth, top+float64(at/badgesAcross)*badgeHeight)
	}
	return d.writeTo(w)
}

// badge sets one badge with its top left corner at x, y.
func (d *document) badge(event string, b Badge, x, y float64) {
	const inset = 6.0
	middle := x + badgeWidth/2
	d.mark(x+inset, y+inset-1.5, 6)
	small, lines := wholeIn(event, style{size: 9, grey: 60}, badgeWidth-2*inset-8.5, 8.5)
	for i, line := range lines {
		d.text(x+inset+8.5, y+inset+2.7+(float64(i)-float64(len(lines)-1)/2)*small.leading(), line, small)
	}
	name := style{size: 22, weight: bold}
	name, lines = wholeIn(b.Name, name, badgeWidth-2*inset, 19)
	lineY := y + 28 - float64(len(lines)-1)*name.leading()/2
	for _, line := range lines {
		d.textCentre(middle, lineY, line, name)
		lineY += name.leading()
	}
	d.textCentre(middle, y+41, printable(b.Grade), style{size: 14})
	small, lines = wholeIn(joined(" · ", b.From, b.Section), style{size: 10, grey: 40}, badgeWidth-2*inset, 6.5)
	for i, line := range lines {
		d.textCentre(middle, y+48+(float64(i)-float64(len(lines)-1)/2)*small.leading(), line, small)
	}
}
