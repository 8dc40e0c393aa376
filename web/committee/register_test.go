package committee_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/governance/constitution"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

func TestLoansAndTheSealOnTheirPages(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	w.treasurer.Get("/committee/loans").Wants(t, http.StatusOK, "No loans", "/committee/loans/new")
	w.treasurer.Get("/committee/loans/new").Wants(t, http.StatusOK, "The lender has no claim on the society")
	w.treasurer.Post(
		"/committee/loans/new", "purpose", "other",
	).Wants(
		t, http.StatusUnprocessableEntity, "Not to buy go materials (rule ", "The lender’s condition is not recorded",
		"Choose the committee’s resolution",
	)
	w.treasurer.Post(
		"/committee/loans/new", "lender", "A Lender", "amount", "1500", "day", "2026-07-01", "purpose", "go_materials",
		"materials", "Sets", "condition", "No claim before.", "resolution", "1",
	).LeadsTo(t, "/committee/loans")
	w.ordinary.Get("/committee/loans").Wants(t, http.StatusOK, "$1,500.00 from A Lender", "No claim before.", "Not yet")
	w.treasurer.Post(
		"/committee/loans/1/repaid", "version", "1", "repaid_on", "2026-06-30",
	).Wants(t, http.StatusUnprocessableEntity, "The money was borrowed on 1 July 2026.")
	w.treasurer.Post("/committee/loans/1/repaid", "version", "1", "repaid_on", "2026-07-01").LeadsTo(t, "/committee/loans")
	w.treasurer.Post("/committee/loans/9/repaid", "version", "1", "repaid_on", "2026-07-01").Wants(t, http.StatusNotFound)

	w.secretary.Get("/committee/seal").Wants(t, http.StatusOK, "The seal has not been used")
	signers := []string{"signer", kit.IDText(w.ids[auth.President]), "countersigner", kit.IDText(w.ids[auth.President])}
	w.secretary.Post(
		"/committee/seal/new", append(signers, "instrument", "Lease", "day", "2026-07-01", "resolution", "1")...,
	).Wants(t, http.StatusUnprocessableEntity, "Different committee members must sign")
	signers[3] = kit.IDText(w.ids[auth.Committee])
	w.secretary.Post(
		"/committee/seal/new", append(signers, "instrument", "Lease", "day", "2026-07-01", "resolution", "1")...,
	).LeadsTo(t, "/committee/seal")
	w.ordinary.Get("/committee/seal").Wants(t, http.StatusOK, "Lease", "Pita Testcase", "Ora Testcase", "2026/1")
	w.secretary.Get("/committee/seal/1").Wants(t, http.StatusOK, "Strike out an entry")
	w.secretary.Post("/committee/seal/1", "reason", "=1+1").LeadsTo(t, "/committee/seal")
	w.ordinary.Get("/committee/seal").Wants(t, http.StatusOK, "<s>Lease</s>", "Struck out on 1 July 2026 by Sina Testcase")
	if file := w.ordinary.Get("/committee/seal.pdf"); file.Status != http.StatusOK ||
		!strings.HasPrefix(file.Body, "%PDF") {
		t.Errorf("print: %d", file.Status)
	}
	w.ordinary.Get("/committee/seal.csv").Wants(t, http.StatusOK, "Lease", "2026/1", "'=1+1")
}

