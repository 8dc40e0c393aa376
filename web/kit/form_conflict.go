package kit

import (
	"slices"
	"strings"
)

// FormConflict sets the fields in which two fillings of one form differ beside
// each other: what somebody wanted to save, and what another person saved
// meanwhile. It is nil when they are the same.
func FormConflict(message string, yours, saved []FieldGroup) *Conflict {
	out := Conflict{
		Text: message + " Your changes were not saved. What you entered is below; save it again to replace what is saved now.",
	}
	theirs, mine := FieldsOf(saved), FieldsOf(yours)
	find := func(list []Field, id string) (f Field) {
		if i := slices.IndexFunc(list, func(f Field) bool { return f.ID == id }); i >= 0 {
			f = list[i]
		}
		return f
	}
	for _, f := range mine {
		if other := find(theirs, f.ID); f.shown() != other.shown() {
			out.Rows = append(out.Rows, ConflictRow{Label: f.Label, Yours: f.shown(), Theirs: other.shown(), Differs: true})
		}
	}
	for _, f := range theirs {
		if find(mine, f.ID).ID == "" && f.shown() != "" {
			out.Rows = append(out.Rows, ConflictRow{Label: f.Label, Theirs: f.shown(), Differs: true})
		}
	}
	if len(out.Rows) == 0 {
		return nil
	}
	return &out
}

// FieldsOf lists the fields of a form in their order.
func FieldsOf(groups []FieldGroup) []Field {
	var out []Field
	for _, g := range groups {
		out = append(out, g.Fields...)
		for _, row := range g.Rows {
			out = append(out, row...)
		}
	}
	return out
}

// shown is what a reader sees in the field.
func (f Field) shown() string {
	switch {
	case f.Type == "checkbox" && f.Checked:
		return "Yes"
	case f.Type == "checkbox":
		return "No"
	case len(f.Options) == 0:
		return f.Value
	}
	var chosen []string
	for _, o := range f.Options {
		if o.Selected {
			chosen = append(chosen, o.Label)
		}
	}
	return strings.Join(chosen, ", ")
}
