package society_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/money"
	"nzgs/internal/treasury"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	websociety "nzgs/web/society"
)

// Somebody who pays their own subscription gets the receipt as a PDF, from the
// treasurer or from their own page; nobody else does.
func TestMembersReceipt(t *testing.T) {
	s := kittest.EmptySite(t)
	ctx, today := t.Context(), s.Now.Date()
	account, person := s.Account("Aroha", "Tūī")
	treasurer, _ := s.Account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer})
	other, _ := s.Account("Mei", "Lin")
	year := constitution.Shipped().YearOf(today)
	_, err := s.Treasury.SetRate(ctx, kittest.Program, treasury.RateInput{
		Year: year, Amount: money.MustParse("40.00"), Meeting: treasury.AGM, MeetingDay: today.AddDays(-60),
		Resolution: "That the subscription be $40.00",
	})
	s.Must(err)
	joined, err := s.Treasury.Join(ctx, kittest.Program, treasury.JoinInput{
		Application: treasury.Application{Person: person, Year: year, Received: today}, Method: treasury.Cash,
		Consented: true, Reference: "envelope",
	})
	s.Must(err)

	path := fmt.Sprintf("/members/%d/payments/%d/receipt.pdf", person, joined.Payment.ID)
	own, desk := s.Browser(s.Session(account)), s.Browser(s.Session(treasurer))
	own.Get("/me").Wants(t, http.StatusOK, `href="`+path+`"`, "R-2026-0001")
	desk.Get(kit.PersonURL(person)).Wants(t, http.StatusOK, `href="`+path+`"`)
	for _, b := range []*kittest.Browser{own, desk} {
		pdf := b.Get(path)
		pdf.Wants(t, http.StatusOK)
		if !strings.HasPrefix(pdf.Body, "%PDF-") || pdf.Header.Get("Content-Type") != "application/pdf" ||
			!strings.HasPrefix(pdf.Header.Get("Content-Disposition"), `inline; filename="receipt-R-2026-0001-`) {
			t.Errorf("%.20q, %v", pdf.Body, pdf.Header)
		}
	}
	s.Browser(s.Session(other)).Get(path).Wants(t, http.StatusForbidden)
	s.Browser("").Get(path).LeadsTo(t, "/sign-in?next="+strings.ReplaceAll(path, "/", "%2F"))
	own.Get(fmt.Sprintf("/members/%d/payments/99/receipt.pdf", person)).Wants(t, http.StatusNotFound)

	receipt, err := s.Treasury.ReceiptOf(ctx, kittest.Program, person, joined.Payment.ID)
	s.Must(err)
	got := websociety.MemberReceipt(receipt, websociety.ClubNames{})
	if got.Member != "Aroha Tūī" || got.Year != "1 July 2026 – 30 June 2027" || got.How != "Cash, reference envelope" ||
		got.Club != "" ||
		got.Until.String() != "2027-06-30" || got.Rule == "" || got.Subscription != got.Paid ||
		!strings.HasPrefix(got.RateSource, "Annual general meeting") {
		t.Errorf("receipt %+v", got)
	}
	s.Must(s.Clubs.ReverseOwn(ctx, kittest.Program, joined.Payment.ID, "bounced"))
	desk.Get(path).Wants(t, http.StatusNotFound, "was reversed, so its receipt is no longer valid")
	if page := own.Get("/me"); strings.Contains(page.Body, "receipt.pdf") {
		t.Error("a payment that was reversed still leads to its receipt")
	}
}
