package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
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
	a.notified()
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

// The treasurer records and opens through the pages what only the treasurer
// came to (rule 4.3).
func TestTheTreasurerAtTheDoor(t *testing.T) {
	a := newAssembly(t)
	account, person := a.account("Tane", "Treasurer", auth.Office{Role: auth.Treasurer})
	a.planned()
	treasurer := a.browser(a.session(account))
	treasurer.get(a.path("door")).wants(t, http.StatusForbidden)
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	treasurer = a.browser(a.session(account))
	treasurer.get(a.path()).wants(t, http.StatusOK, "On the day: who is there?", a.path("door"))
	treasurer.get(a.path("door")).wants(t, http.StatusOK, "Present")
	for _, p := range append(a.people[2:12:12], person) {
		treasurer.post(a.path("door"), "person", idText(p), "do", "here").leadsTo(t, a.path("door")+"#p"+idText(p))
	}
	page := treasurer.get(a.path("chair"))
	page.wants(t, http.StatusOK, "10 of 10 needed", "Open the meeting")
	treasurer.post(a.path("open"), "version", a.versionIn(page, a.path("open"))).leadsTo(t, a.path("chair"))
	a.member.get(a.path("door")).wants(t, http.StatusForbidden)
}

// The committee's motions are on its chair's page, under the last item.
func TestACommitteeMeetingFromTheChair(t *testing.T) {
	a := newAssembly(t)
	made := a.secretary.post("/meetings/new", "kind", "committee", "date", "2026-08-06", "time", "20:30", "place", "Online")
	if _, err := fmt.Sscanf(made.location, "/meetings/%d", &a.id); err != nil {
		t.Fatalf("%d %s", made.status, made.body)
	}
	a.secretary.post(a.path("motions", "new"), "title", "Boards", "text", "That ten boards be bought.", "origin", "committee").leadsTo(t, a.path("motions", "1"))
	_, third := a.account("Tane", "Treasurer", auth.Office{Role: auth.Treasurer})
	a.on("2026-08-06")
	for _, p := range append(a.people[:2:2], third) {
		a.secretary.post(a.path("door"), "person", idText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).leadsTo(t, a.path("chair"))
	a.secretary.get(a.path("chair")).wants(t, http.StatusOK, "1 motion to decide", "That ten boards be bought.", "A motion is put")
}
