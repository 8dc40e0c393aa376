package meetings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// Names are proposed as one types, to those who record for the meeting: by the words
// that names begin with, as the fields take them.
func TestNamesAreProposed(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	mei := `"Mei Test (` + kit.IDText(a.people[4]) + `)"`
	for _, address := range []string{a.path("names"), kit.NamesPath} {
		if got := a.secretary.Get(address + "?q=mei+te"); strings.TrimSpace(got.Body) != "["+mei+"]" {
			t.Errorf("%s: %d %s", address, got.Status, got.Body)
		}
		if got := a.secretary.Get(address + "?q=test"); got.Status != http.StatusOK || strings.Count(got.Body, "Test (") != kit.ProposedNames {
			t.Errorf("%s: %d %s", address, got.Status, got.Body)
		}
		if got := a.secretary.Get(address + "?q="); strings.TrimSpace(got.Body) != "[]" {
			t.Errorf("%s proposes %s for nothing", address, got.Body)
		}
		a.member.Get(address+"?q=mei").Wants(t, http.StatusForbidden)
	}
	a.secretary.Post(a.path("elections", "prepare")).LeadsTo(t, a.path("elections"))
	a.secretary.Get("/elections/1/nominate").Wants(t, http.StatusOK, `data-names="`+a.path("names")+`"`)
	a.secretary.Get(a.path("motions", "new")).Wants(t, http.StatusOK, `data-names="`+a.path("names")+`"`)
	a.secretary.Get("/meetings/requests/new").Wants(t, http.StatusOK, `data-names="`+kit.NamesPath+`"`)
}
