package meetings_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// egmOpen is an EGM on 1 August 2026 that members asked for with two proposals,
// open with twelve present.
func (a *assembly) egmOpen() {
	a.t.Helper()
	signers := []string{
		"signers",
		"Aroha Test\nWiremu Test\nMei Test\nKenji Test\nNgaio Test\nTama Test\nAna Test\nRua Test\nKiri Test\nHoani Test",
	}
	made := a.secretary.Post("/meetings/requests/new", append(signers, "do", "record", "received", "2026-07-01", "proposer", "Aroha Test",
		"title_1", "Sets", "text_1", "That the society buy ten sets.", "kind_1", "ordinary",
		"title_2", "The quorum", "text_2", "That the quorum be eight members.", "kind_2", "constitutional")...)
	made.LeadsTo(a.t, "/meetings/requests/1")
	made = a.secretary.Post(
		"/meetings/new", "kind", "egm", "request", "1", "date", "2026-08-01", "time", "14:00", "place", "Hall",
	)
	if _, err := fmt.Sscanf(made.Location, "/meetings/%d", &a.id); err != nil {
		a.t.Fatalf("plan the EGM: %d\n%s", made.Status, made.Body)
	}
	a.on("2026-07-10")
	a.notified()
	a.on("2026-08-01")
	for _, p := range a.people[:12] {
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(a.t, a.path("chair"))
	a.does(
		a.path("chair"), a.path("tellers"), "tellers", kit.IDText(a.people[8]), "tellers", kit.IDText(a.people[9]),
	).LeadsTo(a.t, a.path("chair"))
}

// Rule 5.7: at an EGM a motion words a proposal of the notice, or is refused.
func TestAMotionThatTheEGMWasNotCalledFor(t *testing.T) {
	a := newAssembly(t)
	a.egmOpen()
	form := a.path("motions", "new")
	a.secretary.Get(form).Wants(
		t, http.StatusOK, "The proposal in the notice that it puts into words", "1. Sets", "2. The quorum",
		"None of its proposals", "What it affects", "two thirds",
	)
	motion := []string{
		"title", "A hall", "text", "That a hall be built.", "origin", "member", "kind", "constitutional", "item",
		"discussion", "mover", kit.IDText(a.people[5]), "seconder", kit.IDText(a.people[6]),
	}
	refused := a.secretary.Post(form, motion...)
	refused.Wants(
		t, http.StatusUnprocessableEntity, "Please fix", "/constitution/rules/5.7", "any of the proposals in the notice",
		"That a hall be built.", `<option value="constitutional" selected>`,
	)
	a.secretary.Post(
		form, append(motion, "proposal", "99")...,
	).Wants(t, http.StatusUnprocessableEntity, `id="proposal-error"`)
	a.secretary.Post(form, append(motion, "proposal", "2")...).LeadsTo(t, a.path("motions", "3"))
	a.secretary.Get(a.path("motions", "3")).Wants(
		t, http.StatusOK, "2. The quorum", "Amends the constitution", "The wording is final",
	)
	a.secretary.Get(a.path("motions", "3", "edit")).Wants(t, http.StatusOK, `<option value="2" selected>`)
	if page := a.secretary.Get(a.path("motions", "3")); strings.Contains(page.Body, "It lapsed") {
		t.Error("a motion lapses at an EGM, where rule 7.1 says nothing")
	}
}

// bug: it was said that an amendment is in force from the end of the EGM, where only its
// postal vote decides it.
func TestAnEGMsAmendmentIsInForceOnceDeclared(t *testing.T) {
	a := newAssembly(t)
	a.egmOpen()
	page := a.secretary.Get(a.path("motions", "2"))
	page.Wants(t, http.StatusOK, "When the result of the postal vote is declared (rule 5.13)")
	if strings.Contains(page.Body, "From the end of the meeting") {
		t.Error("it is in force before it is voted on")
	}
}

// The postal vote begins from its meeting's page, on exactly the motions that
// the meeting framed, with its minutes.
func TestTheVoteBeginsFromItsMeeting(t *testing.T) {
	a := newAssembly(t)
	a.egmOpen()
	begin := kit.PostalPath + "/new?meeting=" + kit.IDText(a.id)
	a.secretary.Get(begin).LeadsTo(t, a.path())
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "The meeting frames its motions first")
	for _, m := range []string{"2", "1"} {
		a.does(a.path("motions", m), a.path("motions", m)+"/end", "do", "frame").LeadsTo(t, a.path("motions", m))
	}
	a.does(a.path("chair"), a.path("close")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Write the minutes")

	page := a.secretary.Get(begin)
	page.Wants(
		t, http.StatusOK, "Motions of the EGM of 1 August 2026", "As the meeting framed them",
		"That the society buy ten sets.", `value="2026-09-12"`, `value="Aroha Test (3)"`,
	)
	if at := strings.Index(
		page.Body, "That the quorum be eight",
	); at < 0 || at > strings.Index(page.Body, "That the society buy ten") {
		t.Error("the motions are not in the order in which they were framed")
	}
	if strings.Contains(page.Body, `name="motion_1"`) {
		t.Error("the wording that the meeting gave a motion can be changed")
	}
	draft := []string{
		"meeting", kit.IDText(a.id), "title", "Motions of the EGM", "egm", "2026-08-01", "closing", "2026-09-12", "address",
		"PO Box 12\nWellington", "way", "web", "proposer", "Aroha Test", "motion_1", "That nobody vote.", "kind_1",
		"ordinary",
	}
	a.secretary.Post(
		kit.PostalPath+"/dates", draft...,
	).Wants(t, http.StatusOK, "12 September 2026", "That the society buy ten sets.")
	made := a.secretary.Post(kit.PostalPath+"/new", draft...)
	if !regexp.MustCompile(`^/postal-votes/1/edit$`).MatchString(made.Location) {
		t.Fatalf("%d %s\n%s", made.Status, made.Location, made.Body)
	}
	vote := kit.PostalPath + "/1"
	if page := a.secretary.Get(vote); strings.Contains(
		page.Body, "That nobody vote.",
	) || !strings.Contains(page.Body, `href="`+a.path()+`"`) {
		t.Errorf("the vote is on another motion, or does not lead to its meeting:\n%s", page.Body)
	}
	a.secretary.Get(begin).LeadsTo(t, vote)
	a.secretary.Post(
		kit.PostalPath+"/new", draft...,
	).Wants(t, http.StatusUnprocessableEntity, "There is a postal vote on this meeting’s motions already.")

	a.secretary.Get(vote+"/edit").Wants(t, http.StatusOK, "Add the minutes kept here")
	a.secretary.Post(vote+"/minutes").LeadsTo(t, vote+"/edit")
	a.secretary.Get(vote+"/edit").Wants(t, http.StatusOK, "The minutes are not written yet")
	a.secretary.Post(
		a.path("minutes", "edit"), "version", "0", "text-0", "# Minutes\n\nTwo motions were framed.",
	).LeadsTo(t, a.path("minutes"))
	a.secretary.Post(vote+"/minutes").LeadsTo(t, vote+"/edit")
	kept := a.secretary.Get(vote + "/edit")
	kept.Wants(t, http.StatusOK, "Minutes: minutes-of-egm-", "-2026-08-01.pdf")
	if strings.Contains(kept.Body, "Add the minutes kept here") {
		t.Error("the minutes are offered twice")
	}
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Postal vote", `href="`+vote+`"`)
	if page := a.member.Get(a.path()); strings.Contains(page.Body, vote) {
		t.Error("a member is led to a draft")
	}
}

// Once the minutes are written, the vote is what comes next.
func TestTheVoteComesAfterTheMinutes(t *testing.T) {
	a := newAssembly(t)
	a.egmOpen()
	for _, m := range []string{"1", "2"} {
		a.does(a.path("motions", m), a.path("motions", m)+"/end", "do", "frame").LeadsTo(t, a.path("motions", m))
	}
	a.does(a.path("chair"), a.path("close")).LeadsTo(t, a.path("chair"))
	a.secretary.Post(a.path("minutes", "edit"), "version", "0", "text-0", "# Minutes").LeadsTo(t, a.path("minutes"))
	a.secretary.Get(a.path()).Wants(
		t, http.StatusOK, "Prepare the postal vote", "28 August 2026", "Draft the postal vote",
		"/postal-votes/new?meeting="+kit.IDText(a.id),
	)
}
