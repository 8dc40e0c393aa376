package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestAnEventMovesOver takes a half-played event from OpenGotha: the director sees what
// the site would keep, confirms, draws the next round, and takes the event's file home.
func TestAnEventMovesOver(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	w.goTo("/director")
	w.follow("New event from a file")
	w.press("Check the file")
	w.see("Choose a file first")
	w.accessible("no file")
	file, err := filepath.Abs("../internal/formats/testdata/congress.xml")
	if err != nil {
		t.Fatal(err)
	}
	w.attach("The event file", file)
	w.press("Check the file")
	w.see("How it is played", "The players", "every place, score and tie-break is the same")
	w.accessible("what the site would keep")
	w.screen = phone
	w.do(phone.emulate())
	w.goTo(w.address())
	w.accessible("what the site would keep, on a phone")
	w.screen = desktop
	w.do(desktop.emulate())
	w.goTo(w.address())
	w.press("Set up the event")
	if strings.Contains(w.address(), "event-files") {
		w.fail("the event is not set up")
	}
	w.see("Standings")
	section := strings.TrimSuffix(w.address(), "/standings")
	w.goTo(section + "/files")
	w.see("OpenGotha")
	w.accessible("files")
}
