package events

import (
	"bytes"
	"fmt"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/calendar"
	"nzgs/internal/tournaments"
	"nzgs/reports"
	"nzgs/web/kit"
)

// Timetable is when a section's rounds are played (partial "timetable").
type Timetable struct {
	Label string
	Now   []Countdown
	Rows  []TimetableRow
	Zone  string // whose clocks they are, where they are not New Zealand's
}

// TimetableRow is a round in a timetable.
type TimetableRow struct {
	Day, Round   string
	URL          string // its draw, once it is published
	Starts, Ends string
	Clocks       string
	Pause        string
	Current      bool
}

// Countdown is a moment that is waited for (partial "countdown"). Without scripts it says the time.
type Countdown struct {
	Text  string // "Round 3 starts"
	Clock string // "Saturday 2 January, 1:30 pm"
	At    string // as machines read it
	Now   string // the server's clock, in milliseconds, by which a phone with a wrong clock counts
}

// countdowns are the end of the round that is played by the timetable, and the beginning of the next.
func (s *Desk) countdowns(w *tournaments.Wallchart) []Countdown {
	t := w.Timetable
	if !t.Set() || !w.Event.TakesChanges() {
		return nil
	}
	now := s.Clock()
	stamp := strconv.FormatInt(now.Time().UnixMilli(), 10)
	playing, next := t.At(now)
	var out []Countdown
	if playing.Round > 0 {
		end := t.Ends(playing)
		out = append(out, Countdown{
			fmt.Sprintf("Round %d is planned until", playing.Round), t.Hour(end), t.Local(end), stamp,
		})
	}
	if next.Round > 0 {
		out = append(out, Countdown{
			fmt.Sprintf("Round %d starts", next.Round), t.StartsText(w.Event, next), t.Local(t.Begins(next)), stamp,
		})
	}
	return out
}

// timetableOf is the timetable of a section; nil without one.
func (s *Desk) timetableOf(w *tournaments.Wallchart) *Timetable {
	t := w.Timetable
	if !t.Set() {
		return nil
	}
	out := Timetable{Label: w.Section.Name + ": timetable", Now: s.countdowns(w), Zone: t.ZoneText()}
	playing, _ := t.At(s.Clock())
	for _, slot := range t.Slots {
		row := TimetableRow{
			Day: tournaments.DayText(slot.Day), Round: "Round " + strconv.Itoa(slot.Round), Starts: slot.Starts.String(), Ends: t.Hour(t.Ends(slot)),
			Clocks: clocksOf(w, slot), Pause: slot.Pause, Current: slot.Round == playing.Round && w.Event.TakesChanges(),
		}
		if slot.Round <= w.Published() {
			row.URL = roundURL(w.Event.Slug, w.Section.Slug, slot.Round)
		}
		out.Rows = append(out.Rows, row)
	}
	return &out
}

// clocksOf are the clock settings of a round.
func clocksOf(w *tournaments.Wallchart, slot tournaments.Slot) string {
	if slot.Clocks != "" {
		return slot.Clocks
	}
	return w.Section.BoardTime
}

// timetableLinks lead to the schedule on paper and in calendars, where a section has one, else to the event's days.
func timetableLinks(e tournaments.Event, charts []*tournaments.Wallchart) []kit.Link {
	for _, w := range charts {
		if w.Timetable.Set() {
			return []kit.Link{
				{Label: "Timetable (PDF)", URL: kit.EventURL(e.Slug) + "/timetable.pdf"},
				{Label: "Timetable for your calendar", URL: kit.EventURL(e.Slug) + "/timetable.ics"},
			}
		}
	}
	return []kit.Link{{Label: "Days for your calendar", URL: kit.EventURL(e.Slug) + "/timetable.ics"}}
}

func errNoTimetable(e tournaments.Event) error {
	return apperr.New(apperr.NotFound, "%s has no timetable yet.", e.Name)
}

// eventCalendar answers with the rounds of an event for calendar programs, or with its days while it has no timetable. Rounds that are no longer in a timetable are
// told as cancelled: who follows the calendar would keep them otherwise.
func (s *Desk) eventCalendar(c echo.Context) error {
	charts, overview, err := s.eventCharts(c, c.Param("event"))
	if err != nil {
		return err
	}
	e := overview.Event
	cal := calendar.Calendar{Name: e.Name, Society: s.Society, Site: s.BaseURL}
	for _, w := range charts {
		cal.Meetings = append(cal.Meetings, s.calendarOf(w)...)
	}
	if len(cal.Meetings) == 0 {
		cal.Days = []calendar.Day{s.daysOf(e)}
	}
	var b bytes.Buffer
	if err := cal.Write(&b); err != nil {
		return fmt.Errorf("calendar of event %d: %w", e.ID, err)
	}
	return kit.SendFile(c, kit.FormatICS, s.TodaysFile("timetable", e.Slug), b.Bytes())
}

