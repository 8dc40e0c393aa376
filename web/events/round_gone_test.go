package events_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Two directors: while one has the pages of a round open, the other takes that
// round back. Every way on leads to what there is now, with a message.
func TestRoundTakenBackMeanwhile(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	d.results(1, "b", "b")
	d.play(2)
	first, second, third := "/director/sections/1/rounds/1", "/director/sections/1/rounds/2", "/director/sections/1/rounds/3"
	drawPage, resultsPage := "/director/sections/1/draw", "/director/sections/1/results"
	d.Get(third).Wants(t, http.StatusOK, "Results of round 2 are missing")
	game := d.chart().Rounds[1].Games[0]

	d.Post(second+"/unpublish", "version", d.versionOn(second, "/unpublish")).LeadsTo(t, second)
	d.Get(second)
	t.Run("results of a round that is a preview again", func(t *testing.T) {
		d.Post(second+"/results", "table", "1", "result", "b").LeadsTo(t, resultsPage)
		d.Get(resultsPage).Wants(t, http.StatusOK, "Round 2 is not published, so nothing was saved.", "Open, round 1")
		d.Post(second+"/results/undo").LeadsTo(t, resultsPage)
		d.Get(second+"/results").LeadsTo(t, resultsPage)
		d.Get(resultsPage).Wants(t, http.StatusOK, "Round 2 is not published.", "Open, round 1")
	})

	d.Post(second+"/discard", "version", d.versionOn(second, "/discard")).LeadsTo(t, second)
	d.Get(second)
	t.Run("a form that leads back to a round that is not there", func(t *testing.T) {
		ash := d.chart().Entries[0]
		d.Post(
			fmt.Sprintf("/director/entries/%d/absent", ash.ID), "round", "3", "plays", "no", "version", fmt.Sprint(ash.Version),
			"back", third,
		).LeadsTo(t, third)
		d.Get(third).LeadsTo(t, drawPage)
		d.Get(drawPage).Wants(
			t, http.StatusOK, "sits out round 3. There is no round 3 yet: the next to be drawn is round 2.", "Draw round 2",
		)
	})
	t.Run("a form of a round that is not there", func(t *testing.T) {
		d.Post(third+"/forbid", "a", "1", "b", "2", "only", "3").LeadsTo(t, drawPage)
		d.Get(drawPage).Wants(t, http.StatusOK, "the next to be drawn is round 2. Nothing was changed.")
		d.Post(third+"/results", "table", "1", "result", "b").LeadsTo(t, resultsPage)
		d.Get(resultsPage).Wants(t, http.StatusOK, "Nothing was changed.")
	})
	t.Run("a form of a game that is not there", func(t *testing.T) {
		r := httptest.NewRequest(
			http.MethodPost, fmt.Sprintf("/director/games/%d/swap", game.ID), strings.NewReader("version=1"),
		)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Referer", "http://"+r.Host+second)
		d.Send(r).LeadsTo(t, second)
		d.Get(second).Wants(t, http.StatusOK, "Game not found; the round may have been drawn again.")
		d.Post(fmt.Sprintf("/director/games/%d/swap", game.ID), "version", "1").Wants(t, http.StatusNotFound)
	})
	t.Run("a round that never was", func(t *testing.T) {
		for _, path := range []string{
			"/director/sections/1/rounds/4", "/director/sections/1/rounds/0", "/director/sections/1/rounds/x",
			"/director/sections/1/rounds/-1",
		} {
			d.Get(path).Wants(t, http.StatusNotFound)
		}
	})
	d.Get(first).Wants(t, http.StatusOK, "Open, round 1")
}
