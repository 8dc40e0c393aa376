package meetings

import (
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// meetingsCrumb leads back to the list of meetings.
var meetingsCrumb = kit.Crumb{Label: "Meetings", URL: kit.MeetingsPath}

// motionURL is the page of a motion of a meeting.
func motionURL(meeting meetings.ID, id meetings.MotionID, part ...string) string {
	return kit.MeetingURL(meeting, append([]string{"motions", kit.IDText(id)}, part...)...)
}

// Head is what every page of a meeting begins with (partial
// "meeting-head", dot a page with a Head).
type Head struct {
	When, Place, Online string
	State               kit.Badge
	Tabs                kit.Tabs
}

// meetingBadge is a meeting's state.
func meetingBadge(m meetings.Meeting) kit.Badge {
	kind := kit.KindNeutral
	switch m.State {
	case meetings.NoticeSent:
		kind = kit.KindInfo
	case meetings.Open:
		kind = kit.KindLive
	case meetings.Closed, meetings.Approved:
		kind = kit.KindSuccess
	case meetings.Inquorate, meetings.Cancelled, meetings.Adjourned:
		kind = kit.KindWarning
	}
	return kit.Badge{Kind: kind, Text: m.State.Label()}
}

// motionBadge is what became of a motion.
func motionBadge(state meetings.MotionState) kit.Badge {
	kind := kit.KindNeutral
	switch state {
	case meetings.Carried, meetings.Framed:
		kind = kit.KindSuccess
	case meetings.NotCarried, meetings.Lapsed, meetings.RuledOut:
		kind = kit.KindError
	case meetings.Withdrawn, meetings.NotReached:
		kind = kit.KindWarning
	}
	return kit.Badge{Kind: kind, Text: state.Label()}
}

// meetingView reads the meeting of the address for whoever runs it or sits on
// the committee.
func (s *Desk) meetingView(c echo.Context) (meetings.View, error) {
	return kit.ByID(s.Site, s.meetings.View)(c)
}

// meetingRun is meetingView for whoever records what happens at the meeting:
// those who hold meetings, and whoever has its chair.
func (s *Desk) meetingRun(c echo.Context) (meetings.View, error) {
	v, err := s.meetingView(c)
	if err == nil && !v.May.Hold && !v.May.Chair {
		err = errNotRunning()
	}
	return v, err
}

// meetingOpens is meetingRun for the door and the chair's page: on the day any
// officer may record who is there and open the meeting (rule 4.3).
func (s *Desk) meetingOpens(c echo.Context) (meetings.View, error) {
	v, err := s.meetingView(c)
	if err == nil && !opens(v) {
		err = errNotRunning()
	}
	return v, err
}

func opens(v meetings.View) bool { return v.May.Hold || v.May.Chair || v.May.Attend || v.May.Open }

func errNotRunning() error {
	return apperr.New(apperr.Forbidden, "Only the secretary, the president and whoever chairs the meeting may do this.")
}

// meetingHead is the head of a meeting's page; part is the last of the address
// of the tab that is open, "" of the meeting's own page.
func meetingHead(v meetings.View, part string) Head {
	m := v.Meeting
	head := Head{
		When: whenText(m), Place: m.Place, Online: m.Online, State: meetingBadge(m),
		Tabs: kit.Tabs{Label: "Parts of the meeting"},
	}
	if on, adjourned := v.Continues(); adjourned {
		head.continues(on.AdjournInput)
	}
	add := func(label, to string, shown bool) {
		if shown {
			head.Tabs.Items = append(head.Tabs.Items, kit.NavItem{
				Label: label, URL: kit.MeetingURL(m.ID, strings.Fields(to)...), Current: to == part,
			})
		}
	}
	runs := v.May.Hold || v.May.Chair
	add("Overview", "", true)
	add("Notice", "notice", runs && m.Kind.General() || len(v.Notices) > 0)
	add("Prints", "prints", true)
	add("Elections", "elections", runs && m.Kind == meetings.AGM)
	add("At the door", "door", opens(v))
	add("In the chair", "chair", opens(v))
	add("Minutes", "minutes", runs || v.Minutes.Version > 0)
	return head
}

// continues says when and where a meeting that is adjourned continues.
func (h *Head) continues(on meetings.AdjournInput) {
	h.When, h.Place, h.Online = "Continues on "+dayAndTime(on), on.Place, on.Online
}

// meetingPage begins a page below a meeting's.
func (s *Desk) meetingPage(c echo.Context, m meetings.Meeting, title string) kit.Page {
	return s.Page(c, title, meetingsCrumb, kit.Crumb{Label: m.Title(), URL: kit.MeetingURL(m.ID)})
}

// whenText is "Saturday 14 March 2026, 2:00 pm".
func whenText(m meetings.Meeting) string {
	out := m.Date.Weekday().String() + " " + m.Date.Long()
	if m.Time != "" {
		out += ", " + m.Clock()
	}
	return out
}

// momentText is the time of day of an instant, by the society's clocks.
func momentText(i civil.Instant) string {
	if i.IsZero() {
		return ""
	}
	text := i.Long() // "21 November 2026, 2:14 pm"
	if _, clock, ok := strings.Cut(text, ", "); ok {
		return clock
	}
	return text
}

// findingLines are findings as they are shown.
func findingLines(list constitution.Findings) []kit.Finding {
	var out []kit.Finding
	for _, f := range list {
		kind := kit.KindWarning
		if f.Gravity == constitution.Obstacle {
			kind = kit.KindError
		}
		out = append(out, kit.Finding{Kind: kind, Text: kit.CiteRules(f.String())})
	}
	return out
}

// someoneText is a person's name, or what stands for nobody.
func someoneText(one meetings.Someone, nobody string) string {
	if one.Person == 0 {
		return nobody
	}
	return one.String()
}

// dayOrText is a day as people read it, or what stands for none.
func dayOrText(d civil.Date, none string) string {
	if d.IsZero() {
		return none
	}
	return d.Long()
}
