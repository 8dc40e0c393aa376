package reports

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// A society of seventy-three prints its lists on two pages each, its notice on one.
func TestListsOfASocietyTakeTwoPages(t *testing.T) {
	short := sampleNotice()
	short.Motions, short.Nominations = short.Motions[:1], nil
	sheet, roll := sampleAttendance(73), sampleRoll(73)
	for i := range sheet.Rows { // as the pages of meetings print them
		sheet.Rows[i].Club, roll.Rows[i].Club = "", ""
	}
	sheet.Rows[0].Name = "Mei-Ling Featherstonehaugh"
	for name, c := range map[string]struct {
		write func(io.Writer) error
		pages int
		has   []string
	}{
		"attendance": {
			func(w io.Writer) error { return press.AttendanceSheetPDF(w, sheet) }, 2,
			[]string{"Featherstonehaugh", "Members present at the beginning", "79"},
		},
		"roll":   {func(w io.Writer) error { return press.MeetingRollPDF(w, roll) }, 2, []string{"player72@example.org.nz"}},
		"notice": {func(w io.Writer) error { return press.MeetingNoticePDF(w, short) }, 1, nil},
		"nomination": {func(w io.Writer) error {
			return press.NominationFormPDF(w, NominationForm{
				Meeting: sampleMeeting, Posts: []string{"President", "Secretary"}, To: "Hēmi Tōtara, secretary",
				Reach: []string{"hemi@example.org.nz"},
			})
		}, 1, []string{"Seconder", "Rule 4.13", "Hēmi Tōtara, secretary"}},
	} {
		var b bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		pages := textsOf(t, b.Bytes())
		if len(pages) != c.pages {
			t.Errorf("%s: %d pages, want %d", name, len(pages), c.pages)
		}
		for _, words := range c.has {
			if !strings.Contains(allText(pages), words) {
				t.Errorf("%s lacks %q", name, words)
			}
		}
	}
}

// A letter says where it comes back to where the society has set an address, and a
// declaration is signed with the office and the day.
func TestLettersComeBackAndDeclarationsAreSigned(t *testing.T) {
	to := []PostalAddressee{{Name: "Mei Lin", Address: []string{"12 Kōwhai Street", "Wellington 6021"}}}
	text := func(by Press) string {
		var b bytes.Buffer
		if err := by.PostalLettersPDF(&b, PostalLetter{Vote: PostalVote{Title: "Motions"}}, to); err != nil {
			t.Fatal(err)
		}
		return allText(textsOf(t, b.Bytes()))
	}
	by := Press{Society: "Go Society of Nowhere", Address: "PO Box 1\nWellington 6140"}
	const wants = "return to: Go Society of Nowhere, PO Box 1 Wellington 6140"
	if got := strings.Join(strings.Fields(text(by)), " "); !strings.Contains(got, wants) {
		t.Errorf("the letter has no return address: %s", got)
	}
	if got := text(Press{Society: "Go Society of Nowhere"}); strings.Contains(got, "return to") {
		t.Errorf("a letter of a society without an address: %s", got)
	}
	var b bytes.Buffer
	declared := PostalDeclaration{
		Vote: PostalVote{Title: "Motions"}, Declared: "3 May 2026", By: "Hēmi Tōtara, Secretary",
	}
	if err := by.PostalDeclarationPDF(&b, declared); err != nil {
		t.Fatal(err)
	}
	if got := allText(textsOf(t, b.Bytes())); !strings.Contains(got, "Hēmi Tōtara, Secretary") || strings.Count(got, "3 May 2026") < 3 {
		t.Errorf("the declaration is signed so: %s", got)
	}
}
