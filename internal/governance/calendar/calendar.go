package calendar

import (
	"io"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"nzgs/internal/civil"
)

// Status says how an entry stands.
type Status string

// The statuses.
const (
	Standing  Status = "standing"
	Done      Status = "done"
	Cancelled Status = "cancelled"
)

// Entry is what days and meetings have in common.
type Entry struct {
	UID      string // "duty-7@go.example.nz": never changes and is never used again
	Title    string
	Text     string // lines end in \n
	URL      string // page where it is done, whole
	Status   Status
	Revision int           // how often it has changed, from 0
	Changed  civil.Instant // when it last did
	Quiet    bool          // no alarm comes before it
}

// Day is something that is due on a day, whatever the hour.
type Day struct {
	Entry
	On    civil.Date
	Until civil.Date // its last day; zero: it has one
	Place string
}

// Meeting is something that begins and ends at an hour in Auckland.
type Meeting struct {
	Entry
	Place      string
	Start, End civil.Instant
}

// Calendar is a person's or the society's calendar.
type Calendar struct {
	Name     string // as calendar programs show it
	Society  string // whose calendar it is: of the product and the organiser; "": the program's
	Site     string // address of the society's site, by which the organiser is known
	Days     []Day
	Meetings []Meeting
}

// MediaType is what a calendar is sent as.
const MediaType = "text/calendar; charset=utf-8"

const (
	zone    = "Pacific/Auckland"
	program = "nzgs"
	refresh = "PT6H"
	// Two days before; of a day that is two days before it begins.
	alarm = "-P2D"
)

// Write writes the calendar: days, then meetings, in the order given.
func (c Calendar) Write(w io.Writer) error {
	cal := ics.NewCalendarFor("nzgs")
	cal.SetProductId(c.product())
	cal.SetMethod(ics.MethodPublish)
	cal.SetXWRCalName(oneLine(c.Name))
	cal.SetXWRTimezone(zone)
	cal.SetXPublishedTTL(refresh)
	cal.SetRefreshInterval(refresh)
	if len(c.Meetings) > 0 {
		cal.AddVTimezone(auckland())
	}
	for _, d := range c.Days {
		e := d.event()
		e.SetProperty(ics.ComponentPropertyDtStart, dayText(d.On), ics.WithValue("DATE"))
		e.SetProperty(ics.ComponentPropertyDtEnd, dayText(civil.Later(d.On, d.Until).AddDays(1)), ics.WithValue("DATE"))
		e.SetTimeTransparency(ics.TransparencyTransparent)
		if d.Place != "" {
			e.SetLocation(oneLine(d.Place))
		}
		c.organise(e)
		cal.AddVEvent(e)
	}
	for _, m := range c.Meetings {
		e := m.event()
		e.SetProperty(ics.ComponentPropertyDtStart, hourText(m.Start), ics.WithTZID(zone))
		e.SetProperty(ics.ComponentPropertyDtEnd, hourText(m.End), ics.WithTZID(zone))
		if m.Place != "" {
			e.SetLocation(oneLine(m.Place))
		}
		c.organise(e)
		cal.AddVEvent(e)
	}
	return cal.SerializeTo(w, ics.WithNewLineWindows)
}

// product names what made a calendar, and for whom (RFC 5545, 3.7.3).
func (c Calendar) product() string {
	of := program
	if c.Society != "" {
		of = strings.ReplaceAll(oneLine(c.Society), "//", "/ /")
	}
	return "-//" + of + "//" + program + "//EN"
}

// organise says that the society holds what is in its calendar (RFC 5545, 3.8.4.3).
func (c Calendar) organise(e *ics.VEvent) {
	if c.Society == "" || c.Site == "" {
		return
	}
	name := strings.ReplaceAll(oneLine(c.Society), `"`, "'")
	e.SetProperty(ics.ComponentPropertyOrganizer, strings.Map(noControl, c.Site), ics.WithCN(name))
}

// event is an entry without its time.
func (e Entry) event() *ics.VEvent {
	out := ics.NewEvent(oneLine(e.UID))
	out.SetDtStampTime(e.Changed.Time())
	out.SetLastModifiedAt(e.Changed.Time())
	out.SetSequence(e.Revision)
	title := oneLine(e.Title)
	switch e.Status {
	case Cancelled:
		out.SetStatus(ics.ObjectStatusCancelled)
	case Done:
		title = "Done: " + title
		out.SetStatus(ics.ObjectStatusConfirmed)
	default:
		out.SetStatus(ics.ObjectStatusConfirmed)
	}
	out.SetSummary(title)
	if e.Text != "" {
		out.SetDescription(plain(e.Text))
	}
	if e.URL != "" {
		out.SetURL(strings.Map(noControl, e.URL))
	}
	if e.Status == Standing && !e.Quiet {
		a := out.AddAlarm()
		a.SetAction(ics.ActionDisplay)
		a.SetProperty(ics.ComponentPropertyDescription, title)
		a.SetTrigger(alarm)
	}
	return out
}

func dayText(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }

// hourText is an instant by the clocks of Auckland.
func hourText(i civil.Instant) string { return i.Time().In(civil.Auckland).Format("20060102T150405") }

// auckland is New Zealand's daylight saving as it is since 2007: from the last
// Sunday in September to the first in April.
func auckland() *ics.VTimezone {
	tz := ics.NewTimezone(zone)
	tz.Components = append(tz.Components,
		observance(
			"STANDARD", time.Date(2008, time.April, 6, 3, 0, 0, 0, time.UTC), "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU", "+1300",
			"+1200", "NZST",
		),
		observance(
			"DAYLIGHT", time.Date(2007, time.September, 30, 2, 0, 0, 0, time.UTC), "FREQ=YEARLY;BYMONTH=9;BYDAY=-1SU", "+1200",
			"+1300", "NZDT",
		))
	return tz
}

func observance(token string, from time.Time, rule, before, after, name string) *ics.GeneralComponent {
	o := &ics.GeneralComponent{Token: token}
	o.SetProperty(ics.ComponentPropertyDtStart, from.Format("20060102T150405"))
	o.SetProperty(ics.ComponentPropertyRrule, rule)
	o.SetProperty("TZOFFSETFROM", before)
	o.SetProperty("TZOFFSETTO", after)
	o.SetProperty("TZNAME", name)
	return o
}

// oneLine takes out what would begin a new line, or is no text.
func oneLine(s string) string { return strings.Map(spaceForControl, strings.ToValidUTF8(s, "\uFFFD")) }

// plain keeps the ends of lines.
func plain(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return spaceForControl(r)
	}, s)
}

func spaceForControl(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

func noControl(r rune) rune {
	if unicode.IsControl(r) || r == ' ' {
		return -1
	}
	return r
}
