package kit

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

// Filling is what stands in a form: what it is filled with at first, or what
// somebody typed. What cannot be read becomes a problem of its field and a zero
// value; from then on the request's context only rehearses (store.Rehearsing), so
// that a service says what else is wrong and keeps nothing.
type Filling struct {
	values   url.Values
	problems apperr.Fields
}

// NewFilling is an empty form.
func NewFilling() *Filling { return &Filling{values: url.Values{}} }

// Sent is the form that came with a POST: what stands in the address is none of it.
func Sent(c echo.Context) (*Filling, error) {
	if _, err := c.FormParams(); err != nil {
		return nil, err
	}
	r := c.Request()
	in := &Filling{values: r.PostForm}
	c.SetRequest(r.WithContext(store.Rehearsing(r.Context(), in.unread)))
	return in, nil
}

// Asked is the form that came with a GET: what the address asks for.
func Asked(c echo.Context) *Filling { return &Filling{values: maps.Clone(c.QueryParams())} }

func (in *Filling) unread() bool { return len(in.problems) > 0 }

// Problem says what is wrong with a field.
func (in *Filling) Problem(name, format string, args ...any) {
	if !in.problems.Has(name) {
		in.problems.Add(name, format, args...)
	}
}

// Refusal is what a service answered to a form, with the problems of what could
// not be read in the places of its fields; nil when it was carried out.
func (in *Filling) Refusal(err error) error {
	if !in.unread() {
		return err
	}
	var e *apperr.Error
	switch {
	case err == nil, errors.Is(err, store.ErrRehearsed):
		return in.problems.Err()
	case !errors.As(err, &e) || e.Kind != apperr.Invalid:
		return err
	case len(e.Fields) == 0: // a refusal that may rest on what could not be read
		return in.problems.Err()
	}
	var all apperr.Fields
	for _, p := range e.Fields {
		if i := slices.IndexFunc(in.problems, func(own apperr.Field) bool { return own.Name == p.Name }); i >= 0 {
			p = in.problems[i]
		}
		all = append(all, p)
	}
	for _, own := range in.problems {
		if !all.Has(own.Name) {
			all = append(all, own)
		}
	}
	return all.Err()
}

// Set fills a field, Add adds a value to a field of several.
func (in *Filling) Set(name, value string) { in.values.Set(name, value) }

func (in *Filling) Add(name, value string) { in.values.Add(name, value) }

// SetDay fills a field of a day; no day leaves it empty.
func (in *Filling) SetDay(name string, day civil.Date) { in.Set(name, day.String()) }

// Tick ticks a checkbox, or not.
func (in *Filling) Tick(name string, ticked bool) {
	if ticked {
		in.Set(name, tickValue)
	} else {
		in.values.Del(name)
	}
}

const tickValue = "on"

// SetChosen fills a field of a choice by id; 0 leaves it empty.
func SetChosen[T ~int64](in *Filling, name string, id T) {
	if id != 0 {
		in.Set(name, IDText(id))
	}
}

// Has reports whether a value is among those of a field.
func (in *Filling) Has(name, value string) bool { return slices.Contains(in.values[name], value) }

// Sends reports whether the form that came has the field at all.
func (in *Filling) Sends(name string) bool { return len(in.values[name]) > 0 }

// Text is one line, without the spaces around it.
func (in *Filling) Text(name string) string { return strings.TrimSpace(in.values.Get(name)) }

// Lines is a text as it was typed, with the line ends of all systems as "\n".
func (in *Filling) Lines(name string) string {
	return strings.ReplaceAll(in.values.Get(name), "\r\n", "\n")
}

// Password is a password as it was typed: spaces count.
func (in *Filling) Password(name string) string { return in.values.Get(name) }

// All is every value of a field.
func (in *Filling) All(name string) []string { return in.values[name] }

// Named are the ends of the names of the fields that begin with prefix, in order:
// the rows of a table that were sent.
func (in *Filling) Named(prefix string) []string {
	var out []string
	for name := range in.values {
		if end, ok := strings.CutPrefix(name, prefix); ok {
			out = append(out, end)
		}
	}
	slices.Sort(out)
	return out
}

// Ticked reads a checkbox.
func (in *Filling) Ticked(name string) bool { return in.values.Get(name) != "" }

// Day reads a day as people write it; an empty field is no day.
func (in *Filling) Day(name string) civil.Date {
	text := in.Text(name)
	if text == "" {
		return civil.Date{}
	}
	day, err := civil.ReadDate(text)
	if err != nil {
		in.Problem(name, enterDay)
	}
	return day
}

const enterDay = "Enter a date like 1 July 2026."

// Number reads a whole number, which must be there.
func (in *Filling) Number(name string) int {
	n, err := strconv.ParseInt(in.Text(name), 10, 32)
	if err != nil {
		in.Problem(name, "Enter a whole number, for example 3.")
	}
	return int(n)
}

// NumberOr reads a whole number; an empty field is the other.
func (in *Filling) NumberOr(name string, other int) int {
	if in.Text(name) == "" {
		return other
	}
	return in.Number(name)
}

// Amount reads dollars and cents, which must be there.
func (in *Filling) Amount(name string) money.Cents {
	cents, err := money.Parse(in.Text(name))
	if err != nil {
		in.Problem(name, "Enter %s, for example 160.00.", money.InUse().Units)
	}
	return cents
}

// Version is the version of what the form was filled from; 0 when there is none.
func (in *Filling) Version() int64 { return Chosen[int64](in, versionField) }

const versionField = "version"

// Chosen is the id in a field; 0 when there is none.
func Chosen[T ~int64](in *Filling, name string) T { return ParseID[T](in.values.Get(name)) }

// AllChosen are the different ids in a field of several.
func AllChosen[T ~int64](in *Filling, name string) []T {
	var out []T
	for _, text := range in.values[name] {
		if id := ParseID[T](text); id != 0 && len(out) < maxChosen && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// maxChosen is far more than anybody ticks in one form.
const maxChosen = 1000
