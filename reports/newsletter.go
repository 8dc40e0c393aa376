package reports

import (
	"io"
	"slices"
)

// Newsletter is a newsletter on paper.
type Newsletter struct {
	Title, Day string
	Draft      bool // it was not sent: the print says so
	Parts      []NewsletterPart
}

// NewsletterPart is the introduction, or a piece of news.
type NewsletterPart struct {
	Title  string // "" of the introduction
	Text   []TextBlock
	Photos []Photo
	Note   string // below them
}

// NewsletterPDF writes a newsletter for the notice board, and for who reads on paper.
func (by Press) NewsletterPDF(w io.Writer, n Newsletter) error {
	f := &flow{document: by.newDocument(documentTitle(n.Title, n.Day)), top: topLine{over: "Newsletter", tail: n.Day, title: n.Title}}
	f.y = f.startPage(f.top) + 1
	f.rule(margin, f.y, pageWidth-margin, f.y, strongLine, 0)
	f.y += 4
	if n.Draft {
		f.banner("Draft: this newsletter has not been sent")
	}
	if err := f.newsletter(n); err != nil {
		return err
	}
	f.finish(joined(" · ", by.Society, "Newsletter", n.Title), n.Day)
	return f.writeTo(w)
}

// NewsletterCopies are copies of a newsletter that go by post.
type NewsletterCopies struct {
	Newsletter
	To []PostalAddressee
}

// NewsletterCopiesPDF writes a copy for each person, with the address where a window envelope shows it.
func (by Press) NewsletterCopiesPDF(w io.Writer, c NewsletterCopies) error {
	n := c.Newsletter
	d := by.newDocument(documentTitle(n.Title, "copies on paper"))
	if len(c.To) == 0 {
		d.startPage(topLine{title: n.Title, notes: []string{"There is no one to write to on paper."}})
		return d.writeTo(w)
	}
	d.addPage()
	d.wordmark(pageWidth-margin, margin)
	d.textRight(pageWidth-margin, 52, n.Day, style{size: 11})
	f := &flow{document: d, top: topLine{over: "Newsletter", tail: n.Day, title: n.Title}, y: 94}
	if n.Draft {
		f.banner("Draft: this newsletter has not been sent")
	}
	f.y = d.paragraph(margin, f.y, textWidth, 6.8, printable(n.Title), style{size: 15, weight: bold}) + 2
	if err := f.newsletter(n); err != nil {
		return err
	}
	d.footFrom(0, joined(" · ", by.Society, "Newsletter", n.Title))
	copied := d.pages // drawn for each, laid out once
	d.pages = nil
	for _, to := range c.To {
		d.addPage()
		d.addressWindow(to, by.returnTo())
		d.pages[d.page] = append(d.pages[d.page], copied[0]...)
		d.pages = append(d.pages, copied[1:]...)
	}
	return d.writeTo(w)
}

// newsletter sets its parts.
func (f *flow) newsletter(n Newsletter) error {
	for _, p := range n.Parts {
		blocks := p.Text
		if p.Title != "" {
			if f.y > f.began+20 {
				f.y += 3
			}
			title := TextBlock{Kind: TextHeading, Level: 1, Spans: []TextSpan{{Text: p.Title}}}
			blocks = slices.Concat([]TextBlock{title}, blocks)
		}
		for i, b := range blocks {
			f.room(together(blocks[i:], false))
			f.block(b)
			if b.Tight {
				f.y -= gapBelow(b)
			} else if b.Kind == TextItem && (i+1 == len(blocks) || blocks[i+1].Kind != TextItem) {
				f.y += 1.3 // a list is apart from what follows
			}
		}
		if err := f.photos(p.Photos); err != nil {
			return err
		}
		if p.Note != "" {
			f.words(margin, textWidth, p.Note, noteStyle, 4.7)
		}
	}
	return nil
}

// gapBelow is what a block leaves free below it.
func gapBelow(b TextBlock) float64 {
	switch b.Kind {
	case TextItem:
		return 0.7
	case TextQuote:
		return quoteGap
	case TextParagraph:
		return 2
	}
	return 0
}

// How large pictures are set at most, and how fine, in dots on a millimetre: a small one is not blown up.
const (
	photoWidth  = 120.0
	photoHeight = 90.0
	photoDots   = 4.0
)

// photos sets pictures below each other, each with what it shows.
func (f *flow) photos(list []Photo) error {
	for _, p := range list {
		which, shape, err := f.addPhoto(p.Content)
		if err != nil {
			return err
		}
		width := min(photoWidth, photoHeight/shape, float64(f.document.photos[which].width)/photoDots)
		height := width * shape
		says := wrap(printable(p.Says), noteStyle, textWidth, maxRunes)
		f.room(1 + height + float64(min(len(says), 3))*4.7)
		f.add(mark{kind: photoMark, x: margin, y: f.y + 1, width: width, height: height, block: which})
		f.y += height + 1.5
		f.words(margin, textWidth, p.Says, noteStyle, 4.7)
		f.y += 2
	}
	return nil
}
