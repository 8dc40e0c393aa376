package clubs

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"nzgs/internal/civil"
)

var (
	sinceYear   = regexp.MustCompile(`^(?:in |since |about |ca?\.? |~)?((?:19|20)[0-9]{2}|'?[0-9]{2})\.?(?:\.0)?$`)
	sinceSeason = regexp.MustCompile(`^((?:19|20)[0-9]{2}) ?[/–-] ?([0-9]{2}|(?:19|20)[0-9]{2})$`)
	sinceMonth  = regexp.MustCompile(`^(?:(?:since )?([a-z]{3,9})\.?[ /,-]*([0-9]{4}|'?[0-9]{2})|([0-9]{1,2}) ?[/.-] ?([0-9]{4}))$`)
	sinceISO    = regexp.MustCompile(`^([0-9]{4})[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?(?:[t ].*)?$`)
	sinceDay    = regexp.MustCompile(`^([0-9]{1,2})[-/. ]+([0-9]{1,2}|[a-z]{3,9})\.?[-/., ]+([0-9]{4}|'?[0-9]{2})(?:[t ].*)?$`)
	sinceUS     = regexp.MustCompile(`^([a-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})$`)
)

// MemberSince reads since when somebody has been a member, as lists write it: a day, a month, a year or a season. It is the
// last day that is meant, so that nobody is taken for an earlier member than the list says. A year of two digits is the last
// one that is not after today. ok is false of what says no day.
func MemberSince(text string, today civil.Date) (day civil.Date, ok bool) {
	_, day, ok = SinceDays(text, today)
	return day, ok
}

// maxSince is longer than a day is ever written.
const maxSince = 40

// SinceDays are the first and the last day that a text can mean.
func SinceDays(text string, today civil.Date) (first, last civil.Date, ok bool) {
	t := strings.ToLower(oneLine(text))
	if len(t) > maxSince {
		return first, last, false
	}
	months := 0 // that the text means all of
	if m := sinceYear.FindStringSubmatch(t); m != nil {
		months = 12
		last, ok = endOfMonth(m[1], "12", today)
	} else if year, season := seasonOf(t); season {
		months = 12
		last, ok = endOfMonth(year, "6", today)
	} else if m := sinceISO.FindStringSubmatch(t); m != nil && m[3] != "" {
		last, ok = dayOf(m[1], m[2], m[3], today)
	} else if m != nil {
		months = 1
		last, ok = endOfMonth(m[1], m[2], today)
	} else if m := sinceMonth.FindStringSubmatch(t); m != nil {
		months = 1
		last, ok = endOfMonth(m[2]+m[4], m[1]+m[3], today)
	} else if m := sinceDay.FindStringSubmatch(t); m != nil {
		if last, ok = dayOf(m[3], m[2], m[1], today); !ok {
			last, ok = dayOf(m[3], m[1], m[2], today) // the month first
		}
	} else if m := sinceUS.FindStringSubmatch(t); m != nil {
		last, ok = dayOf(m[3], m[1], m[2], today)
	}
	if first = last; ok && months > 0 {
		first = last.AddDays(1).AddMonths(-months)
	}
	return first, last, ok
}

// seasonOf is the year in which a season ends: "1999" of "1998/99".
func seasonOf(text string) (year string, ok bool) {
	m := sinceSeason.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	first, _ := strconv.Atoi(m[1])
	year = strconv.Itoa(first + 1)
	return year, strings.HasSuffix(year, m[2])
}

func dayOf(year, month, day string, today civil.Date) (civil.Date, bool) {
	y, m := wholeYear(year, today), monthOf(month)
	d, err := strconv.Atoi(day)
	if y == 0 || m == 0 || err != nil || d < 1 {
		return civil.Date{}, false
	}
	out := civil.On(y, time.Month(m), d)
	return out, out.Day() == d
}

func endOfMonth(year, month string, today civil.Date) (civil.Date, bool) {
	y, m := wholeYear(year, today), monthOf(month)
	if y == 0 || m == 0 {
		return civil.Date{}, false
	}
	return civil.On(y, time.Month(m), 1).AddMonths(1).AddDays(-1), true
}

// wholeYear is a year of two digits or four; 0 for none that a member can have joined in.
func wholeYear(text string, today civil.Date) int {
	y, err := strconv.Atoi(strings.TrimPrefix(text, "'"))
	switch {
	case err != nil:
		return 0
	case y < 100:
		if y += 2000; y > today.Year() {
			y -= 100
		}
	}
	if y < 1900 || y > today.Year()+1 {
		return 0
	}
	return y
}

// monthOf is a month by its number or name; 0 for none.
func monthOf(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > 12 {
			return 0
		}
		return n
	}
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		if len(text) >= 3 && strings.HasPrefix(name, text) || text == "sept" && m == time.September {
			return int(m)
		}
	}
	return 0
}
