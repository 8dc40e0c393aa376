package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	proposalLinks = regexp.MustCompile(`<a href="(/diplomas/desk/proposals/[0-9]+)">([^<]+)</a>`)
	awardButtons  = regexp.MustCompile(`<button[^>]*>(Award [^<]+)</button>`)
)

// One dan from proposal to diploma: the ratings officer of the demonstration sees who reached a dan and by which games,
// records the committee's resolution, and the diploma is in the public register and can be printed.
func TestADanInTheBrowser(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	w.goTo("/diplomas/desk")
	w.see("Proposals", "Register")
	first := proposalLinks.FindStringSubmatch(w.html())
	if first == nil {
		t.Fatal("no proposal waits in the demonstration")
	}
	w.goTo(first[1])
	w.see("The games of", "Awarded before")
	award := awardButtons.FindStringSubmatch(w.html())
	if award == nil {
		t.Fatal("nothing can be awarded")
	}
	w.press(award[1])
	w.see("Enter the number of the committee’s resolution, like 2026/3.")
	w.fill("Resolution of the committee", itoa(today(t).AddDate(0, 0, -2).Year())+"/1")
	w.press(award[1])
	w.see("Diploma 4 is in the register.")
	if _, body := s.get("/diplomas.json"); !strings.Contains(body, `"number":4`) {
		t.Errorf("the register is %s", body)
	}
	file, err := os.ReadFile(w.fetch(s.URL + "/diplomas/numbers/4/diploma.pdf"))
	if err != nil || !strings.HasPrefix(string(file), "%PDF") {
		t.Errorf("the diploma is no PDF: %v", err)
	}
}
