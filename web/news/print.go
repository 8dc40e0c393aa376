package news

import (
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/markdown"
	"nzgs/internal/newsletter"
	"nzgs/reports"
	"nzgs/web/kit"
)

// How much of pictures a print holds, so that it is made within two seconds; of the others it says where they are.
const (
	mostDots  = 40_000_000 // a PNG of a few bytes is drawn on white, dot by dot
	mostBytes = 6 << 20    // as they are printed
)

// taken is how much of pictures a print holds already.
type taken struct{ dots, bytes int }

// take prepares a picture for the print, if there is room. Once there is none, there is none for the next.
func (p *taken) take(photo reports.Photo) (out reports.Photo, fits bool, err error) {
	dots, err := photo.Dots()
	if p.dots += dots; err != nil || p.dots > mostDots || p.bytes > mostBytes {
		return out, false, err
	}
	out, err = photo.Printable()
	p.bytes += len(out.Content)
	return out, err == nil && p.bytes <= mostBytes, err
}

// printed is a newsletter for paper. It has the pictures that the public sees now: of the rest, none.
func (s *Desk) printed(c echo.Context, i newsletter.Issue) (reports.Newsletter, error) {
	out := reports.Newsletter{Title: i.Title, Day: i.Sent.Date().Long(), Draft: i.Sent.IsZero()}
	if out.Draft {
		out.Day = s.Today().Long()
	}
	var held taken
	for n, part := range i.Parts() {
		text := part.Text
		if part.Title != "" {
			text = text.Below(1)
		}
		p := reports.NewsletterPart{Title: part.Title, Text: paper{s.BaseURL}.blocks(text, 0)}
		for _, id := range part.Pictures {
			says, content, err := s.news.PublicPicture(c.Request().Context(), id)
			if apperr.KindOf(err) == apperr.NotFound {
				continue // corrected since
			}
			if err != nil {
				return out, err
			}
			photo, fits, err := held.take(reports.Photo{Says: says, Content: content})
			if err != nil {
				return out, err
			}
			if !fits {
				p.Note = "More pictures: " + s.BaseURL + kit.Below(kit.NewsPath, i.News[n-1])
				break
			}
			p.Photos = append(p.Photos, photo)
		}
		out.Parts = append(out.Parts, p)
	}
	return out, nil
}

func (s *Desk) sendPrinted(c echo.Context, i newsletter.Issue) error {
	out, err := s.printed(c, i)
	if err != nil {
		return err
	}
	day := i.Sent.Date()
	if out.Draft {
		day = s.Today()
	}
	return kit.SendPrint(c, s.FileName("newsletter "+i.Title, "", day), s.Press().NewsletterPDF, out)
}

// issueFileURL is a newsletter that was sent, on paper.
func issueFileURL(id newsletter.ID) string {
	return kit.Below(kit.NewsletterPath, id) + "." + kit.FormatPDF
}

// issueFile is a newsletter that was sent, on paper.
func (s *Desk) issueFile(c echo.Context, number string) error {
	i, err := s.newsletter.Sent(c.Request().Context(), kit.ParseID[newsletter.ID](number))
	if err != nil {
		return err
	}
	return s.sendPrinted(c, i)
}

// draftFile is a newsletter as it would look on paper.
func (s *Desk) draftFile(c echo.Context) error {
	i, err := s.deskIssue(c)
	if err != nil {
		return err
	}
	return s.sendPrinted(c, i)
}

// deskIssue is the newsletter of the address, for who writes newsletters; one that cannot be read as it is has no print.
func (s *Desk) deskIssue(c echo.Context) (newsletter.Issue, error) {
	id, err := kit.PathID[newsletter.ID](c, "id")
	if err != nil {
		return newsletter.Issue{}, err
	}
	kit.NoStore(c)
	i, err := s.newsletter.Draft(c.Request().Context(), s.Actor(c), id)
	if err == nil && i.Problem != "" {
		err = apperr.New(apperr.Conflict, "%s", i.Problem)
	}
	if err == nil && !i.Sent.IsZero() { // without what was withdrawn since
		return s.newsletter.Sent(c.Request().Context(), id)
	}
	return i, err
}

// paper makes text that was read from Markdown into blocks of a print; addresses of this site are below base.
type paper struct{ base string }

// mostIndented is how far lists within lists are set in on paper.
const mostIndented = 6

