package events_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A live page fetches itself for its live parts at any moment, also between a
// form and the page it leads to: the message must wait for that page.
func TestTheMessageWaitsForAWholePage(t *testing.T) {
	d := newDesk(t)
	d.setUp()
	d.Site.Register("Aroha", "Tamihana")
	d.Post("/director/sections/1/entries", "person", "1", "visitor", "on").LeadsTo(t, "/director/sections/1/entries")
	const here, message = "/director/sections/1/entries", `class="flash`
	for _, header := range []string{"X-Part", "HX-Request"} {
		part := httptest.NewRequest(http.MethodGet, here, nil)
		part.Header.Set(header, "true")
		if got := d.Send(part); strings.Contains(got.Body, message) {
			t.Errorf("a part fetched with %s takes the message", header)
		}
	}
	d.Get(here).Wants(t, http.StatusOK, message)
	if again := d.Get(here); strings.Contains(again.Body, message) {
		t.Error("the message is shown twice")
	}
}
