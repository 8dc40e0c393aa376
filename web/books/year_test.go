package books_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

const yearTo = "?last=2026-06-30"

// A budget stands beside what came of the year; what cannot be read is refused beside its field, and of two who save, the
// second is told.
func TestABudgetStandsBesideTheYear(t *testing.T) {
	o := openOffice(t)
	path := "/books/year/budget" + yearTo
	shown := kittest.VersionOn(t, o.treasurer.Get(path))
	o.treasurer.Post(path, "version", shown, "amount_4300", "1.234,50", "amount_5000", "400").Wants(
		t, http.StatusUnprocessableEntity, `id="amount_4300-error"`, `value="1.234,50"`, `value="400"`,
	)
	if a := o.treasurer.Get("/books/year" + yearTo); strings.Contains(a.Body, "Budget</th>") {
		t.Error("half a budget is kept")
	}
	o.treasurer.Post(path, "version", shown, "amount_4300", "$1,234.50", "amount_5000", "400").LeadsTo(t, "/books/year"+yearTo)
	o.treasurer.Get("/books/year"+yearTo).Wants(t, http.StatusOK, "Budget</th>", "$1,234.50", "$400.00", "$834.50")
	if a := o.treasurer.Get("/books/year" + yearTo); strings.Contains(a.Body, "2021/22") {
		t.Error("years before anything is known of are counted")
	}
	o.treasurer.Post(path, "version", shown, "amount_4300", "1").Wants(t, http.StatusConflict, "Your changes were not saved")
	o.secretary.Get(path).Wants(t, http.StatusForbidden)
	o.secretary.Get("/books/year"+yearTo).Wants(t, http.StatusOK, "$1,234.50")
	o.treasurer.Get("/books/year/budget?last=soon").Wants(t, http.StatusNotFound)
}

// The report goes with the notice of the AGM, the meeting adopts it, and the year is locked with the motion.
func TestTheYearIsAdoptedAndLocked(t *testing.T) {
	o := openOffice(t)
	o.pays(o.aroha, 1000, civil.MustParseDate("2026-06-20"))
	o.treasurer.Get("/books/year/present"+yearTo).Wants(t, http.StatusOK, "No AGM is planned")
	agm, err := o.Meetings.Create(t.Context(), kittest.Program, meetings.PlanInput{
		Kind: meetings.AGM, Date: o.Now.Date().AddDays(60), Time: "14:00", Place: "Hall", Previous: o.Now.Date().AddDays(-300),
	})
	o.Must(err)
	o.treasurer.Get("/books/year"+yearTo).Wants(t, http.StatusOK, "Hand in for the AGM")
	o.secretary.Post("/books/year/present"+yearTo, "meeting", kit.IDText(agm)).Wants(t, http.StatusForbidden)
	o.treasurer.Post("/books/year/present"+yearTo).Wants(t, http.StatusUnprocessableEntity, `id="meeting-error"`)
	for range 2 {
		o.treasurer.Post("/books/year/present"+yearTo, "meeting", kit.IDText(agm)).LeadsTo(t, "/books/year"+yearTo)
	}
	o.treasurer.Get("/books/year"+yearTo).Wants(t, http.StatusOK, "Presented to", "motion 1: To be decided")
	v, err := o.Meetings.View(t.Context(), kittest.Program, agm)
	if err != nil || len(v.Papers) != 1 || v.Papers[0].Name != "accounts-2026-06-30.pdf" || len(v.Motions) != 1 {
		t.Fatalf("%+v, %v", v, err)
	}
	o.treasurer.Post("/books/year/lock"+yearTo, "why", "motion-"+kit.IDText(v.Motions[0].ID)).
		Wants(t, http.StatusUnprocessableEntity, `id="why-error"`)
	o.holds(agm, v.Motions[0].ID)
	o.treasurer.Get("/books/year/lock"+yearTo).Wants(t, http.StatusOK, "motion 1 adopted the accounts")
	o.treasurer.Post("/books/year/lock"+yearTo, "why", "motion-"+kit.IDText(v.Motions[0].ID)).LeadsTo(t, "/books/year"+yearTo)
	o.treasurer.Get("/books/year"+yearTo).Wants(
		t, http.StatusOK, "AGM of 30 August 2026, motion 1", kit.MeetingURL(agm), "30 June 2026",
	)
	o.treasurer.Post(
		"/books/journal/new", "day", "2026-06-30", "text", "Interest", "debit", "1000", "credit", "4500", "amount", "1",
	).Wants(t, http.StatusUnprocessableEntity, `id="day-error"`, "locked")
}

// holds makes an AGM one that carried a motion and is over: how it comes to that is tested where meetings are.
func (o *office) holds(agm meetings.ID, motion meetings.MotionID) {
	o.t.Helper()
	o.Must(o.DB.InTx(o.t.Context(), func(tx *store.Tx) error {
		if _, err := tx.Exec(o.t.Context(), `UPDATE motion SET state = 'carried' WHERE id = $1`, motion); err != nil {
			return err
		}
		_, err := tx.Exec(o.t.Context(), `UPDATE meeting SET state = 'closed' WHERE id = $1`, agm)
		return err
	}))
}

// The reviewer's pack has the journal, the invoices, what is open, the bank's lines and the documents, each with all rows.
func TestTheReviewersPack(t *testing.T) {
	o := openOffice(t)
	o.pays(o.aroha, 1000, civil.MustParseDate("2026-06-20"))
	o.uploads("Direct Credit,Someone,,,gift,25.00,21/06/2026,,")
	a := o.treasurer.Get("/books/year.xlsx" + yearTo)
	a.Wants(t, http.StatusOK)
	r, err := zip.NewReader(bytes.NewReader([]byte(a.Body)), int64(len(a.Body)))
	o.Must(err)
	all := ""
	for _, f := range r.File {
		if strings.HasPrefix(f.Name, "xl/") && strings.HasSuffix(f.Name, ".xml") {
			part, err := f.Open()
			o.Must(err)
			text, err := io.ReadAll(part)
			o.Must(err)
			all += string(text)
		}
	}
	for _, want := range []string{
		`name="Accounts"`, `name="Journal"`, `name="Invoices"`, `name="Open items"`, `name="Payments received"`, `name="Bank lines"`,
		`name="Documents of payments out"`, `name="Members and clubs"`, "Someone", "R-2026-0001",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the pack lacks %s", want)
		}
	}
}
