package committee_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/members"
	"nzgs/internal/store"
	webcommittee "nzgs/web/committee"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// committeeSite is a society with its three officers, a committee member and a
// member, Ari Testcase.
type committeeSite struct {
	*kittest.Site
	president, secretary, treasurer, ordinary *kittest.Browser
	ids                                       map[auth.Role]members.PersonID
	ari                                       members.PersonID
}

func newCommitteeSite(t *testing.T) *committeeSite {
	w := &committeeSite{Site: kittest.EmptySite(t), ids: map[auth.Role]members.PersonID{}}
	enter := func(given string, role auth.Role) *kittest.Browser {
		id, person := w.Account(given, "Testcase", auth.Office{Role: role})
		w.ids[role] = person
		return w.Browser(w.Session(id))
	}
	w.president, w.secretary = enter("Pita", auth.President), enter("Sina", auth.Secretary)
	w.treasurer, w.ordinary = enter("Tama", auth.Treasurer), enter("Ora", auth.Committee)
	w.ari = w.Register("Ari", "Testcase")
	w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		return members.InsertTerms(t.Context(), tx, []members.Term{{
			Person: w.ari, Year: 2026, From: civil.MustParseDate("2026-01-01"), To: civil.MustParseDate("2027-06-30"),
			Kind: members.KindNew, RecordedAt: w.Now,
		}})
	}))
	return w
}

// resolve records a resolution that the three officers carry.
func (w *committeeSite) resolve(t *testing.T, key string) {
	t.Helper()
	w.secretary.Post("/committee/resolutions/new", "day", "2026-06-30", "text", "That it be so.", "key", key,
		"present", kit.IDText(w.ids[auth.President]), "present", kit.IDText(w.ids[auth.Secretary]), "present",
		kit.IDText(w.ids[auth.Treasurer]),
		"mover", kit.IDText(w.ids[auth.President]), "yes", "3", "no", "0", "abstain",
		"0").LeadsTo(t, "/committee/resolutions/1")
}

func TestTheCommitteesOverview(t *testing.T) {
	w := newCommitteeSite(t)
	w.secretary.Get("/").Wants(t, http.StatusOK, `href="/committee"`)
	w.secretary.Get("/committee").Wants(
		t, http.StatusOK, "Pita Testcase", "Ora Testcase", "0 meetings held, 2 to hold by 31 December 2026",
		"1 ordinary &lt; 2: a seat is empty", "Co-opt a member", "Record an absence", "Plan a committee meeting",
		"Not a member",
	)
	page := w.ordinary.Get("/committee")
	page.Wants(t, http.StatusOK, "Sina Testcase")
	if strings.Contains(page.Body, "Co-opt a member") || strings.Contains(page.Body, `href="/committee/absences`) {
		t.Error("an ordinary member is led to what only officers record")
	}
	id, _ := w.Account("Rangi", "Testcase")
	if page := w.Browser(w.Session(id)).Get("/"); strings.Contains(page.Body, `href="/committee"`) {
		t.Error("a member is led to the committee's pages")
	}
}

