package events_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/formats"
	"nzgs/internal/pairing"
)

// halfPlayedGotha is a half-played event as OpenGotha writes it: our own event, written in its format.
func halfPlayedGotha(t *testing.T) string {
	t.Helper()
	f := &formats.File{Name: "Lakeside Open", Place: "Wānaka", Event: pairing.Event{
		System: pairing.Swiss, Rounds: 3, HalvesDown: true, TieBreaks: []pairing.TieBreak{pairing.SOS},
		Players: []pairing.Player{
			{ID: "a", Name: "Ada Lake", Rating: 30}, {ID: "b", Name: "Bea River", Rating: 21},
			{ID: "c", Name: "Cyn Stream", Rating: 12}, {ID: "d", Name: "Dan Pond", Rating: 3},
		},
		Played: []pairing.Round{{Number: 1, Games: []pairing.Game{
			{Table: 1, White: "a", Black: "c", Result: pairing.WhiteWins},
			{Table: 2, White: "b", Black: "d", Result: pairing.BlackWins},
		}}},
	}}
	data, _, err := formats.Write(formats.OpenGotha, f)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A director takes over a half-played event: first the page says what becomes of everything, then the
// places are there, and no one else sees them before the event is announced.
func TestANewEventFromAFile(t *testing.T) {
	d := newDesk(t)
	d.Get("/director").Wants(t, http.StatusOK, "/director/events/from-file")
	d.Get("/director/events/from-file").Wants(t, http.StatusOK, "OpenGotha (.xml)")
	d.Post("/director/events/from-file").Wants(t, http.StatusUnprocessableEntity, "Choose a file first")
	d.Upload("/director/events/from-file", "file", "{\n\"players\": [").
		Wants(t, http.StatusUnprocessableEntity, "line 2")
	d.Upload("/director/events/from-file", "file", halfPlayedGotha(t)).LeadsTo(t, "/director/event-files/1")
	page := d.Get("/director/event-files/1")
	page.Wants(t, http.StatusOK,
		"Lakeside Open", "1 of 3", "every place, score and tie-break is the same", "Ada Lake",
		"Half points for absences and byes are rounded down.", "Someone new",
	)
	lacks(t, page, "Do not enter")
	sent := []string{"version", "1", "name", "", "section", "", "place", "Wānaka", "from", "2027-02-33", "to", ""}
	d.Post("/director/event-files/1", sent...).
		Wants(t, http.StatusUnprocessableEntity, "Please fix 3 things", "Wānaka", "Ada Lake")
	sent = []string{"version", "1", "name", "Lakeside Open", "section", "Open", "place", "Wānaka", "from", "2027-02-03", "to", ""}
	d.Post("/director/event-files/1", sent...).LeadsTo(t, "/director/sections/1/standings")
	d.Get("/director/sections/1/standings").Wants(t, http.StatusOK, "Dan Pond", "Ada Lake")
	d.Get("/director/sections/1/edit").Wants(t, http.StatusOK, "Kept as in the event’s file: half points")
	d.Get("/director/event-files/1").Wants(t, http.StatusNotFound, "entered, discarded")

	stranger := d.Site.Browser("")
	stranger.Get("/events/lakeside-open-2027").Wants(t, http.StatusNotFound)
	if list := stranger.Get("/events"); strings.Contains(list.Body, "Lakeside") {
		t.Error("the draft is on the public list")
	}
	d.Post("/director/sections/1/rounds/2/draw").LeadsTo(t, "/director/sections/1/rounds/2")

	d.Upload("/director/events/from-file", "file", halfPlayedGotha(t)).LeadsTo(t, "/director/event-files/2")
	d.Post("/director/event-files/2/discard").LeadsTo(t, "/director")
	d.Get("/director/event-files/2").Wants(t, http.StatusNotFound)
}
