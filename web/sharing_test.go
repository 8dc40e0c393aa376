package web_test

import (
	"bytes"
	"html"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"nzgs/internal/auth"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

var metaTag = regexp.MustCompile(`<(?:meta (?:name|property)|link rel)="([^"]+)" (?:content|href)="([^"]*)"`)

// metaOf is what a page's head tells programs, by name.
func metaOf(page string) map[string]string {
	out := map[string]string{}
	head, _, _ := strings.Cut(page, "</head>")
	for _, m := range metaTag.FindAllStringSubmatch(head, -1) {
		out[m[1]] = html.UnescapeString(m[2])
	}
	return out
}

// TestEveryPublicPageSaysWhatItIs: each has a title, a sentence, its one address and a picture that is there; it sets no
// cookie, and answers HEAD as it answers GET.
func TestEveryPublicPageSaysWhatItIs(t *testing.T) {
	w := newTown(t)
	_, site := w.openAt(t, "http://go.example.nz")
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	shared := 0
	for _, r := range site.Routes() {
		if r.Method != http.MethodGet || !r.Access.Public || r.Path == "/events/:id/live" {
			continue
		}
		for _, half := range w.small.Halves {
			path := address(t, r.Path, half, w.visits[0])
			a := visits(t, server, http.MethodGet, path, "")
			if c := a.Cookies(); len(c) > 0 && path != "/sign-in/code" { // which says that signing in took too long
				t.Errorf("%s sets a cookie: %v", path, c)
			}
			head := visits(t, server, http.MethodHead, path, "")
			if head.StatusCode != a.StatusCode || a.StatusCode == http.StatusOK && head.Header.Get("Content-Type") != a.Header.Get("Content-Type") {
				t.Errorf("%s: HEAD %d %s, GET %d %s", path, head.StatusCode, head.Header.Get("Content-Type"), a.StatusCode, a.Header.Get("Content-Type"))
			}
			if a.StatusCode != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
				continue
			}
			_, body := fetch(t, server.URL+path, "")
			says := metaOf(body)
			if !r.IsShared() {
				if says["robots"] != "noindex" || says["canonical"] != "" {
					t.Errorf("%s: is for whoever has its code: %v", path, says)
				}
				continue
			}
			shared++
			if !strings.HasPrefix(says["canonical"], "http://go.example.nz/") || says["og:url"] != says["canonical"] {
				t.Errorf("%s: its address is %q", path, says["canonical"])
			}
			about := says["description"]
			if n := utf8.RuneCountInString(about); n < 20 || n > 200 || says["og:description"] != about {
				t.Errorf("%s: it says %q", path, about)
			}
			if says["og:title"] == "" || !strings.Contains(body, "<title>") {
				t.Errorf("%s has no title", path)
			}
			picture, err := url.Parse(says["og:image"])
			if err != nil || picture.Query().Get("page") == "" {
				t.Errorf("%s: its picture is at %q", path, says["og:image"])
				continue
			}
			if a := visits(t, server, http.MethodGet, picture.RequestURI(), ""); a.StatusCode != http.StatusOK || a.Header.Get("Content-Type") != "image/png" {
				t.Errorf("%s: %s: status %d, %s", path, says["og:image"], a.StatusCode, a.Header.Get("Content-Type"))
			}
		}
	}
	if shared < 40 {
		t.Errorf("%d pages looked at", shared)
	}
}

// TestSharingPictureIsOfAPublicPage: no address makes the society say what no page says, or shows what is not for everybody.
func TestSharingPictureIsOfAPublicPage(t *testing.T) {
	s := kittest.EmptySite(t)
	b := s.Browser("")
	a := b.Get(kit.SharingPicturePath + "?page=%2F")
	if _, err := png.Decode(bytes.NewReader([]byte(a.Body))); a.Status != http.StatusOK || err != nil {
		t.Fatalf("home: status %d, %v", a.Status, err)
	}
	if again := b.Get(kit.SharingPicturePath + "?page=%2F"); again.Body != a.Body {
		t.Error("another picture of the same page")
	}
	account, _ := s.Account("Aroha", "Tūī", auth.Office{Role: auth.Secretary})
	for _, path := range []string{
		"", "nothing", "/nothing", "//evil.example/", "http://evil.example/", "/?title=Cheap+pills", "/members", "/members/1",
		"/me", "/t/ABCDEF", "/ratings.pdf", "/ratings.xlsx", "/events.json", "/events/none", "/healthz", "/static/app.css",
		kit.SharingPicturePath, "/%00", "/%2e%2e/", "/events/" + strings.Repeat("x", 5000), "/sign-in\r\nx",
	} {
		at := kit.SharingPicturePath + "?" + url.Values{"page": {path}}.Encode()
		b.Get(at).Wants(t, http.StatusNotFound)
		s.Browser(s.Session(account)).Get(at).Wants(t, http.StatusNotFound)
	}
	b.Get(kit.RobotsPath).Wants(t, http.StatusOK, "User-agent: *", "Disallow: /t/\n", "Disallow: /link/\n", "Sitemap: ", kit.SitemapPath)
}
