package events_test

import (
	"net/http"
	"strings"
	"testing"
)

// The prints for the wall and the neck are made of a section before and while it is played, also of more rounds than stand
// beside each other.
func TestPrintsForTheWall(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	const section, desk = "/events/winter-cup-2026/sections/open", "/director/sections/1"
	d.Get(desk+"/prints").Wants(t, http.StatusOK, desk+"/badges.pdf", section+"/players.pdf")
	lacks(t, d.Get(desk+"/prints"), "only this machine can open")
	address := d.Site.BaseURL
	d.Site.BaseURL = "http://127.0.0.1:8080"
	d.Get(desk+"/prints").Wants(t, http.StatusOK, "which only this machine can open")
	d.Site.BaseURL = address
	pdf := func(path string) {
		t.Helper()
		if page := d.Get(path); page.Status != http.StatusOK || !strings.HasPrefix(page.Body, "%PDF") {
			t.Errorf("%s: %d", path, page.Status)
		}
	}
	pdf(desk + "/badges.pdf")
	pdf(section + "/players.pdf")
	pdf(section + "/crosstable.pdf") // before the first round
	d.play(1)
	d.results(1, "b", "w")
	pdf(section + "/crosstable.pdf")
	d.Get(section+"/crosstable").Wants(t, http.StatusOK, section+"/crosstable.pdf")
	d.Get(section+"/players").Wants(t, http.StatusOK, section+"/players.pdf")
	if got := d.Site.Browser("").Get(desk + "/badges.pdf").Status; got == http.StatusOK {
		t.Error("anybody prints badges")
	}
}
