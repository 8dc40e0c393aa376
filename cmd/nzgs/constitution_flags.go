package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// constitutionFlags reads the flags of a question. What cannot be read is
// gathered, so that a person sees every problem at once; in its place stands a
// value that the rules refuse, so that nothing is concluded from it.
type constitutionFlags struct {
	set      *pflag.FlagSet
	problems apperr.Fields
	unread   map[string]bool // fields with a problem already, as the rules name them
}

var (
	unreadDay   = civil.On(9999, time.December, 31)
	unreadCount = -1
)

func (f *constitutionFlags) bad(field, format string, args ...any) {
	f.problems.Add(field, format, args...)
	if f.unread == nil {
		f.unread = make(map[string]bool)
	}
	f.unread[field] = true
}

// text is a flag as typed; given reports whether it was.
func (f *constitutionFlags) text(field string) (value string, given bool) {
	flag := f.set.Lookup(flagOf(field))
	return strings.TrimSpace(flag.Value.String()), flag.Changed
}

// flagOf is the flag of a field: notice_sent is --notice-sent.
func flagOf(field string) string { return strings.ReplaceAll(field, "_", "-") }

// day is a date, or none when the flag is not given.
func (f *constitutionFlags) day(field string) civil.Date {
	text, given := f.text(field)
	if !given {
		return civil.Date{}
	}
	day, err := civil.ParseDate(text)
	if err != nil {
		f.bad(field, "%s.", err)
		return unreadDay
	}
	return day
}

// count is a whole number; without the flag it is missing, unless it has a
// default.
func (f *constitutionFlags) count(field string) int {
	text, given := f.text(field)
	if !given && text == "" {
		f.bad(field, "Enter a whole number: this is required.")
		return unreadCount
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		f.bad(field, "%q is not a whole number.", text)
		return unreadCount
	}
	return n
}

// amount is dollars and cents.
func (f *constitutionFlags) amount(field string) money.Cents {
	text, given := f.text(field)
	if !given {
		f.bad(field, "Enter %s, for example 20.00: this is required.", money.InUse().Units)
		return money.Cents(unreadCount)
	}
	c, err := money.Parse(text)
	if err != nil {
		f.bad(field, "%s.", err)
		return money.Cents(unreadCount)
	}
	return c
}

// namedNumber is a name with a number.
type namedNumber struct {
	name string
	n    int
}

// tallies reads name=7,name=5; the flag may be given several times.
func (f *constitutionFlags) tallies(field string) []namedNumber {
	lists, err := f.set.GetStringArray(flagOf(field))
	if err != nil {
		f.bad(field, "%s.", err)
		return nil
	}
	var out []namedNumber
	problems := len(f.problems)
	for _, list := range lists {
		for part := range strings.SplitSeq(list, ",") {
			at := strings.LastIndexByte(part, '=')
			if at < 0 {
				f.problems.Add(field, "%q is not a name with its number: write name=7,name=5.", part)
				continue
			}
			n, err := strconv.Atoi(strings.TrimSpace(part[at+1:]))
			if err != nil {
				f.problems.Add(field, "%q is not a whole number.", part[at+1:])
				continue
			}
			out = append(out, namedNumber{
				strings.Join(strings.FieldsFunc(part[:at], func(r rune) bool { return r == ' ' }), " "), n,
			})
		}
	}
	if len(out) == 0 && len(f.problems) > problems {
		f.bad(field, "No others are possible.")
		f.problems = f.problems[:len(f.problems)-1]
	}
	return out
}

// refusal is every problem of the question in the order of its flags, those of
// reading it and those that the rules find; nil when there is none. An error that is no refusal of input
// goes through.
func (f *constitutionFlags) refusal(err error) error {
	all := slices.Clone(f.problems)
	var e *apperr.Error
	switch {
	case errors.As(err, &e):
		for _, p := range e.Fields {
			if !f.unread[p.Name] {
				all = append(all, p)
			}
		}
	case err != nil:
		return err
	}
	if len(all) == 0 {
		return nil
	}
	order := make(map[string]int)
	f.set.VisitAll(func(flag *pflag.Flag) { order[flag.Name] = len(order) })
	slices.SortStableFunc(all, func(a, b apperr.Field) int { return order[flagOf(a.Name)] - order[flagOf(b.Name)] })
	lines := make([]string, len(all))
	for i, p := range all {
		lines[i] = "--" + flagOf(p.Name) + ": " + p.Message
	}
	if len(lines) == 1 {
		return fmt.Errorf("%w: %s", errUsage, lines[0])
	}
	return fmt.Errorf("%w:\n  %s", errUsage, strings.Join(lines, "\n  "))
}
