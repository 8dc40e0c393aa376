package reports

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"nzgs/internal/civil"
)

var keepDir = flag.String("keep", "", "keep the PDFs of the tests in this folder, to look at them")

// prints are all the PDFs, each filled so that it needs what it has.
var prints = map[string]func(io.Writer) error{
	"pairings-by-table": func(w io.Writer) error { return press.PairingsByTable(w, samplePairings(59)) },
	"pairings-by-name":  func(w io.Writer) error { return press.PairingsByName(w, samplePairings(59)) },
	"result-slips":      func(w io.Writer) error { return press.ResultSlips(w, samplePairings(12)) },
	"table-cards":       func(w io.Writer) error { return press.TableCardsPDF(w, sampleCards(6)) },
	"standings":         func(w io.Writer) error { return press.StandingsPDF(w, sampleStandings(40)) },
	"bracket":           func(w io.Writer) error { return press.BracketPDF(w, sampleBracket(4)) },
	"large-bracket":     func(w io.Writer) error { return press.BracketPDF(w, sampleBracket(6)) },
	"door-poster":       func(w io.Writer) error { return press.DoorPosterPDF(w, samplePoster()) },
	"badges":            func(w io.Writer) error { return press.BadgesPDF(w, sampleBadges(13)) },
	"membership-cards":  func(w io.Writer) error { return press.MembershipCardsPDF(w, sampleMembershipCards(13)) },
	"schedule":          func(w io.Writer) error { return press.SchedulePDF(w, sampleSchedule(3)) },
	"round-bundle":      func(w io.Writer) error { return press.RoundBundle(w, bundleOf(samplePairings(24))) },
	"round-sheet":       func(w io.Writer) error { return press.RoundSheetPDF(w, sampleRoundSheet()) },
	"certificates": func(w io.Writer) error {
		return press.CertificatesPDF(w, Certificates{"Congress", []Certificate{sampleCertificate("Mei Lin"), sampleCertificate("Aroha Tūī")}})
	},
	"club-receipt":   func(w io.Writer) error { return press.ClubReceiptPDF(w, sampleReceipt()) },
	"member-receipt": func(w io.Writer) error { return press.MemberReceiptPDF(w, sampleMemberReceipt()) },
	"club-list":      func(w io.Writer) error { return press.ClubListPDF(w, sampleClubList(23)) },
	"ruling-sheet":   func(w io.Writer) error { return press.RulingSheetPDF(w, sampleRuling(19, 19)) },
	"certificate":    func(w io.Writer) error { return press.CertificatePDF(w, sampleCertificate("Mei Lin")) },
	"listing":        func(w io.Writer) error { return press.ListingPDF(w, sampleListing(60)) },
}

// emptyPrints are the same before there is anything to show.
var emptyPrints = map[string]func(io.Writer) error{
	"pairings-by-table": func(w io.Writer) error { return press.PairingsByTable(w, PairingSheet{}) },
	"pairings-by-name":  func(w io.Writer) error { return press.PairingsByName(w, PairingSheet{}) },
	"result-slips":      func(w io.Writer) error { return press.ResultSlips(w, PairingSheet{}) },
	"table-cards":       func(w io.Writer) error { return press.TableCardsPDF(w, TableCards{}) },
	"standings":         func(w io.Writer) error { return press.StandingsPDF(w, Standings{}) },
	"bracket":           func(w io.Writer) error { return press.BracketPDF(w, Bracket{}) },
	"door-poster":       func(w io.Writer) error { return press.DoorPosterPDF(w, DoorPoster{}) },
	"badges":            func(w io.Writer) error { return press.BadgesPDF(w, Badges{}) },
	"membership-cards":  func(w io.Writer) error { return press.MembershipCardsPDF(w, MembershipCards{Title: "Cards"}) },
	"schedule":          func(w io.Writer) error { return press.SchedulePDF(w, Schedule{}) },
	"round-bundle":      func(w io.Writer) error { return press.RoundBundle(w, RoundSheet{}) },
	"round-sheet":       func(w io.Writer) error { return press.RoundSheetPDF(w, RoundSheet{}) },
	"certificates":      func(w io.Writer) error { return press.CertificatesPDF(w, Certificates{}) },
	"club-receipt":      func(w io.Writer) error { return press.ClubReceiptPDF(w, ClubReceipt{}) },
	"member-receipt":    func(w io.Writer) error { return press.MemberReceiptPDF(w, MemberReceipt{}) },
	"club-list":         func(w io.Writer) error { return press.ClubListPDF(w, ClubList{}) },
	"ruling-sheet":      func(w io.Writer) error { return press.RulingSheetPDF(w, RulingSheet{}) },
	"certificate":       func(w io.Writer) error { return press.CertificatePDF(w, Certificate{}) },
	"listing":           func(w io.Writer) error { return press.ListingPDF(w, Listing{}) },
}

