package kit

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// Sharing is what programs are told of a page that is open to everybody: search engines, and those that show where a
// link leads.
type Sharing struct {
	Address string // of the page, whole: the one of several that lead to it
	Picture string
	Others  []Alternate // the same page in other languages, with this one: whole addresses
}

// FeedLink is a feed of the site that readers are offered on every page.
type FeedLink struct{ Title, URL string }

// Addresses of the site for programs.
const (
	SharingPicturePath = "/sharing.png"
	RobotsPath         = "/robots.txt"
	SitemapPath        = "/sitemap.xml"
	EventsFeedPath     = "/events.atom"
	EventsCalendarPath = "/events.ics"
)

const sharedKey = "shared"

// ToShare is the handler of a page that is open to everybody, under an address that everybody may know.
func ToShare(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set(sharedKey, true)
		return next(c)
	}
}

// sharing is what programs are told of the page; nil of one that is not for everybody. A list's further pages are pages of
// their own, what is chosen otherwise is the same page.
func (s *Site) sharing(c echo.Context) *Sharing {
	if c.Get(sharedKey) == nil || s.AtVenue {
		return nil
	}
	at := c.Request().URL.EscapedPath()
	out := Sharing{Address: s.BaseURL + at, Picture: s.BaseURL + SharingPicturePath + "?" + url.Values{"page": {at}}.Encode()}
	if l := LanguageOf(c); l != nil && c.Get(leadsKey) != nil {
		out.Address = s.BaseURL + "/" + l.Code + at
	}
	further := ""
	if n := PageNumber(c); n > 1 {
		further = "?page=" + IDText(n)
	}
	out.Address += further
	for _, a := range s.Alternates(at) {
		out.Others = append(out.Others, Alternate{a.Lang, s.BaseURL + a.Path + further})
	}
	return &out
}

// Feeds are the feeds that every page offers.
func (s *Site) feeds() []FeedLink {
	if s.AtVenue {
		return nil
	}
	return []FeedLink{{"Go events of the " + s.Society, EventsFeedPath}, {"News of the " + s.Society, NewsFeedPath}}
}

// longestAbout is how much of what a page is about search engines show.
const longestAbout = 200

// InShort is what the page is, in a line for search engines.
func (p Page) InShort() string {
	line := cmp.Or(p.Line, "Members, clubs, events and ratings of the "+p.Society+".")
	if p.Title == "" {
		return Shortened(line, longestAbout)
	}
	return Shortened(p.Title+": "+line, longestAbout)
}

// aboutParts says what the parts of the site are about that everybody may read; {society} is the society's name.
var aboutParts = map[string]string{
	"search":        "Find players, clubs, events and pages.",
	"events":        "Go tournaments in New Zealand: dates, how to enter, draws, results and standings.",
	"ratings":       "Ratings and games of Go players in New Zealand.",
	"clubs":         "Go clubs in New Zealand: where they meet and how to reach them.",
	"newsletter":    "The newsletter of the {society}: read it here, or have it sent to you.",
	"bookshop":      "Books about Go and equipment from the bookshop of the {society}.",
	"news":          "News of the {society}.",
	"titles":        "Champions of New Zealand Go, year by year.",
	"diplomas":      "Dan diplomas awarded by the {society}.",
	"points":        "Points towards representing New Zealand, and where each of them comes from.",
	"constitution":  "The rules that the {society} goes by.",
	"postal-votes":  "Postal votes of the members of the {society}, and what was declared.",
	"meetings":      "General meetings of the {society}.",
	"rules-of-play": "The rules of Go, Hex, Amazons and Tanbo, with boards that play examples.",
	"check-record":  "Check the record of a game by its rules, move by move.",
	"records":       "A game record to play through, move by move.",
	"about":         "Who the {society} is, what it does, and how to join.",
	"officers":      "Who holds the offices of the {society}, and how to write to them.",
	"contact":       "Write to the officers of the {society}.",
	"join":          "Become a member of the {society}.",
	"sign-in":       "For members of the {society}.",
	"play":          "Play Go, Hex, Amazons and Tanbo by turns with other members.",
}

func (s *Site) lineOf(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return strings.ReplaceAll(aboutParts[first], "{society}", s.Society)
}

const lookKey = "look"

// LookAt has the handler of a page tell take what the page is, in place of rendering it.
func LookAt(c echo.Context, take func(Page)) { c.Set(lookKey, take) }

// self is the page itself, of any struct that embeds it.
func (p Page) self() Page { return p }

// isLookedAt tells whoever looks at a page what it is.
func isLookedAt(c echo.Context, page any) bool {
	take, ok := c.Get(lookKey).(func(Page))
	if !ok {
		return false
	}
	if p, ok := page.(interface{ self() Page }); ok {
		take(p.self())
	}
	return true
}
