package civil

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// instantLayout is RFC 3339 in UTC with three decimals: always 24 bytes.
const instantLayout = "2006-01-02T15:04:05.000Z"

// Instant is a moment to the millisecond; the zero Instant means "never" and
// is NULL in SQL.
type Instant struct{ t time.Time }

// Clock tells the time. Domain services are given one; nothing in a domain
// package reads the machine's clock.
type Clock func() Instant

// SystemClock reads the machine's clock.
func SystemClock() Instant { return At(time.Now()) }

// At returns the instant of t, cut to the millisecond.
func At(t time.Time) Instant { return Instant{t.UTC().Truncate(time.Millisecond)} }

// ParseInstant reads the stored form "2006-01-02T15:04:05.000Z".
func ParseInstant(s string) (Instant, error) {
	t, err := time.Parse(instantLayout, s)
	if err != nil {
		return Instant{}, fmt.Errorf("%q is not an instant: write it as %s", s, instantLayout)
	}
	return Instant{t}, nil
}

// MustParseInstant is ParseInstant for constants; it panics on a bad value.
func MustParseInstant(s string) Instant {
	i, err := ParseInstant(s)
	if err != nil {
		panic(err)
	}
	return i
}

// Time is the moment as a time.Time in UTC.
func (i Instant) Time() time.Time { return i.t }

// Date is the calendar day at that moment in the society's time zone.
func (i Instant) Date() Date {
	if i.IsZero() {
		return Date{}
	}
	return fromTime(i.t.In(Zone()))
}

// DateIn is the calendar day at that moment in another place than the society's.
func (i Instant) DateIn(place *time.Location) Date { return fromTime(i.t.In(place)) }

// IsZero reports whether i is "never".
func (i Instant) IsZero() bool { return i.t.IsZero() }

// Add returns the instant d later.
func (i Instant) Add(d time.Duration) Instant { return At(i.t.Add(d)) }

// Before and After order two instants.
func (i Instant) Before(other Instant) bool { return i.t.Before(other.t) }
func (i Instant) After(other Instant) bool  { return i.t.After(other.t) }

// String is the stored form, or "" for never.
func (i Instant) String() string {
	if i.IsZero() {
		return ""
	}
	return i.t.Format(instantLayout)
}

// Long is "21 November 2026, 2:05 pm" by the society's clocks, or "" for never.
func (i Instant) Long() string {
	if i.IsZero() {
		return ""
	}
	return i.t.In(Zone()).Format("2 January 2006, 3:04 pm")
}

// TimeOfDay is "2:05 pm" by the society's clocks, or "" for never.
func (i Instant) TimeOfDay() string {
	if i.IsZero() {
		return ""
	}
	return i.t.In(Zone()).Format("3:04 pm")
}

// MarshalText and UnmarshalText carry an Instant through JSON.
func (i Instant) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

func (i *Instant) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*i = Instant{}
		return nil
	}
	v, err := ParseInstant(string(b))
	if err != nil {
		return err
	}
	*i = v
	return nil
}

// Value stores an Instant as text and never as NULL.
func (i Instant) Value() (driver.Value, error) {
	if i.IsZero() {
		return nil, nil
	}
	return i.String(), nil
}

// Scan reads an Instant from text; NULL and "" are never.
func (i *Instant) Scan(src any) error {
	s, err := textOf(src)
	if err != nil {
		return fmt.Errorf("scan instant: %w", err)
	}
	return i.UnmarshalText([]byte(s))
}
