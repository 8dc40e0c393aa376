package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/civil"
	"nzgs/internal/governance"
	"nzgs/internal/governance/calendar"
	"nzgs/internal/governance/constitution"
	"nzgs/internal/governance/meetings"
	"nzgs/internal/store"
)

// owe sets the duties of a meeting; today is 1 July 2026.
func (s *site) owe(duties ...governance.Duty) {
	s.t.Helper()
	s.must(s.db.InTx(s.t.Context(), func(tx *store.Tx) error {
		return s.governance.SetDuties(s.t.Context(), tx, "meeting:7", duties)
	}))
}

func due(what, title, day string, owner constitution.Owner) governance.Duty {
	return governance.Duty{What: what, Title: title, Due: civil.MustParseDate(day), Owner: owner, Rule: "4.1", Trace: "14 days before, counted (4.1)", Link: "/events"}
}

func TestDutiesStandByTheirDay(t *testing.T) {
	s, b := secretarySite(t)
	b.get("/duties").wants(t, http.StatusOK, "Nothing is due", "Make a calendar address")
	b.get("/").wants(t, http.StatusOK, `href="/duties"`)
	s.owe(
		due("later", "Plan <tea>", "2026-07-16", constitution.OwnerCommittee),
		due("soon", "Send the notice", "2026-07-15", constitution.OwnerSecretary),
		due("late", "Draft minutes", "2026-06-30", constitution.OwnerChair),
		due("done", "Book the hall", "2026-07-02", constitution.OwnerSecretary),
	)
	s.must(s.db.InTx(t.Context(), func(tx *store.Tx) error { return s.governance.FinishDuty(t.Context(), tx, "meeting:7", "done") }))
	page := b.get("/duties")
	page.wants(t, http.StatusOK, "Plan &lt;tea&gt;", `href="/constitution/rules/4.1">Rule 4.1</a>`, `counted (<a href="/constitution/rules/4.1">4.1</a>)`, "15 July 2026", "Secretary", "1 July 2026")
	last := -1
	for _, text := range []string{`id="overdue"`, "Draft minutes", `id="soon"`, "Send the notice", `id="later"`, "Plan &lt;tea&gt;", `id="done"`, "Book the hall"} {
		at := strings.Index(page.body, text)
		if at <= last {
			t.Errorf("%s stands at %d, after %d", text, at, last)
		}
		last = at
	}

	front := b.get("/")
	front.wants(t, http.StatusOK, "Due next", "Overdue: ", "Draft minutes", "Send the notice")
	if strings.Contains(front.body, "Book the hall") {
		t.Error("the front page shows what is done")
	}
	if page := s.browser("").get("/"); strings.Contains(page.body, "Due next") {
		t.Error("everybody is shown the officers' duties")
	}
}

func TestOnesOwnDutiesOnly(t *testing.T) {
	s := emptySite(t)
	account, chair := s.account("Hemi", "Testcase")
	other, _ := s.account("Rangi", "Testcase")
	d := due("minutes", "Draft minutes", "2026-07-10", constitution.OwnerChair)
	d.People = []auth.PersonID{chair}
	s.owe(d, due("notice", "Send the notice", "2026-07-15", constitution.OwnerSecretary))
	mine := s.browser(s.session(account)).get("/duties")
	mine.wants(t, http.StatusOK, "Draft minutes")
	if strings.Contains(mine.body, "Send the notice") {
		t.Error("a chair is shown the secretary's duty")
	}
	s.browser(s.session(other)).get("/duties").wants(t, http.StatusOK, "Nothing is due")
	s.browser("").get("/duties").leadsTo(t, "/sign-in?next=%2Fduties")
}

var feedAddress = regexp.MustCompile(`http://go\.example\.nz(/duties/calendar/[\w-]{43}\.ics)`)

func TestTheCalendarOfDuties(t *testing.T) {
	s, b := secretarySite(t)
	s.owe(due("notice", "Send the notice", "2026-07-15", constitution.OwnerSecretary), due("tea", "Make tea", "2026-07-16", constitution.OwnerCommittee))
	address := func() string {
		t.Helper()
		page := b.post("/duties/calendar")
		page.wants(t, http.StatusOK, "shown only now")
		m := feedAddress.FindStringSubmatch(page.body)
		if m == nil {
			t.Fatal(page.body)
		}
		return m[1]
	}
	first := address()
	if strings.Contains(b.get("/duties").body, first) {
		t.Error("the address is shown again")
	}
	nobody := s.browser("")
	feed := nobody.get(first)
	feed.wants(t, http.StatusOK, "SUMMARY:Send the notice\r\n", "DTSTART;VALUE=DATE:20260715\r\n", "UID:duty-1@go.example.nz\r\n", "SEQUENCE:0\r\n", "URL:http://go.example.nz/events\r\n")
	if got := feed.header.Get("Content-Type"); got != calendar.MediaType {
		t.Errorf("sent as %s", got)
	}

	// A duty moves, another is no longer asked for.
	s.owe(due("notice", "Send the notice", "2026-07-10", constitution.OwnerSecretary))
	moved := nobody.get(first)
	moved.wants(t, http.StatusOK, "UID:duty-1@go.example.nz\r\n", "DTSTART;VALUE=DATE:20260710\r\n", "SEQUENCE:1\r\n", "UID:duty-2@go.example.nz\r\n", "STATUS:CANCELLED\r\n")

	second := address()
	nobody.get(first).wants(t, http.StatusNotFound)
	nobody.get(second).wants(t, http.StatusOK, "BEGIN:VCALENDAR")
	for _, path := range []string{"/duties/calendar/x.ics", "/duties/calendar/.ics", strings.TrimSuffix(second, ".ics"), second + ".ics"} {
		nobody.get(path).wants(t, http.StatusNotFound)
	}

	// Who has left the office sees its duties no longer, on the next request.
	offices, err := s.auth.Offices(t.Context(), program)
	s.must(err)
	for _, o := range offices {
		s.must(s.auth.EndOffice(t.Context(), program, o.ID, o.Version, s.now.Date().AddDays(-1)))
	}
	if feed := nobody.get(second); feed.status != http.StatusOK || strings.Contains(feed.body, "VEVENT") {
		t.Errorf("%d: %s", feed.status, feed.body)
	}
}

func TestMeetingsInTheCalendarOfDuties(t *testing.T) {
	s, b := secretarySite(t)
	id, err := s.meetings.Create(t.Context(), program, meetings.PlanInput{Kind: meetings.AGM, Date: s.now.Date().AddDays(100), Time: "14:00", Place: "Hall, Wellington"})
	s.must(err)
	page := b.post("/duties/calendar")
	m := feedAddress.FindStringSubmatch(page.body)
	if m == nil {
		t.Fatal(page.body)
	}
	begins := strings.ReplaceAll(s.now.Date().AddDays(100).String(), "-", "")
	feed := s.browser("").get(m[1])
	feed.wants(t, http.StatusOK, "UID:meeting-1@go.example.nz\r\n", "DTSTART;TZID=Pacific/Auckland:"+begins+"T140000\r\n", "LOCATION:Hall\\, Wellington\r\n")
	v, err := s.meetings.View(t.Context(), program, id)
	s.must(err)
	s.must(s.meetings.Cancel(t.Context(), program, id, v.Meeting.Version, "The hall is closed."))
	s.browser("").get(m[1]).wants(t, http.StatusOK, "UID:meeting-1@go.example.nz\r\n", "STATUS:CANCELLED\r\n", "SEQUENCE:1\r\n")
}
