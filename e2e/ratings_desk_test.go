package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheRatingsDesk goes from the rating list to the desk, to a player whom an event
// moved far, sets the rating with a reason, and takes it back.
func TestTheRatingsDesk(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Secretary", desktop)
	w.goTo("/ratings")
	w.follow("Ratings desk")
	w.see("Players to look at", "Provisional ratings")
	w.accessible("the desk")
	w.follow("The list on a past day")
	w.fill("On", "1 May 2099")
	w.see("Choose a day that is not in the future.")
	w.accessible("a list of the future")
	w.goTo("/ratings/desk/players?which=provisional")
	w.accessible("provisional players")
	player := linkTo(t, w.html(), `/ratings/\d+`)
	w.goTo(player)
	w.see("No rating of this player was set.")
	w.follow("Set the rating")
	w.press("Set the rating")
	w.see("Enter a rating or a grade", "Choose a day that is not in the future.", "Say in at most 300 characters")
	w.accessible("a form that is refused")
	w.fill("Rating", "2d")
	w.fill("From the morning of", iso(today(t)))
	w.fill("Why", "Awarded 2 dan by the Nihon Ki-in while away.")
	w.press("Set the rating")
	w.see("The rating is set. No event comes after it. A letter to the player is in the outbox.", "2.0, 2 dan", "Awarded 2 dan by the Nihon Ki-in while away.")
	w.accessible("a rating that is set")

	everyone := open(t, s, phone)
	everyone.goTo(player)
	everyone.see("Set by the ratings officer", "Awarded 2 dan by the Nihon Ki-in while away.")
	everyone.accessible("a rating that is set, on a phone")

	everyone.goTo("/ratings")
	everyone.follow("This list for OpenGotha, Pairgoth and other Go programs")
	everyone.unfold("names are written in another way")
	everyone.accessible("the list for Go programs, on a phone")
	list, err := os.ReadFile(everyone.download("Download the list"))
	if err != nil {
		t.Fatal(err)
	}
	if at := "\n(" + today(t).Format("02 Jan 2006") + ")\n"; !strings.Contains(string(list), at) {
		everyone.fail("the file lacks %q", at)
	}

	w.goTo("/ratings/desk/changes?from=" + iso(today(t).AddDate(0, 0, -1)) + "&to=" + iso(today(t)))
	w.see("set by the ratings officer")
	w.goTo("/ratings/desk")
	w.follow("Ratings that were set")
	w.follow("Withdraw")
	w.fill("Why it is withdrawn", "It was for another player.")
	w.press("Withdraw")
	w.see("It is withdrawn. No event comes after it.", "It was for another player.")
	w.accessible("withdrawn")
	everyone.goTo(player)
	everyone.see("Events and games")
	if everyone.has("#set") {
		everyone.fail("a rating that was withdrawn is shown")
	}
	takePastEvents(t, w, everyone)
}

// takePastEvents: events of earlier years come from their files, and the list is worked out once.
func takePastEvents(t *testing.T, w, everyone *window) {
	dir := t.TempDir()
	file := func(name, from string) string {
		path := filepath.Join(dir, name+".json")
		content := `{"name": "` + name + `", "from": "` + from + `", "place": "Ōtaki", "system": "swiss", "rounds": 2,
 "players": [{"id": "a", "name": "Ada Lakewood", "rating": 1.4, "club": "Ōtaki"}, {"id": "b", "name": "Bea Riverbend", "rating": 0.2}],
 "played": [{"round": 1, "games": [{"table": 1, "white": "a", "black": "b", "handicap": 2, "result": "B"}]}]}`
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	w.goTo("/ratings/desk")
	w.follow("Past events from files")
	w.see("No file waits")
	w.follow("Send a rating list")
	list := filepath.Join(dir, "list.csv")
	if err := os.WriteFile(list, []byte("Name,Rating,Games\nAda Lakewood,1.1,40\nZoe Keaton,-3.2,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.attach("The list", list)
	w.fill("Day of the list", "2018-12-31")
	w.fill("Where it comes from", "The list of the old program")
	w.press("Check the list")
	w.see("the number of rated games is missing")
	w.accessible("a rating list that is refused")
	w.attach("The list", list)
	w.fill("Rated games, where the list does not say", "10")
	w.press("Check the list")
	w.see("Rating list: The list of the old program", "2 players", "Zoe Keaton")
	w.follow("Send event files")
	w.attach("The event files", file("Winter Open", "2019-07-06"), file("Autumn Open", "2018-04-07"))
	w.press("Check the files")
	w.see("Autumn Open, 7 April 2018", "Winter Open, 6 July 2019", "1 of 2 rounds were drawn", "Places agree", "Ada Lakewood", "New to the register")
	w.accessible("past events that wait")
	w.press("Take these files and work out the list")
	w.see("2 past events are on the site, 2 of them rated with 2 games. 2 ratings are taken over from the list. 3 people are new to the register.")
	everyone.goTo("/ratings?scope=all&q=Zoe+Keaton")
	everyone.follow("Zoe Keaton")
	everyone.see("10 taken over", "The list of the old program")
	everyone.accessible("a player of a starting list")
	everyone.goTo("/ratings?scope=all&q=Ada+Lakewood")
	everyone.follow("Ada Lakewood")
	everyone.see("Winter Open", "The list of the old program")
	everyone.goTo("/events/autumn-open-2018")
	everyone.see("Autumn Open", "Ada Lakewood")
}
