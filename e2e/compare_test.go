package e2e

import "testing"

// TestDirectorComparesSystems asks what systems and rounds would give: a
// question that is refused, one that is answered while the director waits and
// when coming back, one about a section's field; a secretary without scripts,
// who may create events too; and a question that takes long.
func TestDirectorComparesSystems(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	w.goTo("/director")
	w.follow("Compare systems")
	w.fill("Players", "2000")
	w.press("Compare")
	w.seeProblem("Players", "2 to 1000")
	w.accessible("refused")
	w.fill("Players", "12")
	w.fill("Rounds", "3, 4")
	w.press("Compare")
	w.see("What would 3 or 4 rounds give?", "12 players spread like the rating list")
	w.see("All figures", "McMahon, 4 rounds against Swiss, 3 rounds", "events each way")
	w.unfold("What each figure means")
	w.accessible("answered")

	answer := w.address()
	w.goTo("/events")
	w.goTo(answer)
	w.see("All figures")

	w.goTo("/director")
	w.goTo(theCongress(t, w.html()))
	w.follow("Compare systems", "Handicap")
	w.see("players entered")
	w.accessible("a section's field")
	w.press("Compare")
	w.see("who are entered;")
	w.judge("Director")

	plain := openWithoutScript(t, s, phone)
	plain.goTo(s.LinkFor("Secretary"))
	plain.press("Sign in")
	plain.goTo(answer)
	plain.see("All figures")

	// Last, because it computes until the server stops.
	w.goTo("/director/compare")
	w.fill("Players", "400")
	w.press("Compare")
	w.see("You can leave this page and come back to it.")
	w.accessible("waiting")
}
