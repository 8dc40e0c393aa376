package printed_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/members"
)

// sizes are of how many rows each print is made: none, one, a pair, an odd number that fills no sheet, many pages.
var sizes = []int{0, 1, 2, 17, 400}

// sizedPrint is a print, and from how many rows on there is one.
type sizedPrint struct {
	file
	least int
}

// walked are the prints that a society of people has, and one event.
func (s *sized) walked() []sizedPrint {
	desk, event := fmt.Sprintf("/director/sections/%d", s.section), fmt.Sprintf("/director/events/%d", s.event.ID)
	of := "/events/" + s.event.Slug
	at := of + "/sections/" + s.chart().Section.Slug
	club, mailing := fmt.Sprintf("/clubs/%d", s.club), fmt.Sprintf("/letters/mailings/%d", s.mailing)
	const all, onPaper = "all", "on paper"
	print := func(least int, as, who, route string, cut bool) sizedPrint {
		address, ask, asked := strings.Cut(route, "?")
		if asked {
			ask = "?" + ask
		}
		return sizedPrint{file{route: address, ask: ask, as: as, who: who, cut: cut}, least}
	}
	list := []sizedPrint{
		// Of an event.
		print(2, "", all, at+"/crosstable.pdf", false), print(2, "", all, at+"/crosstable.csv", false),
		print(1, "", all, of+"/crosstable.xlsx", false), print(2, "", all, at+"/standings.pdf", false),
		print(1, "", all, at+"/players.pdf", false), print(1, "", all, at+"/players.csv", false),
		print(0, "director", all, event+"/check-in.pdf", false), print(0, "director", all, event+"/check-in.pdf?by=section", false),
		print(0, "", "", of+"/timetable.pdf", false),
		print(1, "", "", "/events/many-rounds/timetable.pdf", false), print(1, "director", all, desk+"/badges.pdf", true),
		print(0, "director", "", desk+"/prizes/list.pdf", false), print(0, "director", "", desk+"/prizes/list.xlsx", false),
		print(2, "", "", at+"/prizes.pdf", false), print(2, "", "", at+"/prizes.csv", false),
		print(2, "director", "", desk+"/prizes/certificates.pdf", true),
		print(2, "director", all, desk+"/prizes/certificates.pdf?for=everyone", true),
		print(1, "director", all, event+"/wall-chart.pdf", false), print(1, "director", all, event+"/wall-chart.pdf?paper=a3", false),
		print(1, "director", all, desk+"/entries.xlsx", false), print(0, "director", "", event+"/entries.xlsx", false),
		print(1, "director", "", desk+"/poster.pdf", true), print(2, "director", "", desk+"/cards.pdf", true),
		// Of the society.
		print(0, "", "", "/ratings.xlsx", false), print(0, "", "", "/ratings.pdf", false),
		print(0, "secretary", all, "/members.pdf", false), print(0, "secretary", all, "/members/register.pdf", false),
		print(0, "secretary", all, "/members.xlsx", false), print(0, "secretary", all, club+"/members.pdf", false),
		print(0, "secretary", all, club+"/members.xlsx", false),
		print(0, "secretary", "", "/take-over/members.xlsx", false),
		print(1, "secretary", all, club+"/cards.pdf", true), print(1, "secretary", all, "/members/cards.pdf", true),
		print(1, "secretary", onPaper, mailing+"/letters.pdf", false), print(1, "secretary", onPaper, mailing+"/labels.pdf", true),
		print(1, "secretary", onPaper, mailing+"/labels.pdf?sheet=L7160", true),
		print(1, "secretary", onPaper, mailing+"/labels.pdf?sheet=L7163", true),
	}
	if len(s.people) > 0 {
		person := fmt.Sprintf("/books/people/%d", s.people[0])
		list = append(
			list, print(1, "club.secretary", "", club+"/template.xlsx", false), print(1, "treasurer", "", person+"/statement.pdf", false),
			print(1, "treasurer", "", fmt.Sprintf("/books/invoices/%d/invoice.pdf", s.invoice), false),
		)
	}
	for n := 1; n <= s.rounds(); n++ {
		public, here := fmt.Sprintf("%s/rounds/%d.pdf", at, n), fmt.Sprintf("/rounds/%d", n)
		list = append(
			list, print(2, "", all, public, false), print(2, "", all, public+"?by=name", false),
			print(2, "", all, public+"?with=results", false), print(2, "director", all, event+here+"/sheet.pdf", false),
			print(2, "director", all, event+here+"/bundle.pdf", true), print(2, "director", all, desk+here+"/bundle.pdf", true),
			print(2, "director", "", desk+here+"/slips.pdf", true),
		)
	}
	for _, id := range s.records {
		list = append(list, print(2, "", "", fmt.Sprintf("/records/%d/record.pdf", id), false))
	}
	for i := range list {
		list[i].bundle = strings.Contains(list[i].route, "bundle") || strings.Contains(list[i].ask, "by=section") ||
			strings.Contains(list[i].route, "letters.pdf")
		list[i].short = strings.Contains(list[i].route, "slips") || strings.Contains(list[i].route, "bundle")
		switch list[i].who {
		case all:
			list[i].who = s.ids(0, 1)
		case onPaper: // every other one has no e-mail address; the first has that of an account
			list[i].who = s.ids(2, 2)
		}
	}
	return list
}

