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

// sittings tell who was there on the days that were adjourned, and how each ended.
func (d *Draft) sittings(r Record) {
	for _, one := range r.Sittings {
		by := from(about("sitting", one.Number))
		s := d.section("Present on "+one.BeganAt.Date().Long(), by...)
		s.present(one.Attendance, func(p Presence) Entry { return by[0] + ", " + ofPerson(p) })
		if q := one.Quorum; len(q.Trace.Steps) > 0 {
			s.Say(AsParagraph, by, "%s: %d present, %d needed.", quorumVerdict(q.Reached), q.Present, q.Needed)
			s.Because("Quorum on "+one.BeganAt.Date().Long(), q.Trace)
		}
		if one.Chair.Person != 0 {
			s.Say(AsParagraph, by, "%s was in the chair when the meeting was adjourned.", one.Chair.Name)
		}
		s.Say(AsParagraph, by, "%s", one.told())
	}
}

// told says how a sitting ended, and what was written of the day to which it was
// adjourned.
func (s Sitting) told() string {
	out := fmt.Sprintf(
		"The meeting opened at %s. It was adjourned at %s to %s, %s, at %s, %s.", timeOfDay(s.BeganAt), timeOfDay(s.AdjournedAt),
		s.Day.Weekday(), s.Day.Long(), Meeting{Time: s.Time}.Clock(), s.Place,
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
	return "Present on " + r.began().Date().Long()
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
func timeOfDay(i civil.Instant) string { return i.Time().In(civil.Auckland).Format("3:04 pm") }
