package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/demo"
	"nzgs/internal/store/storetest"
	"nzgs/web/kit/kittest"
)

// firstVisit is the most bytes that a first visit to the page of a congress may take: at 400 kbit a second two seconds.
const firstVisit = 70_000

var (
	linked   = regexp.MustCompile(`<(?:link|script)[^>]*? (?:href|src)="(/static/[^"]+)"`)
	imported = regexp.MustCompile(`(?:@import )?url\("?([^)"]+)"?\)`)
)

// TestAFirstVisitIsSmall adds up what a browser fetches that comes for the first time, as it goes over the wire: the
// page, and every style, script, font and picture that it names, heads included.
func TestAFirstVisitIsSmall(t *testing.T) {
	db := storetest.SQLite(t)
	now := civil.MustParseInstant("2026-11-21T01:00:00.000Z")
	if err := demo.Fill(t.Context(), db, demo.Small(), now, func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	s := kittest.NewSite(t, db)
	s.Now = now
	total, page := 0, ""
	fetch := func(path string) string {
		t.Helper()
		a := getWith(s, path, "Accept-Encoding", "gzip, deflate, br")
		if a.Code != http.StatusOK {
			t.Fatalf("%s: status %d", path, a.Code)
		}
		size := a.Body.Len()
		for name, values := range a.Header() {
			size += len(name) + len(strings.Join(values, ", ")) + 4
		}
		total += size
		t.Logf("%6d %s", size, path)
		return getWith(s, path).Body.String()
	}
	for _, e := range eventAddresses.FindAllString(getWith(s, "/events").Body.String(), -1) {
		if strings.Contains(e, "congress") {
			page = strings.TrimSuffix(strings.TrimPrefix(e, `href="`), `"`)
		}
	}
	html := fetch(page)
	seen := map[string]bool{}
	var follow func(from, path string)
	follow = func(from, path string) {
		at, err := url.Parse(from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := at.Parse(path)
		if err != nil || seen[to.Path] || to.Host != "" || to.Scheme == "data" {
			return
		}
		seen[to.Path] = true
		text := fetch(to.RequestURI())
		if strings.HasSuffix(to.Path, ".css") {
			for _, m := range imported.FindAllStringSubmatch(text, -1) {
				follow(to.RequestURI(), m[1])
			}
		}
	}
	for _, m := range linked.FindAllStringSubmatch(html, -1) {
		follow(page, m[1])
	}
	if len(seen) < 7 {
		t.Errorf("only %d files are fetched: the test does not see them", len(seen))
	}
	if total > firstVisit {
		t.Errorf("a first visit to %s takes %d bytes, want %d at most", page, total, firstVisit)
	}
	t.Logf("%6d in all", total)
}

var eventAddresses = regexp.MustCompile(`href="/events/[a-z0-9-]+"`)
