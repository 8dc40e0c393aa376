package cancelling_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/internal/auth"
	"nzgs/internal/cancelling"
	"nzgs/web/kit/kittest"
)

const desk, page = "/director/events/1", "/events/winter-cup-2026"

// site is a site with an announced event that takes entries online, and its director.
func site(t *testing.T) (*kittest.Site, *kittest.Letters, *kittest.Browser) {
	s, letters := kittest.MailingSite(t)
	id, _ := s.Account("Ruairi", "Kerrigan", auth.Office{Role: auth.Director})
	d := s.Browser(s.Session(id))
	d.Post("/director/events", "name", "Winter Cup", "from", s.Now.Date().AddDays(9).String()).LeadsTo(t, desk)
	d.Post(desk+"/online/open", "version", "1").LeadsTo(t, desk)
	return s, letters, d
}

func TestADirectorCancelsAndUndoes(t *testing.T) {
	s, letters, d := site(t)
	member, _ := s.Account("Aroha", "Tūī")
	m := s.Browser(s.Session(member))
	m.Post(page+"/enter", "grade", "3k").LeadsTo(t, "/my-entries/1")
	letters.Come()

	d.Get(desk).Wants(t, http.StatusOK, `href="/director/events/1/cancel"`)
	form := d.Get(desk + "/cancel")
	form.Wants(t, http.StatusOK, "Why it is cancelled", "1 letter goes out", "Cancel the event")
	version := kittest.VersionOn(t, form)
	d.Post(desk+"/cancel", "version", version, "reason", " ").Wants(t, http.StatusUnprocessableEntity, "Say why")
	d.Post(desk+"/cancel", "version", "1", "reason", "Snow").Wants(t, http.StatusConflict, "Snow")
	d.Post(desk+"/cancel", "version", version, "reason", "The hall <b>flooded</b>.").LeadsTo(t, desk)
	d.Get(desk).Wants(t, http.StatusOK, "The event is cancelled", "1 letter is in the outbox.", "It takes place after all", "Cancelled")
	s.Now = s.Now.Add(cancelling.HeldFor)
	if come := letters.Come(); len(come) != 1 || come[0].Subject != "Winter Cup is cancelled" {
		t.Errorf("letters: %+v", come)
	}

	b := s.Browser("")
	shown := b.Get(page)
	shown.Wants(t, http.StatusOK, "Winter Cup is cancelled: The hall &lt;b&gt;flooded&lt;/b&gt;.", "Cancelled")
	if strings.Contains(shown.Body, `href="`+page+`/enter"`) || strings.Contains(shown.Body, "open until") {
		t.Error("the page offers to enter")
	}
	b.Get("/events").Wants(t, http.StatusOK, "Winter Cup", "Cancelled")
	if front := b.Get("/"); front.Status != http.StatusOK || strings.Contains(front.Body, "Winter Cup") {
		t.Error("the front page has an event that one cannot enter")
	}
	for _, path := range []string{"/events.csv", "/events.json", page + ".json"} {
		b.Get(path).Wants(t, http.StatusOK, "ancelled")
	}
	for _, wall := range []string{page + "/wall", page + "/sections/open/wall"} {
		b.Get(wall).Wants(t, http.StatusOK, "Winter Cup is cancelled", "flooded")
	}
	b.Get(page+"/enter").Wants(t, http.StatusOK, "cancelled")
	m.Get("/my-entries/1").Wants(t, http.StatusOK, "Winter Cup is cancelled")
	m.Get("/me").Wants(t, http.StatusOK, "Winter Cup", "cancelled")
	home := d.Get("/director")
	home.Wants(t, http.StatusOK, "<h2>Cancelled</h2>", "Winter Cup")
	if strings.Contains(home.Body, "Next things to do") {
		t.Error("a cancelled event is a thing to do")
	}
	d.Get(desk+"/venue").Wants(t, http.StatusOK, "cannot be taken along")
	d.Get(desk+"/cancel").Wants(t, http.StatusOK, "already cancelled")

	undo := d.Get(desk + "/reinstate")
	undo.Wants(t, http.StatusOK, "1 letter goes out", "It takes place", "The hall &lt;b&gt;")
	d.Post(desk+"/reinstate", "version", kittest.VersionOn(t, undo)).LeadsTo(t, desk)
	s.Now = s.Now.Add(cancelling.HeldFor)
	if come := letters.Come(); len(come) != 1 || come[0].Subject != "Winter Cup takes place after all" {
		t.Errorf("letters: %+v", come)
	}
	if again := b.Get(page); strings.Contains(again.Body, "cancelled") || !strings.Contains(again.Body, page+"/enter") {
		t.Error("the page still says that it is cancelled")
	}
}

