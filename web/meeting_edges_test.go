package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Rule 4.2: somebody of the beginning who steps out of the open meeting and is
// back was there at its beginning all the same.
func TestBackAtTheDoor(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(10)
	p := a.people[9]
	row := a.path("door") + "#p" + idText(p)
	a.secretary.post(a.path("door"), "person", idText(p), "do", "left").leadsTo(t, row)
	a.secretary.get(a.path("door")).wants(t, http.StatusOK, "Is back", `value="back"`)
	a.secretary.post(a.path("door"), "person", idText(p), "do", "back").leadsTo(t, row)
	door := a.secretary.get(a.path("door"))
	door.wants(t, http.StatusOK, "10 people are there", "10 of 10 needed")
	if strings.Contains(door.body, "Came at") {
		t.Error("who was there at the beginning came later")
	}
}

// What the secretary is sent to on the day is the door, and then the chair's
// page, though nobody has recorded that the letters were posted.
func TestWhatComesNextOnTheDay(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.does(a.path("notice"), a.path("notice"), "do", "send").leadsTo(t, a.path("notice"))
	a.secretary.get(a.path()).wants(t, http.StatusOK, "Post the letters")
	a.on("2026-10-10")
	a.secretary.get(a.path()).wants(t, http.StatusOK, "On the day: who is there?")
	for _, p := range a.people[:10] {
		a.secretary.post(a.path("door"), "person", idText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).leadsTo(t, a.path("chair"))
	a.secretary.get(a.path()).wants(t, http.StatusOK, "The meeting is open")
	a.does(a.path("motions", "1"), a.path("motions", "1")+"/end", "do", "set_aside")
	a.does(a.path("motions", "2"), a.path("motions", "2")+"/end", "do", "set_aside")
	a.does(a.path("chair"), a.path("close")).leadsTo(t, a.path("chair"))
	a.secretary.get(a.path()).wants(t, http.StatusOK, "Write the minutes")
}

// No rule asks for two weeks' notice of a committee meeting: none is too late.
func TestNoticeOfACommitteeMeetingIsNotLate(t *testing.T) {
	a := newAssembly(t)
	made := a.secretary.post("/meetings/new", "kind", "committee", "date", "2026-08-06", "time", "20:30", "place", "Online")
	if _, err := fmt.Sscanf(made.location, "/meetings/%d", &a.id); err != nil {
		t.Fatalf("%d %s", made.status, made.body)
	}
	for range 2 {
		for _, page := range []string{a.path("notice"), a.path()} {
			if got := a.secretary.get(page); got.status != http.StatusOK || strings.Contains(got.body, "Too late") {
				t.Errorf("%s: %d, and too late", page, got.status)
			}
		}
		a.secretary.post(a.path("notice"), "version", "1", "do", "send")
	}
}

// What is wrong with a notice stands beside its field, with what was typed.
func TestANoticeThatCannotBe(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	for _, do := range []string{"send", "look"} {
		a.does(a.path("notice"), a.path("notice"), "do", do, "way", "newsletter", "sent", "2026-09-30", "words", "Come, all of you.").
			wants(t, http.StatusUnprocessableEntity, `id="sent-error"`, "Come, all of you.")
		a.does(a.path("notice"), a.path("notice"), "do", do, "words", strings.Repeat("long ", 1100)).wants(t, http.StatusUnprocessableEntity, `id="words-error"`)
	}
}
