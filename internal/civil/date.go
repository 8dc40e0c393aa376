// Package civil is the society's calendar: days and instants as they are
// written in the database and read by its people.
//
// A Date is a calendar day in the society's time zone (see Zone). An Instant is a moment in UTC
// to the millisecond. Both are stored as fixed-width text, so that text order
// is time order on every database.
package civil

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Date is a calendar day; the zero Date means "no date" and is NULL in SQL.
// Dates compare with == and order with Compare.
type Date struct {
	year  int16
	month uint8
	day   uint8
}

// On returns the date of the given year, month and day, normalised as
// time.Date does (32 January is 1 February).
func On(year int, month time.Month, day int) Date {
	return fromTime(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

func fromTime(t time.Time) Date {
	y, m, d := t.Date()
	return Date{year: int16(y), month: uint8(m), day: uint8(d)}
}

// ParseDate reads "2006-01-02". The year must be from 1800 to 9999.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < firstYear {
		return Date{}, fmt.Errorf("%q is not a date: write it as 2026-07-01", s)
	}
	return fromTime(t), nil
}

// ReadDate reads a day as people write it: "2026-07-01", "1 July 2026",
// "1 Jul 2026", "Wednesday 1 July 2026", "1/7/2026" (the day first). The year has
// four digits: "1/7/26" could be either end of it.
func ReadDate(s string) (Date, error) {
	refused := fmt.Errorf("%q is not a date: write it like 1 July 2026", s)
	words := strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-/.,", r) })
	if len(words) == 4 && isWeekday(words[0]) {
		words = words[1:]
	}
	if len(words) != 3 {
		return Date{}, refused
	}
	if len(words[0]) == 4 {
		words[0], words[2] = words[2], words[0]
	}
	day, dayErr := strconv.ParseUint(words[0], 10, 8)
	year, yearErr := strconv.ParseUint(words[2], 10, 16)
	month, ok := readMonth(words[1])
	if dayErr != nil || yearErr != nil || !ok || len(words[2]) != 4 || len(words[0]) > 2 || year < firstYear {
		return Date{}, refused
	}
	d := On(int(year), month, int(day))
	if d.Day() != int(day) || d.Month() != month {
		return Date{}, fmt.Errorf("%q is not a date: %s has no day %d", s, month, day)
	}
	return d, nil
}

// readMonth reads "7", "07", "Jul", "Sept" and "July".
func readMonth(word string) (time.Month, bool) {
	if n, err := strconv.ParseUint(word, 10, 8); err == nil {
		return time.Month(n), n >= 1 && n <= 12 && len(word) <= 2
	}
	for m := time.January; m <= time.December; m++ {
		if isShortOf(word, m.String()) {
			return m, true
		}
	}
	return 0, false
}

func isWeekday(word string) bool {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if isShortOf(word, d.String()) {
			return true
		}
	}
	return false
}

// isShortOf reports whether a word is a name or its first letters, at least three.
func isShortOf(word, name string) bool {
	return len(word) >= 3 && len(word) <= len(name) && strings.EqualFold(word, name[:len(word)])
}

// firstYear is the first year of a date: an older one is a slip.
const firstYear = 1800

// MustParseDate is ParseDate for constants; it panics on a bad date.
func MustParseDate(s string) Date {
	d, err := ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// Year, Month and Day are the parts of d.
func (d Date) Year() int         { return int(d.year) }
func (d Date) Month() time.Month { return time.Month(d.month) }
func (d Date) Day() int          { return int(d.day) }

// IsZero reports whether d is "no date".
func (d Date) IsZero() bool { return d == Date{} }

// Weekday is the day of the week of d.
func (d Date) Weekday() time.Weekday { return d.utc().Weekday() }

func (d Date) utc() time.Time {
	return time.Date(int(d.year), time.Month(d.month), int(d.day), 0, 0, 0, 0, time.UTC)
}

// Midnight is the instant at which d begins in the society's time zone. Where clocks are put forward at midnight, no clock
// shows that hour then; where they are put back, it is the first of the two.
func (d Date) Midnight() Instant {
	const far = 3 * time.Hour // clocks are put by less, but where a day was left out
	at := time.Date(int(d.year), time.Month(d.month), int(d.day), 0, 0, 0, 0, Zone())
	_, before := at.Add(-far).Zone()
	if _, after := at.Add(far).Zone(); before == after {
		return At(at)
	}
	from := at.Add(-far)
	return At(from.Add(time.Duration(sort.Search(int(2*far/time.Minute), func(n int) bool {
		return !fromTime(from.Add(time.Duration(n) * time.Minute)).Before(d)
	})) * time.Minute))
}

// AddDays returns the date n days after d (before, for a negative n).
func (d Date) AddDays(n int) Date { return fromTime(d.utc().AddDate(0, 0, n)) }

// AddMonths returns the same day of the month n months later, clamped to the
// end of that month: 31 October + 6 months = 30 April.
func (d Date) AddMonths(n int) Date {
	first := time.Date(int(d.year), time.Month(d.month)+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := time.Date(first.Year(), first.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return On(first.Year(), first.Month(), min(int(d.day), last))
}

// DaysUntil is the number of days from d to other; negative when other is earlier.
func (d Date) DaysUntil(other Date) int {
	return int(other.utc().Sub(d.utc()).Hours() / 24)
}

// Compare orders dates: -1, 0 or +1. No date comes before every date.
func (d Date) Compare(other Date) int {
	return cmp.Or(
		cmp.Compare(d.year, other.year),
		cmp.Compare(d.month, other.month),
		cmp.Compare(d.day, other.day))
}

// Before and After order two dates; both are false for equal dates.
func (d Date) Before(other Date) bool { return d.Compare(other) < 0 }
func (d Date) After(other Date) bool  { return d.Compare(other) > 0 }

// Later returns the later of two dates.
func Later(a, b Date) Date {
	if a.Before(b) {
		return b
	}
	return a
}

// Earlier returns the earlier of two dates.
func Earlier(a, b Date) Date {
	if b.Before(a) {
		return b
	}
	return a
}

// String is "2026-11-21", or "" for no date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return d.utc().Format(time.DateOnly)
}

// Long is "21 November 2026", or "" for no date.
func (d Date) Long() string {
	if d.IsZero() {
		return ""
	}
	return d.utc().Format("2 January 2006")
}

// Short is "21 Nov 2026", or "" for no date.
func (d Date) Short() string {
	if d.IsZero() {
		return ""
	}
	return d.utc().Format("2 Jan 2006")
}

// MarshalText and UnmarshalText carry a Date through JSON as "2026-11-21".
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Date{}
		return nil
	}
	v, err := ParseDate(string(b))
	if err != nil {
		return err
	}
	*d = v
	return nil
}

// Value stores a Date as text and no date as NULL.
func (d Date) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan reads a Date from text; NULL and "" are no date.
func (d *Date) Scan(src any) error {
	s, err := textOf(src)
	if err != nil {
		return fmt.Errorf("scan date: %w", err)
	}
	return d.UnmarshalText([]byte(s))
}

func textOf(src any) (string, error) {
	switch v := src.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	default:
		return "", fmt.Errorf("cannot read %T", src)
	}
}
