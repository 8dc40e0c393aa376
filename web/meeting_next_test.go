package web

import (
	"net/http"
	"strings"
	"testing"
)

// What the chair's page leads to: tellers who do not stand for election, the
// elections that are not decided before the end, the minutes after it.
func TestTheChairsPageLeadsOn(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.secretary.post(a.path("elections", "prepare")).leadsTo(t, a.path("elections"))
	nominate := "/elections/4/nominate"
	for _, i := range []int{4, 5, 6} { // Mei, Kenji, Ngaio
		a.does(nominate, nominate, "candidate", idText(a.people[i]), "proposer", idText(a.people[8]), "seconder", idText(a.people[9]),
			"candidate_signed", "on", "proposer_signed", "on", "seconder_signed", "on", "received", a.now.Date().String())
	}
	a.open(12)
	page := a.secretary.get(a.path("chair"))
	page.wants(t, http.StatusOK, "Rua Test", "Ordinary committee members: the election is not decided (rule", a.path("elections"))
	item := a.secretary.get(a.path("chair") + "?item=1").body
	if !strings.Contains(item, `name="tellers"`) || strings.Contains(item, "Mei Test") || !strings.Contains(item, "Tama Test") {
		t.Error("the tellers are picked from those who stand for election, or not from the others")
	}
}

// The shares of rule 4.20 are shown once the assets are entered.
func TestDissolutionAsksForTheAssets(t *testing.T) {
	a := newAssembly(t)
	for path, want := range map[string]string{
		"/meetings/dissolution":                              "No club is affiliated on that day.",
		"/meetings/dissolution?on=2028-05-01&assets=1000.01": "No club is affiliated on that day.",
	} {
		page := a.secretary.get(path)
		page.wants(t, http.StatusOK, want, "What is left once every debt is paid.")
		if strings.Contains(page.body, "What each club would get") || strings.Contains(page.body, "$0.00") {
			t.Errorf("%s shows shares", path)
		}
	}
}
