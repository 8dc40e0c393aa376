package meetings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// Whoever was looked for and marked is named, and the next one can be looked
// for at once: the words are gone, and the search field has the focus.
func TestTheDoorAfterASearch(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	a.on("2026-10-10")
	who := kit.IDText(a.people[3])
	a.secretary.Post(a.path("door"), "person", who, "do", "here", "q", "zo").LeadsTo(t, a.path("door")+"#q")
	page := a.secretary.Get(a.path("door"))
	page.Wants(t, http.StatusOK, `id="q"`, ": present at the beginning.")
	if strings.Contains(page.Body, `value="zo"`) {
		t.Error("the words that were looked for are still there")
	}
	a.secretary.Post(a.path("door"), "person", who, "do", "strike", "q", "zo").LeadsTo(t, a.path("door")+"#q")
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, ": not here.")
	a.secretary.Post(a.path("door"), "person", who, "do", "here").LeadsTo(t, a.path("door")+"#p"+who)
	a.secretary.Post(a.path("door"), "person", "999999", "do", "here", "q", "zo").Wants(t, http.StatusSeeOther)
}

// On the day of an AGM without a notice the door and the chair's page say why
// nothing can be pressed, and what to do.
func TestTheDayOfAnAGMWithoutNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-10-10")
	for _, page := range []string{"door", "chair"} {
		got := a.secretary.Get(a.path(page))
		got.Wants(t, http.StatusOK, "No notice of this day was given: the secretary or the president gives it first", "Give notice", "Choose a later day",
			a.path("notice"), a.path("edit"))
		if strings.Contains(got.Body, `name="do" value="here"`) || strings.Contains(got.Body, "Open the meeting") {
			t.Errorf("%s offers a button:\n%s", page, got.Body)
		}
	}
	a.notified("late_reason", "It was forgotten.")
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, `name="do" value="here"`)
	if got := a.secretary.Get(a.path("chair")); strings.Contains(
		got.Body, "No notice of this day",
	) || strings.Contains(got.Body, "Choose a later day") {
		t.Errorf("the notice is given:\n%s", got.Body)
	}
}

// Where too few come, the door leads to where it is recorded that there is no quorum, and
// on a further day to its end: what is next leads to the door alone.
func TestTheDoorWhereTooFewCome(t *testing.T) {
	const link = ">No one else is coming</a>"
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.notified()
	if got := a.secretary.Get(a.path("door")); strings.Contains(got.Body, link) {
		t.Error("before the day")
	}
	a.on("2026-10-10")
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, `href="`+a.path("chair")+`#no-quorum"`, link)
	a.secretary.Get(a.path("chair")).Wants(t, http.StatusOK, `id="no-quorum"`)
	for _, p := range a.people[:10] {
		who := kit.IDText(p)
		a.secretary.Post(a.path("door"), "person", who, "do", "here").LeadsTo(t, a.path("door")+"#p"+who)
	}
	if got := a.secretary.Get(a.path("door")); strings.Contains(got.Body, link) {
		t.Error("with a quorum")
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(t, a.path("chair"))
	a.does(a.path("adjourn"), a.path("adjourn"), "date", "2026-10-24", "time", "18:30", "place", "Library", "tell", "none").
		LeadsTo(t, a.path())
	if got := a.secretary.Get(a.path("door")); strings.Contains(got.Body, link) {
		t.Error("before the further day")
	}
	a.on("2026-10-24")
	a.secretary.Get(a.path("door")).Wants(t, http.StatusOK, `href="`+a.path("chair")+`#close"`, link)
	a.secretary.Get(a.path("chair")).Wants(t, http.StatusOK, `id="close"`)
	for _, p := range a.people[:10] {
		who := kit.IDText(p)
		a.secretary.Post(a.path("door"), "person", who, "do", "here").LeadsTo(t, a.path("door")+"#p"+who)
	}
	if got := a.secretary.Get(a.path("door")); strings.Contains(got.Body, link) {
		t.Error("with a quorum on the further day")
	}
}