func TestRecordingAResolution(t *testing.T) {
	w := newCommitteeSite(t)
	const form = "/committee/resolutions/new"
	w.secretary.Get("/committee/resolutions").Wants(t, http.StatusOK, "No resolutions yet")
	w.secretary.Get(form).Wants(t, http.StatusOK, "Day of the meeting")
	w.secretary.Get(form+"?day=yesterday").Wants(t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.")
	w.secretary.Get(form+"?day=2026-06-30").Wants(
		t, http.StatusOK, "Pita Testcase", `type="checkbox"`, `value="2026-06-30"`,
	)
	w.secretary.Post(form).Wants(
		t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", "Enter the resolution",
	)
	w.secretary.Post(
		form, "day", "2026-06-30", "text", "That <b>boards</b>", "yes", "many", "no", "0", "abstain", "0", "present",
		kit.IDText(w.ari),
	).
		Wants(
			t, http.StatusUnprocessableEntity, "Enter a whole number, for example 3.", "who were on the committee on 30 June 2026",
			"That &lt;b&gt;boards", `value="many"`,
		)
	w.resolve(t, "r1")
	w.secretary.Get("/committee/resolutions/1").Wants(
		t, http.StatusOK, "Resolution 2026/1 is recorded: carried.", "That it be so.", "3 present ≥ 3 (",
		"Pita Testcase, Sina Testcase, Tama Testcase", "3–0–0",
	)
	w.secretary.Post(
		form, "day", "2026-06-30", "text", "That it be so.", "key", "r1",
	).LeadsTo(t, "/committee/resolutions/1") // sent twice
	w.ordinary.Get(
		"/committee/resolutions?q=be+so&year=2026&outcome=carried",
	).Wants(t, http.StatusOK, "1 resolution", "2026/1")
	w.ordinary.Get("/committee/resolutions?q=nothing").Wants(t, http.StatusOK, "No resolution matches")
	w.ordinary.Get("/committee/resolutions?q=%25_%27&year=-1&outcome=x&meeting=x").Wants(t, http.StatusOK)
	w.ordinary.Get("/committee/resolutions.csv").Wants(
		t, http.StatusOK, "2026/1,2026-06-30,That it be so.,Pita Testcase,,", "Carried",
	)
	if file := w.ordinary.Get(
		"/committee/resolutions.xlsx",
	); file.Status != http.StatusOK || !strings.HasPrefix(file.Body, "PK") {
		t.Errorf("XLSX: %d", file.Status)
	}
	w.ordinary.Get("/committee").Wants(t, http.StatusOK, "1 meeting held, 1 to hold by 31 December 2026", "30 June 2026")
}

func TestCorrectingAResolutionThatSomebodyElseCorrected(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	const form = "/committee/resolutions/1/edit"
	w.secretary.Get(form).Wants(t, http.StatusOK, "That it be so.", `name="version" value="1"`, "checked")
	fill := func(text, version string) []string {
		return []string{"day", "2026-06-30", "text", text, "yes", "2", "no", "0", "abstain", "1", "version", version, "reason", "A word.",
			"present", kit.IDText(w.ids[auth.President]), "present", kit.IDText(w.ids[auth.Secretary]), "present",
			kit.IDText(w.ids[auth.Treasurer])}
	}
	w.president.Post(form, fill("That it be the president’s.", "1")...).LeadsTo(t, "/committee/resolutions/1")
	w.secretary.Post(
		form, fill("That it be the secretary’s.", "1")...,
	).Wants(
		t, http.StatusConflict, "Someone else changed this resolution", "That it be the president’s.",
		"That it be the secretary’s.", `name="version" value="2"`,
	)
	w.secretary.Post(form, fill("That it be the secretary’s.", "2")...).LeadsTo(t, "/committee/resolutions/1")
}

func TestCooptingAndActing(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	w.treasurer.Get("/committee/coopt?q=ari").Wants(
		t, http.StatusOK, "Testcase, Ari", "/committee/coopt?person="+kit.IDText(w.ari),
	)
	w.secretary.Get(
		"/committee/coopt?person="+kit.IDText(w.ari),
	).Wants(t, http.StatusOK, "Ari Testcase", "2026/1, 30 June 2026: That it be so.")
	w.secretary.Get("/committee/coopt?person=99999").Wants(t, http.StatusNotFound)
	w.secretary.Post("/committee/coopt").Wants(t, http.StatusUnprocessableEntity, "Choose the member.")
	w.secretary.Post(
		"/committee/coopt", "person", kit.IDText(w.ari), "from", "soon", "until", "x",
	).Wants(
		t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", `value="soon"`,
		"Choose the committee’s resolution",
	)
	w.secretary.Post(
		"/committee/coopt", "person", kit.IDText(w.ids[auth.Treasurer]), "from", "2026-07-01", "until", "2026-12-31",
		"resolution", "1",
	).Wants(t, http.StatusUnprocessableEntity, "is on the committee already (treasurer)")
	w.secretary.Post(
		"/committee/coopt", "person", kit.IDText(w.ari), "from", "2026-07-01", "until", "2026-12-31", "resolution", "1",
	).LeadsTo(t, "/committee")
	w.ordinary.Get("/committee").Wants(
		t, http.StatusOK, "Co-opted member", "1 July 2026 to 31 December 2026", "May be co-opted",
	)

	// The treasurer cannot act; the president answers until somebody is appointed.
	rangi := w.Register("Rangi", "Testcase")
	w.Must(w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		return members.InsertTerms(t.Context(), tx, []members.Term{
			{
				Person: rangi, Year: 2026, From: civil.MustParseDate("2026-01-01"), To: civil.MustParseDate("2027-06-30"),
				Kind: members.KindNew, RecordedAt: w.Now,
			},
		})
	}))
	act := []string{
		"role", "treasurer", "person", kit.IDText(rangi), "from", "2026-07-01", "until", "2026-12-31", "resolution", "1",
	}
	w.secretary.Post("/committee/acting", act...).Wants(
		t, http.StatusUnprocessableEntity, "Tama Testcase is the treasurer on 1 July 2026, and can act.",
	)
	w.secretary.Get("/committee/absences?role=treasurer").Wants(t, http.StatusOK, `value="treasurer" selected`)
	w.secretary.Post(
		"/committee/absences", "role", "treasurer", "from", "2026-07-01", "reason", "Ill.",
	).LeadsTo(t, "/committee")
	w.ordinary.Get("/committee").Wants(
		t, http.StatusOK, "Cannot act", "since 1 July 2026", "Pita Testcase answers for its duties", "No one yet",
	)
	w.secretary.Post("/committee/acting", act...).LeadsTo(t, "/committee")
	w.ordinary.Get("/committee").Wants(t, http.StatusOK, "Acting treasurer", "Rangi Testcase")

	w.secretary.Get("/committee/absences/1").Wants(t, http.StatusOK, "Tama Testcase can act again", "Ill.")
	w.secretary.Post(
		"/committee/absences/1", "version", "1", "back", "2026-06-01",
	).Wants(t, http.StatusUnprocessableEntity, "Enter a later day")
	w.secretary.Post("/committee/absences/1", "version", "1", "back", "2026-07-10").LeadsTo(t, "/committee")
	w.ordinary.Get("/committee").Wants(t, http.StatusOK, "1 July 2026 to 9 July 2026")

	w.secretary.Get("/committee/appointments/1").Wants(t, http.StatusOK, "End: Co-opted member, Ari Testcase")
	w.secretary.Post(
		"/committee/appointments/1", "version", "1",
	).Wants(t, http.StatusUnprocessableEntity, "Enter the last day.", "Say why it ends.")
	w.secretary.Post(
		"/committee/appointments/1", "version", "1", "until", "2026-06-30", "reason", "Moved away.",
	).LeadsTo(t, "/committee")
	w.ordinary.Get("/committee").Wants(t, http.StatusOK, "Moved away.", "Earlier co-opted and acting")
	w.secretary.Post(
		"/committee/appointments/1", "version", "2", "until", "2026-07-30", "reason", "x",
	).Wants(t, http.StatusUnprocessableEntity, "has ended")
}

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

