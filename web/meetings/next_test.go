package meetings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// What the chair's page leads to: tellers who do not stand for election, the
// elections that are not decided before the end, the minutes after it.
func TestTheChairsPageLeadsOn(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.secretary.Post(a.path("elections", "prepare")).LeadsTo(t, a.path("elections"))
	nominate := "/elections/4/nominate"
	for _, i := range []int{4, 5, 6} { // Mei, Kenji, Ngaio
		a.does(nominate, nominate, "candidate", kit.IDText(a.people[i]), "proposer", kit.IDText(a.people[8]), "seconder", kit.IDText(a.people[9]),
			"signed", "on", "received", a.Now.Date().String())
	}
	a.open(12)
	page := a.secretary.Get(a.path("chair"))
	page.Wants(
		t, http.StatusOK, "Rua Test", "Ordinary committee members: the election is not decided (rule", a.path("elections"),
	)
	item := ""
	for _, m := range formPattern.FindAllStringSubmatch(a.secretary.Get(a.path("chair")+"?item=1").Body, -1) {
		if m[1] == a.path("tellers") {
			item = m[2]
		}
	}
	if !strings.Contains(item, `name="tellers"`) || strings.Contains(item, "Mei Test") ||
		!strings.Contains(item, "Tama Test") {
		t.Error("the tellers are picked from those who stand for election, or not from the others")
	}
}

// The shares of rule 4.20 are shown once the assets are entered.
func TestDissolutionAsksForTheAssets(t *testing.T) {
	a := newAssembly(t)
	for path, want := range map[string]string{
		"/meetings/dissolution":                              "No club was affiliated on ",
		"/meetings/dissolution?on=2028-05-01&assets=1000.01": "No club was affiliated on ",
	} {
		page := a.secretary.Get(path)
		page.Wants(t, http.StatusOK, want, "What is left once every debt is paid.")
		if strings.Contains(page.Body, "What each club would get") || strings.Contains(page.Body, "$0.00") {
			t.Errorf("%s shows shares", path)
		}
	}
}

// Between the notice and the day, and after the meeting, its page says what is
// to be done next.
func TestAMeetingsPageLeadsOn(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.does(a.path("notice"), a.path("notice"), "do", "send").LeadsTo(t, a.path("notice"))
	a.secretary.Get(a.path()).Wants(
		t, http.StatusOK, "Some letters have not left yet", "9 letters are still waiting to be sent. 5 printed letters",
	)
	a.lettersPosted()
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Prepare the elections", a.path("elections"))
	a.secretary.Post(a.path("elections", "prepare")).LeadsTo(t, a.path("elections"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Enter the nominations")
	if strings.Contains(a.member.Get(a.path()).Body, "Enter the nominations") {
		t.Error("a member is sent to enter nominations")
	}

	// Without a quorum the further date is next; its form knows what it follows.
	a.on("2026-10-10")
	a.does(a.path("chair"), a.path("inquorate")).LeadsTo(t, a.path("chair"))
	further := "/meetings/new?kind=agm&amp;follows=" + kit.IDText(a.id)
	a.secretary.Get(a.path("chair")).Wants(t, http.StatusOK, "Set the further date", further)
	a.secretary.Get(
		"/meetings/new?kind=agm&follows="+kit.IDText(a.id),
	).Wants(
		t, http.StatusOK, "The AGM of 10 October 2026 had no quorum", `value="14:00"`, `value="Newtown Hall"`,
		"What was sent in for it carries over.",
	)
	a.secretary.Get("/meetings/new?kind=agm&follows=99").Wants(t, http.StatusOK, "Plan a meeting")
}

// A proposal that came late can be taken where the page says that it did.
func TestALateProposalCanBeTaken(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-01")
	a.secretary.Post(a.path("motions", "new"), "title", "Clocks", "text", "That clocks be lent.", "origin", "member", "item", "proposals",
		"mover", "Aroha Test", "seconder", "Wiremu", "received", "2026-09-01").LeadsTo(t, a.path("motions", "3"))
	late := a.path("motions", "3")
	a.secretary.Get(late).Wants(
		t, http.StatusOK, "It came late", "Accept it anyway, or record that it was withdrawn",
		"Accept it although it is late",
	)
	a.does(late, late+"/end", "do", "accept_late", "reason", "It was practical").LeadsTo(t, late)
	page := a.secretary.Get(late)
	page.Wants(t, http.StatusOK, "Accepted late by the secretary")
	if strings.Contains(page.Body, "It came late") {
		t.Error("it is still to be taken")
	}
}
