package kit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// A term or a fee shows the same whether it was kept in lines or in steps: the
// rule in a sentence, its arithmetic without numbers, the reading in words and
// the version of the constitution.
func TestATraceThatIsToldShowsItsArithmetic(t *testing.T) {
	want := Trace{
		Value: "30 June 2027", Rule: "Rule 2.2", RuleURL: KnownRuleURL("2.2"), Text: "Membership runs to 30 June.",
		Lines: []string{
			"Received 31 January 2026",
			"A new member is someone with no term in the current subscription year. " +
				"The committee made this ruling on 5 November 2025.",
			"Under the constitution as amended on 4 October 2025.",
		},
	}
	for name, kept := range map[string]string{
		"lines": `{"rule":"2.2","text":"Membership runs to 30 June.","lines":["Received 31 January 2026"],"reading":` +
			`"A new member is someone with no term in the current subscription year. ` +
			`The committee made this ruling on 5 November 2025.","amended":"2025-10-04"}`,
		"steps": `{"rule":"2.2","text":"Membership runs to 30 June.","steps":[{"rule":"2.2","text":` +
			`"Received 31 January 2026"}],"readings":[{"question":"2.2-new","reading":"not-now","ruled":"2025-11-05"}],` +
			`"outcome":"new","amended":"2025-10-04"}`,
	} {
		trace, err := constitution.DecodeTrace(kept)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, RuleTrace("30 June 2027", trace)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
