package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// Sheets of cards that are cut in one stack lie in the order of the list when the stacks are laid on each other.
func TestCutStacksOfMembershipCardsAreInOrder(t *testing.T) {
	for _, n := range []int{1, 2, 9, 10, 11, 29, 30} {
		s := sampleMembershipCards(n)
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.MembershipCardsPDF(w, s) }))
		if want := (n + cardsPerPage - 1) / cardsPerPage; len(pages) != want {
			t.Fatalf("%d cards on %d sheets, want %d", n, len(pages), want)
		}
		var order []string
		for slot := range cardsPerPage {
			for _, page := range pages {
				var numbers []string
				for _, p := range page {
					if after, found := strings.CutPrefix(p.text, "Member "); found && after != "until" {
						numbers = append(numbers, after)
					}
				}
				if slot < len(numbers) {
					order = append(order, numbers[slot])
				}
			}
		}
		if len(order) != n || !slices.IsSorted(order) {
			t.Errorf("%d cards, cut and laid on each other: %v", n, order)
		}
	}
	long := sampleMembershipCards(1)
	long.Cards[0].URL = strings.Repeat("x", MaxCardURL+1)
	if err := press.MembershipCardsPDF(io.Discard, long); err == nil || !strings.Contains(err.Error(), "0142") {
		t.Errorf("an address that makes no code: %v", err)
	}
}

// No name is cut, and none leaves its card, whatever its length.
func TestNamesStayWholeOnMembershipCards(t *testing.T) {
	names := append(slices.Clone(hardNames), strings.Repeat("Featherstonehaugh ", 11), strings.Repeat("W", 200))
	s := sampleMembershipCards(len(names))
	for i, n := range names {
		s.Cards[i].Name, s.Cards[i].Kind = n, "Junior"
		s.Cards[i].Club = "Tāmaki Makaurau / Auckland Central Go, Weiqi and Baduk Club of the North Shore"
	}
	pdf := written(t, func(w io.Writer) error { return press.MembershipCardsPDF(w, s) })
	for i, page := range textsOf(t, pdf) {
		for _, p := range page {
			if strings.Contains(p.text, "…") {
				t.Errorf("sheet %d: %q is cut", i+1, p.text)
			}
		}
	}
	got := strings.Join(wordsOf(poppler(t, pdf, "pdftotext", "-raw", "FILE", "-")), "")
	for _, n := range names[:2] { // of one script, and so in one run
		if !strings.Contains(got, strings.Join(wordsOf(printable(n)), "")) {
			t.Errorf("%q is not read back", n)
		}
	}
	for _, n := range names {
		d := press.newDocument("")
		d.addPage()
		c := s.Cards[0]
		c.Name = n
		if err := d.membershipCard(press, c, 0, 0); err != nil {
			t.Fatal(err)
		}
		for _, m := range d.pages[0] {
			if m.x < 0 || m.x+max(0, m.width) > cardWidth || m.y < 0 || m.y > cardHeight {
				t.Errorf("%s: a mark at %s", n, fmt.Sprint(m.x, m.y, m.width))
			}
		}
	}
}

// However long the name of the club is, it stands clear of what is below it on the card.
func TestTheClubOnACardStandsClear(t *testing.T) {
	for _, club := range []string{
		"Nelson", "Te Rōpū Kēmu o Ngā Tāngata Katoa o te Tai Tokerau me Tāmaki Makaurau, Go Players of the Whole North",
		strings.Repeat("Whakawhanaungatanga ", 8), strings.Repeat("W", 120),
	} {
		d := press.newDocument("")
		d.addPage()
		c := sampleMembershipCards(1).Cards[0]
		c.Club = club
		if err := d.membershipCard(press, c, 0, 0); err != nil {
			t.Fatal(err)
		}
		until := 0.0
		for _, m := range d.pages[0] {
			if m.text == "Member until" {
				until = m.y
			}
		}
		for _, m := range d.pages[0] {
			below := m.y + 0.25*m.size*mmPerPoint // what hangs below the baseline
			if m.kind == textMark && m.x < cardWidth/2 && m.y > 36 && m.y < until && below > until-0.75*7.5*mmPerPoint {
				t.Errorf("%.20s: %q at %.1f mm runs into what is at %.1f", club, m.text, m.y, until)
			}
		}
	}
}
