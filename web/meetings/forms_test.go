package meetings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/elections"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	webmeetings "nzgs/web/meetings"
)

// count is how many rows a table has.
func (a *assembly) count(table string) int {
	a.t.Helper()
	n, err := store.One(a.t.Context(), a.DB, store.Value[int], `SELECT count(*) FROM `+table)
	a.Must(err)
	return n
}

// What cannot be read and what the service finds are said together, and nothing is
// kept.
func TestAFormSaysWhatItCannotReadAndWhatIsWrong(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	const unread = "Enter a date like 1 July 2026."
	for _, tt := range []struct {
		name, table, action string
		sent, says          []string
	}{
		{
			"plan a meeting", "meeting", "/meetings/new",
			[]string{"kind", "agm", "date", "soon", "time", "14:00", "previous", "11 October 2025"},
			[]string{`href="#date"`, unread, `href="#place"`, `value="soon"`, `value="11 October 2025"`},
		},
		{
			"record a proposal", "motion", a.path("motions", "new"),
			[]string{"text", "That X.", "origin", "member", "mover", "Nobody", "seconder", "Mei", "received", "32 July 2026"},
			[]string{
				"Give the motion a title.", "No one here has the name or number “Nobody”", unread, `value="32 July 2026"`,
				"That X.",
			},
		},
		{
			"record an amendment", "motion", a.path("motions", "new"),
			[]string{
				"kind", "constitutional", "title", "A", "text", "That A.", "mover", "Mei", "seconder", "Kenji", "value_2", "12",
				"received", "soon",
			},
			[]string{unread, `href="#figure_2"`, "Choose the figure that becomes “12”", `value="12"`},
		},
		{
			"record a request", "egm_request", "/meetings/requests/new",
			[]string{"do", "record", "received", "soon", "proposer", "Aroha Test", "signers", "Aroha Test\r\nTest\r\nTest"},
			[]string{unread, "“Test”: Several have this name", "Test</textarea>"},
		},
	} {
		before := a.count(tt.table)
		page := a.secretary.Post(tt.action, tt.sent...)
		page.Wants(t, http.StatusUnprocessableEntity, tt.says...)
		if n := a.count(tt.table); n != before {
			t.Errorf("%s: %d rows were kept", tt.name, n-before)
		}
	}
	a.open(12)
	a.secretary.Post(a.path("tasks"), "task", "", "person", "Nobody", "due", "soon").Wants(
		t, http.StatusUnprocessableEntity, "Enter what is to be done.", "No one here has the name or number “Nobody”", unread,
		`<details class="adding" open><summary>Record a task`,
	)
}

// A day is read as people write it.
func TestADayAsPeopleWriteIt(t *testing.T) {
	a := newAssembly(t)
	made := a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "Saturday 10 October 2026", "time", "14:00", "place", "Hall", "previous",
		"11/10/2025",
	)
	a.secretary.Get(made.Location).Wants(t, http.StatusOK, "AGM of 10 October 2026", "10 August 2026")
}

// Who changes a proposal or the number of seats that somebody else changed first
// sees both.
func TestTwoChangesOfAProposal(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	edit := a.path("motions", "1", "edit")
	version := a.versionIn(a.secretary.Get(edit), edit)
	change := func(version, mover string) []string {
		return []string{
			"version", version, "title", "A youth tournament", "text", "That there be a youth tournament.", "origin", "member",
			"item", "proposals", "effect", "none", "mover", mover,
			"seconder", "Wiremu Test (" + kit.IDText(a.people[3]) + ")", "received", "2026-07-01",
		}
	}
	a.secretary.Post(edit, change(version, "Ana")...).LeadsTo(t, a.path("motions", "1"))
	late := a.secretary.Post(edit, change(version, "Rua Test")...)
	late.Wants(
		t, http.StatusConflict, "Your changes were not saved. What you entered is below", `<th scope="row">Proposed by`,
		`data-label="Yours">Rua Test<`, `<strong>Ana Test (`,
	)
	if n := strings.Count(late.Body, `data-label="Yours"`); n != 1 {
		t.Errorf("the page compares %d fields, and one differs", n)
	}
	a.secretary.Post(edit, change(a.versionIn(late, edit), "Rua Test")...).LeadsTo(t, a.path("motions", "1"))
	a.secretary.Get(a.path("motions", "1")).Wants(t, http.StatusOK, "Proposed by Rua Test")
}

func TestTwoChangesOfTheSeats(t *testing.T) {
	a := newAGM(t)
	a.secretary.Post(webmeetings.ElectionsURL(a.agm, "prepare")).LeadsTo(t, webmeetings.ElectionsURL(a.agm))
	const ordinary = elections.ID(4)
	seats := kit.ElectionURL(ordinary, "seats")
	stale, err := store.One(t.Context(), a.DB, store.Value[int64], `SELECT version FROM election WHERE id = $1`, ordinary)
	a.Must(err)
	a.send(a.secretary, ordinary, seats, "seats", "3", "decision", "Three.").LeadsTo(t, kit.ElectionURL(ordinary))
	a.secretary.Post(seats, "version", kit.IDText(stale), "seats", "4", "decision", "Four.").Wants(
		t, http.StatusConflict, `data-label="Yours">4<`, "<strong>3</strong>", "Four.", "<strong>Three.</strong>",
	)
}

