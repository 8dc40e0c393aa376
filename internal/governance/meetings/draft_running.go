package meetings

import (
	"fmt"
	"strings"

	"nzgs/internal/civil"
)

// What minutes tell of what is recorded while a meeting runs: apologies, notes, and
// the days to which it was adjourned.

// apologies names who sent apologies and did not come.
func (d *Draft) apologies(r Record) {
	if absent := r.Absent(); len(absent) > 0 {
		var by []Entry
		for _, who := range absent {
			by = append(by, about("apology", who.Person))
		}
		d.section("Apologies").Say(AsParagraph, append(by, r.entriesOf(func(Presence) bool { return true })...), "From %s: %s.", toMembers(len(absent)), list(absent))
	}
}

// notes are what was written down under an item.
func (s *Section) notes(r Record, item ItemID) {
	for _, n := range r.NotesOn(item) {
		s.Say(AsParagraph, from(about("note", n.ID)), "%s", n.Text)
	}
}

// sittings tell who was there on the days that were adjourned, who left and who had
// the chair, and how each ended.
func (d *Draft) sittings(r Record) {
	for i, one := range r.Sittings {
		by := from(about("sitting", one.Number))
		heading := r.headingOf(i, one.BeganAt.Date())
		s := d.section(heading, r.ofSittings(i+1)...)
		s.present(one.Attendance, func(p Presence) Entry { return by[0] + ", " + ofPerson(p) })
		for _, p := range one.Attendance {
			if !p.Here() && p.LeftAt.Before(one.AdjournedAt) {
				s.Say(
					AsPoint, append(from(by[0]+", "+ofPerson(p)), by...), "%s left %s.", p.Name, onDay(p.LeftAt, one.BeganAt.Date()),
				)
			}
		}
		if q := one.Quorum; len(q.Trace.Steps) > 0 {
			s.Say(AsParagraph, by, "%s: %d present, %d needed.", quorumVerdict(q.Reached), q.Present, q.Needed)
			s.Because(strings.Replace(heading, "Present", "Quorum", 1), q.Trace)
			s.Sentences[len(s.Sentences)-1].From = r.ofSittings(i + 1) // its note has the heading
		}
		if one.Chair.Person != 0 {
			s.Say(AsParagraph, by, "%s", r.chaired(one))
		}
		s.Say(AsParagraph, by, "%s", one.told())
	}
}

// chaired says who had the chair of a day that was adjourned, and how they came to
// it where that is known.
func (r Record) chaired(s Sitting) string {
	how := tookChair[s.ChairHow]
	if how == "" {
		return s.Chair.Name + " was in the chair when the meeting was adjourned."
	}
	rule := "4.3"
	if r.Meeting.Kind == Committee {
		rule = "6.4"
	}
	return fmt.Sprintf("%s took the chair, %s (rule %s), and had it when the meeting was adjourned.", s.Chair.Name, how, rule)
}

// headingOf heads the attendance of a day of the meeting, by its place among them:
// two of one day are told apart by their number.
func (r Record) headingOf(i int, day civil.Date) string {
	out := "Present on " + day.Long()
	for _, before := range r.Sittings[:i] {
		if before.BeganAt.Date() == day {
			return fmt.Sprintf("%s, sitting %d", out, i+1)
		}
	}
	return out
}

// ofSittings are the first n days that were adjourned.
func (r Record) ofSittings(n int) []Entry {
	var out []Entry
	for _, s := range r.Sittings[:n] {
		out = append(out, about("sitting", s.Number))
	}
	return out
}

// onDay is "at 9:04 pm", with the date when it is not that of the heading.
func onDay(at civil.Instant, day civil.Date) string {
	if at.Date() == day {
		return "at " + timeOfDay(at)
	}
	return "on " + at.Date().Long() + " at " + timeOfDay(at)
}

// told says how a sitting ended, and what was written of the day to which it was
// adjourned.
func (s Sitting) told() string {
	out := fmt.Sprintf(
		"The meeting opened at %s. It was adjourned %s to %s, %s, at %s, %s.", timeOfDay(s.BeganAt),
		onDay(s.AdjournedAt, s.BeganAt.Date()), s.Day.Weekday(), s.Day.Long(), Meeting{Time: s.Time}.Clock(), s.Place,
	)
	if s.Number > 1 {
		out = strings.Replace(out, "The meeting opened", "The meeting resumed", 1)
	}
	if s.Reason != "" {
		out += " Reason: " + s.Reason
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
	return r.headingOf(len(r.Sittings), r.began().Date())
}

// ofBeginning is what says when the last day began.
func (r Record) ofBeginning() Entry {
	if n := len(r.Sittings); n > 0 {
		return about("sitting", r.Sittings[n-1].Number)
	}
	return ofOpening
}

// openedLine says when the last day began.
func (r Record) openedLine() string {
	if len(r.Sittings) == 0 {
		return "The meeting opened at " + r.clock(r.Meeting.OpenedAt) + "."
	}
	return "The meeting resumed at " + timeOfDay(r.began()) + "."
}

// timeOfDay is a time under a heading that has its day.
func timeOfDay(i civil.Instant) string { return i.Time().In(civil.Zone()).Format("3:04 pm") }
