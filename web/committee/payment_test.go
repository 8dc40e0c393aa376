package committee_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestAPaymentByTwoOfficersOnItsPages(t *testing.T) {
	w := newCommitteeSite(t)
	const form = "/committee/payments/new"
	w.ordinary.Get("/committee/payments").Wants(t, http.StatusOK, "No requests here")
	w.ordinary.Get(form).Wants(t, http.StatusOK, "Sina Testcase", "No: someone else")
	w.ordinary.Post(
		form, "amount", "12.345", "day", "x",
	).Wants(
		t, http.StatusUnprocessableEntity, "Enter who is to be paid.", "Enter dollars and cents, for example 160.00.",
		"Say what it is for.", "Enter a date like 1 July 2026.", "Choose how it will be paid.",
	)
	fill := func(amount string, more ...string) []string {
		return append(
			[]string{
				"payee", "Board Makers Ltd", "amount", amount, "purpose", "Ten boards & bowls.", "day", "2026-06-20", "method",
				"transfer", "attachment", "Invoice 17",
			},
			more...,
		)
	}
	w.ordinary.Post(form, fill("1,160.05")...).LeadsTo(t, "/committee/payments/1")
	const page = "/committee/payments/1"
	w.ordinary.Get(page).Wants(
		t, http.StatusOK, "$1,160.05 to Board Makers Ltd", "Ten boards &amp; bowls.", "Waits for approval", "Invoice 17",
		"by Ora Testcase",
	)
	if body := w.ordinary.Get(page).Body; strings.Contains(body, page+"/approve") ||
		strings.Contains(body, page+"/reject") {
		t.Error("who is no officer is offered to approve")
	}
	w.treasurer.Get("/committee").Wants(t, http.StatusOK, "It is waiting for your approval.", page)
	w.treasurer.Get(page).Wants(t, http.StatusOK, "Approve $1,160.05")
	w.treasurer.Post(
		page+"/paid", "version", "1", "paid_on", "2026-07-01",
	).Wants(t, http.StatusUnprocessableEntity, "may not be made yet")
	w.treasurer.Post(page+"/approve", "version", "1").LeadsTo(t, page)
	w.treasurer.Get(page).Wants(
		t, http.StatusOK, "You have approved this payment already.", "Waits for another officer", "Tama Testcase",
	)
	w.treasurer.Post(
		page+"/approve", "version", "2",
	).Wants(t, http.StatusUnprocessableEntity, "You have approved this payment already.")
	w.secretary.Post(page+"/approve", "version", "1").Wants(t, http.StatusConflict, "Someone else changed this request")
	w.secretary.Get(page+"/edit").Wants(t, http.StatusOK, "Ask for the changed payment", "1160.05")
	w.Now = w.Now.Add(time.Minute)
	w.secretary.Post(page+"/approve", "version", "2").LeadsTo(t, page)
	w.secretary.Get(
		"/committee/payments?stage=approved",
	).Wants(t, http.StatusOK, "Approved, to be paid", "Tama Testcase, Sina Testcase", "1 request")
	w.secretary.Post(
		page+"/paid", "version", "3", "paid_on", "2026-06-30",
	).Wants(t, http.StatusUnprocessableEntity, "It was approved on 1 July 2026")
	w.secretary.Post(page+"/paid", "version", "3", "paid_on", "2026-07-01", "reference", "TX 9").LeadsTo(t, page)
	w.ordinary.Get(page).Wants(t, http.StatusOK, "Paid", "TX 9", "Approved by 2 officers ≥ 2")
	w.ordinary.Get("/committee/payments.csv").Wants(t, http.StatusOK, "1160.05", "Paid", "2026-07-01,TX 9")

	if file := w.ordinary.Get(page + "/approval.pdf"); file.Status != http.StatusOK ||
		!strings.HasPrefix(file.Body, "%PDF") {
		t.Errorf("print: %d", file.Status)
	}

	// A change after an approval is a new request.
	w.ordinary.Post(form, fill("10")...).LeadsTo(t, "/committee/payments/2")
	w.ordinary.Post("/committee/payments/2/edit", fill("11", "version", "1")...).LeadsTo(t, "/committee/payments/2")
	w.ordinary.Post(
		"/committee/payments/2/edit", fill("12", "version", "1")...,
	).Wants(t, http.StatusConflict, "Someone else changed this request", "11.00", "12")
	w.treasurer.Post("/committee/payments/2/approve", "version", "2").LeadsTo(t, "/committee/payments/2")
	w.treasurer.Post("/committee/payments/2/edit", fill("900", "version", "3")...).LeadsTo(t, "/committee/payments/3")
	w.treasurer.Get("/committee/payments/3").Wants(
		t, http.StatusOK, "Its approvals start again.", "$900.00", "request 2", "No one has approved it yet.",
	)
	w.treasurer.Get("/committee/payments/2").Wants(t, http.StatusOK, "Replaced", "request 3")
	w.president.Post(
		"/committee/payments/3/reject", "version", "1",
	).Wants(t, http.StatusUnprocessableEntity, "Say why it is not paid.")
	w.president.Post(
		"/committee/payments/3/reject", "version", "1", "reason", "Too much.",
	).LeadsTo(t, "/committee/payments/3")

	// Whoever is paid does not approve.
	w.treasurer.Post(
		form, "payee_person", kit.IDText(w.ids[auth.Treasurer]), "amount", "5", "purpose", "Stamps", "day", "2026-07-01",
		"method", "cheque",
	).LeadsTo(t, "/committee/payments/4")
	w.treasurer.Get("/committee/payments/4").Wants(
		t, http.StatusOK, "This payment is to you. Other officers approve it (rule",
	)
	w.treasurer.Post(
		"/committee/payments/4/approve", "version", "1",
	).Wants(t, http.StatusUnprocessableEntity, "This payment is to you.")
}

// What a payment's page offers is what the service takes: a ruling that asks for
// more approvals leaves the form for a payment that was made before it.
func TestAPaymentMadeUnderAnEarlierRulingHasItsForm(t *testing.T) {
	w := newCommitteeSite(t)
	rule := func(reading constitution.ReadingID, on string) {
		w.Must(w.Governance.RecordRuling(t.Context(), kittest.Program, constitution.Ruling{
			Question: constitution.WhichPayments, Reading: reading, Meeting: civil.MustParseDate(on), Words: "So.",
		}))
	}
	rule("cheques", "2026-05-01")
	w.ordinary.Post(
		"/committee/payments/new", "payee", "Board Makers Ltd", "amount", "10", "purpose", "Boards", "day", "2026-06-20",
		"method", "transfer",
	).LeadsTo(t, "/committee/payments/1")
	const page = "/committee/payments/1"
	w.treasurer.Get(page).Wants(t, http.StatusOK, "Approved, to be paid", "Record that it was paid")
	rule("all", "2026-06-28")
	w.treasurer.Get(page).Wants(
		t, http.StatusOK, "Waits for approval", "Approve $10.00", "Record that it was paid earlier",
		"The constitution of 27 June 2026 let it be paid as it is.", `value="2026-06-27"`,
	)
	w.treasurer.Post(
		page+"/paid", "version", "1", "paid_on", "2026-06-28",
	).Wants(t, http.StatusUnprocessableEntity, "may not be made yet", "Record that it was paid earlier")
	w.treasurer.Post(page+"/paid", "version", "1", "paid_on", "2026-06-27").LeadsTo(t, page)
	w.treasurer.Get(page).Wants(t, http.StatusOK, "The payment is recorded as paid.")
}
