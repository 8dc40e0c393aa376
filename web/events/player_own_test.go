package events_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/ratings/scale"
	"nzgs/internal/tournaments"
	"nzgs/web/kit/kittest"
)

// ownPlayer is a member who is entered, at a browser of their own, with the address of the page.
func (d *desk) ownPlayer() (*kittest.Browser, string) {
	d.t.Helper()
	account, person := d.Site.Account("Tama", "Player")
	rating := scale.Rating(-90)
	_, err := d.Site.Tournaments.Enter(d.t.Context(), kittest.Program, person, tournaments.EntryInput{
		Section: d.section, Rating: &rating,
	})
	d.Site.Must(err)
	number := 0
	for _, e := range d.chart().Entries {
		if e.Person == person {
			number = e.Number
		}
	}
	return d.Site.Browser(d.Site.Session(account)), "/events/winter-cup-2026/sections/open/players/" + strconv.Itoa(number)
}

// The player's day on one page: table, terms, report, call, result, what comes next.
func TestThePlayersDayOnOnePage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar")
	b, page := d.ownPlayer()
	b.Get(page).Wants(t, http.StatusOK, "Round 1 of 3 stands here as soon as it is published.")
	d.play(1)
	w := d.chart()
	var game tournaments.Game
	for _, g := range w.Rounds[0].Games {
		for _, id := range []tournaments.EntryID{g.Black, g.White} {
			if e, _ := w.Entry(id); e.Name == "Tama Player" {
				game = g
			}
		}
	}
	shown := b.Get(page)
	shown.Wants(t, http.StatusOK, fmt.Sprintf("Table %d", game.Table), "Who won?", "Call the referee", "Even game, komi 7")
	if other := d.Site.Browser("").Get(page); strings.Contains(other.Body, "Who won?") || strings.Contains(other.Body, "Call the referee") {
		t.Error("a visitor may report for the player")
	}
	b.Post(page+"/call").LeadsTo(t, page)
	b.Get(page).Wants(t, http.StatusOK, "The referee was called at")
	d.Get("/director/events/1").Wants(t, http.StatusOK, "1 table waits for the referee")
	d.Get("/director/sections/1/results").Wants(t, http.StatusOK, "1 table waits for the referee")
	inbox := d.Get("/director/events/1/disputes")
	inbox.Wants(t, http.StatusOK, "Referee called", "by Tama Player", "I have been there")
	d.Post("/director/events/1/disputes/answer", "call", "1").LeadsTo(t, "/director/events/1/disputes")
	d.Get("/director/events/1/disputes").Wants(t, http.StatusOK, "Nothing is waiting", "Calls that are answered")
	b.Post(page+"/report", "result", "B", "game", fmt.Sprint(game.ID)).LeadsTo(t, page)
	b.Get(page).Wants(t, http.StatusOK, "You said: Black won", "Waiting for")
	stranger, _ := d.Site.Account("Not", "Theplayer", auth.Office{Role: auth.Director})
	if a := d.Site.Browser(d.Site.Session(stranger)).Post(page+"/report", "result", "W", "game", fmt.Sprint(game.ID)); a.Status != http.StatusForbidden {
		t.Errorf("someone else reports for the player: %d", a.Status)
	}
	for i := range w.Rounds[0].Games {
		d.Post("/director/sections/1/rounds/1/results", "table", strconv.Itoa(i+1), "result", "b")
	}
	b.Get(page).Wants(t, http.StatusOK, "Round 2 of 3 stands here as soon as it is published.")
}

// By the card of a table anyone who holds it calls; the desk says that it was by the card.
func TestACallByTheCard(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch")
	d.play(1)
	card := "/t/" + d.chart().Section.CardToken(1)
	phone := d.Site.Browser("")
	phone.Get(card+"?side=black").Wants(t, http.StatusOK, "Call the referee")
	phone.Post(card+"/call").Wants(t, http.StatusUnprocessableEntity, "Choose whether you are Black or White.")
	phone.Post(card+"/call?side=black").LeadsTo(t, card+"?side=black")
	phone.Post(card+"/call?side=white").LeadsTo(t, card+"?side=white")
	phone.Get(card+"?side=white").Wants(t, http.StatusOK, "The referee was called at")
	phone.Post("/t/1-1-aaaaaaaaaaaaaaaa/call?side=black").Wants(t, http.StatusNotFound)
	d.Get("/director/events/1/disputes").Wants(t, http.StatusOK, "by the card of table 1", "1 table waits for the referee")
}

func BenchmarkPlayerLetters(b *testing.B) {
	s := kittest.EmptySite(b)
	half := s.FillSmall().Halves[0]
	section, err := s.Tournaments.Section(b.Context(), kittest.Program, half.Section)
	s.Must(err)
	event, err := s.Tournaments.EventByID(b.Context(), kittest.Program, half.Event)
	s.Must(err)
	path := "/events/" + event.Slug + "/sections/" + section.Slug + "/players/1/letters"
	for i := 0; b.Loop(); i++ {
		s.Browser("").Post(path, "address", fmt.Sprintf("fan%d@example.nz", i))
	}
}
