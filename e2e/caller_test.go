package e2e

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// caller is somebody who is signed in and sends requests without a browser:
// for what no browser would do, such as pulling the plug between a request and
// its answer.
type caller struct {
	t    *testing.T
	base string
	http *http.Client
}

// answer is what came back.
type answer struct {
	Status   int
	Location string // of a 303, without the server's name
	Body     string
}

// call signs in by the link for a role of a demonstration society.
func call(t *testing.T, s *server, role string) *caller {
	t.Helper()
	c := stranger(t, s)
	link := strings.TrimPrefix(s.LinkFor(role), s.URL)
	if got := c.post(link, url.Values{}); got.Status != http.StatusSeeOther {
		t.Fatalf("sign in as %s: %d\n%s", role, got.Status, got.Body)
	}
	return c
}

// stranger is nobody in particular.
func stranger(t *testing.T, s *server) *caller {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &caller{t: t, base: s.URL, http: &http.Client{
		Jar: jar, Timeout: time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// moveTo goes on with the same cookies at a server that was started again.
func (c *caller) moveTo(s *server) {
	c.t.Helper()
	old, err := url.Parse(c.base)
	if err != nil {
		c.t.Fatal(err)
	}
	now, err := url.Parse(s.URL)
	if err != nil {
		c.t.Fatal(err)
	}
	c.http.Jar.SetCookies(now, c.http.Jar.Cookies(old))
	c.base = s.URL
}

// caller is whoever is signed in at the window, without the browser.
func (w *window) caller() *caller {
	w.t.Helper()
	c := stranger(w.t, &server{URL: w.base})
	to, err := url.Parse(w.base)
	if err != nil {
		w.fail("%v", err)
	}
	w.do(chromedp.ActionFunc(func(ctx context.Context) error {
		cookies, err := network.GetCookies().Do(ctx)
		for _, one := range cookies {
			c.http.Jar.SetCookies(to, []*http.Cookie{{Name: one.Name, Value: one.Value}})
		}
		return err
	}))
	return c
}

func (c *caller) get(path string) answer {
	c.t.Helper()
	a, err := c.send(http.MethodGet, path, "", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

// page is a page that must be there.
func (c *caller) page(path string) string {
	c.t.Helper()
	a := c.get(path)
	if a.Status != http.StatusOK {
		c.t.Fatalf("%s answered %d\n%s", path, a.Status, a.Body)
	}
	return a.Body
}

func (c *caller) post(path string, form url.Values) answer {
	c.t.Helper()
	a, err := c.tryPost(path, form)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *caller) tryPost(path string, form url.Values) (answer, error) {
	return c.send(http.MethodPost, path, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

// upload sends a form with a file in the field "file".
func (c *caller) upload(path string, form url.Values, name string, content []byte) answer {
	c.t.Helper()
	var body bytes.Buffer
	m := multipart.NewWriter(&body)
	for field, values := range form {
		for _, v := range values {
			if err := m.WriteField(field, v); err != nil {
				c.t.Fatal(err)
			}
		}
	}
	part, err := m.CreateFormFile("file", name)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		c.t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		c.t.Fatal(err)
	}
	a, err := c.send(http.MethodPost, path, m.FormDataContentType(), &body)
	if err != nil {
		c.t.Fatal(err)
	}
	return a
}

func (c *caller) send(method, path, contentType string, body io.Reader) (answer, error) {
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.base+path, body)
	if err != nil {
		return answer{}, err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, err
	}
	return answer{res.StatusCode, strings.TrimPrefix(res.Header.Get("Location"), c.base), string(text)}, nil
}

var (
	forms   = regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
	hiddens = regexp.MustCompile(`<input type="hidden"(?: id="[^"]*")? name="([^"]*)" value="([^"]*)">`)
	tags    = regexp.MustCompile(`(?s)<(script|style|head)\b.*?</(script|style|head)>|<[^>]*>`)
)

// hidden is what the form with the given action sends without being asked.
func hidden(t *testing.T, page, action string) url.Values {
	t.Helper()
	for _, form := range forms.FindAllStringSubmatch(page, -1) {
		if html.UnescapeString(form[1]) != action {
			continue
		}
		values := url.Values{}
		for _, in := range hiddens.FindAllStringSubmatch(form[2], -1) {
			values.Add(in[1], html.UnescapeString(in[2]))
		}
		return values
	}
	t.Fatalf("no form sends to %s in\n%s", action, page)
	return nil
}

// words is what can be read on a page, with single spaces.
func words(page string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(page, " "))), " ")
}

// linkTo is the address of the first link whose address matches.
func linkTo(t *testing.T, page, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(`href="(` + pattern + `)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("no link like %s on\n%s", pattern, words(page))
	}
	return html.UnescapeString(m[1])
}

// theCongress is the address of the event that is played over the board these
// days, from the director's list of events.
func theCongress(t *testing.T, events string) string {
	t.Helper()
	m := regexp.MustCompile(`href="(/director/events/\d+)"[^>]*>[^<]*<span[^>]*>: Go Congress`).FindStringSubmatch(events)
	if m == nil {
		t.Fatalf("no Congress on\n%s", words(events))
	}
	return m[1]
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func (a answer) String() string { return fmt.Sprintf("%d %s\n%s", a.Status, a.Location, words(a.Body)) }
