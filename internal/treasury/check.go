package treasury

import (
	"context"
	"strings"
	"unicode/utf8"

	"nzgs/internal/apperr"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/store"
)

// Amount is an amount of money.
type Amount = money.Cents

// tidy is a text in one line, without spaces around it.
func tidy(s string) string { return strings.Join(strings.Fields(s), " ") }

// checkText checks a text that must be there if ask says so.
func checkText(f *apperr.Fields, field, text string, most int, ask string) {
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && ask != "":
		f.Add(field, "%s", ask)
	case n > most:
		f.Add(field, "Shorten this to %d characters.", most)
	}
}

// CheckTag says at a field that the name of a project or event is too long.
func CheckTag(field, tag string) (f apperr.Fields) {
	checkText(&f, field, tidy(tag), maxTag, "")
	return f
}

// checkAmount checks an amount above zero.
func checkAmount(f *apperr.Fields, field string, amount Amount) {
	if amount <= 0 || amount > money.MaxInput {
		f.Add(field, "Enter %s above zero, for example 160.00.", money.InUse().Units)
	}
}

// checkDay checks a day on which something is booked: it has come, and is not locked.
func checkDay(ctx context.Context, q store.Queryer, field string, day, today civil.Date) (apperr.Fields, error) {
	var f apperr.Fields
	switch {
	case day.IsZero():
		f.Add(field, "Enter a day like 1 July 2026.")
	case day.After(today):
		f.Add(field, "This day is in the future. Enter today or an earlier day.")
	case day.Year() < int(constitution.EarliestYear)+1:
		f.Add(field, "Check the year.")
	}
	if len(f) > 0 {
		return f, nil
	}
	return CheckOpen(ctx, q, field, day)
}
