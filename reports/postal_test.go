package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

const longMotion = "That the society buy twelve boards of kaya with stones of slate and shell for the use of the " +
	"clubs, that the boards be lent in turn to clubs affiliated under Rule 2.3, and that the treasurer report on their " +
	"condition to each annual general meeting."

func samplePostalVote() PostalVote {
	return PostalVote{
		Title: "Extraordinary general meeting of 14 March 2026", Closing: "25 April 2026",
		Tellers: []string{"Ngaio Rimu", "王小明"},
		Address: []string{"The Tellers", "PO Box 1234", "Ōtautahi 8140"},
		Motions: []PostalMotion{
			{Number: 1, Text: longMotion},
			{
				Number: 2, Text: "That Rule 3.2 read: “The committee shall consist of the officers and four ordinary members.”",
				Constitution: true,
			},
			{Number: 3, Text: "That the 2027 congress be held in Ōtepoti."},
		},
		Rolled: "20 March 2026", Roll: 40, RollSum: strings.Repeat("0123456789abcdef", 4),
	}
}

func samplePapers(n int) []VotingPaper {
	var out []VotingPaper
	for i := range n {
		serial := fmt.Sprintf("7K%02d-9QXT-%02d", i, i)
		out = append(out, VotingPaper{Name: samplePlayer(i).Name, Serial: serial, Code: "NZGS-PAPER:1:" + serial})
	}
	return out
}

func samplePostalLetter() PostalLetter {
	return PostalLetter{
		Vote: samplePostalVote(), Date: "10 April 2026",
		Majority: "A motion is carried by more than 1/2 of those for or against.", Secretary: "Hēmi Tōtara, secretary",
		Contact:  "secretary@example.org.nz",
		Enclosed: []string{"Minutes of the meeting", "Report on playing equipment", "Your voting paper"},
	}
}

func sampleAddressees(n int) []PostalAddressee {
	var out []PostalAddressee
	for i := range n {
		out = append(out, PostalAddressee{
			Name: samplePlayer(i).Name, Address: []string{fmt.Sprintf("%d Kōwhai Terrace", i+1), "Riccarton", "Ōtautahi 8011"},
		})
	}
	return out
}

func sampleSeals() []PostalSeal {
	return []PostalSeal{
		{"Roll of members, SHA-256", strings.Repeat("0123456789abcdef", 4)},
		{"Sealed papers, SHA-256", strings.Repeat("fedcba9876543210", 4)},
		{"Log of the society, head", strings.Repeat("00112233", 8)},
	}
}

func samplePostalReport() PostalReport {
	return PostalReport{
		Vote: samplePostalVote(), Reported: "30 April 2026", Sent: 40, Received: 36, Valid: 34,
		Rejected: []PostalRejection{{"not signed", 1}, {"came after the closing date", 1}},
		Counts:   []PostalCount{{1, 20, 10, 3, 1}, {2, 25, 8, 1, 0}, {3, 17, 17, 0, 0}}, Seals: sampleSeals()[:2],
	}
}

func samplePostalDeclaration() PostalDeclaration {
	return PostalDeclaration{
		Vote: samplePostalVote(), Declared: "2 May 2026, 7.30 pm", By: "Hēmi Tōtara, secretary", Keep: "2 November 2026",
		Papers: 36, Valid: 34, Rejected: 2, Seals: sampleSeals(),
		Outcomes: []PostalOutcome{
			{
				PostalCount{1, 20, 10, 3, 1}, "Carried", []string{"33 recorded ≥ 10 (5.12); 20 for > 10 against (5.12): carried"},
				nil,
			},
			{
				PostalCount{2, 25, 8, 1, 0}, "Carried; referred to the AGM (7.1)",
				[]string{"34 recorded ≥ 10 (5.12); 25 of 33 for or against ≥ 2/3 (5.12): carried"},
				[]string{"A carried postal vote on the constitution goes to the next annual general meeting."},
			},
			{
				PostalCount{3, 17, 17, 0, 0}, "Not carried",
				[]string{"34 recorded ≥ 10 (5.12); 17 for = 17 against (5.12): not carried"}, nil,
			},
		},
	}
}

func samplePostalDestruction() PostalDestruction {
	return PostalDestruction{
		Vote: samplePostalVote(), Declared: "2 May 2026", Keep: "2 November 2026", Destroyed: "3 November 2026",
		What: []string{"The tellers’ keys", "The sealed entries in the program", "The 36 voting papers, by shredding"},
		By:   []string{"Ngaio Rimu, teller", "王小明, teller", "Hēmi Tōtara, secretary"}, Seals: sampleSeals()[2:],
	}
}

