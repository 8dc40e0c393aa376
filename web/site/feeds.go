package site

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/governance/calendar"
	"nzgs/internal/outside"
	"nzgs/web/kit"
)

// Atom, as RFC 4287 has it.
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID        string   `xml:"id"`
		Title     string   `xml:"title"`
		Published string   `xml:"published"`
		Updated   string   `xml:"updated"`
		Link      atomLink `xml:"link"`
		Summary   string   `xml:"summary"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
)

// eventsFeed tells feed readers of the society's events.
func (s *Desk) eventsFeed(c echo.Context) error {
	events, err := s.Outside.Events(c.Request().Context())
	if err != nil {
		return err
	}
	at := s.BaseURL + kit.EventsFeedPath
	feed := atomFeed{
		ID: at, Title: "Go events of the " + s.Society, Author: s.Society, Updated: "1970-01-01T00:00:00.000Z",
		Links: []atomLink{{"self", at}, {"", s.BaseURL + "/events"}},
	}
	for _, e := range events {
		address := s.BaseURL + kit.EventURL(e.Slug)
		feed.Updated = max(feed.Updated, e.Changed.String())
		feed.Entries = append(feed.Entries, atomEntry{
			ID: fmt.Sprintf("tag:%s,2026:event-%d", s.host(), e.Number), Title: inXML(titleOf(e)), Link: atomLink{Href: address},
			Published: e.Announced.String(), Updated: e.Changed.String(), Summary: inXML(whenAndWhere(e)),
		})
	}
	return sendXML(c, "application/atom+xml; charset=utf-8", func(w io.Writer) {
		out := xml.NewEncoder(w)
		out.Indent("", "\t")
		err = out.Encode(feed)
	})
}

func titleOf(e outside.Event) string {
	if e.Cancelled {
		return "Cancelled: " + e.Name
	}
	return e.Name
}

func whenAndWhere(e outside.Event) string {
	if e.Place == "" {
		return e.Dates()
	}
	return e.Dates() + ", " + e.Place
}

// inXML leaves out what no XML may have.
func inXML(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)
}

// eventsCalendar is the society's events for calendar programs to subscribe to.
func (s *Desk) eventsCalendar(c echo.Context) error {
	events, err := s.Outside.Events(c.Request().Context())
	if err != nil {
		return err
	}
	cal := calendar.Calendar{Name: "Go events of the " + s.Society, Society: s.Society, Site: s.BaseURL}
	for _, e := range events {
		entry := calendar.Entry{
			UID: fmt.Sprintf("event-%d@%s", e.Number, s.host()), Title: e.Name, Text: e.About, URL: s.BaseURL + kit.EventURL(e.Slug),
			Status: calendar.Standing, Revision: int(e.Version) - 1, Changed: e.Changed, Quiet: true,
		}
		if e.Cancelled {
			entry.Status = calendar.Cancelled
		}
		cal.Days = append(cal.Days, calendar.Day{Entry: entry, On: e.From, Until: e.To, Place: e.Place})
	}
	var b bytes.Buffer
	if err := cal.Write(&b); err != nil {
		return fmt.Errorf("calendar of the events: %w", err)
	}
	return kit.SendFile(c, kit.FormatICS, s.TodaysFile("events", ""), b.Bytes())
}

// host is the site's own name, for what is never to change.
func (s *Desk) host() string {
	u, err := url.Parse(s.BaseURL)
	if err != nil || u.Hostname() == "" {
		return "nzgs"
	}
	return u.Hostname()
}