func TestPDFsAreTheSameEachTime(t *testing.T) {
	for name, write := range prints {
		first, second := written(t, write), written(t, write)
		if !bytes.Equal(first, second) {
			t.Errorf("%s differs from run to run", name)
		}
		if *keepDir != "" {
			if err := os.WriteFile(filepath.Join(*keepDir, name+".pdf"), first, 0o644); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestPDFsWithNothingInThem(t *testing.T) {
	for name, write := range emptyPrints {
		if pages := textsOf(t, written(t, write)); len(pages) != 1 {
			t.Errorf("%s has %d pages", name, len(pages))
		}
	}
}

// Every print says in the PDF's own description whose it is, and none has the name
// that a society has without settings.
func TestPrintsNameTheSocietyOfTheSettings(t *testing.T) {
	for name, write := range allPrints() {
		pdf := written(t, write)
		text := strings.Join(strings.Fields(allText(textsOf(t, pdf))), " ") // a name may be set on two lines
		if strings.Contains(text, "New Zealand Go Society") {
			t.Errorf("%s names the society by a constant:\n%s", name, text)
		}
		if author := utf16Text(press.Society); !bytes.Contains(pdf, []byte(author)) {
			t.Errorf("%s does not say whose it is", name)
		}
	}
	book := openBook(t, func(w io.Writer) error { return press.ClubReturnXLSX(w, sampleTemplate()) })
	text := fmt.Sprint(rowsOf(t, book, "Instructions"))
	if !strings.Contains(text, press.Society) || strings.Contains(text, "New Zealand Go Society") {
		t.Errorf("the return's instructions: %s", text)
	}
	for name, want := range map[string][]string{
		"New Zealand Go Society": {"New Zealand", "Go Society"}, "Igo": {"Igo"},
		"Go Society of Aotearoa": {"Go Society", "of Aotearoa"},
	} {
		if _, got := nameLines(name); !slices.Equal(got, want) {
			t.Errorf("%s is broken into %q", name, got)
		}
	}
	for _, name := range []string{
		longSociety, strings.Repeat("囲碁協会", 30), strings.Repeat("W", 120), strings.TrimSpace(strings.Repeat("Wā ", 40)),
	} {
		st, got := nameLines(name)
		if whole := strings.Join(got, ""); strings.ReplaceAll(whole, " ", "") != strings.ReplaceAll(name, " ", "") {
			t.Errorf("of %s stays %q", name, got)
		}
		if len(got) > 4 || widest(got, st) > 81 {
			t.Errorf("a long name is broken into %q, %g points", got, st.size)
		}
	}
}

// allPrints are prints with those of meetings and of the committee.
func allPrints() map[string]func(io.Writer) error {
	out := maps.Clone(prints)
	maps.Copy(out, meetingPrints)
	out["payment-approval"] = func(w io.Writer) error { return press.PaymentApprovalPDF(w, PaymentApproval{}) }
	out["seal-register"] = func(w io.Writer) error { return press.SealRegisterPDF(w, SealRegister{}) }
	return out
}

// utf16Text is how a PDF's description holds a text.
func utf16Text(s string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(unit >> 8))
		b.WriteByte(byte(unit))
	}
	return b.String()
}

// poppler runs one of the poppler tools on a PDF.
func poppler(t *testing.T, pdf []byte, tool string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing: install poppler-utils", tool)
		}
		t.Skipf("%s is missing: install poppler-utils", tool)
	}
	file := filepath.Join(t.TempDir(), "print.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		args[i] = strings.ReplaceAll(a, "FILE", file)
	}
	var stderr bytes.Buffer
	cmd := exec.Command(tool, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v\n%s", tool, err, stderr.String())
	}
	return string(out)
}

