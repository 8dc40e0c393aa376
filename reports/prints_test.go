package reports

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/qr"

	"github.com/google/go-cmp/cmp"
)

func TestPairingsByTable(t *testing.T) {
	s := samplePairings(59)
	s.Games[0], s.Games[3] = s.Games[3], s.Games[0] // order does not matter
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.PairingsByTable(w, s) }))
	if len(pages) != 2 {
		t.Fatalf("%d pages", len(pages))
	}
	first := strings.Join(linesOf(pages[0]), "\n")
	for _, want := range []string{
		"New Zealand Go Congress 2026 · Open",
		"Round 3, by table",
		"Saturday 21 November 2026, 2.00 pm",
		"Table|Black|White|Handicap",
		"Aroha Tūī\n5 dan · Wellington · 0 points\nWiremu Kākā\n3 dan · Ōtautahi · ½ point\nEven\nkomi 7",
		"Ngaio Rimu\n5 dan · Ōtautahi · 3 points\nTāne Māhoe\n3 dan · Auckland · 0 points\nHandicap 2\nno komi",
		"New Zealand Go Congress 2026 · as at 21 November 2026, 1.42 pm|Page 1 of 2",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("page 1 lacks %q:\n%s", want, first)
		}
	}
	second := strings.Join(linesOf(pages[1]), "\n")
	for _, want := range []string{
		"Round 3, by table|New Zealand Go Congress 2026 · Open",
		"Table|Black|White|Handicap",
		"Without a game",
		"Anahera Kōwhai C.|bye",
		"Kahu Huia|half-point bye",
		"Rua Toroa|not playing",
		"Page 2 of 2",
	} {
		if !strings.Contains(second, want) {
			t.Errorf("page 2 lacks %q:\n%s", want, second)
		}
	}
}

func TestPairingsByName(t *testing.T) {
	s := PairingSheet{Event: "E", Round: 1, Games: []Game{
		{Table: 2, Black: Player{Name: "Tāne Māhoe", SortKey: "mahoe tane"}, White: Player{Name: "Ānahera Zed"}, Handicap: 3},
		{
			Table: 1, Black: Player{Name: "Bea Nikau", SortKey: "nikau bea"}, White: Player{Name: "Wī Rata", SortKey: "rata wi"},
			Komi: "7",
		},
	}, Byes: []Bye{{Player{Name: "Kea"}, "bye"}}}
	lines := linesOf(textsOf(t, written(t, func(w io.Writer) error { return press.PairingsByName(w, s) }))[0])
	want := []string{
		"A|Ānahera Zed|2|White|Tāne Māhoe|Handicap 3",
		"K|Kea|–|bye",
		"M|Tāne Māhoe|2|Black|Ānahera Zed|Handicap 3",
		"N|Bea Nikau|1|Black|Wī Rata|Even, komi 7",
		"R|Wī Rata|1|White|Bea Nikau|Even, komi 7",
	}
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, strings.Join(want, "\n")) {
		t.Errorf("want\n%s\ngot\n%s", strings.Join(want, "\n"), text)
	}
}

