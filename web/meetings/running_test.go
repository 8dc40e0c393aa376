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

// A meeting is adjourned from the chair's page; the pages say when it continues,
// what was queued and who has no address, and on that day it is resumed.
func TestAMeetingIsAdjournedAndResumed(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	chair, form := a.path("chair"), a.path("adjourn")
	a.secretary.Get(chair).Wants(t, http.StatusOK, `href="`+form+`"`, "Adjourn to another day")
	a.does(form, form, "time", "18:30", "place", "", "date", "soon", "tell", "all").Wants(
		t, http.StatusUnprocessableEntity, "Enter a date like 1 July 2026.", `id="place-error"`, `value="soon"`,
	)
	a.does(form, form, "date", "2026-10-24", "time", "18:30", "place", "Library", "reason", "The hall closes.", "tell", "all").
		LeadsTo(t, a.path())
	page := a.secretary.Get(a.path())
	page.Wants(t, http.StatusOK, "Adjourned", "Continues on Saturday 24 October 2026, 6:30 pm", "Library",
		"letters wait in the outbox", "To be told otherwise", "The hall closes.")
	if strings.Contains(page.Body, "have left") {
		t.Error("letters that wait are said to have left")
	}
	a.member.Get(a.path()).Wants(t, http.StatusOK, "Continues on Saturday 24 October 2026", "I cannot come")
	a.secretary.Get("/meetings").Wants(t, http.StatusOK, "Continues on Saturday 24 October 2026")
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Choose another day", "mark who is present at the door")
	a.member.Get(form).Wants(t, http.StatusForbidden)

	a.on("2026-10-24")
	for _, p := range a.people[2:11] {
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here").LeadsTo(t, a.path("door")+"#p"+kit.IDText(p))
	}
	a.secretary.Get(chair).Wants(t, http.StatusOK, "9 present at the beginning &lt; 10", "Close it without continuing")
	a.secretary.Post(a.path("door"), "person", kit.IDText(a.people[11]), "do", "here")
	a.does(chair, a.path("open")).LeadsTo(t, chair)
	a.secretary.Get(chair).Wants(t, http.StatusOK, "Open", "10 of 10 needed")
}

// Apologies come from a member's own page, from the secretary's, and at the door.
func TestApologiesForAMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	url := a.path("apologies")
	a.member.Get(a.path()).Wants(t, http.StatusOK, "I cannot come: send my apologies")
	a.member.Post(url, "do", "send").LeadsTo(t, a.path()+"#apologies")
	a.member.Get(a.path()).Wants(t, http.StatusOK, "Your apologies are recorded.", "I can come after all")
	a.member.Post(url, "do", "send", "person", kit.IDText(a.people[13])).Wants(t, http.StatusForbidden)
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "Aroha Test", "recorded by Aroha Test")
	a.secretary.Post(url, "do", "send", "apology", "Mei Test").LeadsTo(t, a.path()+"#apologies")
	a.secretary.Post(url, "do", "send", "apology", "Nobody Known").Wants(
		t, http.StatusUnprocessableEntity, "No one here has the name or number", `value="Nobody Known"`,
	)
	a.secretary.Post(url, "do", "send", "apology", "").Wants(t, http.StatusUnprocessableEntity, "Enter who sent apologies.")
	door := a.path("door")
	a.secretary.Post(door, "person", kit.IDText(a.people[13]), "do", "apology").LeadsTo(t, door+"#p"+kit.IDText(a.people[13]))
	a.secretary.Get(door).Wants(t, http.StatusOK, "Apologies", "No apologies after all")
	a.member.Post(url, "do", "clear").LeadsTo(t, a.path()+"#apologies")
	a.open(12)
	a.secretary.Get(a.path("minutes", "edit")).Wants(t, http.StatusOK, "From 1 member: Manu Test.")
}
