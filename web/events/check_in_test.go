package events_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The director checks people in by a press each, finds who has not come with a few letters, and lets them sit the round
// out from the page of the draw; the page leads a late one back in.
func TestCheckIn(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	const desk, draw = "/director/events/1/check-in", "/director/sections/1/rounds/1"
	d.Get(desk).Wants(t, http.StatusOK, "No players yet")
	d.guests("Ash", "Birch", "Cedar", "Elm", "Fir")
	d.Get("/director/events/1").Wants(t, http.StatusOK, `href="`+desk+`"`)
	d.Get(desk).Wants(t, http.StatusOK, "0 of 5 players here", "Ash", "Sits out round 1")
	lacks(t, d.Get("/director/sections/1/draw"), `id="not-here"`)

	for n := 1; n <= 3; n++ {
		d.Post("/director/entries/"+strconv.Itoa(n)+"/here", "back", desk+"?show=not-here").LeadsTo(t, desk+"?show=not-here")
	}
	left := d.Get(desk + "?show=not-here")
	left.Wants(t, http.StatusOK, "3 of 5 players here", "Elm", "Fir", "Player Cedar is here.")
	lacks(t, left, "Birch")
	d.Get(desk+"?find=zz").Wants(t, http.StatusOK, "No player of this list has these letters")
	came := d.Get(desk + "?find=ash")
	came.Wants(t, http.StatusOK, "Ruairi Kerrigan", ">Undo<")
	lacks(t, came, "Birch")
	d.Post("/director/entries/3/not-here", "back", desk).LeadsTo(t, desk)

	d.Get(draw).Wants(t, http.StatusOK, "3 players have not come:", "Player Cedar, Player Elm and Player Fir")
	d.Post(draw+"/sit-out").LeadsTo(t, draw)
	d.Get(draw).Wants(t, http.StatusOK, "Round 1 is drawn without Player Cedar, Player Elm and Player Fir.", "2 players")

	d.Post("/director/entries/3/here", "back", desk).LeadsTo(t, desk)
	d.Get(desk).Wants(t, http.StatusOK, "Plays round 1", "does not play round 1")
	d.Post("/director/entries/3/absent", "version", d.versionOn(desk, "/entries/3/absent"), "round", "1", "plays", "yes", "back", desk).
		LeadsTo(t, desk)
	d.play(1)
	d.Post("/director/entries/4/here", "back", desk).LeadsTo(t, desk)
	d.Get(desk).Wants(t, http.StatusOK, "Put into round 1 by hand", `href="`+draw+`#by-hand"`)
	lacks(t, d.Get(desk), "Put into round 1 by hand</a> <")

	// A referee helps at the door and decides nothing about rounds; whoever has no office there does nothing.
	account, _ := d.Site.Account("Mere", "Helper", auth.Office{Role: auth.Referee})
	helper := d.Site.Browser(d.Site.Session(account))
	page := helper.Get(desk)
	page.Wants(t, http.StatusOK, "4 of 5 players here")
	lacks(t, page, "Sits out")
	helper.Post("/director/entries/5/here", "back", desk).LeadsTo(t, desk)
	if got := helper.Post(draw + "/sit-out").Status; got != http.StatusForbidden {
		t.Errorf("the helper lets people sit out: %d", got)
	}
	other, _ := d.Site.Account("No", "Body")
	stranger := d.Site.Browser(d.Site.Session(other))
	if got := stranger.Post("/director/entries/5/not-here").Status; got != http.StatusForbidden && got != http.StatusNotFound {
		t.Errorf("a stranger takes somebody's coming back: %d", got)
	}
	lacks(t, d.Site.Browser("").Get("/events/winter-cup-2026.json"), "Kerrigan")
}

// A player scans the poster, finds the own name, and says to be there; on another day the page says when to come back.
func TestThePosterAtTheDoor(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.guests("Ash", "Birch", "Cedar", "Manaia", "Matiu", "Mahina", "Mareikura", "Māui", "Mawhero", "Maiki", "Marama", "Makareta")
	door := kit.DoorURL(d.chart().Section.DoorCode())
	d.Get("/director/sections/1/prints").Wants(t, http.StatusOK, "/director/sections/1/poster.pdf")
	if pdf := d.Get("/director/sections/1/poster.pdf"); pdf.Status != http.StatusOK || !strings.HasPrefix(pdf.Body, "%PDF") {
		t.Errorf("the poster: %d", pdf.Status)
	}
	player := d.Site.Browser("")
	player.Get(door+"?find=birch").Wants(t, http.StatusOK, "Winter Cup begins on 4 July 2026. Come back to this page on that day.")
	lacks(t, player.Get(door+"?find=birch"), "I am here</button>")
	player.Post(door, "player", "2").LeadsTo(t, door)
	d.Site.Now = d.Site.Now.Add(72 * time.Hour)
	player.Get(door).Wants(t, http.StatusOK, "Winter Cup, Open", "Some letters of it are enough.")
	player.Get(door+"?find=ma").Wants(t, http.StatusOK, "9 players have these letters: the first 8 are shown")
	player.Get(door+"?find=nobody").Wants(t, http.StatusOK, "No one of this name is entered in Open.")
	player.Get(door+"?find=birch").Wants(t, http.StatusOK, "Player Birch", "I am here")
	const own = "/events/winter-cup-2026/sections/open/players/2"
	player.Post(door, "player", "2").LeadsTo(t, own)
	player.Get(own).Wants(t, http.StatusOK, "Welcome, Player Birch. The director can see that you are here.")
	account, _ := d.Site.Account("Other", "Director", auth.Office{Role: auth.Director})
	d.Site.Browser(d.Site.Session(account)).Get("/director/events/1/check-in").Wants(t, http.StatusOK, "1 of 12 players here", "the code at the door")
	player.Get("/here/1-wrong").Wants(t, http.StatusNotFound, "This code is not valid.")
	player.Post(door, "player", "999").Wants(t, http.StatusNotFound, "This player is not entered in Open.")
}

// BenchmarkDoor is what whoever has the code of the poster can do with it: find a name, and say to be there.
func BenchmarkDoor(b *testing.B) {
	s := kittest.EmptySite(b)
	half := s.FillSmall().Halves[0]
	s.Now = s.Now.Add(time.Minute)
	for name, do := range map[string]func(*kittest.Browser){
		"find":  func(p *kittest.Browser) { p.Get(kit.DoorURL(half.Door) + "?find=a") },
		"press": func(p *kittest.Browser) { p.Post(kit.DoorURL(half.Door), "player", "1") },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				do(s.Browser(""))
			}
		})
	}
}
