package web_test

import (
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nzgs/internal/civil"
	"nzgs/internal/demo"
	"nzgs/internal/store/storetest"
	"nzgs/web/kit"
	"nzgs/web/kit/kittest"
)

// The most bytes that a first visit may take, and what is fetched at least.
const (
	firstVisit     = 70_000  // to the page of a congress: at 400 kbit a second less than a second and a half
	anyFirstVisit  = 100_000 // to any public page, without pictures
	leastOfAPage   = 6       // styles, scripts and icons that every page names
	mostOfOneRoute = 40      // pages that are looked at of one route with the same questions in the address
	leastOfAll     = 300     // pages that are looked at in all
)

var (
	linked   = regexp.MustCompile(`<(?:link|script)[^>]*? (?:href|src)="(/static/[^"]+)"`)
	imported = regexp.MustCompile(`(?:@import )?url\("?([^)"]+)"?\)`)
	fetched  = regexp.MustCompile(`new URL\("([^"]+)", vendor\)`) // by a script, from /static/vendor
	parts    = regexp.MustCompile(`"([^"]*)": "([a-z]+\.js)"`)    // of app.js: what on a page asks for a script more
	marked   = regexp.MustCompile(`data-[a-z-]+`)
	located  = regexp.MustCompile(`<loc>https?://[^/<]+([^<]*)</loc>`)
	leads    = regexp.MustCompile(`<(?:a|link|iframe)[^>]*? (?:href|src)="(/[^"]*)"`)
)

// firstVisitor is a browser that comes for the first time, to a demonstration.
type firstVisitor struct {
	site  *kittest.Site
	sizes map[string]int    // of what was fetched, by address: as it goes over the wire, heads included
	texts map[string]string // of what can name more
}

func newFirstVisitor(t *testing.T) *firstVisitor {
	t.Helper()
	db := storetest.SQLite(t)
	now := civil.MustParseInstant("2026-11-21T01:00:00.000Z")
	if err := demo.Fill(t.Context(), db, demo.Small(), now, func(string, int, int) {}); err != nil {
		t.Fatal(err)
	}
	s := kittest.NewSite(t, db)
	s.Now = now
	return &firstVisitor{site: s, sizes: map[string]int{}, texts: map[string]string{}}
}

// asks fetches once; ok says that the answer is a page, a style, a script, a font or a picture of the site.
func (v *firstVisitor) asks(t *testing.T, address string) (kind string, ok bool) {
	t.Helper()
	a := getWith(v.site, address, "Accept-Encoding", "gzip, deflate, br")
	kind, _, _ = strings.Cut(a.Header().Get("Content-Type"), ";")
	if a.Code != http.StatusOK {
		return kind, false
	}
	size := a.Body.Len()
	for name, values := range a.Header() {
		size += len(name) + len(strings.Join(values, ", ")) + 4
	}
	v.sizes[address] = size
	if kind == "text/html" || kind == "text/css" || kind == "text/javascript" {
		v.texts[address] = getWith(v.site, address).Body.String()
	}
	return kind, true
}

// whole adds up a page that was asked for and all that it names: styles and what they import, scripts and what they fetch,
// fonts, icons.
func (v *firstVisitor) whole(t *testing.T, page string) (total int, files []string) {
	t.Helper()
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
		address := to.RequestURI()
		if _, known := v.sizes[address]; !known {
			if _, ok := v.asks(t, address); !ok {
				t.Fatalf("%s names %s, which is not there", page, address)
			}
		}
		files = append(files, address)
		if strings.HasSuffix(to.Path, ".css") {
			for _, m := range imported.FindAllStringSubmatch(v.texts[address], -1) {
				follow(address, m[1])
			}
		}
		for _, m := range parts.FindAllStringSubmatch(v.texts[address], -1) {
			if slices.ContainsFunc(marked.FindAllString(m[1], -1), func(mark string) bool {
				return strings.Contains(v.texts[page], " "+mark)
			}) {
				follow(address, "/static/"+m[2])
			}
		}
		for _, m := range fetched.FindAllStringSubmatch(v.texts[address], -1) {
			follow(address, "/static/vendor/"+m[1])
		}
	}
	for _, m := range linked.FindAllStringSubmatch(v.texts[page], -1) {
		follow(page, m[1])
	}
	total = v.sizes[page]
	for _, f := range files {
		total += v.sizes[f]
	}
	if len(files) < leastOfAPage {
		t.Errorf("%s fetches %d files: the test does not see them", page, len(files))
	}
	return total, files
}

// TestAFirstVisitIsSmall adds up what a browser fetches that comes for the first time to a congress, as it goes over the
// wire: the page, and every style, script, font and icon that it names, heads included.
func TestAFirstVisitIsSmall(t *testing.T) {
	v := newFirstVisitor(t)
	page := ""
	for _, e := range eventAddresses.FindAllString(getWith(v.site, "/events").Body.String(), -1) {
		if strings.Contains(e, "congress") {
			page = strings.TrimSuffix(strings.TrimPrefix(e, `href="`), `"`)
		}
	}
	if kind, ok := v.asks(t, page); !ok || kind != "text/html" {
		t.Fatalf("%q is not the page of a congress", page)
	}
	total, files := v.whole(t, page)
	for _, f := range append(files, page) {
		t.Logf("%6d %s", v.sizes[f], f)
	}
	if total > firstVisit {
		t.Errorf("a first visit to %s takes %d bytes, want %d at most", page, total, firstVisit)
	}
	t.Logf("%6d in all", total)
}

