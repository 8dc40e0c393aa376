package meetings_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/governance/meetings"
	"nzgs/web/kit"
	webmeetings "nzgs/web/meetings"
)

func TestGivingNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-09-20")
	a.secretary.Get(a.path("notice")).Wants(
		t, http.StatusOK, "In time", "14 members: 9 by e-mail, 5 by post", "A youth tournament", "Give notice",
	)
	if got := a.secretary.Get(a.path("notice.pdf")); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
		t.Errorf("the draft: %d", got.Status)
	}
	a.member.Get(a.path("notice.pdf")).Wants(t, http.StatusNotFound)
	a.does(
		a.path("notice"), a.path("notice"), "do", "look", "words", "Come, all of you.",
	).Wants(t, http.StatusOK, "Come, all of you.")
	a.does(a.path("notice"), a.path("notice"), "do", "send", "words", "Come, all of you.").LeadsTo(t, a.path("notice"))
	box := a.secretary.Get("/outbox?state=waiting")
	box.Wants(t, http.StatusOK, "9 letters", "ngaio@example.nz")
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Written on 20 September 2026, not yet given to everyone", "Not given yet",
		"9 letters are still waiting to be sent.", "5 printed letters are not recorded as posted.",
		"Printed letters posted on", "Manu Test")
	a.member.Get(a.path()).Wants(t, http.StatusOK, "9 letters are still waiting to be sent.")
	for _, page := range []string{"/meetings", a.path(), a.path("notice"), a.path("chair"), a.path("door"), a.path("minutes")} {
		got := a.secretary.Get(page)
		if got.Wants(t, http.StatusOK, "Notice written"); strings.Contains(got.Body, "Notice sent") {
			t.Errorf("%s says that the notice was sent, while its letters wait", page)
		}
	}
	for _, print := range []string{"notice.pdf", "roll.pdf", "labels.pdf", "attendance.pdf"} {
		if got := a.secretary.Get(a.path(print)); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "%PDF") {
			t.Errorf("%s: %d %s", print, got.Status, got.Body)
		}
	}
	a.member.Get(a.path("notice.pdf")).Wants(t, http.StatusOK, "%PDF")
	a.member.Get(a.path("labels.pdf")).Wants(t, http.StatusForbidden)
	a.secretary.Post(a.path("posted"), "notice", "1", "posted", "2026-09-20").LeadsTo(t, a.path("notice"))
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, a.path("prints"), "9 letters are still waiting to be sent.")
	a.lettersPosted()
	a.member.Get(a.path()).Wants(t, http.StatusOK, "Given on 20 September 2026", "That the quorum be twelve.")
}

// Notice that is too late is given only with a reason.
func TestLateNotice(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.on("2026-10-01")
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Too late", "Why notice is given late")
	a.does(
		a.path("notice"), a.path("notice"), "do", "send",
	).Wants(t, http.StatusUnprocessableEntity, `id="late_reason-error"`)
	a.does(
		a.path("notice"), a.path("notice"), "do", "send", "late_reason", "The printer broke.",
	).LeadsTo(t, a.path("notice"))
}

func TestTimesAndLetters(t *testing.T) {
	for in, want := range map[string]string{
		"19:30": "7:30 pm", "00:05": "12:05 am", "12:00": "12:00 pm", "soon": "soon", "": "",
	} {
		if got := (meetings.Meeting{Time: in}).Clock(); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
	for i, want := range map[int]string{0: "a", 7: "h", 25: "z", 26: "aa", 27: "ab", 701: "zz", 702: "aaa"} {
		if got := webmeetings.AgendaLetter(i); got != want {
			t.Errorf("item %d has the letter %q, want %q", i, got, want)
		}
	}
}

// Whom no letter can go to is named to the secretary before and after the notice,
// with the way to their page in the register, and has no label.
func TestTheNoticePageNamesWhomNoLetterCanGoTo(t *testing.T) {
	a := newAssembly(t)
	a.livesAt(a.people[13], "")
	a.planned()
	a.on("2026-09-20")
	register := kit.PersonURL(a.people[13])
	a.secretary.Get(a.path("notice")).Wants(
		t, http.StatusOK, "No letter can go to 1 member", register, "of whom 1 without an address",
	)
	a.does(a.path("notice"), a.path("notice"), "do", "send").LeadsTo(t, a.path("notice"))
	shown := a.secretary.Get(a.path("notice"))
	shown.Wants(t, http.StatusOK, "No letter can go to 1 member", register, "Manu Test", "None known", "Record the notice as handed over")
	a.secretary.Get(a.path()).Wants(t, http.StatusOK, "No letter can go to Manu Test: no address is known")
	if got := a.member.Get(a.path()); strings.Contains(got.Body, "no address is known") {
		t.Error("a member reads who has no address")
	}
	a.lettersPosted()
	a.secretary.Get(a.path("notice")).Wants(
		t, http.StatusOK, "1 printed letter is not recorded as posted", "Posted 20 September 2026",
	)
	hand := []string{"notice", "1", "which", "hand", "handed", "2026-09-21"}
	a.secretary.Post(a.path("posted"), hand...).Wants(t, http.StatusUnprocessableEntity, "Tick those", `id="to-error"`)
	hand = append(hand, "to", kit.IDText(a.people[13]))
	a.secretary.Post(a.path("posted"), hand...).Wants(t, http.StatusUnprocessableEntity, "still to come", `id="handed-error"`)
	hand[5] = "2026-09-20"
	a.secretary.Post(a.path("posted"), hand...).LeadsTo(t, a.path("notice"))
	a.secretary.Get(a.path("notice")).Wants(t, http.StatusOK, "Handed over 20 September 2026", "Given on 20 September 2026")
}