func TestTheTreasurerReadsWhoPaid(t *testing.T) {
	s, _, d := site(t)
	d.Get(desk+"/paid").Wants(t, http.StatusOK, "No one has paid")
	terms := d.Get(desk + "/online")
	d.Post(desk+"/online", "version", kittest.VersionOn(t, terms), "taken", "on", "closes_day", s.Now.Date().AddDays(8).String(),
		"closes_time", "18:00", "fee_member", "40", "fee_visitor", "50", "lists", "confirmed").LeadsTo(t, desk+"/online/list")
	member, _ := s.Account("Aroha", "Tūī")
	s.Browser(s.Session(member)).Post(page+"/enter", "grade", "3k").LeadsTo(t, "/my-entries/1")
	d.Post("/director/applications/1/paid", "version", "1", "how", "beforehand").LeadsTo(t, desk+"/online/list")
	d.Get(desk+"/cancel").Wants(t, http.StatusOK, "$50.00 in all; no treasurer can be written to")
	id, _ := s.Account("Tom", "Money", auth.Office{Role: auth.Treasurer})
	b := s.Browser(s.Session(id))
	b.Get(desk+"/paid").Wants(t, http.StatusOK, "Aroha Tūī", "beforehand", "Paid in all")
	b.Get(desk+"/paid.csv").Wants(t, http.StatusOK, "Aroha Tūī", "beforehand")
	d.Get(desk+"/cancel").Wants(t, http.StatusOK, "the treasurer is written to")
	s.Browser("").Get(desk+"/paid").LeadsTo(t, "/sign-in?next=%2Fdirector%2Fevents%2F1%2Fpaid")
}

func TestADirectorDeletes(t *testing.T) {
	s, _, d := site(t)
	d.Get(desk).Wants(t, http.StatusOK, `href="/director/events/1/delete"`)
	form := d.Get(desk + "/delete")
	form.Wants(t, http.StatusOK, "Delete “Winter Cup” for good", "0 players", "Keep the event")
	version := kittest.VersionOn(t, form)
	d.Post(desk+"/delete", "version", version).Wants(t, http.StatusUnprocessableEntity, "Tick this to delete the event.")

	member, _ := s.Account("Aroha", "Tūī")
	m := s.Browser(s.Session(member))
	m.Post(page+"/enter", "grade", "3k").LeadsTo(t, "/my-entries/1")
	d.Post(desk+"/delete", "version", version, "sure", "on").Wants(t, http.StatusConflict, "Cancel it instead")
	d.Get(desk+"/delete").Wants(t, http.StatusOK, "Cancel it instead", `href="/director/events/1/cancel"`)
	m.Post("/my-entries/1/withdraw", "version", kittest.VersionOn(t, m.Get("/my-entries/1"))).LeadsTo(t, "/my-entries/1")
	d.Post(desk+"/delete", "version", version, "sure", "on").Wants(t, http.StatusConflict, "Delete “Winter Cup” for good")
	d.Post(desk+"/delete", "version", kittest.VersionOn(t, d.Get(desk+"/delete")), "sure", "on").LeadsTo(t, "/events")
	d.Get("/events").Wants(t, http.StatusOK, "Winter Cup is deleted.")
	b := s.Browser("")
	for _, path := range []string{page, page + "/wall", page + ".json"} {
		b.Get(path).Wants(t, http.StatusNotFound)
	}
	m.Get("/my-entries/1").Wants(t, http.StatusNotFound)
}
