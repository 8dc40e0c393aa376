package meetings_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nzgs/internal/governance/meetings"
	"nzgs/reports"
)

// Whatever was typed stands in the minutes' text, on their page and in print as
// it was typed: as a sentence, a point, a heading or a quotation.
func FuzzMinutesSayWhatWasTyped(f *testing.F) {
	for _, text := range []string{
		"Rooms *one* & two", "<b>&amp;", "# No", "12. Ana", "- a", "> b", "| c |", "---", "***", `a\*b\`, "a * b * c", "C#",
		"**bold** and *so*", `\`, "1) x", "`x` _y_ [z](w)", `*\*`, "a | b", "+ x", "-", "*", "* x", "=", "C #", "##", "1. Apologies", "# #",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		typed = strings.Join(strings.Fields(typed), " ")
		if typed == "" || !utf8.ValidString(typed) || len(typed) > 500 || strings.ContainsFunc(typed, unicode.IsControl) {
			return
		}
		for form, kind := range map[meetings.Form]reports.TextBlockKind{
			meetings.AsParagraph: reports.TextParagraph, meetings.AsPoint: reports.TextItem,
			meetings.AsHeading: reports.TextHeading, meetings.AsQuoted: reports.TextQuote,
		} {
			d := meetings.Draft{Title: "M", Sections: []meetings.Section{
				{Title: typed, Sentences: []meetings.Sentence{{Form: form, Text: typed}}},
			}}
			blocks := reports.ReadMinutes(d.Markdown())
			if len(blocks) != 3 || blocks[1].Plain() != typed || blocks[2].Kind != kind || blocks[2].Plain() != typed {
				t.Fatalf("%s %q: %+v of\n%s", kind, typed, blocks, d.Markdown())
			}
		}
	})
}
