package meetings_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit"
)

// The next AGM approves the minutes of the one before; until then no member
// reads them, and afterwards nobody changes them.
func TestMinutesAreApprovedAtTheNextMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	for _, no := range []string{"1", "2"} {
		a.does(
			a.path("motions", no), a.path("motions", no, "end"), "do", "withdraw", "amendment", "0",
		).LeadsTo(t, a.path("motions", no))
	}
	a.does(a.path("chair"), a.path("close")).LeadsTo(t, a.path("chair"))
	a.secretary.Get(a.path("minutes")).Wants(t, http.StatusOK, "No minutes yet")
	a.does(
		a.path("minutes", "edit"), a.path("minutes", "edit"), "text-0", "All were thanked.",
	).LeadsTo(t, a.path("minutes"))
	a.secretary.Get(a.path("minutes")).Wants(t, http.StatusOK, "The next annual general meeting approves these minutes.")

	first := a.id
	a.on("2027-01-10")
	made := a.secretary.Post(
		"/meetings/new", "kind", "agm", "date", "2027-03-13", "time", "14:00", "place", "Newtown Hall", "previous",
		"2026-10-10",
	)
	if _, err := fmt.Sscanf(made.Location, "/meetings/%d", &a.id); made.Status != http.StatusSeeOther || err != nil {
		t.Fatalf("plan the next AGM: %d, %v\n%s", made.Status, err, made.Body)
	}
	next := a.id
	a.on("2027-02-20")
	a.notified()
	a.on("2027-03-13")
	for _, p := range a.people[:12] {
		a.secretary.Post(a.path("door"), "person", kit.IDText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).LeadsTo(t, a.path("chair"))

	a.id = first
	minutes, approve := a.path("minutes"), a.path("minutes", "approve")
	a.does(minutes, approve, "at", "").Wants(t, http.StatusUnprocessableEntity, "Approved at")
	a.does(minutes, approve, "at", kit.IDText(first)).Wants(t, http.StatusUnprocessableEntity, "Approved at")
	a.member.Get(minutes).Wants(t, http.StatusNotFound)
	a.does(minutes, approve, "at", kit.IDText(next)).LeadsTo(t, minutes)
	a.secretary.Get(minutes).Wants(t, http.StatusOK, "Approved at the meeting of 13 March 2027", "All were thanked.")
	a.member.Get(minutes).Wants(t, http.StatusOK, "All were thanked.")
	a.member.Get("/meetings").Wants(t, http.StatusOK, `href="`+minutes+`"`)
	if late := a.secretary.Post(
		a.path("minutes", "edit"), "version", "2", "text-0", "Nobody was thanked.",
	); late.Status != http.StatusConflict || strings.Contains(a.member.Get(minutes).Body, "Nobody") {
		t.Errorf("approved minutes changed: %d", late.Status)
	}
}
