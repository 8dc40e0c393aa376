package events_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/internal/pairing"
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

// A player checks in on the own page on the day of the event, once; the front page and the own page lead there, and say the
// table and when the next round starts. Nobody does it for another there.
func TestAPlayerChecksInOnTheOwnPage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar")
	b, page := d.ownPlayer()
	lacks(t, b.Get(page), "I am here")
	b.Post(page+"/here").Wants(t, http.StatusConflict, "Winter Cup begins on 4 July 2026.")
	d.Site.Now = d.Site.Now.Add(72 * time.Hour)
	b.Get("/me").Wants(t, http.StatusOK, "Say there that you have come.", "Check in, and my table")
	b.Get(page).Wants(t, http.StatusOK, "I am here</button>")
	stranger, _ := d.Site.Account("Not", "Theplayer", auth.Office{Role: auth.Director})
	other := d.Site.Browser(d.Site.Session(stranger))
	lacks(t, other.Get(page), "I am here")
	other.Post(page+"/here").Wants(t, http.StatusForbidden, "Only Tama Player can say so here.")
	d.Site.Browser("").Post(page+"/here").Wants(t, http.StatusUnauthorized, "Sign in")
	if strings.Contains(other.Get("/director/events/1/check-in").Body, "on the own page") {
		t.Error("somebody else noted it")
	}
	b.Post(page+"/here").LeadsTo(t, page)
	b.Get(page).Wants(t, http.StatusOK, "You are checked in.", "The director can see that you are here.")
	lacks(t, b.Get(page), "I am here</button>")
	lacks(t, other.Get(page), "You are checked in")
	other.Get("/director/events/1/check-in").Wants(t, http.StatusOK, "1 of 4 players here", "Tama Player, on the own page")
	lacks(t, b.Get("/me"), "Check in, and my table")
	lacks(t, b.Get("/"), "Where you play")
	d.Browser = other // a director too, signed in since
	d.play(1)
	b.Get(page).Wants(t, http.StatusOK, "You are checked in.")
	b.Get("/").Wants(t, http.StatusOK, "Where you play", "Winter Cup, Open", "Open, round 1: table ", "It starts Saturday, 10:00 am.")
	lacks(t, d.Site.Browser("").Get("/"), "Where you play")
	d.results(1, "b", "b")
	lacks(t, b.Get(page), "You are checked in.") // the result says so
}

// Somebody comes late, when results are in: the director pairs them with the one who has the bye, on the page of the round;
// both find their table, and no result is lost.
func TestALateArrivalPlaysTheByeAfterResults(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fir")
	d.play(1)
	d.results(1, "b", "w")
	b, page := d.ownPlayer() // enters in round 2
	w := d.chart()
	var late, bye tournaments.Entry
	for _, e := range w.Entries {
		switch {
		case e.Name == "Tama Player":
			late = e
		case w.Rounds[0].Byes[0] == e.ID:
			bye = e
		}
	}
	const desk = "/director/sections/1/rounds/1"
	d.Post(
		desk+"/by-hand", "version", d.versionOn(desk, "/by-hand"), "kind", "pair", "player", fmt.Sprint(late.ID), "other", fmt.Sprint(bye.ID),
	).LeadsTo(t, desk)
	b.Get(page).Wants(t, http.StatusOK, "<strong>Table 3</strong>", "against", bye.Name, "Who won?")
	d.Site.Browser("").Get(fmt.Sprintf("/events/winter-cup-2026/sections/open/players/%d", bye.Number)).
		Wants(t, http.StatusOK, "<strong>Table 3</strong>", "Tama Player")
	if r, _ := d.chart().Round(1); r.Games[0].Result != pairing.BlackWins || r.Games[1].Result != pairing.WhiteWins || len(r.Byes) != 0 {
		t.Errorf("the round is now %+v", r)
	}
	d.Get(desk).Wants(t, http.StatusOK, "Changed by hand since it was drawn", "By the criteria of the draw")
}

// BenchmarkOwnCheckIn is a player who says on the own page to have come, and the page read before.
func BenchmarkOwnCheckIn(b *testing.B) {
	d := newDesk(b)
	d.setUp()
	d.guests(plants...)
	player, page := d.ownPlayer()
	d.Site.Now = d.Site.Now.Add(72 * time.Hour)
	b.Run("page", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			player.Get(page).Wants(b, http.StatusOK, "I am here")
		}
	})
	b.Run("press", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			player.Post(page+"/here").LeadsTo(b, page)
		}
	})
}
