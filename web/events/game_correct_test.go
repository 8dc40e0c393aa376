package events_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// A result of a rated event is corrected on its game's page in one step: the event is
// rated again, and the game says what it was, what it is, and why.
func TestAResultOfARatedEventIsCorrectedInOneStep(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	for round := 1; round <= 3; round++ {
		d.play(round)
		d.results(round, "b", "j")
	}
	d.Post("/director/events/1/close", "version", d.versionOn("/director/events/1", "/close")).LeadsTo(t, "/director/events/1")
	d.Post(
		"/director/events/1/rating/submit", "version", d.versionOn("/director/events/1/rating", "/submit"),
	).LeadsTo(t, "/director/events/1/rating")
	rated := d.Get("/ratings.csv").Body

	game := kit.GameDeskURL(1)
	page := d.Get(game)
	page.Wants(t, http.StatusOK, "Correct the result and rate the event again", "Correct and rate again")
	if strings.Contains(page.Body, "Open the event again") {
		t.Error("the page also leads to opening the event again")
	}
	version := func() string { return d.versionOn(game, "/correct") }
	d.Post(game+"/correct", "version", version(), "result", "W", "reason", " ").Wants(
		t, http.StatusUnprocessableEntity, `href="#reason"`, "Correct and rate again",
	)
	d.Post(game+"/correct", "version", version(), "result", "B", "reason", "Nothing.").Wants(
		t, http.StatusConflict, "already has this result",
	)
	d.Post(game+"/correct", "version", "0", "result", "W", "reason", "An old page.").Wants(t, http.StatusConflict)
	if got := d.Get("/ratings.csv").Body; got != rated {
		t.Error("what was refused has changed the rating list")
	}
	asked := d.Post(game+"/correct", "version", version(), "result", "W", "reason", "The slip was read wrongly.")
	asked.Wants(
		t, http.StatusUnprocessableEntity, "What this result changes", "Nothing is saved yet", ": place ", ": rating after the event ",
		"Round 2", "Round 3",
	)
	if got := d.Get("/ratings.csv").Body; got != rated {
		t.Error("what was only asked about has changed the rating list")
	}
	over := regexp.MustCompile(`name="over" value="([^"]+)"`).FindStringSubmatch(asked.Body)[1]
	d.Post(
		game+"/correct", "version", version(), "result", "W", "reason", "The slip was read wrongly.", "over", over,
	).LeadsTo(t, game)
	d.Get(game).Wants(t, http.StatusOK, "White won", "The slip was read wrongly.", "Correct and rate again")
	if got := d.Get("/ratings.csv").Body; got == rated {
		t.Error("the rating list is as before")
	}
	d.Get("/director/events/1/rating").Wants(t, http.StatusOK, "The games are on the rating list", "withdrawn on")
	if n := d.rows("rating_event"); n != 2 {
		t.Errorf("%d submissions, want the first and the one in its place", n)
	}
	stranger, _ := d.Site.Account("Not", "Director")
	d.Site.Browser(d.Site.Session(stranger)).Post(game+"/correct", "version", version(), "result", "B", "reason", "Mine.").Wants(
		t, http.StatusForbidden,
	)
}
