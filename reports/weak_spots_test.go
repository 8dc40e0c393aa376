package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// longSociety is as long as the settings take one: 120 characters.
const longSociety = "Te Rōpū Kēmu Go o Ngā Tāngata Katoa o Aotearoa me Te Waipounamu, the Incorporated Society of Go Players, Weiqi and Baduk"

// A society's name of 120 characters stands whole wherever a shorter one does, within the margins.
func TestLongSocietyStandsWhole(t *testing.T) {
	if n := len([]rune(longSociety)); n != 120 {
		t.Fatalf("it has %d characters", n)
	}
	squeezed := func(pdf []byte) string { return strings.Join(strings.Fields(allText(textsOf(t, pdf))), "") }
	short := press.Society
	defer func() { press.Society = short }()
	for name, write := range allPrints() {
		press.Society = short
		before := strings.Contains(squeezed(written(t, write)), strings.ReplaceAll(short, " ", ""))
		press.Society = longSociety
		pdf := written(t, write)
		if before && !strings.Contains(squeezed(pdf), strings.ReplaceAll(longSociety, " ", "")) {
			t.Errorf("%s does not have the name whole:\n%s", name, allText(textsOf(t, pdf)))
		}
		for _, word := range outside(t, pdf, 4) {
			t.Errorf("%s: outside of the paper's edge %s", name, word)
		}
	}
}

// A cell of a table in minutes is never cut, though it is longer than a page, nor is the head of its column.
func TestTablesOfMinutesAreNeverCut(t *testing.T) {
	for _, words := range []int{10, 400, 3000, 20_000} {
		long := strings.TrimSpace(strings.Repeat("kōrero ", words)) + " whakamutunga"
		m := sampleMinutes()
		m.Text = "# Meeting\n\n| Motion and how it came before the meeting, in its own words | Mover of the motion | For |\n|---|---|---|\n" +
			"| " + long + " | Aroha Tūī | 12 |\n| The last row | " + strings.Repeat("Hēmi ", 80) + "pito | 3 |\n"
		pdf := written(t, func(w io.Writer) error { return press.MinutesPDF(w, m) })
		text := poppler(t, pdf, "pdftotext", "-raw", "FILE", "-")
		if strings.Contains(text, "…") {
			t.Errorf("of %d words something is cut", words)
		}
		if got := strings.Count(text, "kōrero"); got != words {
			t.Errorf("%d words, %d are printed", words, got)
		}
		for _, want := range []string{"whakamutunga", "The last row", "pito", "its own words"} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("of %d words %q is not printed", words, want)
			}
		}
		for _, word := range outside(t, pdf, 12) {
			t.Errorf("of %d words, in the margin: %s", words, word)
		}
	}
}

// The last page of a declaration has company for the signature, however many motions there are.
func TestLastPageOfADeclarationIsNotSparse(t *testing.T) {
	for motions := 1; motions <= 14; motions++ {
		p := samplePostalDeclaration()
		outcomes := p.Outcomes
		p.Outcomes = nil
		for i := range motions {
			o := outcomes[i%len(outcomes)]
			o.Number = i%len(p.Vote.Motions) + 1
			p.Outcomes = append(p.Outcomes, o)
		}
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.PostalDeclarationPDF(w, p) }))
		lowest := 0.0
		for _, piece := range pages[len(pages)-1] {
			if y := pageHeight - piece.y*mmPerPoint; y < footerTop {
				lowest = max(lowest, y)
			}
		}
		if len(pages) > 1 && lowest < margin+leastOnPage-5 {
			t.Errorf("%d motions on %d pages, the last of which ends at %.0f mm", motions, len(pages), lowest)
		}
	}
}

// The empty lines of the register of envelopes stand below a name and above the lines to sign on, on one page.
func TestLastPageOfTheEnvelopeRegisterHasAName(t *testing.T) {
	v := samplePostalVote()
	for n := range 75 {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("Member %d", i+1))
		}
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.EnvelopeRegisterPDF(w, v, names) }))
		last, before := pages[len(pages)-1], false
		signed := false
		for _, piece := range last {
			before = before || strings.HasPrefix(piece.text, "Member ") || n == 0
			signed = signed || strings.Contains(piece.text, "teller")
		}
		if !before || !signed {
			t.Errorf("%d names: the last of %d pages has a name: %t, is signed: %t", n, len(pages), before, signed)
		}
	}
}
