package reports

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// A text is printed to its last word however long it is; what is longer than any of ours says that it was shortened.
func TestLongTextsArePrintedToTheirEnd(t *testing.T) {
	long := strings.Repeat("kōrero ", 700) + "whakamutunga"
	for name, write := range map[string]func(io.Writer) error{
		"letter": func(w io.Writer) error {
			all := sampleLetters()
			all.To = all.To[:1]
			all.To[0].Text = "Kia ora\n\n" + long + "\n\nNgā mihi"
			return press.LettersPDF(w, all)
		},
		"notice": func(w io.Writer) error {
			n := sampleNotice()
			n.Opening = long
			return press.MeetingNoticePDF(w, n)
		},
	} {
		found := false
		for _, page := range textsOf(t, written(t, write)) {
			for _, text := range page {
				found = found || strings.Contains(text.text, "whakamutunga")
			}
		}
		if !found {
			t.Errorf("the %s has lost the end of a long paragraph", name)
		}
	}
	for _, r := range []string{"a", "ā", "語"} {
		got := printable(strings.Repeat(r, 300_000))
		if !strings.HasSuffix(got, shortened) || strings.ContainsRune(got, utf8.RuneError) || len(got) > longestText+10 {
			t.Errorf("300,000 times %q: %d bytes that end with %q", r, len(got), got[len(got)-8:])
		}
	}
}
