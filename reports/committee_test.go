package reports

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"nzgs/internal/civil"
)

func sampleSeal(rows int) SealRegister {
	r := SealRegister{AsAt: "21 November 2026"}
	for i := range rows {
		e := SealRow{
			Number: "12", Day: civil.On(2026, 6, 1+i%28),
			Instrument: "Lease of the rooms in Ōtautahi, between the society and the Hall Trust.", Resolution: "2026/3",
			Decided: civil.On(2026, 5, 1),
			Signer:  sampleNames[i%len(sampleNames)], Countersigner: sampleNames[(i+3)%len(sampleNames)],
		}
		if i%5 == 4 {
			e.Struck = "Struck out on 2 July 2026 by Ngaio Rimu: entered twice."
		}
		r.Rows = append(r.Rows, e)
	}
	return r
}

func samplePayment() PaymentApproval {
	return PaymentApproval{
		Number: "17", Payee: "Board Makers Ltd", Amount: "$1,160.05",
		Purpose: "Ten boards with bowls,\nfor the schools of Ōtautahi.", Day: "20 June 2026", Method: "Bank transfer",
		Attachment: "Invoice 88", Resolution: "2026/3 of 1 May 2026", Asked: "21 June 2026, 9.00 am by Ngaio Rimu",
		State: "Approved, to be paid",
		Approvals: []ApprovalRow{
			{"Aroha Tūī", "President", "22 June 2026, 9.00 am"}, {"王小明", "Acting treasurer", "23 June 2026, 9.00 am"},
		},
		Arithmetic: "Approved by 2 officers ≥ 2 (3.4): may be paid", AsAt: "24 June 2026",
	}
}

func TestSealRegister(t *testing.T) {
	pages := textsOf(t, written(t, func(w io.Writer) error { return press.SealRegisterPDF(w, sampleSeal(60)) }))
	text := strings.ReplaceAll(allText(pages), "\n", " ")
	for _, want := range []string{
		"Register of the seal", "60 entries", "Lease of the rooms in Ōtautahi", "2026/3", "1 May 2026", "Aroha Tūī",
		"Struck out on 2 July 2026 by Ngaio Rimu", "Countersigned by", "as at 21 November 2026",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if len(pages) < 2 || len(textsOf(
		t, written(t, func(w io.Writer) error { return press.SealRegisterPDF(w, SealRegister{}) }),
	)) != 1 {
		t.Errorf("%d pages", len(pages))
	}
}

func TestPaymentApproval(t *testing.T) {
	write := func(w io.Writer) error { return press.PaymentApprovalPDF(w, samplePayment()) }
	text := allText(textsOf(t, written(t, write)))
	for _, want := range []string{
		"Payment out", "Payee|Board Makers Ltd", "Amount|$1,160.05",
		"Purpose\nTen boards with bowls,\nfor the schools of Ōtautahi.", "Invoice|Invoice 88",
		"Approved by 2 officers ≥ 2 (3.4): may be paid", "Aroha Tūī, President", "22 June 2026, 9.00 am",
		"Acting treasurer", "as at 24 June 2026",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	if !bytes.Equal(written(t, write), written(t, write)) {
		t.Error("differs from run to run")
	}
	if len(textsOf(
		t, written(t, func(w io.Writer) error { return press.PaymentApprovalPDF(w, PaymentApproval{}) }),
	)) != 1 {
		t.Error("an empty one has no page")
	}
}

// FuzzCommitteePDFs prints any text in every place a text can stand.
func FuzzCommitteePDFs(f *testing.F) {
	for _, s := range append(
		sampleNames, "", "\x00", "\xff\xfe\xfd", "😀👩‍👩‍👧", "שלום עולם", "\u0301\u0301", strings.Repeat("W", 5000),
		"\uFFFF\uFFFE", "a)b(c\\d", "\u202e\u2066x",
	) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		seal := SealRegister{
			AsAt: s, Rows: []SealRow{{Number: s, Instrument: s, Resolution: s, Signer: s, Countersigner: s, Struck: s}},
		}
		payment := PaymentApproval{s, s, s, s, s, s, s, s, s, s, s, []ApprovalRow{{s, s, s}, {s, s, s}}, s, s, s, s}
		for _, write := range []func(io.Writer) error{
			func(w io.Writer) error { return press.SealRegisterPDF(w, seal) },
			func(w io.Writer) error { return press.PaymentApprovalPDF(w, payment) },
		} {
			if len(textsOf(t, written(t, write))) == 0 {
				t.Error("no page")
			}
		}
	})
}