func TestStandings(t *testing.T) {
	s := Standings{Event: "E", AfterRound: 2, Rounds: 2, TieBreaks: []string{"SOS", "Rating"}, Definitions: []string{"SOS: sum of opponents' scores."}, Rows: []StandingRow{
		{
			Place: 1, PointsPlace: 1, Player: Player{Name: "A", Grade: "1 dan", Club: "C"}, Score: 2,
			TieBreaks: []float64{1.5, 3.4},
		},
		{Place: 2, PointsPlace: 2, Player: Player{Name: "B"}, Score: 0.5, TieBreaks: []float64{2.25, 3}},
		{Place: 2, PointsPlace: 2, Player: Player{Name: "C"}, Score: 0.5, TieBreaks: []float64{2.25}},
		{Player: Player{Name: "D"}},
	}}
	text := allText(textsOf(t, written(t, func(w io.Writer) error { return press.StandingsPDF(w, s) })))
	want := "Final standings\nPlace|Player|Grade|Club|Score|SOS|Rating|Points place\n1|A|1 " +
		"dan|C|2|1½|3.4|1\n2=|B|½|2¼|3.0|2=\n2=|C|½|2¼|–|2=\n–|D|0|–|–|–\nSOS: sum of opponents' scores."
	if !strings.Contains(text, want) {
		t.Errorf("want\n%s\ngot\n%s", want, text)
	}
	for _, tt := range []struct {
		after, rounds int
		want          string
	}{{0, 5, "Standings before the first round"}, {3, 5, "Standings after round 3 of 5"}, {5, 5, "Final standings"}} {
		text := allText(textsOf(t, written(t, func(w io.Writer) error {
			return press.StandingsPDF(w, Standings{AfterRound: tt.after, Rounds: tt.rounds})
		})))
		if !strings.Contains(text, tt.want) || strings.Contains(text, "Points place") {
			t.Errorf("after %d of %d:\n%s", tt.after, tt.rounds, text)
		}
	}
}

func TestMemberReceipt(t *testing.T) {
	text := func(r MemberReceipt) string {
		return allText(textsOf(t, written(t, func(w io.Writer) error { return press.MemberReceiptPDF(w, r) })))
	}
	got := text(sampleMemberReceipt())
	for _, want := range []string{
		"Membership · 1 July 2026 – 30 June 2027", "Receipt R-2027-0004", "Member|王小明\nMember no. 0142",
		"Counted with|Ōtautahi Go Club",
		"Issued|3 February 2027\nHēmi Tōtara, Treasurer",
		"Annual subscription|1|× $25.00|$25.00", "Total|$25.00\nReceived|$25.00",
		"Annual subscription set by: Annual general meeting, 14 March 2026: “That the subscription be $25.00.” (Rule",
		"Payment received|1 February 2027\nBank transfer, reference WANG 142", "Registered from|1 February 2027",
		"Registered until|30 June 2028",
		"Rule 2.2: Subscriptions have effect", "Go Society of Aotearoa · |王小明 |· Receipt R-2027-0004",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	alone := sampleMemberReceipt()
	alone.Club, alone.From, alone.Until, alone.Rule = "", civil.Date{}, civil.Date{}, ""
	got = text(alone)
	if strings.Contains(got, "Counted with") || !strings.Contains(
		got, "Registered until|cancelled",
	) || strings.Contains(got, "Registered from") {
		t.Errorf("of an individual member whose term was cancelled:\n%s", got)
	}
}

func TestClubReceipt(t *testing.T) {
	text := allText(textsOf(t, written(t, func(w io.Writer) error { return press.ClubReceiptPDF(w, sampleReceipt()) })))
	for _, want := range []string{
		"Receipt R-2026-0017", "Club|Ōtautahi Go Club", "Issued|9 July 2026\nHēmi Tōtara, treasurer",
		"Members at the annual subscription|23|× $20.00|$460.00", "−$20.00", "Total|$440.00\nReceived|$440.00",
		"Annual general meeting, 14 March 2026, motion 3 (Rule 2.2).",
		"List of members received|28 June 2026\nFull fee received|8 July 2026\nAffiliated from|8 July 2026\nThe later of " +
			"the two days above (Rule 2.3).",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}

	short := sampleReceipt()
	short.Paid, short.FeeReceived, short.Effective = 20000, civil.Date{}, civil.Date{}
	text = allText(textsOf(t, written(t, func(w io.Writer) error { return press.ClubReceiptPDF(w, short) })))
	for _, want := range []string{
		"Received|$200.00\nStill to pay|$240.00", "Full fee received|not yet\nAffiliated from|not yet",
		"when both the list and the full fee are in (Rule 2.3)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("short payment lacks %q:\n%s", want, text)
		}
	}

	over := sampleReceipt()
	over.Paid = 50000
	if text := allText(textsOf(
		t, written(t, func(w io.Writer) error { return press.ClubReceiptPDF(w, over) }),
	)); !strings.Contains(text, "Kept as credit|$60.00") {
		t.Errorf("overpayment:\n%s", text)
	}
}

