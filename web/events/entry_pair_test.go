package events_test

import (
	"net/http"
	"testing"
)

// TestPairGoThroughThePages: entered one by one, joined on the page of an entry, and both names wherever the pair is.
func TestPairGoThroughThePages(t *testing.T) {
	d := newDesk(t)
	d.setUp("pairs", "on", "handicap", "rating")
	d.Get("/director/events/1/sections/new?preset=pairs").Wants(t, http.StatusOK, "For pair go: two people", "pair go, komi 7",
		"<summary>Rating: <span>not sent in</span>")
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.Get("/director/sections/1/entries").Wants(t, http.StatusOK, "no partner yet")
	const draw = "/director/sections/1/rounds/1"
	d.Post(draw+"/draw").Wants(t, http.StatusConflict, "have no partner yet")
	d.Get("/director/entries/1").Wants(t, http.StatusOK, "Plays with", "Player Birch, 2k")
	d.Post("/director/entries/1/pair", "partner", "2", "version", d.versionOn("/director/entries/1", "/pair")).
		LeadsTo(t, "/director/sections/1/entries")
	d.Post("/director/entries/3/pair", "partner", "4", "version", d.versionOn("/director/entries/3", "/pair")).
		LeadsTo(t, "/director/sections/1/entries")
	d.Get("/director/entries/1").Wants(t, http.StatusOK, "Player Ash &amp; Player Birch", "the mean of both, rounded up to a tenth")
	d.play(1)
	anyone := d.Site.Browser("")
	const public = "/events/winter-cup-2026/sections/open"
	for _, page := range []string{public, public + "/standings", public + "/crosstable", public + "/players", public + "/wall"} {
		anyone.Get(page).Wants(t, http.StatusOK, "Player Ash &amp; Player Birch")
	}
	anyone.Get(public+"/players/1").Wants(t, http.StatusOK, "Pair go is not rated")
	anyone.Get(public).Wants(t, http.StatusOK, "pair go (not rated)")
}
