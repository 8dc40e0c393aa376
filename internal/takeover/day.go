package takeover

import (
	"regexp"
	"strconv"
	"strings"

	"nzgs/internal/civil"
	"nzgs/internal/clubs"
)

// Order is in which order a file writes day and month in figures.
type Order string

// The two.
const (
	DayFirst   Order = "day"
	MonthFirst Order = "month"
)

// inFigures is a day with the month in figures and the year last.
var inFigures = regexp.MustCompile(`^([0-9]{1,2})([-/. ]+)([0-9]{1,2})([-/., ]+)([0-9]{4}|'?[0-9]{2})(.*)$`)

// orderIn reads the order of a file's days from all of them. why says by what; it is "" where no day tells, and asked is a
// day that reads both ways then, or "".
func orderIn(cells []string) (order Order, why, asked string) {
	var dayTells, monthTells string
	for _, text := range cells {
		m := inFigures.FindStringSubmatch(strings.TrimSpace(text))
		if m == nil {
			continue
		}
		first, _ := strconv.Atoi(m[1])
		second, _ := strconv.Atoi(m[3])
		switch {
		case first > 12 && second <= 12 && dayTells == "":
			dayTells = text
		case second > 12 && first <= 12 && monthTells == "":
			monthTells = text
		case first != second && first <= 12 && second <= 12 && asked == "":
			asked = text
		}
	}
	switch {
	case dayTells != "" && monthTells == "":
		return DayFirst, "“" + dayTells + "” has the day first", ""
	case monthTells != "" && dayTells == "":
		return MonthFirst, "“" + monthTells + "” has the month first", ""
	case dayTells != "":
		return DayFirst, "", dayTells
	}
	return DayFirst, "", asked
}

// readDays reads a day, month, year or season in the order of its file: the first and the last day that it can mean.
func readDays(text string, order Order, today civil.Date) (first, last civil.Date, ok bool) {
	text = strings.TrimSpace(text)
	if m := inFigures.FindStringSubmatch(text); m != nil {
		day, month := m[1], m[3]
		if order == MonthFirst {
			day, month = month, day
		}
		if n, _ := strconv.Atoi(month); n > 12 {
			return first, last, false // not in the order of the other days: it is said, not turned round
		}
		text = day + "/" + month + "/" + m[5]
	}
	return clubs.SinceDays(text, today)
}
