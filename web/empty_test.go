package web

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
)

// What is empty says what to do first, and nothing that is not so.
func TestEmptyPages(t *testing.T) {
	s := emptySite(t)
	account, _ := s.account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer})
	treasurer := s.browser(s.session(account))
	clubs := treasurer.get("/treasurer/clubs")
	clubs.wants(t, http.StatusOK, "No clubs yet", "Add the first one; it can send its list of members then.", "0 of 0 clubs")
	if strings.Contains(clubs.body, "Clear the filters") {
		t.Error("a list without clubs asks to clear filters")
	}
	treasurer.post("/clubs/new", "name", "Kāpiti Go Club")
	treasurer.get("/treasurer/clubs?q=nobody").wants(t, http.StatusOK, "No club matches", "Clear the filters")

	d := newDesk(t)
	d.setUp()
	wall := d.site.browser("").get("/events/winter-cup-2026/sections/open/wall")
	wall.wants(t, http.StatusOK, "The first round has not been drawn yet", "<p>Winter Cup</p>")
	d.guests("Ash", "Birch", "Cedar")
	d.play(1)
	d.site.browser("").get("/events/winter-cup-2026/sections/open/wall").wants(t, http.StatusOK, "<p>Winter Cup · Saturday, 10.00 am · ")
}

// A task says by when it was due, and that the day is past.
func TestOverdueTask(t *testing.T) {
	got := renderPartial(t, "tasks", []Task{{Title: "Send the list", URL: "/x", Action: "Send", Due: "by 1 July 2026", State: "overdue"}})
	if !strings.Contains(got, "Overdue: was due by 1 July 2026.") {
		t.Errorf("an overdue task reads\n%s", got)
	}
}
