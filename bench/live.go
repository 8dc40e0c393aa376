package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// An event with so many who look on, each from one of so many loopback addresses, and so many phones of players.
const (
	viewers        = 5000
	viewersFrom    = 10 // networks: one may have 1,200 live pages
	phones         = 60
	watchedResults = 5                      // results that are watched one by one
	fetchJitter    = 100 * time.Millisecond // as app.js
	reportsIn      = 20 * time.Second       // the phones' games end within
)

// live measures what people see of one event that many look at: a viewer is told, and fetches what has changed.
func live(binary, small string) error {
	p, err := start(binary, small)
	if err != nil {
		return err
	}
	defer p.stop()
	if err := keptRate(p, watchedEvent); err != nil {
		return err
	}
	director, err := newSite(p)
	if err != nil {
		return err
	}
	all, err := nextRound(director)
	if err != nil {
		return err
	}
	h := newHall(p.url, all[0])
	defer h.stop()
	begin := time.Now()
	if err := h.fill(); err != nil {
		return err
	}
	fmt.Printf("### %d live viewers of one event and %d phones\n\n%d viewers came within %.1f s.\n\n", viewers, phones, viewers, time.Since(begin).Seconds())
	fmt.Println("| what | answers | median | 99th percentile | last |\n|---|---|---|---|---|")
	var shown, last []time.Duration
	for _, c := range all[:min(watchedResults, len(all)/2)] {
		took, err := h.oneResult(p, c)
		if err != nil {
			return err
		}
		shown, last = append(shown, took...), append(last, took[len(took)-1])
	}
	printPercentiles("a result until a viewer shows it, one after the other", shown)
	h.follow(nil)
	posts, pages, err := h.phones(p, all[min(watchedResults, len(all)/2):])
	printPercentiles("a player’s report until it is saved", posts)
	printPercentiles("the page of a table on a player’s phone", pages)
	printPercentiles("a viewer’s part of the page, at the same time", h.fetches())
	now, peak, memErr := p.resident()
	sort.Slice(last, func(i, j int) bool { return last[i] < last[j] })
	fmt.Printf("\nThe last viewer, median of %d results: %s. Errors: %d. Resident memory: %.0f MB, highest %.0f MB.\n\n",
		len(last), ms(last[len(last)/2]), h.errors.Load(), now, peak)
	return errors.Join(err, memErr, h.first())
}

// keptRate measures public pages that are kept beside the smallest answer of the same server.
func keptRate(p *process, slug string) error {
	fmt.Println("### Public pages that are kept, 8 readers without a pause, median of 15 rounds in turn\n\n| what | answers a second | of the smallest answer |\n|---|---|---|")
	paths := []string{"/healthz", "/events/" + slug, "/events/" + slug + ".json", "/ratings", "/ratings.csv"}
	rates := make([][]float64, len(paths))
	for range rateRounds { // in turn, so that other work on the machine meets all of them
		for i, path := range paths {
			rate, err := rateOf(p.url+path, 400*time.Millisecond)
			if err != nil {
				return err
			}
			rates[i] = append(rates[i], rate)
		}
	}
	for i, path := range paths {
		sort.Float64s(rates[i])
		fmt.Printf("| `%s` | %.0f | %.2f |\n", strings.Replace(path, slug, "…", 1), rates[i][rateRounds/2], rates[i][rateRounds/2]/rates[0][rateRounds/2])
	}
	fmt.Println()
	return nil
}

const rateRounds = 15

// rateOf is how often in a second an address answers to readers without a pause.
func rateOf(address string, long time.Duration) (float64, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: rateReaders, DisableCompression: true}}
	var n, wrong atomic.Int64
	begin := time.Now()
	var all sync.WaitGroup
	for range rateReaders {
		all.Go(func() {
			for time.Since(begin) < long {
				if status, _, err := fetch(client, address, ""); err != nil || status != http.StatusOK {
					wrong.Add(1)
				}
				n.Add(1)
			}
		})
	}
	all.Wait()
	took := time.Since(begin)
	client.CloseIdleConnections()
	if wrong.Load() > 0 {
		return 0, fmt.Errorf("%s: %d of %d answers are wrong", address, wrong.Load(), n.Load())
	}
	return float64(n.Load()) / took.Seconds(), nil
}

