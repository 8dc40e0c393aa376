package printed_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"nzgs/internal/demo"
	"nzgs/internal/store"
)

// Every print and sheet of a society whose people have names that are hard to print is read by programs of others: whole
// names, nothing in the margins, what its foot says, codes that lead somewhere; and it is the same each time.
func TestEveryPrintIsReadByOthers(t *testing.T) {
	s := settle(t, demo.Hard())
	for _, m := range s.print() {
		t.Run(slug(m.address+m.ask), func(t *testing.T) {
			site := *s.Site
			site.T = t
			one := society{t, &site, s.browsers}
			if again, ok := one.makeFile(m.file); !ok || !bytes.Equal(again.content, m.content) {
				t.Error("made again, it differs")
			}
			text := ""
			switch m.ending() {
			case "pdf":
				pages := one.pages(m)
				one.checkPages(m, pages)
				text = string(one.run("pdftotext", "-raw", one.save(m), "-"))
				one.checkCodes(m)
			case "xlsx":
				text = one.openpyxl(m)
			case "ics":
				one.checkCalendar(m)
				return
			default:
				text = string(m.content)
			}
			one.checkNames(m, text)
		})
	}
}

// page is a page of a PDF as pdftotext sees it, in points.
type page struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []word  `xml:"flow>block>line>word"`
}

type word struct {
	Left   float64 `xml:"xMin,attr"`
	Top    float64 `xml:"yMin,attr"`
	Right  float64 `xml:"xMax,attr"`
	Bottom float64 `xml:"yMax,attr"`
	Text   string  `xml:",chardata"`
}

func (s *society) save(m made) string {
	path := filepath.Join(s.TempDir(), "file."+m.ending())
	s.Must(os.WriteFile(path, m.content, 0o600))
	return path
}

func (s *society) pages(m made) []page {
	var doc struct {
		Pages []page `xml:"body>doc>page"`
	}
	out := s.run("pdftotext", "-bbox-layout", s.save(m), "-")
	s.Must(xml.Unmarshal(out, &doc))
	return doc.Pages
}

func allWords(pages []page) string {
	var b strings.Builder
	for _, p := range pages {
		for _, w := range p.Words {
			b.WriteString(w.Text + " ")
		}
	}
	return b.String()
}

const mm = 72 / 25.4

// ofWhen is the day in a foot, whole: of today, or of a rated event in the months before.
var ofWhen = regexp.MustCompile(`as at .*\d (October|November) 2026`)

// checkPages finds what stands nearer the edge of the paper than it may, what is cut, and pages whose foot does not say
// which they are and of when.
func (s *society) checkPages(m made, pages []page) {
	least := 15.5 * mm
	if m.cut {
		least = 5 * mm
	}
	for i, p := range pages {
		text := allWords([]page{p})
		if !m.cut && !strings.Contains(text, fmt.Sprintf("Page %d of", i+1)) && len(pages) > 1 && !m.bundle {
			s.Errorf("page %d does not say which it is: %.300s", i+1, text)
		}
		if strings.Contains(text, "as at") && !ofWhen.MatchString(text) {
			s.Errorf("the foot of page %d does not say of when it is: %.300s", i+1, text)
		}
		for _, w := range p.Words {
			if w.Left < least || w.Right > p.Width-least || w.Top < 5*mm || w.Bottom > p.Height-5*mm {
				s.Errorf("page %d: %q stands in the margin: %v", i+1, w.Text, w)
			}
			if foot := p.Height - 16*mm; strings.Contains(w.Text, "…") && w.Top < foot && !m.short { // in a foot the time and the page stay
				s.Errorf("page %d: %q is cut", i+1, w.Text)
			}
		}
	}
}

// latin is how names are printed whose scripts no font here has.
var latin = strings.NewReplacer("தமிழ்செல்வி", "Tamiḻcelvi", "ராஜ்", "Rāj")

// folded is a text without what differs between prints: capitals, spaces, signs between words.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("'’,-", r) {
			return -1
		}
		return r
	}, cases.Upper(language.Und).String(norm.NFKC.String(s)))
}

// checkNames finds a name that is not whole in a text that is to have it.
func (s *society) checkNames(m made, text string) {
	if m.who == "" {
		return
	}
	names := s.named(m.who)
	if len(names) < 4 {
		s.Fatalf("only %d names are looked for", len(names))
	}
	s.checkEach(m, text, names)
}

// named are people as public pages name them.
func (s *society) named(who string) []string {
	names, err := store.All(s.Context(), s.DB, store.Value[string], `
		SELECT CASE WHEN public_as = 'alias' THEN alias ELSE given_names || ' ' || family_name END
		FROM person
		WHERE id IN (`+who+`)`)
	s.Must(err)
	return names
}

// checkEach finds which of the names is not whole in a text.
func (s *society) checkEach(m made, text string, names []string) {
	all := folded(text)
	for _, n := range names {
		if m.ending() == "pdf" {
			n = latin.Replace(n)
		}
		for _, part := range strings.Fields(n) {
			if !strings.Contains(all, folded(part)) {
				s.Errorf("%q of %q is not in it", part, n)
				break
			}
		}
	}
}

// checkCodes reads the codes on the pages by another program; each leads to a page of the site.
func (s *society) checkCodes(m made) {
	if m.codes == 0 {
		return
	}
	stem := filepath.Join(s.TempDir(), "page")
	s.run("pdftoppm", "-r", "150", "-gray", "-png", s.save(m), stem)
	pictures, err := filepath.Glob(stem + "*.png")
	s.Must(err)
	found := map[string]bool{}
	for _, p := range pictures {
		// It ends by 4 where a picture has no code.
		out, err := exec.CommandContext(s.Context(), "zbarimg", "-q", "--raw", p).Output()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 4) {
			s.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			found[strings.TrimSpace(line)] = true
		}
	}
	if len(found) < m.codes {
		s.Errorf("%d codes are read, not %d: %v", len(found), m.codes, found)
	}
	for address := range found {
		path, ok := strings.CutPrefix(address, s.BaseURL)
		if a := s.browser("").Get(path); !ok || a.Status >= 400 {
			s.Errorf("a code leads to %s: %d", address, a.Status)
		}
	}
}

// openpyxl is what another program reads in a workbook.
func (s *society) openpyxl(m made) string {
	const program = "import sys, openpyxl\n" +
		"for sheet in openpyxl.load_workbook(sys.argv[1]):\n" +
		"    for row in sheet.iter_rows(values_only=True):\n" +
		"        print(*[v for v in row if v is not None])\n"
	return string(s.run("/usr/bin/python3", "-c", program, s.save(m)))
}

// checkCalendar has another program read a calendar.
func (s *society) checkCalendar(m made) {
	const program = "import sys, icalendar\n" +
		"c = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())\n" +
		"for e in c.walk('VEVENT'):\n" +
		"    print(e['uid'], e['dtstart'].dt, e['dtend'].dt, e['summary'])\n"
	out := string(s.run("/usr/bin/python3", "-c", program, s.save(m)))
	if strings.Count(out, "\n") < 5 {
		s.Errorf("it reads\n%s", out)
	}
}
