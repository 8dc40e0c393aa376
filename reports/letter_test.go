package reports

import (
	"io"
	"strings"
	"testing"
)

func init() {
	prints["letters"] = func(w io.Writer) error { return press.LettersPDF(w, sampleLetters()) }
	emptyPrints["letters"] = func(w io.Writer) error {
		return press.LettersPDF(w, Letters{About: "Reminder", Date: "1 June 2026"})
	}
	prints["label-test"] = func(w io.Writer) error { return press.LabelTestPDF(w, LabelSheets[1]) }
}

func sampleLetters() Letters {
	out := Letters{About: "Subscription runs out soon", Date: "1 June 2026"}
	for _, a := range sampleAddressees(4) {
		out.To = append(out.To, Letter{
			To: a, Subject: "Your membership ends on 30 June 2026",
			Text: "Kia ora " + a.Name + "\n\nIt ends soon.\nTwo lines.\n\nNgā mihi",
		})
	}
	return out
}

// A letter has its address in the window, and one that is long goes on to further pages; no one's is on another's.
func TestLettersOnPaper(t *testing.T) {
	all := sampleLetters()
	all.To = all.To[:2]
	all.To[1].Text = strings.Repeat("A long line of this letter, which goes on.\n\n", 90)
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.LettersPDF(w, all) }))
	if len(pages) < 3 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, p := range pages[0] {
		if strings.Contains(p.text, all.To[1].To.Name) {
			t.Errorf("the first letter names %s", p.text)
		}
	}
}
