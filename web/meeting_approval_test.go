package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The next AGM approves the minutes of the one before; until then no member
// reads them, and afterwards nobody changes them.
func TestMinutesAreApprovedAtTheNextMeeting(t *testing.T) {
	a := newAssembly(t)
	a.planned()
	a.open(12)
	for _, no := range []string{"1", "2"} {
		a.does(a.path("motions", no), a.path("motions", no, "end"), "do", "withdraw", "amendment", "0").leadsTo(t, a.path("motions", no))
	}
	a.does(a.path("chair"), a.path("close")).leadsTo(t, a.path("chair"))
	a.secretary.get(a.path("minutes")).wants(t, http.StatusOK, "No minutes yet")
	a.does(a.path("minutes", "edit"), a.path("minutes", "edit"), "minutes", "All were thanked.").leadsTo(t, a.path("minutes"))
	a.secretary.get(a.path("minutes")).wants(t, http.StatusOK, "The next annual general meeting approves these minutes.")

	first := a.id
	a.on("2027-01-10")
	made := a.secretary.post("/meetings/new", "kind", "agm", "date", "2027-03-13", "time", "14:00", "place", "Newtown Hall", "previous", "2026-10-10")
	if _, err := fmt.Sscanf(made.location, "/meetings/%d", &a.id); made.status != http.StatusSeeOther || err != nil {
		t.Fatalf("plan the next AGM: %d, %v\n%s", made.status, err, made.body)
	}
	next := a.id
	a.on("2027-02-20")
	a.notified()
	a.on("2027-03-13")
	for _, p := range a.people[:12] {
		a.secretary.post(a.path("door"), "person", idText(p), "do", "here")
	}
	a.does(a.path("chair"), a.path("open")).leadsTo(t, a.path("chair"))

	a.id = first
	minutes, approve := a.path("minutes"), a.path("minutes", "approve")
	a.does(minutes, approve, "at", "").wants(t, http.StatusUnprocessableEntity, "Approved at")
	a.does(minutes, approve, "at", idText(first)).wants(t, http.StatusUnprocessableEntity, "Approved at")
	a.member.get(minutes).wants(t, http.StatusNotFound)
	a.does(minutes, approve, "at", idText(next)).leadsTo(t, minutes)
	a.secretary.get(minutes).wants(t, http.StatusOK, "Approved at the meeting of 13 March 2027", "All were thanked.")
	a.member.get(minutes).wants(t, http.StatusOK, "All were thanked.")
	a.member.get("/meetings").wants(t, http.StatusOK, `href="`+minutes+`"`)
	if late := a.secretary.post(a.path("minutes", "edit"), "version", "2", "minutes", "Nobody was thanked."); late.status != http.StatusConflict || strings.Contains(a.member.get(minutes).body, "Nobody") {
		t.Errorf("approved minutes changed: %d", late.status)
	}
}
