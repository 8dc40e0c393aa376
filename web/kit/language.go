package kit

import (
	"bytes"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/civil"
	"nzgs/internal/words"
)

// English is the language of the site's own words.
const English = "en-NZ"

// Said is a text, with its language where that is not the one around it.
type Said struct{ Text, Lang string }

const (
	languageKey = "language"
	leadsKey    = "leads"
)

// ByAddress has the request answered in a language that its address names. leads gives an address of the site in that
// language, or as it is where there is none.
func ByAddress(c echo.Context, l *words.Language, leads func(path string) string) {
	c.Set(languageKey, l)
	c.Set(leadsKey, leads)
}

// LanguageOf is the language in which the request is answered; nil is English.
func LanguageOf(c echo.Context) *words.Language {
	l, _ := c.Get(languageKey).(*words.Language)
	return l
}

// leads is the address that a link of the request's answer leads to.
func leads(c echo.Context, path string) string {
	if f, ok := c.Get(leadsKey).(func(string) string); ok {
		return f(path)
	}
	return path
}

// Say gives a sentence in the language of the page, as far as there are words. What its holes are filled with comes in
// pairs: "Day", "3" for {{.Day}}.
func Say(c echo.Context, english string, with ...string) Said {
	return saidIn(LanguageOf(c), english, with...)
}

func saidIn(l *words.Language, english string, with ...string) Said {
	text, said := l.Say(english, with...)
	switch {
	case said:
		return Said{text, l.Code}
	case l != nil:
		return Said{text, English}
	}
	return Said{Text: text}
}

// sayNav says the labels of links in the language of the page.
func sayNav(c echo.Context, items []NavItem) []NavItem {
	for i := range items {
		said := Say(c, items[i].Label)
		items[i].Label, items[i].Lang = said.Text, said.Lang
	}
	return items
}

// DaysIn writes a first and a last day in the language of the page, where that has names of the months; else it is the
// English text.
func DaysIn(c echo.Context, from, to civil.Date, english string) Said {
	l := LanguageOf(c)
	if l == nil {
		return Said{Text: english}
	}
	name := func(d civil.Date) string { text, _ := l.Say(months[d.Month()-1].Label); return text }
	if _, said := l.Say(months[0].Label); !said || from.IsZero() || to.IsZero() {
		return Said{english, English}
	}
	day, year := strconv.Itoa(from.Day()), strconv.Itoa(from.Year())
	last, _ := l.Say("{{.Day}} {{.Month}} {{.Year}}", "Day", strconv.Itoa(to.Day()), "Month", name(to), "Year", strconv.Itoa(to.Year()))
	first, _ := l.Say("{{.Day}} {{.Month}} {{.Year}}", "Day", day, "Month", name(from), "Year", year)
	switch {
	case from == to:
		return Said{last, l.Code}
	case from.Year() == to.Year() && from.Month() == to.Month():
		first = day + "–"
	case from.Year() == to.Year():
		first, _ = l.Say("{{.Day}} {{.Month}}", "Day", day, "Month", name(from))
		first += " – "
	default:
		first += " – "
	}
	return Said{first + last, l.Code}
}

// MonthIn is the month of a day in a few letters, in the language of the page: "Nov".
func MonthIn(c echo.Context, d civil.Date) Said { return Say(c, shortMonths[d.Month()-1].Label) }

// The months.
var (
	months = []NavItem{
		{Label: "January"}, {Label: "February"}, {Label: "March"}, {Label: "April"}, {Label: "May"}, {Label: "June"}, {Label: "July"},
		{Label: "August"}, {Label: "September"}, {Label: "October"}, {Label: "November"}, {Label: "December"},
	}
	shortMonths = []NavItem{
		{Label: "Jan"}, {Label: "Feb"}, {Label: "Mar"}, {Label: "Apr"}, {Label: "May"}, {Label: "Jun"}, {Label: "Jul"},
		{Label: "Aug"}, {Label: "Sep"}, {Label: "Oct"}, {Label: "Nov"}, {Label: "Dec"},
	}
)

