package e2e

import (
	"context"
	"html"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

var (
	hrefs   = regexp.MustCompile(`href="(/[^"#]*)`)
	numbers = regexp.MustCompile(`\d+`)
)

// pageKind is an address with its numbers, names and search taken out: pages of
// one kind are made by one template.
func pageKind(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	parts := strings.Split(u.Path, "/")
	for i, part := range parts {
		previous := ""
		if i > 0 {
			previous = parts[i-1]
		}
		switch {
		case parts[1] == "events" && (previous == "events" || previous == "sections"),
			previous == "t", previous == "here", previous == "link", previous == "questions":
			parts[i] = "…"
		default:
			parts[i] = numbers.ReplaceAllString(part, "n")
		}
	}
	kind := strings.Join(parts, "/")
	if u.RawQuery != "" {
		kind += "?…"
	}
	return kind
}

// isPage tells pages from files and streams.
func isPage(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if strings.HasPrefix(u.Path, "/constitution/rules/") {
		return true // whose stop is no file's
	}
	return path.Ext(u.Path) == "" && !strings.HasPrefix(u.Path, "/static/") && path.Base(u.Path) != "live"
}

// pagesPerKind is how many addresses of a kind are read for links to others: a
// section that is over leads elsewhere than one that is being played.
const pagesPerKind = 4

// kinds follows every link from the front page and returns an address for each
// kind of page that the window's owner can come to, in the order found.
func (w *window) kinds() []string {
	w.t.Helper()
	client := w.sameCookies()
	count := map[string]int{}
	from := map[string]string{"/": ""} // the page that leads there
	queue := []string{"/"}
	var samples []string
	for len(queue) > 0 {
		address := queue[0]
		queue = queue[1:]
		kind := pageKind(address)
		if count[kind] >= pagesPerKind {
			continue
		}
		if strings.HasPrefix(address, "/director/compare?") {
			continue // computes for half a minute; TestDirectorComparesSystems looks at it
		}
		status, body := client(address)
		if status != http.StatusOK {
			w.object("a link on %s leads to %s, which answers %d", from[address], address, status)
			continue
		}
		if count[kind]++; count[kind] == 1 {
			samples = append(samples, address)
		}
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			next := html.UnescapeString(m[1])
			if _, seen := from[next]; !seen && isPage(next) {
				from[next] = address
				queue = append(queue, next)
			}
		}
	}
	return samples
}

// sameCookies is a way to fetch pages, without showing them, as whoever is
// signed in at the window.
func (w *window) sameCookies() func(address string) (int, string) {
	w.t.Helper()
	var cookies []*network.Cookie
	w.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		cookies, err = network.GetCookies().Do(ctx)
		return err
	}))
	return func(address string) (int, string) {
		req, err := http.NewRequestWithContext(w.ctx, http.MethodGet, w.base+address, nil)
		if err != nil {
			w.fail("%v", err)
		}
		for _, c := range cookies {
			req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			w.fail("%v", err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			w.fail("%s: %v", address, err)
		}
		return res.StatusCode, string(body)
	}
}
