package e2e

import "testing"

// TestPagesWorkWithoutJavaScript goes the ways people go most with scripts
// switched off: the public pages, signing in, a search, a result at the board.
func TestPagesWorkWithoutJavaScript(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := openWithoutScript(t, s, desktop)
	for path, shows := range map[string]string{
		"/": "Being played now", "/events": "Now and next", "/ratings": "players", "/clubs": "Ōtautahi Go Club",
	} {
		w.goTo(path)
		w.see(shows)
	}

	w.goTo(s.LinkFor("Treasurer"))
	w.press("Sign in")
	w.goTo("/members?q=parata+nobody")
	w.see("No one matches")

	director := openWithoutScript(t, s, desktop)
	director.goTo(s.LinkFor("Director"))
	director.press("Sign in")
	referee := call(t, s, "Referee")
	desk := referee.page(theCongress(t, referee.page("/director")))
	director.goTo(linkTo(t, desk, `/director/sections/\d+/(?:rounds/\d+/)?results`))
	director.see("results to come")
	director.fill("Result", "j")
	director.press("Save")
	director.see("Jigo")
}
