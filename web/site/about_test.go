package site_test

import (
	"net/http"
	"strings"
	"testing"

	"nzgs/web/kit/kittest"
)

// The page about the society and the form say the same of joining: where no letter can confirm an address, both say that no
// one can join here and lead to where one writes to the society.
func TestAboutAndJoiningSayTheSame(t *testing.T) {
	const closed, open = "no one can join here", "can ask to join"
	without := kittest.EmptySite(t).Browser("")
	for _, path := range []string{"/about", "/join"} {
		page := without.Get(path)
		page.Wants(t, http.StatusOK, closed, `<a class="button" href="/contact">Write to us</a>`)
		if strings.Contains(page.Body, open) || strings.Contains(page.Body, "you get an invoice") {
			t.Errorf("%s of a site without mail promises that one can join", path)
		}
	}
	site, _ := kittest.MailingSite(t)
	with := site.Browser("")
	with.Get("/about").Wants(t, http.StatusOK, open, `<a class="button" href="/join">Become a member</a>`)
	with.Get("/join").Wants(t, http.StatusOK, "you get an invoice", "Ask to join</button>")
	for _, path := range []string{"/about", "/join"} {
		if strings.Contains(with.Get(path).Body, closed) {
			t.Errorf("%s of a site that sends letters says that no one can join", path)
		}
	}
}
