package meetings

import (
	"fmt"
	"strings"

	"nzgs/internal/civil"
)

// What minutes tell of what is recorded while a meeting runs: apologies, notes, and
// the days to which it was adjourned.

// apologies names who sent apologies and did not come.
func (d *draft) apologies(r Record) {
	if absent := r.Absent(); len(absent) > 0 {
		d.line("Apologies (%d): %s.", len(absent), list(absent))
	}
}

// notes are what was written down under an item.
func (d *draft) notes(r Record, item ItemID) {
	for _, n := range r.NotesOn(item) {
		d.line("%s", text(n.Text))
	}
}

// sittings tell who was there on the days that were adjourned, and how each ended.
func (d *draft) sittings(r Record) {
	for _, s := range r.Sittings {
		d.line("## Present on %s", s.BeganAt.Date().Long())
		var beginning, later, guests []Someone
		for _, p := range s.Attendance {
			switch {
			case !p.Entitled:
				guests = append(guests, p.Someone)
			case p.Came == AtBeginning:
				beginning = append(beginning, p.Someone)
			default:
				later = append(later, p.Someone)
			}
		}
		for _, group := range []struct {
			label string
			who   []Someone
		}{{"At the beginning", beginning}, {"Came later", later}, {"Guests", guests}} {
			if len(group.who) > 0 {
				d.line("%s (%d): %s.", group.label, len(group.who), list(group.who))
			}
		}
		if len(s.Quorum.Trace.Steps) > 0 {
			d.line("Quorum: %s", text(s.Quorum.Trace.Sentences()))
		}
		if s.Chair.Person != 0 {
			d.line("In the chair when the meeting was adjourned: %s.", text(s.Chair.Name))
		}
		d.line("%s", s.told())
	}
}

// told says how a sitting ended, and what was written of the day to which it was
// adjourned.
func (s Sitting) told() string {
	out := fmt.Sprintf(
		"The meeting opened at %s. It was adjourned at %s to %s, %s, at %s, %s.", timeOfDay(s.BeganAt), timeOfDay(s.AdjournedAt),
		s.Day.Weekday(), s.Day.Long(), Meeting{Time: s.Time}.Clock(), text(s.Place),
	)
	if s.Number > 1 {
		out = strings.Replace(out, "The meeting opened", "The meeting resumed", 1)
	}
	if s.Reason != "" {
		out += " Reason: " + text(s.Reason)
		if !strings.HasSuffix(s.Reason, ".") {
			out += "."
		}
	}
	switch s.Letters.Left {
	case 0:
	case 1:
		out += " 1 member was told of that day by e-mail."
	default:
		out += fmt.Sprintf(" %d members were told of that day by e-mail.", s.Letters.Left)
	}
	return out
}

// sat reports whether a sitting has begun that was not adjourned: its attendance is
// that of the meeting.
func (r Record) sat() bool {
	n := len(r.Sittings)
	return n == 0 || !r.Sittings[n-1].ResumedAt.IsZero()
}

// presentHeading heads the attendance of the last day.
func (r Record) presentHeading() string {
	if len(r.Sittings) == 0 {
		return "Present"
	}
	return "Present on " + r.began().Date().Long()
}

// openedLine says when the last day began.
func (r Record) openedLine() string {
	if len(r.Sittings) == 0 {
		return "The meeting opened at " + r.clock(r.Meeting.OpenedAt) + "."
	}
	return "The meeting resumed at " + timeOfDay(r.began()) + "."
}

// timeOfDay is a time under a heading that has its day.
func timeOfDay(i civil.Instant) string { return i.Time().In(civil.Auckland).Format("3:04 pm") }