func TestClubListShowsContactsOnlyIfAsked(t *testing.T) {
	l := sampleClubList(2)
	text := allText(textsOf(t, written(t, func(w io.Writer) error { return press.ClubListPDF(w, l) })))
	if !strings.Contains(
		text, "player0@example.org.nz\n021 555 0101 · 12 Kōwhai Terrace",
	) || !strings.Contains(text, "2 members") {
		t.Error(text)
	}
	l.Contacts = WithoutContacts
	text = allText(textsOf(t, written(t, func(w io.Writer) error { return press.ClubListPDF(w, l) })))
	if strings.Contains(text, "@") || strings.Contains(text, "021") || !strings.Contains(
		text, "1017|Aroha Tūī|5 dan|30 June 2027",
	) {
		t.Error(text)
	}
}

// Initials stand at the side of a list by name, each where it begins; names in scripts without capitals have none.
func TestInitialsAsSideHeads(t *testing.T) {
	names := []string{"Ash, A", "Āwhina, B", "ʻAlofa, C", "Birch, D", "Éclair, E", "elm, F", "王小明", "李", "", "Ø, G"}
	want := []string{"A", "", "", "B", "E", "", "", "", "", "Ø"}
	if diff := cmp.Diff(want, SideHeads(names)); diff != "" {
		t.Error(diff)
	}
}

// How a handicap was worked out stands in small type on the sheet by table, the sheet of a round and the slips; the sheet by
// name says where to find it.
func TestHandicapsOnPaper(t *testing.T) {
	s := samplePairings(4)
	s.Games[0].How, s.Games[1].How = "3.4 − (−2.8) = 6.2 → 7, −1 = 6", "set by hand"
	for name, write := range map[string]func(io.Writer) error{
		"by table": func(w io.Writer) error { return press.PairingsByTable(w, s) },
		"a round": func(w io.Writer) error {
			return press.RoundSheetPDF(w, RoundSheet{Event: "E", Round: 3, Sections: []PairingSheet{s}})
		},
		"slips":      func(w io.Writer) error { return press.ResultSlips(w, s) },
		"all in one": func(w io.Writer) error { return press.RoundBundle(w, bundleOf(s)) },
	} {
		text := strings.ReplaceAll(allText(textsOf(t, written(t, write))), "\n", " ")
		for _, want := range []string{"3.4 − (−2.8) = 6.2 → 7, −1 = 6", "set by hand"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
	}
	byName := func(w io.Writer) error { return press.PairingsByName(w, s) }
	const where = "How each handicap was worked out stands on the sheet by table."
	if text := allText(textsOf(t, written(t, byName))); !strings.Contains(text, where) {
		t.Errorf("by name:\n%s", text)
	}
	s.Games[0].How, s.Games[1].How = "", ""
	if text := allText(textsOf(t, written(t, byName))); strings.Contains(text, where) {
		t.Errorf("by name, even games:\n%s", text)
	}
}

func TestSlipsAndCards(t *testing.T) {
	slips := textsOf(t, written(t, func(w io.Writer) error { return press.ResultSlips(w, samplePairings(12)) }))
	if len(slips) != 1 {
		t.Errorf("%d pages of slips", len(slips))
	}
	text := allText(slips)
	for _, want := range []string{
		"New Zealand Go Congress 2026 · Open · Round 3\nHandicap 4, no komi", "Tick who won", "Black · ", "White · ", "Jigo (tie)",
		"Signed, Black|Signed, White",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("slips lack %q:\n%s", want, text)
		}
	}
	cards := textsOf(t, written(t, func(w io.Writer) error { return press.TableCardsPDF(w, sampleCards(6)) }))
	if text := allText(cards); len(cards) != 3 || strings.Count(text, "Table|6\nScan to report the result\nor type these letters at go.example.org.nz/t\nBCD FGM") != 2 {
		t.Errorf("%d pages of cards:\n%s", len(cards), text)
	}
}