// Another program reads the PDFs without complaint, every font is embedded as
// a subset, and the names come out whole.
func TestPDFsAreReadByOthers(t *testing.T) {
	for name, write := range prints {
		t.Run(name, func(t *testing.T) {
			pdf := written(t, write)
			fonts := strings.Split(strings.TrimSpace(poppler(t, pdf, "pdffonts", "FILE")), "\n")[2:]
			if len(fonts) == 0 || len(fonts) > int(fontCount) {
				t.Errorf("%d fonts", len(fonts))
			}
			for _, f := range fonts {
				if !strings.Contains(f, "CID TrueType      Identity-H       yes") {
					t.Errorf("font %q", f)
				}
			}
			info := poppler(t, pdf, "pdfinfo", "-isodates", "FILE")
			for _, want := range []string{"595.28 x 841.89 pts (A4)", "2026-11-21T00:00:00", "Title:"} {
				if !strings.Contains(info, want) {
					t.Errorf("no %s in %s", want, info)
				}
			}
			if !bytes.Contains(pdf, []byte("/Lang (en-NZ)")) {
				t.Error("it does not say in what language it is")
			}
			if name == "pairings-by-table" {
				text := poppler(t, pdf, "pdftotext", "-raw", "FILE", "-")
				for _, n := range sampleNames {
					if !strings.Contains(text, n) {
						t.Errorf("pdftotext does not find %s", n)
					}
				}
			}
			if name == "club-receipt" {
				text := poppler(t, pdf, "pdftotext", "-layout", "FILE", "-")
				if !strings.Contains(text, "Affiliated from") || !strings.Contains(text, "8 July 2026") {
					t.Error(text)
				}
			}
		})
	}
}

// The rectangles on a card are the code: module by module, inside a quiet
// zone, with its three finder patterns.
// A mixed name is set run by run without gaps: each piece begins where the one
// before it ends.
// Every glyph of a subset is the glyph of the whole font.
// The fonts are shared by all documents: none may be changed by making one.
// FuzzPDFs prints any text in every place a text can stand.
func FuzzPDFs(f *testing.F) {
	for _, s := range append(
		sampleNames, "", "\x00", "\xff\xfe\xfd", "😀👩‍👩‍👧", "𠮷", "שלום עולם", "مرحبا 123", "\u0301\u0301",
		strings.Repeat("W", 5000), "\uFFFF\uFFFE", "a)b(c\\d", "\u202e\u2066x", "ก็",
	) {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		p := Player{Name: s, Grade: s, Club: s, Score: s}
		sheet := PairingSheet{
			Event: s, Section: s, Round: n, Starts: s, Note: s, AsAt: s,
			Games: []Game{{Table: n, Black: p, White: p, Handicap: n, Komi: s}}, Byes: []Bye{{p, s}},
		}
		standings := Standings{
			Event: s, AfterRound: n, Rounds: 3, AsAt: s, TieBreaks: []string{s, s}, Definitions: []string{s},
			Rows: []StandingRow{{Place: n, PointsPlace: n, Player: p, Score: float64(n) / 3, TieBreaks: []float64{float64(n)}}},
		}
		receipt := ClubReceipt{
			Number: s, IssuedBy: s, Club: s, Year: s, Lines: []ChargeLine{{Text: s, Count: n}}, RateSource: s,
			Notes: []string{s, s},
		}
		own := MemberReceipt{Number: s, IssuedBy: s, Member: s, MemberNo: s, Club: s, Year: s, RateSource: s, How: s, Rule: s}
		list := ClubList{
			Club: s, Year: s, AsAt: s, Contacts: WithContacts, Rows: []ClubMember{{s, s, s, s, s, s, civil.Date{}, s}},
		}
		ruling := RulingSheet{Event: s, Section: s, Round: n, Table: n, Date: s, Black: p, White: p, Terms: s, Record: s, RecordHash: s, Move: n, Facts: s, Ruling: s, Rule: s, Reason: s, Result: s, Referee: s, RuledAt: s,
			Diagrams: []Diagram{
				{
					Title: s, Caption: s, Width: 9, Height: 9, Columns: []string{s}, Rows: []string{s},
					Black: []DiagramStone{{DiagramPoint{n, n}, n}}, Marks: []DiagramMark{{DiagramPoint{n, n}, Violation}},
				},
			}}
		cards := TableCards{
			Event: s, Cards: []TableCard{{Table: n, Section: s, URL: "https://example.org/" + fmt.Sprint(n), ShortURL: s}},
		}
		for _, write := range []func(io.Writer) error{
			func(w io.Writer) error { return press.PairingsByTable(w, sheet) },
			func(w io.Writer) error { return press.PairingsByName(w, sheet) },
			func(w io.Writer) error { return press.ResultSlips(w, sheet) },
			func(w io.Writer) error { return press.StandingsPDF(w, standings) },
			func(w io.Writer) error { return press.ClubReceiptPDF(w, receipt) },
			func(w io.Writer) error { return press.MemberReceiptPDF(w, own) },
			func(w io.Writer) error { return press.ClubListPDF(w, list) },
			func(w io.Writer) error { return press.TableCardsPDF(w, cards) },
			func(w io.Writer) error { return press.RulingSheetPDF(w, ruling) },
		} {
			if len(textsOf(t, written(t, write))) == 0 {
				t.Error("no page")
			}
		}
	})
}
