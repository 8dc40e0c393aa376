package e2e

import (
	"net/url"
	"regexp"
	"testing"
)

var (
	player = regexp.MustCompile(`Here<span class="sr-only"> : ([^<]+)</span>`)
	doors  = regexp.MustCompile(`href="(/here/[0-9a-z-]+)"`)
)

// TestCheckIn: somebody at the door of the Congress notes on a phone who has come, and a player says so on the page to
// which the poster leads.
func TestCheckIn(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", phone)
	w.goTo("/director")
	w.goTo(theCongress(t, w.html()))
	w.follow("Check-in: who has come")
	w.see("players here")
	w.accessible("who has come to an event")
	name := player.FindStringSubmatch(w.html())
	if name == nil {
		t.Fatal("nobody can be checked in")
	}
	for _, door := range doors.FindAllStringSubmatch(w.html(), -1) {
		if w.goTo(door[1] + "?find=" + url.QueryEscape(name[1])); w.has("main form[method=post]") {
			w.goTo(door[1])
			break
		}
	}
	w.fill("Your name", name[1])
	w.press("Find")
	w.see("I am here")
	w.accessible("a player at the door")
	w.press("I am here")
	w.see("Welcome,", "The director can see that you are here.", "Rounds", "Place")
	w.accessible("a player’s page in an event")
	w.goTo("/director")
	w.goTo(theCongress(t, w.html()))
	w.follow("Check-in: who has come")
	w.choose("Show", "Here")
	w.see("1 of", "the code at the door")
	w.press("Undo")
	w.see("is not here.")
}