func init() {
	for name, write := range map[string]func(io.Writer) error{
		"voting-papers": func(w io.Writer) error {
			return press.VotingPapersPDF(
				w, samplePostalVote(), samplePapers(20),
			)
		},
		"postal-letters": func(w io.Writer) error {
			return press.PostalLettersPDF(
				w, samplePostalLetter(), sampleAddressees(3),
			)
		},
		"envelope-register": func(w io.Writer) error {
			return press.EnvelopeRegisterPDF(
				w, samplePostalVote(), sampleNames,
			)
		},
		"tally-sheet":        func(w io.Writer) error { return press.TallySheetPDF(w, samplePostalVote(), 40) },
		"postal-report":      func(w io.Writer) error { return press.PostalReportPDF(w, samplePostalReport()) },
		"postal-declaration": func(w io.Writer) error { return press.PostalDeclarationPDF(w, samplePostalDeclaration()) },
		"postal-destruction": func(w io.Writer) error { return press.PostalDestructionPDF(w, samplePostalDestruction()) },
	} {
		prints[name] = write
	}
	for name, write := range map[string]func(io.Writer) error{
		"voting-papers":      func(w io.Writer) error { return press.VotingPapersPDF(w, PostalVote{}, nil) },
		"one-empty-paper":    func(w io.Writer) error { return press.VotingPapersPDF(w, PostalVote{}, []VotingPaper{{}}) },
		"postal-letters":     func(w io.Writer) error { return press.PostalLettersPDF(w, PostalLetter{}, nil) },
		"envelope-register":  func(w io.Writer) error { return press.EnvelopeRegisterPDF(w, PostalVote{}, nil) },
		"tally-sheet":        func(w io.Writer) error { return press.TallySheetPDF(w, PostalVote{}, 0) },
		"postal-report":      func(w io.Writer) error { return press.PostalReportPDF(w, PostalReport{}) },
		"postal-declaration": func(w io.Writer) error { return press.PostalDeclarationPDF(w, PostalDeclaration{}) },
		"postal-destruction": func(w io.Writer) error { return press.PostalDestructionPDF(w, PostalDestruction{}) },
	} {
		emptyPrints[name] = write
	}
}

func TestVotingPaperSaysWhatRule510AsksFor(t *testing.T) {
	pages := textsOf(
		t, written(t, func(w io.Writer) error { return press.VotingPapersPDF(w, samplePostalVote(), samplePapers(3)) }),
	)
	if len(pages) != 3 {
		t.Fatalf("%d pages", len(pages))
	}
	text := strings.Join(linesOf(pages[2]), "\n")
	for _, want := range []string{
		"Voting paper", "Extraordinary general meeting of 14 March 2026", "7K02-9QXT-02", "Name|王小明",
		"Motion 1", "That the society buy twelve boards", "Affects the constitution (Rule 5.12)", "Motion 3",
		"Yes|No|Abstain", "Signature|Date", "by 25 April 2026", "PO Box 1234", "Ōtautahi 8140", "your club’s secretary",
		"Page 1 of 1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if n := strings.Count(text, "|Yes|No|Abstain"); n != 3 {
		t.Errorf("%d rows of boxes for three motions", n)
	}
}

// The code ends where the text does: nothing is printed into the margins.
func TestNothingOnAVotingPaperStandsInTheMargins(t *testing.T) {
	long := VotingPaper{
		Name: strings.Repeat("von Hohenlohe-Schillingsfürst ", 8), Serial: "7K3M-9QTR-5XHM", Code: "NZGS:7K3M9QTR5XHM",
	}
	for _, one := range append(samplePapers(3), long, VotingPaper{
		Name: strings.Repeat("勅使河原", 20), Serial: long.Serial, Code: long.Code,
	}) {
		p := newVotingPapers(press.newDocument(""), samplePostalVote())
		if err := p.draw(one); err != nil {
			t.Fatal(err)
		}
		right := 0.0
		for _, page := range p.pages {
			for _, m := range page {
				if m.kind != codeMark {
					continue
				}
				end := m.x + m.width
				right = max(right, end)
				if m.x < margin-0.01 || end > pageWidth-margin+0.01 {
					t.Errorf("%.20s: modules from %.2f to %.2f mm", one.Name, m.x, end)
				}
			}
		}
		if one.Code != "" && right < pageWidth-margin-0.01 {
			t.Errorf("%.20s: the code ends at %.2f mm, not at the margin", one.Name, right)
		}
	}
}

