package constitution

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
)

// Constitution is one version of the constitution. Its rules are its methods.
// The zero value is none: begin with Shipped or Decode.
type Constitution struct {
	From      civil.Date `json:"from"`             // first day in force; zero: before all records
	Meeting   civil.Date `json:"meeting,omitzero"` // day of the meeting that adopted it; zero: From
	AdoptedBy string     `json:"adopted_by"`       // the resolution, as in the minutes; "" only without From
	Figures   Figures    `json:"figures"`

	rulings map[QuestionID]Ruling
}

// Shipped is the version the program comes with. It holds as far back as the
// records go.
func Shipped() Constitution {
	c := Constitution{Figures: shippedFigures}
	c.Figures.Officers = slices.Clone(shippedFigures.Officers)
	return c
}

const maxResolution = 500

// Check returns what is wrong with a version, in form order.
func (c Constitution) Check() apperr.Fields {
	var f apperr.Fields
	if !c.From.IsZero() {
		CheckDay(&f, "from", c.From)
	}
	if c.Meeting.After(c.From) {
		f.Add("from", "Enter the day of the meeting, %s, or a later one (rule 7.2).", c.Meeting.Long())
	}
	switch n := utf8.RuneCountInString(strings.TrimSpace(c.AdoptedBy)); {
	case n == 0 && !c.From.IsZero():
		f.Add("adopted_by", "Enter the resolution that adopted this version (rule 7.1).")
	case n > maxResolution:
		f.Add("adopted_by", "Shorten this to %d characters.", maxResolution)
	}
	return append(f, c.Figures.Check()...)
}

// Encode is the stored form of a version: JSON with every figure by its name.
// Rulings are kept apart. The error has every problem of the version.
func Encode(c Constitution) ([]byte, error) {
	if err := c.Check().Err(); err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

// maxEncoded is far above any version that Encode writes.
const maxEncoded = 64 << 10

// Decode reads what Encode wrote. A figure that is missing, unknown or out of
// its limits is an error: a version is stored whole.
func Decode(b []byte) (Constitution, error) {
	if len(b) > maxEncoded {
		return Constitution{}, fmt.Errorf("read a constitution: %d bytes are more than %d", len(b), maxEncoded)
	}
	var c Constitution
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Constitution{}, fmt.Errorf("read a constitution: %w", err)
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return Constitution{}, errors.New("read a constitution: there is more after its end")
	}
	var present struct {
		Figures map[string]json.RawMessage `json:"figures"`
	}
	if err := json.Unmarshal(b, &present); err != nil {
		return Constitution{}, fmt.Errorf("read a constitution: %w", err)
	}
	var missing apperr.Fields
	for _, d := range figureList {
		if _, ok := present.Figures[d.name]; !ok {
			missing.Add(d.name, "This figure is missing (rule %s).", d.rule)
		}
	}
	problems := c.Check()
	for _, f := range problems {
		if !missing.Has(f.Name) {
			missing = append(missing, f)
		}
	}
	if err := missing.Err(); err != nil {
		return Constitution{}, err
	}
	return c, nil
}

// Versions are the versions of the constitution, in any order. The shipped one
// stands before the first of them and need not be among them.
type Versions []Constitution

// On is the version in force on a day.
func (v Versions) On(day civil.Date) Constitution {
	best := Shipped()
	for _, c := range v {
		if !c.From.After(day) && !c.From.Before(best.From) {
			best = c
		}
	}
	return best
}

// Governing is the version that a general meeting on the day is held by: the one
// in force on it. Rule 7.2: an amendment takes effect from the meeting's end, so
// the meeting that carries it is still held by the version before.
func (v Versions) Governing(meeting civil.Date) Constitution {
	var before Versions
	for _, c := range v {
		if c.adopted().Before(meeting) {
			before = append(before, c)
		}
	}
	return before.On(meeting)
}

// adopted is the day of the meeting that adopted a version. It is not the day
// before From by the reading "next-day" alone: rulings may be recorded later.
func (c Constitution) adopted() civil.Date {
	if c.Meeting.IsZero() {
		return c.From
	}
	return c.Meeting
}

// Check refuses versions that are wrong in themselves and two from one day.
func (v Versions) Check() error {
	var all apperr.Fields
	seen := make(map[civil.Date]bool, len(v))
	for _, c := range v {
		all = append(all, c.Check()...)
		if seen[c.From] {
			all.Add("from", "Two versions are from %s.", describeDay(c.From))
		}
		seen[c.From] = true
	}
	return all.Err()
}

func describeDay(d civil.Date) string {
	if d.IsZero() {
		return "before all records"
	}
	return d.Long()
}

// Years that dates may lie in.
const (
	firstYear = 1800
	lastYear  = 9900
)

// CheckDay adds a problem when the day is missing or its year is beyond reason:
// what is computed from a day keeps a year of four digits.
func CheckDay(f *apperr.Fields, name string, day civil.Date) {
	switch {
	case day.IsZero():
		f.Add(name, "Enter a date like 1 July 2026.")
	case day.Year() < firstYear || day.Year() > lastYear:
		f.Add(name, "Enter a day in the years %d to %d.", firstYear, lastYear)
	}
}

// checkGiven is CheckDay for a day that may be left out. ok reports whether
// there is a day to go on with.
func checkGiven(f *apperr.Fields, name string, day civil.Date) (ok bool) {
	if day.IsZero() {
		return false
	}
	CheckDay(f, name, day)
	return !f.Has(name)
}
