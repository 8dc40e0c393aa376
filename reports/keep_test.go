package reports

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/money"
)

// However long the text is that stands before it, a signature, a sum or the end of a letter never stands on a page alone:
// at least what comes directly before it is on its page too, and nothing is lost or set into the foot.
func TestASignatureNeverStandsAlone(t *testing.T) {
	words := func(n int) string {
		return strings.TrimSpace(strings.Repeat("Whakawhanaungatanga means a relationship. ", n))
	}
	vote := samplePostalVote()
	long := make([]string, 9)
	for i := range long {
		long[i] = fmt.Sprintf("Officer %d Kōwhai", i+1)
	}
	lines := func(n int) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf("Line %d of what was done.", i+1))
		}
		return append(out, "The last of them, on its own line.")
	}
	for name, c := range map[string]struct {
		write        func(w io.Writer, n int) error
		before, sign string // what comes last before it, and what is signed or summed
		most         int
	}{
		"declaration": {func(w io.Writer, n int) error {
			p := samplePostalDeclaration()
			p.History, p.Seals, p.By = lines(n), nil, "Hēmi Tōtara, Secretary"
			return press.PostalDeclarationPDF(w, p)
		}, "The last of them", "Hēmi Tōtara, Secretary", 60},
		"report": {func(w io.Writer, n int) error {
			r := samplePostalReport()
			r.History, r.Seals, r.Vote.Tellers = lines(n), nil, []string{"Aroha Tūī"}
			return press.PostalReportPDF(w, r)
		}, "The last of them", "Aroha Tūī, teller", 60},
		"destruction": {func(w io.Writer, n int) error {
			return press.PostalDestructionPDF(w, PostalDestruction{Vote: vote, What: lines(n), By: []string{"Ana Rimu", "Ben Tōtara", "Cal Huia"}})
		}, "voted.", "Ana Rimu", 60},
		"tally": {func(w io.Writer, n int) error {
			v := vote
			v.Tellers = []string{"Aroha Tūī", "Wiremu Kākā"}
			return press.TallySheetPDF(w, v, 10+n*6)
		}, "Informal", "Aroha Tūī, teller", 60},
		"envelopes": {func(w io.Writer, n int) error {
			v := vote
			v.Tellers = []string{"Aroha Tūī"}
			return press.EnvelopeRegisterPDF(w, v, lines(n))
		}, "Member", "Aroha Tūī, teller", 60},
		"letter of a vote": {func(w io.Writer, n int) error {
			l := samplePostalLetter()
			l.Vote.Motions = []PostalMotion{{Number: 1, Text: words(n) + "\nThe last of them."}}
			l.Secretary = "Hēmi Tōtara, Secretary"
			return press.PostalLettersPDF(w, l, sampleAddressees(1))
		}, "The last of them.", "Hēmi Tōtara, Secretary", 150},
		"payment": {func(w io.Writer, n int) error {
			p := samplePayment()
			p.Arithmetic, p.Purpose = "The last of them.", words(n)
			return press.PaymentApprovalPDF(w, p)
		}, "The last of them.", samplePayment().Approvals[0].Name, 150},
		"payment of many officers": {func(w io.Writer, n int) error {
			p := samplePayment()
			p.Arithmetic, p.Purpose, p.Approvals = "The last of them.", words(n), nil
			for _, name := range long {
				p.Approvals = append(p.Approvals, ApprovalRow{Name: name})
			}
			return press.PaymentApprovalPDF(w, p)
		}, "The last of them.", "Officer 1 Kōwhai", 150},
		"count": {func(w io.Writer, n int) error {
			return press.CountSlipsPDF(w, []CountSlip{{Meeting: sampleMeeting, Question: "Q", Choices: lines(n), Tellers: []string{"Aroha Tūī"}}})
		}, "Papers returned = valid", "Aroha Tūī, teller", 40},
		"minutes": {func(w io.Writer, n int) error {
			return press.MinutesPDF(w, Minutes{Text: strings.Repeat("A line.\n\n", n) + "The last of them.", Sign: "The chair, Mei Lin"})
		}, "The last of them.", "The chair, Mei Lin", 60},
		"notice": {func(w io.Writer, n int) error {
			m := sampleNotice()
			m.Opening, m.Nominations, m.Deadlines, m.Papers = words(n), nil, nil, []string{"The last of them.pdf"}
			m.Motions = nil
			return press.MeetingNoticePDF(w, m)
		}, "Sign in at", "Hēmi Tōtara, secretary", 150},
		"letter": {func(w io.Writer, n int) error {
			return press.LettersPDF(w, Letters{To: []Letter{{Subject: "S", Text: strings.Repeat("A line.\n\n", n) + "The last of them.\n\nHēmi Tōtara\nSecretary"}}})
		}, "The last of them.", "Hēmi Tōtara", 60},
		"invoice": {func(w io.Writer, n int) error {
			i := Invoice{Number: "I-1", Payer: "Ana", Open: 100, Due: civil.MustParseDate("2026-03-01")}
			for _, l := range lines(n) {
				i.Lines = append(i.Lines, ChargeLine{Text: l, Amount: money.Cents(100)})
			}
			return press.InvoicePDF(w, i)
		}, "The last of them", "To pay", 60},
		"receipt": {func(w io.Writer, n int) error {
			r := sampleReceipt()
			r.Lines, r.Notes = nil, nil
			for _, l := range lines(n) {
				r.Lines = append(r.Lines, ChargeLine{Text: l, Amount: money.Cents(100)})
			}
			return press.ClubReceiptPDF(w, r)
		}, "The last of them", "Received", 60},
	} {
		t.Run(name, func(t *testing.T) {
			broke := false
			for n := range c.most {
				pages := textsOf(t, written(t, func(w io.Writer) error { return c.write(w, n) }))
				for i, page := range pages {
					text := strings.Join(linesOf(page), " ")
					for _, one := range page {
						if mm := (841.89 - one.y) * 25.4 / 72; mm > contentBottom+0.5 && mm < footerTop || mm > pageHeight {
							t.Errorf("%d: %q is in the foot", n, one.text)
						}
					}
					if strings.Contains(text, c.sign) && !strings.Contains(text, c.before) {
						t.Errorf("%d: page %d of %d has %q without %q:\n%s", n, i+1, len(pages), c.sign, c.before, text)
						return
					}
					broke = broke || i > 0 && strings.Contains(text, c.sign)
				}
			}
			if !broke {
				t.Error("no length was tried at which the signature goes to another page")
			}
		})
	}
}

// The box at the end of the attendance sheet has names beside it, whoever comes.
func TestTheBoxOfTheAttendanceSheetIsNeverAlone(t *testing.T) {
	for n := range 90 {
		pages := textsOf(t, written(t, func(w io.Writer) error { return press.AttendanceSheetPDF(w, sampleAttendance(n+1)) }))
		last := strings.Join(linesOf(pages[len(pages)-1]), "\n")
		if strings.Contains(last, "In the chair") && !strings.Contains(last, "Signature") {
			t.Errorf("%d names: the box stands alone", n+1)
		}
	}
}