// Whoever ends an appointment after somebody else set its last day sees that day,
// not the one that the form proposes.
func TestEndingAnAppointmentThatSomebodyElseEnded(t *testing.T) {
	w := newCommitteeSite(t)
	w.resolve(t, "r1")
	w.secretary.Post(
		"/committee/coopt", "person", kit.IDText(w.ari), "from", "2026-07-01", "until", "2026-12-31", "resolution", "1",
	).LeadsTo(t, "/committee")
	const form = "/committee/appointments/1"
	w.president.Post(form, "version", "1", "until", "2026-10-31", "reason", "Moving.").LeadsTo(t, "/committee")
	w.secretary.Post(form, "version", "1", "until", "2026-09-30", "reason", "Busy.").Wants(
		t, http.StatusConflict, "Someone else changed this appointment first.", "Your changes were not saved.",
		"2026-10-31", "2026-09-30", "Moving.", "Busy.", `name="version" value="2"`,
	)
	w.secretary.Post(form, "version", "2", "until", "2026-09-30", "reason", "Busy.").LeadsTo(t, "/committee")
}

func TestExcludingAMemberOnItsPages(t *testing.T) {
	w := newCommitteeSite(t)
	w.secretary.Get("/committee/exclusions/new?q=ari").Wants(t, http.StatusOK, "Testcase, Ari")
	w.secretary.Get(
		"/committee/exclusions/new?person="+kit.IDText(w.ari),
	).Wants(t, http.StatusOK, "Ari Testcase", "Rules said to be broken")
	w.secretary.Post("/committee/exclusions/new").Wants(
		t, http.StatusUnprocessableEntity, "Choose someone who is a member today",
	)
	w.secretary.Post(
		"/committee/exclusions/new", "person", kit.IDText(w.ari), "rules", "2.1", "reasons", "Sold <i>boards</i>.",
	).LeadsTo(t, "/committee/exclusions/1")
	w.ordinary.Get("/committee/exclusions/1").Wants(
		t, http.StatusOK, "Sold &lt;i&gt;boards", "Before the member can be excluded:",
		"What was sent to the member, and when, is not recorded",
	)
	w.secretary.Post(
		"/committee/exclusions/1/decide", "version", "1",
	).Wants(t, http.StatusUnprocessableEntity, "Choose what the committee decided.")
	w.secretary.Post(
		"/committee/exclusions/1/edit", "version", "1", "rules", "2.1", "reasons", "Sold boards.", "sent_on", "2026-06-20",
		"sent", "Letter.", "hearing_on", "2026-06-30", "heard", "Denied.",
	).LeadsTo(t, "/committee/exclusions/1")
	w.secretary.Post(
		"/committee/exclusions/1/edit", "version", "1", "rules", "2.1", "reasons", "Mine.",
	).Wants(t, http.StatusConflict, "Someone else changed this case", "Mine.", "Sold boards.")
	w.resolve(t, "r1")
	w.secretary.Post(
		"/committee/exclusions/1/decide", "version", "2", "state", "excluded", "resolution", "1", "decision", "Proved.",
	).LeadsTo(t, "/committee/exclusions/1")
	w.ordinary.Get("/committee/exclusions/1").Wants(
		t, http.StatusOK, "Excluded", "Proved.", "30 June 2026", "May be excluded",
	)
	w.secretary.Get(kit.PersonURL(w.ari)).Wants(t, http.StatusOK, "30 June 2026")
	w.secretary.Get("/committee/exclusions/1/edit").Wants(t, http.StatusOK)
	w.secretary.Post(
		"/committee/exclusions/1/edit", "version", "3", "rules", "2.1", "reasons", "x",
	).Wants(t, http.StatusUnprocessableEntity, "This case was closed on 30 June 2026")
	if head := w.ordinary.Get("/committee/exclusions/1").Header.Get("Cache-Control"); !strings.Contains(head, "no-store") {
		t.Errorf("a case may stay in a cache: %q", head)
	}
}