// ids are those of the people from one on, each or every other one, as SQL.
func (s *sized) ids(from, step int) string {
	var out []string
	for i := from; i < len(s.people); i += step {
		out = append(out, strconv.FormatInt(int64(s.people[i]), 10))
	}
	return strings.Join(out, ", ")
}

// Whatever an event or a society prints is made of no one, of one, of two, of seventeen and of four hundred: names whole,
// nothing in the margins or cut, no heading at the end of a page, no page without content; what needs people says so.
func TestPrintsOfEverySize(t *testing.T) {
	for _, n := range sizes {
		if testing.Short() && n > 17 {
			continue
		}
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			s := sizeOf(t, n)
			s.browser("secretary").Post("/members/cards")
			if dir := os.Getenv("NZGS_PRINTS"); dir != "" {
				s.keepWalked(filepath.Join(dir, "of-"+strconv.Itoa(n)))
			}
			names := map[string][]string{}
			for _, p := range s.walked() {
				t.Run(slug(p.route+p.ask), func(t *testing.T) {
					site := *s.Site
					site.T = t
					one := society{t, &site, s.browsers}
					if names[p.who] == nil && p.who != "" {
						names[p.who] = one.named(p.who)
					}
					one.checkSized(p, n, names[p.who])
				})
			}
		})
	}
}

// keepWalked keeps the prints of an event and a society of this size, with pictures.
func (s *sized) keepWalked(dir string) {
	s.Helper()
	var all []made
	for _, p := range s.walked() {
		if s.n < p.least {
			continue
		}
		if m, ok := s.makeFile(p.file); ok {
			all = append(all, m)
		}
	}
	s.keep(dir, all)
}

// checkSized reads a print of n rows as others do.
func (s *society) checkSized(p sizedPrint, n int, names []string) {
	s.Helper()
	if n < p.least {
		a := s.browser(p.as).Get(p.route + p.ask)
		if a.Status >= http.StatusInternalServerError || a.Status < http.StatusMultipleChoices && a.Status != http.StatusOK {
			s.Errorf("of %d it answers %d", n, a.Status) // it says what is missing, or leads to where that is said
		}
		return
	}
	m, ok := s.makeFile(p.file)
	if !ok {
		return
	}
	text := string(m.content)
	switch m.ending() {
	case "pdf":
		s.checkPages(m, s.pages(m))
		s.checkHeadings(m, n)
		text = string(s.run("pdftotext", "-raw", s.save(m), "-"))
		for _, sign := range byNumber {
			text = strings.ReplaceAll(text, fmt.Sprintf("[%U]", sign), string(sign))
		}
		if at := strings.Index(text, "[U+"); at >= 0 {
			s.Errorf("a letter is printed by its number: %.40s", text[max(0, at-20):])
		}
	case "xlsx":
		text = s.openpyxl(m)
	}
	s.checkEach(m, text, names)
}

// byNumber are the signs in names of [hardPeople] that no font here has, nor a way to write them in letters.
const byNumber = "🐉👩👧"

// laidPage is a page of a PDF with the type of its lines.
type laidPage struct {
	Height float64 `xml:"height,attr"`
	Fonts  []struct {
		ID     string  `xml:"id,attr"`
		Size   float64 `xml:"size,attr"`
		Family string  `xml:"family,attr"`
		Colour string  `xml:"color,attr"`
	} `xml:"fontspec"`
	Lines []struct {
		Top  float64 `xml:"top,attr"`
		Font string  `xml:"font,attr"`
		Text string  `xml:",innerxml"`
	} `xml:"text"`
}

// What headings are set in: column heads in their own grey, titles larger than text, in bold.
const (
	headGrey   = "#282828"
	titleSized = 18 // points at the size of pdftohtml's pages
)

// checkHeadings finds a heading that ends a page, and a page on which nothing but headings stands.
func (s *society) checkHeadings(m made, n int) {
	s.Helper()
	if m.cut || n == 0 {
		return
	}
	var doc struct {
		Pages []laidPage `xml:"page"`
	}
	out := s.run("pdftohtml", "-xml", "-i", "-q", "-stdout", s.save(m))
	s.Must(xml.Unmarshal([]byte(strings.ToValidUTF8(string(out), "")), &doc))
	type font struct {
		size float64
		head bool
	}
	fonts := map[string]font{}
	for i, p := range doc.Pages {
		for _, f := range p.Fonts {
			bold := strings.Contains(f.Family, "bold")
			fonts[f.ID] = font{f.Size, bold && (f.Colour == headGrey || f.Size >= titleSized)}
		}
		lines := slices.DeleteFunc(p.Lines, func(l struct {
			Top  float64 `xml:"top,attr"`
			Font string  `xml:"font,attr"`
			Text string  `xml:",innerxml"`
		}) bool {
			return l.Top > p.Height*282/297 || strings.TrimSpace(l.Text) == ""
		})
		if len(lines) == 0 {
			s.Errorf("page %d is empty", i+1)
			continue
		}
		last := lines[0]
		for _, l := range lines {
			if l.Top > last.Top {
				last = l
			}
		}
		if fonts[last.Font].head && !strings.Contains(last.Text, "go.example.nz") { // where a code leads is no heading
			s.Errorf("page %d ends with the heading %q", i+1, last.Text)
		}
	}
}

var _ = members.Number