// notLooked are routes open to everybody whose answers the test does not look at, by how their paths end, and why. Who
// follows a code comes from a letter or a card, not as a stranger.
var notLooked = map[string]string{
	"/:token":                  "a letter's code opens it",
	"/:picture":                "it is a picture",
	"/sharing.png":             "it is a picture",
	"/static/*":                "its files are counted with the pages that name them",
	"/metrics":                 "it is for a program that has its code",
	"/sign-in/code":            "it is the second step of signing in, and leads back without the first",
	"/declaration":             "no vote in these societies is declared",
	"/declaration.pdf":         "no vote in these societies is declared",
	"/declaration/vote.json":   "no vote in these societies is declared",
	"/declaration/result.json": "no vote in these societies is declared",
	"/prizes.pdf":              "no prizes are given in these societies",
	"/prizes.csv":              "no prizes are given in these societies",
	"/prizes.json":             "no prizes are given in these societies",
}

func whyNotLooked(route string) string {
	for end, why := range notLooked {
		if strings.HasSuffix(route, end) {
			return why
		}
	}
	return ""
}

// publicWalk looks at pages that a stranger comes to.
type publicWalk struct {
	*firstVisitor
	routes  []kit.Route
	came    map[string]bool // routes that answered
	pages   int
	largest int
	where   string // which page is the largest
}

// look asks for an address, and says what its page leads to.
func (w *publicWalk) look(t *testing.T, address string) (to []string) {
	t.Helper()
	kind, ok := w.asks(t, address)
	route := routeOf(w.routes, address)
	w.came[route] = w.came[route] || ok
	if !ok || kind != "text/html" {
		return nil
	}
	w.pages++
	total, files := w.whole(t, address)
	for _, f := range files {
		if strings.Contains(f, ".png") || strings.Contains(f, ".svg") { // icons
			total -= w.sizes[f]
		}
	}
	if total > w.largest {
		w.largest, w.where = total, address
	}
	if total > anyFirstVisit {
		t.Errorf("a first visit to %s takes %d bytes, want %d at most", address, total, anyFirstVisit)
	}
	for _, m := range leads.FindAllStringSubmatch(w.texts[address], -1) {
		to = append(to, html.UnescapeString(m[1]))
	}
	delete(w.texts, address)
	return to
}

// walk looks at all that addresses lead to, until there is nothing new; of one route with the same questions in the address
// as many are looked at as a list has.
func (w *publicWalk) walk(t *testing.T, waiting []string) {
	t.Helper()
	known, looked := map[string]bool{}, map[string]int{}
	for len(waiting) > 0 {
		address, _, _ := strings.Cut(waiting[0], "#")
		waiting = waiting[1:]
		asked, err := url.Parse(address)
		route := routeOf(w.routes, address)
		if err != nil || asked.Host != "" || known[address] || route == "" { // route: it asks to sign in
			continue
		}
		known[address] = true
		group := route + "?" + strings.Join(slices.Sorted(maps.Keys(asked.Query())), "&")
		if looked[group]++; looked[group] > mostOfOneRoute {
			continue
		}
		waiting = append(waiting, w.look(t, address)...)
	}
}

// TestAFirstVisitToAnyPublicPageIsSmall adds up so each page of a demonstration that a stranger comes to, by every link of
// the home page, of the list for search engines and of routes; and each route of a small society that everybody may ask
// for.
func TestAFirstVisitToAnyPublicPageIsSmall(t *testing.T) {
	w := &publicWalk{firstVisitor: newFirstVisitor(t), came: map[string]bool{}}
	from := []string{}
	for _, r := range w.site.Routes() {
		if r.Method == http.MethodGet && r.Access.Public {
			w.routes = append(w.routes, r)
			if !strings.ContainsAny(r.Path, ":*") {
				from = append(from, r.Path)
			}
		}
	}
	for _, m := range located.FindAllStringSubmatch(getWith(w.site, "/sitemap.xml").Body.String(), -1) {
		from = append(from, m[1])
	}
	w.walk(t, from)
	if w.pages < leastOfAll {
		t.Errorf("only %d pages were looked at", w.pages)
	}
	t.Logf("%d pages; the largest is %s with %d bytes", w.pages, w.where, w.largest)

	small := newTown(t)
	_, site := small.openAt(t, "http://go.example.nz")
	w.firstVisitor = &firstVisitor{site: site, sizes: map[string]int{}, texts: map[string]string{}}
	w.pages, w.largest = 0, 0
	for _, r := range w.routes {
		for _, half := range small.small.Halves {
			w.look(t, address(t, r.Path, half, small.visits[0]))
		}
	}
	for _, r := range w.routes {
		if why := whyNotLooked(r.Path); !w.came[r.Path] && why == "" {
			t.Errorf("%s was not looked at", r.Path)
		}
	}
	t.Logf("%d more; the largest is %s with %d bytes", w.pages, w.where, w.largest)
}

// routeOf is the path of the route that answers at an address; "": none of them.
func routeOf(routes []kit.Route, address string) string {
	path, _, _ := strings.Cut(address, "?")
	if path != "/" {
		path = strings.TrimSuffix(path, "/")
	}
	parts, best, fewest := strings.Split(path, "/"), "", len(path)+1
	for _, r := range routes {
		want := strings.Split(r.Path, "/")
		params := 0
		if len(want) != len(parts) {
			continue
		}
		fits := true
		for i, w := range want {
			if strings.HasPrefix(w, ":") {
				params++
			} else if w != parts[i] {
				fits = false
			}
		}
		if fits && params < fewest {
			best, fewest = r.Path, params
		}
	}
	return best
}

var eventAddresses = regexp.MustCompile(`href="/events/[a-z0-9-]+"`)
