package site_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
	"nzgs/web/site"
)

// A visitor without an account writes to the secretary; the page shows no address, and sets no cookie.
func TestAVisitorWrites(t *testing.T) {
	s, letters := kittest.MailingSite(t)
	_, person := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	letters.Come()
	b := s.Browser("")
	b.Get(kit.OfficersPath).Wants(t, http.StatusOK, "Aroha Tūī", "Secretary", "/contact?to=secretary")
	b.Get(kit.AboutPath).Wants(t, http.StatusOK, kit.OfficersPath, kit.JoinPath)
	page := b.Get("/contact?to=secretary")
	page.Wants(t, http.StatusOK, "Send the message", "Nothing is sent to it")
	if strings.Contains(page.Body+b.Get(kit.OfficersPath).Body, "@example.nz") {
		t.Error("an address stands on the page")
	}
	_ = person
	hidden := page.Hidden()
	fields := func(more ...string) []string {
		return append([]string{"to", "secretary", "name", "Vis Itor", "email", "visitor@example.nz", "message", "Where do you meet?", "shown", shownOn(t, page)}, more...)
	}
	b.Post(kit.ContactPath, append(hidden, fields()...)...).Wants(t, http.StatusUnprocessableEntity, "faster than anyone writes", "Where do you meet?")
	s.Now = s.Now.Add(time.Minute)
	b.Post(kit.ContactPath, "shown", shownOn(t, page), "to", "president").Wants(
		t, http.StatusUnprocessableEntity, "Choose one of the offices.", "Enter your name", "Enter the e-mail address", "Write what it is about.",
	)
	b.Post(kit.ContactPath, fields("website", "spam")...).LeadsTo(t, "/contact/sent")
	if come := letters.Come(); len(come) != 0 {
		t.Errorf("a program’s form was kept: %v", come)
	}
	done := b.Post(kit.ContactPath, fields()...)
	done.LeadsTo(t, "/contact/sent")
	if c := done.Header.Values("Set-Cookie"); len(c) > 0 {
		t.Errorf("a cookie: %v", c)
	}
	b.Get("/contact/sent").Wants(t, http.StatusOK, "waits to be sent")
	come := letters.Come()
	if len(come) != 1 || come[0].To != "aroha@example.nz" || !strings.Contains(come[0].Body, "Where do you meet?") {
		t.Errorf("%v", come)
	}
	for range 4 {
		b.Post(kit.ContactPath, fields()...).LeadsTo(t, "/contact/sent")
	}
	b.Post(kit.ContactPath, fields()...).Wants(t, http.StatusTooManyRequests, "Try again tomorrow", "Where do you meet?")
}

func shownOn(t *testing.T, a kittest.Answer) string {
	t.Helper()
	_, rest, ok := strings.Cut(a.Body, `name="shown" value="`)
	value, _, _ := strings.Cut(rest, `"`)
	if !ok || value == "" {
		t.Fatal("the form does not say when it was shown")
	}
	return value
}

// With no officer who can be reached, the page says so and has no form; without a mail server a message is taken, and the
// page says that it waits.
func TestContactThatIsClosed(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	if page := b.Get(kit.ContactPath); strings.Contains(page.Body, "<textarea") {
		t.Error("a form that leads nowhere")
	}
	b.Get(kit.ContactPath).Wants(t, http.StatusOK, "No officer can be reached")
	b.Get(kit.OfficersPath).Wants(t, http.StatusOK, "No office is held today")
	s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	b.Get(kit.OfficersPath).Wants(t, http.StatusOK, "/contact?to=secretary")
	page := b.Get(kit.ContactPath)
	page.Wants(t, http.StatusOK, "<textarea", "sends no letters yet: your message waits in its outbox")
	s.Now = s.Now.Add(time.Minute)
	b.Post(
		kit.ContactPath, "to", "secretary", "name", "Vis Itor", "email", "visitor@example.nz", "message", "Where do you meet?",
		"shown", shownOn(t, page),
	).LeadsTo(t, "/contact/sent")
	b.Get("/contact/sent").Wants(t, http.StatusOK, "waits in the outbox of this site")
}

// Programs are told the public pages, and events as a feed and a calendar; nothing that is being set up.
func TestWhatProgramsAreTold(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	list := b.Get(kit.SitemapPath)
	list.Wants(t, http.StatusOK, "<urlset", "/events</loc>", "/contact</loc>", "/about</loc>")
	for _, not := range []string{"/sign-in", "/members", "/t<", "/me<", "/director"} {
		if strings.Contains(list.Body, not) {
			t.Errorf("it has %s", not)
		}
	}
	defer site.SitemapsOf(5)()
	b = kittest.EmptySite(t).Browser("") // which has kept no list
	index := b.Get(kit.SitemapPath)
	index.Wants(t, http.StatusOK, "<sitemapindex", "/sitemaps/1</loc>", "/sitemaps/2</loc>")
	one, two := b.Get("/sitemaps/1"), b.Get("/sitemaps/2")
	if n := strings.Count(one.Body, "<url>"); n != 5 || one.Body == two.Body {
		t.Errorf("%d addresses in a part", n)
	}
	for _, none := range []string{"/sitemaps/0", "/sitemaps/999", "/sitemaps/x", "/sitemaps/-1"} {
		b.Get(none).Wants(t, http.StatusNotFound)
	}
	feed := b.Get(kit.EventsFeedPath)
	feed.Wants(t, http.StatusOK, `<feed xmlns="http://www.w3.org/2005/Atom">`, "<updated>")
	b.Get(kit.EventsCalendarPath).Wants(t, http.StatusOK, "BEGIN:VCALENDAR")
}
