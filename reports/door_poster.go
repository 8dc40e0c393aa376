package reports

import "io"

// DoorPosterPDF writes the poster for the door: one sheet with a code that a phone reads from two metres away. It fails
// if the address is longer than [MaxCardURL].
func (by Press) DoorPosterPDF(w io.Writer, p DoorPoster) error {
	d := by.newDocument(documentTitle(p.Event, p.Section, "poster for the door"))
	d.addPage()
	const middle, code = pageWidth / 2, 120.0
	d.mark(middle-9, 18, 18)
	y := 50.0
	title, lines := wholeIn(p.Event, style{size: 26, weight: bold}, textWidth, 22)
	for _, line := range lines {
		d.textCentre(middle, y, line, title)
		y += title.leading()
	}
	for _, line := range []string{p.Section, joined(" · ", p.Days, p.Place)} {
		if line == "" {
			continue
		}
		small, lines := wholeIn(line, style{size: 14, grey: 60}, textWidth, 11)
		for _, part := range lines {
			d.textCentre(middle, y, part, small)
			y += small.leading() + 0.7
		}
	}
	if p.URL != "" {
		if err := d.qrCode(p.URL, middle-code/2, 96, code); err != nil {
			return err
		}
	}
	d.textCentre(middle, 228, "Are you playing? Say that you are here.", style{size: 22, weight: bold})
	d.textCentre(middle, 239, "Scan the code, find your name, press “I am here”.", style{size: 15})
	d.textCentre(middle, 247, "No phone? Tell the director.", style{size: 15})
	address := p.ShortURL
	if address == "" {
		address = p.URL
	}
	y = 262
	small := style{size: 12, grey: 40}
	for _, line := range wrap(printable(address), small, textWidth, 2) {
		d.textCentre(middle, y, line, small)
		y += 5.5
	}
	return d.writeTo(w)
}
