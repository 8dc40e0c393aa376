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
	d.Get("/director/sections/1/edit").Wants(t, http.StatusOK, `name="halves_down" value="on" checked`)
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

// The event's page at .json is an event file: whoever downloads it without an account works out the
// same places, and a site that takes it in has them too.
func TestTheEventsPageIsAnEventFile(t *testing.T) {
	d := newDesk(t)
	d.Upload("/director/events/from-file", "lake.xml", halfPlayedGotha(t)).LeadsTo(t, "/director/event-files/1")
	d.Post(
		"/director/event-files/1", "version", "1", "name", "Lakeside Open", "section", "Open", "from", "2027-02-03",
	).LeadsTo(t, "/director/sections/1/standings")
	d.Post("/director/events/1/announce", "version", "1").LeadsTo(t, "/director/events/1")
	stranger := d.Site.Browser("")
	whole := stranger.Get("/events/lakeside-open-2027.json")
	whole.Wants(t, http.StatusOK, `"event_file":{`)
	file, _, err := formats.Read(formats.JSON, []byte(whole.Body))
	if err != nil {
		t.Fatal(err)
	}
	if !file.Event.HalvesDown || file.Name != "Lakeside Open, Open" {
		t.Errorf("read as %+v", file)
	}
	d.Upload("/director/events/from-file", "site.json", whole.Body).LeadsTo(t, "/director/event-files/2")
	d.Get("/director/event-files/2").Wants(t, http.StatusOK, "every place, score and tie-break is the same")
	d.Post(
		"/director/event-files/2", "version", "1", "name", "Lakeside Again", "section", "Open", "from", "2027-02-03",
	).LeadsTo(t, "/director/sections/2/standings")
	places := func(address string) string {
		body := d.Get(address).Body
		_, rest, ok := strings.Cut(body, `"rows":`)
		if !ok {
			t.Fatalf("%s: %s", address, body)
		}
		return rest
	}
	was := places("/events/lakeside-open-2027/sections/open/standings.json")
	if now := places("/events/lakeside-again-2027/sections/open/standings.json"); now != was {
		t.Errorf("after the round trip\n%s\nwant\n%s", now, was)
	}
}

// Where the two ways to count direct comparison differ, the standings say for whom. D beat A, A beat B and C, B beat C, and
// all end with two points: by who beat whom D is first; by points all four share, because not all have met.
func TestTheOtherDirectComparisonIsSaid(t *testing.T) {
	d := newDesk(t)
	d.Upload("/director/events/from-file", "file", `{"name":"Small Cup","system":"swiss","rounds":3,"tie_breaks":["DC"],"players":[
		{"id":"a","name":"Ann A","rating":4},{"id":"b","name":"Bo B","rating":3,"start_score":1},
		{"id":"c","name":"Cy C","rating":2,"start_score":2},{"id":"d","name":"Di D","rating":1,"start_score":1}],"played":[
		{"round":1,"games":[{"white":"a","black":"b","result":"W"}]},{"round":2,"games":[{"white":"a","black":"c","result":"W"}]},
		{"round":3,"games":[{"white":"d","black":"a","result":"W"},{"white":"b","black":"c","result":"W"}]}]}`).
		LeadsTo(t, "/director/event-files/1")
	d.Post("/director/event-files/1", "version", "1", "name", "Small Cup", "section", "Open", "place", "", "from", "2027-02-03", "to", "").
		LeadsTo(t, "/director/sections/1/standings")
	d.Get("/director/sections/1/standings").Wants(
		t, http.StatusOK, "Here it goes by who beat whom; by the other,", "places differ: Di D 1=, not 1; Ann A 1=, not 2",
	)
}
