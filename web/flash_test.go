package web

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
	d.site.register("Aroha", "Tamihana")
	d.post("/director/sections/1/entries", "person", "1", "visitor", "on").leadsTo(t, "/director/sections/1/entries")
	const here, message = "/director/sections/1/entries", `class="flash`
	for _, header := range []string{"X-Part", "HX-Request"} {
		part := httptest.NewRequest(http.MethodGet, here, nil)
		part.Header.Set(header, "true")
		if got := d.send(part); strings.Contains(got.body, message) {
			t.Errorf("a part fetched with %s takes the message", header)
		}
	}
	d.get(here).wants(t, http.StatusOK, message)
	if again := d.get(here); strings.Contains(again.body, message) {
		t.Error("the message is shown twice")
	}
}
