package site_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The box stands on every page, leads to what was found, and shows what was typed as text.
func TestSearchFromEveryPage(t *testing.T) {
	b := kittest.EmptySite(t).Browser("")
	for _, path := range []string{"/", "/events", kit.AboutPath, kit.SearchPath, "/nothing"} {
		if page := b.Get(path); !strings.Contains(page.Body, `action="/search"`) {
			t.Errorf("%s has no search box", path)
		}
	}
	b.Get("/search?q=constit").Wants(t, http.StatusOK, `href="/constitution"`, "<h2>Pages</h2>")
	b.Get("/search?q=minutes").Wants(t, http.StatusOK, "General meetings (for those who sign in)") // the others are open to everyone
	b.Get("/search?q=constit").Wants(t, http.StatusOK, `name="robots" content="noindex"`)
	b.Get("/search").Wants(t, http.StatusOK, `rel="canonical" href="http://go.example.nz/search"`, "data-slash", `<a href="/search" aria-current="page">Search</a>`)
	b.Get("/search?q=rule+4.16").Wants(t, http.StatusOK, `href="/constitution/rules/4.16"`)
	b.Get("/search?q=amazons").Wants(t, http.StatusOK, `href="/rules-of-play/amazons"`)
	b.Get("/search?q=zzz").Wants(t, http.StatusOK, "Nothing found")
	b.Get("/search?"+url.Values{"q": {`"><script>alert(1)</script>`}}.Encode()).Wants(t, http.StatusOK, "&lt;script&gt;")
	b.Get("/search?q="+strings.Repeat("a", 5000)).Wants(t, http.StatusOK, "Nothing found")
}
