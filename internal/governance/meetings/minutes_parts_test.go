package meetings

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMergeMinutes(t *testing.T) {
	join := func(parts ...string) string { return "# M\n\n" + strings.Join(parts, "\n\n") + "\n" }
	a, b, c := "## A\n\none", "## B\n\ntwo", "## C\n\nthree"
	show := func(list []MergedPart) string {
		var out []string
		for _, m := range list {
			out = append(out, strings.Join([]string{m.Title, m.Text, m.Fresh, string(m.Merged)}, "|"))
		}
		return strings.Join(out, "; ")
	}
	for _, tt := range []struct{ name, earlier, written, fresh, want string }{
		{"nothing changed", join(a, b), join(a, b), join(a, b), "|# M||; A|one||; B|two||"},
		{"the records changed", join(a, b), join(a, b), join(a, "## B\n\n2"), "|# M||; A|one||; B|2||refreshed"},
		{"written by hand", join(a, b), join(a, "## B\n\nmine"), join(a, b), "|# M||; A|one||; B|mine||"},
		{"both", join(a, b), join(a, "## B\n\nmine"), join(a, "## B\n\n2"), "|# M||; A|one||; B|mine|2|differs"},
		{"both alike", join(a, b), join(a, "## B\n\n2"), join(a, "## B\n\n2"), "|# M||; A|one||; B|2||"},
		{"a new section", join(a, c), join(a, c), join(a, b, c), "|# M||; A|one||; B|two||added; C|three||"},
		{"one that the records lost", join(a, b), join(a, b), join(a), "|# M||; A|one||; B|two||gone"},
		{"one of a person's own", join(a), join(a, c), join(a), "|# M||; A|one||; C|three||"},
		{"one that a person took out", join(a, b), join(a), join(a, b), "|# M||; A|one||"},
		{"taken out, and changed since", join(a, b), join(a), join(a, "## B\n\n2"), "|# M||; A|one||; B||2|differs"},
		{
			"two of one title", join(a, a+" more"), join(a, "## A\n\nmine"), join("## A\n\n1", "## A\n\n2"),
			"|# M||; A|1||refreshed; A|mine|2|differs",
		},
		{
			"adjourned since", join("## Present\n\none"), join("## Present\n\nmine"),
			join("## Present on 14 March 2026\n\none", "## Present on 14 March 2026, sitting 2\n\ntwo"),
			"|# M||; Present on 14 March 2026|mine||; Present on 14 March 2026, sitting 2|two||added",
		},
		{"no earlier draft is known", "", join(a, "## B\n\nmine"), join(a, b), "|# M||; A|one||; B|mine|two|differs"},
	} {
		if got := show(MergeMinutes(tt.earlier, tt.written, tt.fresh)); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// Splitting a text and putting it together loses no word, and a fresh draft
// never takes a word from what a person wrote.
func TestPartsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{
			"# M", "## A", "## B", "## C", "### D", "", "one", "two", "three", "> ## x", "##", "## ", " ## y",
		}), 0, 20)
		text, earlier := strings.Join(lines.Draw(t, "text"), "\n"), strings.Join(lines.Draw(t, "earlier"), "\n")
		fresh := strings.Join(lines.Draw(t, "fresh"), "\n")
		if got, want := words(MinutesOf(MinutesParts(text))), words(text); got != want {
			t.Fatalf("%q became %q", want, got)
		}
		was, mine := MinutesParts(earlier), MinutesParts(text)
		merged := MergeMinutes(earlier, text, fresh)
		for i, p := range mine {
			drafted, known := partOf(was, mine, i)
			kept := false
			for _, m := range merged {
				kept = kept || m.Title == p.Title && m.Text == p.Text
			}
			if !kept && (!known || drafted != p.Text) {
				t.Fatalf("%q was written and is gone: %+v", p.Text, merged)
			}
		}
	})
}

func words(s string) string { return strings.Join(strings.Fields(s), " ") }
