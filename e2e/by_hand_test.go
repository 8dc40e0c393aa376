package e2e

import (
	"regexp"
	"strings"
	"testing"
)

var atTable = regexp.MustCompile(`<option value="\d+">([^<]+, table \d+)</option>`)

// TestPairsByHand: two players of the running round of the Congress sat at the wrong tables; the
// director exchanges them on a phone, and no other table changes.
func TestPairsByHand(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", phone)
	w.goTo("/director")
	w.goTo(theCongress(t, w.html()))
	w.goTo(linkTo(t, w.html(), `/director/sections/\d+/results`))
	w.follow("Draw")
	w.see("Published")
	w.unfold("Change pairs of this round")
	players := atTable.FindAllStringSubmatch(w.html(), -1)
	one, other := players[0][1], ""
	for _, p := range players {
		if tableOf(p[1]) != tableOf(one) {
			other = p[1]
			break
		}
	}
	w.choose("Player", one)
	w.choose("Other player", other)
	w.press("Change this round")
	w.see("There is a result at")
	w.accessible("a change by hand that is refused")
	w.tick("Set aside the result of a game that changes")
	w.fill("Why it is changed", "They sat at each other’s table.")
	w.press("Change this round")
	w.see("is changed. Only the games of these players are touched.", "are exchanged.", "Set aside: table", "They sat at each other’s table.")
	w.accessible("a round that was changed by hand")

	// The player finds the new table with a few letters of the name.
	name, _, _ := strings.Cut(one, ",")
	everyone := open(t, s, phone)
	everyone.goTo("/events")
	everyone.follow("Go Congress 2026")
	everyone.fill("Find my table", name)
	everyone.press("Find")
	everyone.see(name, "Table "+tableOf(other))
	everyone.accessible("a table that was found")
}

func tableOf(option string) string { return regexp.MustCompile(`\d+$`).FindString(option) }
