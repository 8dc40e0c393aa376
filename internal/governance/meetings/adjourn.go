package meetings

import (
	"fmt"
	"slices"
	"strings"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// Told is whom a letter tells of the day to which a meeting is adjourned.
type Told string

// The choices.
const (
	TellNone    Told = "none"
	TellPresent Told = "present" // those who were there
	TellAll     Told = "all"     // everyone who may come
)

// AdjournInput is the day to which a meeting is adjourned. Its form fields are
// date, time, place, online, reason and tell.
type AdjournInput struct {
	Day    civil.Date
	Time   string
	Place  string
	Online string
	Reason string
	Tell   Told
}

// Sitting is a day of a meeting that ended with its being adjourned, and the day
// on which it continues.
type Sitting struct {
	ID     int64
	Number int
	AdjournInput
	BeganAt     civil.Instant
	AdjournedAt civil.Instant
	By          string
	Quorum      Quorum
	Chair       Someone
	ChairHow    ChairHow // NoChair also of a day before this was kept
	Attendance  []Presence
	ResumedAt   civil.Instant // zero: not yet
	Version     int64         // counts the days that were chosen

	Letters ToldLetters
}

// ToldLetters is how far the letters about the day went.
type ToldLetters struct {
	Queued   int // in all, by e-mail
	Left     int // of them
	NoLetter []Someone
}

// people are the ids of everybody whom a sitting names.
func (s Sitting) people() []PersonID {
	ids := []PersonID{s.Chair.Person}
	for _, p := range s.Attendance {
		ids = append(ids, p.Person)
	}
	for _, p := range s.Letters.NoLetter {
		ids = append(ids, p.Person)
	}
	return ids
}

// Day is the day of the meeting, or the latest one to which it was adjourned: who
// is a member and who holds an office then may vote and take the chair.
func (r Record) Day() civil.Date {
	if n := len(r.Sittings); n > 0 {
		return r.Sittings[n-1].Day
	}
	return r.Meeting.Date
}

// Continues is the day on which an adjourned meeting continues; ok is false of one
// that is not adjourned.
func (r Record) Continues() (s Sitting, ok bool) {
	if r.Meeting.State != Adjourned {
		return s, false
	}
	return r.Sittings[len(r.Sittings)-1], true
}

// satBefore reports whether somebody was there on a day that was adjourned.
func (r Record) satBefore(person PersonID) bool {
	return slices.ContainsFunc(r.Sittings, func(s Sitting) bool {
		return slices.ContainsFunc(s.Attendance, func(p Presence) bool { return p.Person == person })
	})
}

// doneBefore reports whether an item was done before the meeting was adjourned: it
// stays done.
func (r Record) doneBefore(it AgendaItem) bool {
	n := len(r.Sittings)
	return n > 0 && !it.DoneAt.IsZero() && !it.DoneAt.After(r.Sittings[n-1].AdjournedAt)
}

// newBusiness refuses a motion that the further day of a meeting does not take: one
// before that day, and one under an item that was done before.
func (r Record) newBusiness(item constitution.Item) error {
	if s, adjourned := r.Continues(); adjourned {
		return apperr.New(
			apperr.Conflict, "The meeting is adjourned to %s: the same agenda continues, and no new business is taken.",
			s.Day.Long(),
		)
	}
	for _, it := range r.Agenda {
		if item != "" && it.Item == item && r.doneBefore(it) {
			return r.wasDone(it)
		}
	}
	return nil
}

// nameRunning adds names to what is recorded while a meeting runs.
func (r *Record) nameRunning() {
	for i := range r.Apologies {
		a := &r.Apologies[i]
		a.Name, a.Entitled = r.facts.names[a.Person], r.facts.entitled(r.Meeting.Kind, a.Person)
	}
	for i := range r.Speakers {
		r.Speakers[i].Name = r.facts.names[r.Speakers[i].Person]
	}
	for i := range r.Sittings {
		s := &r.Sittings[i]
		if s.Chair.Person != 0 {
			s.Chair = r.facts.someone(s.Chair.Person)
		}
		for j := range s.Attendance {
			s.Attendance[j].Name = r.facts.names[s.Attendance[j].Person]
		}
		for j := range s.Letters.NoLetter {
			s.Letters.NoLetter[j].Name = r.facts.names[s.Letters.NoLetter[j].Person]
		}
	}
}

// mayAdjourn: a meeting that is open may be adjourned to another day.
func (r Record) mayAdjourn() constitution.Findings { return nil }

// adjourning is the letter about the day to which a meeting is adjourned; was is the
// day that it takes the place of, if there was one.
func (r Record) adjourning(in, was AdjournInput, from string) (subject, body string) {
	m := r.Meeting
	subject = "Continued on another day: " + m.Title()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nThe %s was adjourned. It continues on another day.\n\n", r.facts.society, m.Title())
	fmt.Fprintf(
		&b, "Date: %s, %s\nTime: %s\nPlace: %s\n", in.Day.Weekday(), in.Day.Long(), Meeting{Time: in.Time}.Clock(), in.Place,
	)
	if in.Online != "" {
		fmt.Fprintf(&b, "Online: %s\n", in.Online)
	}
	if !was.Day.IsZero() && (was.Day != in.Day || was.Time != in.Time || was.Place != in.Place || was.Online != in.Online) {
		fmt.Fprintf(
			&b, "\nThis takes the place of %s, %s, %s, %s.\n", was.Day.Weekday(), was.Day.Long(), Meeting{Time: was.Time}.Clock(),
			was.Place,
		)
	}
	if in.Reason != "" {
		fmt.Fprintf(&b, "\n%s\n", in.Reason)
	}
	b.WriteString("\nThe same agenda continues, and no new business is taken. What was decided stands.\n")
	fmt.Fprintf(&b, "\n%s\n", from)
	return subject, b.String()
}
