package bank

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nzgs/internal/civil"
)

// Days is how a file writes its days.
type Days string

// The ways. Day is where the month is a word, which reads one way only.
const (
	DayMonthYear Days = "dmy" // 21/11/2026, 21-11-26
	MonthDayYear Days = "mdy" // 11/21/2026
	YearMonthDay Days = "ymd" // 2026/11/21, 20261121
)

// Known reports whether there is such a way.
func (d Days) Known() bool { return slices.Contains(allDays, d) }

var allDays = []Days{DayMonthYear, MonthDayYear, YearMonthDay}

var (
	threeNumbers = regexp.MustCompile(`^([0-9]{1,4})[-/. ']+([0-9]{1,2})[-/. ']+([0-9]{1,4})$`)
	eightDigits  = regexp.MustCompile(`^[0-9]{8}$`)
	withMonth    = regexp.MustCompile(`^([0-9]{1,2})[-/. ]*([A-Za-z]{3,9})\.?[-/., ]*([0-9]{2}|[0-9]{4})$`)
	monthFirst   = regexp.MustCompile(`^([A-Za-z]{3,9})\.?[-/ ]*([0-9]{1,2})[-/., ]+([0-9]{2}|[0-9]{4})$`)
	timeOfDay    = regexp.MustCompile(`(T| +)[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?( *[AaPp][Mm])?$`)
)

// readDay reads a day as it would be written in one way; false when it cannot be one.
func readDay(text string, way Days) (civil.Date, bool) {
	text = strings.TrimSpace(timeOfDay.ReplaceAllString(strings.TrimSpace(text), ""))
	if m := withMonth.FindStringSubmatch(text); m != nil {
		return date(m[3], monthNumber(m[2]), m[1])
	}
	if m := monthFirst.FindStringSubmatch(text); m != nil {
		return date(m[3], monthNumber(m[1]), m[2])
	}
	if eightDigits.MatchString(text) {
		switch way {
		case YearMonthDay:
			return date(text[:4], text[4:6], text[6:])
		case DayMonthYear:
			return date(text[4:], text[2:4], text[:2])
		}
		return date(text[4:], text[:2], text[2:4])
	}
	m := threeNumbers.FindStringSubmatch(text)
	switch {
	case m == nil:
		return civil.Date{}, false
	case way == YearMonthDay:
		if len(m[1]) != 4 || len(m[3]) > 2 {
			return civil.Date{}, false // a year of two digits stands at the end
		}
		return date(m[1], m[2], m[3])
	case len(m[1]) > 2:
		return civil.Date{}, false
	case way == DayMonthYear:
		return date(m[3], m[2], m[1])
	}
	return date(m[3], m[1], m[2])
}

// mayBeDay reports whether a text is a day in any of the ways.
func mayBeDay(text string) bool {
	return slices.ContainsFunc(allDays, func(way Days) bool {
		_, ok := readDay(text, way)
		return ok
	})
}

func monthNumber(name string) string {
	const months = "janfebmaraprmayjunjulaugsepoctnovdec"
	at := strings.Index(months, strings.ToLower(name[:3]))
	if at < 0 || at%3 != 0 {
		return ""
	}
	return strconv.Itoa(at/3 + 1)
}

// date puts a day together. A year of two digits is of this century; banks' files are not older.
func date(year, month, day string) (civil.Date, bool) {
	y, err1 := strconv.Atoi(year)
	m, err2 := strconv.Atoi(month)
	d, err3 := strconv.Atoi(day)
	switch {
	case err1 != nil || err2 != nil || err3 != nil, len(year) == 3, len(year) == 1:
		return civil.Date{}, false
	case len(year) == 2:
		y += 2000
	}
	if y < 1980 || y > 2199 || m < 1 || m > 12 || d < 1 || d > 31 {
		return civil.Date{}, false
	}
	text := strconv.Itoa(y) + "-" + two(m) + "-" + two(d)
	out, err := civil.ParseDate(text)
	return out, err == nil
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// ways gives the ways in which all of the days can be written so that not all mean the same; several are open.
func ways(days []string) []Days {
	var out []Days
	var seen [][]civil.Date
	for _, way := range allDays {
		read := make([]civil.Date, len(days))
		all := true
		for i, text := range days {
			var ok bool
			read[i], ok = readDay(text, way)
			all = all && ok
		}
		if all && !slices.ContainsFunc(seen, func(other []civil.Date) bool { return slices.Equal(other, read) }) {
			out, seen = append(out, way), append(seen, read)
		}
	}
	if len(out) < 2 {
		return out
	}
	// Lines of a statement are in order of their days: where that holds for one way only, it is the one.
	var inOrder []Days
	for i, way := range out {
		older := func(a, b civil.Date) int { return a.Compare(b) }
		newer := func(a, b civil.Date) int { return b.Compare(a) }
		if slices.IsSortedFunc(seen[i], older) || slices.IsSortedFunc(seen[i], newer) {
			inOrder = append(inOrder, way)
		}
	}
	if len(inOrder) == 1 {
		return inOrder
	}
	return out
}

// mostlyIn gives the ways in which most of the days can be written; the others are mistakes.
func mostlyIn(days []string) []Days {
	most := 0
	counts := map[Days][]string{}
	for _, way := range allDays {
		for _, text := range days {
			if _, ok := readDay(text, way); ok {
				counts[way] = append(counts[way], text)
			}
		}
		most = max(most, len(counts[way]))
	}
	if most == 0 {
		return nil
	}
	for _, way := range allDays {
		if len(counts[way]) == most {
			if open := ways(counts[way]); len(open) > 0 {
				return open
			}
		}
	}
	return nil
}

// settleDays finds out how a file writes its days and reads them; a day that cannot be read is a problem of its row.
func (s *Statement) settleDays(o Options, texts []string, rows []int, column string) []civil.Date {
	out := make([]civil.Date, len(texts))
	way := o.Days
	if !way.Known() {
		open := ways(texts)
		if len(open) == 0 {
			open = mostlyIn(texts)
		}
		if len(open) > 1 && slices.Contains(open, o.Before) {
			open = []Days{o.Before}
		}
		if len(open) > 1 {
			s.add(
				0, column, "The days read two ways, as day and month or as month and day: “%s”. Say which: dmy for day, month, "+
					"year, or mdy.", bothWays(texts, open),
			)
			s.Problems[len(s.Problems)-1].Days = bothWays(texts, open)
			return out
		}
		if len(open) == 1 {
			way = open[0]
		}
	}
	if s.Days = way; way == "" {
		if len(texts) > 0 {
			s.add(0, column, "The days cannot be read, such as “%s”. Write them as 21/11/2026.", shortened(texts[0]))
		}
		return out
	}
	for i, text := range texts {
		day, ok := readDay(text, way)
		if !ok {
			s.add(rows[i], column, "“%s” is not a day as the others are. Write it as 21/11/2026.", shortened(text))
			continue
		}
		out[i] = day
	}
	return out
}

// bothWays is an example of a day that means two.
func bothWays(texts []string, open []Days) string {
	for _, text := range texts {
		a, ok1 := readDay(text, open[0])
		b, ok2 := readDay(text, open[1])
		if ok1 && ok2 && a != b {
			return shortened(text)
		}
	}
	return ""
}

func shortened(text string) string {
	const most = 40
	r := []rune(text)
	if len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
