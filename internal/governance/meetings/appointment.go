package meetings

import (
	"context"
	"strconv"
	"time"

	"nzgs/internal/apperr"
	"nzgs/internal/audit"
	"nzgs/internal/auth"
	"nzgs/internal/civil"
)

// Start is when the meeting begins: its time by the society's clocks, also on a day on
// which the clocks change.
func (m Meeting) Start() civil.Instant {
	hour, minute := 0, 0
	if validTime(m.Time) {
		hour, _ = strconv.Atoi(m.Time[:2])
		minute, _ = strconv.Atoi(m.Time[3:])
	}
	return civil.At(time.Date(m.Date.Year(), m.Date.Month(), m.Date.Day(), hour, minute, 0, 0, civil.Zone()))
}

// Clock is its time of day as people read it: "19:30" is "7:30 pm".
func (m Meeting) Clock() string {
	at, err := time.Parse("15:04", m.Time)
	if err != nil {
		return m.Time
	}
	return at.Format("3:04 pm")
}

// Appointment is a meeting as a calendar keeps it.
type Appointment struct {
	Meeting
	Changed civil.Instant // when the meeting last changed; its Version counts the changes
}

// keptDays is how long a meeting stays in calendars after its day.
const keptDays = 366

// Appointments are the meetings that belong in the actor's calendar, by day:
// the members' meetings for every member, the committee's for the committee.
// Those called off are among them, so that calendars take them away. Somebody
// who sees no meetings has none.
func (s *Service) Appointments(ctx context.Context, actor auth.Actor) ([]Appointment, error) {
	if err := s.requireMember(ctx, actor); err != nil {
		if kind := apperr.KindOf(err); kind == apperr.Forbidden || kind == apperr.SignIn {
			return nil, nil
		}
		return nil, err
	}
	all, err := allMeetings(ctx, s.db)
	if err != nil {
		return nil, err
	}
	var out []Appointment
	for _, m := range all {
		if m.Date.AddDays(keptDays).Before(s.cases.Today()) || m.Kind == Committee && !s.sees(actor, m) {
			continue
		}
		last, err := audit.Of(ctx, s.db, "meeting", int64(m.ID), 1) // by its index; there are few meetings a year
		if err != nil {
			return nil, err
		}
		one := Appointment{Meeting: m}
		if len(last) > 0 {
			one.Changed = last[0].At
		}
		out = append(out, one)
	}
	return out, nil
}