func TestExcludingAClubOnItsPages(t *testing.T) {
	w := newCommitteeSite(t)
	w.secretary.Get("/committee/exclusions").Wants(t, http.StatusOK, "/committee/exclusions/new?of=club")
	w.secretary.Get(
		"/committee/exclusions/new?of=club",
	).Wants(t, http.StatusOK, "Choose a club", "Rules said to be broken")
	w.secretary.Post(
		"/committee/exclusions/new", "of", "club", "rules", "2.3",
	).Wants(t, http.StatusUnprocessableEntity, "Choose a club that is affiliated today", "Enter what was done.")
	w.secretary.Post(
		"/committee/exclusions/new", "of", "club", "club", "99", "rules", "2.3", "reasons", "So.",
	).Wants(t, http.StatusUnprocessableEntity, "Choose a club that is affiliated today")
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

// Co-opting and the other forms about a member find a member number.
func TestAMemberIsFoundByNumber(t *testing.T) {
	w := newCommitteeSite(t)
	for _, form := range []string{webcommittee.CooptPath, webcommittee.ActingPath, kit.ExclusionsPath + "/new"} {
		w.secretary.Get(form+"?q="+kit.IDText(w.ari)).Wants(t, http.StatusOK, "1 person", "Testcase, Ari")
	}
}

// Bug: the treasurer, who holds no meetings, was led to a page that refused it.
func TestWhoHoldsMeetingsIsLedToPlanOne(t *testing.T) {
	w := newCommitteeSite(t)
	const plan = "/meetings/new?kind=committee"
	for _, path := range []string{kit.CommitteePath, kit.ResolutionsPath + "/new"} {
		w.secretary.Get(path).Wants(t, http.StatusOK, plan)
		if page := w.treasurer.Get(path); page.Status != http.StatusOK || strings.Contains(page.Body, plan) {
			t.Errorf("the treasurer at %s: %d, led to plan a meeting: %t", path, page.Status, strings.Contains(page.Body, plan))
		}
	}
	w.secretary.Get(plan).Wants(t, http.StatusOK)
}
