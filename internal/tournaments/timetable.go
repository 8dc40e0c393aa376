package tournaments

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// HourOfDay is a time of day by the clocks of a place, in minutes after midnight.
type HourOfDay int

// String is the time as people write it: "9:30 am".
func (h HourOfDay) String() string {
	return time.Date(2000, 1, 1, 0, int(h), 0, 0, time.UTC).Format("3:04 pm")
}

// Input is the time as a form has it: "09:30".
func (h HourOfDay) Input() string { return fmt.Sprintf("%02d:%02d", h/60, h%60) }

var hourOfDay = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))? ?([ap])?\.?m?\.?$`)

// ReadHourOfDay reads a time of day as people write it: "9:30", "09.30", "2 pm", "2.15pm", "noon".
func ReadHourOfDay(text string) (HourOfDay, error) {
	refused := fmt.Errorf("%q is not a time of day: write it like 9:30 am or 14:00", text)
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	if text == "noon" {
		return 12 * 60, nil
	}
	m := hourOfDay.FindStringSubmatch(text)
	if m == nil || m[3] == "" && (strings.HasSuffix(text, "m") || m[2] == "") {
		return 0, refused
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	switch {
	case minute > 59 || hour > 23 || m[3] != "" && (hour < 1 || hour > 12):
		return 0, refused
	case m[3] == "p" && hour < 12:
		hour += 12
	case m[3] == "a" && hour == 12:
		hour = 0
	}
	return HourOfDay(60*hour + minute), nil
}

// Zone is a time zone that an event can be held in.
type Zone struct{ Name, Label string }

// Zones are the time zones of places where events are held, the society's first.
func Zones() []Zone {
	known := []Zone{
		{"Pacific/Auckland", "New Zealand"}, {"Pacific/Chatham", "Chatham Islands"}, {"Pacific/Rarotonga", "Cook Islands"},
		{"Pacific/Apia", "Samoa"}, {"Pacific/Fiji", "Fiji"}, {"Australia/Sydney", "Sydney, Melbourne, Hobart"},
		{"Australia/Brisbane", "Brisbane"}, {"Australia/Adelaide", "Adelaide"}, {"Australia/Darwin", "Darwin"},
		{"Australia/Perth", "Perth"}, {"Asia/Tokyo", "Japan, Korea"}, {"Asia/Shanghai", "China"}, {"UTC", "UTC"},
	}
	own := Zone{civil.Zone().String(), strings.TrimSuffix(civil.ZoneWords(), " time")}
	return append([]Zone{own}, slices.DeleteFunc(known, func(z Zone) bool { return z.Name == own.Name })...)
}

// Slot is when a round is played.
type Slot struct {
	Round   int
	Day     civil.Date
	Starts  HourOfDay
	Minutes int    // until its last game has ended
	Pause   string // what comes after it: "Lunch"; "" is nothing
	Clocks  string // clock settings of this round; "" is the section's
}

// Timetable says when the rounds of a section are played, by the clocks of the
// event's place. The zero value is none.
type Timetable struct {
	Zone    string // as the time zone database names it
	Slots   []Slot // by round; rounds without a time are left out
	Changed civil.Instant
	Version int64
}

// Set reports whether there is a timetable.
func (t Timetable) Set() bool { return len(t.Slots) > 0 }

// Slot is when a round is played, if the timetable has it.
func (t Timetable) Slot(round int) (Slot, bool) {
	for _, s := range t.Slots {
		if s.Round == round {
			return s, true
		}
	}
	return Slot{}, false
}

func (t Timetable) location() *time.Location {
	if loc, err := time.LoadLocation(t.Zone); err == nil && t.Zone != "" {
		return loc
	}
	return civil.Zone()
}

// ZoneText names the clocks where they are not the society's: "Chatham Islands time".
func (t Timetable) ZoneText() string {
	for _, z := range Zones()[1:] {
		if z.Name == t.Zone {
			return z.Label + " time"
		}
	}
	return ""
}

// Begins is the moment at which a round begins.
func (t Timetable) Begins(s Slot) civil.Instant { return civil.At(t.local(s)) }

func (t Timetable) local(s Slot) time.Time {
	return time.Date(s.Day.Year(), s.Day.Month(), s.Day.Day(), 0, int(s.Starts), 0, 0, t.location())
}

// Ends is the moment at which the last game of a round has ended.
func (t Timetable) Ends(s Slot) civil.Instant {
	return t.Begins(s).Add(time.Duration(s.Minutes) * time.Minute)
}

// Hour is a moment by the clocks of the place: "12:30 pm".
func (t Timetable) Hour(i civil.Instant) string { return i.Time().In(t.location()).Format("3:04 pm") }

// Local is a moment as machines read it, with the place's distance from UTC: "2027-01-02T09:30:00+13:00".
func (t Timetable) Local(i civil.Instant) string {
	return i.Time().In(t.location()).Format(time.RFC3339)
}

// StartsText is when a round begins, as people say it: "10:00 am" of an event of one day, else
// "Saturday 2 January, 10:00 am".
func (t Timetable) StartsText(e Event, s Slot) string {
	text := s.Starts.String()
	if e.From != e.To || s.Day != e.From {
		text = DayText(s.Day) + ", " + text
	}
	if zone := t.ZoneText(); zone != "" {
		text += " (" + zone + ")"
	}
	return text
}

// DayText is a day as a timetable writes it: "Saturday 2 January".
func DayText(d civil.Date) string {
	return fmt.Sprintf("%s %d %s", d.Weekday(), d.Day(), d.Month())
}

// At says which round is planned for a moment, and which one begins next; Round is 0 without one.
func (t Timetable) At(now civil.Instant) (playing, next Slot) {
	for _, s := range t.Slots {
		switch begins := t.Begins(s); {
		case begins.After(now):
			if next.Round == 0 {
				next = s
			}
		case t.Ends(s).After(now):
			playing = s
		}
	}
	return playing, next
}

// Limits of a timetable.
const (
	MinMinutes  = 5   // of a round
	MaxMinutes  = 900 // of a round, and of a delay
	maxSlotText = 60  // characters of a pause
)

// SlotField is the name of an input of a round: "starts_3".
func SlotField(name string, round int) string { return name + "_" + strconv.Itoa(round) }

// check gives the timetable as it is kept: rounds one after the other on days of the event.
func (t Timetable) check(e Event, rounds int) (Timetable, apperr.Fields) {
	var f apperr.Fields
	known := slices.ContainsFunc(Zones(), func(z Zone) bool { return z.Name == t.Zone })
	if !known {
		f.Add("zone", "Choose one of the places offered.")
	}
	out := Timetable{Zone: t.Zone, Version: t.Version}
	for n := 1; n <= rounds; n++ {
		s, ok := t.Slot(n)
		if !ok {
			continue
		}
		before := len(f)
		s.check(&f, e)
		if len(f) == before && known {
			t.inOrder(&f, out.Slots, s)
		}
		out.Slots = append(out.Slots, s)
	}
	if len(out.Slots) == 0 && len(f) == 0 {
		f.Add(SlotField("day", 1), "Enter the day and the time of at least one round.")
	}
	return out, f
}

func (s *Slot) check(f *apperr.Fields, e Event) {
	switch {
	case s.Day.IsZero():
		f.Add(SlotField("day", s.Round), "Enter the day of round %d.", s.Round)
	case s.Day.Before(e.From) || s.Day.After(e.To):
		f.Add(SlotField("day", s.Round), "The event is on %s. Enter one of its days.", e.Dates())
	}
	if s.Starts < 0 || s.Starts >= 24*60 {
		f.Add(SlotField("starts", s.Round), "Enter when round %d begins, like 9:30 am.", s.Round)
	}
	if s.Minutes < MinMinutes || s.Minutes > MaxMinutes {
		f.Add(SlotField("minutes", s.Round), "Enter the minutes that round %d takes, from %d to %d.", s.Round, MinMinutes, MaxMinutes)
	}
	s.Pause, s.Clocks = oneLine(s.Pause), oneLine(s.Clocks)
	if utf8.RuneCountInString(s.Pause) > maxSlotText {
		f.Add(SlotField("pause", s.Round), "Shorten this to %d characters.", maxSlotText)
	}
	if utf8.RuneCountInString(s.Clocks) > maxNameRunes {
		f.Add(SlotField("clocks", s.Round), "Shorten this to %d characters.", maxNameRunes)
	}
}

// inOrder refuses a round that begins before the one before it has ended, or at a time that the clocks skip.
func (t Timetable) inOrder(f *apperr.Fields, earlier []Slot, s Slot) {
	at := t.local(s)
	if at.Hour()*60+at.Minute() != int(s.Starts) {
		f.Add(
			SlotField("starts", s.Round), "The clocks go forward on %s and skip %s. Enter another time.", DayText(s.Day), s.Starts,
		)
		return
	}
	if len(earlier) == 0 {
		return
	}
	last := earlier[len(earlier)-1]
	if last.Day.IsZero() || last.Minutes < MinMinutes || last.Minutes > MaxMinutes {
		return // said at that round
	}
	if end := t.Ends(last); t.Begins(s).Before(end) {
		day := end.Time().In(t.location())
		f.Add(
			SlotField("starts", s.Round), "Round %d takes until %s on %s. Enter a later time, or shorten it.",
			last.Round, t.Hour(end), day.Format("Monday 2 January"),
		)
	}
}

// Moves says which later rounds a delay moves too.
type Moves string

// What a delay moves.
const (
	MovesDay  Moves = "day"  // the later rounds of the same day
	MovesAll  Moves = "all"  // all later rounds
	MovesNone Moves = "none" // only that round
)

// Delay moves a round by so many minutes, later or, below 0, earlier, and the later ones with it.
func (t Timetable) Delay(round, minutes int, moves Moves) Timetable {
	from, ok := t.Slot(round)
	out := t
	out.Slots = slices.Clone(t.Slots)
	if !ok {
		return out
	}
	for i, s := range out.Slots {
		later := s.Round > round && (moves == MovesAll || moves == MovesDay && s.Day == from.Day)
		if s.Round != round && !later {
			continue
		}
		at := int(s.Starts) + minutes
		for ; at >= 24*60; at -= 24 * 60 {
			s.Day = s.Day.AddDays(1)
		}
		for ; at < 0; at += 24 * 60 {
			s.Day = s.Day.AddDays(-1)
		}
		s.Starts = HourOfDay(at)
		out.Slots[i] = s
	}
	return out
}
