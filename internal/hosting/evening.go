package hosting

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/clubs"
)

// EveningID names an evening.
type EveningID int64

// Evening is when a club meets, every week.
type Evening struct {
	ID          EveningID
	Club        clubs.ClubID
	Weekday     time.Weekday
	From, Until Minute
	Venue       string
	Version     int64
}

// Minute is a time of day, in minutes from midnight.
type Minute int

// String is the time as pages write it: 7:00 pm.
func (m Minute) String() string {
	half, hour := "am", int(m)/60%24
	if hour >= 12 {
		half = "pm"
	}
	if hour %= 12; hour == 0 {
		hour = 12
	}
	return fmt.Sprintf("%d:%02d %s", hour, int(m)%60, half)
}

// Field is the time as forms have it: 19:00.
func (m Minute) Field() string { return fmt.Sprintf("%02d:%02d", int(m)/60%24, int(m)%60) }

// ParseMinute reads a time of day as people write it: 19:00, 7:30 pm, 7pm.
func ParseMinute(text string) (Minute, bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	text, pm := strings.CutSuffix(text, "pm")
	text, am := strings.CutSuffix(text, "am")
	hours, minutes, both := strings.Cut(strings.Replace(text, ".", ":", 1), ":")
	h, err := strconv.ParseUint(hours, 10, 8)
	m := uint64(0)
	if both && err == nil {
		m, err = strconv.ParseUint(minutes, 10, 8)
	}
	switch {
	case err != nil, len(hours) > 2, both && len(minutes) != 2, !both && !pm && !am, h > 23, m > 59, (pm || am) && (h == 0 || h > 12), pm && am:
		return 0, false
	case pm && h < 12:
		h += 12
	case am && h == 12:
		h = 0
	}
	return Minute(h*60 + m), true
}

// Text says when it is, in a line: Tuesdays, 7:00 pm to 9:30 pm.
func (e Evening) Text() string {
	return e.Weekday.String() + "s, " + e.From.String() + " to " + e.Until.String()
}

// Days are the days on which it is held, from a day on, for so many days.
func (e Evening) Days(from civil.Date, ahead int) (out []civil.Date) {
	first := (int(e.Weekday) - int(from.Weekday()) + 7) % 7
	for n := first; n < ahead; n += 7 {
		out = append(out, from.AddDays(n))
	}
	return out
}

// Over reports whether the evening of a day has ended.
func (e Evening) Over(day civil.Date, now civil.Instant) bool {
	if today := now.Date(); day != today {
		return day.Before(today)
	}
	at := now.Time().In(civil.Zone())
	return Minute(at.Hour()*60+at.Minute()) >= e.Until
}

// Word is what a club has said of an evening.
type Word string

// The words.
const (
	Silent    Word = ""      // nothing yet
	Meets     Word = "meets" // it takes place
	NoMeeting Word = "none"  // it does not
)

// EveningInput is an evening as it is typed. Its fields are weekday, from, until and venue.
type EveningInput struct{ Weekday, From, Until, Venue string }

// evening is what was typed, with every problem in form order.
func (in EveningInput) evening() (e Evening, f apperr.Fields) {
	day, err := strconv.Atoi(in.Weekday)
	if err != nil || day < 0 || day > 6 {
		f.Add("weekday", "Choose the day of the week.")
	}
	var ok bool
	if e.From, ok = ParseMinute(in.From); !ok {
		f.Add("from", "Enter a time like 7:00 pm.")
	}
	if e.Until, ok = ParseMinute(in.Until); !ok {
		f.Add("until", "Enter a time like 9:30 pm.")
	} else if e.Until <= e.From && len(f) == 0 {
		f.Add("until", "Enter a time after the beginning.")
	}
	e.Weekday, e.Venue = time.Weekday(day), line(in.Venue)
	if utf8.RuneCountInString(e.Venue) > maxVenue {
		f.Add("venue", "Shorten this to %d characters.", maxVenue)
	}
	return e, f
}

const maxVenue = 200

func line(s string) string { return strings.Join(strings.Fields(legible(s)), " ") }

// legible is a text without what no one types and no subject of a letter may have.
func legible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(strings.ReplaceAll(s, "\r", "\n"), "")))
}