const rateReaders = 8

// fetch asks for a page as browsers do, and throws it away.
func fetch(client *http.Client, address, tag string, headers ...string) (status int, newTag string, err error) {
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	if tag != "" {
		req.Header.Set("If-None-Match", tag)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Header.Get("ETag"), err
}

// hall is everybody who looks at one event.
type hall struct {
	url, page string
	event     int64
	clients   [viewersFrom]*http.Client
	errors    atomic.Int64
	ctx       context.Context
	stop      context.CancelFunc

	mu     sync.Mutex
	failed error
	wanted string          // what they are to show
	shown  chan struct{}   // one for each who shows it
	took   []time.Duration // of fetches
	tags   [viewers]string // what each shows
}

func newHall(address string, c card) *hall {
	h := &hall{url: address, event: c.event, page: "/events/" + c.slug}
	h.ctx, h.stop = context.WithCancel(context.Background())
	for i := range h.clients {
		h.clients[i] = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
			MaxIdleConnsPerHost: 60, MaxConnsPerHost: 60, DisableCompression: true, DialContext: dialerFrom(i).DialContext,
		}}
	}
	return h
}

func dialerFrom(i int) *net.Dialer {
	return &net.Dialer{Timeout: 10 * time.Second, LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(i+1))}}
}

func (h *hall) fail(err error) {
	if h.ctx.Err() != nil {
		return
	}
	h.errors.Add(1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed == nil {
		h.failed = err
	}
}

func (h *hall) first() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failed
}

// fill has everybody come, and waits until all are told what is.
func (h *hall) fill() error {
	var all sync.WaitGroup
	here := make(chan struct{}, 50) // so many come at the same time
	for i := range viewers {
		all.Add(1)
		here <- struct{}{}
		go func() {
			told := sync.OnceFunc(func() { <-here; all.Done() })
			defer told()
			h.look(i, told)
		}()
	}
	all.Wait()
	return h.first()
}

// look is one viewer.
func (h *hall) look(i int, told func()) {
	conn, err := dialerFrom(i%viewersFrom).DialContext(h.ctx, "tcp", strings.TrimPrefix(h.url, "http://"))
	if err != nil {
		h.fail(err)
		return
	}
	defer conn.Close()
	defer context.AfterFunc(h.ctx, func() { conn.Close() })()
	fmt.Fprintf(conn, "GET /events/%d/live HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n", h.event)
	lines := bufio.NewReaderSize(conn, 512)
	status, err := lines.ReadString('\n')
	if err != nil || !strings.Contains(status, " 200 ") {
		h.fail(fmt.Errorf("a viewer is answered %q: %w", status, err))
		return
	}
	h.see(i)
	for revision := ""; ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			h.fail(fmt.Errorf("a viewer is told no more: %w", err))
			return
		}
		now, ok := strings.CutPrefix(line, "data: ")
		if !ok || now == revision {
			continue
		}
		if revision != "" {
			time.Sleep(rand.N(fetchJitter))
			h.see(i)
		}
		revision = now
		told()
	}
}

// see fetches what has changed.
func (h *hall) see(i int) {
	begin := time.Now()
	status, tag, err := fetch(h.clients[i%viewersFrom], h.url+h.page, h.tags[i], "X-Part", "main")
	if err != nil || status != http.StatusOK && status != http.StatusNotModified {
		h.fail(fmt.Errorf("a viewer’s page is answered %d: %w", status, err))
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.took = append(h.took, time.Since(begin))
	h.tags[i] = tag
	if h.shown != nil && tag == h.wanted {
		h.shown <- struct{}{}
	}
}

// follow sets what is waited for.
func (h *hall) follow(shown chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown, h.took = shown, nil
}

func (h *hall) fetches() []time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]time.Duration(nil), h.took...)
}

