package events_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/web/kit"
)

// A player without a camera types the letters of the card and comes to where its code leads.
func TestLettersOfATableCard(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm")
	d.play(1)
	section := d.chart().Section
	letters, card := section.CardLetters(2), kit.TableCardURL(section.CardToken(2))
	player := d.Site.Browser("")
	player.Get("/t").Wants(t, http.StatusOK, "Six letters", `action="/t"`)
	early := player.Post("/t", "letters", letters)
	early.Wants(
		t, http.StatusUnprocessableEntity, "No table of a round that is out has these letters today", `value="`+letters+`"`,
	)
	d.Site.Now = d.Site.Now.Add(4 * 24 * time.Hour) // the event's second day
	player.Post("/t", "letters", strings.ToLower(letters[:3])+" "+letters[3:]).LeadsTo(t, card)
	player.Get(card).Wants(t, http.StatusOK, "Table 2")
	player.Post("/t", "letters", "BCDF<b>").Wants(
		t, http.StatusUnprocessableEntity, "Enter the six letters of the card", "BCDF&lt;b&gt;",
	)
}