// Draft says of a page that its words in another language are a draft, in both languages.
type Draft struct{ Said, English, Lang string }

// speak puts into a page what follows from its language.
func (s *Site) speak(c echo.Context, p *Page) {
	l := LanguageOf(c)
	p.Languages = s.otherLanguages(c)
	p.Path = leads(c, p.Path)
	if l == nil {
		return
	}
	title := Say(c, p.Title)
	p.Tongue, p.Title, p.TitleLang = l.Code, title.Text, title.Lang
	sayNav(c, p.Nav)
	sayNav(c, p.Footer)
	p.Crumbs = slices.Clone(p.Crumbs)
	for i := range p.Crumbs {
		said := Say(c, p.Crumbs[i].Label)
		p.Crumbs[i].Label, p.Crumbs[i].Lang = said.Text, said.Lang
	}
	if l.Draft {
		note := Say(c, "This translation is a draft. No speaker of the language has read it yet.")
		p.Draft = &Draft{Said: note.Text, Lang: note.Lang, English: "This translation is a draft. No speaker of the language has read it yet."}
		if note.Lang == English {
			p.Draft.Said = ""
		}
	}
}

// Alternate is a page in a language.
type Alternate struct{ Lang, Path string }

// Alternates are the languages in which there is the page at an address, English first; none where it is in English alone.
func (s *Site) Alternates(path string) []Alternate {
	var out []Alternate
	for _, l := range s.Languages {
		if s.Worded(l, path) {
			out = append(out, Alternate{l.Code, "/" + l.Code + path})
		}
	}
	if len(out) == 0 {
		return nil
	}
	return append([]Alternate{{English, path}}, out...)
}

// otherLanguages are links to the page in the languages in which it is not shown.
func (s *Site) otherLanguages(c echo.Context) []NavItem {
	if c.Get(sharedKey) == nil {
		return nil
	}
	now := English
	if l := LanguageOf(c); l != nil {
		now = l.Code
	}
	var out []NavItem
	for _, a := range s.Alternates(c.Request().URL.EscapedPath()) {
		if a.Lang == now {
			continue
		}
		item := NavItem{Label: "English", URL: a.Path, Lang: a.Lang}
		for _, l := range s.Languages {
			if l.Code == a.Lang {
				item.Label = l.Name
			}
		}
		out = append(out, item)
	}
	return out
}

// kept are the attributes of a rendered page that lead on within its language.
var kept = [][]byte{[]byte(` href="/`), []byte(` action="/`), []byte(` hx-get="/`), []byte(` data-live-src="/`), []byte(` data-live="/`)}

// led is a rendered page whose links and forms stay in the language that its address names. A link that says which language
// it leads to stays as it is.
func led(c echo.Context, page []byte) []byte {
	if c.Get(leadsKey) == nil {
		return page
	}
	var out bytes.Buffer
	out.Grow(len(page) + len(page)/32)
	for len(page) > 0 {
		at, length := -1, 0
		for _, name := range kept {
			if i := bytes.Index(page, name); i >= 0 && (at < 0 || i < at) {
				at, length = i, len(name)
			}
		}
		if at < 0 {
			break
		}
		from := at + length - 1
		end := bytes.IndexByte(page[from:], '"')
		if end < 0 {
			break
		}
		tag := page[:at]
		tag = tag[max(0, bytes.LastIndexByte(tag, '<')):]
		out.Write(page[:from])
		address := page[from : from+end]
		if bytes.Contains(tag, []byte(" hreflang=")) {
			out.Write(address)
		} else {
			out.WriteString(html.EscapeString(leads(c, html.UnescapeString(string(address)))))
		}
		page = page[from+end:]
	}
	out.Write(page)
	return out.Bytes()
}

// PathOf is the path of an address of the site, without what is asked of it.
func PathOf(address string) string {
	if n := strings.IndexAny(address, "?#"); n >= 0 {
		return address[:n]
	}
	return address
}
