package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

// site is what was found by following links, as somebody signed in.
type site struct {
	client *http.Client
	url    string
	pages  []page
}

// page is an address and the kind of page it belongs to.
type page struct{ kind, path string }

// samplesPerKind is how many addresses of a kind are read: the player page of
// so many players, and so on.
const samplesPerKind = 12

// mostPages is after how many of them no further links are followed.
const mostPages = 1000

var (
	hrefs   = regexp.MustCompile(`href="(/[^"#]*)"`)
	numbers = regexp.MustCompile(`\d+`)
)

// crawl signs in and follows links from the front page.
func crawl(p *process) (*site, error) {
	s, err := readerAs(p, "Director")
	if err != nil {
		return nil, err
	}
	return s, s.follow("/", samplesPerKind)
}

// newSite is the site as the director sees it, led on by what each form leads to.
func newSite(p *process) (*site, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	s := &site{
		url:    p.url,
		client: &http.Client{Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	return s, s.signIn(p.links["Director"])
}

// follow follows links from a page, to so many addresses of each kind.
func (s *site) follow(from string, ofKind int) error {
	seen, kinds := map[string]bool{from: true}, map[string]int{}
	queue := []string{from}
	for len(queue) > 0 && len(s.pages) < mostPages {
		path := queue[0]
		queue = queue[1:]
		kind := kindOf(path)
		if kinds[kind] >= ofKind {
			continue
		}
		body, status, err := s.get(path)
		if err != nil {
			return err
		}
		if status != http.StatusOK {
			continue
		}
		kinds[kind]++
		s.pages = append(s.pages, page{kind, path})
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			next := strings.ReplaceAll(m[1], "&amp;", "&")
			if !seen[next] && !strings.HasPrefix(next, "/static/") && !strings.HasSuffix(next, "/live") {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// kindOf is the address with its numbers and search taken out.
func kindOf(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	kind := numbers.ReplaceAllString(u.Path, "n")
	if strings.HasPrefix(kind, "/events/") { // the slug of the event
		parts := strings.SplitN(kind, "/", 4)
		parts[2] = "…"
		kind = strings.Join(parts, "/")
	}
	if u.RawQuery != "" {
		kind += "?…"
	}
	return kind
}

func (s *site) signIn(link string) error {
	if link == "" {
		return errors.New("no sign-in link was printed")
	}
	res, err := s.client.PostForm(link, url.Values{})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("sign in: %s", res.Status)
	}
	return nil
}

func (s *site) get(path string) (string, int, error) {
	res, err := s.client.Get(s.url + path)
	if err != nil {
		return "", 0, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return string(body), res.StatusCode, err
}

// read has n readers read the site's pages in turn for some time, and returns
// how long each answer took by kind.
func read(s *site, n int, long time.Duration) (map[string][]time.Duration, error) {
	var mu sync.Mutex
	took := map[string][]time.Duration{}
	var failed error
	deadline := time.Now().Add(long)
	var wg sync.WaitGroup
	for r := range n {
		wg.Go(func() {
			for i := r * len(s.pages) / n; time.Now().Before(deadline); i++ {
				p := s.pages[i%len(s.pages)]
				begin := time.Now()
				_, status, err := s.get(p.path)
				d := time.Since(begin)
				mu.Lock()
				took[p.kind] = append(took[p.kind], d)
				if err == nil && status != http.StatusOK {
					err = fmt.Errorf("%s answered %d", p.path, status)
				}
				failed = errors.Join(failed, err)
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	return took, failed
}

// pages measures every kind of page of the full-size society with 16 readers
// while results are being entered, beside the smallest answer the same server
// gives and the disk's own time for a write that is flushed.
func pages(binary, full string, reading time.Duration) error {
	p, err := start(binary, full)
	if err != nil {
		return err
	}
	defer p.stop()
	s, err := crawl(p)
	if err != nil {
		return err
	}
	var html []page
	for _, pg := range s.pages {
		if !isFile(pg.path) {
			html = append(html, pg)
		}
	}
	s.pages = append(html, page{"limit: /healthz", "/healthz"})
	stop, entered := enterResults(s)
	took, err := read(s, 16, reading)
	close(stop)
	writes, writeErr := entered()
	if err := errors.Join(err, writeErr); err != nil {
		return err
	}
	fmt.Printf(
		"### Pages of the full-size society, 16 readers at once on %d addresses for %s, results being entered\n\n",
		len(s.pages), reading,
	)
	fmt.Println("| page | answers | median | 99th percentile | worst |\n|---|---|---|---|---|")
	var all []time.Duration
	kinds := make([]string, 0, len(took))
	for k := range took {
		kinds = append(kinds, k)
	}
	sort.Strings(kinds)
	for _, k := range kinds {
		printPercentiles("`"+k+"`", took[k])
		all = append(all, took[k]...)
	}
	printPercentiles("all together", all)
	printPercentiles("entering a result (one writer)", writes)
	flush, err := flushes(full)
	if err != nil {
		return err
	}
	printPercentiles("limit: writing 4 kB and flushing it to this disk", flush)
	now, peak, err := p.resident()
	fmt.Printf("\nResident memory while serving this: %.0f MB, highest %.0f MB.\n", now, peak)
	return err
}

// isFile tells downloads from pages: they are made, not shown.
func isFile(path string) bool {
	u, err := url.Parse(path)
	if err != nil {
		return true
	}
	switch filepath.Ext(u.Path) {
	case ".pdf", ".xlsx", ".csv", ".json":
		return true
	}
	return false
}

func printPercentiles(name string, took []time.Duration) {
	if len(took) == 0 {
		fmt.Printf("| %s | 0 | | | |\n", name)
		return
	}
	sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
	fmt.Printf(
		"| %s | %d | %s | %s | %s |\n", name, len(took), ms(took[len(took)/2]), ms(took[len(took)*99/100]),
		ms(took[len(took)-1]),
	)
}

// flushes times what the disk itself needs for a small write that must last.
func flushes(folder string) ([]time.Duration, error) {
	f, err := os.CreateTemp(folder, "flush-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	block := make([]byte, 4096)
	var took []time.Duration
	for range 200 {
		begin := time.Now()
		if _, err := f.Write(block); err != nil {
			return nil, err
		}
		if err := f.Sync(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(begin))
	}
	return took, nil
}
