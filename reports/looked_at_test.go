package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

// textOf is what a print says, a line of it each, by page.
func textOf(t *testing.T, write func(io.Writer) error) (pages []string) {
	t.Helper()
	for _, page := range textsOf(t, written(t, write)) {
		pages = append(pages, strings.Join(linesOf(page), "\n"))
	}
	return pages
}

// The sheet of a round names the section whose games go on, on each further page, and who has no game.
func TestAFurtherPageOfARoundNamesItsSection(t *testing.T) {
	first, second := samplePairings(20), samplePairings(120)
	first.Section, second.Section = "Open to all", "With handicaps"
	first.Byes, second.Byes = nil, []Bye{{Player{Name: "Kea Rimu"}, "bye"}}
	round := RoundSheet{Event: "Congress", Round: 2, Sections: []PairingSheet{first, second, first}}
	pages := textOf(t, func(w io.Writer) error { return press.RoundSheetPDF(w, round) })
	if len(pages) < 4 {
		t.Fatalf("%d pages", len(pages))
	}
	for i, page := range pages[1 : len(pages)-1] {
		if head := strings.SplitN(page, "\n", 2)[0]; head != "Round 2, all sections|Congress · With handicaps" {
			t.Errorf("page %d begins with %q", i+2, head)
		}
	}
	if all := strings.Join(pages, "\n"); !strings.Contains(all, "Without a game: Kea Rimu, bye") {
		t.Errorf("nothing says who has no game:\n%s", all)
	}
}

// Who counts is written as the other words below lines are; a name stays as it is.
func TestTellersSignBelowTheirNames(t *testing.T) {
	slips := []CountSlip{{Meeting: sampleMeeting, Question: "Q", Choices: []string{"Yes"}, Tellers: []string{"de Boer Kim"}}}
	text := textOf(t, func(w io.Writer) error { return press.CountSlipsPDF(w, slips) })[0]
	for _, want := range []string{"de Boer Kim, teller|Counted at", "Teller|Counted at"} {
		if !slices.Contains(strings.Split(text, "\n"), want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
}

// On a club's list and on the register an address for mail stands on a line of its own, with the phone below: no line
// ends with a dot between two things.
func TestHowToReachAMemberBreaksBetweenThings(t *testing.T) {
	const email = "lydiawainwright68@mail.example"
	list := sampleClubList(3)
	list.Rows[1].Email, list.Rows[1].Phone, list.Rows[1].Address = email, "020 555 0068", "149 Old Mill Street, Ōtautahi"
	register := RegisterPrint{Title: "Register of members", Sections: []RegisterSection{{Contacts: WithContacts}}}
	for _, name := range []string{"WAINWRIGHT Lydia", "TREGARTHEN Kahurangi"} {
		register.Sections[0].Rows = append(register.Sections[0].Rows, RegisterRow{
			Number: "69", Listed: name, Club: "Te Whanganui-a-Tara Go Club", Grade: "14k", Email: email,
			Phone: "020 555 0068", Address: "149 Old Mill Street, Ōtautahi", Since: civil.On(2026, 8, 5), First: civil.On(2024, 12, 13),
			TermEnd: civil.On(2027, 6, 30),
		})
	}
	for name, write := range map[string]func(io.Writer) error{
		"club list": func(w io.Writer) error { return press.ClubListPDF(w, list) },
		"register":  func(w io.Writer) error { return press.RegisterPDF(w, register) },
	} {
		whole, small := false, false
		for _, page := range textsOf(t, written(t, write)) {
			for _, one := range page {
				if strings.HasSuffix(strings.TrimSpace(one.text), "·") {
					t.Errorf("%s: a line ends with %q", name, one.text)
				}
				whole = whole || one.text == email
				small = small || strings.HasPrefix(one.text, "020 555 0068 · 149 Old Mill Street")
			}
		}
		if !whole || !small {
			t.Errorf("%s: the address for mail on a line: %v, the phone with the address below: %v", name, whole, small)
		}
	}
}

// A title of two lines breaks before a day, not within.
func TestTitlesKeepTheirDays(t *testing.T) {
	for _, title := range []string{"Rating changes, 21 October 2026 to 21 November 2026", "Rating list of 21 November 2026"} {
		text := textOf(t, func(w io.Writer) error { return press.ListingPDF(w, Listing{Title: title}) })[0]
		if at := strings.Index(text, "21 November 2026"); at < 0 {
			t.Errorf("%q is printed as\n%s", title, text)
		}
	}
}

// A round that goes to another page with the code below it says its day there, and none whose day stands beside it does
// twice; the times of heads stay whole.
func TestARoundThatIsMovedSaysItsDay(t *testing.T) {
	moved := 0
	for lines := 20; lines < 34; lines++ {
		section := ScheduleSection{Name: "Open to players of all grades, with handicaps"}
		for i := range lines {
			line := ScheduleLine{Round: "Round", Starts: "1:00 pm", Ends: "3:30 pm"}
			if i == 0 || i == 19 {
				line.Day = "Thursday 26 November"
			}
			section.Lines = append(section.Lines, line)
		}
		s := Schedule{Event: "E", Sections: []ScheduleSection{section}, URL: "https://go.example/e", ShortURL: "go.example/e"}
		pages := textOf(t, func(w io.Writer) error { return press.SchedulePDF(w, s) })
		for i, page := range pages {
			days, rounds := strings.Count(page, "Thursday 26 November"), strings.Count(page, "Round\n")+strings.Count(page, "|Round|")
			if most := 2 - i; rounds > 0 && (days == 0 || days > most) {
				t.Errorf("%d lines: page %d says the day %d times:\n%s", lines, i+1, days, page)
			}
			if i == 1 && rounds > 0 {
				moved++
			}
		}
	}
	if moved == 0 {
		t.Error("no round was on a second page")
	}
}

// An invoice with no bank account to pay into says whom to ask.
func TestAnInvoiceWithoutAnAccountSaysWhomToAsk(t *testing.T) {
	for account, want := range map[string]string{"": noAccount, "02-0500-0123456-00": "02-0500-0123456-00"} {
		i := Invoice{Number: "I-2026-0001", Reference: "S260001X", Payer: "Aroha Rimu", Open: 1250, Account: account}
		text := textOf(t, func(w io.Writer) error { return press.InvoicePDF(w, i) })[0]
		if !strings.Contains(text, want) || strings.Contains(text, "Bank account") != (account != "") {
			t.Errorf("with %q:\n%s", account, text)
		}
	}
}

// A list to fill in offers its choices in every row that it may have, not only in the first.
func TestEveryRowOfAListToFillInOffersItsChoices(t *testing.T) {
	f := openBook(t, func(w io.Writer) error { return press.ClubReturnXLSX(w, sampleTemplate()) })
	found, err := f.GetDataValidations(f.GetSheetName(0))
	if err != nil || len(found) == 0 {
		t.Fatalf("%d choices: %v", len(found), err)
	}
	for _, v := range found {
		column := strings.TrimRight(strings.Split(v.Sqref, ":")[0], "0123456789")
		if want := fmt.Sprintf("%s3:%[1]s%[2]d", column, formRows+1); v.Sqref != want {
			t.Errorf("they are offered in %s, want %s", v.Sqref, want)
		}
	}
}