// Sheets of slips that are cut in one stack lie in the order of their tables when the stacks are laid on each other.
func TestCutStacksOfSlipsAreInOrder(t *testing.T) {
	for _, games := range []int{1, 5, 6, 7, 12, 29, 36} {
		sheet := samplePairings(2 * games)
		for i := range sheet.Games {
			sheet.Games[i].URL = fmt.Sprintf("https://go.example.org.nz/t/%d", i)
		}
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.ResultSlips(w, sheet) }))
		if want := (games + slipsPerPage - 1) / slipsPerPage; len(pages) != want {
			t.Fatalf("%d games on %d sheets, want %d", games, len(pages), want)
		}
		var order []int
		for slot := range slipsPerPage {
			for _, page := range pages {
				var tables []int
				for _, p := range page {
					if p.size == 34 {
						n, err := strconv.Atoi(p.text)
						if err != nil {
							t.Fatal(err)
						}
						tables = append(tables, n)
					}
				}
				if slot < len(tables) {
					order = append(order, tables[slot])
				}
			}
		}
		if len(order) != games || !slices.IsSorted(order) {
			t.Errorf("%d games: cut and laid on each other: %v", games, order)
		}
	}
	long := samplePairings(2)
	long.Games[0].URL = strings.Repeat("x", MaxCardURL+1)
	if err := press.ResultSlips(io.Discard, long); err == nil {
		t.Error("an address that makes no code is taken")
	}
}

// drawnOn are the marks of a page, with those of its blocks in their places.
func drawnOn(d *document, page int) (out []mark) {
	for _, m := range d.pages[page] {
		if m.kind == blockMark {
			out = append(out, d.blocks[m.block]...)
			continue
		}
		out = append(out, m)
	}
	return out
}

// A tent is read from both seats: its sides say the same, the one beyond the fold on its head, and nothing after it is.
func TestTableCardsAreTents(t *testing.T) {
	d := press.newDocument("")
	d.addPage()
	card := TableCard{Table: 188, Section: "Open", URL: "https://go.example.org.nz/t/x", ShortURL: "go.example.org.nz/t", Letters: "BCDFGH"}
	all := tents{document: d, event: strings.Repeat("A Congress of a Long Name ", 8), alike: map[tentSaying]alike{}}
	if err := all.draw(card, tentHeight); err != nil {
		t.Fatal(err)
	}
	var sides [2][]string
	turned := 0
	for _, m := range drawnOn(d, 0) {
		switch {
		case m.kind == turnMark:
			if turned++; m.x != pageWidth/2 || m.y != tentHeight+tentSide {
				t.Errorf("turned around %g, %g, which is not the middle of the fold", m.x, m.y)
			}
		case m.kind == textMark && m.text == "Fold" || m.kind == lineMark:
		case m.y < tentHeight+tentSide || m.y > pageHeight-4 || m.x < 5 || m.x > pageWidth-5:
			t.Errorf("%q at %g, %g is over the fold or the edge", m.text, m.x, m.y)
		default:
			side := (turned + 1) % 2 // the one on its head comes first
			sides[side] = append(sides[side], fmt.Sprintf("%v", m))
		}
	}
	if turned != 2 || len(sides[0]) == 0 || !slices.Equal(sides[0], sides[1]) {
		t.Errorf("turned %d times, %d marks on one side and %d on the other", turned, len(sides[0]), len(sides[1]))
	}
	for _, tables := range []int{1, 2, 3, 8, 11} {
		var order []string
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.TableCardsPDF(w, sampleCards(tables)) }))
		for slot := range tentsPerPage {
			for _, page := range pages {
				if at := 2 * slot; at < len(numbersOf(page)) {
					order = append(order, numbersOf(page)[at])
				}
			}
		}
		for i, number := range order {
			if number != strconv.Itoa(i+1) || len(order) != tables {
				t.Fatalf("%d tables: cut and laid on each other: %v", tables, order)
			}
		}
	}
}

