package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
)

// A director sees who serves the event, appoints another director and a
// referee, and ends an office; the co-director may do the same, the referee
// sees it.
func TestOfficialsOfAnEvent(t *testing.T) {
	d := newDesk(t)
	s := d.site
	d.setUp()
	own, me := s.account("Aroha", "Tūī", auth.Office{Role: auth.Director, Event: 1})
	director := s.browser(s.session(own))
	coAccount, co := s.account("Wiremu", "Parata")
	refAccount, ref := s.account("Mei", "Lin")
	paper := s.register("Paper", "Only")
	here, appoint := "/director/events/1/officials", "/director/events/1/officials/appoint"

	director.get("/director/events/1").wants(t, http.StatusOK, `href="`+here+`"`, "Directors and referees")
	page := director.get(here)
	page.wants(t, http.StatusOK, "Tournament director", "Aroha Tūī", "Ruairi Kerrigan", "every event", `href="`+appoint+`"`)
	director.get(appoint).wants(t, http.StatusOK, "Name of the person")
	director.get(appoint+"?q=parata").wants(t, http.StatusOK, fmt.Sprintf(`href="%s?person=%d"`, appoint, co), "Parata, Wiremu")
	director.get(fmt.Sprintf("%s?person=%d", appoint, co)).wants(t, http.StatusOK, "Appoint Wiremu Parata", `value="director"`, `value="referee"`)

	director.post(here, "person", idText(co)).wants(t, http.StatusUnprocessableEntity, `href="#role"`, "Choose the office.", "Appoint Wiremu Parata")
	director.post(here, "person", idText(co), "role", "president").wants(t, http.StatusUnprocessableEntity, "Choose the office.")
	director.post(here, "person", "999", "role", "director").wants(t, http.StatusNotFound)
	director.post(here, "person", idText(co), "role", "director").leadsTo(t, here)
	director.get(here).wants(t, http.StatusOK, "Wiremu Parata is tournament director of this event from today.")
	director.post(here, "person", idText(co), "role", "director").wants(t, http.StatusUnprocessableEntity, "already has this office")
	director.post(here, "person", idText(ref), "role", "referee").leadsTo(t, here)
	director.post(here, "person", idText(paper), "role", "referee").leadsTo(t, here)
	director.get(here).wants(t, http.StatusOK, "Paper Only", "No account yet")

	coDirector, referee := s.browser(s.session(coAccount)), s.browser(s.session(refAccount))
	coDirector.get("/director/sections/1/draw").wants(t, http.StatusOK)
	seen := referee.get(here)
	seen.wants(t, http.StatusOK, "Wiremu Parata", "Mei Lin")
	if strings.Contains(seen.body, appoint) || strings.Contains(seen.body, "/end") {
		t.Error("a referee is offered to appoint or to end an office")
	}
	referee.get(appoint).wants(t, http.StatusForbidden)
	referee.post(here, "person", idText(paper), "role", "director").wants(t, http.StatusForbidden)

	// Ending: only what belongs to this event, and never the last director.
	end := func(name string) string {
		row := regexp.MustCompile(`(?s)<tr>(?:[^<]|<[^/]|</[^t]|</t[^r])*?` + name + `.*?</tr>`).FindString(director.get(here).body)
		match := regexp.MustCompile(`action="(/director/events/1/officials/\d+/end)"`).FindStringSubmatch(row)
		if match == nil {
			t.Fatalf("no way to end the office of %s in\n%s", name, row)
		}
		return match[1]
	}
	coDirector.post(end("Mei Lin"), "version", "7").leadsTo(t, here)
	coDirector.get(here).wants(t, http.StatusOK, "Someone else changed this office first", "Mei Lin")
	coDirector.post(end("Mei Lin"), "version", "1").leadsTo(t, here)
	coDirector.get(here).wants(t, http.StatusOK, "Mei Lin is not referee of this event any more.")
	referee.get(here).wants(t, http.StatusForbidden)
	coDirector.post("/director/events/1/officials/999/end", "version", "1").wants(t, http.StatusNotFound)

	s.endSocietyDirectors(t)
	director.post(end("Wiremu Parata"), "version", "1").leadsTo(t, here)
	director.get(here)
	director.post(end("Aroha Tūī"), "version", "1").leadsTo(t, here)
	director.get(here).wants(t, http.StatusOK, "The event would have no director. Appoint another director first.", "Aroha Tūī")
	_ = me
}

// endSocietyDirectors ends the offices of those who direct every event.
func (s *site) endSocietyDirectors(t *testing.T) {
	t.Helper()
	list, err := s.auth.Offices(t.Context(), program)
	s.must(err)
	for _, a := range list {
		if a.Role == auth.Director && a.Office.Event == 0 {
			s.must(s.auth.EndOffice(t.Context(), program, a.ID, a.Version, testNow.Date().AddDays(-1)))
		}
	}
}

// Officers who appoint may do so from the event's page, without directing it.
func TestThePresidentAppointsADirector(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	account, _ := d.site.account("Pania", "Rewi", auth.Office{Role: auth.President})
	president := d.site.browser(d.site.session(account))
	person := d.site.register("Wiremu", "Parata")
	here := "/director/events/1/officials"
	president.get(here).wants(t, http.StatusOK, "Appoint somebody")
	president.get("/director/events/1").wants(t, http.StatusForbidden)
	if page := president.get(here); strings.Contains(page.body, `href="/director/events/1"`) {
		t.Error("the page leads the president to a desk that is not theirs")
	}
	president.post(here, "person", idText(person), "role", "director").leadsTo(t, here)
	president.get("/director/events/99/officials").wants(t, http.StatusNotFound)
}
