package kit

import "slices"

// This file holds the values that the director's shared templates
// (templates/partials_director.html) are rendered from, as view.go does for
// everybody's.

// NextStep is the one thing to do now, on top of a director's page (partial
// "next-step"): a link, or a form of one button. Kind is KindInfo, KindWarning
// when something stands in the way, or KindSuccess when nothing is left to do.
type NextStep struct {
	Title, Text string
	Kind        string
	Link        *Link
	Button      *PostButton
	Also        []Link // what one may do instead
	Trace       *Trace // something about it that opens to its arithmetic, or nil
}

// PostButton is a form that is one button (partial "post-button").
type PostButton struct {
	FormKey
	URL, Label string
	Kind       string // "", "secondary", "danger" or "quiet"
	Small      string // "small" or ""
	Hidden     []Hidden
	For        string // who or what it concerns, read out by screen readers
}

// FormKey is what every form carries (partial "once-key").
type FormKey struct{ Key string }

// FieldGroup is a part of a long form under its own heading (partial
// "field-groups", dot []FieldGroup).
type FieldGroup struct {
	Legend, Text string
	Folded       string // what stands in it, in a few words, when it is folded away; "" when it is not
	Fields       []Field
	Rows         [][]Field // fields beside each other, after Fields
}

// Open reports whether a folded group opens by itself: there is a problem in it.
func (g FieldGroup) Open() bool {
	wrong := func(f Field) bool { return f.Error != "" }
	return slices.ContainsFunc(g.Fields, wrong) ||
		slices.ContainsFunc(g.Rows, func(row []Field) bool { return slices.ContainsFunc(row, wrong) })
}

// Upload is a file field on its own (partial "dropzone").
type Upload struct {
	ID, Name, Label, Hint string
	Accept                string // ".xlsx,.csv"
	Error                 string
	Required              bool
	Many                  bool // several files at once
}