// A nomination that comes after another one for the same post is no change of it:
// nothing is compared, and it can be sent again.
func TestANominationAfterAnother(t *testing.T) {
	a := newAGM(t)
	a.secretary.Post(webmeetings.ElectionsURL(a.agm, "prepare")).LeadsTo(t, webmeetings.ElectionsURL(a.agm))
	const secretary = elections.ID(2)
	form := kit.ElectionURL(secretary, "nominate")
	a.nominate(secretary, "Ana")
	late := a.secretary.Post(form, "version", "1", "candidate", "Ben", "signed", "on", "received", "2026-07-01")
	late.Wants(
		t, http.StatusConflict, "Someone else changed this election first", `value="Ben"`,
		`name="signed" value="on" checked`,
	)
	if strings.Contains(late.Body, "What is saved now") {
		t.Error("a nomination is compared with nothing")
	}
	if !strings.Contains(late.Body, `name="version" value="2"`) {
		t.Error("the form cannot be sent again")
	}
}

// A nomination received on the day of the AGM is asked whether it was in time for
// it, and is entered once that is ticked.
func TestANominationOnTheDay(t *testing.T) {
	a := newAGM(t)
	a.secretary.Post(webmeetings.ElectionsURL(a.agm, "prepare")).LeadsTo(t, webmeetings.ElectionsURL(a.agm))
	a.Now = a.Now.Date().AddDays(4).Midnight().Add(12 * 3600 * 1e9)
	a.secretary = a.Browser(a.Session(a.accounts["Sione"]))
	const secretary = elections.ID(2)
	form := kit.ElectionURL(secretary, "nominate")
	sent := []string{
		"candidate", "Ana", "proposer", "Eva", "seconder", "Fay", "signed", "on", "received", "5 July 2026",
	}
	if strings.Contains(a.secretary.Get(form).Body, "before the meeting began") {
		t.Error("it is asked before it matters")
	}
	asked := a.send(a.secretary, secretary, form, sent...)
	asked.Wants(t, http.StatusUnprocessableEntity, `href="#before_meeting"`, "It was received before the meeting began")
	a.send(a.secretary, secretary, form, append(sent, "before_meeting", "on")...).LeadsTo(t, kit.ElectionURL(secretary))
}

// Where the number of papers cannot be read, nothing is said of the votes on them.
func TestABallotWhosePapersCannotBeRead(t *testing.T) {
	a := newAGM(t)
	a.secretary.Post(webmeetings.ElectionsURL(a.agm, "prepare")).LeadsTo(t, webmeetings.ElectionsURL(a.agm))
	const secretary = elections.ID(2)
	a.nominate(secretary, "Ana")
	a.nominate(secretary, "Ben")
	a.state(meetings.Open)
	field := a.votes(a.chair, secretary)
	page := a.send(
		a.chair, secretary, kit.ElectionURL(secretary, "ballots"), "ballots", "twelve", "invalid", "0", field["Ana"], "6",
		field["Ben"], "six",
	)
	page.Wants(
		t, http.StatusUnprocessableEntity, "Please fix 2 things", "Valid papers: enter a whole number.",
		"Ben Test: enter a whole number.", `value="twelve"`, `value="6"`, `value="six"`,
	)
}

// Bug: the form of an amendment did not ask whether it comes from the committee, so
// that a ruling on 4.12-committee changed nothing at an AGM.
func TestACommitteesAmendmentIsMovedAsTheCommitteeRuled(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	form := a.path("motions", "new") + "?kind=constitutional"
	send := func() kittest.Answer {
		return a.secretary.Post(
			a.path("motions", "new"), "kind", "constitutional", "origin", "committee", "title", "A quorum of twelve", "text",
			"That twelve be a quorum.", "figure_1", "quorum", "value_1", "12", "received", a.Now.Date().String(),
		)
	}
	a.secretary.Get(form).Wants(t, http.StatusOK, `name="origin"`, "Two members sign it, like any other (rule 7.1).")
	before := a.count("motion")
	send().Wants(
		t, http.StatusUnprocessableEntity, "Choose the member who proposes it (rule 7.1).",
		"Choose the member who seconds it (rule 7.1).", `value="committee" checked`,
	)
	if a.count("motion") != before {
		t.Error("it was kept")
	}
	a.Must(a.Governance.RecordRuling(t.Context(), kittest.Program, constitution.Ruling{
		Question: constitution.CommitteesMotion, Reading: "chair", Meeting: a.Now.Date(), Words: "From the chair.",
	}))
	a.secretary.Get(form).Wants(t, http.StatusOK, `name="origin"`, "Needs neither (rule 4.12).")
	sent := send()
	if sent.Status != http.StatusSeeOther {
		t.Fatalf("ruled: %d\n%s", sent.Status, sent.Body)
	}
	a.secretary.Get(sent.Location).Wants(t, http.StatusOK, "A quorum of twelve", "committee")
	edit := sent.Location + "/edit"
	page := a.secretary.Get(edit)
	page.Wants(t, http.StatusOK, `value="committee" checked`)
	a.secretary.Post(
		edit, "version", a.versionIn(page, edit), "kind", "constitutional", "origin", "committee", "title", "The quorum",
		"text", "That twelve be a quorum.", "figure_1", "quorum", "value_1", "12", "received", a.Now.Date().String(),
	).LeadsTo(t, sent.Location)
}
