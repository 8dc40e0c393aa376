package events_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// What is empty says what to do first, and nothing that is not so.
func TestEmptyPages(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Quentin", "Abernethy", auth.Office{Role: auth.Treasurer})
	treasurer := s.Browser(s.Session(account))
	clubs := treasurer.Get("/treasurer/clubs")
	clubs.Wants(
		t, http.StatusOK, "No clubs yet", "Add the first one; it can then send its list of members.", "0 of 0 clubs",
	)
	if strings.Contains(clubs.Body, "Clear the filters") {
		t.Error("a list without clubs asks to clear filters")
	}
	treasurer.Post("/clubs/new", "name", "Kāpiti Go Club")
	treasurer.Get("/treasurer/clubs?q=nobody").Wants(t, http.StatusOK, "No club matches", "Clear the filters")

	d := newDesk(t)
	d.setUp()
	wall := d.Site.Browser("").Get("/events/winter-cup-2026/sections/open/wall")
	wall.Wants(t, http.StatusOK, "The first round has not been drawn yet", "<p>Winter Cup</p>")
	d.guests("Ash", "Birch", "Cedar")
	d.play(1)
	d.Site.Browser("").Get(
		"/events/winter-cup-2026/sections/open/wall",
	).Wants(t, http.StatusOK, "<p>Winter Cup · Saturday, 10:00 am · ")
}

// A task says by when it was due, and that the day is past.
func TestOverdueTask(t *testing.T) {
	got := kittest.RenderPart(t, "tasks", []kit.Task{
		{Title: "Send the list", URL: "/x", Action: "Send", Due: "by 1 July 2026", State: "overdue"},
	})
	if !strings.Contains(got, "Overdue: was due by 1 July 2026.") {
		t.Errorf("an overdue task reads\n%s", got)
	}
}
