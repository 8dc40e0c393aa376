package events_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
)

// TestAKnockoutThroughThePages: a section by the preset, its bracket on the page, on the wall and on paper, what is not
// asked, and a jigo that is played again.
func TestAKnockoutThroughThePages(t *testing.T) {
	d := newDesk(t)
	d.setUp("system", "knockout", "seeding", "fold", "third_place", "on", "rounds", "")
	d.Get("/director/events/1/sections/new?preset=knockout").Wants(t, http.StatusOK,
		"For a cup: who loses is out", "<summary>System and games: <span>Knock-out, komi 7</span>", "<summary>The draw: <span>seeded by rating</span>")
	for i, name := range []string{"Ash", "Birch", "Cedar", "Elm", "Fir"} {
		d.Post("/director/sections/1/entries/guest", "family_name", name, "given_names", "Player", "rating", fmt.Sprintf("%dk", 1+2*i)).
			LeadsTo(t, "/director/sections/1/entries")
	}
	const public, desk = "/events/winter-cup-2026/sections/open", "/director/sections/1/rounds/"
	anyone := d.Site.Browser("")
	anyone.Get(public+"/bracket").Wants(t, http.StatusOK, "The bracket appears when round 1 is published")
	entry := d.Get("/director/entries/1")
	lacks(t, entry, "Half-point bye")
	entry.Wants(t, http.StatusOK, "Seed")
	d.Post(desk+"1/draw").LeadsTo(t, desk+"1")
	preview := d.Get(desk + "1")
	preview.Wants(t, http.StatusOK, "Goes through without a game", "seed 1 goes through: 5 players leave 3 free places", "seed 4 meets seed 5")
	for _, no := range []string{"Change this round", "Do not pair these two", "Fix this pair", "so one has a bye"} {
		lacks(t, preview, no)
	}
	lacks(t, anyone.Get(public+"/bracket"), "Ash")
	publish := func(round int) {
		t.Helper()
		at := desk + strconv.Itoa(round)
		d.Post(at+"/publish", "version", d.versionOn(at, "/publish"), "starts", "").LeadsTo(t, at)
	}
	publish(1)
	anyone.Get(public+"/bracket").Wants(t, http.StatusOK,
		"The quarter-finals", "The semi-finals", "The final", "For third place", "Not known yet", "No one", "Through without a game",
	)
	anyone.Get(public+"/wall?show=bracket").Wants(t, http.StatusOK, "Open: bracket", "The semi-finals")
	if pdf := anyone.Get(public + "/bracket.pdf"); pdf.Status != http.StatusOK || pdf.Body[:4] != "%PDF" {
		t.Errorf("print: %d", pdf.Status)
	}
	d.results(1, "j")
	if _, why := d.chart().Next(); why == "" {
		t.Error("a jigo is not decided, and the next round could be drawn")
	}
	anyone.Get(public+"/bracket").Wants(t, http.StatusOK, "to be played again")
	d.Get("/director/events/1").Wants(t, http.StatusOK, "A game has no winner", "Replay the game")
}

// TestOnlyAKnockoutHasABracket.
func TestOnlyAKnockoutHasABracket(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Get("/events/winter-cup-2026/sections/open/bracket").Wants(t, http.StatusNotFound)
	lacks(t, d.Get("/events/winter-cup-2026/sections/open"), "Bracket")
}

// TestAMatchThroughThePages says what it is the best of, and ends when it is decided.
func TestAMatchThroughThePages(t *testing.T) {
	d := newDesk(t)
	d.setUp("system", "match", "rounds", "3")
	d.Get("/director/events/1/sections/new?preset=match").Wants(t, http.StatusOK, "Games", "Match until it is decided, komi 7")
	d.guests("Ash", "Birch")
	d.Get("/events/winter-cup-2026").Wants(t, http.StatusOK, "Match, best of 3, even games")
	d.play(1)
	d.results(1, "b")
	for _, path := range []string{"/wall", "/sections/open/wall", "/sections/open/rounds/1"} {
		d.Get("/events/winter-cup-2026"+path).Wants(t, http.StatusOK, " leads 1–0, first to 2.")
	}
}