// daysOf is an event without a timetable, by its days, as it stands in the calendar of all events.
func (s *Desk) daysOf(e tournaments.Event) calendar.Day {
	entry := calendar.Entry{
		UID: fmt.Sprintf("event-%d@%s", e.ID, s.host()), Title: e.Name, Text: e.About, URL: s.BaseURL + kit.EventURL(e.Slug),
		Status: calendar.Standing, Revision: int(e.Version) - 1, Changed: s.Clock(), Quiet: true,
	}
	if e.Cancelled.Is {
		entry.Status, entry.Text, entry.Changed = calendar.Cancelled, e.Cancelled.Says(e), e.Cancelled.At
	}
	return calendar.Day{Entry: entry, On: e.From, Until: e.To, Place: e.Place}
}

// calendarOf are the rounds of a section with a time, and as cancelled those that had one before.
func (s *Desk) calendarOf(w *tournaments.Wallchart) (out []calendar.Meeting) {
	e, t := w.Event, w.Timetable
	for n := 1; n <= w.Section.Rounds; n++ {
		round := calendar.Entry{
			UID:   fmt.Sprintf("round-%d-%d@%s", w.Section.ID, n, s.host()),
			Title: fmt.Sprintf("%s: %s, round %d", e.Name, w.Section.Name, n),
			URL:   s.BaseURL + sectionURL(e.Slug, w.Section.Slug), Status: calendar.Standing,
			Revision: int(t.Version) - 1 + e.Cancelled.Turns, Changed: t.Changed,
		}
		slot, has := t.Slot(n)
		switch {
		case has:
			round.Text = clocksOf(w, slot)
		case t.Version > 1: // a calendar may have it from an earlier timetable
			slot = tournaments.Slot{Round: n, Day: e.From, Starts: 12 * 60, Minutes: 60}
			round.Status, round.Text = calendar.Cancelled, "This round has no time in the timetable now."
		default:
			continue
		}
		if e.Cancelled.At.After(round.Changed) {
			round.Changed = e.Cancelled.At
		}
		if e.Cancelled.Is {
			round.Status, round.Text = calendar.Cancelled, e.Cancelled.Says(e)
		}
		out = append(out, calendar.Meeting{Entry: round, Place: e.Place, Start: t.Begins(slot), End: t.Ends(slot)})
	}
	return out
}

// eventSchedule prints the timetables of an event's sections.
func (s *Desk) eventSchedule(c echo.Context) error {
	charts, overview, err := s.eventCharts(c, c.Param("event"))
	if err != nil {
		return err
	}
	e := overview.Event
	card := reports.Schedule{Event: e.Name, Days: e.Dates(), Place: e.Place, AsAt: s.Clock().Long()}
	for _, w := range charts {
		if t := s.timetableOf(w); t != nil {
			card.Sections = append(card.Sections, scheduleSection(w, *t))
		}
	}
	if len(card.Sections) == 0 {
		return errNoTimetable(e)
	}
	to := s.BaseURL + kit.EventURL(e.Slug)
	card.URL, card.ShortURL = to, shortURL(to)
	return kit.SendPrint(c, s.TodaysFile("timetable", e.Slug), s.Press().SchedulePDF, card)
}

func scheduleSection(w *tournaments.Wallchart, t Timetable) reports.ScheduleSection {
	out := reports.ScheduleSection{Name: w.Section.Name, Terms: kit.Capital(sectionTerms(w.Section.Settings)), Zone: t.Zone}
	day := ""
	for _, row := range t.Rows {
		line := reports.ScheduleLine{Round: row.Round, Starts: row.Starts, Ends: row.Ends, Pause: row.Pause}
		if row.Clocks != w.Section.BoardTime {
			line.Clocks = row.Clocks
		}
		if row.Day != day {
			line.Day, day = row.Day, row.Day
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// host is the site's name, which makes the entries of a calendar its own.
func (s *Desk) host() string {
	u, err := url.Parse(s.BaseURL)
	if err != nil || u.Hostname() == "" {
		return "nzgs"
	}
	return u.Hostname()
}
