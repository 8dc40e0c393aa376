package events_test

import (
	"net/http"
	"strings"
	"testing"
)

// A director corrects the name of a guest from the page of the entry, also when the event is over; who may be somebody
// else in the register is asked about, and nothing typed is lost.
func TestAGuestsNameIsCorrected(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Smiht", "Birch")
	d.Site.Register("Aroha", "Tamihana")
	const entry, name = "/director/entries/1", "/director/entries/1/name?person="
	page := d.Get(entry)
	page.Wants(t, http.StatusOK, "Correct the name of Player Smiht")
	at := name + page.Body[strings.Index(page.Body, name)+len(name):][:1]
	d.Get(at).Wants(t, http.StatusOK, `value="Smiht"`, `value="Player"`)

	d.Post(at, "family_name", "", "given_names", "Jane", "version", "1").
		Wants(t, http.StatusUnprocessableEntity, `id="family_name-error"`, `value="Jane"`)
	d.Post(at, "family_name", "Tamihana", "given_names", "Aroha", "version", "1").
		Wants(t, http.StatusUnprocessableEntity, "Aroha Tamihana is in the register", "this is someone else", `name="apart"`)
	d.Post(at, "family_name", "Smith", "given_names", "Player", "version", "1").LeadsTo(t, entry)
	d.Get(entry).Wants(t, http.StatusOK, "It was Player Smiht", "Correct the name of Player Smith")
	d.Post(at, "family_name", "Smythe", "given_names", "Player", "version", "1").Wants(t, http.StatusConflict, "Smythe")
	d.Site.Browser("").Get("/events/winter-cup-2026/sections/open/players").Wants(t, http.StatusOK, "Player Smith")
	d.Get(name+"999").Wants(t, http.StatusConflict, "Ask the secretary")
}
