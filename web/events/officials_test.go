package events_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/web/kit"
)

// A director sees who serves the event, appoints another director and a
// referee, and ends an office; the co-director may do the same, the referee
// sees it.
func TestOfficialsOfAnEvent(t *testing.T) {
	d := newDesk(t)
	s := d.Site
	d.setUp()
	own, me := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Director, Event: 1})
	director := s.Browser(s.Session(own))
	coAccount, co := s.Account("Wiremu", "Parata")
	refAccount, ref := s.Account("Mei", "Lin")
	paper := s.Register("Paper", "Only")
	here, appoint := "/director/events/1/officials", "/director/events/1/officials/appoint"

	director.Get("/director/events/1").Wants(t, http.StatusOK, `href="`+here+`"`, "Directors and referees")
	page := director.Get(here)
	page.Wants(
		t, http.StatusOK, "Tournament director", "Aroha Tūī", "Ruairi Kerrigan", "every event", `href="`+appoint+`"`,
	)
	director.Get(appoint).Wants(t, http.StatusOK, "Name of the person")
	director.Get(appoint+"?q=parata").Wants(
		t, http.StatusOK, fmt.Sprintf(`href="%s?person=%d"`, appoint, co), "Parata, Wiremu",
	)
	director.Get(
		fmt.Sprintf("%s?person=%d", appoint, co),
	).Wants(t, http.StatusOK, "Appoint Wiremu Parata", `value="director"`, `value="referee"`)

	director.Post(
		here, "person", kit.IDText(co),
	).Wants(t, http.StatusUnprocessableEntity, `href="#role"`, "Choose the office.", "Appoint Wiremu Parata")
	director.Post(
		here, "person", kit.IDText(co), "role", "president",
	).Wants(t, http.StatusUnprocessableEntity, "Choose the office.")
	director.Post(here, "person", "999", "role", "director").Wants(t, http.StatusNotFound)
	director.Post(here, "person", kit.IDText(co), "role", "director").LeadsTo(t, here)
	director.Get(here).Wants(t, http.StatusOK, "Wiremu Parata is tournament director of this event from today.")
	director.Post(
		here, "person", kit.IDText(co), "role", "director",
	).Wants(t, http.StatusUnprocessableEntity, "already has this office")
	director.Post(here, "person", kit.IDText(ref), "role", "referee").LeadsTo(t, here)
	director.Post(here, "person", kit.IDText(paper), "role", "referee").LeadsTo(t, here)
	director.Get(here).Wants(t, http.StatusOK, "Paper Only", "No account yet")

	coDirector, referee := s.Browser(s.Session(coAccount)), s.Browser(s.Session(refAccount))
	coDirector.Get("/director/sections/1/draw").Wants(t, http.StatusOK)
	seen := referee.Get(here)
	seen.Wants(t, http.StatusOK, "Wiremu Parata", "Mei Lin")
	if strings.Contains(seen.Body, appoint) || strings.Contains(seen.Body, "/end") {
		t.Error("a referee is offered to appoint or to end an office")
	}
	referee.Get(appoint).Wants(t, http.StatusForbidden)
	referee.Post(here, "person", kit.IDText(paper), "role", "director").Wants(t, http.StatusForbidden)

	// Ending: only what belongs to this event, and never the last director.
	end := func(name string) string {
		row := regexp.MustCompile(
			`(?s)<tr>(?:[^<]|<[^/]|</[^t]|</t[^r])*?` + name + `.*?</tr>`,
		).FindString(director.Get(here).Body)
		match := regexp.MustCompile(`action="(/director/events/1/officials/\d+/end)"`).FindStringSubmatch(row)
		if match == nil {
			t.Fatalf("no way to end the office of %s in\n%s", name, row)
		}
		return match[1]
	}
	coDirector.Post(end("Mei Lin"), "version", "7").LeadsTo(t, here)
	coDirector.Get(here).Wants(t, http.StatusOK, "Someone else changed this office first", "Mei Lin")
	coDirector.Post(end("Mei Lin"), "version", "1").LeadsTo(t, here)
	coDirector.Get(here).Wants(t, http.StatusOK, "Mei Lin is not referee of this event any more.")
	referee.Get(here).Wants(t, http.StatusForbidden)
	coDirector.Post("/director/events/1/officials/999/end", "version", "1").Wants(t, http.StatusNotFound)

	s.EndSocietyDirectors(t)
	director.Post(end("Wiremu Parata"), "version", "1").LeadsTo(t, here)
	director.Get(here)
	director.Post(end("Aroha Tūī"), "version", "1").LeadsTo(t, here)
	director.Get(here).Wants(
		t, http.StatusOK, "The event would have no director. Appoint another director first.", "Aroha Tūī",
	)
	_ = me
}

// Officers who appoint may do so from the event's page, without directing it.
func TestThePresidentAppointsADirector(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	account, _ := d.Site.Account("Pania", "Rewi", auth.Office{Role: auth.President})
	president := d.Site.Browser(d.Site.Session(account))
	person := d.Site.Register("Wiremu", "Parata")
	here := "/director/events/1/officials"
	president.Get(here).Wants(t, http.StatusOK, "Appoint someone")
	president.Get("/director/events/1").Wants(t, http.StatusForbidden)
	if page := president.Get(here); strings.Contains(page.Body, `href="/director/events/1"`) {
		t.Error("the page leads the president to a desk that is not theirs")
	}
	president.Post(here, "person", kit.IDText(person), "role", "director").LeadsTo(t, here)
	president.Get("/director/events/99/officials").Wants(t, http.StatusNotFound)
}
