package committee_test

import (
	"net/http"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The secretary names a balance date, and ticks off what it asks for with its proof; the committee reads it.
func TestTheActsYear(t *testing.T) {
	s := kittest.EmptySite(t)
	writer, person := s.Account("Wiremu", "Scribe", auth.Office{Role: auth.Secretary})
	keeper, second := s.Account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer})
	b, other := s.Browser(s.Session(writer)), s.Browser(s.Session(keeper))
	balance := s.Now.Date().AddDays(-5)
	b.Get("/committee/act").Wants(t, http.StatusOK, "No balance date is named yet", "No contact person is recorded here", "Wiremu Scribe")
	b.Post("/committee/act/year", "balance", "soon").Wants(t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.")
	b.Post("/committee/act/year", "balance", balance.String()).LeadsTo(t, "/committee/act")
	other.Get("/committee/act").Wants(t, http.StatusOK, "Send the registrar the financial statements", "6 months = 26 December 2026")
	other.Post("/committee/act/year", "balance", balance.String()).Wants(t, http.StatusForbidden)
	step := "/committee/act/steps/statements:" + balance.String()
	b.Get(step).Wants(t, http.StatusOK, "Signed by")
	on := []string{"on", s.Now.Date().String(), "signer", kit.IDText(person), "document", "Blue folder"}
	b.Post(step, on...).Wants(t, http.StatusUnprocessableEntity, "Two officers sign the statements", "Blue folder")
	b.Post(step, append(on, "second", kit.IDText(second))...).LeadsTo(t, "/committee/act")
	other.Get("/committee/act").Wants(t, http.StatusOK, "Blue folder", "signed by Wiremu Scribe and Quentin Abernethy")
	b.Get("/committee/act").Wants(t, http.StatusOK, "It is not done: undo")
	other.Post(step+"/undo", "reason", "No.").Wants(t, http.StatusForbidden)
	b.Get(step+"/undo").Wants(t, http.StatusOK, "Why it was a mistake", "Blue folder")
	b.Post(step+"/undo", "reason", "").Wants(t, http.StatusUnprocessableEntity, "Say why it was ticked off by mistake.")
	b.Post(step+"/undo", "reason", "Only the draft was signed.").LeadsTo(t, "/committee/act")
	other.Get("/committee/act").Wants(t, http.StatusOK, "Ticked off on", "by Wiremu Scribe", "Only the draft was signed.")
	b.Get(step+"/undo").Wants(t, http.StatusOK, "This is not ticked off.")
	b.Get("/committee/act/steps/statements:1999-01-01").Wants(t, http.StatusNotFound)

	record := []string{"from", s.Now.Date().String(), "person", kit.IDText(second), "kind"}
	b.Post("/committee/act/records/new", append(record, "interest")...).Wants(t, http.StatusUnprocessableEntity, "Say what the interest is")
	b.Post("/committee/act/records/new", append(record, "contact")...).LeadsTo(t, "/committee/act")
	elected := kit.IDText(s.Register("Hana", "Elected")) // neither an account nor an office yet
	for kind, text := range map[string]string{"consent": "Green folder", "interest": "Runs the venue"} {
		b.Post(
			"/committee/act/records/new", "from", s.Now.Date().String(), "person", elected, "kind", kind, "text", text,
		).LeadsTo(t, "/committee/act")
		b.Get("/committee/act").Wants(t, http.StatusOK, "Hana Elected", text)
	}
	b.Get("/committee/act/records/1").Wants(t, http.StatusOK, "Quentin Abernethy")
	b.Post("/committee/act/records/1", "until", s.Now.Date().String()).LeadsTo(t, "/committee/act")
	b.Get("/duties").Wants(t, http.StatusOK, "annual return", "Incorporated Societies Act 2022")
}
