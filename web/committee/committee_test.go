package committee_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
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
