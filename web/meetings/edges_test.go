package meetings_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// Rule 4.2: somebody of the beginning who steps out of the open meeting and is
// back was there at its beginning all the same.
func TestBackAtTheDoor(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(10)
	p := a.people[9]
	row := a.path("door") + "#p" + kit.IDText(p)
	a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "left").LeadsTo(t, row)
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, "Is back", `value="back"`)
	a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "back").LeadsTo(t, row)
	door := a.secretary.Get(a.path("door"))
	door.Wants(t, http.StatusOK, "10 people are here", "10 of 10 needed")
	if strings.Contains(door.Body, "Came at") {
		t.Error("who was there at the beginning came later")
	}
}

// What the secretary is led to: the letters until the last one has left, on the
// day the door, and then the chair's page.
func TestWhatComesNextOnTheDay(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.does(a.path("notice"), a.path("notice"), "do", "send").LeadsTo(t, a.path("notice"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Some letters have not left yet")
	a.lettersPosted()
	a.on("2026-10-10")
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "On the day: who is here?")
	for _, p := range a.people[:10] {
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "The meeting is open")
	a.does(a.path("motions", "1"), a.path("motions", "1")+"/end", "do", "set_aside")
	a.does(a.path("motions", "2"), a.path("motions", "2")+"/end", "do", "set_aside")
	a.does(a.path("chair"), a.path("close")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Write the minutes")
}

// No rule asks for two weeks' notice of a committee meeting: none is too late.
func TestNoticeOfACommitteeMeetingIsNotLate(t *testing.T) {
	a := newAssembly(t)
	made := a.secretary.Post(
		"/meetings/new", "kind", "committee", "date", "2026-08-06", "time", "20:30", "place", "Online",
	)
	if _, err := fmt.Sscanf(made.Location, "/meetings/%d", &a.id); err != nil {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	for range 2 {
		for _, page := range []string{a.path("notice"), a.path()} {
			if got := a.secretary.Get(page); got.Status != http.StatusOK || strings.Contains(got.Body, "Too late") {
				t.Errorf("%s: %d, and too late", page, got.Status)
			}
		}
		a.secretary.Post(a.path("notice"), "version", "1", "do", "send")
	}
}

// What is wrong with a notice stands beside its field, with what was typed.
func TestANoticeThatCannotBe(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	for _, do := range []string{"send", "look"} {
		a.does(
			a.path("notice"), a.path("notice"), "do", do, "way", "newsletter", "sent", "2026-09-30", "words",
			"Come, all of you.",
		).
			Wants(t, http.StatusUnprocessableEntity, `id="sent-error"`, "Come, all of you.")
		a.does(
			a.path("notice"), a.path("notice"), "do", do, "words", strings.Repeat("long ", 1100),
		).Wants(t, http.StatusUnprocessableEntity, `id="words-error"`)
	}
}

// The treasurer records and opens through the pages what only the treasurer
// came to (rule 4.3).
func TestTheTreasurerAtTheDoor(t *testing.T) {
	a := newAssembly(t)
	account, person := a.Account("Tane", "Treasurer", auth.Office{Role: auth.Treasurer})
	a.planned()
	treasurer := a.Browser(a.Session(account))
	treasurer.Get(a.path("door")).Wants(t, http.StatusForbidden)
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	treasurer = a.Browser(a.Session(account))
	treasurer.Get(a.path()).Wants(t, http.StatusOK, "On the day: who is here?", a.path("door"))
	treasurer.Get(a.path("door")).Wants(t, http.StatusOK, "Present")
	for _, p := range append(a.people[2:12:12], person) {
		treasurer.Post(a.path("door"), "person", kit.IDText(p), "do", "here").LeadsTo(t, a.path("door")+"#p"+kit.IDText(p))
	}
	page := treasurer.Get(a.path("chair"))
	page.Wants(t, http.StatusOK, "10 of 10 needed", "Open the meeting")
	treasurer.Post(a.path("open"), "version", a.versionIn(page, a.path("open"))).LeadsTo(t, a.path("chair"))
	a.member.Get(a.path("door")).Wants(t, http.StatusForbidden)
}

// The committee's motions are on its chair's page, under the last item.
func TestACommitteeMeetingFromTheChair(t *testing.T) {
	a := newAssembly(t)
	made := a.secretary.Post(
		"/meetings/new", "kind", "committee", "date", "2026-08-06", "time", "20:30", "place", "Online",
	)
	if _, err := fmt.Sscanf(made.Location, "/meetings/%d", &a.id); err != nil {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	a.secretary.Post(
		a.path("motions", "new"), "title", "Boards", "text", "That ten boards be bought.", "origin", "committee",
	).LeadsTo(t, a.path("motions", "1"))
	_, third := a.Account("Tane", "Treasurer", auth.Office{Role: auth.Treasurer})
	a.on("2026-08-06")
	for _, p := range append(a.people[:2:2], third) {
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path("chair")).Wants(t, http.StatusOK, "Item a", "Apologies", "1 motion to decide", "Record a motion")
	a.secretary.Get(a.path("chair")+"?item=5").Wants(t, http.StatusOK, "That ten boards be bought.", "Carried by voice")
}
