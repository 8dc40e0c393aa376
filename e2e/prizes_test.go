package e2e

import (
	"strings"
	"testing"
	"time"
)

// TestTimetableAndPrizes: a director sets up a small event with a timetable and prizes, plays its last results, publishes
// the prizes and prints them; players read the times and who has won, and the projector turns.
func TestTimetableAndPrizes(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", desktop)
	first := time.Now().AddDate(0, 0, 5)
	w.goTo("/director/events/new")
	w.fill("Name", "Kōwhai Cup")
	w.fill("First day", iso(first))
	w.press("Set up the event")
	w.follow("Add a section", "Add the first section")
	w.fill("Name", "Open")
	w.fill("Rounds", "1")
	w.press("Add the section")
	w.press("Announce")
	w.follow("Entries", "Swiss, 1 round")
	for _, player := range [][3]string{{"Xanthe", "Yellowley", "2k"}, {"Quillon", "Underbrook", "5k"}} {
		w.follow("add someone new by hand")
		w.fill("Given names", player[0])
		w.fill("Family name", player[1])
		w.fill("Grade or rating", player[2])
		w.press("Enter")
		w.see(player[1])
	}

	w.follow("Kōwhai Cup")
	w.follow("Timetable", "Open")
	w.see("One is proposed from the days of the event")
	w.accessible("a timetable that is proposed")
	w.photograph("timetable-form")
	w.fill("Takes", "3000", "Round 1")
	w.press("Save the timetable")
	w.see("Enter the minutes that round 1 takes")
	w.fill("Takes", "150", "Round 1")
	w.press("Save the timetable")
	w.see("The timetable is saved.")
	w.follow("A round is late: move it")
	w.accessible("moving a round")
	w.press("Move it")
	w.see("Everyone sees the new times.")

	w.follow("Prizes")
	w.follow("Set the prizes")
	w.accessible("prizes being set")
	w.photograph("prizes-form")
	w.press("Save the prizes")
	w.see("The prizes are saved.", "As it stands now", "1st place")
	w.accessible("prizes as they stand")

	w.follow("Draw", "Prizes")
	w.press("Draw round 1")
	w.press("Publish")
	public := open(t, s, phone)
	public.goTo("/events")
	public.follow("Kōwhai Cup")
	public.see("Round 1 starts", "9:45 am", "in ")
	public.accessible("an event with a timetable")
	public.photograph("event")
	w.follow("Results", "Prizes")
	w.fill("Table", "1")
	w.fill("Result", "b")
	w.press("Save")
	w.follow("Prizes")
	w.see("Every result is in.")
	w.press("Publish the prizes")
	w.see("The prizes are announced.")
	w.photograph("prizes-desk")
	for _, print := range []string{"Prize list (PDF)", "Certificates of the winners", "Certificates of everyone who took part"} {
		if pdf := readFile(t, w.download(print)); !strings.HasPrefix(string(pdf), "%PDF") {
			t.Errorf("%s is no PDF", print)
		}
	}
	public.reload()
	public.follow("The prizes are announced")
	public.see("1st place", "2nd place", "Announced on")
	public.accessible("prizes that are announced")
	public.photograph("prizes")

	wall := open(t, s, desktop)
	wall.goTo("/events/kowhai-cup-" + iso(first)[:4] + "/wall?at=0&pause=1")
	wall.see("Open, round 1", "Go on")
	wall.accessible("the projector of an event")
	wall.follow("Next")
	wall.see("Page 2 of")
}
