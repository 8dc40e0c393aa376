package meetings_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// The front page has a line of each meeting that waits for whoever is signed in: of one
// to come for every member, of one that has ended for who holds meetings until its
// minutes are approved, and none twice.
func TestTheFrontPageLeadsToMeetings(t *testing.T) {
	c := newCast(t)
	c.planned()
	line := `href="` + c.path() + `">Open`
	lines := func(role string) int {
		return strings.Count(c.Browser(c.Session(c.accounts[role])).Get("/").Body, line)
	}
	if got := lines("member"); got != 1 {
		t.Errorf("a member has %d lines of the AGM to come", got)
	}
	if c.Browser("").Get("/"); strings.Contains(c.Browser("").Get("/").Body, line) {
		t.Error("everyone has a line of the AGM")
	}
	outsider, _ := c.Account("Ngaire", "Elsewhere")
	if page := c.Browser(c.Session(outsider)).Get("/"); page.Status != http.StatusOK || strings.Contains(page.Body, line) {
		t.Errorf("who is no member gets %d, or a line of the AGM", page.Status)
	}

	c.on("2026-09-20")
	c.notified()
	c.on("2026-10-11")
	c.does(c.path("chair"), c.path("inquorate")).LeadsTo(t, c.path("chair"))
	if got := lines("secretary"); got == 0 {
		t.Error("the secretary has no line of an AGM without a further date")
	}
	if got := lines("member"); got != 0 {
		t.Error("a member has a line of an AGM that was not held")
	}
}

// The elections' page leads to the post that waits: before the meeting to one for which
// no one stands, at the meeting to the ballot to be entered, and then back to the chair.
func TestTheElectionsLeadOn(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.secretary.Post(a.path("elections", "prepare")).LeadsTo(t, a.path("elections"))
	a.secretary.Get(a.path("elections")).Wants(
		t, http.StatusOK, "No one is standing for President yet", `<a class="button" href="/elections/1">President</a>`,
	)
	nominate := "/elections/1/nominate"
	for _, i := range []int{4, 5} {
		a.does(nominate, nominate, "candidate", kit.IDText(a.people[i]), "proposer", kit.IDText(a.people[8]), "seconder",
			kit.IDText(a.people[9]), "signed", "on", "received", a.Now.Date().String())
	}
	a.secretary.Get(a.path("elections")).Wants(t, http.StatusOK, "No one is standing for Secretary yet", `href="/elections/2"`)
	a.open(12)
	a.secretary.Get(a.path("elections")).Wants(
		t, http.StatusOK, "President: enter the ballot", `<a class="button" href="/elections/1">Enter it</a>`,
	)
	page := a.secretary.Get("/elections/1")
	var votes []string
	for _, m := range votesField.FindAllStringSubmatch(page.Body, -1) {
		votes = append(votes, m[1], []string{"8", "4"}[len(votes)/2])
	}
	a.does("/elections/1", "/elections/1/ballots", append([]string{"ballots", "12", "invalid", "0", "blank", "0"}, votes...)...)
	a.secretary.Get(a.path("elections")).Wants(
		t, http.StatusOK, "Every election is decided", `<a class="button" href="`+a.path("chair")+`">In the chair</a>`,
	)
}

var votesField = regexp.MustCompile(`name="(votes-\d+)"`)