// oneResult has both players of a game report it, and waits until everybody shows the result.
func (h *hall) oneResult(p *process, c card) ([]time.Duration, error) {
	black, err := newPhone(p.url+c.path, "black")
	if err != nil {
		return nil, err
	}
	white, err := newPhone(p.url+c.path, "white")
	if err != nil {
		return nil, err
	}
	if err := black.report("B"); err != nil {
		return nil, err
	}
	time.Sleep(4 * time.Second) // that one has reported is told too
	shown := make(chan struct{}, 2*viewers)
	h.mu.Lock()
	h.shown, h.wanted = shown, "none yet"
	h.mu.Unlock()
	if err := white.report("B"); err != nil {
		return nil, err
	}
	begin := time.Now()
	_, tag, err := fetch(h.clients[0], h.url+h.page, "", "X-Part", "main")
	if err != nil {
		return nil, err
	}
	var took []time.Duration
	h.mu.Lock()
	h.wanted = tag
	for _, has := range h.tags { // who was quicker
		if has == tag {
			took = append(took, time.Since(begin))
		}
	}
	h.mu.Unlock()
	patience := time.After(30 * time.Second)
	for len(took) < viewers {
		select {
		case <-shown:
			took = append(took, time.Since(begin))
		case <-patience:
			return nil, fmt.Errorf("%d of %d viewers show a result after 30 s", len(took), viewers)
		}
	}
	return took, nil
}

// phones has the players of the other games report within a while.
func (h *hall) phones(p *process, tables []card) (posts, pages []time.Duration, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for n := range phones {
		all.Go(func() {
			time.Sleep(time.Duration(n/2) * reportsIn / (phones / 2))
			side := []string{"black", "white"}[n%2]
			ph, failed := newPhone(p.url+tables[n/2%len(tables)].path, side)
			for _, result := range []string{"B", "W", "B"} { // two say it wrong at first
				if failed == nil {
					failed = ph.report(result)
				}
				time.Sleep(rand.N(time.Second))
			}
			mu.Lock()
			defer mu.Unlock()
			posts, pages = append(posts, ph.posts...), append(pages, ph.pages...)
			err = errors.Join(err, failed)
		})
	}
	all.Wait()
	return posts, pages, err
}

// phone is a player's, at a table.
type phone struct {
	client       *http.Client
	page         string
	fields       url.Values
	posts, pages []time.Duration
}

func newPhone(page, side string) (*phone, error) {
	jar, err := cookiejar.New(nil)
	ph := &phone{page: page + "?side=" + side, client: &http.Client{
		Jar: jar, Timeout: 30 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	return ph, err
}

// report looks at the table's page and says the result.
func (ph *phone) report(result string) error {
	begin := time.Now()
	res, err := ph.client.Get(ph.page)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	ph.pages = append(ph.pages, time.Since(begin))
	if err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("a table’s page is answered %s: %w", res.Status, err)
	}
	if !strings.Contains(string(body), `name="result"`) {
		return nil // the game is decided
	}
	for _, form := range wholeForm.FindAllString(string(body), -1) {
		if strings.Contains(form, `name="result"`) {
			ph.fields = hiddenIn(form)
			ph.fields.Set("result", result)
		}
	}
	begin = time.Now()
	res, err = ph.client.PostForm(ph.page, ph.fields)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, res.Body)
	res.Body.Close()
	ph.posts = append(ph.posts, time.Since(begin))
	if res.StatusCode != http.StatusSeeOther && res.StatusCode != http.StatusUnprocessableEntity && res.StatusCode != http.StatusConflict {
		return fmt.Errorf("a report is answered %s", res.Status)
	}
	return nil
}
