package web

import (
	"net/http"
	"strings"
	"testing"
)

// Whoever was looked for and marked is named, and the next one can be looked
// for at once: the words are gone, and the search field has the focus.
func TestTheDoorAfterASearch(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	who := idText(a.people[3])
	a.secretary.post(a.path("door"), "person", who, "do", "here", "q", "zo").leadsTo(t, a.path("door")+"#q")
	page := a.secretary.get(a.path("door"))
	page.wants(t, http.StatusOK, `id="q"`, ": present at the beginning.")
	if strings.Contains(page.body, `value="zo"`) {
		t.Error("the words that were looked for are still there")
	}
	a.secretary.post(a.path("door"), "person", who, "do", "strike", "q", "zo").leadsTo(t, a.path("door")+"#q")
	a.secretary.get(a.path("door")).wants(t, http.StatusOK, ": not here.")
	a.secretary.post(a.path("door"), "person", who, "do", "here").leadsTo(t, a.path("door")+"#p"+who)
	a.secretary.post(a.path("door"), "person", "999999", "do", "here", "q", "zo").wants(t, http.StatusSeeOther)
}

// On the day of an AGM without a notice the door and the chair's page say why
// nothing can be pressed, and what to do.
func TestTheDayOfAnAGMWithoutNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-10-10")
	for _, page := range []string{"door", "chair"} {
		got := a.secretary.get(a.path(page))
		got.wants(t, http.StatusOK, "No notice of this day was given: the secretary or the president gives it first", "Give notice", "Choose a later day",
			a.path("notice"), a.path("edit"))
		if strings.Contains(got.body, `name="do" value="here"`) || strings.Contains(got.body, "Open the meeting") {
			t.Errorf("%s offers a button:\n%s", page, got.body)
		}
	}
	a.notified("late_reason", "It was forgotten.")
	a.secretary.get(a.path("door")).wants(t, http.StatusOK, `name="do" value="here"`)
	if got := a.secretary.get(a.path("chair")); strings.Contains(got.body, "No notice of this day") || strings.Contains(got.body, "Choose a later day") {
		t.Errorf("the notice is given:\n%s", got.body)
	}
}
