package e2e

import (
	"testing"
)

// TestAnEventIsCancelled: a director sets an event up on a phone, cancels it, has it take place after all, and deletes
// it; whoever is not signed in reads what is so.
func TestAnEventIsCancelled(t *testing.T) {
	t.Parallel()
	s := serveDemo(t)
	w := signedIn(t, s, "Director", phone)
	w.goTo("/director/events/new")
	w.fill("Name", "Storm Cup")
	w.fill("First day", iso(today(t).AddDate(0, 0, 20)))
	w.press("Set up the event")
	w.press("Open entries")
	desk := w.address()
	w.follow("Cancel the event")
	w.accessible("cancelling an event")
	w.photograph("cancel")
	w.press("Cancel the event")
	w.see("Say why")
	w.fill("Why it is cancelled", "The storm has taken the roof off.")
	w.press("Cancel the event")
	w.see("The event is cancelled", "It takes place after all")
	w.accessible("the desk of a cancelled event")
	w.photograph("desk")

	anyone := open(t, s, phone)
	anyone.goTo("/events")
	anyone.follow("Storm Cup")
	anyone.see("Storm Cup is cancelled: The storm has taken the roof off.")
	anyone.accessible("a cancelled event")
	anyone.photograph("event")
	page := anyone.address()
	anyone.goTo(page + "/wall")
	anyone.see("Storm Cup is cancelled", "taken the roof off")
	anyone.photograph("wall")

	w.follow("Who paid")
	w.see("No one has paid")
	w.goTo(desk)
	w.follow("It takes place after all")
	w.press("It takes place")
	w.see("The event takes place after all.")
	w.follow("Delete the event")
	w.accessible("deleting an event")
	w.photograph("delete")
	w.tick("for good")
	w.press("Delete the event")
	w.see("Storm Cup is deleted.")
	anyone.goTo(page)
	anyone.see("Event not found")
}