func (p paper) blocks(t markdown.Text, depth int) (out []reports.TextBlock) {
	for _, b := range t {
		switch b.Kind {
		case markdown.Paragraph:
			out = append(out, p.lines(reports.TextBlock{Kind: reports.TextParagraph}, b.Pieces)...)
		case markdown.Heading:
			out = append(out, p.lines(reports.TextBlock{Kind: reports.TextHeading, Level: min(b.Level, 4)}, b.Pieces)...)
		case markdown.Quotation:
			out = append(out, quoted(p.blocks(b.Blocks, 0))...)
		case markdown.List, markdown.Ordered:
			out = append(out, p.list(b, depth)...)
		case markdown.Code:
			lines := strings.Split(strings.TrimRight(b.Words, "\n"), "\n")
			for i, line := range lines {
				line = strings.ReplaceAll(line, "\t", "    ")
				out = append(out, reports.TextBlock{
					Kind: reports.TextQuote, Spans: []reports.TextSpan{{Text: line}}, Tight: i < len(lines)-1,
				})
			}
		case markdown.Rule:
			out = append(out, reports.TextBlock{Kind: reports.TextLine})
		case markdown.Table:
			out = append(out, p.table(b))
		}
	}
	return out
}

// list has a block for each item, and for each further line of one.
func (p paper) list(b markdown.Block, depth int) (out []reports.TextBlock) {
	for n, item := range b.Items {
		marker := "•"
		if b.Kind == markdown.Ordered {
			marker = fmt.Sprintf("%d.", b.Start+n)
		}
		inside := p.blocks(item, depth+1)
		if len(inside) == 0 || inside[0].Kind != reports.TextParagraph {
			inside = append([]reports.TextBlock{{Kind: reports.TextParagraph}}, inside...)
		}
		for _, one := range inside {
			if one.Kind == reports.TextParagraph {
				one.Kind, one.Level, one.Marker = reports.TextItem, min(depth, mostIndented), marker
				marker = " "
			}
			out = append(out, one)
		}
	}
	return out
}

// quoted are blocks behind a bar; what has its own look keeps it.
func quoted(list []reports.TextBlock) []reports.TextBlock {
	for i, b := range list {
		if b.Kind == reports.TextItem && strings.TrimSpace(b.Marker) != "" {
			b.Spans = append([]reports.TextSpan{{Text: b.Marker + " "}}, b.Spans...)
		}
		if b.Kind != reports.TextTable && b.Kind != reports.TextLine {
			b.Kind = reports.TextQuote
		}
		list[i] = b
	}
	return list
}

func (p paper) table(b markdown.Block) reports.TextBlock {
	out := reports.TextBlock{Kind: reports.TextTable}
	for _, row := range append([][]markdown.Cell{b.Head}, b.Rows...) {
		cells := make([][]reports.TextSpan, len(b.Head))
		for i := range min(len(row), len(cells)) {
			for _, line := range p.spans(row[i].Pieces, false) {
				cells[i] = append(cells[i], line...)
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// lines are the lines of a text, each a block like that.
func (p paper) lines(like reports.TextBlock, pieces []markdown.Piece) (out []reports.TextBlock) {
	lines := p.spans(pieces, false)
	for i, line := range lines {
		b := like
		b.Spans, b.Tight = line, i < len(lines)-1
		out = append(out, b)
	}
	return out
}

// spans are the lines of a text: what a link leads to stands behind its words.
func (p paper) spans(pieces []markdown.Piece, bold bool) [][]reports.TextSpan {
	out := make([][]reports.TextSpan, 1)
	put := func(text string) {
		if text != "" {
			last := len(out) - 1
			out[last] = append(out[last], reports.TextSpan{Text: text, Bold: bold})
		}
	}
	for _, one := range pieces {
		if one.Kind == markdown.Break {
			out = append(out, nil)
			continue
		}
		put(one.Words)
		inside := p.spans(one.Pieces, bold || one.Kind == markdown.Strong)
		last := len(out) - 1
		out[last] = append(out[last], inside[0]...)
		out = append(out, inside[1:]...)
		if address := p.address(one); address != "" {
			put(" (" + address + ")")
		}
	}
	return out
}

// address is where a link leads, unless its words say so.
func (p paper) address(one markdown.Piece) string {
	if one.Kind != markdown.Link {
		return ""
	}
	address := strings.TrimPrefix(one.Address, "mailto:")
	if strings.HasPrefix(address, "/") {
		address = p.base + address
	}
	words := ""
	for _, line := range p.spans(one.Pieces, false) {
		for _, span := range line {
			words += span.Text
		}
	}
	if words == address {
		return ""
	}
	return address
}