// A motion of any length is printed whole, its boxes on the page of its last
// lines, and each member's pages are numbered by themselves.
func TestLongMotionsFlowOverPages(t *testing.T) {
	v := samplePostalVote()
	var words []string
	for i := range 1500 {
		words = append(words, fmt.Sprintf("word%04d", i))
	}
	v.Motions[1].Text = strings.Join(words, " ")
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.VotingPapersPDF(w, v, samplePapers(2)) }))
	text := allText(pages)
	for _, w := range words {
		if strings.Count(text, w) != 2 {
			t.Fatalf("%s stands %d times on two papers", w, strings.Count(text, w))
		}
	}
	each := len(pages) / 2
	if len(pages) != 2*each || each < 3 {
		t.Fatalf("%d pages", len(pages))
	}
	for i, page := range pages {
		text := strings.Join(linesOf(page), "\n")
		if want := fmt.Sprintf("Page %d of %d", i%each+1, each); !strings.Contains(text, want) {
			t.Errorf("page %d lacks %q", i, want)
		}
		if want := fmt.Sprintf("7K%02d-9QXT", i/each); !strings.Contains(text, want) {
			t.Errorf("page %d lacks its serial %s", i, want)
		}
		if strings.Contains(text, "word1499") && !strings.Contains(text, "Motion 2|Yes|No|Abstain") {
			t.Errorf("the boxes are torn from their motion:\n%s", text)
		}
		for _, p := range page {
			if mm := (841.89 - p.y) * 25.4 / 72; mm > contentBottom && mm < footerTop {
				t.Errorf("page %d: %q stands in the foot", i, p.text)
			}
		}
	}
}

func TestVotingPaperRefusesACodeThatCannotBeScanned(t *testing.T) {
	papers := samplePapers(1)
	papers[0].Code = strings.Repeat("x", MaxCardURL+1)
	if err := press.VotingPapersPDF(
		io.Discard, samplePostalVote(), papers,
	); err == nil || !strings.Contains(err.Error(), "Aroha Tūī") {
		t.Errorf("got %v", err)
	}
}

func TestPostalPrintsSayWhatTheyAreFor(t *testing.T) {
	for _, tt := range []struct {
		name  string
		wants []string
	}{
		{
			"postal-letters",
			[]string{
				"Kia ora |王小明|,", "10 April 2026", "Report on playing equipment", "25 April 2026", "1.  That the society buy",
				"Hēmi Tōtara, secretary", "secretary@example.org.nz",
			},
		},
		{
			"envelope-register",
			[]string{"No.|Member|Came on|Direct / by club|Valid|Rejected because", "3|王小明", "Ngaio Rimu, teller"},
		},
		{"tally-sheet", []string{"Motion 1|That the society buy", "Yes", "No", "Abstain", "Informal", "Ngaio Rimu, teller"}},
		{
			"postal-report",
			[]string{"Sent to members|40", "Rejected: not signed|1", "Valid|34", "20|10|3|1", "fedcba98 76543210"},
		},
		{
			"postal-declaration",
			[]string{
				"2 May 2026, 7.30 pm", "20|Yes|10|No|3|Abstain|1|Informal", "Carried; referred to the AGM (7.1)",
				"33 recorded ≥ 10 (5.12); 20 for > 10 against (5.12): carried", "Reading applied: A carried postal vote",
				"40 members registered on 20 March 2026", "36 came back, 34 valid, 2 rejected", "until 2 November 2026",
				"00112233 00112233", "Hēmi Tōtara, secretary",
			},
		},
		{
			"postal-destruction",
			[]string{"until 2 November 2026", "3 November 2026", "The tellers’ keys", "by shredding", "Ngaio Rimu, teller"},
		},
	} {
		text := allText(textsOf(t, written(t, prints[tt.name])))
		for _, want := range tt.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", tt.name, want, text)
			}
		}
	}
}

// A member's name stands only on what goes to that member and on the register
// of envelopes: never beside a count.
func TestNoMemberStandsBesideACount(t *testing.T) {
	for _, name := range []string{"postal-report", "postal-declaration", "tally-sheet"} {
		text := allText(textsOf(t, written(t, prints[name])))
		if strings.Contains(text, "Aroha") || strings.Contains(text, "9QXT") {
			t.Errorf("%s names a member or a paper:\n%s", name, text)
		}
	}
}

// TestPrintsSayWhatWasDoneAboutTheTellers: the declaration and the tellers' report have
// every line that they are given, long ones too.
func TestPrintsSayWhatWasDoneAboutTheTellers(t *testing.T) {
	lines := []string{
		"15 March 2026: Hēmi Tōtara recorded Ana Kea and Ben Tūī as the tellers: Elected by the EGM (rule 5.5).",
		"21 April 2026: Cara Weka confirmed as president: Dan Ruru takes the place of Ben Tūī as teller (Committee, 20 April " +
			"2026, item 2), key number 0123 4567 89ab cdef. With this it was so, and all entries were void.",
	}
	for name, write := range map[string]func(w io.Writer) error{
		"declaration": func(w io.Writer) error { return press.PostalDeclarationPDF(w, PostalDeclaration{History: lines}) },
		"report":      func(w io.Writer) error { return press.PostalReportPDF(w, PostalReport{History: lines}) },
	} {
		text := strings.Join(strings.Fields(allText(textsOf(t, written(t, write)))), " ")
		for _, line := range append(lines, "What was done about the tellers") {
			if !strings.Contains(text, line) {
				t.Errorf("the %s lacks %q:\n%s", name, line, text)
			}
		}
	}
}
