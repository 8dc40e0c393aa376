package web_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"nzgs/web"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// everyHeader is what every answer carries to people who come by TLS.
var everyHeader = map[string]string{
	"X-Content-Type-Options":     "nosniff",
	"X-Frame-Options":            "DENY",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Strict-Transport-Security":  "max-age=31536000",
	"Permissions-Policy":         "camera=(), microphone=(), geolocation=()",
}

// policy is what the Content-Security-Policy of every answer says, and nothing
// weaker.
var policy = []string{
	"default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'none'",
	"form-action 'self'", "frame-ancestors 'none'", "connect-src 'self'", "img-src 'self' data:",
}

// visits asks for an address and gives the answer, without its body.
func visits(t *testing.T, server *httptest.Server, method, path, session string) *http.Response {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel() // also ends a live page
	r, err := http.NewRequestWithContext(ctx, method, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if session != "" {
		r.AddCookie(&http.Cookie{Name: "__Host-nzgs", Value: session})
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	answer.Body.Close()
	return answer
}

// isSecured checks what every answer must carry.
func isSecured(t *testing.T, what string, a *http.Response) {
	t.Helper()
	for name, want := range everyHeader {
		if got := a.Header.Values(name); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %s is %q, want %q", what, name, got, want)
		}
	}
	said := strings.Split(a.Header.Get("Content-Security-Policy"), "; ")
	slices.Sort(said)
	want := slices.Sorted(slices.Values(policy))
	if !slices.Equal(said, want) {
		t.Errorf("%s: the content policy is %q", what, said)
	}
	if got := a.Header.Get("Referrer-Policy"); got != "same-origin" && got != "no-referrer" {
		t.Errorf("%s: the referrer policy is %q", what, got)
	}
	for _, c := range a.Cookies() {
		if !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" ||
			c.SameSite != http.SameSiteLaxMode && c.SameSite != http.SameSiteStrictMode {
			t.Errorf("%s: the cookie %s", what, c)
		}
	}
	kind := a.Header.Get("Content-Type")
	if others := a.Header.Get("Access-Control-Allow-Origin"); others != "" &&
		(others != "*" || !strings.HasSuffix(what, ".json for nobody") || !strings.HasPrefix(kind, "application/json")) {
		t.Errorf("%s: other sites may read it", what)
	}
	if written := strings.HasPrefix(kind, "text/"); kind == "" && a.ContentLength != 0 ||
		written && !strings.Contains(strings.ToLower(kind), "charset=utf-8") && kind != "text/event-stream" {
		t.Errorf("%s: Content-Type is %q", what, kind)
	}
}

// TestHeadersOfEveryRoute: every address, asked by nobody and by officers, answers
// with the headers and cookies that keep browsers safe, and each is answered as who
// they are; what somebody signed in sees, and pages with a code in their address, no
// cache keeps.
func TestHeadersOfEveryRoute(t *testing.T) {
	w := newTown(t)
	server, site := w.openAt(t, "https://go.example.nz")
	recorded := recordedAnswers(t)
	cookies := 0
	for _, r := range site.Routes() {
		did := false
		for _, v := range w.visits {
			if !slices.Contains([]string{"nobody", "admin", "secr.", "dir. own"}, v.title) {
				continue
			}
			path := address(t, r.Path, w.small.Halves[v.half], v)
			a := visits(t, server, r.Method, path, v.session)
			what := r.Method + " " + path + " for " + v.title
			isSecured(t, what, a)
			if got, want := answerOf(a), recorded[r.Method+" "+r.Path][v.title]; got != want {
				t.Errorf("%s: answered %s, want %s as in %s", what, got, want, accessFile)
			}
			cookies += len(a.Cookies())
			store := a.Header.Get("Cache-Control")
			if v.session != "" && !strings.Contains(store, "no-store") && !strings.HasPrefix(path, "/static/") {
				t.Errorf("%s: Cache-Control is %q", what, store)
			}
			if r.HasCode() && (!strings.Contains(store, "no-store") || a.Header.Get("Referrer-Policy") != "no-referrer") {
				t.Errorf("%s: Cache-Control %q, Referrer-Policy %q", what, store, a.Header.Get("Referrer-Policy"))
			}
			did = did || r.Method != http.MethodGet && a.StatusCode < http.StatusBadRequest
		}
		if did { // the next route comes to a town in which nothing was done, and everyone is signed in
			server.Close()
			server, _ = w.openAt(t, "https://go.example.nz")
		}
	}
	if cookies == 0 {
		t.Error("no answer set a cookie: this test tests nothing")
	}
	for what, path := range map[string]string{"no such page": "/nothing", "a folder": "/static/", "an odd address": "/%00"} {
		isSecured(t, what, visits(t, server, http.MethodGet, path, ""))
	}
}

// TestMethodsThatNoPageHas: nothing but reading and forms is answered, and what
// was sent is not sent back.
func TestMethodsThatNoPageHas(t *testing.T) {
	w := newTown(t)
	server, site := w.openAt(t, "https://go.example.nz")
	site.SetAnswers(1e6)
	for _, r := range site.Routes() {
		path := address(t, r.Path, w.small.Halves[0], w.visits[0])
		for _, method := range []string{http.MethodTrace, "TRACK", http.MethodPut, http.MethodDelete, http.MethodPatch} {
			a := visits(t, server, method, path, "")
			if a.StatusCode != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: status %d", method, path, a.StatusCode)
			}
			isSecured(t, method+" "+path, a)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodTrace, server.URL+"/clubs", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", "__Host-nzgs=a-secret")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if body, err := io.ReadAll(a.Body); err != nil || strings.Contains(string(body), "a-secret") {
		t.Errorf("TRACE sends back what was sent: %v", err)
	}
}

// TestForgedProxyHeadersChangeNothing: what a proxy would say of a request is not
// believed of anyone else, at any address: neither where it comes from and how, nor
// that another method or address was meant.
func TestForgedProxyHeadersChangeNothing(t *testing.T) {
	w := newTown(t)
	server, site := w.openAt(t, "https://go.example.nz")
	asks := func(method, path string, forged bool) (status int, location, body string) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if forged {
			for name, value := range map[string]string{
				"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "Forwarded": "for=127.0.0.1;host=evil.example",
				"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http", "X-Forwarded-Prefix": "/evil.example",
				"X-Original-URL": "/admin/accounts", "X-Rewrite-URL": "/admin/accounts",
				"X-HTTP-Method-Override": "POST", "X-HTTP-Method": "DELETE",
			} {
				r.Header.Set(name, value)
			}
		}
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		a, err := client.Do(r)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		defer a.Body.Close()
		text := ""
		if !strings.HasSuffix(path, "/live") { // it does not end
			raw, err := io.ReadAll(io.LimitReader(a.Body, 1<<20))
			if err != nil {
				t.Fatal(err)
			}
			text = string(raw)
		}
		return a.StatusCode, a.Header.Get("Location"), text
	}
	for _, r := range site.Routes() {
		if r.Path == "/metrics" { // closed to whoever comes by a proxy: TestMetricsAnswerThisMachineAlone
			continue
		}
		path := address(t, r.Path, w.small.Halves[0], w.visits[0])
		status, location, _ := asks(r.Method, path, false)
		forgedStatus, forgedLocation, body := asks(r.Method, path, true)
		if forgedStatus != status || forgedLocation != location || strings.Contains(body, "evil.example") {
			t.Errorf(
				"%s %s: status %d to %q, and %d to %q when headers are forged", r.Method, path, status, location,
				forgedStatus, forgedLocation,
			)
		}
	}
}

