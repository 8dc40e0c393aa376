package events_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit/kittest"
)

const pastEvents = "/ratings/desk/past-events"

// pastLakeside is a finished event as a file of another program, on a day.
func pastLakeside(name, from string) string {
	return `{"name": "` + name + `", "from": "` + from + `", "system": "swiss", "rounds": 1,
 "players": [{"id": "a", "name": "Ada Lake", "rating": 1.4}, {"id": "b", "name": "Bea River", "rating": 0.2}],
 "played": [{"round": 1, "games": [{"table": 1, "white": "a", "black": "b", "handicap": 2, "result": "B"}]}]}`
}

// The ratings officer takes the events of earlier years from their files, all at once: they are on
// the site in order of their days, and rated.
func TestPastEventsFromFiles(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Ruairi", "Kerrigan", auth.Office{Role: auth.RatingsOfficer})
	officer := s.Browser(s.Session(account))
	other, _ := s.Account("Tui", "Marsh", auth.Office{Role: auth.Director})
	s.Browser(s.Session(other)).Get(pastEvents).Wants(t, http.StatusForbidden)

	officer.Get("/ratings/desk").Wants(t, http.StatusOK, pastEvents)
	officer.Get(pastEvents).Wants(t, http.StatusOK, "No file waits")
	officer.Get(pastEvents+"/add").Wants(t, http.StatusOK, "multiple")
	officer.UploadAll(pastEvents+"/add", nil).Wants(t, http.StatusUnprocessableEntity, "Choose the files first")
	officer.UploadAll(pastEvents+"/add", []string{
		"good.json", pastLakeside("Lakeside", "2024-02-03"), "bad.json", "{\n\"players\": [",
	}).Wants(t, http.StatusUnprocessableEntity, "bad.json: ", "line 2")
	officer.Get(pastEvents).Wants(t, http.StatusOK, "No file waits")
	officer.UploadAll(pastEvents+"/add", []string{
		"second.json", pastLakeside("Lakeside", "2025-02-01"), "first.json", pastLakeside("Lakeside", "2024-02-03"),
		"open.json", strings.Replace(pastLakeside("Open", "2024-02-03"), `"result": "B"`, `"result": ""`, 1),
	}).LeadsTo(t, pastEvents)
	page := officer.Get(pastEvents)
	page.Wants(t, http.StatusOK, "first.json", "1 of 1 games have no result", "Remove this file", "Ada Lake", "New to the register",
		"Places agree", "Lakeside, 3 February 2024")
	if strings.Index(page.Body, "first.json") > strings.Index(page.Body, "second.json") {
		t.Error("the files are not in the order of their days")
	}
	sent := []string{
		"seen", "1", "seen", "2", "seen", "3", "name-1", "Lakeside", "part-1", "Open", "from-1", "2025-02-01", "weight-1", "1",
		"name-2", "Lakeside", "part-2", "Open", "from-2", "2024-02-33", "weight-2", "7", "name-3", "Open", "part-3", "Open", "from-3",
		"2024-02-03", "weight-3", "0",
	}
	officer.Post(pastEvents, sent...).Wants(t, http.StatusUnprocessableEntity, "2024-02-33", "Choose one of the weights", "1 of 1 games have no result")
	officer.Post(pastEvents+"/3/remove").LeadsTo(t, pastEvents)
	officer.Post(pastEvents, sent...).LeadsTo(t, pastEvents)
	officer.Get(pastEvents).Wants(t, http.StatusOK, "look at the page again")
	sent[19], sent[21] = "2024-02-03", "0.5"
	officer.Post(pastEvents, append(sent[:4:4], sent[6:22]...)...).LeadsTo(t, "/ratings/desk")
	officer.Get("/ratings/desk").Wants(t, http.StatusOK, "2 past events are on the site, 2 of them rated with 2 games. 2 people are new to the register.")
	officer.Get(pastEvents).Wants(t, http.StatusOK, "No file waits")
	everybody := s.Browser("")
	everybody.Get("/events/lakeside-2024").Wants(t, http.StatusOK, "Lakeside")
	everybody.Get("/ratings?scope=all").Wants(t, http.StatusOK, "Ada Lake", "Bea River")
}

// A society brings the rating list that it had: its players are on the list from that day, and their
// pages say where the rating comes from.
func TestAStartingListOnItsPage(t *testing.T) {
	s := kittest.EmptySite(t)
	account, _ := s.Account("Ruairi", "Kerrigan", auth.Office{Role: auth.RatingsOfficer})
	officer := s.Browser(s.Session(account))
	const send = pastEvents + "/add-list"
	officer.Get(send).Wants(t, http.StatusOK, "Where it comes from")
	officer.UploadAll(send, nil, "day", "2026-06-30", "source", "Old list", "games", "x").
		Wants(t, http.StatusUnprocessableEntity, "Choose a file first", "Old list")
	officer.Upload(send, "list.csv", "Name,Rating\nAda Lake,strong\n", "day", "2026-08-30", "source", "", "games", "").
		Wants(t, http.StatusUnprocessableEntity, "“strong” is not a rating", "not in the future", "where the list comes from")
	officer.Upload(
		send, "list.csv", "Place,Name,Rating,Games\n1,Ada Lake,2.4,31\n2,Bea River,-4.1,\n", "day", "2026-06-30", "source",
		"The society’s list, kept as a spreadsheet", "games", "5",
	).LeadsTo(t, pastEvents)
	page := officer.Get(pastEvents)
	page.Wants(t, http.StatusOK, "From the morning of 30 June 2026; 2 players", "Not read: Place.", "Do not enter")
	lacks(t, page, "<h2>The events</h2>")
	officer.Post(pastEvents, "list", "1").LeadsTo(t, "/ratings/desk")
	officer.Get("/ratings/desk").Wants(t, http.StatusOK, "2 ratings are taken over from the list. 2 people are new to the register.")
	everybody := s.Browser("")
	everybody.Get("/ratings").Wants(t, http.StatusOK, "Ada Lake", "2.4", "31", "Bea River")
	player := everybody.Get("/ratings/2")
	player.Wants(t, http.StatusOK, "Ada Lake", "31 taken over", "The society’s list, kept as a spreadsheet", "there it stands on 31 rated games")
	everybody.Get("/ratings/3").Wants(t, http.StatusOK, "Bea River", "rovisional")
	everybody.Get("/ratings/2.json").Wants(t, http.StatusOK, `"games":31`)
	everybody.Get("/ratings/compare?a=Ada+Lake+(2)&b=Bea+River+(3)").Wants(t, http.StatusOK, "Ada Lake")
	officer.Get("/ratings/desk/list?on=2026-07-01").Wants(t, http.StatusOK, "Ada Lake", "31")
	officer.Get("/ratings/desk/set").Wants(t, http.StatusOK, "there it stands on 5 rated games")
}
