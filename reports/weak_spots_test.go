package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/money"
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

// An invoice of however many lines has its sum below one of them, and a schedule of however many rounds has a round on each
// page; nothing is cut or in the margins.
func TestInvoicesAndSchedulesOfEveryLength(t *testing.T) {
	line := ChargeLine{Text: strings.TrimSpace(strings.Repeat("A book about the opening. ", 4)), Amount: 1250}
	for _, n := range []int{0, 1, 2, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 45, 99} {
		i := Invoice{
			Number: "I-2026-0017", Reference: "17 TUI", Payer: longSociety, For: "Books", Account: "12-3456-7890123-00",
			Open: 1250 * money.Cents(n), Lines: slices.Repeat([]ChargeLine{line}, n),
		}
		s := Schedule{
			Event: longSociety, Days: "21–22 November 2026", Place: "Whangārei", URL: "https://go.example.nz/e", ShortURL: "go.example.nz",
			Sections: []ScheduleSection{{Name: "Open", Terms: "60 minutes and 3 × 30 seconds"}},
		}
		for k := range n {
			s.Sections[0].Lines = append(s.Sections[0].Lines, ScheduleLine{
				Day: "Saturday 21 November", Round: fmt.Sprintf("Round %d", k+1), Starts: "10:00 am", Ends: "12:30 pm", Clocks: "60 + 3 × 30 s",
			})
		}
		for name, write := range map[string]func(io.Writer) error{
			"invoice":  func(w io.Writer) error { return press.InvoicePDF(w, i) },
			"schedule": func(w io.Writer) error { return press.SchedulePDF(w, s) },
		} {
			pdf := written(t, write)
			pages := textsOf(t, pdf)
			rows := 0
			for k, page := range pages {
				here := 0
				for _, piece := range page {
					if strings.Contains(piece.text, "…") {
						t.Errorf("%s of %d: %q is cut", name, n, piece.text)
					}
					if piece.text == "$12.50" || piece.text == "10:00 am" {
						here++
					}
				}
				rows += here
				if here == 0 && n > 0 {
					t.Errorf("%s of %d: page %d of %d has no line", name, n, k+1, len(pages))
				}
			}
			if rows < n {
				t.Errorf("%s of %d has %d lines", name, n, rows)
			}
			for _, word := range outside(t, pdf, margin-1) {
				t.Errorf("%s of %d: %s", name, n, word)
			}
		}
	}
}
