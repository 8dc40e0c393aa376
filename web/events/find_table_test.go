package events_test

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"
)

// A player finds the own table with a few letters of the name, and reads opponent, colour and
// handicap there; nothing is to be found before a round is published, and never more people than
// the page shows.
func TestFindMyTable(t *testing.T) {
	findMyTable(t, "none", "<p>even</p>")
	findMyTable(t, "rating", `<details class="trace`)
}

func findMyTable(t *testing.T, handicap, terms string) {
	d := newDesk(t)
	d.setUp("handicap", handicap)
	d.guests(
		"Ash", "Birch", "Cedar", "Elm", "Fir", "Manaia", "Kamau", "Mānuka", "Marama", "Matiu", "Mahina", "Mareikura", "Māui", "Mawhero",
		"Maiki",
	)
	const event = "/events/winter-cup-2026"
	anybody := d.Site.Browser("")
	lacks(t, anybody.Get(event+"?find=ash"), "Find my table")
	d.Post("/director/sections/1/rounds/1/draw").LeadsTo(t, "/director/sections/1/rounds/1")
	lacks(t, anybody.Get(event+"?find=ash"), "Find my table") // a preview is the director's
	d.Post("/director/sections/1/rounds/1/publish", "version", d.versionOn("/director/sections/1/rounds/1", "/publish"), "starts", "10 am").
		LeadsTo(t, "/director/sections/1/rounds/1")
	anybody.Get(event).Wants(t, http.StatusOK, "Find my table", "Some letters of your name.")
	lacks(t, anybody.Get(event), `role="status">`+"<p>No one")
	r, _ := d.chart().Round(1)
	g := r.Games[0]
	black, _ := d.chart().Entry(g.Black)
	page := anybody.Get(event + "?find=" + url.QueryEscape(black.Name))
	page.Wants(t, http.StatusOK, "Table "+strconv.Itoa(g.Table), "Black against", terms, "Open, round 1: 10 am")
	bye, _ := d.chart().Entry(r.Byes[0])
	anybody.Get(event+"?find="+url.QueryEscape(bye.Name)).Wants(t, http.StatusOK, "Bye")
	anybody.Get(event+"?find=ma").Wants(t, http.StatusOK, "9 players have these letters: the first 8 are shown")
	anybody.Get(event+"?find=%3Cb%3Enobody").Wants(t, http.StatusOK, "No one of this name plays", "&lt;b&gt;nobody")
}
