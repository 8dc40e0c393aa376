package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"
)

// A late game does not keep the hall waiting.
func TestTheNextRoundIsDrawnWithAGameOpen(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fern", "Gum")
	d.play(1)
	d.results(1, "w", "w")
	here := "/director/sections/1/rounds/2"
	late := d.chart().Rounds[0].Games[2]
	field := fmt.Sprintf("game-%d", late.ID)
	d.Get(here).Wants(t, http.StatusOK, "Draw the next round with games still open", `name="`+field+`"`, "Nothing yet: no point for either")
	d.Post(here+"/draw").Wants(t, http.StatusConflict, "results are missing at table 3")
	d.Post(here+"/draw", field, "X").Wants(t, http.StatusUnprocessableEntity, "choose what the game counts as")
	d.Post(here+"/draw", field, "B").LeadsTo(t, here)
	const counted = "Drawn while table 3 of round 1 was still being played: it counted as won by Black."
	d.Get(here).Wants(t, http.StatusOK, counted)
	d.Post(here+"/publish", "version", d.versionOn(here, "/publish")).LeadsTo(t, here)
	public := "/events/winter-cup-2026/sections/open/rounds/2"
	d.Site.Browser("").Get(public).Wants(t, http.StatusOK, counted)
	d.Site.Now = d.Site.Now.Add(60e9)
	board := "/director/sections/1/rounds/1/results"
	d.Post(board, "table", "3", "result", "w").LeadsTo(t, board+"?saved=3")
	if !regexp.MustCompile(`Round 2 would now be drawn differently: Player \w+ – Player \w+`).MatchString(d.Get(here).Readable().Body) {
		t.Error("the page names nobody who would be paired differently")
	}
	d.Get(here).Wants(t, http.StatusOK, "It has ended: White won.", "Round 2 would now be drawn differently: ", "The pairs that are published stay.")
}

func TestAPlayerAlwaysSitsAtATable(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fern", "Gum")
	d.Get("/director/entries/1").Wants(t, http.StatusOK, "Always at table")
	d.Post("/director/entries/1/table", "table", "three").Wants(t, http.StatusSeeOther)
	d.Post("/director/entries/1/table", "table", "12").LeadsTo(t, "/director/entries/1")
	d.Get("/director/entries/1").Wants(t, http.StatusOK, "always sits at table 12", `value="12"`)
	d.play(1)
	found := false
	for _, g := range d.chart().Rounds[0].Games {
		found = found || g.Table == 12 && g.Has(1)
	}
	if !found {
		t.Errorf("games %+v", d.chart().Rounds[0].Games)
	}
}
