package events_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/pairing"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// A player's page shows the table of the round that is played with its arithmetic, then the rounds with their results, the
// place and the rating; nothing of a round that is not published.
func TestAPlayersPageInAnEvent(t *testing.T) {
	d := newDesk(t)
	d.setUp("handicap", "rating")
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fir")
	const section = "/events/winter-cup-2026/sections/open"
	page := func(number int) string { return fmt.Sprintf("%s/players/%d", section, number) }
	anybody := d.Site.Browser("")
	first := anybody.Get(page(1))
	first.Wants(t, http.StatusOK, "Player Ash", "1k", "Round 1 of 3 stands here as soon as it is published.")
	lacks(t, first, "<h2>Rounds</h2>")
	d.Post("/director/sections/1/rounds/1/draw").LeadsTo(t, "/director/sections/1/rounds/1")
	lacks(t, anybody.Get(page(1)), "Table") // a preview is the director's
	d.Post("/director/sections/1/rounds/1/publish", "version", d.versionOn("/director/sections/1/rounds/1", "/publish"), "starts", "10 am").
		LeadsTo(t, "/director/sections/1/rounds/1")
	r, _ := d.chart().Round(1)
	g := r.Games[0]
	white, _ := d.chart().Entry(g.White)
	black, _ := d.chart().Entry(g.Black)
	now := anybody.Get(page(white.Number))
	now.Wants(
		t, http.StatusOK, "Open, round 1: 10 am", "<strong>Table "+strconv.Itoa(g.Table)+"</strong>, White against", black.Name,
		"To come", fmt.Sprintf(`href="%s"`, page(black.Number)),
	)
	if g.Handicap > 0 {
		now.Wants(t, http.StatusOK, "The stronger takes White")
	}
	bye, _ := d.chart().Entry(r.Byes[0])
	anybody.Get(page(bye.Number)).Wants(t, http.StatusOK, `<p class="big">Bye</p>`)

	d.results(1, "w", "w")
	r, _ = d.chart().Round(1)
	if r.Games[0].Result != pairing.WhiteWins {
		t.Fatalf("no result is in: %+v", r.Games[0])
	}
	won := anybody.Get(page(white.Number))
	won.Wants(t, http.StatusOK, ">Won<", "<h2>Place</h2>", "after round 1", "Round 2 of 3 stands here")
	lacks(t, won, `class="big"`)
	anybody.Get(page(black.Number)).Wants(t, http.StatusOK, ">Lost<")
	anybody.Get(section+"/standings").Wants(t, http.StatusOK, fmt.Sprintf(`href="%s"`, page(white.Number)))
	anybody.Get(page(99)).Wants(t, http.StatusNotFound, "no player with this number")
	anybody.Get(section+"/players/x").Wants(t, http.StatusNotFound, "no player with this number")
}

// Whoever is entered in an event finds it on the own page; nobody else's is there.
func TestMyPageLeadsToMyEvents(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	account, person := d.Site.Account("Mere", "Player")
	_, other := d.Site.Account("Other", "Player")
	for _, p := range []tournaments.PersonID{person, other} {
		rating := scale.Rating(10)
		_, err := d.Site.Tournaments.Enter(t.Context(), kittest.Program, p, tournaments.EntryInput{Section: 1, Rating: &rating, Visitor: true})
		d.Site.Must(err)
	}
	mere := d.Site.Browser(d.Site.Session(account))
	mere.Get("/me").Wants(
		t, http.StatusOK, "Your events", "Winter Cup, Open", "/events/winter-cup-2026/sections/open/players/1", "4–5 July 2026",
	)
	if body := mere.Get("/me").Body; strings.Contains(body, "players/2") {
		t.Error("the page leads to somebody else’s")
	}
	d.play(1)
	mere.Get("/me").Wants(t, http.StatusOK, "Open, round 1: table 1,", "against Other Player")
	stranger, _ := d.Site.Account("No", "Body")
	lacks(t, d.Site.Browser(d.Site.Session(stranger)).Get("/me"), "Winter Cup, Open")
}