// An older browser hides where a form came from on a page that asks it to: a form
// with a code in its address is taken all the same, any other is not.
func TestFormsWithACodeFromOlderBrowsers(t *testing.T) {
	s := kittest.EmptySite(t)
	half := s.FillSmall().Halves[0]
	post := func(path string, headers ...string) int {
		r := httptest.NewRequest(http.MethodPost, path, nil)
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		return s.Browser("").Send(r).Status
	}
	if got := post(kit.TableCardURL(half.Card), "Origin", "null"); got == http.StatusForbidden {
		t.Errorf("a table card from an older phone: status %d", got)
	}
	for path, headers := range map[string][]string{
		"/sign-in":                  {"Origin", "null"},
		kit.TableCardURL(half.Card): {"Origin", "https://evil.example"},
	} {
		if got := post(path, headers...); got != http.StatusForbidden {
			t.Errorf("POST %s with %v: status %d", path, headers, got)
		}
	}
	if got := post(kit.TableCardURL(half.Card), "Origin", "null", "Sec-Fetch-Site", "cross-site"); got != http.StatusForbidden {
		t.Errorf("a table card from another site: status %d", got)
	}
}

// A site of its own name says nothing of the names below it, which may have no HTTPS, unless the settings ask for it.
func TestSubdomainsComeByHTTPSWhenAsked(t *testing.T) {
	for asked, want := range map[bool]string{false: "max-age=31536000", true: "max-age=31536000; includeSubDomains"} {
		if got := web.StrictTransport(asked); got != want {
			t.Errorf("asked %v: %q, want %q", asked, got, want)
		}
	}
}
