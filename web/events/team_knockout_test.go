package events_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestTheBracketOfTeams: teams stand in it with the points of their boards, on the page, the wall and in print, and the
// standings say what they go by.
func TestTheBracketOfTeams(t *testing.T) {
	d := newDesk(t)
	d.setUp("boards", "2", "system", "knockout", "seeding", "fold", "third_place", "on")
	for i, name := range []string{"Auckland A", "Nelson", "Wellington", "Mixed"} {
		d.Post("/director/sections/1/teams", "name", name).LeadsTo(t, fmt.Sprintf("/director/teams/%d", i+1))
	}
	for i, name := range strings.Fields("Ash Birch Cedar Dogwood Elm Fir Gorse Hazel") {
		d.Post("/director/sections/1/entries/guest", "given_names", "Player", "family_name", name,
			"rating", fmt.Sprintf("%dk", i+1), "team", fmt.Sprint(i%4+1)).LeadsTo(t, "/director/sections/1/entries")
	}
	const public = "/events/winter-cup-2026/sections/open"
	anyone := d.Site.Browser("")
	d.play(1)
	anyone.Get(public+"/bracket").Wants(t, http.StatusOK, "The semi-finals", "From table 1: being played", "For third place", "Not known yet", "Auckland A")
	d.results(1, "b", "b", "b", "w")
	anyone.Get(public+"/bracket").Wants(t, http.StatusOK, "1–1, level; ", " goes through", "From table 3: ")
	anyone.Get(public+"/bracket.pdf").Wants(t, http.StatusOK, "%PDF")
	anyone.Get(public+"/wall?show=bracket").Wants(t, http.StatusOK, "Mixed")
	anyone.Get(public).Wants(t, http.StatusOK, "goes through")
	d.Get("/director/sections/1/draw").Wants(t, http.StatusOK)
	d.play(2)
	d.results(2, "j", "j", "b", "b")
	d.Get("/director/sections/1/rounds/2/results").Wants(t, http.StatusOK, "has no winner in ")
	anyone.Get(public+"/bracket").Wants(t, http.StatusOK, "level, to be decided")
	d.Post("/director/sections/1/rounds/2/results", "table", "1", "result", "b", "over", "1 b")
	anyone.Get(public+"/standings").Wants(t, http.StatusOK, "Rounds that the team got through", "did better on the higher boards", "it is decided by playing again")
	anyone.Get(public+"/standings?of=players").Wants(t, http.StatusOK, "Points")
	anyone.Get(public+"/crosstable").Wants(t, http.StatusOK, "Open a match for its boards")
	anyone.Get("/events/winter-cup-2026.json").Wants(t, http.StatusOK, `"boards":2`)
}
