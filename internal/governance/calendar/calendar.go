package calendar

import (
	"io"
	"maps"
	"slices"
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

// Meeting is something that begins and ends at an hour by the society's clocks.
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
	zone := civil.Zone().String()
	cal.SetXWRTimezone(zone)
	cal.SetXPublishedTTL(refresh)
	cal.SetRefreshInterval(refresh)
	if len(c.Meetings) > 0 {
		cal.AddVTimezone(c.timezone())
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

// hourText is an instant by the society's clocks.
func hourText(i civil.Instant) string { return i.Time().In(civil.Zone()).Format("20060102T150405") }

// timezone is how the society's clocks change around its meetings (RFC 5545, 3.6.5): the time that each is in, the one before
// and the one after, each change by itself, since not every zone has a rule.
func (c Calendar) timezone() *ics.VTimezone {
	since := map[int64]time.Time{} // a moment of each time, by when it began
	add := func(at time.Time) (from, until time.Time) {
		from, until = at.ZoneBounds()
		since[from.Unix()] = at
		return from, until
	}
	for _, m := range c.Meetings {
		for _, at := range []civil.Instant{m.Start, m.End} {
			from, until := add(at.Time().In(civil.Zone()))
			if !from.IsZero() {
				add(from.Add(-time.Second))
			}
			if !until.IsZero() {
				add(until)
			}
		}
	}
	tz := ics.NewTimezone(civil.Zone().String())
	for _, from := range slices.Sorted(maps.Keys(since)) {
		tz.Components = append(tz.Components, observance(since[from]))
	}
	return tz
}

// observance is what the clocks show at a moment, from when they were changed to that.
func observance(at time.Time) *ics.GeneralComponent {
	from, _ := at.ZoneBounds()
	name, after := at.Zone()
	before, began := after, time.Date(1970, time.January, 1, 0, 0, 0, 0, time.UTC)
	if !from.IsZero() {
		_, before = from.Add(-time.Second).Zone()
		began = from.UTC().Add(time.Duration(before) * time.Second)
	}
	o := &ics.GeneralComponent{Token: "STANDARD"}
	if at.IsDST() {
		o.Token = "DAYLIGHT"
	}
	o.SetProperty(ics.ComponentPropertyDtStart, began.Format("20060102T150405"))
	o.SetProperty("TZOFFSETFROM", offsetText(before))
	o.SetProperty("TZOFFSETTO", offsetText(after))
	o.SetProperty("TZNAME", name)
	return o
}

// offsetText is a distance from UTC in seconds: "+1300", and with the seconds where there are any.
func offsetText(seconds int) string {
	layout := "-0700"
	if seconds%60 != 0 {
		layout = "-070000"
	}
	return time.Unix(0, 0).In(time.FixedZone("", seconds)).Format(layout)
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
