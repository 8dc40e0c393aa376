package kit

import (
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
)

// A result that rests on a reading names the question, the ruling and the
// reading, and leads to the register.
func TestReadingsAreCited(t *testing.T) {
	for name, c := range map[string]struct {
		used constitution.Used
		want string
	}{
		"as shipped": {constitution.Used{Question: constitution.ElectionTie, Reading: "meeting"},
			"Reading applied to open question 4.15-tie: The meeting holds another ballot"},
		"as ruled": {constitution.Used{
			Question: constitution.ElectionTie, Reading: "ballot", Ruled: civil.MustParseDate("2026-03-05"),
		},
			"Reading applied to open question 4.15-tie, as the committee ruled on 5 March 2026: Only another ballot breaks it."},
	} {
		trace := RuleTrace("Tie", constitution.Trace{Rule: "4.15", Readings: []constitution.Used{c.used}})
		if len(trace.Lines) != 1 || !strings.HasPrefix(trace.Lines[0], c.want) {
			t.Errorf("%s: %q", name, trace.Lines)
			continue
		}
		text, url := "", ""
		for _, piece := range trace.Steps()[0] {
			text, url = text+piece.Text, url+piece.URL
		}
		if text != trace.Lines[0] || url != "/constitution/questions#q-4.15-tie" {
			t.Errorf("%s: %q leads to %q", name, text, url)
		}
	}
	for _, line := range []string{
		"", "Reading applied", readingBegins, readingBegins + "4.99-nothing: so", "Ana 5 votes (4.15)",
	} {
		if cited, ok := questionCited(line); ok {
			t.Errorf("%q cites %v", line, cited)
		}
	}
}
