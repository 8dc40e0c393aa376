package events_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestAnyoneReadsHowToCheckTheDraw(t *testing.T) {
	d := newDesk(t)
	d.Post("/director/events", "name", "Winter Cup", "from", "2026-07-04", "to", "2026-07-05").LeadsTo(t, "/director/events/1")
	d.event, d.section = 1, 1
	d.Post(
		"/director/events/1/sections", "name", "Open", "system", "swiss", "rounds", "3", "handicap", "none", "seeding", "random",
		"tie_breaks", "SOS",
	).LeadsTo(t, "/director/events/1")
	page := "/events/winter-cup-2026/sections/open/lot"
	visitor := d.Site.Browser("")
	visitor.Get(page).Wants(t, http.StatusNotFound) // not announced
	d.Post("/director/events/1/announce", "version", d.versionOn("/director/events/1", "announce")).LeadsTo(t, "/director/events/1")
	before := visitor.Get(page)
	before.Wants(t, http.StatusOK, "Committed to", "Public since", "No round is published yet.", "What this does not prove", "nzgs draw check")
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fern", "Gum")
	here := "/director/sections/1/rounds/1"
	d.Post(here+"/draw").LeadsTo(t, here)
	d.Post(here+"/redraw").Wants(t, http.StatusUnprocessableEntity, `href="#redraw-reason"`)
	d.Post(here+"/redraw", "reason", "Two friends met.").LeadsTo(t, here)
	// What was drawn again is public at once; the value and the lot with the round.
	open := visitor.Get(page)
	open.Wants(t, http.StatusOK, "1 time again with another lot", "Two friends met.", "not public yet")
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	after := visitor.Get(page)
	if strings.Contains(after.Body, "not public yet") {
		t.Error("the lot of a published round is not public")
	}
	visitor.Get(page+".json").Wants(t, http.StatusOK, `"kind":"committed"`, `"reason":"Two friends met."`, `"seed":`)
	visitor.Get("/events/winter-cup-2026/sections/open").Wants(t, http.StatusOK, "How to check the draw")
	d.Get("/director/sections/1/edit").Wants(t, http.StatusOK, `name="seed" value=""`)
}

func TestANumberThatSomeoneChoseProvesNothing(t *testing.T) {
	d := newDesk(t)
	d.setUp() // with a number
	d.Site.Browser("").Get("/events/winter-cup-2026/sections/open/lot").Wants(t, http.StatusOK, "a number that someone chose")
}
