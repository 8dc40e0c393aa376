package e2e

import (
	"html"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// atHomeOnly are words of what a laptop at a venue cannot do: nothing of it may be offered there.
var atHomeOnly = []string{
	"password", "e-mail", "by mail", "subscription", "send in for rating", "online entry", "who entered, and who paid", "titles",
	"points towards", "forgotten", "passkey", "write to me", "take the event along", "officials", "upload events",
}

var formsThatSend = regexp.MustCompile(`(?s)<form[^>]*method="post"[^>]*>`)

var formAction = regexp.MustCompile(`action="([^"]*)"`)

// TestEveryLinkOnALaptopLeadsSomewhere follows every link of the laptop's site as everyone who can come to it, looks for
// forms that send nowhere, and for what is offered there and can only be done at home.
func TestEveryLinkOnALaptopLeadsSomewhere(t *testing.T) {
	t.Parallel()
	site := serveDemo(t)
	_, file := lent(t, call(t, site, "Director"))
	site.stop() // the venue has no network
	laptop := openAtVenue(t, file, t.TempDir())

	director := newWindow(t, laptop, desktop)
	director.goTo("/venue/in")
	director.press("Sign in as the director")
	director.see("This laptop")
	codes := regexp.MustCompile(`<strong class="code">([A-Z0-9-]+)<`).FindAllStringSubmatch(director.html(), -1)
	if len(codes) != 2 {
		t.Fatalf("codes %q", codes)
	}
	joins := func(code, name string) *window {
		w := newWindow(t, laptop, phone)
		w.goTo("/venue/in")
		w.fill("Today’s code", code)
		w.fill("Your name", name)
		w.press("Sign in")
		w.see("You are signed in for today.")
		return w
	}
	for who, w := range map[string]*window{
		"the director": director, "a second director": joins(codes[0][1], "Second"), "a helper": joins(codes[1][1], "Helper"),
		"anyone": open(t, laptop, phone),
	} {
		pages := w.kinds()
		if least := map[bool]int{true: 30, false: 8}[who == "the director"]; len(pages) < least {
			t.Errorf("%s comes to %d kinds of pages only: %q", who, len(pages), pages)
		}
		for _, page := range pages {
			w.offersNothingOfHome(who, page)
			if os.Getenv("NZGS_PICTURES") != "" {
				w.goTo(page)
			}
		}
		w.judge(who)
	}
}

// offersNothingOfHome looks at a page for forms that send nowhere and words of what cannot be done at a venue.
func (w *window) offersNothingOfHome(who, page string) {
	w.t.Helper()
	client := w.sameCookies()
	_, body := client(page)
	for _, form := range formsThatSend.FindAllString(body, -1) {
		m := formAction.FindStringSubmatch(form)
		if m == nil {
			continue // to its own page
		}
		if status, _ := client(html.UnescapeString(m[1])); status == http.StatusNotFound {
			w.object("%s: a form on %s sends to %s, which is not there", who, page, m[1])
		}
	}
	text := strings.ReplaceAll(strings.ToLower(words(body)), "no one is asked for a password here", "")
	if at := slices.IndexFunc(atHomeOnly, func(word string) bool { return strings.Contains(text, word) }); at >= 0 {
		w.object("%s: %s says %q: …%s…", who, page, atHomeOnly[at], around(text, atHomeOnly[at]))
	}
}

// around is what stands beside a word.
func around(text, word string) string {
	i := strings.Index(text, word)
	return text[max(0, i-60):min(len(text), i+60)]
}
