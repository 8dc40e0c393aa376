package meetings

import (
	"slices"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
)

// Waiting are the meetings of which whoever is signed in finds a line on the front
// page: those to come and those going on, and for who holds meetings also what is left
// of those that have ended. What is due of them has its own line there already.
func (s *Desk) Waiting(c echo.Context, due []kit.Task) ([]kit.Task, error) {
	actor := s.Actor(c)
	if !actor.SignedIn() {
		return nil, nil
	}
	list, err := s.meetings.List(c.Request().Context(), actor)
	if apperr.KindOf(err) == apperr.Forbidden {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	wait := list.Upcoming
	for _, m := range list.Past {
		if left(m, list) {
			wait = append(wait, m)
		}
	}
	var out []kit.Task
	for _, m := range wait {
		url := kit.MeetingURL(m.ID)
		if slices.ContainsFunc(due, func(t kit.Task) bool { return t.URL == url }) {
			continue
		}
		when := whenText(m.Meeting) + ". "
		if m.Continues != nil {
			when = "Continues on " + dayAndTime(*m.Continues) + ". "
		}
		out = append(out, kit.Task{Title: m.Title(), Text: when + meetingBadge(m.Meeting).Text + ".", URL: url, Action: "Open"})
	}
	return out, nil
}

// left reports whether something is left of a meeting that has ended: its minutes, or
// a further date where there was no quorum.
func left(m meetings.Summary, list meetings.Meetings) bool {
	switch m.State {
	case meetings.Closed:
		return list.MayCall || m.HasMinutes
	case meetings.Inquorate:
		further := func(f meetings.Summary) bool { return f.Follows == m.ID && f.State != meetings.Cancelled }
		return list.MayCall && !slices.ContainsFunc(append(list.Upcoming, list.Past...), further)
	}
	return false
}
