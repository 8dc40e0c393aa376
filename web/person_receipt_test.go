package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
)

// Somebody who pays their own subscription gets the receipt as a PDF, from the
// treasurer or from their own page; nobody else does.
func TestMembersReceipt(t *testing.T) {
	s := emptySite(t)
	ctx, today := t.Context(), s.now.Date()
	account, person := s.account("Aroha", "Tūī")
	treasurer, _ := s.account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer})
	other, _ := s.account("Mei", "Lin")
	year := constitution.Shipped().YearOf(today)
	_, err := s.treasury.SetRate(ctx, program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: today.AddDays(-60), Resolution: "That the subscription be $40.00",
	})
	s.must(err)
	joined, err := s.treasury.Join(ctx, program, treasury.JoinInput{
		Application: treasury.Application{Person: person, Year: year, Received: today}, Method: treasury.Cash, Consented: true, Reference: "envelope",
	})
	s.must(err)

	path := fmt.Sprintf("/members/%d/payments/%d/receipt.pdf", person, joined.Payment.ID)
	own, desk := s.browser(s.session(account)), s.browser(s.session(treasurer))
	own.get("/me").wants(t, http.StatusOK, `href="`+path+`"`, "R-2026-0001")
	desk.get(personURL(person)).wants(t, http.StatusOK, `href="`+path+`"`)
	for _, b := range []*browser{own, desk} {
		pdf := b.get(path)
		pdf.wants(t, http.StatusOK)
		if !strings.HasPrefix(pdf.body, "%PDF-") || pdf.header.Get("Content-Type") != "application/pdf" ||
			pdf.header.Get("Content-Disposition") != `inline; filename="receipt-R-2026-0001.pdf"` {
			t.Errorf("%.20q, %v", pdf.body, pdf.header)
		}
	}
	s.browser(s.session(other)).get(path).wants(t, http.StatusForbidden)
	s.browser("").get(path).leadsTo(t, "/sign-in?next="+strings.ReplaceAll(path, "/", "%2F"))
	own.get(fmt.Sprintf("/members/%d/payments/99/receipt.pdf", person)).wants(t, http.StatusNotFound)

	receipt, err := s.treasury.ReceiptOf(ctx, program, person, joined.Payment.ID)
	s.must(err)
	got := memberReceipt(receipt, clubNames{})
	if got.Member != "Aroha Tūī" || got.Year != "1 July 2026 – 30 June 2027" || got.How != "Cash, reference envelope" || got.Club != "" ||
		got.Until.String() != "2027-06-30" || got.Rule == "" || got.Subscription != got.Paid || !strings.HasPrefix(got.RateSource, "Annual general meeting") {
		t.Errorf("receipt %+v", got)
	}
	s.must(s.treasury.ReverseOwn(ctx, program, joined.Payment.ID, "bounced"))
	desk.get(path).wants(t, http.StatusNotFound, "was taken back, so its receipt holds no longer")
	if page := own.get("/me"); strings.Contains(page.body, "receipt.pdf") {
		t.Error("a payment that was taken back still leads to its receipt")
	}
}
