package events_test

import (
	"net/http"
	"testing"
)

// TestARoundOfAnEventThatIsNotAnnounced: publishing it announces nothing, and the page says
// who sees it; once the director announces the event, the round is there.
func TestARoundOfAnEventThatIsNotAnnounced(t *testing.T) {
	d := newDesk(t)
	d.Post("/director/events", "name", "Kauri Cup", "from", "2026-08-01").LeadsTo(t, "/director/events/1")
	d.Post("/director/events/1/sections", "name", "Open", "system", "swiss", "rounds", "3").LeadsTo(t, "/director/events/1")
	d.event, d.section = 1, 1
	d.guests("Ash", "Birch")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	d.Get(here).Wants(t, http.StatusOK, "Round 1 is published. The event is not announced, so players do not see it yet")
	w := d.chart()
	public := "/events/" + w.Event.Slug + "/sections/" + w.Section.Slug + "/rounds/1"
	anyone := d.Site.Browser("")
	anyone.Get(public).Wants(t, http.StatusNotFound)
	d.Post(
		"/director/events/1/announce", "version", d.versionOn("/director/events/1", "announce"),
	).LeadsTo(t, "/director/events/1")
	anyone.Get(public).Wants(t, http.StatusOK, "Ash", "Birch")
}
