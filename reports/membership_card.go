package reports

import (
	"fmt"
	"io"

	"nzgs/internal/civil"
)

// MembershipCards are cards to cut out, in the order of a list.
type MembershipCards struct {
	Title string // of the file: "Membership cards, Wellington Go Club"
	Cards []MembershipCard
}

// MembershipCard is one member's card. Empty texts are left out.
type MembershipCard struct {
	Name     string
	Number   string
	Club     string
	Kind     string
	Until    civil.Date
	URL      string // of the page that says whether it is good
	ShortURL string // the site's name, as one knows it before scanning
}

// Cards have the size of bank cards, 85.6 × 54 mm, 2 × 5 to an A4 page. They stand side by side, so that one cut parts two.
const (
	cardsAcross, cardsDown = 2, 5
	cardsPerPage           = cardsAcross * cardsDown
	cardWidth, cardHeight  = 85.6, 54.0
)

// MembershipCardsPDF writes the cards with lines to cut along. The sheets are cut in one stack: the ten stacks, laid on each
// other, are in the order of the list. It fails if an address is longer than [MaxCardURL].
func (by Press) MembershipCardsPDF(w io.Writer, s MembershipCards) error {
	d := by.newDocument(s.Title)
	if len(s.Cards) == 0 {
		d.startPage(topLine{title: s.Title, notes: []string{"There is no member to print a card for."}})
	}
	const left, top = (pageWidth - cardsAcross*cardWidth) / 2, (pageHeight - cardsDown*cardHeight) / 2
	sheets := (len(s.Cards) + cardsPerPage - 1) / cardsPerPage
	across, down := min(cardsAcross, max(1, len(s.Cards))), min(cardsDown, (len(s.Cards)+cardsAcross-1)/cardsAcross)
	for sheet := range sheets {
		d.addPage()
		d.cutMarks(left, top, across, down)
		for i := range cardsPerPage {
			n := i*sheets + sheet // so that cut stacks follow each other
			if n >= len(s.Cards) {
				break
			}
			x, y := left+float64(i%cardsAcross)*cardWidth, top+float64(i/cardsAcross)*cardHeight
			if err := d.membershipCard(by, s.Cards[n], x, y); err != nil {
				return fmt.Errorf("the card of number %s: %w", s.Cards[n].Number, err)
			}
		}
	}
	return d.writeTo(w)
}

// cutMarks draws the lines between and around so many cards, a little beyond them.
func (d *document) cutMarks(left, top float64, across, down int) {
	const beyond = 4.0
	right, bottom := left+float64(across)*cardWidth, top+float64(down)*cardHeight
	for k := range across + 1 {
		x := left + float64(k)*cardWidth
		d.dashes(x, top-beyond, x, bottom+beyond)
	}
	for k := range down + 1 {
		y := top + float64(k)*cardHeight
		d.dashes(left-beyond, y, right+beyond, y)
	}
}

// membershipCard draws one card with its top left corner at x, y: whose it is on the left, the code on the right.
func (d *document) membershipCard(by Press, c MembershipCard, x, y float64) error {
	const (
		inset = 5.5
		code  = 27.0
		text  = cardWidth - 2*inset - code - 2
		foot  = cardHeight - inset
	)
	left, small := x+inset, style{size: 7.5, grey: 60}
	d.mark(left, y+inset, 5.5)
	d.textWhole(left+8, y+inset+4, cardWidth-2*inset-8, 6, by.Society, style{size: 9, weight: bold})

	name := style{size: 14, weight: bold}
	for name.size > 6 && name.size*mmPerPoint*1.15*float64(len(wrap(printable(c.Name), name, text, maxRunes))) > 15 {
		name.size -= 0.5
	}
	d.textWhole(left, y+16+name.size*mmPerPoint*0.8, text, name.size, c.Name, name)
	d.text(left, y+34.6, printable("Member "+c.Number), style{size: 9})
	club, lines := wholeIn(joined(" · ", c.Club, c.Kind), small, text, 2.001*small.leading())
	for i, line := range lines {
		d.text(left, y+35.3+club.size*mmPerPoint*0.72+club.leading()*float64(i), line, club)
	}
	d.text(left, y+foot-5.2, "Member until", small)
	d.text(left, y+foot, printable(c.Until.Long()), style{size: 11, weight: bold})

	if c.URL == "" {
		return nil
	}
	if err := d.qrCode(c.URL, x+cardWidth-inset-code+2, y+foot-code-3.2, code); err != nil {
		return err
	}
	check, lines := wholeIn("Check: "+c.ShortURL, style{size: 6.5, grey: 60}, cardWidth/2, 2.8)
	for i, line := range lines {
		d.textRight(x+cardWidth-inset, y+foot+check.leading()*float64(i), line, check)
	}
	return nil
}
