package constitution

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance"
	"nzgs/internal/governance/calendar"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// dutyFeedNew makes a secret address for the actor's calendar and shows it,
// this once: only its hash is kept.
func (s *Desk) dutyFeedNew(c echo.Context) error {
	token, err := s.governance.NewFeed(c.Request().Context(), s.Actor(c))
	if err != nil {
		return err
	}
	return s.showDuties(c, s.BaseURL+kit.DutiesPath+"/calendar/"+token+feedSuffix)
}

// dutyFeedEnd switches the actor's calendar address off.
func (s *Desk) dutyFeedEnd(c echo.Context) error {
	if err := s.governance.EndFeed(c.Request().Context(), s.Actor(c)); err != nil {
		return err
	}
	s.Flash(c, kit.KindSuccess, "Your calendar address no longer works.")
	return kit.SeeOther(c, kit.DutiesPath)
}

const feedSuffix = ".ics"

// dutyFeed is the calendar of whoever made its address. It shows what falls to
// the person by the offices held now, and the meetings that the person may see.
func (s *Desk) dutyFeed(c echo.Context) error {
	ctx := c.Request().Context()
	token, ok := strings.CutSuffix(c.Param("token"), feedSuffix)
	if !ok {
		return apperr.New(apperr.NotFound, "A calendar's address ends in %s.", feedSuffix)
	}
	person, err := s.governance.FeedOwner(ctx, token)
	if err != nil {
		return err
	}
	actor, err := s.Auth.ActingAs(ctx, person)
	if err != nil {
		return err
	}
	list, err := s.due.Feed(ctx, actor)
	if err != nil {
		return err
	}
	out := calendar.Calendar{Name: "Duties, " + s.Society, Society: s.Society, Site: s.BaseURL}
	for _, d := range list {
		out.Days = append(out.Days, s.dutyDay(d))
	}
	held, err := s.meetings.Appointments(ctx, actor)
	if err != nil {
		return err
	}
	for _, m := range held {
		out.Meetings = append(out.Meetings, s.meetingEntry(m))
	}
	var b bytes.Buffer
	if err := out.Write(&b); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "private, no-store")
	return kit.SendFile(c, kit.FormatICS, s.TodaysFile("duties", ""), b.Bytes())
}

// dutyDay is a duty in a calendar.
func (s *Desk) dutyDay(d governance.Duty) calendar.Day {
	text := dutyText(d)
	if d.OfConstitution() {
		text = d.Says() + " of the constitution."
	}
	if d.Trace != "" && d.Trace != text {
		text += "\n" + d.Trace
	}
	if d.Owner != "" {
		text += "\nResponsible: " + string(d.Owner) + "."
	}
	name := strconv.FormatInt(int64(d.ID), 10)
	if d.ID == 0 { // it is not kept: another day is another entry
		name = strings.ReplaceAll(d.Source, ":", "-") + "-" + d.What
	}
	day := calendar.Day{On: d.Due, Entry: calendar.Entry{
		UID: "duty-" + name + "@" + s.host(), Title: d.Title, Text: text,
		Revision: d.Revision, Changed: d.ChangedAt, Status: calendar.Standing,
	}}
	if link := kit.LocalPath(d.Link, ""); link != "" {
		day.URL = s.BaseURL + link
	}
	switch {
	case d.Cancelled:
		day.Status = calendar.Cancelled
	case d.Done():
		day.Status = calendar.Done
	}
	return day
}

// meetingHours is how long a meeting is taken to last in calendars: nobody
// knows before it is over.
const meetingHours = 2 * time.Hour

// meetingEntry is a meeting in a calendar.
func (s *Desk) meetingEntry(m meetings.Appointment) calendar.Meeting {
	text := m.Kind.Label() + "."
	if m.Online != "" {
		text += "\nOnline: " + m.Online
	}
	entry := calendar.Meeting{Place: m.Place, Start: m.Start(), End: m.Start().Add(meetingHours), Entry: calendar.Entry{
		UID: "meeting-" + strconv.FormatInt(int64(m.ID), 10) + "@" + s.host(), Title: m.Title(), Text: text,
		URL:      s.BaseURL + m.Link(),
		Revision: int(m.Version) - 1, Changed: m.Changed, Status: calendar.Standing,
	}}
	switch {
	case m.State == meetings.Cancelled:
		entry.Status, entry.Text = calendar.Cancelled, "Called off: "+m.Reason
	case !m.State.Upcoming():
		entry.Status = calendar.Done
	}
	return entry
}

// host is the name under which people reach the site, without a port.
func (s *Desk) host() string {
	u, err := url.Parse(s.BaseURL)
	if err != nil || u.Hostname() == "" {
		return "nzgs"
	}
	return u.Hostname()
}
