package governance

import (
	"slices"
	"testing"

	"nzgs/internal/governance/constitution"
)

func TestWhatAnImportChanges(t *testing.T) {
	p := func(number, text string) constitution.Paragraph {
		return constitution.Paragraph{Number: number, Text: text}
	}
	base := []constitution.Paragraph{p("4.2", "Ten."), p("4.9", "Voice."), p("4.10", "Hands.")}
	moved := slices.Clone(base)
	moved[0].Line = 99
	headed := slices.Clone(base)
	headed[1].Heading = "Votes"
	listed := slices.Clone(base)
	listed[2].Items = []constitution.Point{{Label: "a", Text: "Raised."}}
	for _, c := range []struct {
		name  string
		after []constitution.Paragraph
		want  []string // number and kind
	}{
		{"nothing", base, nil},
		{"only lines", moved, nil},
		{"words", []constitution.Paragraph{p("4.2", "Twelve."), base[1], base[2]}, []string{"4.2 changed"}},
		{"a heading", headed, []string{"4.9 changed"}},
		{"a list", listed, []string{"4.10 changed"}},
		{
			"one more, one less, in the document's order",
			[]constitution.Paragraph{p("4.2", "Twelve."), base[2], p("4.21", "Tea.")},
			[]string{"4.2 changed", "4.9 removed", "4.21 added"},
		},
		{"everything gone", nil, []string{"4.2 removed", "4.9 removed", "4.10 removed"}},
	} {
		var got []string
		for _, x := range CompareWording(base, c.after) {
			got = append(got, x.Number+" "+string(x.Kind))
			if x.Kind == WordingAdded != (x.Before.Number == "") || x.Kind == WordingRemoved != (x.After.Number == "") {
				t.Errorf("%s: %+v", c.name, x)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
