package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// namedPrints are the prints that name people, of people with one name: what the law asks for, what is posted, and what is
// cut from paper. The figure is how near the paper's edge a text may stand, in millimetres.
func namedPrints(name string) map[string]struct {
	edge  float64
	write func(io.Writer) error
} {
	type prints = map[string]struct {
		edge  float64
		write func(io.Writer) error
	}
	roll, door, clubs, vote := sampleRoll(3), sampleAttendance(3), sampleClubList(3), samplePostalVote()
	declared, report, gone, letters := samplePostalDeclaration(), samplePostalReport(), samplePostalDestruction(), sampleLetters()
	for i := range roll.Rows {
		roll.Rows[i].Name = name
	}
	for i := range door.Rows {
		door.Rows[i].Name = name
	}
	for i := range clubs.Rows {
		clubs.Rows[i].Name = name
	}
	vote.Tellers, declared.Vote.Tellers, report.Vote.Tellers = []string{name}, []string{name}, []string{name}
	declared.By, gone.By = name+", secretary", []string{name}
	letters.To[0].To.Name = name
	to := []PostalAddressee{{Name: name, Address: []string{"1 Kōwhai Terrace", "Riccarton", "Ōtautahi 8011"}}}
	label := []AddressLabel{{Lines: []string{name, "1 Kōwhai Terrace", "Riccarton", "Ōtautahi 8011"}}}
	slip := CountSlip{
		Meeting: MeetingHead{Name: "AGM", Date: "14 March 2026"}, Question: "Committee", Choices: []string{name}, Tellers: []string{name},
	}
	cards, badges := sampleMembershipCards(2), sampleBadges(2)
	for i := range cards.Cards {
		cards.Cards[i].Name = name
	}
	for i := range badges.Badges {
		badges.Badges[i].Name = name
	}
	out := prints{
		"roll":        {15.5, func(w io.Writer) error { return press.MeetingRollPDF(w, roll) }},
		"attendance":  {15.5, func(w io.Writer) error { return press.AttendanceSheetPDF(w, door) }},
		"declaration": {15.5, func(w io.Writer) error { return press.PostalDeclarationPDF(w, declared) }},
		"report":      {15.5, func(w io.Writer) error { return press.PostalReportPDF(w, report) }},
		"destruction": {15.5, func(w io.Writer) error { return press.PostalDestructionPDF(w, gone) }},
		"envelopes":   {15.5, func(w io.Writer) error { return press.EnvelopeRegisterPDF(w, vote, []string{name}) }},
		"tally":       {15.5, func(w io.Writer) error { return press.TallySheetPDF(w, vote, 20) }},
		"count slip":  {15.5, func(w io.Writer) error { return press.CountSlipsPDF(w, []CountSlip{slip}) }},
		"club list":   {15.5, func(w io.Writer) error { return press.ClubListPDF(w, clubs) }},
		"letters":     {15.5, func(w io.Writer) error { return press.LettersPDF(w, letters) }},
		"postal letter": {15.5, func(w io.Writer) error {
			return press.PostalLettersPDF(w, samplePostalLetter(), to)
		}},
		"voting paper": {12, func(w io.Writer) error {
			return press.VotingPapersPDF(w, vote, []VotingPaper{{Name: name, Serial: "7K00-9QXT-00", Code: "https://go.example.nz/p/1"}})
		}},
		"cards":  {5, func(w io.Writer) error { return press.MembershipCardsPDF(w, cards) }},
		"badges": {5, func(w io.Writer) error { return press.BadgesPDF(w, badges) }},
		"certificate": {5, func(w io.Writer) error {
			return press.CertificatePDF(w, sampleCertificate(name))
		}},
	}
	for _, sheet := range LabelSheets {
		out["labels "+sheet.Key] = struct {
			edge  float64
			write func(io.Writer) error
		}{3, func(w io.Writer) error {
			return press.AddressLabelsPDF(w, Labels{Title: "Labels", Sheet: sheet, List: label})
		}}
	}
	return out
}

// Every name of the list, and one of forty words, stands whole on every print that names people, within the margins: another
// program reads it back from each.
func TestEveryNameIsWholeOnEveryPrint(t *testing.T) {
	names := append(slices.Clone(hardNames), fortyWords, strings.Repeat("Featherstonehaugh ", 11))
	if testing.Short() {
		names = []string{hardNames[2], fortyWords}
	}
	for _, name := range names {
		for print, p := range namedPrints(name) {
			pdf := written(t, p.write)
			all := poppler(t, pdf, "pdftotext", "-raw", "FILE", "-")
			if !hasWords(all, name) {
				t.Errorf("%s: %.60q is not read back in %.400q", print, name, all)
			}
			if head, _, _ := strings.Cut(all, "Page 1 of"); strings.Contains(head, "…") && !strings.Contains(name, "…") && p.edge > 5 {
				t.Errorf("%s: something is cut for %.60q: %.400q", print, name, head)
			}
			if len(name) < 60 { // has room
				continue
			}
			for _, word := range outside(t, pdf, p.edge) {
				t.Errorf("%s: of %.60q %s", print, name, word)
			}
		}
	}
}

// hasWords tells whether a text has a name: in one, or where it runs right to left its words, whose order on several lines
// another program does not give back.
func hasWords(text, name string) bool {
	if strings.IndexFunc(name, rightToLeft) < 0 {
		return strings.Contains(lettersOf(text), lettersOf(printable(name)))
	}
	for _, word := range wordsOf(printable(name)) {
		if !strings.Contains(lettersOf(text), lettersOf(word)) {
			return false
		}
	}
	return true
}

// lettersOf are the letters of a text, however its lines are broken.
func lettersOf(s string) string {
	return strings.ToUpper(strings.ReplaceAll(strings.Join(wordsOf(s), ""), "-", ""))
}

// outside are the words of a PDF that stand nearer the paper's edge than they may.
func outside(t *testing.T, pdf []byte, edge float64) (out []string) {
	t.Helper()
	var doc struct {
		Pages []struct {
			Width  float64 `xml:"width,attr"`
			Height float64 `xml:"height,attr"`
			Words  []struct {
				Left   float64 `xml:"xMin,attr"`
				Top    float64 `xml:"yMin,attr"`
				Right  float64 `xml:"xMax,attr"`
				Bottom float64 `xml:"yMax,attr"`
				Text   string  `xml:",chardata"`
			} `xml:"flow>block>line>word"`
		} `xml:"body>doc>page"`
	}
	if err := xml.Unmarshal([]byte(poppler(t, pdf, "pdftotext", "-bbox-layout", "FILE", "-")), &doc); err != nil {
		t.Fatal(err)
	}
	const mm = 72 / 25.4
	for i, p := range doc.Pages {
		for _, w := range p.Words {
			if w.Left < edge*mm || w.Right > p.Width-edge*mm || w.Top < 3*mm || w.Bottom > p.Height-3*mm {
				out = append(out, fmt.Sprintf("page %d has %q in the margin: %v", i+1, w.Text, w))
			}
		}
	}
	return out
}