// Rule 3.7: the form has as many fields for signers as the constitution of the
// day of sealing asks for.
func TestTheFormOfTheSealHasAFieldForEachSigner(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	w.AdoptFigures("2026-07-01", func(f *constitution.Figures) { f.SealSigners = 3 })
	w.secretary.Get("/committee/seal/new").Wants(t, http.StatusOK, `name="countersigner_3"`)
	signed := func(day string, more ...string) kittest.Answer {
		return w.secretary.Post("/committee/seal/new", append([]string{
			"instrument", "Lease", "day", day, "resolution", "1", "signer", kit.IDText(w.ids[auth.President]),
			"countersigner", kit.IDText(w.ids[auth.Committee]),
		}, more...)...)
	}
	signed("2026-07-01").Wants(t, http.StatusUnprocessableEntity, "Choose who countersigned.", `name="countersigner_3"`)
	third := []string{"countersigner_3", kit.IDText(w.ids[auth.Treasurer])}
	signed("2026-07-01", third...).LeadsTo(t, "/committee/seal")
	signed("2026-06-30").LeadsTo(t, "/committee/seal")
	w.ordinary.Get("/committee/seal").Wants(t, http.StatusOK, "Ora Testcase, Tama Testcase", "2 uses of the seal")
	w.ordinary.Get("/committee/seal.csv").Wants(t, http.StatusOK, `Pita Testcase,"Ora Testcase, Tama Testcase"`)
	w.secretary.Get("/committee/seal/1").Wants(t, http.StatusOK, "Ora Testcase, Tama Testcase")
	w.secretary.Post("/committee/seal/new", append(third, "day", "2026-06-30")...).Wants(
		t, http.StatusUnprocessableEntity, "Choose who signed.", `name="countersigner_3"`,
	)
}

// An amount that cannot be read and a missing text are said together, and nothing
// is recorded.
func TestALoanThatCannotBeReadIsNotRecorded(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	given := []string{
		"lender", "A Lender", "day", "1 July 2026", "purpose", "go_materials", "condition", "No claim before.", "resolution",
		"1",
	}
	w.treasurer.Post("/committee/loans/new", append(given, "amount", "lots", "materials", "")...).Wants(
		t, http.StatusUnprocessableEntity, "Please fix 2 things", "Enter dollars and cents, for example 160.00.",
		"Say which go materials it buys.", `value="lots"`,
	)
	w.treasurer.Post("/committee/loans/new", append(given, "amount", "lots", "materials", "Sets")...).Wants(
		t, http.StatusUnprocessableEntity, "Please fix one thing",
	)
	w.treasurer.Get("/committee/loans").Wants(t, http.StatusOK, "No loans")
	w.treasurer.Post(
		"/committee/loans/new", append(given, "amount", "1,500", "materials", "Sets")...,
	).LeadsTo(t, "/committee/loans")
	w.treasurer.Post("/committee/loans/1/repaid", "version", "1", "repaid_on", "soon").Wants(
		t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", `value="soon"`,
	)
	w.treasurer.Get("/committee/loans").Wants(t, http.StatusOK, "Not yet")
}

func TestInvestmentsOnTheirPage(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	w.treasurer.Get("/committee/investments").Wants(t, http.StatusOK, "No investments", "/committee/investments/new")
	w.treasurer.Get("/committee/investments/new").Wants(t, http.StatusOK, "What the committee considered", "Pita Testcase")
	given := []string{
		"what", "Term deposit", "place", "A Bank", "amount", "5000", "day", "2026-07-01", "resolution", "1", "approver",
		kit.IDText(w.ids[auth.President]),
	}
	w.treasurer.Post(
		"/committee/investments/new", given...,
	).Wants(t, http.StatusUnprocessableEntity, "Say what the committee considered", "Term deposit")
	given = append(given, "care", "Two banks compared.")
	w.treasurer.Post(
		"/committee/investments/new", given...,
	).Wants(t, http.StatusUnprocessableEntity, "Approved by 1 officer &lt; 2")
	w.treasurer.Post(
		"/committee/investments/new", append(given, "second", kit.IDText(w.ids[auth.Treasurer]))...,
	).LeadsTo(t, "/committee/investments")
	w.ordinary.Get("/committee/investments").Wants(
		t, http.StatusOK, "$5,000.00: Term deposit", "A Bank", "Two banks compared.", "Pita Testcase and Tama Testcase",
		"May be invested", "Not yet",
	)
	w.treasurer.Post(
		"/committee/investments/1/ended", "version", "1", "ended_on", "2026-06-30",
	).Wants(t, http.StatusUnprocessableEntity, "It was made on 1 July 2026.")
	w.treasurer.Post(
		"/committee/investments/1/ended", "version", "1", "ended_on", "2026-07-01",
	).LeadsTo(t, "/committee/investments")
	w.treasurer.Post(
		"/committee/investments/9/ended", "version", "1", "ended_on", "2026-07-01",
	).Wants(t, http.StatusNotFound)
}