// numbersOf is the numbers of the tables on a page of cards, side by side as they are drawn.
func numbersOf(page []pdfText) (numbers []string) {
	for _, p := range page {
		if p.size == 112 {
			numbers = append(numbers, p.text)
		}
	}
	return numbers
}

func TestCodeIsDrawnModuleByModule(t *testing.T) {
	const text, x, y, side = "https://go.example.org.nz/t/6", 10.0, 20.0, 46.0
	code, err := qr.Encode(text)
	if err != nil {
		t.Fatal(err)
	}
	d := press.newDocument("")
	d.addPage()
	if err := d.qrCode(text, x, y, side); err != nil {
		t.Fatal(err)
	}
	n := code.Size
	module := side / float64(n+8)
	drawn := make([][]bool, n)
	for i := range drawn {
		drawn[i] = make([]bool, n)
	}
	d.text(10, 290, "A page has text", smallStyle)
	var pdf bytes.Buffer
	if err := d.writeTo(&pdf); err != nil {
		t.Fatal(err)
	}
	content := pageStreams(t, pdf.Bytes())[0]
	at := regexp.MustCompile(`q ([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm\n`).FindStringSubmatch(content)
	if at == nil {
		t.Fatal("no code is drawn")
	}
	for i, want := range []float64{module, module, x + 4*module, pageHeight - y - 4*module} {
		if got := parseFloat(t, at[i+1]) * mmPerPoint; math.Abs(got-want) > 0.001 {
			t.Errorf("its place is %v, want %g at %d", at[1:], want/mmPerPoint, i)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^(\d+) (\d+) (\d+) (\d+) re$`).FindAllStringSubmatch(content, -1) {
		number := func(i int) int { return int(parseFloat(t, m[i])) }
		for row := range number(4) {
			for column := range number(3) {
				if drawn[number(2)+row][number(1)+column] {
					t.Fatalf("a module is drawn twice by %q", m[0])
				}
				drawn[number(2)+row][number(1)+column] = true
			}
		}
	}
	for row := range n {
		for column := range n {
			if drawn[row][column] != code.Dark(column, row) {
				t.Fatalf("module %d, %d is wrong", column, row)
			}
		}
	}
	for _, corner := range [][2]int{{0, 0}, {n - 7, 0}, {0, n - 7}} {
		for i := range 7 {
			if !drawn[corner[1]][corner[0]+i] || !drawn[corner[1]+i][corner[0]] || drawn[corner[1]+1][corner[0]+1] {
				t.Errorf("no finder pattern at %v", corner)
			}
		}
	}
}

func TestCardRefusesAnAddressThatMakesNoCode(t *testing.T) {
	c := sampleCards(2)
	c.Cards[1].URL = "https://example.org/" + strings.Repeat("x", MaxCardURL)
	if err := press.TableCardsPDF(io.Discard, c); err == nil || !strings.Contains(err.Error(), "table 2") {
		t.Errorf("got %v", err)
	}
}

// No name can stand for a code in what is held of a page: U+FFFF is written by its number like any letter without a glyph.
func TestNoTextIsTakenForACode(t *testing.T) {
	c := sampleCards(1)
	for _, bad := range []string{"\uFFFF\uFFFF21 1 0 0 1 0 0\nx", "\u00FF\uFFFF\uFF0A", string(codeSign) + "21 \n"} {
		c.Event = bad
		page := pageStreams(t, written(t, func(w io.Writer) error { return press.TableCardsPDF(w, c) }))[0]
		if strings.Contains(page, string(codeSign)) || strings.Count(page, " re\n") < 100 {
			t.Errorf("%q is on the page as it is, or the codes are gone", bad)
		}
	}
}
