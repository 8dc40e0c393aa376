package meetings_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// tap sends a form of the chair's page by its button, with what stands in it.
func (a *assembly) tap(page, action, label string, pairs ...string) {
	a.t.Helper()
	a.Now = a.Now.Add(1_000_000_000)
	open := a.secretary.Get(page)
	for _, m := range formPattern.FindAllStringSubmatch(open.Body, -1) {
		if m[1] != action || !strings.Contains(m[2], ">"+label) {
			continue
		}
		for _, h := range hiddenField.FindAllStringSubmatch(m[2], -1) {
			if h[1] != "key" {
				pairs = append(pairs, h[1], h[2])
			}
		}
		if got := a.secretary.Post(action, pairs...); got.Status != http.StatusSeeOther {
			a.t.Fatalf("%s: %d\n%s", label, got.Status, got.Body)
		}
		return
	}
	a.t.Fatalf("no button “%s” to %s on %s\n%s", label, action, page, open.Body)
}

var hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)

// Every item of the agenda is done from the chair's page: the tellers, the minutes
// by a formal motion in two taps, matters arising with a note, the rest.
func TestEveryItemHasSomethingToDo(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	chair := a.path("chair")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Item b", "Move: minutes taken as read")
	a.tap(chair, a.path("formal"), "Move: minutes taken as read")
	a.tap(chair, a.path("voice"), "Carried by voice")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Item b", "Minutes taken as read", "Carried")
	a.tap(chair, a.path("done"), "Done. Next: Matters arising")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Item c", "Add a note", "Record another formal motion")
	a.tap(chair, a.path("notes"), "Save the note", "note", "The clocks came back.")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Item c", "The clocks came back.")
	a.tap(chair, a.path("done"), "Done. Next: Officers’ reports")
	a.tap(chair, a.path("formal"), "Move: reports accepted")
	a.tap(chair, a.path("voice"), "Lost by voice")
	a.tap(chair, a.path("done"), "Done. Next: Electing officers")
	a.tap(chair, a.path("take"), "Leave it open: Electing ordinary committee members")
	a.tap(chair, a.path("take"), "Leave it open: Proposals")
	page := a.secretary.Get(chair)
	page.Wants(t, http.StatusOK, "Item g", "2 motions to decide", "Carried by voice", "Take the vote")
	if strings.Contains(page.Body, "Done. Next") {
		t.Error("proposals are done though they are not decided")
	}
	a.tap(chair, a.path("voice"), "Carried by voice")
	a.does(a.path("motions", "2"), a.path("motions", "2", "end"), "do", "set_aside", "amendment", "0").LeadsTo(
		t, a.path("motions", "2"),
	)
	a.tap(chair, a.path("done"), "Done. Next: Other business")
	a.tap(chair, a.path("done"), "Done")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Done at ")
	a.does(chair, a.path("close")).LeadsTo(t, chair)
	a.secretary.Get(a.path("minutes", "edit")).Wants(t, http.StatusOK, "The clocks came back.", "That the minutes be taken as read.")
}

// The wall shows the item that the chair deals with, and no motion of another one.
func TestTheWallShowsWhatTheChairDealsWith(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	wall, chair := a.path("wall"), a.path("chair")
	motion := "That there be a youth tournament."
	shows := func(want string, not ...string) {
		t.Helper()
		page := a.secretary.Get(wall)
		page.Wants(t, http.StatusOK, want)
		for _, text := range not {
			if strings.Contains(page.Body, text) {
				t.Errorf("the wall shows %q", text)
			}
		}
	}
	shows("Minutes of the last AGM", motion)
	a.tap(chair, a.path("done"), "Done. Next: Matters arising")
	shows("c) Matters arising", motion, "Minutes of the last AGM")
	a.tap(chair, a.path("speakers"), "Add to the list", "speaker", kit.IDText(a.people[4]))
	a.tap(chair, a.path("speakers"), "Add to the list", "speaker", kit.IDText(a.people[5]))
	a.tap(chair, a.path("speakers", "next"), "Next speaker")
	shows("Mei Test <span class=\"muted\">speaks now</span>", motion)
	a.secretary.Get(chair+"?item=7").Wants(t, http.StatusOK, "The meeting is at c) Matters arising.", "Deal with this item now")
	shows("c) Matters arising", motion)
	a.tap(chair+"?item=7", a.path("take"), "Deal with this item now")
	shows(motion, "Matters arising", "Mei Test <span")
	a.secretary.Post(a.path("speakers"), "item", "7", "speaker", "0").Wants(
		t, http.StatusUnprocessableEntity, "Choose someone who is here.",
	)
}

// A motion on procedure is put from the chair's page, and what it brings about is
// seen there.
func TestAMotionOnProcedure(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	chair := a.path("chair")
	a.tap(chair+"?item=7", a.path("take"), "Deal with this item now")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "A motion on procedure", "That the question be put")
	a.tap(chair, a.path("procedure"), "Put it to the meeting", "procedure", "table", "about", "1",
		"mover", kit.IDText(a.people[5]), "seconder", kit.IDText(a.people[6]))
	a.secretary.Get(a.path("wall")).Wants(t, http.StatusOK, "That the motion lie on the table (motion 1)")
	a.secretary.Post(a.path("voice"), "item", "7", "motion", "3", "version", "1", "call", "yes").LeadsTo(
		t, chair+"?item=7#now",
	)
	a.secretary.Get(a.path("motions", "1")).Wants(t, http.StatusOK, "Not reached", "That the motion lie on the table: motion 3 was carried.")
	a.secretary.Post(a.path("procedure"), "item", "7", "procedure", "put").Wants(
		t, http.StatusUnprocessableEntity, "Choose the motion that it is about.", `<details class="adding" id="procedure" open>`,
	)
}
